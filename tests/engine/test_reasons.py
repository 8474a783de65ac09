"""Why bots did what they did: who may be told how much of it, and when."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from sim.engine.bots import reason_of
from sim.engine.journal import Answer, Journal, read
from sim.engine.reasons import NO_REASON, Reason
from sim.engine.replay import replay, resume
from sim.engine.requests import CorruptJournal
from sim.engine.table import GameTable
from sim.words import say
from sim.words.tongues import load
from tests.engine.lagoon import BOTS, KIT, Event, Lagoon

SETUP = {"seats": ["north", "east"], "seed": 3, "turns": 8}


def table(**players: str) -> GameTable[Lagoon, Event]:
    """A game in which every bot tells why, and has something to hide."""
    found = GameTable(KIT.start(SETUP), players, BOTS)
    for bot in found.bots.values():
        told: Any = bot
        told.reason = Reason(("It rows.",), ("It hides what it holds.",))
    return found


def step(game: GameTable[Lagoon, Event]) -> None:
    """One answer, whoever gives it."""
    game.show_all()
    if game.bot_turn:
        assert game.think()
    else:
        assert game.choice is not None
        helper = BOTS.make("random", game.session.count)
        assert game.answer(helper.choose(game.session.state, game.choice, game.session.measure))


def told(game: GameTable[Lagoon, Event]) -> set[str]:
    return set(game.reasons(0, len(game.session.state.log) + 1))


def test_what_a_bot_hides_is_told_once_the_game_is_over() -> None:
    game = table(north="random", east="human")
    while not game.session.over:
        step(game)
        assert game.over or told(game) <= {"It rows."}
    assert game.over or told(game) == {"It rows."}, "its end is not shown yet"
    game.show_all()
    assert told(game) == {"It rows. It hides what it holds."}


def test_where_nobody_plays_all_is_told_at_once() -> None:
    game = table(north="random", east="random")
    step(game)
    assert told(game) == {"It rows. It hides what it holds."}


def test_reasons_belong_to_the_events_that_followed() -> None:
    game = table(north="random", east="random")
    counts = [len(game.session.state.log)]
    for _ in range(6):
        step(game)
        counts.append(len(game.session.state.log))
    assert sum(len(game.reasons(a, b)) for a, b in pairwise(counts)) == 6
    assert game.reasons(counts[-1], counts[-1] + 10) == ()


@pytest.mark.parametrize(
    ("given", "found"),
    [("", NO_REASON), ("it likes to", Reason(after=("it likes to",))), (Reason(("It rows.",)), Reason(("It rows.",)))],
)
def test_a_plain_text_is_for_its_own_seat_alone(given: object, found: Reason) -> None:
    class Teller:
        reason = given

    assert reason_of(Teller()) == found
    assert reason_of(object()) == NO_REASON


# --- in the journal -------------------------------------------------------------------------------------------------

GOES = say("{who} goes by boat.", who="Orso")  # as the catalogues have it


def kept(path: Path, answers: int) -> GameTable[Lagoon, Event]:
    """The same game of bots, in a journal, which is closed."""
    game = GameTable(KIT.start(SETUP, path), {"north": "random", "east": "random"}, BOTS)
    for bot in game.bots.values():
        told: Any = bot
        told.reason = Reason((GOES,), ("It hides what it holds.",))
    for _ in range(answers):
        step(game)
    assert game.session.journal is not None
    game.session.journal.close()
    return game


def test_a_game_that_is_gone_on_with_still_tells_why(tmp_path: Path) -> None:
    """Each reason at the events that it led to, in every language, and as much of it as before."""
    path = tmp_path / "game.jsonl"
    before = kept(path, 6).session.reasons
    assert len(before) == 6
    after = GameTable(resume(KIT, path), {"north": "random"}, BOTS)
    assert after.session.reasons == before
    assert told(after) == {GOES}
    assert {load("fr").told(words) for words in told(after)} == {load("fr").told(GOES)} != {GOES}
    assert replay(KIT, path).session.reasons == before


def test_of_answers_that_were_taken_back_no_reason_is_left(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    before = kept(path, 6).session.reasons
    journal = Journal.open(path)
    journal.undo(before[4].answers)
    journal.close()
    assert replay(KIT, path).session.reasons == before[:4]


def test_what_looks_ahead_is_told_no_reasons(tmp_path: Path) -> None:
    session = kept(tmp_path / "game.jsonl", 6).session
    assert not session.clone().reasons
    assert not any(answer.why for answer in session.under_way[1])


def test_a_reason_changes_no_game(tmp_path: Path) -> None:
    """A journal without them, as older ones are, is the same game."""
    with_them, without = tmp_path / "with.jsonl", tmp_path / "without.jsonl"
    kept(with_them, 6)
    header, answers = read(with_them)
    assert sum(bool(answer.why) for answer in answers) == 6
    journal = Journal.create(without, header.game, header.setup)
    for answer in answers:
        journal.write(Answer(answer.kind, answer.value))
    journal.close()
    games = [replay(KIT, path, verify=True) for path in (with_them, without)]
    assert not games[0].differences
    assert games[0].session.events == games[1].session.events
    assert not games[1].session.reasons


@pytest.mark.parametrize("why", ["because", {"to_all": "because"}, {"to_all": [1]}, {"sayings": {"a": {}}}])
def test_what_is_no_reason_is_told_with_its_line(tmp_path: Path, why: object) -> None:
    path = tmp_path / "game.jsonl"
    journal = Journal.create(path, KIT.game.name, SETUP)
    journal._line({"n": 1, "choice": ["a"], "why": why}, True)
    journal.close()
    with pytest.raises(CorruptJournal, match=r"line 2: not a reason"):
        read(path)
