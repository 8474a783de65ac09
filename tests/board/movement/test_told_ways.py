"""What is told of a way can be gone: its corners, rounded as they are told, lead the same way again."""

from __future__ import annotations

import pytest

from sim.board.board import Board
from sim.board.model.queries import Mover, PathAlong, PathTo
from sim.board.model.tableau import Figure, Point, Tableau
from sim.board.model.verdicts import Path


def told_and_gone(home: Board, mover: Mover, tableau: Tableau, to: Point) -> tuple[Path, Path]:
    """The way to a place, and what its corners lead to when they are given back."""
    told = home.answer(PathTo(mover, to), tableau)
    assert isinstance(told, Path)
    assert told.refusal is None
    again = home.answer(PathAlong(mover, told.points[1:]), tableau)
    assert isinstance(again, Path)
    assert again.refusal is None
    return told, again


@pytest.mark.rule("MOVE-01")
@pytest.mark.parametrize(
    ("name", "base_mm", "at", "to"),
    [
        pytest.param("calle-lunga", 30.0, (13.255, 2.201, 0.72), (11.25, 1.0, 0.0), id="over the tip of an awning"),
        pytest.param("campiello-dei-remi", 30.0, (17.25, 22.375, 1.34), (17.625, 23.25, 0.0), id="off crates"),
        pytest.param("campiello-dei-remi", 40.0, (17.25, 22.375, 1.34), (17.625, 23.25, 0.0), id="off crates, wider"),
        pytest.param("campiello-dei-remi", 30.0, (12.093, 19.952, 1.69), (10.875, 20.0, 1.69), id="down a bridge"),
        pytest.param("san-canciano", 40.0, (6.454, 26.181, 0.0), (8.25, 27.5, 0.0), id="past a house"),
        pytest.param("san-canciano", 30.0, (8.672, 27.538, 0.0), (9.5, 28.25, 0.0), id="past a lamp-post"),
        pytest.param("calle-lunga", 30.0, (9.38, 41.923, 0.0), (8.75, 41.375, 0.0), id="past poles"),
        pytest.param("calle-lunga", 40.0, (14.081, 41.715, 0.842), (11.75, 42.875, 0.14), id="past a barricade"),
        pytest.param("san-canciano", 30.0, (18.25, 2.375, 2.1), (19.125, 4.125, 0.391), id="down a wall"),
        pytest.param("san-canciano", 30.0, (33.125, 30.125, 1.92), (34.625, 29.875, 0.0), id="down from a terrace"),
        pytest.param("san-canciano", 40.0, (15.715, 27.727, 0.72), (17.375, 28.375, 2.133), id="where its rim grazes"),
        pytest.param("san-canciano", 30.0, (16.125, 30.125, 0.0), (16.625, 25.375, 0.0), id="round a tip at a corner"),
        pytest.param("san-canciano", 30.0, (7.857, 7.863, 0.841), (7.75, 7.375, 0.721), id="away from a lamp-post"),
        pytest.param("san-canciano", 30.0, (19.451, 5.691, 0.0), (17.375, 4.125, 1.132), id="over rubble"),
        pytest.param("campiello-dei-remi", 30.0, (5.621, 9.124, 0.0), (7.5, 11.0, 0.583), id="along a wall it touches"),
    ],
)
def test_a_way_can_be_gone_as_it_is_told(name: str, base_mm: float, at: Point, to: Point) -> None:
    home, mover, tableau = Board.load(name), Mover("a", 5.0), Tableau((Figure("a", at, base_mm),))
    path = home.answer(PathTo(mover, to), tableau)
    assert isinstance(path, Path)
    assert path.refusal is None
    again = home.answer(PathAlong(mover, path.points[1:]), tableau)
    assert isinstance(again, Path)
    assert again.refusal is None
    assert again.points[-1] == path.points[-1]
    assert again.ends.at == path.ends.at


