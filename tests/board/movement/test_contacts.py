"""What a path says of contact is what is measured where it ends (MOVE-10, GEO-04)."""

from __future__ import annotations

import math
from pathlib import Path as FilePath
from random import Random

import pytest

from sim.board.board import Board
from sim.board.model.queries import DistanceOf, DropOf, GroundOf, Mover, PathAlong, PathTo, ProspectOf
from sim.board.model.tableau import MM, Figure, Point, Tableau
from sim.board.model.verdicts import Distance, Drop, Ground, Path, Prospect
from tests.board.movement.scenes import HOUSE, WATER, R, Scene, block, board, street, town


def apart(scene: Scene, at: Point, other: str) -> Distance:
    """What is measured between the mini, put at a place, and another."""
    figures = tuple(Figure(f.id, at, f.base_mm) if f.id == "a" else f for f in scene.tableau.figures)
    found = scene.board.answer(DistanceOf("a", other), Tableau(figures))
    assert isinstance(found, Distance)
    return found


@pytest.mark.rule("MOVE-10", "GEO-04")
@pytest.mark.parametrize("turn", range(0, 360, 7))
def test_a_charge_from_anywhere_ends_in_measured_contact(turn: int) -> None:
    """Rounding to 0.001" once took a third of all charges out of contact again."""
    way = math.radians(turn)
    enemy = Figure("e", (10.0, 10.0, 0.0), 40.0)
    scene = Scene(board(street()), (10 + 5 * math.cos(way), 10 + 5 * math.sin(way), 0.0), enemy)
    path = scene.path((10.0, 10.0, 0.0), move=6.0, enemies=("e",))
    assert path.refusal is None
    assert [contact.id for contact in path.contacts] == ["e"]
    verdict = apart(scene, path.points[-1], "e")
    assert verdict.base_contact
    assert verdict.horizontal <= 0.004  # not by the last of what is forgiven
    assert path.contacts[0].at == path.ends.at == path.points[-1]
    assert path.cost == pytest.approx(5 - R - 20 * MM, abs=0.005)


@pytest.mark.rule("MOVE-10")
def test_a_way_past_an_enemy_ends_where_it_touches() -> None:
    """It grazes the enemy by 0.002" and would go on."""
    enemy = Figure("e", (10.0, 10.0 + 2 * R + 0.002, 0.0))
    scene = Scene(board(street()), (6.0, 10.0, 0.0), enemy)
    path = scene.along((14.0, 10.0, 0.0), enemies=("e",))
    assert [contact.id for contact in path.contacts] == ["e"]
    assert apart(scene, path.points[-1], "e").base_contact
    assert path.points[-1][0] == pytest.approx(10.0, abs=0.15)


@pytest.mark.rule("MOVE-10", "FALL-01")
@pytest.mark.parametrize("x", [12.6, 12.8, 13.0, 13.1, 13.2])
def test_a_charge_up_steps_ends_at_the_height_where_the_base_rests(x: float) -> None:
    """The height of a path between its corners was once drawn through the air."""
    home = town()
    enemy = Figure("e", (x + 2 * R, 14.0, 1.6 if x + R > 13.5 - R else 0.8))
    start = (10.0, 14.0, 0.0)
    if not ground(home, enemy).whole:
        pytest.skip("the enemy cannot stand there")
    scene = Scene(home, start, enemy)
    path = scene.path((enemy.at[0] - 2 * R, 14.0, enemy.at[2]), move=8.0, enemies=("e",))
    assert [contact.id for contact in path.contacts] == ["e"]
    assert path.ends.whole
    assert path.ends.at == path.points[-1]
    assert apart(scene, path.points[-1], "e").base_contact


def ground(home: Board, figure: Figure) -> Ground:
    found = home.answer(GroundOf(figure.id), Tableau((figure,)))
    assert isinstance(found, Ground)
    return found


