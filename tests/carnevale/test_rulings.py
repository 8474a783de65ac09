"""What the rules ask the board, and what they make of its answers at the bounds (GEO)."""

from __future__ import annotations

from typing import Any

import pytest

from sim.board.model import queries as q
from sim.carnevale import rulings
from sim.carnevale.events import Event
from sim.carnevale.events.objectives import ObjectivePlaced, ObjectiveTaken
from sim.carnevale.objective import RADIUS, Objective
from sim.carnevale.options import Options
from sim.engine.requests import Ruling, measured
from tests.carnevale.tables import Table, fight, house, mini, plain_street, street

R = 15 / 25.4
AT, TO = (1.0, 2.0, 3.0), (4.0, 5.0, 6.0)
OPTIONS = Options(
    minis_block=False,
    low_terrain_gives_cover=False,
    blast_across=4.0,
    teardrop_length=9.0,
    teardrop_wide=5.0,
    teardrop_narrow=1.0,
)
MOVER = q.Mover("a", 5.0)


def table(*minis: Any, before: tuple[Event, ...] = (), board: Any = None) -> Table:
    made = minis or (mini("a", "north", (6, 6, 0)), mini("b", "south", (9, 6, 0)))
    game = fight(board or plain_street(), *made, before=before)
    game.state.options = OPTIONS
    return game


class Asking:
    """The arguments of a call; GAME stands for the game."""

    def __init__(self, *args: Any, **more: Any) -> None:
        self.args, self.more = args, more

    def __call__(self, ask: Any, game: Any) -> Any:
        return ask(*(game if arg is GAME else arg for arg in self.args), **self.more)


GAME = object()
ASKED: list[tuple[Any, Asking, q.Query, bool]] = [  # a ruling, what the board is asked, and whether only to be shown
    (rulings.sight, Asking(GAME, "a", "b"), q.SightOf("a", "b", minis_block=False), False),
    (rulings.cover, Asking(GAME, "a", "b"), q.CoverOf("a", "b", minis_block=False, low_terrain=False), False),
    (rulings.shelter, Asking("a", "b"), q.ShelterOf("a", "b"), False),
    (rulings.defended_over, Asking("a", AT, ("b",)), q.DefendedOver("a", AT, ("b",)), False),
    (rulings.distance, Asking("a", "b"), q.DistanceOf("a", "b"), False),
    (rulings.ground, Asking("a"), q.GroundOf("a"), False),
    (rulings.ground, Asking("a", AT), q.GroundOf("a", AT), False),
    (rulings.place, Asking("a", AT), q.PlaceAt("a", AT), False),
    (rulings.drop, Asking("a", AT), q.DropOf("a", AT), False),
    (rulings.under_blast, Asking(GAME, "a"), q.UnderBlast("a", across=4.0), False),
    (rulings.under_blast_at, Asking(GAME, AT), q.UnderBlast(None, AT, 4.0), False),
    (rulings.under_teardrop, Asking(GAME, "a", "b", 2.0), q.UnderTeardrop("a", "b", 2.0, 9.0, 5.0, 1.0), False),
    (rulings.path_along, Asking(MOVER, (AT, TO)), q.PathAlong(MOVER, (AT, TO)), False),
    (rulings.path_to, Asking(MOVER, TO), q.PathTo(MOVER, TO), False),
    (rulings.jump, Asking(GAME, "a", TO, 3.0), q.JumpAlong("a", TO, 3.0, 0.0, ("b",), wobble=0.5), False),
    (rulings.jump, Asking(GAME, "a", TO, 3.0, 1.0), q.JumpAlong("a", TO, 3.0, 1.0, ("b",), wobble=0.5), False),
    (rulings.push, Asking("a", TO, 3.0), q.PushAlong("a", TO, 3.0, ()), False),
    (rulings.push, Asking("a", TO, 3.0, ("b",)), q.PushAlong("a", TO, 3.0, ("b",)), False),
    (rulings.spot, Asking("a", AT, 3.0), q.NearestSpot("a", AT, 3.0, "any", stays=False), False),
    (
        rulings.spot,
        Asking("a", AT, 3.0, "water", "cart", "b", "mist", stays=True),
        q.NearestSpot("a", AT, 3.0, "water", touching="b", off="cart", clear_of="mist", stays=True),
        False,
    ),
    (rulings.row, Asking("boat", TO, 30.0, ("a",), 4.0), q.RowTo("boat", TO, 30.0, ("a",), 4.0), False),
    (rulings.sight_to, Asking("a", AT), q.SightTo("a", (1.0, 2.0, 3.05)), False),
    (rulings.as_evidence, Asking(rulings.ground("a")), q.GroundOf("a"), True),
    (rulings.shown_sight_to, Asking("a", AT), q.SightTo("a", (1.0, 2.0, 3.05)), True),
    (rulings.shown_distance, Asking("a", "b"), q.DistanceOf("a", "b"), True),
    (rulings.shown_ground_for, Asking("a", AT, 40.0), q.GroundOf("a", AT, base_mm=40.0), True),
]


@pytest.mark.rule("GEO-01", "GEO-12")
@pytest.mark.parametrize(("ask", "call", "query", "shown"), ASKED, ids=[ask.__name__ for ask, *_ in ASKED])
def test_what_the_board_is_asked_and_its_answer_handed_on(ask: Any, call: Asking, query: q.Query, shown: bool) -> None:
    rule, verdict = call(ask, table().state), YesVerdict()
    assert next(rule) == Ruling(query, evidence=shown)
    with pytest.raises(StopIteration) as ended:
        rule.send(verdict)
    assert ended.value.value is verdict


class YesVerdict:
    """Any verdict that says yes."""

    visible = True


