"""Games that are measured again."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from sim.carnevale.replay import replay
from sim.engine.replay import Difference, Fault

GAME = Path(__file__).parents[1] / "golden" / "wild-2.jsonl.gz"


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
    differences = replay(path, to=number, verify=True).differences
    assert len([each for each in differences if isinstance(each, Difference)]) == found
    assert any(isinstance(each, Fault) for each in differences)  # the line itself, by its check sum
