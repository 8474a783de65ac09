"""The tool that makes boards by the hundred: what it makes, and what it does where one of them hangs."""

from __future__ import annotations

import itertools
from pathlib import Path

import msgspec

from tools import generated
from tools.generated import SIZES, Hand, Line, Wanted

ONE = Wanted((24.0, 24.0), "dense", False, 1)


def test_every_size_and_style_is_made_with_and_without_symmetry() -> None:
    kinds = {(one.size, one.style, one.symmetric) for one in itertools.islice(generated.wanted(1), 60)}
    assert len(kinds) == len(SIZES) * len(generated.Style) * 2


def test_a_board_that_hangs_is_told_and_the_next_is_made_by_another_process() -> None:
    hand = Hand()
    for _ in range(2):
        line = hand.board(ONE, "random", 0.0)
        assert line.failed == "was not done in 0 s"
        assert line.wrong


def test_of_a_board_that_was_made_again_the_last_line_counts(tmp_path: Path) -> None:
    kept = tmp_path / "kept.jsonl"
    lines = (Line(ONE, failed="was not done in 900 s"), Line(ONE, scenario="gang-war", rounds=5))
    kept.write_bytes(b"".join(msgspec.json.encode(line) + b"\n" for line in lines) + b'{"wanted": cut off')
    assert generated.read(kept) == [lines[1]]
    assert not lines[1].wrong
