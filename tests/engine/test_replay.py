"""What counts as the same ruling, when it is measured again."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from sim.engine.replay import ROUNDING, alike

PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text() | st.floats(-100, 100),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@given(PLAIN)
def test_a_value_is_like_itself(value: object) -> None:
    assert alike(value, json.loads(json.dumps(value)))


@given(st.floats(-100, 100), st.floats(0, 0.9 * ROUNDING))
def test_numbers_are_alike_but_for_rounding(number: float, off: float) -> None:
    assert alike({"at": [number, "street"]}, {"at": [number + off, "street"]})
    assert not alike({"at": [number, "street"]}, {"at": [number + 2 * ROUNDING, "street"]})
    assert not alike({"at": [number, "street"]}, {"at": [number]})
    assert not alike({"at": number}, {"to": number})
