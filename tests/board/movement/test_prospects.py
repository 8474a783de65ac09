"""`ProspectOf`: where a move could end, and how far on it is from there."""

import math
from functools import cache

import numpy as np
import pytest

from sim.board.board import Board
from sim.board.model.queries import Mover, PathTo, ProspectOf
from sim.board.model.tableau import Figure, Tableau
from sim.board.model.terrain import Kind, Meaning, Obstacle
from sim.board.model.verdicts import Path, Prospect
from sim.board.movement.lattice import lattice_of
from sim.board.movement.nav_scene import nav_scene_of
from sim.geometry.paths.heightfield import LEVELS, SPACING
from tests.board.movement.scenes import wedge
from tests.shapes import box

STREET = ("ground/street", Meaning(climbable=False), box((0, 0, -4), (24, 24, 0)))
WALL = ("wall/wall", Meaning(climbable=False), box((11.5, 0, 0), (12.5, 20, 6)))  # open only in the north
GOAL = ((20.0, 4.0, 0.0, 1.0),)


def prospect(board: Board, mover: Mover, at: tuple[float, float, float], goals: tuple = GOAL) -> Prospect:
    found = board.answer(ProspectOf(mover, (goals,)), Tableau((Figure("a", at),)))
    assert isinstance(found, Prospect)
    return found


def test_places_lie_within_the_move_and_each_can_be_walked_to() -> None:
    board = Board.from_parts([STREET, WALL], size=(24, 24))
    found = prospect(board, Mover("a", 4.0), (9.0, 10.0, 0.0))
    assert len(found.at) > 1000
    assert found.cost.max() <= 4.0
    for row in range(0, len(found.at), 97):
        path = board.answer(PathTo(Mover("a", 4.0), tuple(found.at[row])), Tableau((Figure("a", (9.0, 10.0, 0.0)),)))
        assert isinstance(path, Path)
        assert path.refusal is None
        assert path.cost == pytest.approx(found.cost[row], abs=0.06)


@pytest.mark.rule("TERR-10")
def test_places_on_debris_and_small_obstacles_are_told_apart() -> None:
    boxes = [(kind, box((9 + 3 * n, 9, 0), (11 + 3 * n, 11, 0.5))) for n, kind in enumerate(Obstacle)]
    crates = [(f"crate/{kind.value}", Meaning(obstacle=kind), made) for kind, made in boxes]
    board = Board.from_parts([STREET, *crates], size=(24, 24))
    found = prospect(board, Mover("a", 16.0), (6.0, 10.0, 0.0))
    for n, kind in enumerate(Obstacle):
        there = (np.abs(found.at[:, 0] - 10 - 3 * n) < 0.3) & (np.abs(found.at[:, 1] - 10) < 0.3)
        assert there.any()
        assert (found.perch[there] == (kind is not Obstacle.LARGE)).all()
    assert not found.perch[found.at[:, 1] > 11.5].any()


def test_the_way_left_goes_round_a_wall() -> None:
    board = Board.from_parts([STREET, WALL], size=(24, 24))
    found = prospect(board, Mover("a", 4.0), (9.0, 4.0, 0.0))
    r = 15 / 25.4  # round both corners of the wall, the base touching them, to the rim of the goal
    round_it = math.hypot(2.5, 16.0) + 1.0 + r * math.pi / 2 + math.hypot(7.5, 16.0) - 1.0
    assert round_it - 0.3 <= found.now[0] <= round_it * 1.09
    best = found.at[int(np.argmin(found.left[0]))]
    assert best[1] > 7.5  # towards the opening, not at the goal
    assert found.left[0].min() == pytest.approx(found.now[0] - 4.0, abs=0.4)


@pytest.mark.parametrize("mover", [Mover("a", 9.0), Mover("a", 9.0, fly=True)])
@pytest.mark.parametrize("within", [2.0, 5.5, 8.6])
def test_of_the_places_only_those_near_by_are_told_if_no_others_are_wanted(mover: Mover, within: float) -> None:
    board = Board.from_parts([STREET, WALL], size=(24, 24))
    crowd = Tableau((Figure("a", (9.0, 10.0, 0.0)), Figure("b", (7.0, 11.0, 0.0)), Figure("c", (9.0, 15.0, 0.0))))
    whole = board.answer(ProspectOf(mover, (GOAL,)), crowd)
    near = board.answer(ProspectOf(mover, (GOAL,), within=within), crowd)
    rows = whole.cost <= within
    assert 0 < rows.sum() < len(rows)
    assert np.array_equal(near.at, whole.at[rows])
    assert np.array_equal(near.cost, whole.cost[rows])
    assert np.array_equal(near.left, whole.left[:, rows])
    assert np.array_equal(near.now, whole.now)
    assert np.array_equal(near.wet, whole.wet[rows])


