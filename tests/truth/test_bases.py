"""Bases in sight and cover, in scenes that can be worked out on paper (GEO-06, 07, 08).

The target is a card of 0.4" by 1", or another that is as thin, upright on its base, and looked at from 100" away: so
far that each thing is seen as large as it is, but for a hundredth.
"""

from __future__ import annotations

from pathlib import Path

import pytest
import trimesh

from sim.board.board import Board
from sim.board.files.bodies import load_body
from sim.board.model.queries import CoverOf, SightOf
from sim.board.model.tableau import BASE_HEIGHT, Figure, Tableau
from sim.board.model.terrain import Meaning
from sim.board.model.verdicts import Cover, Sight
from tests.shapes import Floats, box, frame

FAR = 100.0  # inches that the eye is away
MM40 = 40 / 25.4  # inches across a base
CARD = 0.4 * 1.0  # square inches
BASE = MM40 * BASE_HEIGHT  # as it is seen from the side
EYE = float(load_body("human").eye[2])


@pytest.fixture
def card(tmp_path: Path) -> str:
    """A body that stands on its base as high as wide a card."""
    made = trimesh.creation.box(bounds=((-0.01, -0.2, BASE_HEIGHT), (0.01, 0.2, BASE_HEIGHT + 1.0)))
    made.export(tmp_path / "card.stl")
    return str(tmp_path / "card.stl")


def walls(*triangles: Floats) -> Board:
    """Walls over nothing: no ground, beside which a thing would be low."""
    away = box((500, 500, 0), (501, 501, 1))
    return Board.from_parts([(f"wall-{i}/part", Meaning(), t) for i, t in enumerate((*triangles, away))])


def looking(body: str, *others: Figure, eye: float = BASE_HEIGHT / 2, size: float = 40.0) -> Tableau:
    """`a` looks from so high over the underside of the target's base along x; the target `b` is at 0."""
    return Tableau((Figure("a", (-FAR, 0.0, eye - EYE)), Figure("b", (0.0, 0.0, 0.0), size, body), *others))


def cover(board: Board, tableau: Tableau, minis_block: bool = True) -> Cover:
    found = board.answer(CoverOf("a", "b", minis_block), tableau)
    assert isinstance(found, Cover)
    return found


def sight(board: Board, tableau: Tableau, minis_block: bool = True) -> Sight:
    found = board.answer(SightOf("a", "b", minis_block), tableau)
    assert isinstance(found, Sight)
    return found


def expect(found: Cover, exact: float) -> None:
    assert abs(found.hidden - exact) <= found.error + 0.01 * exact
    assert found.error <= 0.02


@pytest.mark.rule("GEO-08")
def test_a_wall_as_high_as_the_base_hides_the_base(card: str) -> None:
    expect(cover(walls(box((-2, -9, -9), (-1.9, 9, BASE_HEIGHT))), looking(card)), BASE / (BASE + CARD))


@pytest.mark.rule("GEO-08")
def test_half_a_base_behind_a_corner(card: str) -> None:
    # The wall ends in the middle of the base and is no higher: 0.094 of 0.589 square inches, 16%.
    expect(cover(walls(box((-2, 0, -9), (-1.9, 9, BASE_HEIGHT))), looking(card)), BASE / 2 / (BASE + CARD))


@pytest.mark.rule("GEO-08")
def test_half_a_mini_is_half_its_body_and_half_its_base(card: str) -> None:
    expect(cover(walls(box((-2, 0, -9), (-1.9, 9, 9))), looking(card)), 0.5)


@pytest.mark.rule("GEO-08")
def test_of_a_mini_seen_over_a_wall_all_but_the_upper_half_of_its_body_is_hidden(card: str) -> None:
    top = BASE_HEIGHT + 0.5
    expect(cover(walls(box((-2, -9, -9), (-1.9, 9, top))), looking(card)), (BASE + CARD / 2) / (BASE + CARD))


@pytest.mark.rule("GEO-08")
def test_the_base_reaches_out_beside_the_body(card: str) -> None:
    # Behind a wall with a doorway as wide as the card: of the base, 0.4 of 1.575 inches are seen.
    doorway = frame(-2, 0.1, (-0.2, 0.2, -9, 9), 20)
    expect(cover(walls(doorway), looking(card)), BASE * (1 - 0.4 / MM40) / (BASE + CARD))


@pytest.mark.rule("GEO-08")
@pytest.mark.parametrize("size", [25.0, 50.0])
def test_a_larger_base_is_more_of_the_silhouette(card: str, size: float) -> None:
    base = size / 25.4 * BASE_HEIGHT
    expect(cover(walls(box((-2, -9, -9), (-1.9, 9, BASE_HEIGHT))), looking(card, size=size)), base / (base + CARD))


