"""A hand that has a mouse and no key: whatever a key does at the table, a button or a click does as well."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from imgui_bundle import imgui

from sim.app.hud import action_panel, top_bar, widgets
from sim.app.table import key_actions
from sim.app.table.controller import TableController
from sim.app.table.fresh_question import GRACE
from sim.app.table.tools import Tool
from sim.carnevale.actions import Combat, Row, Run
from sim.carnevale.characters import Weapon
from sim.carnevale.events import Moved
from tests.app.table_games import free_fight, member, ready
from tests.app.test_table_window import click, key, steps, until
from tests.carnevale.tables import canal, gondola, house, street

BOW, LONG_BOW = Weapon("Bow", range=12), Weapon("Long bow", range=24)
Places = dict[str, tuple[float, float]]


@pytest.fixture
def buttons(monkeypatch: pytest.MonkeyPatch) -> Places:
    """Where the middle of each button was seen last, by its words."""
    seen: Places = {}
    real = imgui.button

    def button(label: str, *size: Any) -> bool:
        pressed = real(label, *size)
        low, high = imgui.get_item_rect_min(), imgui.get_item_rect_max()
        seen[label.strip("#").split("##")[0]] = ((low.x + high.x) / 2, (low.y + high.y) / 2)
        return bool(pressed)

    monkeypatch.setattr(imgui, "button", button)
    return seen


def on(window: Any, buttons: Places, words: str) -> None:
    """Click on a button that is to be seen now."""
    buttons.clear()
    steps(window, 2)
    click(window, buttons[words])


def asked(window: Any) -> bool:
    table = window.table
    return table.menu is not None and not table.worker.busy and not window.scene.in_motion


def begun(window: Any, buttons: Places, model: Any) -> Any:
    """A game in which A acts."""
    window.play(model)
    until(window, lambda: asked(window))
    on(window, buttons, "A")
    until(window, lambda: asked(window) and window.table.choice.prompt == "act")
    return window.table


def test_a_fight_to_the_end_against_a_bot(window: Any, tmp_path: Path, buttons: Places) -> None:
    players = {"north": "human", "south": "greedy"}
    blades = member("a", (12, 12, 0), attack=8, wp=1, weapons=(BOW,)), member("b", (16, 12, 0), lp=3)
    window.play(free_fight(street(), tmp_path, [blades[0]], [blades[1]], players))
    table, state = window.table, lambda: window.table.model.shown
    for _ in range(60):
        until(window, lambda: not state()["b"].alive or asked(window))
        if not state()["b"].alive:
            break
        buttons.clear()
        steps(window, 2)
        if table.choice.prompt != "act":
            click(window, next(iter(place for words, place in buttons.items() if words in _answers(table))))
        elif _able(table, "Attack"):
            click(window, buttons["Attack"])
            click(window, window.scene.view.to_screen((*state()["b"].here[:2], state()["b"].here[2] + 0.7)))
            until(window, lambda: table.pinned and table.preview is not None)
            on(window, buttons, "Confirm")
        else:
            click(window, buttons["End turn"])
    assert not state()["b"].alive


def test_the_end_is_left_for_the_board_and_shown_again(
    window: Any, tmp_path: Path, buttons: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun(window, buttons, free_fight(street(), tmp_path, [member("a", (12, 12, 0))], [member("b", (30, 30, 0))]))
    monkeypatch.setattr(type(window.table.model), "over", True)
    monkeypatch.setattr(type(window.table.model), "choice", None)
    window.table.drop_question()
    steps(window, 2)
    on(window, buttons, "Look at the board")
    assert window.dialog == "looked"
    on(window, buttons, "Show the result again")
    assert window.dialog == ""


def test_a_deed_leads_from_the_end_to_the_film_where_it_was_done(
    window: Any, tmp_path: Path, buttons: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It told the number of its event, which nobody could press."""
    table = begun(
        window, buttons, free_fight(street(), tmp_path, [member("a", (12, 12, 0))], [member("b", (30, 30, 0))])
    )
    click(window, window.scene.view.to_screen((14, 12, 0)))
    until(window, lambda: asked(window) and table.model.caught_up)
    log, films = table.model.session.state.log, []
    monkeypatch.setattr(type(table.model), "over", True)
    monkeypatch.setattr(type(table.model), "choice", None)
    monkeypatch.setattr(window, "open_film", films.append)
    table.drop_question()
    steps(window, 2)
    on(window, buttons, "Deeds")
    on(window, buttons, "Film")
    steps(window, 2)
    (film,) = films
    assert film.path == table.model.session.journal.path
    assert isinstance(log[film.number], Moved)


