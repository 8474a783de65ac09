"""Questions beside their mini, yields at the table, and what is marked before it cannot be taken back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from sim.app.hud.layout import PanelHeights, Rect, layout
from sim.app.hud.question_card import beside, ringed
from sim.app.table.controller import TableController
from sim.app.table.games import resume_game
from sim.app.table.tools import Button, Tool
from sim.carnevale.actions import Combat
from sim.carnevale.characters import Weapon
from sim.carnevale.yielding import SPARING
from sim.engine.finality import finality
from sim.engine.journal import read
from sim.engine.yields import Yield
from tests.app.layout_watch import watched
from tests.app.table_games import free_fight, member, ready
from tests.carnevale.tables import plain_street

BOW = Weapon("Bow", range=12)


def bowman(folder: Path, wp: int = 3, **b: Any) -> TableController:
    """A, with a bow and Will Points, has its turn; B is 6" away."""
    model = free_fight(
        plain_street(), folder, [member("a", (6, 6, 0), weapons=(BOW,), wp=wp)], [member("b", (6, 12, 0), **b)]
    )
    table = ready(TableController(model))
    table.click("a", (6, 6, 0))
    return ready(table)


def aiming(folder: Path, **more: Any) -> TableController:
    """A is asked for Will Points."""
    table = bowman(folder, **more)
    table.give(Combat("b", "Bow"))
    return ready(table)


def prompt(table: TableController) -> str:
    assert table.choice is not None
    return table.choice.prompt


# --- what is asked ------------------------------------------------------------------------------------------------


def test_a_person_begins_with_what_is_spared_and_it_is_kept(tmp_path: Path) -> None:
    table = bowman(tmp_path)
    assert [each.said.topic for each in table.model.kept_yields()] == [said.topic for said in SPARING]
    journal = table.model.session.journal
    assert journal is not None
    assert [answer.kind for answer in read(journal.path)[1][: len(SPARING)]] == ["yield"] * len(SPARING)


def test_a_window_says_who_decides_about_whom_with_odds_and_default(tmp_path: Path) -> None:
    menu = aiming(tmp_path).menu
    assert menu is not None
    assert (menu.place, menu.concerns, menu.default) == ("a", ("b",), "No Will Points")
    assert all("%" in button.hint for button in menu.buttons)
    assert [offer.label for offer in menu.offers] == ["This turn", "This game", "Unless it can kill", "Unless I hold"]


def test_what_is_no_window_is_asked_below_the_board(tmp_path: Path) -> None:
    menu = bowman(tmp_path).menu
    assert menu is not None
    assert (menu.place, menu.offers) == (None, ())


def test_a_yield_is_said_and_taken_back(tmp_path: Path) -> None:
    table = aiming(tmp_path)
    table.say(Yield(until="game"))
    ready(table)
    table.give(Combat("b", "Bow"))
    ready(table)
    assert prompt(table) == "act"
    (kept,) = (each for each in table.model.kept_yields() if each.said.topic == "will/a/combat")
    assert (kept.topic, kept.words, kept.saved) == ("Will Points (A, combat)", "this game", 2)
    table.revoke(kept.said)
    ready(table)
    assert all(each.said.topic != "will/a/combat" for each in table.model.kept_yields())
    table.give(Combat("b", "Bow"))
    ready(table)
    assert prompt(table) == "will"


def test_where_the_exception_holds_the_question_waits_and_says_so(tmp_path: Path) -> None:
    table = aiming(tmp_path, lp=2)
    table.say(Yield(unless={"kill": 1}))
    ready(table)
    assert prompt(table) == "will"
    assert "exception holds" in table.model.notice


def test_only_the_player_who_is_asked_sees_what_is_yielded(tmp_path: Path) -> None:
    table = aiming(tmp_path)
    table.say(Yield(until="game"))
    ready(table)
    while table.choice is not None and table.choice.seat == "north":
        table.give(table.choice.default)
        ready(table)
    assert all(each.said.seat == "south" for each in table.model.kept_yields())


def test_a_resumed_game_has_what_was_said(tmp_path: Path) -> None:
    table = aiming(tmp_path)
    table.say(Yield(until="game"))
    ready(table)
    before = table.model.kept_yields()
    journal = table.model.session.journal
    assert journal is not None
    journal.close()
    again = resume_game(journal.path, plain_street())
    assert again.kept_yields() == before


# --- what cannot be taken back --------------------------------------------------------------------------------------


def test_answers_after_which_dice_fall_are_marked(tmp_path: Path) -> None:
    menu = aiming(tmp_path).menu
    assert menu is not None
    assert {button.final for button in menu.buttons} == {"dice"}


def test_what_leads_to_another_question_of_ones_own_is_not_final(tmp_path: Path) -> None:
    session = bowman(tmp_path).model.session
    assert finality(session, Combat("b", "Bow")) == ""
    assert session.count == len(SPARING) + 1


