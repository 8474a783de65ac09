"""A free fight on an endless flat street, answered by hand: the engine and the turn order together."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sim.board.model.queries import DistanceOf, GroundOf
from sim.board.model.terrain import Landing
from sim.board.model.verdicts import Distance, Ground
from sim.carnevale.characters import Profile
from sim.carnevale.game import Carnevale
from sim.engine.dice import SeededDice
from sim.engine.journal import Journal, read
from sim.engine.requests import Choice, Ruling
from sim.engine.session import Session

GAME = Carnevale()


def flat(state: Any, query: Any) -> Any:
    """A street without end: everybody stands, and nobody is near anybody."""
    match query:
        case DistanceOf(a, b):
            p, q = state[a].here, state[b].here
            return Distance(9.0, 9.0, 0.0, False, (p, q))
        case GroundOf(who):
            return Ground(state[who].here, True, Landing.SOLID, "street/paving")
    raise AssertionError(query)


def fight() -> dict[str, Any]:
    profile = Profile("Bravo")
    return {
        "board": "street",
        "gangs": [
            {"seat": "north", "members": [{"id": "a", "profile": as_dict(profile), "at": (6, 6, 0)}]},
            {"seat": "south", "members": [{"id": "b", "profile": as_dict(profile), "at": (6, 18, 0)}]},
        ],
    }


def as_dict(profile: Profile) -> Any:
    import msgspec

    return msgspec.to_builtins(profile)


def play(session: Session[Any], answers: list[Any]) -> None:
    for answer in answers:
        session.answer(answer)


def names(session: Session[Any]) -> list[str]:
    return [type(event).__name__ for event in session.events]


@pytest.mark.rule("TURN-01")
def test_players_alternate_and_each_character_has_one_turn() -> None:
    session = Session(GAME, GAME.begin(fight()), SeededDice(1), flat)
    assert isinstance(session.request, Choice)
    assert (session.request.seat, session.request.options) == ("north", ("a",))
    play(session, ["a", "end"])
    assert isinstance(session.request, Choice)
    assert (session.request.seat, session.request.options) == ("south", ("b",))


def test_a_session_is_the_same_after_saving_at_every_request() -> None:
    session = Session(GAME, GAME.begin(fight()), SeededDice(1), flat, step=True)
    answers: list[Any] = ["a", {"act": "hide"}, "b", "end"]
    while answers or isinstance(session.request, Ruling):
        again = Session.load(session.save(), GAME, SeededDice(1), flat, step=True)
        assert (again.request, again.state, again.count) == (session.request, session.state, session.count)
        if isinstance(session.request, Choice):
            session.answer(answers.pop(0))
        else:
            session.answer(flat(session.state, session.request.query))


def test_a_journal_brings_a_game_back(tmp_path: Path) -> None:
    setup = fight()
    journal = Journal.create(tmp_path / "game.jsonl", GAME.name, setup)
    session = Session(GAME, GAME.begin(setup), SeededDice(1), flat, journal)
    play(session, ["a", {"act": "hide"}, "b"])
    session.undo("south")
    play(session, ["b"])
    header, stand = read(journal.path)
    again = Session(GAME, GAME.begin(header.setup), SeededDice(1), flat, step=True)
    again.replay(stand)
    assert again.state == session.state
    assert again.request == session.request
