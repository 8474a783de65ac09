"""Runs at the table that end on a wall, charge round what stands in the way, and throws that end in water."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import pytest

from sim.app.render.overlay import Overlay
from sim.app.table import previews
from sim.app.table.controller import TableController
from sim.app.table.preview_marks import draw
from sim.board.board import Board
from sim.carnevale.actions import Row, Run
from sim.carnevale.actions.grapple import ThrowPoints
from sim.carnevale.actions.row import WhereRowed
from sim.carnevale.events import Moved
from sim.engine.requests import Choice
from sim.words.tongues import load
from tests.app.table_games import free_fight, member, ready
from tests.carnevale.fighters import fighter
from tests.carnevale.tables import MADE, block, canal, fight, gondola, roof_street, take_turn

R = 30 / 25.4 / 2
Meaning = MADE[0]


def acting(
    folder: Path, board: Board, at: tuple[float, float, float], enemy: tuple[float, float, float]
) -> TableController:
    """A's turn has begun."""
    table = ready(
        TableController(free_fight(board, folder, [member("a", at, ap=3)], [member("b", enemy)], dice=[8] * 60))
    )
    table.click("a", at)
    return ready(table)


def pointed(table: TableController, at: tuple[float, float, float], figure: str | None = None) -> Any:
    table.hover(figure, at)
    ready(table)
    return table.preview


@pytest.mark.rule("MOVE-04")
def test_pointing_at_a_walls_face_offers_to_climb_there_and_stay(tmp_path: Path) -> None:
    table = acting(tmp_path, roof_street(), (2, 6, 0), (22, 22, 0))
    shown = pointed(table, (4.0, 6.0, 3.0))
    assert shown.refusal is None
    assert shown.path.ends.at == pytest.approx((4 - R, 6, 3), abs=0.05)
    assert (
        shown.words[-1]
        == 'climbs 3.0" up the wall and stays on it until the next action; falls 3.0" if the turn ends there'
    )
    table.click(None, (4.0, 6.0, 3.0))
    table.click(None, (4.0, 6.0, 3.0))
    ready(table)
    assert table.model.shown["a"].on_wall
    assert table.model.shown["a"].here == shown.path.ends.at


@pytest.mark.rule("MOVE-04", "MOVE-01")
def test_a_climb_that_is_too_far_is_offered_as_far_as_move_goes_and_goes_on_from_there(tmp_path: Path) -> None:
    table = acting(tmp_path, roof_street(), (3, 6, 0), (22, 22, 0))
    heights = []
    for _ in range(3):
        shown = pointed(table, (4.8, 6.0, 8.0))
        assert shown.refusal is None, shown.words
        table.click(None, (4.8, 6.0, 8.0))
        table.confirm()
        ready(table)
        heights.append(table.model.shown["a"].here[2])
    assert heights[0] == pytest.approx(5 - (1 - R), abs=0.05), "MOVE 5, less the way to the wall"
    assert heights[1:] == sorted(heights[1:])
    assert heights[2] == 8.0
    assert not table.model.shown["a"].on_wall


@pytest.mark.rule("MOVE-04")
def test_whoever_hangs_on_a_wall_is_offered_no_climb_to_where_it_hangs(tmp_path: Path) -> None:
    """It climbed 0.0", for a roll; and a click on the wall beside it took it down to the foot and up again."""
    table = acting(tmp_path, roof_street(), (3.2, 6, 0), (22, 22, 0))
    pointed(table, (4.0, 6.0, 3.0))
    table.click(None, (4.0, 6.0, 3.0))
    table.confirm()
    ready(table)
    here = table.model.shown["a"].here
    assert table.model.shown["a"].on_wall
    for figure, at in (("a", here), (None, (here[0] + 0.02, here[1], here[2] + 0.02)), (None, (4.0, 6.0, here[2]))):
        shown = pointed(table, at, figure)
        assert (shown.title, shown.words, shown.path.rolls) == ("Stay here", (), 0), at
    table.give(shown.answer)
    ready(table)
    assert (table.model.shown["a"].here, table.model.shown["a"].on_wall) == (here, True)


@pytest.mark.rule("MOVE-04")
def test_on_along_a_wall_the_base_stays_beside_its_face(tmp_path: Path) -> None:
    table = acting(tmp_path, roof_street(), (3.2, 6, 0), (22, 22, 0))
    for aim in ((4.0, 6.0, 3.0), (4.0, 7.0, 4.0)):
        pointed(table, aim)
        table.click(None, aim)
        table.confirm()
        ready(table)
    assert table.model.shown["a"].here == pytest.approx((4 - R, 7, 4), abs=0.05)


def posted() -> Board:
    """A post that is not climbed, between (5, 6) and (7, 6)."""
    return Board.from_parts(
        [
            ("ground/paving", Meaning(), block((0, 0, -2), (24, 24, 0))),
            ("post/shaft", Meaning(climbable=False), block((5.9, 5.9, 0), (6.1, 6.1, 2))),
        ],
        size=(24.0, 24.0),
    )


