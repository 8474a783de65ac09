"""Spells and abilities that are aimed at somebody: a button each, then at whom, by mouse or button, then confirmed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sim.app.hud import widgets
from sim.app.table.controller import TableController
from sim.app.table.previews import AimPreview
from sim.app.table.tools import Button, Tool
from sim.carnevale.characters import Command
from sim.carnevale.magic.casting import Cast
from sim.engine.journal import read
from tests.app.table_games import free_fight, member, ready
from tests.app.test_by_mouse import Places, buttons
from tests.app.test_table_window import click, steps, until
from tests.carnevale.tables import plain_street

__all__ = ["buttons"]

ALONE = "Abyssal Mist"  # a spell


def mage(folder: Path, others: int = 2) -> TableController:
    """A, a mage, has its turn; B and C are 5" away."""
    south = [member("b", (6, 11, 0)), member("c", (9, 11, 0))][:others]
    own = {"abilities": ("Mage (2)",), "keywords": ("Discipline (Blood Rites)",), "spells": ("Boiling Veins",), "wp": 4}
    table = ready(TableController(free_fight(plain_street(), folder, [member("a", (7, 6, 0), **own)], south)))
    table.give("a")
    return ready(table)


def spell(table: TableController) -> Button:
    assert table.menu is not None
    (button,) = [each for each in table.menu.buttons if each.label.startswith("Boiling Veins")]
    return button


def test_a_spell_is_one_button_that_opens_its_targets_with_their_chances(tmp_path: Path) -> None:
    table = mage(tmp_path)
    asked = spell(table)
    assert (asked.answer, asked.final) == (None, "")
    table.press(asked)
    assert table.menu is not None
    assert table.menu.question == f"{asked.label}: at whom?"
    assert [button.answer for button in table.menu.buttons[:-1]] == [Cast("Boiling Veins", who) for who in "bc"]
    labels = [button.label for button in table.menu.buttons[:-1]]
    assert all("succeeds" in label and not label.endswith(".") for label in labels), "phrases, and no sentences"
    assert (table.tool, set(table.targets)) == (Tool.PICK, {"b", "c"})


def cast_at(table: TableController) -> list[Any]:
    """Whom the spell was cast at."""
    journal = table.model.session.journal
    assert journal is not None
    given = [answer.value for answer in read(journal.path)[1] if answer.kind == "choice"]
    return [each.get("target") for each in given if isinstance(each, dict) and each.get("act") == "cast"]


def test_its_target_is_clicked_on_the_board_and_confirmed_with_its_odds(tmp_path: Path) -> None:
    table = mage(tmp_path)
    table.press(spell(table))
    table.hover("c", (9, 11, 0))
    ready(table)
    assert isinstance(table.preview, AimPreview)
    assert (table.preview.title, table.preview.target) == ("Boiling Veins: C", "c")
    assert table.preview.words[0].startswith("Succeeds")
    table.click("c", (9, 11, 0))
    ready(table)
    assert table.pinned
    assert cast_at(table) == []
    table.click("c", (9, 11, 0))
    ready(table)
    assert cast_at(table) == ["c"]


def test_a_button_of_a_target_waits_for_its_confirmation_too(tmp_path: Path) -> None:
    table = mage(tmp_path)
    table.press(spell(table))
    assert table.menu is not None
    table.press(table.menu.buttons[0])
    ready(table)
    assert (table.pinned, cast_at(table)) == (True, [])
    assert table.cancel()
    assert table.targets
    table.press(table.menu.buttons[1])
    ready(table)
    table.confirm()
    ready(table)
    assert cast_at(table) == ["c"]


def test_whoever_is_the_only_target_is_aimed_at_at_once(tmp_path: Path) -> None:
    table = mage(tmp_path, others=1)
    table.press(spell(table))
    ready(table)
    assert (table.pinned, cast_at(table)) == (True, [])
    table.confirm()
    ready(table)
    assert cast_at(table) == ["b"]


def test_escape_and_a_button_lead_back_to_all_actions(tmp_path: Path) -> None:
    table = mage(tmp_path)
    before, tool = table.menu, table.tool
    table.press(spell(table))
    assert table.cancel()
    assert (table.menu, table.tool, table.targets) == (before, tool, {})
    table.press(spell(table))
    assert table.menu is not None
    table.press(table.menu.buttons[-1])
    assert table.menu == before
    assert not table.cancel()


