"""What is measured for the tool in hand is of the table as it stands, and is there in the end."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from sim.app.hud.held_legend import legend
from sim.app.table.controller import TableController
from sim.app.table.model import TableModel
from sim.app.table.preview_marks import PERILS
from sim.app.table.preview_updates import PATIENCE
from sim.carnevale.actions import Run
from tests.app.table_games import free_fight, member, ready
from tests.carnevale.tables import plain_street


def duel(folder: Path) -> TableModel:
    """A and B, 6" apart on an empty street."""
    return free_fight(plain_street(), folder, [member("a", (6, 6, 0), wp=2)], [member("b", (6, 12, 0))])


def acting(folder: Path) -> TableController:
    """A's turn has begun."""
    table = ready(TableController(duel(folder)))
    table.click("a", (6, 6, 0))
    ready(table).hover(None, None)
    return ready(table)


def test_perils_after_another_answer_are_of_where_it_led(tmp_path: Path) -> None:
    table = acting(tmp_path)
    table.tinted = True
    table.give(Run(to=(9.0, 6.0, 0.0)))
    before = ready(table).perils
    table.undo()
    table.tinted = False  # nothing looks out until the other answer is given
    ready(table)
    table.give(Run(to=(3.0, 6.0, 0.0)))
    table.tinted = True
    after = ready(table).perils
    assert before is not None
    assert after is not None
    assert before.at[:, 0].max() > 12.0
    assert after.at[:, 0].max() < 8.0


def being_measured(table: TableController, what: str) -> None:
    """As it is at first: what is asked for is being measured, and was not heard of."""
    setattr(table, what, None)
    setattr(table, f"{what}_of", None)
    table.previews.update()
    assert table.worker.busy


@pytest.mark.parametrize("what", ["reach", "perils"])
def test_what_was_being_measured_when_a_yield_was_taken_back_is_measured_again(tmp_path: Path, what: str) -> None:
    table = acting(tmp_path)
    table.tinted = True
    being_measured(ready(table), what)
    table.revoke(table.model.kept_yields()[0].said)
    assert getattr(ready(table), what) is not None


def test_who_sees_whom_is_measured_again_when_nothing_could_be_taken_back(tmp_path: Path) -> None:
    table = ready(TableController(duel(tmp_path)))
    table.hover("a", (6, 6, 0))
    table.asks_sight = True
    being_measured(table, "looks")
    table.undo()
    assert ready(table).looks is not None


def test_who_sees_whom_after_another_answer_is_of_where_it_led(tmp_path: Path) -> None:
    table = acting(tmp_path)
    table.asks_sight = True
    table.give(Run(to=(9.0, 6.0, 0.0)))
    before = ready(table).looks
    table.undo()
    table.tick(0.0)
    table.previews.update()
    assert table.worker.busy, "what is given up when the other answer is given"
    table.give(Run(to=(3.0, 6.0, 0.0)))
    assert ready(table).looks != before


def test_what_a_refused_click_said_goes_with_the_next_place_that_is_pointed_at(tmp_path: Path) -> None:
    table = acting(tmp_path)
    table.click(None, (23.0, 23.0, 0.0))
    assert ready(table).model.notice
    assert ready(table).model.notice, "while nothing else is pointed at"
    table.hover(None, (8.0, 6.0, 0.0))
    ready(table)
    assert table.preview is not None
    assert table.preview.refusal is None
    assert table.model.notice == ""


def test_what_is_held_up_says_what_its_marks_mean(tmp_path: Path) -> None:
    """Dots of four colours stood on the board, and nothing said that they were of life points, nor that they were still
    being reckoned."""
    table = acting(tmp_path)
    assert legend(table) == ("", ())
    table.tinted, table.perils = True, None
    assert legend(table) == ("What it costs to stand where is being reckoned", ())
    title, entries = legend(ready(table))
    assert title == "Standing there costs, of its Life Points"
    assert [colour for colour, _ in entries] == [colour for _, _, colour, _ in PERILS]
    table.tinted, table.asks_sight = False, True
    assert legend(table)[0] == "Who sees whom"


def test_who_sees_it_there_is_shown_where_the_rest_takes_longer(tmp_path: Path) -> None:
    """Not at once: what is whole a moment later would flicker."""
    table = acting(tmp_path)
    table.hover(None, (8.0, 6.0, 0.0))
    whole = ready(table).from_there
    assert whole is not None
    updates, request = table.previews, table.looked_from
    assert request is not None
    sooner = msgspec.structs.replace(whole, whole=False)
    updates._partly, updates._waited = (request, updates._looking(), sooner), 0
    table.looked_from = None
    shown = [updates._known_so_far(request) for _ in range(PATIENCE + 1)]
    assert [each is not None for each in shown] == [False] * PATIENCE + [True]
    assert updates._known_so_far(None) is None, "something else is pointed at"


def test_whoever_points_at_a_place_again_is_told_again_what_comes_of_standing_there(tmp_path: Path) -> None:
    """After a refused place in between, nothing was told of it any more."""
    table = acting(tmp_path)
    for at in ((8.0, 6.0, 0.0), (23.0, 23.0, 0.0), (8.0, 6.0, 0.0)):
        table.hover(None, at)
        ready(table)
        assert (table.from_there is not None) == (at[0] < 20)


def test_what_was_known_so_far_of_a_place_is_forgotten_once_the_table_is_another(tmp_path: Path) -> None:
    """The same place may be pointed at again after an answer: what was seen from it before is not so any more."""
    table = acting(tmp_path)
    table.hover(None, (9.0, 6.0, 0.0))
    ready(table)
    updates, request = table.previews, table.preview_request()
    assert request is not None
    updates._waited = PATIENCE
    assert updates._known_so_far(request) is not None
    table.hover(None, None)
    table.give(Run(to=(7.0, 6.0, 0.0)))
    ready(table)
    assert updates._known_so_far(request) is None