@pytest.mark.rule("MOVE-01")
@pytest.mark.parametrize(
    ("name", "base_mm", "at", "other", "to"),
    [
        pytest.param("calle-lunga", 50.0, (14.875, 27.75, 0.0), None, (12.125, 26.5, 1.403), id="over a parapet"),
        pytest.param("calle-lunga", 40.0, (14.5, 27.875, 0.0), None, (11.75, 26.5, 1.309), id="over it, narrower"),
        pytest.param("campiello-dei-remi", 40.0, (15.75, 8.625, 0.36), None, (14.5, 11.75, 1.309), id="another one"),
        pytest.param("campiello-dei-remi", 50.0, (8.0, 13.25, 0.977), None, (10.397, 12.218, 1.864), id="along one"),
        pytest.param("san-canciano", 30.0, (2.149, 15.369, 0.585), None, (4.0, 14.75, 0.818), id="from steps"),
        pytest.param(
            "campiello-dei-remi", 30.0, (17.375, 22.75, 1.34), (17.0, 23.375, 0.0), (17.125, 22.25, 1.34), id="a stack"
        ),
        pytest.param(
            "campiello-dei-remi", 30.0, (7.0, 1.375, 1.34), (7.125, 0.625, 0.0), (6.75, 1.75, 1.34), id="another stack"
        ),
        pytest.param(
            "san-canciano", 30.0, (28.25, 12.625, 1.34), (28.125, 13.0, 0.0), (29.0, 10.875, 0.0), id="past a statue"
        ),
        pytest.param(
            "campiello-dei-remi",
            30.0,
            (6.625, 1.875, 1.34),
            (6.75, 0.875, 0.0),
            (6.625, 3.375, 0.408),
            id="past a base",
        ),
        pytest.param(
            "san-canciano", 30.0, (14.75, 12.5, 0.75), (15.5, 13.75, 0.0), (16.703, 12.988, 1.34), id="off an edge"
        ),
    ],
)
def test_a_corner_that_only_just_has_room_is_told_where_it_has(
    name: str, base_mm: float, at: Point, other: Point | None, to: Point
) -> None:
    home, mover = Board.load(name), Mover("a", 5.0)
    others = () if other is None else (Figure("b", other, 30.0),)
    tableau = Tableau((Figure("a", at, base_mm), *others))
    told, again = told_and_gone(home, mover, tableau, to)
    assert again.points[-1] == pytest.approx(told.points[-1], abs=0.002)


@pytest.mark.rule("MOVE-01", "MOVE-10")
def test_a_straight_charge_over_a_parapet_is_told_as_it_can_be_gone() -> None:
    """No place of the lattice is beside that enemy, and no way over it leads there."""
    home, mover = Board.load("campiello-dei-remi"), Mover("a", 3.0, enemies=("b",))
    tableau = Tableau((Figure("a", (8.102, 12.234, 0.985), 60.0), Figure("b", (11.03, 12.414, 2.0), 40.0)))
    told, again = told_and_gone(home, mover, tableau, (9.111, 12.023, 1.261))
    assert [contact.id for contact in told.contacts] == [contact.id for contact in again.contacts] == ["b"]
    assert again.points[-1] == pytest.approx(told.points[-1], abs=0.002)


@pytest.mark.rule("MOVE-05", "MOVE-10")
def test_a_charge_that_is_helped_beside_one_enemy_may_meet_another_there() -> None:
    home, mover = Board.load("calle-lunga"), Mover("a", 4.0, enemies=("b", "c"))
    met = Figure("b", (20.125, 27.375, -0.75), 50.0), Figure("c", (19.723, 25.317, -0.75), 30.0)
    tableau = Tableau((Figure("a", (18.949, 26.224, -0.75), 30.0), *met))
    path = home.answer(PathTo(mover, (18.96, 26.308, -0.75)), tableau)
    assert isinstance(path, Path)
    end, radius = Figure("a", path.points[-1], 30.0), {one.id: one for one in met}
    assert [contact.id for contact in path.contacts] == [one for one in radius if end.touches(radius[one])]
    assert len(path.contacts) == 2


@pytest.mark.rule("MOVE-01")
def test_a_way_that_grazes_a_quay_costs_no_more_when_it_is_gone_again() -> None:
    home, mover = Board.load("san-canciano"), Mover("a", 7.0)
    tableau = Tableau((Figure("a", (15.0, 11.875, 1.34), 40.0),))
    path = home.answer(PathTo(mover, (16.75, 17.75, -0.75)), tableau)
    assert isinstance(path, Path)
    again = home.answer(PathAlong(mover, path.points[1:]), tableau)
    assert isinstance(again, Path)
    assert again.refusal is None
    assert again.cost == pytest.approx(path.cost, abs=0.01)