def _answers(table: Any) -> list[str]:
    return [button.label for button in table.menu.buttons] + [f"{b.label}: {b.hint}" for b in table.menu.buttons]


def _able(table: Any, words: str) -> bool:
    return any(button.label == words and not button.why for button in table.menu.buttons)


def test_what_is_shown_is_cut_short_by_a_button_and_by_a_click_on_the_board(
    window: Any, tmp_path: Path, buttons: Places
) -> None:
    table = begun(
        window, buttons, free_fight(street(), tmp_path, [member("a", (12, 12, 0))], [member("b", (30, 30, 0))])
    )
    view, model = window.scene.view, table.model
    for place in ((15, 12, 0), (12, 12, 0)):
        click(window, view.to_screen(place))
        until(window, lambda: table.plays and table.sequencer.waiting > 0)
        on(window, buttons, "Show it at once") if place[0] > 12 else click(window, view.to_screen((14, 15, 0)))
        assert table.sequencer.waiting == 0
        assert model.caught_up
        until(window, lambda: asked(window))
    assert model.shown["a"].here == pytest.approx((12, 12, 0), abs=0.2)


def test_a_click_that_comes_as_the_question_appears_answers_nothing(
    window: Any, tmp_path: Path, buttons: Places
) -> None:
    """It was meant for what was shown: neither a button nor the board takes it, and a moment later both do."""
    table = begun(
        window, buttons, free_fight(street(), tmp_path, [member("a", (12, 12, 0))], [member("b", (30, 30, 0))])
    )
    view, count = window.scene.view, table.model.session.count
    for place in (buttons["End turn"], view.to_screen((14, 12, 0))):
        window.hand.move(*place)
        steps(window)
        table.fresh.appear()
        window.hand.press("mouse1")
        steps(window, 1)
        window.hand.release("mouse1")
        steps(window, 10)
        assert (table.model.session.count, table.pinned) == (count, False)
    key(window, "e")
    assert table.model.session.count > count, "a key is pressed on purpose"


def test_whoever_clicks_and_clicks_answers_nothing_either(window: Any, tmp_path: Path, buttons: Places) -> None:
    """Two clicks on what shows it at once were too late; the third one ended the turn."""
    table = begun(
        window, buttons, free_fight(street(), tmp_path, [member("a", (12, 12, 0))], [member("b", (30, 30, 0))])
    )
    count = table.model.session.count
    window.hand.move(*buttons["End turn"])
    steps(window)
    table.fresh.appear()
    for _ in range(4):
        window.hand.press("mouse1")
        steps(window, 1)
        window.hand.release("mouse1")
        table.fresh.left = min(table.fresh.left, GRACE / 2)  # half of the time has passed
        steps(window, 1)
        assert table.fresh.left > 0
    assert table.model.session.count == count


def test_a_question_that_appears_while_the_button_is_down_is_not_answered_by_it(
    window: Any, tmp_path: Path, buttons: Places
) -> None:
    table = begun(
        window, buttons, free_fight(street(), tmp_path, [member("a", (12, 12, 0))], [member("b", (30, 30, 0))])
    )
    table.give(Run(to=(13, 12, 0)))
    until(window, lambda: table.plays and table.sequencer.waiting > 0)
    window.hand.move(*window.scene.view.to_screen((15, 15, 0)))
    steps(window, 1)
    window.hand.press("mouse1")
    steps(window, 1)
    table.skip_animations()
    until(window, lambda: asked(window) and table.fresh.left == 0)
    count = table.model.session.count
    window.hand.release("mouse1")
    steps(window, 10)
    assert (table.model.session.count, table.pinned) == (count, False)


def test_what_shows_it_at_once_stands_where_no_answer_begins(window: Any, tmp_path: Path, buttons: Places) -> None:
    table = begun(
        window, buttons, free_fight(street(), tmp_path, [member("a", (12, 12, 0))], [member("b", (30, 30, 0))])
    )
    steps(window, 2)
    answers = [buttons[each.label] for each in table.menu.buttons if each.label in buttons]
    table.give(Run(to=(13, 12, 0)))
    until(window, lambda: table.plays and table.sequencer.waiting > 0)
    steps(window, 2)
    assert buttons["Show it at once"][0] > max(x for x, _ in answers)


