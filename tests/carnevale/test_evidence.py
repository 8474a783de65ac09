"""Events carry what was measured for them (GEO-12): every kind of event, in words, and through journals old and new."""

from __future__ import annotations

from typing import Any, get_type_hints

import msgspec
import pytest

from sim.board.model.tableau import Point
from sim.board.model.verdicts import (
    Cover,
    Distance,
    Drop,
    Ground,
    JumpSweep,
    Leg,
    PointInfo,
    Push,
    Share,
    Shelter,
    Sight,
    Spot,
    Under,
    Verdict,
    VesselMove,
)
from sim.carnevale import events as e
from sim.carnevale import game  # noqa: F401  (all events register themselves)
from sim.carnevale.event import BaseEvent
from sim.carnevale.evidence import said, words
from sim.engine.stepwise import any_of

# What no measurement decides: counted, chosen, thrown, or the consequence of an event that carries it.
UNMEASURED = {
    "round_began": "counted",
    "initiative_taken": "diced for",
    "turn_began": "chosen",
    "turn_cut_short": "follows from the counter that is gained",
    "turn_ended": "counted",
    "round_ended": "counted",
    "game_ended": "counted",
    "forfeited": "counted",
    "entered": "the roster",
    "action_began": "chosen; what it was found legal by is in the events that follow",
    "action_ended": "follows",
    "dice_thrown": "dice",
    "rerolled": "dice",
    "points_lost": "follows from a roll or a spell",
    "damaged": "follows from the attack or spell",
    "lost_life": "follows from the damage or the fall",
    "killed": "follows from the loss",
    "escaped": "where it stands, against the edge of the board: arithmetic",
    "wavered": "counted",
    "fled": "follows from the roll, or chosen",
    "left_out": "there is no place that could be shown",
    "command_granted": "chosen",
    "move_gained": "dice",
    "move_lost": "dice",
    "stunned": "follows from the attack, the spell or the roll",
    "effects_ended": "counted",
    "used": "counted",
    "swayed": "follows from the spell",
    "zone_taken": "chosen",
    "objective_placed": "what it lies on is told when it has settled",
    "objective_marked": "dice",
    "objective_dropped": "where it comes to lie is told when it has settled",
    "agenda_drawn": "dice",
    "agenda_discarded": "chosen",
    "agenda_achieved": "read from the log",
    "agenda_kept": "chosen",
    "equipment_used": "chosen",
    "favour_awarded": "chosen",
}
NEVER_TOLD = {"berth", "defended", "fleet", "journey", "lines", "prospect", "reach", "path", "waters"}
# of a path its legs are, and of a jump over a barricade; the rest only helps to choose, or is asked between games


def kinds() -> dict[str, Any]:
    return {kind.__struct_config__.tag: kind for kind in any_of(BaseEvent).__args__}


def carried(kind: Any) -> set[type]:
    """The verdicts that events of a kind may carry."""

    def of(hint: Any) -> set[type]:
        if isinstance(hint, type) and issubclass(hint, Verdict | Leg):
            return {hint}
        return {found for part in getattr(hint, "__args__", ()) for found in of(part)}

    return {found for hint in get_type_hints(kind).values() for found in of(hint)}


@pytest.mark.rule("GEO-12")
def test_every_kind_of_event_carries_what_is_measured_for_it_or_is_known_not_to_be_measured() -> None:
    bare = {tag for tag, kind in kinds().items() if not carried(kind)}
    assert bare == set(UNMEASURED)


@pytest.mark.rule("GEO-12", "SCEN-10")
def test_what_is_measured_is_never_hidden_from_a_seat() -> None:
    """Kinds of events that are hidden from some seats carry nothing; all others are seen by everybody."""
    assert not [tag for tag, kind in kinds().items() if kind.seen_by is not e.Event.seen_by and carried(kind)]


@pytest.mark.rule("GEO-12")
def test_every_verdict_that_the_rules_ask_for_is_carried_by_some_event() -> None:
    asked = {kind for kind in Verdict.__subclasses__() if str(kind.__struct_config__.tag).lower() not in NEVER_TOLD}
    types = set().union(*(carried(kind) for kind in kinds().values()))
    assert types == asked | {Leg}