@pytest.mark.rule("GEO-08")
def test_from_above_the_top_of_the_base_is_seen(card: str) -> None:
    # From 45 degrees above, the top is an ellipse of width d and height d * sin 45; its edge adds d * 0.12 * cos 45 and
    # the card, foreshortened alike, stands on the middle of it: of its 1" all but d / 2 rises over the ellipse.
    flat = 0.5**0.5
    over = 0.4 * (1.0 - MM40 / 2) * flat
    seen = 3.14159 / 4 * MM40**2 * flat + MM40 * BASE_HEIGHT * flat + over
    above = Tableau((Figure("a", (-FAR, 0.0, FAR - EYE)), Figure("b", (0.0, 0.0, 0.0), 40.0, card)))
    # A wall whose top is seen against the far rim of the base hides all but what of the card rises over that.
    edge = MM40 / 2 + 2.0 + BASE_HEIGHT
    found = cover(walls(box((-2.1, -9, -9), (-2, 9, edge))), above)
    assert found.hidden == pytest.approx(1 - over / seen, abs=0.03)


@pytest.mark.rule("GEO-07")
def test_the_base_of_another_hides(card: str) -> None:
    # Half-way stands a mini on a base of 40 mm so that its base covers a band of the card: as high as the base, twice
    # as large as it is, and wider than the card; its own card is above all that is looked at.
    other = Figure("c", (-FAR / 2, 0.0, 0.25), 40.0, card)
    found = cover(walls(), looking(card, other, eye=0.3))
    by = {share.part: share.hidden for share in found.by}
    assert by["c/base"] == pytest.approx(0.4 * 2 * BASE_HEIGHT / (BASE + CARD), abs=0.03)
    assert set(by) == {"c", "c/base"}
    assert cover(walls(), looking(card, other, eye=0.3), minis_block=False).hidden == 0


@pytest.mark.rule("GEO-06")
def test_a_base_is_not_seen(card: str) -> None:
    # A curtain before it hangs down to the middle of its base.
    board = walls(box((-0.9, -9, BASE_HEIGHT / 2), (-0.85, 9, 99)))
    assert not sight(board, looking(card)).visible
    assert sight(board, looking(card)).proven
    assert cover(board, looking(card)).hidden == pytest.approx((CARD + BASE / 2) / (BASE + CARD), abs=0.02)


@pytest.mark.rule("GEO-07")
def test_the_base_of_another_blocks_sight(card: str) -> None:
    # All that two see each other through is a slit, and the base of a third fills it.
    slit = frame(-50, 0.1, (-0.5, 0.5, 0.55, 0.65), 120)
    other = Figure("c", (-49, 0.0, 0.54), 50.0, card)
    assert sight(walls(slit), looking(card, eye=0.6)).visible
    blocked = sight(walls(slit), looking(card, other, eye=0.6))
    assert not blocked.visible
    assert blocked.proven
    assert sight(walls(slit), looking(card, other, eye=0.6), minis_block=False).visible


@pytest.mark.rule("GEO-07")
def test_bases_one_on_the_other_are_a_wall(card: str) -> None:
    stack = [Figure(f"c{i}", (-50.0, 0.0, i * BASE_HEIGHT - 2), 300.0, card) for i in range(40)]
    blocked, found = sight(walls(), looking(card, *stack, eye=0.6)), cover(walls(), looking(card, *stack, eye=0.6))
    assert not blocked.visible
    assert blocked.proven
    assert found.hidden == pytest.approx(1)
    assert any(share.part.endswith("/base") for share in found.by)


@pytest.mark.rule("GEO-08")
@pytest.mark.parametrize("turn", [0.0, 30.0, 45.0, 77.0])
def test_a_wall_that_a_base_stands_against_hides_nothing_of_it(turn: float) -> None:
    wall = box((20 / 25.4, -9, 0), (1.5, 9, 9))
    ground = box((-120, -9, -1), (1.5, 9, 0))
    tableau = Tableau((Figure("a", (-8.0, 1.0, 0.0)), Figure("b", (0.0, 0.0, 0.0), 40.0, "lady", turn)))
    assert cover(walls(wall, ground), tableau).hidden == 0


@pytest.mark.rule("GEO-08")
def test_a_base_that_touches_another_beside_it_is_not_hidden_by_it(card: str) -> None:
    beside = Figure("c", (0.0, MM40, 0.0), 40.0, card)
    assert cover(walls(), looking(card, beside)).hidden == 0


@pytest.mark.rule("GEO-08")
def test_from_below_a_ledge_hides_the_base_that_stands_on_its_brink(card: str) -> None:
    # The eye is below the roof: its edge hides the foot of whoever stands back from it, base first.
    roof = box((-MM40 / 2, -9, -3), (9, 9, 0))
    there = cover(walls(roof), looking(card, eye=-20.0))
    back = Tableau((*looking(card, eye=-20.0).figures[:1], Figure("b", (1.0, 0.0, 0.0), 40.0, card)))
    assert there.hidden < cover(walls(roof), back).hidden


@pytest.mark.rule("GEO-08")
def test_a_base_hides_nothing_of_its_own_mini_and_nothing_from_it() -> None:
    two = Tableau((Figure("a", (-3.0, 0.0, 0.0), 300.0, "rat"), Figure("b", (9.0, 0.0, 0.0), 300.0, "rat")))
    assert cover(walls(), two).hidden == 0
    assert sight(walls(), two).visible