def test_a_way_of_ones_own_needs_no_key_and_says_how_it_is_laid(
    window: Any, tmp_path: Path, buttons: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = begun(
        window, buttons, free_fight(street(), tmp_path, [member("a", (12, 12, 0))], [member("b", (30, 30, 0))])
    )
    view, told_of = window.scene.view, list[str]()
    wrapped = widgets.wrapped
    monkeypatch.setattr(widgets, "wrapped", lambda words, *paint: (told_of.append(words), wrapped(words, *paint)))
    on(window, buttons, "Choose the way")
    steps(window)
    assert action_panel.CHOSEN in told_of
    for place in ((13, 12, 0), (13, 13.5, 0)):
        click(window, view.to_screen(place))
    assert len(table.corners) == 2
    assert table.model.shown["a"].here == (12, 12, 0)
    click(window, view.to_screen((13, 13.5, 0)))
    until(window, lambda: asked(window) and table.model.shown["a"].here != (12, 12, 0))
    assert table.model.shown["a"].here == pytest.approx((13, 13.5, 0), abs=0.2)
    assert not table.by_corners


def test_a_gondola_is_turned_and_rowed_by_two_clicks(window: Any, tmp_path: Path, buttons: Places) -> None:
    boat = canal(gondola(13, 12, id="gondola#north"))
    table = begun(
        window,
        buttons,
        free_fight(boat, tmp_path, [member("a", (9.2, 12, 0))], [member("b", (20, 20, 0))]),
    )
    table.give(Run(to=(13, 12, -0.45)))
    until(window, lambda: asked(window) and table.model.shown["a"].aboard is not None)
    on(window, buttons, "Row")
    on(window, buttons, "Turn it left")
    assert (table.turned, table.turn) == (True, 15.0)
    on(window, buttons, "Turn it right")
    assert table.turn == 0.0
    place = window.scene.view.to_screen((15, 12, -0.75))
    click(window, place)
    until(window, lambda: table.preview is not None)
    assert isinstance(table.preview.answer, Row)
    assert table.pinned, "a roll waits for a second click"
    on(window, buttons, "Not yet")
    assert not table.pinned


def test_another_weapon_and_a_controlled_landing_are_buttons_once_pinned(
    window: Any, tmp_path: Path, buttons: Places
) -> None:
    model = free_fight(
        street(), tmp_path, [member("a", (12, 12, 0), wp=2, weapons=(BOW, LONG_BOW))], [member("b", (15, 12, 0))]
    )
    table = begun(window, buttons, model)
    view = window.scene.view
    on(window, buttons, "Attack")
    click(window, view.to_screen((15, 12, 0.7)))
    until(window, lambda: table.pinned and table.preview is not None)
    first = table.preview.answer
    on(window, buttons, "Another weapon")
    until(window, lambda: table.preview is not None and table.preview.answer != first)
    assert table.pinned
    on(window, buttons, "Jump")
    click(window, view.to_screen((12, 15, 0)))
    until(window, lambda: table.pinned and table.preview is not None and table.tool is Tool.JUMP)
    on(window, buttons, "Controlled landing (1 WP)")
    assert table.controlled
    table.controlled = False


def test_a_friend_that_is_pointed_at_promises_no_run_and_a_click_chooses_it(tmp_path: Path) -> None:
    """Over its own place a mini is told to stay; over an enemy a charge is shown."""
    friends = [member("a", (12, 12, 0)), member("c", (14, 12, 0))]
    table = ready(TableController(free_fight(street(), tmp_path, friends, [member("b", (12, 15, 0))])))
    table.give("a")
    ready(table)
    for figure, at, shown in (("c", (14, 12, 0), False), ("a", (12, 12, 0), True), ("b", (12, 15, 0), True)):
        table.hover(figure, at)
        assert (table.preview_request() is not None) == shown
    table.click("c", (14, 12, 0))
    assert table.selected == "c"
    assert table.model.shown["a"].here == (12, 12, 0)


def test_a_controlled_landing_is_offered_to_whoever_can_pay_for_it(
    window: Any, tmp_path: Path, buttons: Places
) -> None:
    enemies = [member("b", (18, 16, 0))]
    table = begun(window, buttons, free_fight(street(), tmp_path, [member("a", (12, 12, 0), wp=0)], enemies))
    on(window, buttons, "Jump")
    click(window, window.scene.view.to_screen((12, 15, 0)))
    until(window, lambda: table.pinned and table.preview is not None and table.tool is Tool.JUMP)
    buttons.clear()
    steps(window, 2)
    assert "Confirm" in buttons
    assert "Controlled landing (1 WP)" not in buttons
    key_actions.other_way(table)
    assert not table.controlled, "nor by its key"


def test_the_view_is_changed_from_a_list_and_its_panels_come_back(window: Any, tmp_path: Path, buttons: Places) -> None:
    board = street(house((4, 4), (9, 9), 4.0))
    table = begun(window, buttons, free_fight(board, tmp_path, [member("a", (12, 12, 0))], [member("b", (18, 16, 0))]))
    scene = window.scene
    on(window, buttons, "View")
    on(window, buttons, "Names, life, actions")
    on(window, buttons, "Who sees whom")
    until(window, lambda: scene.all_labels and table.looks is not None)
    on(window, buttons, "Who sees whom")
    assert not table.asks_sight
    assert scene.all_labels
    on(window, buttons, "Open the houses")
    assert scene.houses_open
    assert not window.hud.views.is_open
    on(window, buttons, "View")
    click(window, (640, 500))
    assert not window.hud.views.is_open
    on(window, buttons, "View")
    on(window, buttons, "Hide the panels")
    steps(window, 2)
    assert not window.hud.shown
    on(window, buttons, "Panels")
    assert window.hud.shown


def test_the_button_of_the_way_one_looks_is_lit_until_it_leads_back(
    window: Any, tmp_path: Path, buttons: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    lit: dict[str, bool] = {}
    real = top_bar.key_button

    def noted(fonts: Any, label: str, *rest: Any, **how: Any) -> bool:
        lit[label.split("##")[0]] = how.get("lit", False)
        return bool(real(fonts, label, *rest, **how))

    monkeypatch.setattr(top_bar, "key_button", noted)
    enemies = [member("b", (18, 16, 0))]
    begun(window, buttons, free_fight(street(), tmp_path, [member("a", (12, 12, 0))], enemies))
    for words in ("Top", "Eye"):
        steps(window, 2)
        assert not lit[words]
        on(window, buttons, words)
        steps(window, 2)
        assert lit[words]
        on(window, buttons, words)


def test_the_golden_rule_has_reasons_that_need_not_be_typed(window: Any, tmp_path: Path, buttons: Places) -> None:
    table = begun(
        window, buttons, free_fight(street(), tmp_path, [member("a", (12, 12, 0))], [member("b", (30, 30, 0))])
    )
    window.run_command("by agreement")
    window.agreeing.points["lp"] = 5
    on(window, buttons, "A slip of the hand")
    assert window.agreeing.why == "A slip of the hand"
    on(window, buttons, "Set it so")
    until(window, lambda: table.choice is not None and table.choice.prompt == "agree")
    assert table.choice.why == "A slip of the hand"


def test_what_was_said_of_one_tool_is_gone_with_the_next(window: Any, tmp_path: Path, buttons: Places) -> None:
    table = begun(
        window, buttons, free_fight(street(), tmp_path, [member("a", (12, 12, 0))], [member("b", (30, 30, 0))])
    )
    click(window, window.scene.view.to_screen((12, 24, 0)))
    until(window, lambda: bool(table.model.notice))
    on(window, buttons, "Jump")
    assert not table.model.notice


def test_right_clicks_put_back_what_is_in_hand(window: Any, tmp_path: Path, buttons: Places) -> None:
    table = begun(
        window, buttons, free_fight(street(), tmp_path, [member("a", (12, 12, 0))], [member("b", (30, 30, 0))])
    )
    on(window, buttons, "Jump")
    window.hand.move(640, 400)
    steps(window)
    window.hand.press("mouse3")
    steps(window, 2)
    window.hand.release("mouse3")
    steps(window, 2)
    assert table.tool is Tool.RUN


@pytest.mark.rule("WEAP-Reload")
def test_the_card_says_which_weapon_is_spent(
    window: Any, tmp_path: Path, buttons: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    pistol = Weapon("Pistol", range=12, abilities=("Reload (1)",))
    friends, enemies = [member("a", (12, 12, 0), weapons=(pistol,))], [member("b", (16, 12, 0))]
    table = begun(window, buttons, free_fight(street(), tmp_path, friends, enemies))
    told_of, wrapped = list[str](), widgets.wrapped
    monkeypatch.setattr(widgets, "wrapped", lambda words, *paint: (told_of.append(words), wrapped(words, *paint)))
    said = "Pistol has been used this round, and is loaded again in the next."
    steps(window, 2)
    assert said not in told_of
    table.give(Combat("b", "Pistol"))
    until(window, lambda: asked(window) and table.choice.prompt == "act")
    steps(window, 2)
    assert said in told_of
