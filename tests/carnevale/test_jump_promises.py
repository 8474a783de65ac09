"""What the outlook and the preview of a jump promise is what happens when those dice come (JUMP-01 to 09)."""

from __future__ import annotations

from math import cos, dist, sin
from random import Random
from typing import Any

import msgspec
import pytest

from sim.app.table.previews import moves
from sim.board.board import Board
from sim.board.model.queries import DropOf, GroundOf
from sim.board.model.tableau import Figure, Tableau
from sim.carnevale import action_odds
from sim.carnevale.actions import Jump
from sim.carnevale.dice import JUMP, Outcome, Result
from sim.carnevale.events import Charged, Fell, Jumped, LostLife, Moved
from sim.carnevale.odds import roll_odds
from sim.carnevale.state import rounded
from sim.carnevale.will import SpendWill
from sim.engine.requests import Choice, measured
from tests.carnevale.fighters import fighter
from tests.carnevale.tables import Point, Table, canal, do, fight, house, of, only, roof_street, street, take_turn

RESULTS = [
    *((Outcome.SUCCESS, n, [7] * n + [2] * (5 - n)) for n in (1, 2, 3, 5)),
    *((Outcome.CRITICAL, n, [10] + [7] * (n - 1) + [2] * (5 - n)) for n in (2, 4)),
    (Outcome.FAIL, 0, [2] * 5),
    (Outcome.FUMBLE, 0, [1, 2, 2, 2, 2]),
]


def places(board: Board, count: int, seed: int) -> list[tuple[Point, Point, Point | None]]:
    """Where it stands, where it jumps to (on the ground, in the water or in the air), and an enemy's place beside."""
    rng, found = Random(seed), []
    wide, deep = board.size

    def stand(x: float, y: float, *, dry: bool) -> Point | None:
        at = (round(x, 3), round(y, 3), round(rng.uniform(1, 9), 3))
        alone = Tableau((Figure("a", at, 30.0),))
        drop: Any = board.answer(DropOf("a", at), alone)
        if drop.rest is None or drop.ground is None or not drop.ground.whole or (dry and drop.ground.water):
            return None
        ground: Any = board.answer(GroundOf("a", drop.rest), alone)
        return drop.rest if ground.whole and not (dry and ground.water) else None

    while len(found) < count:
        x, y, turn, far = rng.uniform(1, wide - 1), rng.uniform(1, deep - 1), rng.uniform(0, 6.28), rng.uniform(1, 7)
        start = stand(x, y, dry=True)
        to_x, to_y = x + far * cos(turn), y + far * sin(turn)
        if start is None or not (0.6 < to_x < wide - 0.6 and 0.6 < to_y < deep - 0.6):
            continue
        to = stand(to_x, to_y, dry=False)
        if to is None or to[2] > start[2] + 3:
            continue
        aim = to if rng.random() < 0.8 else (to[0], to[1], min(round(to[2] + 1.5, 3), start[2] + 3))
        beside = rng.uniform(0, 6.28)
        enemy = stand(to[0] + 1.18 * cos(beside), to[1] + 1.18 * sin(beside), dry=False) if rng.random() < 0.5 else None
        if enemy is not None and dist(enemy[:2], start[:2]) < 1.3:
            enemy = None
        found.append((start, aim, enemy))
    return found


def arena(board: Board, start: Point, enemy: Point | None, dice: list[int]) -> Table:
    minis = [fighter("a", "north", start, lp=40)]
    minis += [fighter("b", "south", enemy, lp=40)] if enemy is not None else []
    return fight(board, *minis, dice=[*dice, *[2] * 60])


@pytest.mark.rule("JUMP-01", "JUMP-05", "JUMP-09", "DICE-13", "MOVE-05")
@pytest.mark.parametrize("name", ["san-canciano", "calle-lunga", "campiello-dei-remi"])
def test_every_result_of_a_jump_ends_as_foreseen(name: str) -> None:
    """Where it ends and by which way, whether it falls, how far, onto what, at what cost, and whom it charges."""
    board = Board.load(name)
    falls = charges = helped = 0
    for n, (start, to, enemy) in enumerate(places(board, 60, 7)):
        outcome, aces, dice = RESULTS[n % len(RESULTS)]
        table = arena(board, start, enemy, dice)
        take_turn(table, "a")
        if table.refusal({"act": "jump", "to": to}) is not None:
            continue
        about = (name, start, to, enemy, outcome, aces)
        found = measured(action_odds.jump(table.state, "a", Jump(to)), table.state, table.measure)
        if found.breaks_away < 1.0:
            continue
        most = JUMP.read(Result(outcome, aces))
        end = next(end for end in found.ends if end.length == most)
        sweep = end.sweep
        events = do(table, "a", {"act": "jump", "to": to})
        jumped = only(events, Jumped)
        assert jumped.rolled == most, about
        assert (jumped.path, jumped.to) == (tuple(map(rounded, sweep.path)), rounded(sweep.end)), about
        assert (jumped.falls, jumped.stopped_by) == (sweep.falls, sweep.stopped_by), about
        assert jumped.length == pytest.approx(sweep.length + sweep.nudged, abs=1e-3), about
        assert sweep.length <= most + 1e-3, about
        fell = of(events, Fell)
        assert len(fell) == sweep.falls, about
        if fell:
            assert fell[0].fallen == pytest.approx(sweep.fall_height), about
            assert (fell[0].rest, fell[0].landing) == (rounded(sweep.rest), sweep.ground.landing.value), about
            assert fell[0].part == sweep.ground.part, about
        nudges = [move for move in of(events, Moved) if move.how == "nudged"]
        assert [move.to for move in nudges] == ([rounded(sweep.rest)] if sweep.helped else []), about
        lost = [event.lost for event in of(events, LostLife) if event.who == "a" and event.why == "jump"]
        assert sum(lost) == end.harm, about
        assert table.state["a"].here == rounded(sweep.rest), about
        charged = [target for event in of(events, Charged) for target in event.targets]
        assert charged == [contact.id for contact in sweep.contacts], about
        stands: Any = table.measure(table.state, GroundOf("a"))
        assert stands.whole, about
        assert stands.part == sweep.ground.part, about
        falls, charges, helped = falls + sweep.falls, charges + bool(charged), helped + bool(sweep.helped)
    assert falls > 5
    assert charges > 0


