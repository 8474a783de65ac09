"""What is pinned is confirmed with the mouse: its panel stays where it is while the mouse comes to it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sim.app.hud.layout import Rect
from sim.app.hud.preview_panel import draw_preview
from sim.app.table.preview_requests import needs_confirmation
from sim.app.table.previews import JumpPreview
from sim.app.table.tools import Tool
from sim.app.window import table_window
from sim.carnevale.characters import Weapon
from sim.carnevale.events import Attacked
from tests.app.table_games import free_fight, member
from tests.app.test_table_window import click, until
from tests.carnevale.tables import house, street


@pytest.fixture
def panels(monkeypatch: pytest.MonkeyPatch) -> list[Rect]:
    """Where the panel of a preview was drawn, frame by frame."""
    seen: list[Rect] = []

    def noted(*given: Any) -> Rect | None:
        drawn = draw_preview(*given)
        if drawn is not None:
            seen.append(drawn)
        return drawn

    monkeypatch.setattr(table_window.preview_panel, "draw_preview", noted)
    return seen


def test_an_attack_is_confirmed_by_a_click_on_its_button(window: Any, tmp_path: Path, panels: list[Rect]) -> None:
    model = free_fight(street(), tmp_path, [member("a", (12, 12, 0))], [member("b", (12.9, 12, 0))])
    window.play(model)
    table, view = window.table, window.scene.view
    until(window, lambda: table.menu is not None)
    click(window, view.to_screen((12, 12, 0.7)))
    until(window, lambda: model.shown.active == "a" and table.menu is not None and table.reach is not None)
    window.hand.press("a")
    window.hand.release("a")
    until(window, lambda: bool(table.attacks))
    until(window, lambda: not window.scene.camera.gliding)
    enemy = view.to_screen((12.9, 12, 0.7))
    window.hand.move(*enemy)
    until(window, lambda: table.preview is not None)
    assert needs_confirmation(table.preview)
    click(window, enemy)
    until(window, lambda: table.pinned)
    window.step()
    before = panels[-1]
    window.hand.move(before.x + 0.25 * before.w, before.bottom - 22)
    for _ in range(5):
        window.step()
    assert panels[-1] == before, "it fled from the mouse"
    click(window, (before.x + 0.25 * before.w, before.bottom - 22))
    until(window, lambda: model.session.state["a"].ap < 3 or not table.pinned)
    assert any(isinstance(event, Attacked) for event in model.session.state.log)


def test_a_jump_is_told_of_over_anything_rather_than_where_it_goes(
    window: Any, tmp_path: Path, panels: list[Rect], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its ways and landings lay in all other corners, and so it hid the one place that is pointed at."""
    window.play(free_fight(street(), tmp_path, [member("a", (12, 12, 0))], [member("b", (20, 20, 0))]))
    table, view = window.table, window.scene.view
    until(window, lambda: table.menu is not None)
    click(window, view.to_screen((12, 12, 0.7)))
    until(window, lambda: table.model.shown.active == "a" and table.reach is not None)
    window.hand.press("j")
    window.hand.release("j")
    window.hand.move(*view.to_screen((15, 12, 0)))
    until(window, lambda: isinstance(table.preview, JumpPreview))
    free = window.hud.layout(*window.size()).free
    corners = [(x, y) for x in (free.x + 40, free.right - 40) for y in (free.y + 40, free.bottom - 40)]
    for goes_to in corners:
        others = [(x + aside, y) for x, y in corners if (x, y) != goes_to for aside in (-9, 0, 9)]
        monkeypatch.setattr(window.scene, "marked", lambda made=(goes_to, *others): list(made))
        for _ in range(3):
            window.step()
        assert not panels[-1].holds(*goes_to)


def test_odds_of_a_shot_hide_neither_who_shoots_nor_who_is_shot_at(
    window: Any, tmp_path: Path, panels: list[Rect]
) -> None:
    """Where they stand far apart a panel in the corner lay over whoever shoots: it hid less of the line between them
    than one in the middle."""
    bow = member("a", (6, 4, 0), weapons=(Weapon("Bow", range=18),))
    model = free_fight(street(), tmp_path, [bow], [member("b", (6, 20, 0))])
    window.play(model)
    table, camera = window.table, window.scene.camera
    until(window, lambda: table.menu is not None)
    table.give("a")
    until(window, lambda: table.menu is not None and table.choice.prompt == "act")
    table.take_up(next(button for button in table.menu.buttons if button.tool is Tool.ATTACK))
    camera.show_place((6.5, 12, 0.5), distance=50.0, heading=270.0, pitch=45.0)
    until(window, lambda: not camera.gliding)
    target, shooter = window.scene.silhouette("b"), window.scene.silhouette("a")
    window.hand.move(target.x + target.w / 2, target.y + target.h / 2)
    until(window, lambda: table.preview is not None)
    table.click("b", (6, 20, 0))
    until(window, lambda: table.pinned and table.preview is not None)
    for _ in range(3):
        window.step()
    for mini in (target, shooter):
        assert not panels[-1].holds(mini.x + mini.w / 2, mini.y + mini.h / 2)


def test_a_way_that_leads_on_in_the_next_action_is_confirmed_where_it_was_clicked(window: Any, tmp_path: Path) -> None:
    """Its panel kept clear of where this action ends, grew over the click, and took the second one for itself."""
    board = street(house((8, 8), (16, 16), 9.0))
    model = free_fight(board, tmp_path, [member("a", (12, 6.5, 0), move=6)], [member("b", (22, 22, 0))])
    window.play(model)
    table, scene = window.table, window.scene
    until(window, lambda: table.menu is not None)
    table.give("a")
    until(window, lambda: table.menu is not None and table.reach is not None)
    scene.camera.run_command("top", None)
    until(window, lambda: not scene.in_motion)
    roof = scene.view.to_screen((12, 11, 9))
    click(window, roof)
    until(window, lambda: table.pinned and table.preview is not None)
    assert table.preview.path.points[-1][2] < 9, "it hangs on the wall until its next action"
    assert scene.marked()[0] == pytest.approx(roof, abs=3)
