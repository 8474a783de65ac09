"""Rules or boards that break down on an answer: it has not happened, in the journal neither, and the game goes on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sim.engine.dice import SeededDice
from sim.engine.journal import Answer, Journal, read
from sim.engine.kit import GameKit
from sim.engine.line_file import LineFile, Unwritten
from sim.engine.replay import replay, resume
from sim.engine.requests import Choice, CorruptJournal, Refused, Rule, Ruling
from sim.engine.session import Session
from tests.engine.toy import Far, Purse, Toy, measure

GAME: list[Any] = [{"coins": 3}, True, "yes", {"coins": 2}, False, "yes", {"coins": 1}, True, "yes"]
FATAL = {"coins": 7}  # for the rules
LOST = {"coins": 8}  # for the board, once dice have fallen


class Fragile(Toy):
    """The toy game, whose rules break down on a bet of 7, with the seat's coins half counted."""

    def _step(self, state: Purse) -> Rule[None]:
        rule, answer = super()._step(state), None
        try:
            while True:
                answer = yield rule.send(answer)
                if getattr(answer, "coins", None) == FATAL["coins"]:
                    state.coins["north"] = -1
                    raise ZeroDivisionError("no coins to share")
                state.coins["bet"] = getattr(answer, "coins", state.coins.get("bet", 0))
        except StopIteration:
            return


def breakable(state: Any, query: Any) -> Any:
    if state.coins.get("bet") == LOST["coins"]:
        raise KeyError("nowhere")
    return measure(state, query)


KIT = GameKit(Fragile(), dice=lambda _: SeededDice(5), measure=lambda _: breakable)


def begun(path: Path) -> Session[Purse]:
    return KIT.start({}, path)


def play(session: Session[Purse], answers: list[Any]) -> Session[Purse]:
    for answer in answers:
        session.answer(answer)
    return session


def closed(session: Session[Purse]) -> None:
    assert session.journal is not None
    session.journal.close()


@pytest.mark.parametrize("before", [0, 3, 6])
def test_an_answer_that_the_rules_break_down_on_has_not_happened(tmp_path: Path, before: int) -> None:
    path = tmp_path / "game.jsonl"
    session = play(begun(path), GAME[:before])
    saved, told, said = session.save(), list(session.events), len(read(path)[1])
    with pytest.raises(ZeroDivisionError):
        session.answer(FATAL)
    assert (session.save(), list(session.events), len(read(path)[1])) == (saved, told, said)
    play(session, GAME[before:])
    closed(session)
    assert session.state == play(KIT.start({}), GAME).state
    assert replay(KIT, path, verify=True).differences == []
    assert replay(KIT, path).session.state == session.state


def test_an_answer_that_the_board_breaks_down_on_has_not_happened_though_dice_fell(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    session = play(begun(path), [LOST, True])
    saved = session.save()
    with pytest.raises(KeyError, match="nowhere"):
        session.answer("yes")  # after which dice fall, and the board is asked
    assert session.save() == saved
    assert [answer.kind for answer in read(path)[1]] == ["choice", "choice"]
    session.undo("north")
    session.undo("north")
    play(session, GAME)
    closed(session)
    assert session.state == play(KIT.start({}), GAME).state
    assert replay(KIT, path, verify=True).differences == []


def test_what_could_be_undone_before_can_be_undone_after(tmp_path: Path) -> None:
    session = play(begun(tmp_path / "game.jsonl"), GAME[:3])
    session.answer({"coins": 2})
    undoable = {seat: session.undoable(seat) for seat in ("north", "south")}
    assert undoable["south"] is not None
    session.undo("south")
    with pytest.raises(ZeroDivisionError):
        session.answer(FATAL)
    session.answer({"coins": 2})
    assert {seat: session.undoable(seat) for seat in ("north", "south")} == undoable


def test_a_clone_goes_on_from_where_the_rules_broke_down() -> None:
    session = play(KIT.start({}), GAME[:3])
    clone = session.clone()
    with pytest.raises(ZeroDivisionError):
        clone.answer(FATAL)
    assert clone.state == session.state
    assert play(clone, GAME[3:]).state == play(session, GAME[3:]).state


@pytest.mark.parametrize(
    ("answers", "last", "what"),
    [([], FATAL, "ZeroDivisionError"), ([LOST, True], "yes", "KeyError")],
    ids=["the rules", "the board"],
)
def test_a_process_that_dies_of_an_answer_comes_back_without_it(
    tmp_path: Path, answers: list[Any], last: Any, what: str
) -> None:
    path = tmp_path / "game.jsonl"
    session = play(begun(path), answers)
    assert session.journal is not None
    session.journal.write(Answer("choice", last))  # and died
    closed(session)
    again = resume(KIT, path)
    assert again.journal is not None
    assert what in again.journal.notice
    assert (again.request, again.state, again.count) == (session.request, session.state, session.count)
    assert len(read(path)[1]) == len(answers)
    closed(again)
    once_more = resume(KIT, path)
    assert once_more.journal is not None
    assert once_more.journal.notice == ""
    closed(once_more)


def test_an_answer_further_back_is_never_taken_back(tmp_path: Path) -> None:
    """What followed it was given as well, and by rules that went on from it."""
    path = tmp_path / "game.jsonl"
    journal = Journal.create(path, Toy.name, {})
    for answer in (Answer("choice", FATAL), Answer("choice", True)):
        journal.write(answer)
    journal.close()
    whole = path.read_bytes()
    with pytest.raises(CorruptJournal, match="answer 1 cannot be gone on from"):
        resume(KIT, path)
    assert path.read_bytes() == whole


def test_with_a_full_disk_it_is_struck_out_before_the_next_answer_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.jsonl"
    session = begun(path)

    def full(self: Journal, keep: int) -> None:
        raise Unwritten("no room")

    with monkeypatch.context() as patch:
        patch.setattr(Journal, "undo", full)
        with pytest.raises(ZeroDivisionError):
            session.answer(FATAL)
        assert session.count == 0
        with pytest.raises(Unwritten):
            session.answer(GAME[0])
        assert session.count == 0
    play(session, GAME)
    closed(session)
    assert replay(KIT, path).session.state == session.state == play(KIT.start({}), GAME).state


def test_a_full_disk_alone_takes_nothing_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = play(begun(tmp_path / "game.jsonl"), GAME[:2])
    append, room = LineFile.append, 1

    def take(file: LineFile, line: bytes, *, durable: bool = False) -> None:
        nonlocal room
        if not room:
            raise Unwritten("no room")
        room -= 1
        append(file, line, durable=durable)

    with monkeypatch.context() as patch:
        patch.setattr(LineFile, "append", take)
        with pytest.raises(Unwritten):
            session.answer("yes")
    assert session.count == 3
    session.settle()
    assert play(session, GAME[3:]).state == play(KIT.start({}), GAME).state


def test_a_ruling_that_waits_takes_a_verdict_and_nothing_else() -> None:
    session = KIT.start({}, step=True)
    for answer in (*GAME[:3], [6, 6]):
        session.answer(answer)
    assert isinstance(session.request, Ruling)
    for value in ("end", None, {"inches": 3.0}):
        with pytest.raises(Refused, match="nobody is asked anything"):
            session.answer(value)
    session.answer(Far(0.1))
    assert isinstance(session.request, Choice)
