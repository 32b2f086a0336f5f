"""The quick way to read a line of restricted JSON gives what the careful way gives, or nothing."""

import json
from contextlib import suppress

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dcg_events.events import strict_json
from dcg_events.events.strict_json import RefusedJsonError, read_object

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["1.5", "2e3", "\\", '"', "\ud800", "~" + "0" * 64]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=8,
)

TWO_WAYS = (
    b'{"a":1,"a":2}',
    b'{"a":1,"a":1}',
    b'{"a":{"b":1,"b":1}}',
    b'{"a":1.5}',
    b'{"a":1e3}',
    b'{"a":1E3}',
    b'{"a":18446744073709551616}',
    b'{"a":NaN}',
    b'{"a":"\\ud800"}',
    b'{"a":"\xff"}',
    b'[{"a":1}]',
    b"{",
    b'{"a":' + b"[" * 2000 + b"]" * 2000 + b"}",
    b'{"a":' + b"[" * 16 + b"]" * 16 + b"}",
)


def careful(line: bytes, *, floats: bool) -> object:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(strict_json, "_read_as_written", lambda *_, **__: None)
        return outcome(line, floats=floats)


def outcome(line: bytes, *, floats: bool) -> object:
    try:
        return repr(read_object(line, floats=floats))  # tells 1 from 1.0, and True
    except RefusedJsonError as error:
        return error.problem


@pytest.mark.parametrize("line", TWO_WAYS)
def test_what_can_be_read_in_two_ways_is_refused(line: bytes) -> None:
    with pytest.raises(RefusedJsonError):
        read_object(line)


@given(value=st.dictionaries(st.text(max_size=3), VALUES), floats=st.booleans())
def test_both_ways_say_the_same(value: dict[str, object], floats: bool) -> None:
    lines = [json.dumps(value).encode(), json.dumps(value, separators=(",", ":")).encode()]
    with suppress(TypeError):  # a lone surrogate, an integer that is too large
        lines += [orjson.dumps(value), orjson.dumps(value) + b"\n"]
    for line in lines:
        assert outcome(line, floats=floats) == careful(line, floats=floats)