@pytest.mark.rule("JUMP-01", "GEO-03", "GEO-12")
@pytest.mark.parametrize("shown", [False, True])
def test_a_place_that_is_not_seen_on_its_ground_is_looked_for_an_inch_higher(shown: bool) -> None:
    rule: Any = rulings.shown_sight_to("a", AT) if shown else rulings.sight_to("a", AT)
    next(rule)
    hidden = YesVerdict()
    hidden.visible = False
    assert rule.send(hidden) == Ruling(q.SightTo("a", (1.0, 2.0, 4.0)), evidence=shown)
    with pytest.raises(StopIteration) as ended:
        rule.send(hidden)
    assert ended.value.value is hidden
    if shown:  # what a journal lacks is not asked for again
        rule = rulings.shown_sight_to("a", AT)
        next(rule)
        with pytest.raises(StopIteration) as ended:
            rule.send(None)
        assert ended.value.value is None


@pytest.mark.rule("GEO-02", "GEO-01")
@pytest.mark.parametrize(
    ("gap", "may"), [(0, True), (5, True), (5.995, True), (5.999, True), (6.002, False), (6.6, False)]
)
@pytest.mark.parametrize("size", [30, 40])
def test_what_is_within_reach_is_measured_between_bases(gap: float, may: bool, size: int) -> None:
    other = mini("b", "south", (round(6 + R + size / 50.8 + gap, 3), 6, 0), size=size)
    game = table(mini("a", "north", (6, 6, 0)), other)
    for a, b in ("ab", "ba"):
        found = measured(rulings.reached(game.state, a, b, 6.0), game.state, game.measure)
        assert (found is not None) is may
        assert found is None or found.distance == pytest.approx(gap, abs=0.002)


@pytest.mark.rule("SCEN-03", "SCEN-04")
@pytest.mark.parametrize(
    ("gap", "near", "touches"),
    [
        (0.0, True, True),
        (0.5, True, False),
        (2.995, True, False),
        (2.999, True, False),
        (3.01, False, False),
        (3.8, False, False),
    ],
)
@pytest.mark.parametrize("size", [30, 50])
def test_how_near_a_character_is_to_an_objective(gap: float, near: bool, touches: bool, size: int) -> None:
    chest = Objective("chest", at=(round(6 + size / 50.8 + RADIUS + gap, 3), 6.0, 0.0))
    game = table(mini("a", "north", (6, 6, 0), size=size), before=(ObjectivePlaced(objective=chest),))
    found = measured(rulings.near(game.state, "a", "chest", 3.0), game.state, game.measure)
    assert (found is not None) is near
    touching = measured(rulings.touches(game.state, "a", "chest"), game.state, game.measure)
    assert (touching is not None) is touches
    game.state.emit(ObjectiveTaken(objective="chest", who="a"))
    assert measured(rulings.near(game.state, "a", "chest", 99.0), game.state, game.measure) is None
    assert measured(rulings.touches(game.state, "a", "chest"), game.state, game.measure) is None


@pytest.mark.rule("GEO-04", "GEO-05", "ABIL-Brawler")
@pytest.mark.parametrize(
    ("x", "z", "contact", "crowd"),
    [
        (6 + 2 * R, 0.0, True, 1),
        (6 + 2 * R, 1.0, True, 1),  # heights that differ by an inch
        (6 + 2 * R, 1.1, False, 0),
        (6 + 2 * R + 0.9, 0.0, False, 0),
        (6 + 2 * R + 3.0, 0.0, False, 0),
    ],
)
def test_who_is_in_base_contact(x: float, z: float, contact: bool, crowd: int) -> None:
    far = mini("c", "south", (20, 20, 0))
    minis = [
        mini("a", "north", (6, 6, 0)),
        far,
        mini("b", "south", (round(x, 3), 6, z)),
        mini("d", "north", (6, 4.9, 0)),
    ]
    block = house((round(x - R, 3) - 0.001, 4), (round(x + R, 3) + 0.3, 8), z) if z else None
    game = table(*minis, board=street(block) if block else None)
    touching = measured(rulings.contacts(game.state, "a"), game.state, game.measure)
    assert list(touching) == (["b"] if contact else [])
    assert measured(rulings.in_contact(game.state, "a"), game.state, game.measure) == list(touching)
    assert measured(rulings.opponents(game.state, "a"), game.state, game.measure) == crowd


@pytest.mark.rule("GEO-05", "ABIL-Brawler")
def test_an_obstacle_between_two_is_contact_for_attacks_alone() -> None:
    crate = house((7, 4), (7.5, 8), 0.9, "crate")
    game = table(mini("a", "north", (7 - R, 6, 0)), mini("b", "south", (7.5 + R, 6, 0)), board=street(crate))
    assert measured(rulings.contacts(game.state, "a"), game.state, game.measure) == {}
    assert measured(rulings.opponents(game.state, "a"), game.state, game.measure) == 1


@pytest.mark.rule("MOVE-01", "JUMP-01")
@pytest.mark.parametrize("size", [30, 60])
@pytest.mark.parametrize(
    ("along", "off"),
    [(0.0, False), (-0.004, False), (-0.01, True), (-0.5, True)],
    ids=["at it", "by a hair", "over", "far"],
)
def test_nobody_stands_over_the_edge_of_the_board(size: int, along: float, off: bool) -> None:
    game, r = table(mini("a", "north", (6, 6, 0), size=size)), size / 50.8
    for place in ((r + along, 12, 0), (24 - r - along, 12, 0), (12, r + along, 0), (12, 24 - r - along, 0)):
        assert rulings.off_board(game.state, "a", place) is off
    assert not rulings.off_board(game.state, "a", (12, 12, 0))
    assert rulings.across(game.state) == pytest.approx(24 * 2**0.5)
