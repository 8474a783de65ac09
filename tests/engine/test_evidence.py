"""Rulings that are asked to be shown: kept in the journal, missing in older ones, and without effect on the game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sim.engine.dice import SeededDice, TypedDice
from sim.engine.journal import Answer, Journal, read
from sim.engine.requests import CorruptJournal, Rule, Ruling
from sim.engine.session import Session
from tests.engine.toy import HowFar, Purse, Toy, measure, no_board

ANSWERS: list[Any] = [{"coins": 3}, True, "yes", {"coins": 2}, False, "yes", {"coins": 1}, True, "yes"]


class Shown(Toy):
    """The same game; each step is measured before it begins, to be shown."""

    def _step(self, state: Purse) -> Rule[None]:
        far = yield Ruling(HowFar(state.step + 100), evidence=True)
        state.log.append({"event": "seen", "inches": None if far is None else far.inches})
        yield from super()._step(state)


def played(game: Toy, path: Path) -> tuple[Session[Purse], tuple[Answer, ...]]:
    journal = Journal.create(path, "toy", {})
    session: Session[Purse] = Session(game, game.begin({}), SeededDice(5), measure, journal)
    for answer in ANSWERS:
        session.answer(answer)
    journal.close()
    return session, read(path)[1]


def again(answers: tuple[Answer, ...], measured: Any = no_board, **how: Any) -> Session[Purse]:
    session: Session[Purse] = Session(Shown(), Shown().begin({}), TypedDice(), measured, step=True)
    session.replay(answers, **how)
    return session


def seen(session: Session[Purse]) -> list[float | None]:
    return [event["inches"] for event in session.events if event["event"] == "seen"]


def test_the_journal_keeps_it_and_a_replay_without_a_board_has_it(tmp_path: Path) -> None:
    session, answers = played(Shown(), tmp_path / "new.jsonl")
    assert [answer.kind for answer in answers].count("evidence") == 3
    replayed = again(answers)
    assert replayed.over
    assert (replayed.state, replayed.count) == (session.state, len(answers))
    assert seen(replayed) == [100.1, 101.1, 102.1]


def test_an_older_journal_lacks_it_and_is_the_same_game(tmp_path: Path) -> None:
    session, answers = played(Toy(), tmp_path / "old.jsonl")
    replayed = again(answers)
    assert replayed.over
    assert seen(replayed) == [None] * 3
    assert (replayed.state.coins, replayed.count) == (session.state.coins, len(answers))


def test_what_an_older_journal_lacks_can_be_measured_now(tmp_path: Path) -> None:
    _, answers = played(Toy(), tmp_path / "old.jsonl")
    assert seen(again(answers, measure, complete=True)) == [100.1, 101.1, 102.1]


@pytest.mark.parametrize("game", [Toy(), Shown()])
def test_a_game_with_or_without_it_is_saved_and_cloned_at_every_request(game: Toy, tmp_path: Path) -> None:
    _, answers = played(game, tmp_path / "game.jsonl")
    session: Session[Purse] = Session(Shown(), Shown().begin({}), TypedDice(), no_board, step=True)
    for answer in answers:
        loaded = Session.load(session.save(), Shown(), TypedDice(), no_board, step=True)
        clone = session.clone()
        assert (clone.state, clone.request, clone.count) == (session.state, session.request, session.count)
        assert loaded.count == session.count
        for copy in (session, loaded, clone):
            copy.replay([answer])
        assert loaded.state == clone.state == session.state
    assert session.over


def test_an_older_game_goes_on_with_it_and_undoes_to_where_its_journal_says(tmp_path: Path) -> None:
    _, answers = played(Toy(), tmp_path / "old.jsonl")
    cut = next(n for n, answer in enumerate(answers) if answer.kind == "roll") + 2  # one step is over
    path = tmp_path / "on.jsonl"
    journal = Journal.create(path, "toy", {})
    for answer in answers[:cut]:
        journal.write(answer)
    session: Session[Purse] = Session(Shown(), Shown().begin({}), SeededDice(5), measure, step=True)
    session.replay(answers[:cut], complete=True)
    session.journal, session.step = journal, False
    session.settle()
    assert seen(session) == [100.1, 101.1]
    before = session.save()
    session.answer({"coins": 2})
    session.undo("south")
    assert session.save() == before
    session.answer({"coins": 4})
    journal.close()
    assert again(read(path)[1]).request == session.request


def test_evidence_where_none_is_asked_for_does_not_fit_the_game(tmp_path: Path) -> None:
    _, answers = played(Toy(), tmp_path / "old.jsonl")
    wrong = (answers[0], Answer("evidence", {"inches": 1.0}), *answers[1:])
    with pytest.raises(CorruptJournal, match="evidence"):
        again(wrong)