@pytest.mark.rule("MOVE-10")
def test_a_charge_that_is_not_straight_says_what_stands_in_the_way_and_shows_other_sides(tmp_path: Path) -> None:
    table = acting(tmp_path, posted(), (5, 6, 0), (7, 6, 0))
    shown = pointed(table, (7, 6, 0.5), "b")
    assert "not straight on: the shaft of Post stands in the way" in shown.words
    assert len(shown.others) >= 3
    x, y, z = side = shown.others[0]
    beside = pointed(table, (x, y, z))
    assert beside.path.contacts[0].id == "b"
    assert beside.path.points[-1] == pytest.approx(side, abs=0.05)
    table.click(None, (x, y, z))
    table.confirm()
    ready(table)
    assert table.model.shown["a"].here == beside.path.points[-1]
    assert any(isinstance(event, Moved) and event.path[-1] == beside.path.points[-1] for event in table.model.shown.log)


@pytest.mark.rule("MOVE-10")
def test_a_charge_straight_on_is_told_as_before(tmp_path: Path) -> None:
    table = acting(tmp_path, roof_street(), (2, 2, 0), (5, 2, 0))
    shown = pointed(table, (5, 2, 0.5), "b")
    assert shown.path.contacts[0].id == "b"
    assert shown.others == ()
    assert not any("straight" in words for words in shown.words)


def thrown(
    at: tuple[float, float, float], to: tuple[float, float, float], board: Board | None = None
) -> tuple[str, ...]:
    """What is said of B, thrown by A from there to there."""
    table = fight(board or canal(), fighter("a", "north", (at[0] - 1.18, at[1], at[2])), fighter("b", "south", at))
    take_turn(table, "a")
    assert isinstance(table.request, Choice)
    return previews.preview_push(table.state, table.measure, ThrowPoints("a", "b", 6.0), to).words


@pytest.mark.rule("ACT-07", "FALL-03")
@pytest.mark.parametrize(
    ("surface", "says"), [(-0.75, "lands in the water: swims"), (-3, 'falls 3.0" into the water: swims')]
)
def test_a_throw_into_water_says_so(surface: float, says: str) -> None:
    words = thrown((9.2, 12, 0), (13.0, 12, 0), canal(surface=surface))
    assert says in words
    assert not any('0.0"' in each or "solid" in each or "ground" in each for each in words)


@pytest.mark.rule("ACT-07")
def test_how_far_somebody_falls_who_is_thrown_is_told_on_the_board_as_elsewhere() -> None:
    table = fight(canal(surface=-3), fighter("a", "north", (8.02, 12, 0)), fighter("b", "south", (9.2, 12, 0)))
    take_turn(table, "a")
    shown = previews.preview_push(table.state, table.measure, ThrowPoints("a", "b", 6.0), (13.0, 12, 0))
    marks = Marks()
    draw(shown, cast(Overlay, marks), table.state)
    assert [load("fr").told(words) for words in marks.falls] == ['3,0"']


@pytest.mark.rule("ACT-07")
def test_a_throw_along_the_street_says_nothing_of_the_ground() -> None:
    assert thrown((3, 12, 0), (6.0, 12, 0)) == ('3.0" of 6"',)


class Marks:
    """Where ghosts were drawn, and what was said of falls; all else is drawn nowhere."""

    def __init__(self) -> None:
        self.ghosts: list[tuple[float, float, float]] = []
        self.falls: list[str] = []

    def drop(self, _from: object, _to: object, words: str = "") -> None:
        self.falls.append(words)

    def ghost(self, at: tuple[float, float, float], *_: Any) -> None:
        self.ghosts.append(at)

    def __getattr__(self, _: str) -> Any:
        return lambda *_, **__: None


@pytest.mark.rule("TERR-01")
def test_a_place_where_no_base_stands_is_shown_as_refused_where_it_was_pointed_at(tmp_path: Path) -> None:
    """Its ghost stood over the mini itself, as no way was found."""
    table = acting(tmp_path, posted(), (2, 6, 0), (20, 20, 0))
    shown = pointed(table, (6.0, 6.0, 2.0))
    assert shown.refusal.rule == "TERR-01"
    marks = Marks()
    draw(shown, cast("Any", marks), table.model.shown)
    assert marks.ghosts == [pytest.approx((6.0, 6.0, 2.0))]


@pytest.mark.rule("TERR-12")
def test_a_run_into_a_gondola_says_that_it_ends_aboard(tmp_path: Path) -> None:
    """It told the inches that are swum, and nothing of the gondola."""
    table = acting(tmp_path, canal(gondola(10.85, 12)), (9, 12, 0), (22, 22, 0))
    assert "aboard the gondola" in pointed(table, (10.85, 12, -0.45)).words
    assert not any("aboard" in words for words in pointed(table, (7, 12, 0)).words)


@pytest.mark.rule("TERR-13")
def test_where_a_gondola_was_aimed_is_drawn_until_another_place_is_pointed_at(tmp_path: Path) -> None:
    """ "As aimed" was offered after the roll, and nothing on the board said where that was."""
    table = acting(tmp_path, canal(gondola(13, 12)), (11, 12, -0.75), (22, 22, 0))
    for answer in (Run(to=(13, 12, -0.45)), Row(to=(13.5, 15.0, -0.75), turn=10.0)):
        table.give(answer)
        ready(table)
    while not isinstance(table.choice, WhereRowed):
        table.give(table.choice.default)  # type: ignore[union-attr]
        ready(table)
    table.hover(None, None)
    ready(table)
    shown: Any = table.preview
    assert (shown.at, shown.turn) == ((13.5, 15.0, -0.75), 10.0)
    elsewhere = pointed(table, (13.0, 14.0, -0.75))
    assert elsewhere.at == (13.0, 14.0, -0.75)