def test_a_preview_says_that_dice_fall(tmp_path: Path) -> None:
    table = bowman(tmp_path, wp=0)
    table.take(Tool.ATTACK, (Combat("b", "Bow"),))
    table.hover("b", (6, 12, 0))
    for _ in range(20):
        table.tick(0.1)
    assert table.final == "dice"


# --- where it lies ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080), (960, 640)])
@pytest.mark.parametrize("place", [(0.1, 0.1), (0.5, 0.5), (0.95, 0.9), (0.5, 0.02), (-0.4, 0.5), (0.5, 1.6)])
def test_a_question_is_never_cut_off_and_hides_no_mini_of_its_own(
    size: tuple[int, int], place: tuple[float, float]
) -> None:
    free = layout(*size, size[1] / 800, PanelHeights(actions=-1.0)).free
    mini = Rect(free.x + free.w * place[0], free.y + free.h * place[1], 20, 40)
    rect = beside(free, min(344, free.w), min(330, free.h), mini)
    assert free.x <= rect.x
    assert rect.right <= free.right + 0.01
    assert free.y <= rect.y
    assert rect.bottom <= free.bottom + 0.01
    assert not rect.meets(mini) or size[0] < 1280


def test_a_question_leaves_the_other_mini_free_where_it_can() -> None:
    free, mini, other = Rect(260, 60, 740, 720), Rect(600, 400, 20, 40), Rect(700, 400, 20, 40)
    assert not beside(free, 340, 300, mini, [other]).meets(other)


def test_a_question_hides_nothing_of_the_ring_round_its_mini_in_the_middle_of_a_small_window(
    window: Any, tmp_path: Path
) -> None:
    from tests.app.test_table_window import steps, until

    window.play(
        free_fight(plain_street(), tmp_path, [member("a", (6, 6, 0), weapons=(BOW,), wp=3)], [member("b", (6, 12, 0))])
    )
    table, hud, camera = window.table, window.hud, window.scene.camera
    table.sequencer.speed = 8.0
    until(window, lambda: table.menu is not None)
    table.give("a")
    until(window, lambda: table.menu is not None and table.choice.prompt == "act")
    table.give(Combat("b", "Bow"))
    until(window, lambda: hud.question.is_asked)
    camera.show_place((6, 6, 0.5), distance=16.0)
    until(window, lambda: not camera.gliding)
    steps(window, 3)
    mini = window.scene.silhouette("a")
    assert mini is not None
    card = max((each for each in hud.over if each is not None), key=lambda each: each.h)
    assert card.h > 150
    assert not card.meets(ringed(mini))


def test_what_answers_come_to_stands_in_all_of_the_buttons_or_under_each(
    window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tests.app.test_table_window import until

    window.play(
        free_fight(plain_street(), tmp_path, [member("a", (6, 6, 0), weapons=(BOW,), wp=3)], [member("b", (6, 12, 0))])
    )
    table, hud = window.table, window.hud
    table.sequencer.speed = 8.0
    until(window, lambda: table.menu is not None)
    table.give("a")
    until(window, lambda: table.menu is not None and table.choice.prompt == "act")
    table.give(Combat("b", "Bow"))
    until(window, lambda: hud.question.is_asked)
    for long, own in (("brief", "One: short"), ("as long as it takes, " * 4, "short")):
        one, two = Button("One", answer=1, hint="short"), Button("Two", answer=2, hint=long)
        table.menu = msgspec.structs.replace(table.menu, buttons=(one, two))
        with watched(monkeypatch) as watch:
            watch.begin()
            window.step()
            told = {each.words.partition("##")[0] for each in watch.things if each.panel == "question"}
        assert ("short" in told) == (own == "short")
        assert own in told


def test_a_question_about_a_mini_behind_the_camera_lies_at_the_top() -> None:
    free = Rect(260, 60, 740, 720)
    assert beside(free, 340, 300, None).y == free.y


def test_the_window_draws_a_question_beside_its_mini_and_the_list(window: Any, tmp_path: Path) -> None:
    from tests.app.test_table_window import key, steps, until

    model = free_fight(
        plain_street(), tmp_path, [member("a", (6, 6, 0), weapons=(BOW,), wp=3)], [member("b", (6, 12, 0))]
    )
    window.play(model)
    table, hud = window.table, window.hud
    table.sequencer.speed = 8.0
    until(window, lambda: table.menu is not None)
    table.give("a")
    until(window, lambda: table.menu is not None and table.choice.prompt == "act")
    table.give(Combat("b", "Bow"))
    until(window, lambda: hud.question.is_asked)
    steps(window, 5)
    where = hud.layout(*window.size())
    assert where.actions.h == 0
    key(window, "n")
    until(window, lambda: not hud.question.is_asked and table.menu is not None)
    assert any(each.said.topic == "will/a/combat" for each in model.kept_yields())
    window.run_command("yields")
    steps(window, 3)
    key(window, "escape")
    assert window.dialog == ""