HERE: Point = (1.0, 2.0, 3.0)
STREET = Ground(HERE, True, "solid", "town/street")  # type: ignore[arg-type]
SAID: list[tuple[Verdict | Leg, str]] = [
    (Sight(True, ((0.0, 0.0, 0.0), (0.0, 12.3, 0.0))), 'seen along a beam of 12.3"'),
    (Sight(False, blocker="town/wall"), "not seen, town/wall in the way"),
    (Sight(False, ((0.0, 0.0, 0.0), (0.0, 12.3, 0.0)), blocker="roof"), "not seen, roof in the way"),
    (Sight(False, proven=False, gap_bound=0.04), 'not seen, but for openings under 0.04"'),
    (Sight(False, blocker="wall", grazing=True), "not seen, wall in the way: the opening is thinner than a beam"),
    (Cover(0.18, 0.009, False, HERE), "18% hidden ±1%"),
    (
        Cover(0.42, 0.0, True, HERE, (Share("town/rail", 0.1), Share("town/wall", 0.32))),
        "42% hidden (town/wall 32%; town/rail 10%)",
    ),
    (Distance(3.21, 3.2, 0.1, False, (HERE, HERE)), '3.2" apart'),
    (Distance(0.0, 0.0, 0.0, True, (HERE, HERE)), "base to base"),
    (Distance(0.8, 0.8, 0.0, False, (HERE, HERE), "town/rail"), '0.8" apart, over town/rail'),
    (Drop(HERE, HERE, 4.0, "solid", "town/street", False), '4.0" straight down onto town/street'),  # type: ignore[arg-type]
    (
        Drop(HERE, HERE, 4.0, "solid", "town/street", False, nudged=0.5),
        '4.0" straight down onto town/street, 0.5" aside',
    ),  # type: ignore[arg-type]
    (
        JumpSweep((HERE,), HERE, "town/wall", 0.0, 0.0, False, 0.0, HERE, STREET, length=3.0),
        'carries 3.0", stopped by town/wall',
    ),
    (
        JumpSweep((HERE,), HERE, None, 0.0, 0.0, True, 5.0, HERE, STREET, length=3.0),
        'carries 3.0", falls 5.0"',
    ),
    (Drop(HERE, HERE, 4.0, "solid", "town/street", False, onto=("b", "c")), '4.0" straight down onto b'),  # type: ignore[arg-type]
    (Drop(HERE, HERE, 0.04, "solid", None, False, nudged=0.04), "no drop"),  # type: ignore[arg-type]
    (Drop(HERE, HERE, 0.06, "solid", "roof", False, nudged=0.06), '0.1" straight down onto roof, 0.1" aside'),  # type: ignore[arg-type]
    (
        JumpSweep((HERE,), HERE, None, 0.0, 1.5, False, 5.0, HERE, STREET, length=3.0),
        'carries 3.0", runs on 1.5"',
    ),
    (JumpSweep((HERE,), HERE, None, 0.0, 0.04, True, 0.04, HERE, STREET, length=3.0), 'carries 3.0"'),
    (Leg("swim", (HERE,), 2.0), 'swims for 2.0"'),
    (Push((HERE,), HERE, 2.0, False, None), 'moved 2.0"'),
    (Spot(None, 0.4), ""),
    (Spot(HERE, 0.04), ""),
    (msgspec.structs.replace(STREET, part=None), "on the ground"),
    (msgspec.structs.replace(STREET, vessel="boat"), "on boat"),
    (msgspec.structs.replace(STREET, kind="air"), "in the air"),
    (VesselMove("boat", HERE, 0.0, (), 3.0, 2.0), ""),
    (Under((), (), ()), "touches nobody"),
    (Shelter("town/sacks", False), "behind town/sacks, a light barricade"),
    (Shelter(None, False), ""),
    (PointInfo(HERE, part=None, distance=7.5), '7.5" away'),
    (
        Cover(0.9, 0.011, True, HERE, tuple(Share(part, n / 10) for n, part in enumerate("vwxyz"))),
        "90% hidden ±2% (z 40%; y 30%; x 20%)",
    ),
    (Leg("climb", (HERE,), 2.0, True, "town/wall"), 'climbs (town/wall) for 2.0", for a roll'),
    (Leg("run", (HERE,), 2.0), ""),
    (Push((HERE,), HERE, 2.0, False, "town/wall"), 'moved 2.0", stopped by town/wall'),
    (Spot(HERE, 0.4), 'put 0.4" aside'),
    (STREET, "on town/street"),
    (msgspec.structs.replace(STREET, water=True), "in water"),
    (msgspec.structs.replace(STREET, unstable=True), "on town/street, unstable"),
    (VesselMove("boat", HERE, 0.0, (("a", HERE),), 3.0, 2.0), 'nobody aboard moves more than 2.0"'),
    (Under(("a", "b"), (("c", "town/wall"),), ()), "touches a, b; c is behind town/wall"),
    (Shelter("town/sacks", True), "behind town/sacks, a heavy barricade"),
    (PointInfo(HERE, part="town/street", distance=7.5), '7.5" away, on town/street'),
]


@pytest.mark.rule("GEO-12")
@pytest.mark.parametrize(("verdict", "sentence"), SAID)
def test_what_was_measured_is_said_in_a_few_words(verdict: Verdict | Leg, sentence: str) -> None:
    assert said(verdict, str) == sentence


@pytest.mark.rule("GEO-12")
def test_every_verdict_that_an_event_may_carry_has_words() -> None:
    types = set().union(*(carried(kind) for kind in kinds().values()))
    assert {type(verdict) for verdict, sentence in SAID if sentence} == types


@pytest.mark.rule("GEO-12")
def test_an_attack_says_the_beam_the_distance_and_the_share_that_is_hidden() -> None:
    attack = e.Attacked(
        who="a",
        target="b",
        weapon="Musket",
        distance=12.0,
        contact=False,
        in_cover=False,
        outcome="success",
        aces=2,
        damage=3,
        sight=Sight(True, ((0.0, 0.0, 0.0), (0.0, 12.3, 0.0))),
        apart=Distance(12.0, 12.0, 0.0, False, (HERE, HERE)),
        cover=Cover(0.18, 0.01, False, HERE),
    )
    assert words(attack, str) == 'seen along a beam of 12.3", 12.0" apart, 18% hidden ±1%'


@pytest.mark.rule("GEO-12")
def test_minis_are_called_by_their_names_and_terrain_by_its_own() -> None:
    told = {
        Drop(HERE, HERE, 4.0, "solid", "roof", False, onto=("b",)): '4.0" straight down onto B',  # type: ignore[arg-type]
        JumpSweep((HERE,), HERE, "b", 0.0, 0.0, False, 0.0, HERE, STREET, length=3.0): 'carries 3.0", stopped by B',
        Push((HERE,), HERE, 2.0, False, "b"): 'moved 2.0", stopped by B',
        Under(("a",), (("c", "wall"),), ()): "touches A; C is behind WALL",
    }
    assert {verdict: said(verdict, str.upper) for verdict in told} == told
