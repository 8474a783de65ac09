"""The master knows by the letter of the rules who holds what."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from sim.bots import make
from sim.bots.aims import Aims, StrictAims
from sim.bots.danger import Outlook
from sim.bots.turn_plans import TurnPlans
from sim.bots.weights import weights_of
from sim.carnevale.characters import Point
from sim.carnevale.events import Escaped
from sim.carnevale.objective import Objective
from sim.carnevale.objectives.scoring import holder
from sim.carnevale.referee import Referee
from sim.carnevale.scenarios.take_what_is_theirs import TakeWhatIsTheirs
from sim.carnevale.state import State
from sim.carnevale.turn import BeginRound
from sim.engine.dice import SeededDice
from sim.engine.duel import play
from sim.engine.requests import measured
from sim.engine.session import Session
from tests.carnevale.stages import board_for, staged
from tests.carnevale.tables import GAME

FAR = (("s1", "south", (18.0, 2.0, 0.0)),)


def caches(*at: Point, minis: Mapping[str, Point], profiles: Mapping[str, Mapping[str, Any]] | None = None) -> State:
    """Secure Arms with caches in these places."""
    stood = [(id, "north", place) for id, place in minis.items()]
    state = staged("secure-arms", *stood, *FAR, profiles=profiles or {})
    for n, place in enumerate(at):
        state.objectives[f"cache-{n}"] = Objective(f"cache-{n}", 2, at=place)
    return state


@pytest.mark.rule("SCEN-03")
def test_three_inches_count_from_edge_to_edge() -> None:
    state = caches((18.0, 26.0, 0.0), minis={"n1": (18.0, 29.9, 0.0)})
    referee = Referee(board_for("secure-arms"))
    held = measured(holder(state, state.objectives["cache-0"]), state, referee)
    assert held is not None
    assert held.seat == "north"
    assert StrictAims(state).alone("n1") == 2
    assert Aims(state).alone("n1") == 0
    state.set("n1", at=(18.0, 30.3, 0.0))
    assert measured(holder(state, state.objectives["cache-0"]), state, referee) is None
    assert StrictAims(state).alone("n1") == 0


@pytest.mark.rule("SCEN-03", "ABIL-Mindless")
def test_the_mindless_hold_nothing_and_keep_no_friend_away() -> None:
    mindless = {"n1": {"abilities": ("Mindless",)}}
    state = caches((18.0, 26.0, 0.0), minis={"n1": (18.0, 28.0, 0.0), "n2": (24.0, 26.0, 0.0)}, profiles=mindless)
    aims = StrictAims(state)
    assert not aims.free("n1")
    assert [aim.at for aim in aims.free("n2")] == [(18.0, 26.0, 0.0)]
    assert not Aims(state).free("n2")


@pytest.mark.rule("SCEN-03", "ABIL-Mindless")
@pytest.mark.parametrize("aims", [Aims, StrictAims])
def test_the_mindless_are_not_sent_to_hold_anything(aims: type[Aims]) -> None:
    """One of them stood by a cache for two rounds, worth 4 Victory Points to whoever can hold it."""
    at = {"n1": (18.0, 28.0, 0.0), "n2": (18.0, 24.0, 0.0)}
    held = aims(caches((18.0, 26.0, 0.0), minis=at, profiles={"n1": {"abilities": ("Mindless",)}}))
    assert [bool(held.of(who)) for who in at] == [False, True]


@pytest.mark.rule("SCEN-06", "ABIL-Mindless")
@pytest.mark.parametrize("bot", ["master", "seasoned"])
def test_somebody_who_counts_goes_where_a_mindless_friend_stands(bot: str) -> None:
    mindless = {"n1": {"abilities": ("Mindless",)}}
    state = caches((12.0, 27.0, 0.0), minis={"n1": (12.0, 28.0, 0.0), "n2": (17.0, 34.0, 0.0)}, profiles=mindless)
    state.then(BeginRound(4))
    session = Session(GAME, state, SeededDice(4), Referee(board_for("secure-arms")))
    play(session, {"north": make(bot, 1), "south": make("random", 2)}, until=lambda: session.state.round > 4)
    found = measured(holder(session.state, session.state.objectives["cache-0"]), session.state, session.measure)
    assert found is not None


@pytest.mark.rule("SCEN-06")
@pytest.mark.parametrize("bot", ["master", "seasoned"])
def test_a_cache_is_worth_as_much_to_whoever_comes_to_it_as_to_whoever_is_there(bot: str) -> None:
    """In the last round it would lose what it holds with its life: also if it is not there yet."""
    aims: type[Aims] = StrictAims if bot == "master" else Aims
    there, near = (18.0, 26.0, 0.0), (18.0, 30.6, 0.0)
    strong = {"s1": {"attack": 9, "ap": 3}}
    worth = []
    for at in (there, near):
        minis = ("n1", "north", at), ("s1", "south", (18.0, 21.0, 0.0))
        state = staged("secure-arms", *minis, profiles=strong)
        state.objectives["cache-0"] = Objective("cache-0", 2, at=(18.0, 26.0, 0.0))
        state.round = 5
        outlook = Outlook(state, Referee(board_for("secure-arms")), weights_of(bot), aims=aims)
        outlook.strikes.now = "n1"
        plans = TurnPlans(outlook, "n1")
        row = int(np.argmin(np.linalg.norm(plans.at - np.array(there), axis=1)))
        worth.append(float(plans.ending()[row]))
    assert worth[0] == pytest.approx(worth[1], abs=0.1)


def treasure(round_: int, *more: tuple[str, str, Point], **profile: Any) -> State:
    """South's treasure, and somebody of the north beside it."""
    minis = ("n1", "north", (9.0, 10.2, 0.0)), ("s1", "south", (2.0, 2.0, 0.0)), *more
    state = staged("take-what-is-theirs", *minis, profiles={"n1": profile} if profile else {})
    x, y = TakeWhatIsTheirs().zones(state)[0].corner or (0.0, 0.0)
    owner = next(seat for seat in state.seats if state.seats[seat].zone == TakeWhatIsTheirs().zones(state)[0].name)
    if owner == "north":
        state.set_seat("north", zone=state.seats["south"].zone)
        state.set_seat("south", zone=TakeWhatIsTheirs().zones(state)[0].name)
    aside = 12.0 / 2**0.5
    at = (abs(x - aside), abs(y - aside), 0.0)
    state.objectives["treasure-south"] = Objective(
        "treasure-south", 3, ("claimable", "mobile"), at=at, owner="south", claimed="south"
    )
    state.round = round_
    return state