@pytest.mark.parametrize(("gap", "passes"), [(30 / 25.4 - 0.05, False), (30 / 25.4 + 0.05, True)])
def test_a_gap_lets_a_base_through_that_fits_into_it(gap: float, passes: bool) -> None:
    north = ("north/wall", Meaning(climbable=False), box((11.5, 10 + gap / 2, 0), (12.5, 24, 6)))
    south = ("south/wall", Meaning(climbable=False), box((11.5, 0, 0), (12.5, 10 - gap / 2, 6)))
    found = prospect(Board.from_parts([STREET, north, south], size=(24, 24)), Mover("a", 6.0), (9.0, 10.0, 0.0))
    assert (found.at[:, 0].max() > 12.0) == passes
    assert np.isfinite(found.now[0]) == passes


@pytest.mark.parametrize("degrees", [0, 20, 40])
def test_a_slope_makes_a_way_longer(degrees: float) -> None:
    ramp = wedge(4, 0, 24, 24, 20 * math.tan(math.radians(degrees))) if degrees else box((4, 0, -4), (24, 24, 0))
    board = Board.from_parts([STREET, ("ramp/ramp", Meaning(climbable=False), ramp)], size=(24, 24))
    found = prospect(board, Mover("a", 6.0), (2.0, 12.0, 0.0))
    ahead = (abs(found.at[:, 1] - 12.0) < 0.01) & (found.at[:, 0] > 4.0)
    far = 2.0 + (found.at[ahead, 0] - 4.0) / math.cos(math.radians(degrees))
    assert found.cost[ahead] == pytest.approx(far, rel=0.03)


def test_there_is_no_way_left_where_a_wall_closes_the_street() -> None:
    shut = ("wall/wall", Meaning(climbable=False), box((11.5, 0, 0), (12.5, 24, 6)))
    found = prospect(Board.from_parts([STREET, shut], size=(24, 24)), Mover("a", 4.0), (9.0, 4.0, 0.0))
    assert len(found.at)
    assert np.isinf(found.left[0]).all()
    assert np.isinf(found.now[0])


def test_a_climb_leads_over_a_wall_where_climbs_are_allowed() -> None:
    shut = ("wall/wall", Meaning(), box((10.5, 0, 0), (13.5, 24, 3)))
    board = Board.from_parts([STREET, shut], size=(24, 24))
    over = prospect(board, Mover("a", 5.0), (9.0, 4.0, 0.0))
    straight = 20.0 - 9.0 - 1.0
    assert straight + 6.0 <= over.now[0] <= straight + 6.0 + 4.0 + 2.5  # up 3", down 3", and 2" of care for each roll
    assert np.isinf(prospect(board, Mover("a", 5.0, climb=False), (9.0, 4.0, 0.0)).now[0])


@pytest.mark.rule("MOVE-04")
def test_a_climb_longer_than_a_move_is_no_way() -> None:
    shut = ("wall/wall", Meaning(), box((10.5, 0, 0), (13.5, 24, 3)))  # 3" up, and 1.2" over the edge
    board = Board.from_parts([STREET, shut], size=(24, 24))
    assert np.isinf(prospect(board, Mover("a", 4.0), (9.0, 4.0, 0.0)).now[0])


def test_whoever_flies_goes_straight() -> None:
    board = Board.from_parts([STREET, WALL], size=(24, 24))
    found = prospect(board, Mover("a", 4.0, fly=True), (9.0, 4.0, 0.0))
    assert found.now[0] == pytest.approx(10.0)


