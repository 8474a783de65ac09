"""Random bots play every scenario to its end on small boards; the laws of the game hold after each event."""

from __future__ import annotations

import msgspec
import pytest

from sim.board.files.folders import maps_dir
from sim.board.files.mapfile import read_map
from sim.bots.base import make
from sim.bots.duel import setup_of
from sim.carnevale import scenarios
from sim.carnevale.events import GameEnded
from sim.carnevale.names import names_of
from sim.carnevale.narration import narrate, narrate_hidden
from sim.carnevale.referee import Referee
from sim.carnevale.setup import WrongSetup
from sim.carnevale.state import State
from sim.engine.dice import SeededDice
from sim.engine.duel import play
from sim.engine.session import Session
from tests.carnevale.stages import board_for, paved, scores, setup
from tests.carnevale.tables import GAME

GANGS = {"north": ("n1", "n2", "n3"), "south": ("s1", "s2", "s3")}
FOUR = {"north": ("n1",), "east": ("e1",), "south": ("s1",), "west": ("w1",)}
WEAPONS = ({"name": "Sword"}, {"name": "Bow", "range": 12})
BOUGHT = ("flash-grenade", "bottled-courage", "lantern", "intercepted-papers", "poison", "leather-doublet", "gondola")


def game(scenario: str, gangs: dict[str, tuple[str, ...]], seed: int) -> Session[State]:
    profiles = {
        id: {"weapons": WEAPONS, "wp": 2, "cp": 2 if id.endswith("1") else 0, "lp": 6}
        for ids in gangs.values()
        for id in ids
    }
    state = GAME.begin(setup(scenario, gangs, profiles=profiles, equipment={"north": BOUGHT}))
    return Session(GAME, state, SeededDice(seed), Referee(board_for(scenario)))


@pytest.mark.rule("SCEN-06", "SCEN-07", "SCEN-08", "SCEN-09", "EQUIP-01")
@pytest.mark.parametrize(
    ("scenario", "gangs"),
    [
        ("secure-arms", GANGS),
        ("acquisition", GANGS),
        ("take-what-is-theirs", FOUR),
        ("street-fight", FOUR),
    ],
)
def test_random_bots_play_every_scenario_to_its_end(scenario: str, gangs: dict[str, tuple[str, ...]]) -> None:
    session = game(scenario, gangs, 5)
    bots = {seat: make("random", i) for i, seat in enumerate(gangs)}
    play(session, bots, until=lambda: session.count > 400)
    again = Session.load(session.save(), GAME, session.dice, session.measure)
    assert msgspec.json.decode(GAME.encode(again.state)) == msgspec.json.decode(GAME.encode(session.state))
    assert again.request == session.request
    play(session, bots)
    state = session.state
    assert state.over
    (end,) = (event for event in state.log if isinstance(event, GameEnded))
    assert end.scores == scores(state)
    carriers = [o.carrier for o in state.objectives.values() if o.carrier is not None]
    assert len(set(carriers)) == len(carriers)
    name = names_of(state)
    assert all(
        isinstance(narrate(event, name), str) and isinstance(narrate_hidden(event, name), str) for event in state.log
    )
    for c in state.characters.values():
        assert 0 <= c.lp <= c.profile.lp
        assert 0 <= c.wp <= c.profile.wp
        assert 0 <= c.cp <= c.profile.cp


def test_every_scenario_has_a_map_that_comes_with_the_game() -> None:
    sizes = [read_map(path).size for path in maps_dir().glob("*.toml")]
    for id in scenarios.known():
        page = scenarios.find(id)
        assert page is not None
        assert any(scenarios.misfit(page, size) is None for size in sizes), id


def test_a_map_of_another_size_is_refused_in_one_line() -> None:
    with pytest.raises(WrongSetup) as refused:
        setup_of(board_for("gang-war"), "quarter", "acquisition", ("north", "south"), (), 1)
    assert str(refused.value) == (
        'quarter: Acquisition is played on a board of 24" by 24"; this one is 36" by 36"; '
        "boards of that size are for gang-war, secure-arms, take-what-is-theirs"
    )


def test_a_map_that_is_of_no_scenarios_size_is_said_to_be() -> None:
    """It said "of that size are: none"."""
    with pytest.raises(WrongSetup) as refused:
        setup_of(paved(20, 20), "court", "acquisition", ("north", "south"), (), 1)
    assert str(refused.value).endswith('this one is 20" by 20"; no scenario is for boards of that size')


@pytest.mark.parametrize("scenario", scenarios.known())
def test_the_gangs_that_are_fielded_where_none_are_named_suit_the_scenario(scenario: str) -> None:
    page = scenarios.find(scenario)
    assert page is not None
    made = setup_of(board_for(scenario), "board", scenario, ("north", "east", "south", "west"), (), 1)
    for gang in made.gangs:
        cost = sum(member.profile.cost for member in gang.members)
        assert page.ducats - 10 <= cost <= page.ducats
    assert len({gang.name for gang in made.gangs}) == 4, "each has a name of its own"
