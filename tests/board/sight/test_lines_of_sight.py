"""What the board answers about sight, cover and distance (GEO-01 to GEO-09, GEO-12)."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from sim.board.board import Board
from sim.board.files.bodies import Body, load_body
from sim.board.files.folders import maps_dir
from sim.board.model.errors import MeshError
from sim.board.model.queries import CoverOf, DistanceOf, LinesTo, SightOf, SightTo
from sim.board.model.tableau import Figure, Marker, Tableau, VesselAt
from sim.board.model.terrain import Kind, Meaning, VesselKind
from sim.board.model.verdicts import Cover, Distance, Lines, Sight
from sim.geometry.ray.rays import beam_clear
from tests.shapes import Floats, box, frame

R = 15 / 25.4  # of a 30 mm base
STREET = ("street/ground", Meaning(), box((0, 0, -0.2), (36, 36, 0)))


def street(**pieces: Floats) -> Board:
    return Board.from_parts([STREET, *((f"{name}/part", Meaning(), t) for name, t in pieces.items())])


def minis(*at: tuple[float, float, float], body: str = "human", facing: float = 0.0) -> Tableau:
    return Tableau(tuple(Figure("abcdef"[i], p, 30.0, body, facing) for i, p in enumerate(at)))


def sight(board: Board, tableau: Tableau, a: str = "a", b: str = "b", minis_block: bool = True) -> Sight:
    found = board.answer(SightOf(a, b, minis_block), tableau)
    assert isinstance(found, Sight)
    return found


def cover(board: Board, tableau: Tableau, low_terrain: bool = True, minis_block: bool = True) -> Cover:
    found = board.answer(CoverOf("a", "b", minis_block, low_terrain), tableau)
    assert isinstance(found, Cover)
    return found


def distance(board: Board, tableau: Tableau) -> Distance:
    found = board.answer(DistanceOf("a", "b"), tableau)
    assert isinstance(found, Distance)
    return found


@pytest.mark.rule("GEO-01")
def test_measuring_changes_nothing_and_can_be_asked_at_any_time() -> None:
    board, tableau = street(), minis((5, 5, 0), (9, 5, 0))
    before = distance(board, tableau)
    sight(board, tableau)
    cover(board, tableau)
    assert distance(board, tableau) == before
    assert tableau == minis((5, 5, 0), (9, 5, 0))


@pytest.mark.rule("GEO-02")
@pytest.mark.parametrize(("b", "expected"), [((9, 5, 0), 4 - 2 * R), ((5, 8, 4), np.hypot(3 - 2 * R, 4))])
def test_distance_runs_straight_between_the_closest_points_of_the_bases(
    b: tuple[float, float, float], expected: float
) -> None:
    found = distance(street(wall=box((6, 0, 0), (6.2, 36, 9))), minis((5, 5, 0), b))
    assert found.distance == pytest.approx(expected)  # the wall between does not lengthen it


@pytest.mark.rule("GEO-02")
def test_a_larger_base_is_nearer() -> None:
    small = Tableau((Figure("a", (5, 5, 0)), Figure("b", (9, 5, 0), 40)))
    assert distance(street(), small).distance == pytest.approx(4 - R - 20 / 25.4)


@pytest.mark.rule("GEO-03")
def test_a_low_wall_is_ignored_for_sight_and_hides_for_cover() -> None:
    board = street(wall=box((8, 0, 0), (8.2, 36, 1.0)))
    tableau = minis((5, 5, 0), (12, 5, 0))
    assert sight(board, tableau).visible
    assert cover(board, tableau).hidden > 0.5
    assert cover(board, tableau, low_terrain=False).hidden == 0


@pytest.mark.rule("GEO-03")
def test_a_wall_a_little_higher_is_not_low() -> None:
    tableau = minis((5, 5, 0), (12, 5, 0))
    low, high = (cover(street(wall=box((8, 0, 0), (8.2, 36, h))), tableau, low_terrain=False) for h in (1.0, 1.02))
    assert low.hidden == 0
    assert high.hidden > 0.5


@pytest.mark.rule("GEO-04")
@pytest.mark.parametrize(
    ("b", "contact"),
    [
        ((5 + 2 * R, 5, 0), True),
        ((5 + 2 * R + 0.02, 5, 0), False),
        ((5 + 2 * R, 5, 1.0), True),
        ((5 + 2 * R, 5, 1.01), False),
        ((5, 5.2, 0.9), True),  # one partly over the other
    ],
)
def test_base_contact_is_touching_from_above_within_an_inch_of_height(
    b: tuple[float, float, float], contact: bool
) -> None:
    assert distance(street(), minis((5, 5, 0), b)).base_contact == contact


@pytest.mark.rule("GEO-05")
def test_bases_that_touch_the_same_low_wall_within_an_inch_are_in_obstacle_contact() -> None:
    board = street(wall=box((8, 0, 0), (8.4, 36, 0.8)))
    across = minis((8 - R, 5, 0), (8.4 + R, 5, 0))
    assert distance(board, across).obstacle == "wall/part"
    assert not distance(board, across).base_contact
    assert distance(board, minis((8 - R - 0.1, 5, 0), (8.4 + R, 5, 0))).obstacle is None  # one does not touch it
    assert distance(street(wall=box((8, 0, 0), (9.2, 36, 0.8))), minis((8 - R, 5, 0), (9.2 + R, 5, 0))).obstacle is None


@pytest.mark.rule("GEO-05")
@pytest.mark.parametrize(
    ("one", "other", "named"),
    [
        ((8 - R, 18, 1.0), (8.4 + R, 18, 1.0), "wall/rail"),  # beside it
        ((8 - R, 18, -0.75), (8.4 + R, 18, -0.75), None),  # far below: they swim under a bridge
        ((8.2, 17, 1.5), (8.2, 18.5, 1.58), None),  # on it
    ],
)
def test_a_low_thing_that_rises_is_touched_where_it_is_beside_the_base(
    one: tuple[float, float, float], other: tuple[float, float, float], named: str | None
) -> None:
    """Of a rail over an arch, its lowest end and its highest counted all along it."""
    deck, rail = box((7, 0, -0.5), (10, 36, 0)), box((8, 0, 0), (8.4, 36, 0.5))
    for part in (deck, rail):
        part[..., 2] += part[..., 1] / 18
    parts = [("ground/floor", Meaning(), box((0, 0, -3), (12, 36, -2))), ("arch/deck", Meaning(), deck)]
    board = Board.from_parts([*parts, ("wall/rail", Meaning(), rail)])
    assert distance(board, minis(one, other)).obstacle == named


@pytest.mark.rule("GEO-05")
def test_a_high_wall_gives_no_obstacle_contact() -> None:
    board = street(wall=box((8, 0, 0), (8.4, 36, 1.5)))
    assert distance(board, minis((8 - R, 5, 0), (8.4 + R, 5, 0))).obstacle is None


@pytest.mark.rule("GEO-06")
def test_a_chink_in_a_wall_is_enough() -> None:
    tableau = minis((5, 5, 0), (12, 5, 0))
    assert sight(street(wall=frame(8, 0.2, (4.9, 4.95, 0.9, 0.95), 30)), tableau).visible
    blind = sight(street(wall=box((8, -20, -0.1), (8.2, 30, 6))), tableau)
    assert not blind.visible
    assert blind.blocker == "wall/part"


@pytest.mark.rule("GEO-06")
def test_weapons_and_hats_do_not_carry_sight() -> None:
    body = load_body("halberd")
    head_top = float(body.target.triangles[..., 2].max())
    assert body.height > head_top + 0.3
    between = (head_top + body.height) / 2
    board = street(wall=box((11.2, -20, -0.1), (11.3, 36, between)))
    tableau = minis((5, 5, 0), (12, 5, 0), body="halberd")
    assert not sight(board, tableau).visible
    assert cover(board, tableau).hidden < 1  # yet the halberd is seen, and counts for cover


@pytest.mark.rule("GEO-07")
def test_another_mini_blocks_sight_and_gives_cover_but_never_the_two_concerned() -> None:
    giant = Tableau(
        (Figure("a", (5, 5, 0), 30, "rat"), Figure("b", (9, 5, 0), 30, "rat"), Figure("c", (7, 5, 0), 60, "giant"))
    )
    board = street()
    alone = Tableau(giant.figures[:2])
    assert cover(board, alone).hidden == 0
    assert cover(board, giant).hidden > 0.05
    assert {share.part for share in cover(board, giant).by} == {"c", "c/base"}
    assert cover(board, giant, minis_block=False).hidden == 0


@pytest.mark.rule("GEO-07")
def test_a_crowd_hides_a_mini_altogether_when_minis_block() -> None:
    crowd = [Figure(f"g{i}", (7 + 0.7 * (i % 2), 3 + 0.35 * i, 0), 30, "human", 90.0 * i) for i in range(12)]
    tableau = Tableau((Figure("a", (4, 5, 0), 30, "rat"), Figure("b", (10, 5, 0), 30, "rat"), *crowd))
    hidden = sight(street(), tableau)
    assert sight(street(), tableau, minis_block=False).visible
    if not hidden.visible:
        assert hidden.blocker is not None
        assert hidden.blocker.startswith("g")


@pytest.mark.rule("GEO-08")
def test_cover_is_seen_from_the_head_of_the_attacker() -> None:
    board = street(wall=box((8, -20, -0.1), (8.2, 36, 1.1)))
    found = cover(board, minis((7, 5, 0), (14, 5, 0)))
    assert found.eye == pytest.approx((7, 5, load_body("human").eye[2]), abs=0.2)
    higher = cover(board, minis((7, 5, 2), (14, 5, 0)))
    assert higher.hidden < found.hidden


@pytest.mark.rule("GEO-08")
def test_who_is_seen_but_not_from_the_head_is_wholly_hidden() -> None:
    eye = load_body("human").eye[2]
    board = street(wall=frame(5.9, 0.1, (4.8, 5.2, 0.55, float(eye) - 0.35), 30))
    tableau = minis((5, 5, 0), (14, 5, 0))
    assert sight(board, tableau).visible
    assert cover(board, tableau).hidden > 0.9


@pytest.mark.rule("GEO-09")
def test_undecided_cover_goes_to_the_target() -> None:
    tableau = minis((5, 5, 0), (12, 5, 0))

    def at(top: float) -> Cover:
        return cover(street(wall=box((8, -20, 0), (8.2, 36, top))), tableau)

    low, high = 0.3, 1.5
    for _ in range(14):  # find a wall that hides just about a quarter
        middle = (low + high) / 2
        low, high = (middle, high) if at(middle).hidden < 0.25 else (low, middle)
    found = at(low)
    assert found.hidden < 0.25
    assert found.hidden + found.error >= 0.25
    assert found.in_cover
    assert found.error < 0.005


@pytest.mark.rule("GEO-12")
def test_verdicts_carry_their_evidence() -> None:
    wall = box((8, -20, -0.1), (8.2, 4.9, 6))
    board, tableau = street(wall=wall), minis((5, 5, 0), (12, 5, 0))
    seen = sight(board, tableau)
    assert seen.witness is not None
    start, end = (np.array(p) for p in seen.witness)
    assert beam_clear(np.concatenate([p.triangles for p in board.parts]), start, end)
    assert np.hypot(*(start - (5, 5, 0))[:2]) < 1
    assert np.hypot(*(end - (12, 5, 0))[:2]) < 1
    half = cover(board, tableau)
    assert [share.part for share in half.by] == ["wall/part"]
    assert half.by[0].hidden == pytest.approx(half.hidden, abs=1e-5)
    apart = distance(board, tableau)
    assert apart.closest == ((5 + R, 5, 0), (12 - R, 5, 0))


def test_what_is_not_visible_is_proven() -> None:
    found = sight(street(house=box((7, -5, -0.1), (9, 20, 6))), minis((5, 5, 0), (12, 5, 0)))
    assert (found.visible, found.proven, found.gap_bound, found.blocker) == (False, True, 0.0, "house/part")


def test_sight_to_a_point() -> None:
    board = street(house=box((7, -5, -0.1), (9, 20, 6)))

    def sees(point: tuple[float, float, float]) -> bool:
        found = board.answer(SightTo("a", point), minis((5, 5, 0)))
        assert isinstance(found, Sight)
        return found.visible

    assert sees((7, 5, 3))  # on the face of the wall
    assert sees((6, 9, 0))
    assert not sees((9.5, 5, 0))
    assert not sees((8, 5, 6.1))
    assert sees((7.0, 5, 6.0))  # the edge of the roof


EYE = float(load_body("human").eye[2])


@pytest.mark.parametrize(
    ("low", "high", "beyond"),
    [(-0.1, 6.0, False), (-0.1, EYE - 0.1, True), (-0.1, EYE + 0.1, False), (EYE - 0.1, 6.0, True)],
    ids=["a house", "a wall under its eye", "a wall over its eye", "an awning that legs are seen under"],
)
def test_lines_to_many_places_lead_from_eye_to_eye_or_to_half_its_height(low: float, high: float, beyond: bool) -> None:
    board = street(wall=box((11, -5, low), (11.4, 20, high)))
    places = ((12.0, 5.0, 0.0), (6.0, 9.0, 0.0), (12.0, 6.0, 0.0), (10.0, 2.0, 0.0))
    found = board.answer(LinesTo("a", "b", places), minis((5, 5, 0), (20, 30, 0)))
    assert found == Lines((beyond, True, beyond, True))


def test_lines_pass_minis_by() -> None:
    crowd = minis((5, 5, 0), (20, 30, 0), (8, 5, 0))
    assert street().answer(LinesTo("a", "b", ((11.0, 5.0, 0.0),)), crowd) == Lines((True,))


def test_water_hides_nothing() -> None:
    water = ("canal/water", Meaning(kind=Kind.WATER), box((6, 0, -0.75), (30, 36, -0.7)))
    board = Board.from_parts([water])
    found = board.answer(SightTo("a", (10, 5, -1.5)), minis((8, 5, -0.7)))
    assert isinstance(found, Sight)
    assert found.visible


def test_smoke_blocks_sight_while_it_lies() -> None:
    board, bare = street(), minis((5, 5, 0), (12, 5, 0))
    smoke = Tableau(bare.figures, (), (Marker("mist", "smoke", (8, 5, 0)),))
    aside = Tableau(bare.figures, (), (Marker("mist", "smoke", (8, 9, 0)),))
    assert sight(board, bare).visible
    assert sight(board, smoke).blocker == "mist"
    assert sight(board, aside).visible


@pytest.mark.parametrize("far", [1.3, 1.5, 1.7, 2.5])
def test_nobody_sees_through_smoke_from_rim_to_rim(far: float) -> None:
    """What stands out of it on either side begins where the smoke ends."""
    both = (Figure("a", (10 - far, 5, 0)), Figure("b", (10 + far, 5, 0)))
    assert sight(street(), Tableau(both)).visible
    assert not sight(street(), Tableau(both, markers=(Marker("mist", "smoke", (10, 5, 0)),))).visible


def test_no_sight_within_smoke() -> None:
    both = minis((8, 5, 0), (9.2, 5, 0)).figures
    found = sight(street(), Tableau(both, (), (Marker("mist", "smoke", (8.6, 5, 0)),)))
    assert not found.visible
    assert found.blocker == "mist"


@pytest.mark.rule("GEO-08", "SPELL-Abyssal-Mist")
@pytest.mark.parametrize(("middle", "hidden"), [(8.6, 1.0), (8.0, 1.0), (7.4, 1.0), (12.0, 0.0)])
def test_whoever_looks_out_of_smoke_sees_nothing_of_anybody(middle: float, hidden: float) -> None:
    """Of whoever stood in it too nothing was hidden: the line to it leads through no side of the smoke."""
    both = minis((8, 5, 0), (9.2, 5, 0)).figures
    assert cover(street(), Tableau(both, (), (Marker("mist", "smoke", (middle, 5, 0)),))).hidden == hidden


def test_a_vessel_blocks_where_it_lies_now() -> None:
    hull = ("barge/hull", Meaning(vessel=VesselKind.BOAT), box((-1, -3, 0), (1, 3, 4)))
    board, figures = Board.from_parts([STREET, hull]), minis((5, 5, 0), (12, 5, 0)).figures
    here = Tableau(figures, (VesselAt("barge", (8, 5, 0)),))
    gone = Tableau(figures, (VesselAt("barge", (8, 15, 0)),))
    assert sight(board, here).blocker == "barge/hull"
    assert sight(board, gone).visible


def test_a_body_of_one_part_is_all_torso() -> None:
    body = Body.from_parts("post", {"mesh": box((-0.2, -0.2, 0), (0.2, 0.2, 2))})
    assert body.target.triangles[..., 2].max() == 2
    assert body.eye == pytest.approx([0, 0, 2])


def test_an_unknown_body_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(MeshError, match=r"no body 'hydra': give a mesh file, or a name; there are: .*human"):
        load_body("hydra")


def moved(tableau: Tableau, **to: tuple[float, float, float]) -> Tableau:
    return Tableau(tuple(Figure(f.id, to.get(f.id, f.at), f.base_mm, f.body, f.facing) for f in tableau.figures))


def test_what_was_found_is_kept_while_nobody_comes_or_goes_between() -> None:
    board, tableau = street(), minis((5, 5, 0), (15, 15, 0), (5, 20, 0))
    found, hidden = sight(board, tableau), cover(board, tableau)
    elsewhere = moved(tableau, c=(3, 14, 0))
    assert sight(board, elsewhere) is found
    assert cover(board, elsewhere) is hidden
    between = moved(tableau, c=(9.5, 9.5, 0))
    assert cover(board, between).hidden > 0.5
    assert cover(street(), between) == cover(board, between)  # as on a board that nothing was asked of
    assert sight(board, between) == sight(street(), between)
    assert sight(board, between) is not found
    assert sight(board, moved(tableau, b=(15, 16, 0))) is not found


def test_the_beam_from_the_other_end_is_the_same_one() -> None:
    board, tableau = street(), minis((5, 5, 0), (15, 15, 0))
    there, back = sight(board, tableau), sight(board, tableau, "b", "a")
    assert there.witness is not None
    assert back.witness == there.witness[::-1]
    assert back == sight(street(), tableau, "b", "a")


def test_smoke_and_vessels_that_come_between_are_heeded() -> None:
    board, tableau = street(), minis((5, 5, 0), (15, 5, 0))
    assert sight(board, tableau).visible
    smoke = Tableau(tableau.figures, markers=(Marker("m", "smoke", (10, 5, 0), 1.5, 3.0),))
    assert not sight(board, smoke).visible
    assert sight(board, tableau).visible


def test_who_stands_beside_the_beams_is_heeded_where_a_search_hangs_on_it(tmp_path: Path) -> None:
    others = (
        Figure("c", (14.625, 16.625, -0.75), 30, "gondolier"),
        Figure("d", (14.125, 17.875, -0.75), 30, "acrobat"),
        Figure("e", (15.875, 19.25, 0.0), 30, "smoke-seller"),
        Figure("f", (14.75, 13.75, 0.0), 30, "huntsman"),
    )
    swimmers = (Figure("a", (14.75, 11.5, 0.0), 30, "swimmer"), Figure("b", (16.125, 21.125, 0.0), 30, "swimmer"))
    beside = Figure("g", (15.125, 20.375, 0.0), 40, "knight")
    today = (maps_dir() / "san-canciano.toml").read_text(encoding="utf-8")
    then = today.replace(
        'id = "ponteggio"\nat = [6.55, 23.9]\nturn = 270', 'id = "ponteggio"\nat = [6.55, 23.9]\nturn = 90'
    )
    assert then != today  # its scaffold stood otherwise when such a search was found
    (tmp_path / "then.toml").write_text(then, encoding="utf-8")
    board = Board.load(tmp_path / "then.toml")
    assert not sight(board, Tableau((*swimmers, *others))).proven
    assert sight(board, Tableau((*swimmers, *others, beside))).visible
