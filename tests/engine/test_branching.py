"""A game that goes on from a moment of another one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sim.engine.branching import BranchPoint, branch, branch_point, branch_points
from sim.engine.dice import SealedDice, SeededDice
from sim.engine.header import Agreed
from sim.engine.journal import Journal, read, read_all
from sim.engine.kit import GameKit
from sim.engine.line_file import FileTaken
from sim.engine.replay import resume
from sim.engine.requests import Choice, CorruptJournal
from sim.engine.session import Session
from tests.engine.test_journal import ANSWERS, TOY, begin
from tests.engine.toy import measure

KIT: GameKit[Any] = GameKit(TOY, lambda _: measure, lambda _: SeededDice(5))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return begin(tmp_path / "game.jsonl")


def test_every_moment_of_choice_can_be_gone_on_from(path: Path, tmp_path: Path) -> None:
    points = branch_points(KIT, path)
    assert points[0].answers == 0
    for number, point in enumerate(points):
        to = tmp_path / f"branch-{number}.jsonl"
        branch(path, point.answers, to)
        assert read(to)[1] == read(path)[1][: point.answers]
        session = resume(KIT, to)
        assert isinstance(session.request, Choice)
        assert (len(session.events), session.count, session.request.seat) == (
            point.events,
            point.answers,
            point.seat,
        )
        assert session.journal is not None
        session.journal.close()


def test_the_other_game_stays_as_it_is_and_the_branch_goes_its_own_way(path: Path, tmp_path: Path) -> None:
    before = path.read_bytes()
    point = branch_points(KIT, path)[0]
    branch(path, point.answers, tmp_path / "branch.jsonl")
    session = resume(KIT, tmp_path / "branch.jsonl")
    session.answer({"coins": 1} if ANSWERS[0] != {"coins": 1} else {"coins": 2})
    assert session.journal is not None
    session.journal.close()
    assert path.read_bytes() == before
    assert read(tmp_path / "branch.jsonl")[1][0] != read(path)[1][0]


def test_a_moment_leads_to_the_choice_before_it() -> None:
    points = [BranchPoint(2, 0, "a"), BranchPoint(5, 3, "b"), BranchPoint(5, 4, "a"), BranchPoint(9, 6, "b")]
    assert branch_point(points, 1) is None
    assert branch_point(points, 2) == points[0]
    assert branch_point(points, 6) == points[2]
    assert branch_point(points, 100) == points[3]


def test_nothing_is_written_over_and_no_answers_are_made_up(path: Path, tmp_path: Path) -> None:
    taken = tmp_path / "taken.jsonl"
    taken.write_bytes(b"mine")
    with pytest.raises(FileTaken):
        branch(path, 1, taken)
    assert taken.read_bytes() == b"mine"
    with pytest.raises(CorruptJournal, match=r"game\.jsonl: has \d+ answers, so none can go on after 1000"):
        branch(path, 1000, tmp_path / "new.jsonl")


def test_files_of_the_board_go_along(tmp_path: Path) -> None:
    path = begin(tmp_path / "game.jsonl", agreed=Agreed("0.1", {"board": "b"}, {"map.toml": b"a map"}))
    branch(path, 2, tmp_path / "branch.jsonl")
    contents = read_all(tmp_path / "branch.jsonl")
    assert contents.files() == {"map.toml": b"a map"}
    assert (contents.header.program, contents.header.hashes) == ("0.1", {"board": "b"})


def test_sealed_dice_stay_sealed(tmp_path: Path) -> None:
    dice, path = SealedDice.new(), tmp_path / "game.jsonl"
    journal = Journal.create(path, TOY.name, {}, Agreed(dice=dice.seal))
    dice.keep(path)
    session = Session(TOY, TOY.begin({}), dice, measure, journal)
    for answer in ANSWERS[:2]:
        session.answer(answer)
    journal.close()
    branch(path, 1, tmp_path / "branch.jsonl")
    contents = read_all(tmp_path / "branch.jsonl")
    assert (contents.header.dice, contents.secret) == (dice.seal, "")
    assert SealedDice.kept(tmp_path / "branch.jsonl", dice.seal).secret == dice.secret


def test_a_changed_journal_is_gone_on_from_before_the_change_only(path: Path, tmp_path: Path) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:-1], lines[-1].replace(b'"inches":2.1', b'"inches":2.2')]))
    assert read_all(path).changed
    count = len(read_all(path).answers)
    with pytest.raises(CorruptJournal):
        branch(path, count, tmp_path / "late.jsonl")
    branch(path, 1, tmp_path / "early.jsonl")
    with pytest.raises(CorruptJournal):
        branch_points(KIT, path)