@pytest.mark.rule("MOVE-10", "MOVE-05")
def test_who_meets_an_enemy_over_the_shore_is_helped_to_where_it_stands() -> None:
    """In contact with a swimmer while still half on the quay: nobody stands there."""
    quay = board(street(10.0), ("canal/water", WATER, block(10, 0, -2, 20, 20, -0.75)))
    enemy = Figure("e", (10 + 2.2 * R, 6.0, -0.75))
    scene = Scene(quay, (6.0, 5.0, 0.0), enemy)
    path = scene.along((11.0, 5.2, -0.75), enemies=("e",))
    assert path.refusal is None
    assert [contact.id for contact in path.contacts] == ["e"]
    assert path.ends.whole
    assert path.ends.free
    assert apart(scene, path.points[-1], "e").base_contact


@pytest.mark.rule("FALL-01", "MOVE-05")
@pytest.mark.parametrize(("x", "wet"), [(9.8, False), (10.2, True)])
def test_a_walk_ends_where_the_base_stands(x: float, wet: bool) -> None:
    """Half on the quay and half over the water nobody stands: it is helped by less than half an inch."""
    quay = board(street(10.0), ("canal/water", WATER, block(10, 0, -2, 20, 20, -0.75)))
    path = Scene(quay, (6.0, 5.0, 0.0)).along((x, 5.0, 0.0))
    assert path.refusal is None
    assert path.ends.whole
    assert path.ends.water is wet
    assert path.ends.at == path.points[-1]
    assert math.dist(path.points[-1][:2], (x, 5.0)) <= 0.5


@pytest.mark.rule("MOVE-10")
def test_what_a_part_of_a_leg_costs_is_what_it_costs_alone() -> None:
    """Cut short in the middle of a walk over steps, a way costs its inches in plan, not a share of its heights."""
    home = board(
        street(), ("steps/a", HOUSE, block(8, 8, 0, 12, 12, 0.9)), ("steps/b", HOUSE, block(10, 8, 0, 12, 12, 1.8))
    )
    enemy = Figure("e", (9.0, 10.0 + 2 * R, 0.9))
    scene = Scene(home, (5.0, 10.0, 0.0), enemy)
    path = scene.along((11.0, 10.0, 1.8), enemies=("e",))
    assert [contact.id for contact in path.contacts] == ["e"]
    assert path.cost == pytest.approx(path.points[-1][0] - 5.0, abs=0.01)


@pytest.mark.rule("MOVE-01")
@pytest.mark.parametrize("name", ["san-canciano", "campiello-dei-remi", "calle-lunga"])
def test_a_way_that_is_told_can_be_gone_again(name: str) -> None:
    """A path given back by its corners, as the log tells them, ends at the same place, in the same contact."""
    home, rng = Board.load(name), Random(5)
    asked, lost = 0, []
    while asked < 60:
        tableau = _scene(home, rng)
        if tableau is None:
            continue
        mover = Mover("a", 6.0, enemies=tuple(f.id for f in tableau.figures[1:]))
        near = home.answer(ProspectOf(mover), tableau)
        assert isinstance(near, Prospect)
        if not len(near.at):
            continue
        goals = [tuple(round(float(v), 3) for v in near.at[rng.randrange(len(near.at))]) for _ in range(3)]
        for goal in (*goals, *(f.at for f in tableau.figures[1:])):
            path = home.answer(PathTo(mover, goal), tableau)  # type: ignore[arg-type]
            assert isinstance(path, Path)
            if path.refusal is not None or len(path.points) < 2:
                continue
            asked += 1
            again = home.answer(PathAlong(mover, path.points[1:]), tableau)
            assert isinstance(again, Path)
            same = again.refusal is None and math.dist(again.points[-1], path.points[-1]) < 0.03
            if not same or [c.id for c in again.contacts] != [c.id for c in path.contacts]:
                lost.append((path.points, again.refusal))
    assert len(lost) <= asked // 100, lost


