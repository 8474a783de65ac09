"""A verification throws the dice again, asks the rules for each choice, and names the first answer that differs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sim.engine.dice import SeededDice, TypedDice
from sim.engine.journal import Answer, Journal, read
from sim.engine.kit import GameKit
from sim.engine.replay import Replayed, replay, resume
from sim.engine.requests import CorruptJournal
from tests.engine.toy import Purse, Toy, measure

KIT: GameKit[Purse] = GameKit(Toy(), lambda _: measure, lambda _: SeededDice(5))
ANSWERS: list[Any] = [{"coins": 3}, True, "yes", {"coins": 2}, False, "yes", {"coins": 1}, True, "yes"]


@pytest.fixture
def answers(tmp_path: Path) -> list[Answer]:
    """Those of a whole game."""
    session = KIT.start({}, tmp_path / "whole.jsonl")
    for answer in ANSWERS:
        session.answer(answer)
    return list(read(tmp_path / "whole.jsonl")[1])


def written(folder: Path, answers: list[Answer]) -> Path:
    """A journal as a forger writes it: every check sum fits."""
    journal = Journal.create(folder / "forged.jsonl", "toy", {})
    for answer in answers:
        journal.write(answer)
    journal.close()
    return journal.path


def forged(folder: Path, answers: list[Answer], kind: Any, value: Any) -> tuple[int, Path]:
    """The game with the first answer of a kind made another; and its number."""
    at = next(i for i, answer in enumerate(answers) if answer.kind == kind)
    return at + 1, written(folder, [*answers[:at], Answer(kind, value), *answers[at + 1 :]])


def test_a_sound_game_is_as_it_must_be(tmp_path: Path, answers: list[Answer]) -> None:
    found = replay(KIT, written(tmp_path, answers), verify=True)
    assert found.differences == []
    counts = [sum(answer.kind == kind for answer in answers) for kind in ("choice", "roll", "ruling")]
    assert [found.choices, found.rolls, found.rulings] == counts
    assert all(counts)


def only(found: Replayed[Purse]) -> tuple[int, str]:
    (fault,) = found.differences
    return fault.answer, str(fault)


@pytest.mark.parametrize("faces", [[99, 99], [1], [1, 2, 3], [0, 3], "ab", 7, [True, 2], [1.5, 2], None])
def test_dice_that_cannot_fall_are_named(tmp_path: Path, answers: list[Answer], faces: Any) -> None:
    number, path = forged(tmp_path, answers, "roll", faces)
    answer, words = only(replay(KIT, path, verify=True))
    assert answer == number
    assert words.startswith(f"answer {number}: ")
    for take in (replay, resume):  # nor is such a game shown, or gone on with
        with pytest.raises(CorruptJournal, match=f"answer {number}: "):
            take(KIT, path)


@pytest.mark.parametrize(
    ("changed", "sound"),
    [
        (lambda lines: [*lines[:6], lines[6][:9] + b"\n", *lines[7:]], 5),
        (lambda lines: [*lines[:6], *lines[7:]], 5),
        (lambda lines: [*lines[:7], *lines[6:]], 6),
        (lambda lines: [*lines[:-1], lines[-1][:9] + b"\n"], -2),
        (lambda lines: [*lines, b"garbage\n"], -1),
    ],
    ids=["cut short", "dropped", "doubled", "last cut short", "more behind it"],
)
def test_a_game_is_shown_until_a_line_that_cannot_be_read(
    tmp_path: Path, answers: list[Answer], changed: Any, sound: int
) -> None:
    path = written(tmp_path, answers)
    damaged = b"".join(changed(path.read_bytes().splitlines(keepends=True)))
    path.write_bytes(damaged)
    sound = range(len(answers) + 1)[sound]
    for take in (replay, resume):
        with pytest.raises(CorruptJournal, match=rf"line {sound + 2}: .*; `bauta replay --to {sound}` shows"):
            take(KIT, path)
    assert replay(KIT, path, to=sound).session.count == sound
    assert path.read_bytes() == damaged


def test_dice_that_the_seed_does_not_throw_are_named(tmp_path: Path, answers: list[Answer]) -> None:
    thrown = next(answer.value for answer in answers if answer.kind == "roll")
    number, path = forged(tmp_path, answers, "roll", [thrown[1] % 10 + 1, thrown[0]])
    found = replay(KIT, path, verify=True)
    assert found.differences[0].answer == number
    assert f"but the seed throws {thrown}" in str(found.differences[0])


def test_dice_that_players_threw_are_counted_alone(tmp_path: Path, answers: list[Answer]) -> None:
    _, path = forged(tmp_path, answers, "roll", [9, 9])
    kit: GameKit[Purse] = GameKit(KIT.game, KIT.measure, lambda _: TypedDice())
    assert replay(kit, path, verify=True).differences == []


def test_a_choice_that_the_rules_refuse_is_named(tmp_path: Path, answers: list[Answer]) -> None:
    number, path = forged(tmp_path, answers, "choice", {"coins": 11})
    answer, words = only(replay(KIT, path, verify=True))
    assert answer == number == 1
    assert words == "answer 1: north chose {'coins': 11} for 'bet', which is refused: BET: 11 of 10 coins"


def test_a_ruling_that_the_board_does_not_give_is_named(tmp_path: Path, answers: list[Answer]) -> None:
    was = next(answer.value for answer in answers if answer.kind == "ruling")
    number, path = forged(tmp_path, answers, "ruling", {"inches": was["inches"] + 1})
    found = replay(KIT, path, verify=True)
    assert found.differences[0].answer == number
    assert "was ruled" in str(found.differences[0])


def test_a_line_that_was_changed_is_named_and_the_rest_is_checked(tmp_path: Path, answers: list[Answer]) -> None:
    path = written(tmp_path, answers)
    lines = path.read_bytes().split(b"\n")
    lines[1] = lines[1].replace(b'"coins":3', b'"coins":4')
    path.write_bytes(b"\n".join(lines))
    found = replay(KIT, path, verify=True)
    assert found.differences[0].answer == 1
    assert "line 2 (answer 1) was changed after it was written" in str(found.differences[0])
    assert found.choices > 1


def test_answers_after_the_end_are_named(tmp_path: Path, answers: list[Answer]) -> None:
    path = written(tmp_path, [*answers, answers[0]])
    answer, words = only(replay(KIT, path, verify=True))
    assert answer == len(answers) + 1
    assert "the game is over" in words
