"""A time-stamping authority for tests: certificates made here, responses by `openssl ts`."""

import subprocess
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

CONFIG = """
[tsa]
default_tsa = here
[here]
serial = {folder}/serial
signer_cert = {folder}/tsa.pem
signer_key = {folder}/tsa.key
certs = {folder}/chain.pem
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
ordering = no
"""


class Authority:
    """An authority under a root, or under one that the root signed.

    Attributes:
        roots: The file with the root certificate.
        between: The certificate between root and authority, PEM; empty if there is none.
    """

    def __init__(self, folder: Path, *, between: bool = False) -> None:
        folder.mkdir()
        self.folder = folder
        self.roots = folder / "roots.pem"
        key = _key()
        root = _certificate("root", key, "root", key, authority=True)
        self.roots.write_bytes(_pem(root))
        issuer, self.between = "root", b""
        if between:
            lower = _key()
            middle = _certificate("between", lower, "root", key, authority=True)
            issuer, key, self.between = "between", lower, _pem(middle)
        own = _key()
        certificate = _certificate("tsa", own, issuer, key, authority=False)
        (folder / "tsa.pem").write_bytes(_pem(certificate))
        (folder / "chain.pem").write_bytes(_pem(certificate))
        (folder / "tsa.key").write_bytes(
            own.private_bytes(
                serialization.Encoding.PEM,
                serialization.PrivateFormat.PKCS8,
                serialization.NoEncryption(),
            )
        )
        (folder / "serial").write_text("01\n")
        (folder / "config").write_text(CONFIG.format(folder=folder))

    def answer(self, request: Path, response: Path) -> None:
        """Answer a request, as a server would."""
        command = ["openssl", "ts", "-reply", "-config", f"{self.folder}/config"]
        command += ["-section", "here", "-queryfile", f"{request}", "-out", f"{response}"]
        subprocess.run(command, check=True, capture_output=True)  # noqa: S603


def _key() -> rsa.RSAPrivateKey:
    return rsa.generate_private_key(public_exponent=65537, key_size=2048)


def _pem(certificate: x509.Certificate) -> bytes:
    return certificate.public_bytes(serialization.Encoding.PEM)


def _certificate(
    name: str, key: rsa.RSAPrivateKey, issuer: str, by: rsa.RSAPrivateKey, *, authority: bool
) -> x509.Certificate:
    now = datetime.now(UTC)
    builder = (
        x509.CertificateBuilder()
        .subject_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)]))
        .issuer_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, issuer)]))
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.BasicConstraints(ca=authority, path_length=None), critical=True)
    )
    if not authority:
        usage = x509.ExtendedKeyUsage([ExtendedKeyUsageOID.TIME_STAMPING])
        builder = builder.add_extension(usage, critical=True)
    return builder.sign(by, hashes.SHA256())