@pytest.mark.rule("MOVE-10")
@pytest.mark.parametrize(
    ("name", "at", "enemy", "to"),
    [
        ("campiello-dei-remi", (8.467, 6.896, 0.0), (11.48, 6.95, -0.75), (11.815, 7.099, -0.75)),
        ("campiello-dei-remi", (9.283, 12.609, 1.304), (10.344, 13.791, -0.317), (10.344, 13.791, -0.317)),
        ("san-canciano", (12.234, 9.861, -0.75), (15.247, 9.915, 0.97), (15.455, 9.936, 1.26)),
    ],
)
def test_a_way_that_grazes_an_enemy_ends_at_its_told_end_when_it_is_gone_again(
    name: str, at: Point, enemy: Point, to: Point
) -> None:
    tableau = Tableau((Figure("a", at), Figure("e", enemy)))
    mover = Mover("a", 8.735, enemies=("e",))
    home = Board.load(name)
    path = home.answer(PathTo(mover, to), tableau)
    assert isinstance(path, Path)
    assert path.contacts
    again = home.answer(PathAlong(mover, path.points[1:]), tableau)
    assert isinstance(again, Path)
    assert again.points[-1] == path.points[-1]


@pytest.mark.rule("MOVE-06", "MOVE-10", "FALL-01")
def test_whoever_leans_over_an_edge_meets_nobody_there() -> None:
    """Straight on to the enemy it would lean over the side of the bridge all the way, and fall before it strikes."""
    tableau = Tableau((Figure("a", (31.03, 11.946, 1.005)), Figure("e", (28.39, 7.466, 1.448))))
    mover = Mover("a", 9.0, enemies=("e",))
    home = Board.load("le-do-rive")
    straight = home.answer(PathAlong(mover, ((28.981, 8.49, 1.008),)), tableau)
    assert isinstance(straight, Path)
    assert straight.refusal is not None
    assert straight.refusal[0] == "MOVE-10"
    round_it = home.answer(PathTo(mover, (28.39, 7.466, 1.448)), tableau)
    assert isinstance(round_it, Path)
    assert [contact.id for contact in round_it.contacts] == ["e"]
    assert (round_it.refusal, round_it.ends.whole) == (None, True)


RUIN = """format = 1
name = "Test"
size = [36, 36]
[[pieces]]
piece = { kind = "house", seed = 9636, roof = "gable", pitch = 0.35, chimneys = 0, doors = ["south", "north"], \
brick = true, ruin = 0.15, outline = [[2.11, -2.39], [1.17, 0.15], [0.7, 2.79], [-1.72, 2.36], [-1.23, 0.37], \
[-0.97, -2.41]] }
at = [21.8, 25]
turn = 341
"""


@pytest.mark.rule("TERR-08")
def test_a_way_up_through_the_floors_of_a_ruin_can_be_gone_again() -> None:
    """It goes straight up in the middle of a room, and then on over the floor: not on below it."""
    tableau = Tableau((Figure("a", (22.018, 26.034, 1.9)),))
    mover = Mover("a", 6.932)
    home = Board.of_map(RUIN, FilePath("ruin.toml"), drawn=False)
    path = home.answer(PathTo(mover, (22.378, 24.145, 6.013)), tableau)
    assert isinstance(path, Path)
    assert [leg.kind for leg in path.legs] == ["run", "ruin", "run", "ruin", "run"]
    again = home.answer(PathAlong(mover, path.points[1:]), tableau)
    assert isinstance(again, Path)
    assert (again.refusal, again.points[-1]) == (None, path.points[-1])


def _scene(home: Board, rng: Random) -> Tableau | None:
    """Somebody on the street, a bridge or a roof, and up to two others near, all standing whole."""
    width, depth = home.size
    place = (rng.uniform(1, width - 1), rng.uniform(1, depth - 1), rng.choice([0.5, 4.0, 9.0]))
    own = _standing(home, Figure("a", place, rng.choice([25.0, 30.0, 40.0, 50.0])), ())
    if own is None:
        return None
    figures = [own]
    for number in range(2):
        x, y, z = own.at
        there = (x + rng.uniform(-4, 4), y + rng.uniform(-4, 4), z + 0.5)
        other = _standing(home, Figure(f"e{number}", there), tuple(figures))
        figures += [other] if other is not None else []
    return Tableau(tuple(figures))