def alone(folder: Path) -> tuple[TableController, Button]:
    """A, a mage, has its turn; and the button of a spell that is aimed at nobody."""
    own = {"abilities": ("Mage (2)",), "keywords": ("Discipline (Blood Rites)",), "spells": (ALONE,), "wp": 4}
    minis = [member("a", (7, 6, 0), **own)], [member("b", (6, 11, 0))]
    table = ready(TableController(free_fight(plain_street(), folder, *minis)))
    table.give("a")
    ready(table)
    assert table.menu is not None
    (button,) = [each for each in table.menu.buttons if isinstance(each.answer, Cast) and each.answer.spell == ALONE]
    return table, button


def test_a_spell_at_nobody_tells_its_odds_and_price_and_waits_to_be_confirmed(tmp_path: Path) -> None:
    table, button = alone(tmp_path)
    table.press(button)
    ready(table)
    assert isinstance(table.preview, AimPreview)
    assert table.preview.words[0].startswith("Succeeds")
    assert "1 AP and 2 WP" in table.preview.words[1]
    assert (table.pinned, table.model.session.state["a"].wp, cast_at(table)) == (True, 4, [])
    table.confirm()
    ready(table)
    assert cast_at(table) == [None]


def test_a_spell_that_waits_to_be_confirmed_is_in_hand_and_no_run_in_its_place(tmp_path: Path) -> None:
    table, button = alone(tmp_path)
    assert table.menu is not None
    (run,) = [each for each in table.menu.buttons if each.tool is Tool.RUN]
    assert table.holds(run)
    table.press(button)
    ready(table)
    assert table.holds(button)
    assert not table.holds(run)
    assert table.cancel()
    ready(table)
    assert table.holds(run)
    assert not table.holds(button)


@pytest.mark.parametrize("by", ["escape", "board"])
def test_what_was_not_confirmed_is_let_go(tmp_path: Path, by: str) -> None:
    table, button = alone(tmp_path)
    table.press(button)
    ready(table)
    if by == "escape":
        assert table.cancel()
    else:
        table.click("a", (7, 6, 0))
    ready(table)
    assert not isinstance(table.preview, AimPreview)
    assert cast_at(table) == []


def test_what_can_be_taken_back_is_given_at_once(tmp_path: Path) -> None:
    shout = Command("Courage", "aura", stat="attack", change=1, text="Friends attack better.")
    minis = [member("a", (7, 6, 0), cp=2, commands=(shout,))], [member("b", (6, 11, 0))]
    table = ready(TableController(free_fight(plain_street(), tmp_path, *minis)))
    table.give("a")
    ready(table)
    assert table.menu is not None
    (button,) = [each for each in table.menu.buttons if each.label == "Courage"]
    assert (button.hint, button.final) == ("1 CP. Friends attack better.", "")
    table.press(button)
    ready(table)
    assert table.model.session.state["a"].cp == 1


def test_nor_does_what_the_words_of_its_button_mean(
    window: Any, tmp_path: Path, buttons: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The spell and its WP were explained right over *Not yet*."""
    told: list[str] = []
    real = widgets.tooltip
    monkeypatch.setattr(
        "sim.app.hud.buttons.tooltip", lambda f, words, x=None: told.append(str(words)) or real(f, words, x)
    )
    window.play(alone(tmp_path)[0].model)
    table = window.table
    until(window, lambda: table.menu is not None)
    buttons.clear()
    steps(window, 2)
    explained_until_it_waits(window, told, next(place for words, place in buttons.items() if words.startswith(ALONE)))


def test_no_tooltip_lies_over_what_waits_to_be_confirmed(
    window: Any, tmp_path: Path, buttons: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    real = widgets.tooltip
    monkeypatch.setattr("sim.app.hud.buttons.tooltip", lambda f, words: told.append(str(words)) or real(f, words))
    window.play(mage(tmp_path).model)
    table = window.table
    until(window, lambda: table.menu is not None)
    table.press(spell(table))
    until(window, lambda: table.menu is not None and len(table.menu.buttons) > 1)
    buttons.clear()
    steps(window, 2)
    explained_until_it_waits(window, told, next(place for words, place in buttons.items() if "succeeds" in words))


def explained_until_it_waits(window: Any, told: list[str], button: tuple[float, float]) -> None:
    """A button has a tooltip, and none any more once it waits to be confirmed."""
    window.hand.move(*button)
    steps(window, 4)
    assert told
    click(window, button)
    until(window, lambda: window.table.pinned and window.table.preview is not None)
    steps(window, 2)
    told.clear()
    steps(window, 3)
    assert not told
