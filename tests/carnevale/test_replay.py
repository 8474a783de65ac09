"""Games that are measured again."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.carnevale.replay import ROUNDING, alike, replay

GAME = Path(__file__).parents[1] / "golden" / "wild-2.jsonl.gz"
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


@pytest.mark.parametrize(("off", "found"), [(1e-9, 0), (0.001, 1)])
def test_a_ruling_that_was_tampered_with_is_found(tmp_path: Path, off: float, found: int) -> None:
    """The length of a path in the canal, a little wrong: a cost that the journal holds unrounded."""
    lines = gzip.decompress(GAME.read_bytes()).decode().splitlines()
    number = next(n for n, line in enumerate(lines) if '"kind":"swim"' in line and '"cost":' in line)
    answer = json.loads(lines[number])
    answer["ruling"]["legs"][0]["cost"] += off
    lines[number] = json.dumps(answer, separators=(",", ":"))
    path = tmp_path / "game.jsonl"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert len(replay(path, to=number, verify=True).differences) == found