@pytest.mark.rule("MOVE-03")
def test_a_stack_of_crates_is_climbed_over_as_it_is_told() -> None:
    corners = ((15.735, 11.694, 1.34), (16.97, 12.465, 1.34), (16.97, 12.465, 0.68), (17.625, 12.875, 0.68))
    tableau = Tableau((Figure("a", (15.625, 11.625, 1.34), 30.0),))
    path = Board.load("san-canciano").answer(PathAlong(Mover("a", 5.0), corners), tableau)
    assert isinstance(path, Path)
    assert path.refusal is None
    assert path.points[1:] == corners


@pytest.mark.rule("MOVE-05", "MOVE-10")
def test_a_charge_that_is_helped_into_contact_can_be_gone_as_it_is_told() -> None:
    home, mover = Board.load("calle-lunga"), Mover("a", 5.0, enemies=("b",))
    tableau = Tableau((Figure("a", (17.693, 40.75, 0.0), 30.0), Figure("b", (19.191, 43.75, -0.75), 30.0)))
    path = home.answer(PathTo(mover, (20.23, 43.186, -0.75)), tableau)
    assert isinstance(path, Path)
    assert [contact.id for contact in path.contacts] == ["b"]
    again = home.answer(PathAlong(mover, path.points[1:]), tableau)
    assert isinstance(again, Path)
    assert again.refusal is None
    assert again.points[-1] == path.points[-1]
    assert again.contacts[0].id == "b"
    assert again.cost == pytest.approx(path.cost, abs=0.01)


@pytest.mark.rule("MOVE-02")
def test_nobody_steps_up_into_a_base() -> None:
    """Out of a canal, beside somebody on a stack over the quay: in the water there is room below."""
    home, mover = Board.load("san-canciano"), Mover("a", 4.0, enemies=("b",))
    tableau = Tableau((Figure("a", (13.25, 12.375, -0.25), 40.0), Figure("b", (15.5, 11.375, 1.34), 40.0)))
    path = home.answer(PathTo(mover, (15.037, 9.869, 0.97)), tableau)
    assert isinstance(path, Path)
    again = home.answer(PathAlong(mover, path.points[1:]), tableau)
    assert isinstance(again, Path)
    assert again.refusal is None
    assert again.points[-1] == path.points[-1]


@pytest.mark.rule("MOVE-10")
def test_a_charge_along_a_step_ends_where_it_is_told_to() -> None:
    """It touches the enemy over its last 0.2", in which it comes to rest 0.6" higher."""
    tableau = Tableau((Figure("a", (19.875, 30.875, 0.0), 30.0), Figure("b", (18.809, 30.323, 0.0), 30.0)))
    end = (19.938, 30.686, 0.575)
    path = Board.load("san-canciano").answer(PathAlong(Mover("a", 5.0, enemies=("b",)), (end,)), tableau)
    assert isinstance(path, Path)
    assert path.refusal is None
    assert path.points[-1] == end
    assert [contact.id for contact in path.contacts] == ["b"]


@pytest.mark.rule("MOVE-03", "MOVE-14")
def test_a_climb_whose_face_is_only_just_in_reach_leads_down_too() -> None:
    foot, top = (20.784, 6.091, 0.0), (21.376, 4.908, 6.36)
    home = Board.load("calle-lunga")
    for begin, end in ((foot, top), (top, foot)):
        tableau = Tableau((Figure("a", begin, 30.0),))
        path = home.answer(PathAlong(Mover("a", 12.0), (end,)), tableau)
        assert isinstance(path, Path)
        assert path.refusal is None


@pytest.mark.rule("MOVE-01")
def test_a_way_that_cannot_be_given_back_at_all_is_told_as_it_is() -> None:
    """From a rim on crates, where the first corner of what is told is refused already."""
    home, mover = Board.load("san-canciano"), Mover("a", 7.0, enemies=("b",))
    tableau = Tableau((Figure("a", (15.477, 11.876, 1.34), 40.0), Figure("b", (18.942, 13.28, 0.0), 40.0)))
    path = home.answer(PathTo(mover, (17.38, 13.368, 0.68)), tableau)
    assert isinstance(path, Path)
    assert path.refusal is None
    assert [contact.id for contact in path.contacts] == ["b"]