def _standing(home: Board, figure: Figure, others: tuple[Figure, ...]) -> Figure | None:
    found = home.answer(DropOf(figure.id, figure.at), Tableau((*others, figure)))
    assert isinstance(found, Drop)
    if found.rest is None or found.ground is None or not (found.ground.whole and found.ground.free):
        return None
    return Figure(figure.id, found.rest, figure.base_mm)


@pytest.mark.rule("MOVE-10")
def test_whoever_is_pointed_at_is_charged_by_the_shortest_way() -> None:
    """The nearest place in contact is across a fence too high to step over: it is charged from the side instead."""
    fence = ("fence/planks", HOUSE, block(9.9, 9.2, 0, 10.0, 10.8, 3))
    enemy = Figure("e", (10.0 + R + 0.02, 10.0, 0.0))
    scene = Scene(board(street(), fence), (10.0 - 0.1 - R - 0.34, 10.0, 0.0), enemy)
    path = scene.path(enemy.at, move=8.0, climb=False, enemies=("e",))
    assert path.refusal is None
    assert [contact.id for contact in path.contacts] == ["e"]
    others = [scene.path(beside, move=8.0, climb=False, enemies=("e",)) for beside in _round(enemy)]
    costs = [other.cost for other in others if other.refusal is None and other.contacts]
    assert len(costs) > 3
    assert path.cost <= min(costs) + 0.1


@pytest.mark.rule("MOVE-10")
@pytest.mark.parametrize("turn", [0, 90, 200, 300])
def test_whoever_points_beside_an_enemy_means_that_side(turn: int) -> None:
    enemy = Figure("e", (10.0, 10.0, 0.0))
    scene = Scene(board(street()), (6.0, 10.0, 0.0), enemy)
    way = math.radians(turn)
    beside = (10 + 2 * R * 0.99 * math.cos(way), 10 + 2 * R * 0.99 * math.sin(way), 0.0)
    path = scene.path(beside, move=9.0, enemies=("e",))
    assert [contact.id for contact in path.contacts] == ["e"]
    assert math.dist(path.points[-1], beside) < 0.3  # its way may graze the enemy a little before


def _round(enemy: Figure) -> list[Point]:
    x, y, z = enemy.at
    ways = [math.radians(turn) for turn in range(0, 360, 15)]
    return [(x + 2 * R * math.cos(way), y + 2 * R * math.sin(way), z) for way in ways]


@pytest.mark.rule("MOVE-01")
def test_a_search_that_found_a_place_without_a_way_goes_on_without_it() -> None:
    """What the search had given up was taken up again with a way from nowhere, which led round and round."""
    home = Board.load("campiello-dei-remi")
    at = [(16.716, 11.914, 0.0), (18.709, 19.309, 0.0), (17.906, 12.615, 0.0)]
    foes = tuple(
        Figure(f"f{k}", place, size) for k, (place, size) in enumerate(zip(at, (40.0, 30.0, 30.0), strict=True))
    )
    tableau = Tableau((Figure("a", (20.863, 14.592, 0.0), 25.0), *foes))
    mover = Mover("a", 6.0, enemies=("f0", "f1", "f2"))
    path = home.answer(PathTo(mover, (17.125, 16.0, 2.134)), tableau)
    assert isinstance(path, Path)
    assert path.refusal is None or path.refusal[0] == "MOVE-01"


@pytest.mark.rule("MOVE-10")
@pytest.mark.parametrize("apart", [0.03, 0.05, 0.1, 0.5])
def test_a_charge_costs_the_inches_to_where_it_meets(apart: float) -> None:
    """Also where it meets somebody just before its corner."""
    enemy = Figure("b", (8 + 2 * R + apart, 8, 0))
    path = Scene(board(street()), (8, 8, 0), enemy).along((8 + apart + 0.02, 8, 0), enemies=("b",))
    assert [contact.id for contact in path.contacts] == ["b"]
    assert path.cost == pytest.approx(path.points[-1][0] - 8, abs=0.001)
    assert path.cost == pytest.approx(apart, abs=0.005)  # it comes closer than touching by so much at most