@pytest.mark.rule("SCEN-08")
@pytest.mark.parametrize(("round_", "outside", "inside"), [(8, 0.0, -3.0), (5, 0.45, 0.0)])
def test_a_treasure_is_taken_up_on_the_side_that_looks_away_from_its_corner(
    round_: int, outside: float, inside: float
) -> None:
    state = treasure(round_)
    at = state.objectives["treasure-south"].at
    corner = next(z.corner for z in TakeWhatIsTheirs().zones(state) if z.name == state.seats["south"].zone)
    assert at is not None
    assert corner is not None
    along = np.array([at[0] - corner[0], at[1] - corner[1], 0.0]) / 12.0
    places = np.array([at + 1.1 * along, at - 1.1 * along, at + 4.0 * along])
    assert StrictAims(state).taken_up("n1", places, round_ == 8) == pytest.approx([outside, inside, 0.0])
    assert Aims(state).taken_up("n1", places, round_ == 8) == 0.0


@pytest.mark.rule("SCEN-08", "ABIL-Limited-Movement")
def test_whoever_cannot_carry_a_treasure_does_not_go_to_it() -> None:
    state = treasure(5, abilities=("Limited Movement",))
    assert not Aims(state).of("n1")
    assert not StrictAims(state).of("n1")
    assert StrictAims(treasure(5)).of("n1")


@pytest.mark.rule("SCEN-08")
@pytest.mark.parametrize("kind", [Aims, StrictAims])
def test_one_stays_by_its_own_treasure_while_an_enemy_is_near_enough_to_take_it(kind: type[Aims]) -> None:
    """Of eight treasures seven were left to whoever walked up."""
    state = treasure(1, ("s2", "south", (14.0, 6.0, 0.0)))
    at = state.objectives["treasure-south"].at
    assert at is not None
    state.set("s1", at=(at[0] - 2.0, at[1], 0.0))
    for near, there in ((True, (at[0], at[1] - 12.0, 0.0)), (False, (2.0, 8.0, 0.0))):
        state.set("n1", at=there)
        aims = kind(state)
        assert (at in [aim.at for aim in aims.of("s1")]) == near
        assert (at in [aim.at for aim in aims.free("s1")]) == near
        assert at not in [aim.at for aim in aims.free("s2")]
        assert np.all(aims.taken_up("s1", np.array([at]), False) == 0.0)


@pytest.mark.rule("SCEN-09")
@pytest.mark.parametrize("bot", ["master", "seasoned"])
def test_an_attacker_leaves_where_the_edge_is_in_reach(bot: str) -> None:
    """It was drawn back to whoever is far behind it, as if it were still there after: it charged 15 inches back."""
    minis = ("n1", "north", (6.0, 36.0, 0.0)), ("s1", "south", (6.0, 21.0, 0.0))
    state = staged("street-fight", *minis, profiles={"n1": {"attack": 5}, "s1": {"attack": 1, "lp": 6}})
    state.then(BeginRound(3))
    session = Session(GAME, state, SeededDice(4), Referee(board_for("street-fight")))
    play(session, {"north": make(bot, 1), "south": make("random", 2)}, until=lambda: session.state.round > 3)
    assert [event.who for event in session.state.log if isinstance(event, Escaped)] == ["n1"]


@pytest.mark.rule("SCEN-09")
@pytest.mark.parametrize("bot", ["master", "seasoned"])
def test_an_attacker_goes_on_where_two_turns_lead_to_the_edge(bot: str) -> None:
    """With nobody in its way it turned back towards whoever was 14 inches behind it."""
    minis = ("n1", "north", (6.0, 30.0, 0.0)), ("s1", "south", (6.0, 16.0, 0.0))
    state = staged("street-fight", *minis, profiles={"n1": {"attack": 4}, "s1": {"attack": 3, "lp": 8}})
    state.then(BeginRound(3))
    session = Session(GAME, state, SeededDice(4), Referee(board_for("street-fight")))
    play(session, {"north": make(bot, 1), "south": make("random", 2)}, until=lambda: session.state.round > 3)
    assert session.state["n1"].here[1] > 38.0


@pytest.mark.rule("SCEN-09")
@pytest.mark.parametrize("size", [25, 30, 40, 50, 60])
def test_an_attacker_stops_no_hair_short_of_the_edge(size: int) -> None:
    """On a base of 50 mm it stood 1.1 inches from the edge, thought that it had left, and went on guard there."""
    minis = ("n1", "north", (6.0, 36.0, 0.0)), ("s1", "south", (20.0, 4.0, 0.0))
    state = staged("street-fight", *minis, profiles={"n1": {"size": size}})
    state.then(BeginRound(7))
    session = Session(GAME, state, SeededDice(4), Referee(board_for("street-fight")))
    play(session, {"north": make("seasoned", 1), "south": make("random", 2)})
    assert [event.who for event in session.state.log if isinstance(event, Escaped)] == ["n1"]
