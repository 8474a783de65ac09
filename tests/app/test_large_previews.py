"""At 200% the board between the panels is small: what is pointed at stays in sight on it, and so does who acts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sim.app.hud import preview_panel
from sim.app.hud.layout import Rect
from sim.app.table.previews import AttackPreview, JumpPreview
from sim.app.table.tools import Tool
from tests.app.table_games import free_fight, member
from tests.app.test_table_window import key, steps, until
from tests.carnevale.tables import street


@pytest.fixture
def large(window: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Rect | None]]:
    """Text at 200%; where previews lay, frame by frame."""
    drawn: list[Rect | None] = []
    real, settings = preview_panel.draw_preview, window.settings
    monkeypatch.setattr(preview_panel, "draw_preview", lambda *a: drawn.append(real(*a)) or drawn[-1])
    before = settings.choices
    settings.choices = msgspec.structs.replace(before, text=2.0, folded=("roster", "log"))
    window.hand.move(2, 400)  # where it points at nothing: another test may have left it over the buttons
    yield drawn
    settings.choices = before
    steps(window, 2)


def acting(window: Any, folder: Path) -> Any:
    """A acts, and the camera has come to it."""
    window.play(free_fight(street(), folder, [member("a", (12, 12, 0))], [member("b", (18, 16, 0))]))
    table = window.table
    until(window, lambda: table.menu is not None)
    table.give("a")
    until(window, lambda: table.menu is not None and table.tool is Tool.RUN and table.reach is not None)
    steps(window, 3)
    until(window, lambda: not window.scene.camera.gliding)
    return table


def test_who_acts_is_seen_between_the_panels(window: Any, tmp_path: Path, large: list[Rect | None]) -> None:
    """The middle of the window lay under what is asked."""
    acting(window, tmp_path)
    where, camera = window.hud.layout(*window.size()), window.scene.camera
    assert where.free.holds(*window.scene.view.to_screen((12, 12, 0)))
    camera.show_place((4.0, 4.0, 0.0))
    until(window, lambda: not camera.gliding)
    x, y = window.scene.view.to_screen((4.0, 4.0, 0.0))
    free = where.free
    assert abs(x - free.x - free.w / 2) < 0.25 * free.w
    assert abs(y - free.y - free.h / 2) < 0.25 * free.h


def test_a_jump_is_told_of_over_panels_rather_than_over_its_own_place(
    window: Any, tmp_path: Path, large: list[Rect | None]
) -> None:
    """It hid all of the board; the panels that it lies over stand aside meanwhile."""
    table = acting(window, tmp_path)
    key(window, "b")
    key(window, "j")
    for _ in range(12):
        key(window, "arrow_right")
    until(window, lambda: isinstance(table.preview, JumpPreview) and table.from_there is not None)
    until(window, lambda: not window.scene.camera.gliding)
    steps(window, 3)
    pointer = window.scene.pointer
    for pinned in (False, True):
        rect, free = large[-1], window.hud.layout(*window.size()).free
        assert table.pinned is pinned
        assert rect is not None
        assert not rect.holds(*pointer.pixel())
        assert rect.over(free) <= preview_panel.CRAMPED
        assert window.hud._behind, "it has the room of others"
        if not pinned:
            key(window, "enter")
            until(window, lambda: table.pinned)
            steps(window, 3)
    key(window, "escape")
    key(window, "b")
    steps(window, 3)
    assert (pointer.at, window.hud._behind) == (None, frozenset())


def test_a_pointer_that_has_come_to_who_acts_points_at_nothing_yet(
    window: Any, tmp_path: Path, large: list[Rect | None]
) -> None:
    """`Stay here` lay over the board after every run, and Enter once more pinned it there."""
    table = acting(window, tmp_path)
    key(window, "b")
    steps(window, 4)
    assert table.preview is None
    key(window, "enter")
    steps(window, 4)
    assert (table.pinned, table.preview) == (False, None)
    for _ in range(9):
        key(window, "arrow_right")
    until(window, lambda: table.preview is not None)
    key(window, "enter")
    until(window, lambda: table.model.shown["a"].ap == 2 and table.menu is not None and not window.scene.in_motion)
    until(window, lambda: table.preview is None)
    key(window, "enter")
    steps(window, 4)
    assert (table.pinned, table.preview) == (False, None)
    key(window, "arrow_right")
    until(window, lambda: table.preview is not None)
    key(window, "b")


def test_who_is_asked_about_is_seen_beside_what_is_asked(window: Any, tmp_path: Path, large: list[Rect | None]) -> None:
    """What is asked lay over all of the board: it takes the room of the card on the left, and the mini comes out."""
    minis = [member("a", (12, 12, 0), wp=2)], [member("b", (13.18, 12, 0))]
    window.play(free_fight(street(), tmp_path, *minis))
    table, hud = window.table, window.hud
    until(window, lambda: table.menu is not None)
    table.give("a")
    until(window, lambda: table.menu is not None and table.menu.who == "a")
    table.give(next(button.targets[0] for button in table.menu.buttons if button.targets))
    until(window, lambda: hud.question.is_asked)
    steps(window, 3)
    until(window, lambda: not window.scene.camera.gliding)
    steps(window, 3)
    mini = window.scene.silhouette("a")
    assert mini is not None
    assert hud.question.hides is None
    assert hud.layout(*window.size()).free.meets(mini)
    assert not any(each.meets(mini) for each in hud.over if each is not None)


@pytest.mark.parametrize("pinned", [False, True])
def test_an_attack_is_told_of_in_large_letters_over_what_is_asked(
    window: Any, tmp_path: Path, large: list[Rect | None], pinned: bool
) -> None:
    """Its letters became smaller than at 100%, the smallest where it was to be confirmed."""
    window.play(free_fight(street(), tmp_path, [member("a", (12, 12, 0))], [member("b", (13.18, 12, 0))]))
    table, hud = window.table, window.hud
    until(window, lambda: table.menu is not None)
    table.give("a")
    until(window, lambda: table.menu is not None and table.menu.who == "a" and not window.scene.camera.gliding)
    key(window, "a")
    key(window, "tab")
    if pinned:
        key(window, "enter")
    until(window, lambda: isinstance(table.preview, AttackPreview) and table.pinned is pinned)
    steps(window, 3)
    rect = large[-1]
    assert rect is not None
    assert rect.w >= preview_panel.WIDEST * window.fonts.scale * preview_panel.SMALLER**preview_panel.LEGIBLE
    assert "actions" in hud._behind
    where = hud.layout(*window.size()).actions
    window.hand.move(where.x + where.w / 2, where.y + where.h / 2)
    steps(window, 3)
    assert ("actions" in hud._behind) is pinned, "whoever comes to the buttons finds them"