def test_a_lattice_kept_on_disk_says_the_same(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BAUTA_CACHE", str(tmp_path))
    at = (9.0, 4.0, 0.0)
    fresh = prospect(Board.from_parts([STREET, WALL], size=(24, 24)), Mover("a", 4.0), at)
    board = Board.from_parts([STREET, WALL], size=(24, 24))
    assert lattice_of(board, nav_scene_of(board, Tableau(())), 30.0).is_whole  # read, not measured
    again = prospect(board, Mover("a", 4.0), at)
    for name in ("at", "cost", "left"):
        assert np.array_equal(getattr(fresh, name), getattr(again, name))


@pytest.mark.rule("MOVE-03")
@pytest.mark.parametrize("shift", [0.0, 0.03, 0.06, 0.09, 0.12])
def test_a_climb_leads_on_over_a_sloping_roof(shift: float) -> None:
    """Wherever the lattice lies: its places at the very eaves may have no room, and nothing leads on from those."""
    low, high = (10 + shift, 0), (24, 24)
    roof = ("roof/roof", Meaning(), wedge(*low, *high, 2.0) + np.array([0, 0, 2.0]))
    walls = ("roof/walls", Meaning(), box((*low, 0), (*high, 2)))
    board = Board.from_parts([STREET, walls, roof], size=(24, 24))
    over = prospect(board, Mover("a", 6.0), (8.0, 12.0, 0.0), ((15.0, 12.0, 3.0, 1.0),))
    assert np.isfinite(over.now[0])
    assert over.left[0].min() < over.now[0] - 4.0


@pytest.mark.rule("MOVE-05")
def test_a_goal_is_reached_where_the_base_can_stay() -> None:
    quay = ("ground/street", Meaning(climbable=False), box((0, 0, -4), (12, 24, 0)))
    water = ("canal/water", Meaning(kind=Kind.WATER), box((12, 0, -4), (24, 24, -0.75)))
    board = Board.from_parts([quay, water], size=(24, 24))
    found = prospect(board, Mover("a", 3.0), (14.0, 12.0, -0.75), ((11.0, 12.0, 0.0, 1.3),))
    r = 15 / 25.4
    assert found.now[0] == pytest.approx(14.0 - (12.0 - r), abs=0.2)  # its whole base ashore, not its rim on the quay
    assert found.left[0].min() == 0.0


@pytest.mark.rule("TERR-02")
def test_no_way_over_difficult_ground_is_without_a_roll() -> None:
    rubble = ("rubble/stones", Meaning(kind=Kind.DIFFICULT), box((8, 4, 0), (16, 20, 0.1)))
    board = Board.from_parts([STREET, rubble], size=(24, 24))
    figures = Tableau((Figure("a", (12.0, 12.0, 0.1)),))
    there = board.answer(ProspectOf(Mover("a", 5.0), (GOAL,), rolls=False), figures)
    assert np.allclose(there.at[:, :2], (12.0, 12.0), atol=0.01)
    beside = board.answer(ProspectOf(Mover("a", 5.0), (GOAL,), rolls=False), Tableau((Figure("a", (6.0, 12.0, 0.0)),)))
    inside = (beside.at[:, 0] > 8.01) & (abs(beside.at[:, 1] - 12.0) < 7.9)
    assert len(beside.at) > 1000
    assert not inside.any()


@pytest.mark.rule("MOVE-02")
@pytest.mark.parametrize(("crowd", "round_it"), [(0.0, False), (1.0, False), (9.0, True)])
def test_whoever_stands_in_the_way_is_gone_round_where_that_is_shorter(crowd: float, round_it: bool) -> None:
    south = ("south/wall", Meaning(climbable=False), box((8, 0, 0), (16, 11.3, 6)))
    north = ("north/wall", Meaning(climbable=False), box((8, 12.7, 0), (16, 20, 6)))  # a lane, and open in the north
    board = Board.from_parts([STREET, south, north], size=(24, 24))
    crowded = Tableau((Figure("a", (6.0, 12.0, 0.0)), Figure("b", (12.0, 12.0, 0.0))))
    found = board.answer(ProspectOf(Mover("a", 5.0), (((20.0, 12.0, 0.0, 1.0),),), crowd=crowd), crowded)
    r = 15 / 25.4
    through = 13.0 + crowd * 4 * r  # over the other base by the middle: its radius and the own, twice
    away = 8.0 - 1.0  # about both corners of the wall in the north, the base touching them
    for far in (math.hypot(2.0, 8.0), math.hypot(4.0, 8.0)):
        away += math.sqrt(far**2 - r**2) + r * (math.asin(8.0 / far) + math.asin(r / far))
    assert found.now[0] == pytest.approx(away if round_it else through, rel=0.04)


@pytest.mark.rule("MOVE-01")
@pytest.mark.parametrize("base", [30.0, 40.0, 50.0])
@pytest.mark.parametrize("name", ["san-canciano", "campiello-dei-remi", "calle-lunga"])
def test_wherever_there_is_a_way_a_move_leads_on(name: str, base: float) -> None:
    """The law of progress: whoever goes to the nearest place, again and again, comes to the goal.

    Each move gains what it is long, but for a base's width: at shores and in ruins it stops before or beyond what it
    cannot stay on, and before a climb that it could not finish; there for good where that alone is as long as a move.
    """
    board, move = shipped(name), 6.0
    field = lattice_of(board, nav_scene_of(board, Tableau(())), base, whole=True).field
    column, level = np.nonzero(field.stay_clearance * (np.arange(LEVELS) < field.count[:, None]) > 0.01)
    rng = np.random.default_rng(7)
    short: list[float] = []

    def some() -> tuple[float, float, float]:
        k = rng.integers(len(column))
        c = column[k]
        x, y = field.x + c % field.columns * SPACING, field.y + c // field.columns * SPACING
        return (round(x, 3), round(y, 3), round(float(field.rest_z[c, level[k]]), 3))

    for _ in range(25):
        at, goals = some(), (((*some(), 1.5),),)
        for _ in range(40):
            figures = Tableau((Figure("a", at, base_mm=base),))
            found = board.answer(ProspectOf(Mover("a", move), goals, care=0.0), figures)
            if not np.isfinite(found.now[0]) or found.now[0] == 0.0:
                break
            best = int(np.argmin(found.left[0]))
            gained = found.now[0] - found.left[0, best]
            if gained <= 0.01:
                way = board.answer(PathTo(Mover("a", 99.0), tuple(map(float, goals[0][0][:3]))), figures)
                climb = next((leg.cost for leg in way.legs if leg.kind in ("climb", "ladder")), 0.0)
                assert climb > move - 2 * SPACING, (name, base, at, goals)
                break
            short.append(min(move, found.now[0]) - gained)
            at = tuple(round(float(v), 3) for v in found.at[best])
        else:
            pytest.fail(f"{name}, {base:g} mm: {at} is not on the way to {goals}")
    assert float(np.median(short)) < 0.3
    assert float(np.quantile(short, 0.8)) < base / 25.4


@cache
def shipped(name: str) -> Board:
    return Board.load(name)


def test_where_a_move_ends_follows_who_comes_and_goes() -> None:
    """What is kept of one arrangement is told of another only where it makes no difference: as on a board that was
    asked nothing before. Others stand in the way, beside it, behind the wall and up on the ledge that is climbed."""
    parts = [STREET, WALL, ("ledge/stone", Meaning(), box((2, 12, 0), (5, 16, 2)))]
    board, rng = Board.from_parts(parts, size=(24, 24)), np.random.default_rng(16)
    at = [(6.0, 10.0, 0.0), (9.0, 12.0, 0.0), (15.0, 6.0, 0.0)]
    places = [(6.0, 12.5, 0.0), (14.0, 10.0, 0.0), (3.5, 14.0, 2.0), (14.5, 12.0, 0.0), (9.5, 8.0, 0.0)]
    for n in range(16):
        anywhere = tuple(np.round([*rng.uniform((2.0, 2.0), (11.0, 11.0)), 0.0], 3).tolist())
        at[1 + n % 2] = places[int(rng.integers(len(places)))] if n % 3 else anywhere
        tableau = Tableau(tuple(Figure(who, place) for who, place in zip("abc", at, strict=True)))
        goals = ((*at[1], 1.5),), ((20.0, 4.0, 0.0, 1.0),)
        query = ProspectOf(Mover("a", 5.0), goals, within=4.0)
        kept, anew = (
            board.answer(query, tableau),
            Board.from_parts(parts, size=(24, 24)).answer(query, tableau),
        )
        assert isinstance(kept, Prospect)
        assert isinstance(anew, Prospect)
        assert len(kept.at)
        assert (kept.at == anew.at).all()
        assert (kept.cost == anew.cost).all()
        assert (kept.left == anew.left).all()
        assert (kept.now == anew.now).all()


def test_a_walk_is_told_as_far_as_it_is_asked_for() -> None:
    board, tableau = Board.from_parts([STREET, WALL], size=(24, 24)), Tableau((Figure("a", (9.0, 16.0, 0.0)),))
    mover, goal = Mover("a", 8.0), ((9.0, 21.0, 0.0, 0.3),)
    whole, near = (board.answer(ProspectOf(mover, (goal,), told=told), tableau) for told in (99.0, 5.0))
    assert isinstance(whole, Prospect)
    assert isinstance(near, Prospect)
    within = whole.left[0] <= 5.0
    assert within.any()
    assert not within.all()
    assert (near.left[0, within] == whole.left[0, within]).all()
    assert (near.left[0, ~within] > 5.0).all()


@pytest.mark.parametrize("array", Prospect.__struct_fields__)
def test_nobody_who_asks_changes_what_others_are_told(array: str) -> None:
    board = Board.from_parts([STREET, WALL], size=(24, 24))
    found = prospect(board, Mover("a", 4.0), (9.0, 10.0, 0.0))
    with pytest.raises(ValueError, match="read-only"):
        getattr(found, array)[:] = 0
