"""Timestamps of RFC 3161, by the package `rfc3161-client`: the one place where seals need it."""

from datetime import UTC

from cryptography import x509
from rfc3161_client import (
    HashAlgorithm,
    TimestampRequestBuilder,
    VerificationError,
    VerifierBuilder,
    decode_timestamp_response,
)

from dcg_events.errors import SealError, UsageError

_REMEDY = "ask the time-stamping authority again, and give its own root certificate"


def request(message: bytes) -> bytes:
    """Return a request to stamp a message, of which it holds the SHA-256 alone."""
    builder = TimestampRequestBuilder().data(message).hash_algorithm(HashAlgorithm.SHA256)
    return builder.nonce(nonce=False).cert_request(cert_request=True).build().as_bytes()


def stamped(response: bytes, message: bytes, roots: bytes, where: str) -> str:
    """Return when a message was stamped, by an authority under one of the roots.

    Args:
        response: The authority's response, DER.
        message: What was stamped.
        roots: Certificates that are trusted, and such as lead from them to the authority, PEM.
        where: The response's name, for messages.

    Returns:
        The time in UTC, whole seconds, as `2026-08-18T10:21:07Z`.

    Raises:
        SealError: If it is no response, refuses, or does not hold.
        UsageError: If there are no certificates.
    """
    try:
        certificates = x509.load_pem_x509_certificates(roots)
    except ValueError as error:
        problem = "there are no certificates in it"
        raise UsageError("timestamp roots", problem, "give a file in PEM form") from error
    own = [one for one in certificates if one.subject == one.issuer]
    if not own:
        problem = "none of its certificates is a root"
        raise UsageError("timestamp roots", problem, "give the authority's root certificate")
    others = [one for one in certificates if one.subject != one.issuer]
    try:
        decoded = decode_timestamp_response(response)
    except ValueError as error:
        raise SealError(where, "it is no timestamp in DER form", _REMEDY) from error
    try:
        VerifierBuilder(roots=own, intermediates=others).build().verify_message(decoded, message)
        moment = decoded.tst_info.gen_time.astimezone(UTC)
    except (VerificationError, ValueError) as error:
        problem = "the timestamp does not hold for this seal and these roots"
        raise SealError(where, problem, _REMEDY) from error
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")
