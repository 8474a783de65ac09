"""Dice that nobody can foretell: a hash in the header, the secret at the end, and the same dice thrown again."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import pytest

from sim.engine.dice import SealedDice
from sim.engine.header import Agreed
from sim.engine.journal import Journal, read, read_all
from sim.engine.kit import GameKit
from sim.engine.replay import replay, resume
from sim.engine.requests import CorruptJournal
from tests.engine.toy import Purse, Toy, measure

KIT: GameKit[Purse] = GameKit(Toy(), lambda _: measure)
ANSWERS: list[Any] = [{"coins": 3}, True, "yes", {"coins": 2}, False, "yes", {"coins": 1}, True, "yes"]


def play(folder: Path, answers: int = len(ANSWERS)) -> tuple[Path, str]:
    dice = SealedDice.new()
    session = KIT.start({}, folder / "game.jsonl", dice=dice)
    for answer in ANSWERS[:answers]:
        session.answer(answer)
    assert session.journal is not None
    session.journal.close()
    return folder / "game.jsonl", dice.secret


def test_while_the_game_goes_on_its_journal_holds_a_hash_of_the_secret_alone(tmp_path: Path) -> None:
    path, secret = play(tmp_path, 6)
    contents = read_all(path)
    assert contents.header.dice == SealedDice(secret).seal
    assert secret.encode() not in path.read_bytes()
    assert contents.secret == ""


@pytest.mark.skipif(sys.platform == "win32", reason="no modes there")
def test_the_secret_lies_beside_it_for_its_owner_alone(tmp_path: Path) -> None:
    path, secret = play(tmp_path, 6)
    place = path.with_name("game.jsonl.dice")
    assert place.read_text(encoding="ascii") == secret
    assert os.stat(place).st_mode & 0o077 == 0


def test_at_the_end_it_is_opened_and_the_dice_can_be_thrown_again(tmp_path: Path) -> None:
    path, secret = play(tmp_path)
    assert read_all(path).secret == secret
    assert not path.with_name("game.jsonl.dice").exists()
    found = replay(KIT, path, verify=True)
    assert found.differences == []
    assert found.rolls == sum(answer.kind == "roll" for answer in read_all(path).answers) > 0


@pytest.mark.parametrize("wrong", ['""', '"a5a5a"', '"' + "é5" * 32 + '"', '"0x12"', "12", "null"])
def test_a_secret_that_is_none_is_told_with_its_line(tmp_path: Path, wrong: str) -> None:
    path, secret = play(tmp_path)
    path.write_text(path.read_text().replace(f'"{secret}"', wrong))
    with pytest.raises(CorruptJournal, match=r"game.jsonl, line \d+: .* is no secret of dice"):
        read(path)


def test_two_games_have_other_dice(tmp_path: Path) -> None:
    assert SealedDice.new().seal != SealedDice.new().seal


def test_a_game_goes_on_with_its_dice(tmp_path: Path) -> None:
    path, secret = play(tmp_path, 4)
    session = resume(KIT, path)
    for answer in ANSWERS[4:]:
        session.answer(answer)
    assert read_all(path).secret == secret
    assert replay(KIT, path, verify=True).differences == []


def test_without_its_secret_a_game_is_not_gone_on_with(tmp_path: Path) -> None:
    path, _ = play(tmp_path, 4)
    place = path.with_name("game.jsonl.dice")
    place.write_text(SealedDice.new().secret, encoding="ascii")
    with pytest.raises(CorruptJournal, match="not the secret of this game's dice"):
        resume(KIT, path)
    place.unlink()
    with pytest.raises(CorruptJournal, match=r"sealed, and their secret is not here: bring game\.jsonl\.dice"):
        resume(KIT, path)
    assert replay(KIT, path).session.count > 4  # it can be looked at


def test_another_secret_than_the_sealed_one_is_found(tmp_path: Path) -> None:
    path, _ = play(tmp_path)
    contents = read_all(path)
    other = tmp_path / "other.jsonl"
    journal = Journal.create(other, "toy", {}, _agreed(contents.header.dice))
    for answer in contents.answers:
        journal.write(answer)
    journal.open_seal(SealedDice.new().secret)
    journal.close()
    assert "not the one that was sealed" in str(replay(KIT, other, verify=True).differences[0])


def _agreed(seal: str) -> Agreed:
    return Agreed(dice=seal)