@pytest.mark.rule("JUMP-05", "FALL-03")
def test_a_jump_right_into_the_water_falls_from_its_start() -> None:
    """Aimed at the water's surface and come there: water is no solid ground, and the height counts."""
    table = fight(
        canal(house((2, 2), (9, 22), 6.0)), fighter("a", "north", (8.3, 12, 6)), dice=[10, 7, 7, 7, 7] + [2] * 9
    )
    found = measured(action_odds.jump(table.state, "a", Jump((12, 12, -0.75))), table.state, table.measure)
    assert found.arrives == 0
    fell = only(do(table, "a", {"act": "jump", "to": (12, 12, -0.75)}), Fell)
    assert (fell.fallen, fell.height, fell.landing) == (6.75, 4.75, "water")


@pytest.mark.rule("JUMP-05", "FALL-02")
def test_a_jump_from_the_quay_to_the_surface_is_told_as_the_fall_that_was_promised() -> None:
    table = fight(canal(), fighter("a", "north", (9.4, 12, 0)), dice=[10, 7, 7, 7, 7])
    events = do(table, "a", {"act": "jump", "to": (13, 12, -0.75)})
    assert only(events, Jumped).falls
    assert only(events, Fell).fallen == 0.75


@pytest.mark.rule("MOVE-05", "DICE-13")
def test_the_help_of_half_an_inch_is_in_the_odds() -> None:
    """A base that comes down just beside the corner of a roof is put on it: no fall, in the outlook and in the game."""
    ledge = house((9, 9.8), (12, 14), 8.0, "ledge")
    table = fight(street(ledge), fighter("a", "north", (9.7, 13, 8)))
    found = measured(action_odds.jump(table.state, "a", Jump((11.6, 10.6, 8))), table.state, table.measure)
    end = next(end for end in found.ends if end.length == 4)
    assert (end.sweep.falls, end.harm) == (False, 0)
    assert 0 < end.sweep.helped <= 0.5


@pytest.mark.rule("JUMP-01", "DICE-05", "DICE-13")
def test_one_number_one_meaning() -> None:
    """The labels of a jump add up, and say what the panel and the question for Will Points say."""
    table = fight(roof_street(), fighter("a", "north", (9.4, 12, 8), wp=2), dice=[7, 7, 7, 7, 7, 2, 2])
    take_turn(table, "a")
    assert isinstance(table.request, Choice)
    to = (14.7, 12, 8)
    shown = moves.preview_jump(table.state, table.measure, table.request.region, to)
    found = measured(action_odds.jump(table.state, "a", Jump(to)), table.state, table.measure)
    assert sum(landing.chance for landing in shown.landings) == pytest.approx(1.0)
    lands = sum(landing.chance for landing in shown.landings if not landing.sweep.falls)
    assert lands == pytest.approx(found.by_will[0].lands)
    assert [each.will for each in found.by_will] == [0, 1, 2]
    assert found.lands == found.by_will[2].lands > found.by_will[0].lands
    table.answer({"act": "jump", "to": to})
    question = table.request
    assert isinstance(question, SpendWill)
    assert question.aim is not None
    asked = measured(
        action_odds.jump_chances(table.state, "a", question.aim, question.controlled), table.state, table.measure
    )
    assert [msgspec.structs.replace(each, life_lost=None) for each in asked] == list(found.by_will)
    assert found.by_will[0].lands < roll_odds(5).succeeds  # one Ace succeeds, and falls short


@pytest.mark.rule("MOVE-12", "DICE-13")
def test_a_jump_out_of_contact_tells_of_the_roll_before_it() -> None:
    table = fight(roof_street(), fighter("a", "north", (9.4, 12, 8)), fighter("b", "south", (9.4, 10.82, 8)))
    found = measured(action_odds.jump(table.state, "a", Jump((14.7, 12, 8))), table.state, table.measure)
    assert 0 < found.breaks_away < 1
