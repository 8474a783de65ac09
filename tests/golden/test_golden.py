"""Golden games: whole games that must come out as they did (record with `python tools/golden.py`)."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import msgspec
import pytest

from sim.carnevale.agendas.check import AgendaAchieved
from sim.carnevale.events import ActionBegan, SpellCast, Used
from sim.carnevale.events.objectives import ObjectiveDropped
from sim.carnevale.narration import sentences
from sim.carnevale.state import State
from sim.engine.dice import TypedDice
from sim.engine.journal import read
from sim.engine.session import Session
from tests.carnevale import printed
from tests.golden.games import FOLDER, GAME, JOURNALS, no_board, played, resumed
from tests.laws.promises import Promises

MOST_BYTES = 4_000_000  # of all journals
RESUMED = ("divinity-1", "slippery", "street-fight-2")  # everywhere; all of them by `python tools/golden.py --verify`
NOW_AND_THEN = 11  # requests between two at which each game is resumed here


# No board that comes with the program has a boat to cast off; tests/carnevale/test_boats.py has one.
ACTIONS = {"run", "jump", "dive", "row", "hide", "guard", "combat", "grapple", "drown", "cast"}
COMMANDS = {"order", "counter", "plan", "command ability"}


def test_there_are_forty_golden_games_of_every_kind() -> None:
    setups = [played(name).state for name in JOURNALS]
    assert len(JOURNALS) >= 40
    assert printed.SCENARIOS - {state.scenario for state in setups} == set()
    assert {len(state.seats) for state in setups} == {2, 3, 4}
    assert len({seat.faction for state in setups for seat in state.seats.values()}) == 7
    assert sum(path.stat().st_size for path in JOURNALS.values()) < MOST_BYTES


@pytest.mark.parametrize("name", JOURNALS)
def test_what_was_promised_happened(name: str) -> None:
    """Every event says what was measured, and every way was gone as it was measured (see `tests/laws/promises.py`)."""
    header, answers = read(JOURNALS[name])
    session: Session[State] = Session(GAME, GAME.begin(header.setup), TypedDice(), no_board, step=True)
    promises = Promises(name, no_board, session.state)
    for answer in answers:
        session.replay([answer], lambda ruling, verdict: promises.note(session.state, ruling.query, verdict))
        promises.look(session.state, session.request)
    assert session.over


@pytest.mark.parametrize("name", JOURNALS)
def test_a_game_replays_without_geometry_and_tells_the_same_story(name: str) -> None:
    session = played(name)
    assert session.over
    transcript = "\n".join(sentences(session.state, session.events)) + "\n"
    assert transcript == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", RESUMED)
def test_a_game_saved_and_loaded_at_every_request_ends_the_same(name: str) -> None:
    assert resumed(*read(JOURNALS[name]))


@pytest.mark.parametrize("name", JOURNALS)
def test_a_game_saved_and_loaded_now_and_then_ends_the_same(name: str) -> None:
    assert resumed(*read(JOURNALS[name]), every=NOW_AND_THEN)


@pytest.mark.parametrize("name", JOURNALS)
def test_every_die_of_a_game_is_accounted_for_and_every_point_was_scored(name: str) -> None:
    session, (_, answers) = played(name), read(JOURNALS[name])
    assert session.state.thrown == sum(len(a.value) for a in answers if a.kind == "roll")
    scored = Counter[str]()
    for event in session.events:
        if event.__struct_config__.tag in ("scored", "forfeited"):
            scored[event.seat] += event.vp if event.__struct_config__.tag == "scored" else -event.vp
    assert {seat.id: seat.vp for seat in session.state.seats.values()} == {s: scored[s] for s in session.state.seats}


def test_every_spell_of_the_rulebook_is_cast_somewhere() -> None:
    cast = {e.spell for e in _events() if isinstance(e, SpellCast) and e.outcome in ("success", "critical")}
    assert printed.SPELLS - cast == set()


def test_every_agenda_of_the_rulebook_is_scored_somewhere() -> None:
    assert printed.AGENDAS - {e.agenda for e in _events() if isinstance(e, AgendaAchieved)} == set()


def test_every_action_is_made_somewhere() -> None:
    assert {e.action for e in _events() if isinstance(e, ActionBegan)} >= ACTIONS
    assert {e.what for e in _events() if isinstance(e, Used)} >= COMMANDS
    assert "put down" in {e.why for e in _events() if isinstance(e, ObjectiveDropped)}


def test_transcripts_and_journals_go_together() -> None:
    assert {path.stem for path in Path(FOLDER).glob("*.txt")} == set(JOURNALS)


def _events() -> list[msgspec.Struct]:
    return [event for name in JOURNALS for event in played(name).events]
