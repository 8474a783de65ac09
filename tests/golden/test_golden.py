"""Golden games: whole games that must come out as they did (record with `python tools/golden.py`)."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from sim.carnevale.game import Carnevale
from sim.carnevale.replay import replay
from sim.carnevale.state import State
from sim.carnevale.telling import sentences
from sim.engine.dice import TypedDice
from sim.engine.journal import read
from sim.engine.session import Session

GAMES = sorted(Path(__file__).parent.glob("*.jsonl"))
NAMES = [path.stem for path in GAMES]


def no_board(state: State, query: object) -> object:
    raise AssertionError("a replay needs no board")


def test_there_are_golden_games() -> None:
    assert len(GAMES) >= 3


@pytest.mark.parametrize("path", GAMES, ids=NAMES)
def test_a_game_replays_without_geometry_and_tells_the_same_story(path: Path) -> None:
    replayed = replay(path)
    told = sentences(replayed.session.state, replayed.session.events)
    assert replayed.session.over
    assert "\n".join(told) + "\n" == path.with_suffix(".txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", GAMES, ids=NAMES)
def test_a_game_saved_and_loaded_at_every_request_ends_the_same(path: Path) -> None:
    game = Carnevale()
    header, answers = read(path)
    session: Session[State] = Session(game, game.begin(header.setup), TypedDice(), no_board, step=True)
    straight: Session[State] = Session(game, game.begin(header.setup), TypedDice(), no_board, step=True)
    for answer in answers:
        session.replay([answer])
        straight.replay([answer])
        again = Session.load(session.save(), game, TypedDice(), no_board, step=True)
        assert (again.request, again.count) == (session.request, session.count)
        session = again
    assert session.over
    assert msgspec.json.encode(session.state) == msgspec.json.encode(straight.state)


@pytest.mark.parametrize("path", GAMES, ids=NAMES)
def test_every_die_of_a_game_is_accounted_for_and_points_stay_in_range(path: Path) -> None:
    game = Carnevale()
    header, answers = read(path)
    session: Session[State] = Session(game, game.begin(header.setup), TypedDice(), no_board, step=True)
    for answer in answers:
        session.replay([answer])
        for c in session.state.characters.values():
            assert 0 <= c.lp <= c.profile.lp
            assert 0 <= c.wp <= c.profile.wp
            assert 0 <= c.cp <= c.profile.cp
            assert 0 <= c.used_ap <= 3
    assert session.state.thrown == sum(len(a.value) for a in answers if a.kind == "roll")
