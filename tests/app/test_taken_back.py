"""What was taken back is told nowhere any longer, even where another answer came to as many events."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sim.app.hud.evidence_card import EvidenceCard
from sim.app.hud.log_panel import LogPanel
from sim.app.hud.story_page import StoryPage
from sim.app.table.controller import TableController
from sim.app.table.taken_back import taken_back
from sim.carnevale.actions import Run
from sim.carnevale.characters import Weapon
from sim.carnevale.events import DiceThrown, Rolled, Scored
from sim.carnevale.legality import END
from sim.carnevale.turn import WhichAction
from sim.engine.dice import TypedDice
from tests.app.table_games import free_fight, member, ready
from tests.carnevale.tables import street

NO_FONTS: Any = None


def go_on(table: TableController, face: int, until: type | None = None) -> None:
    """Take what is offered until dice are asked for and typed in, or a question of a type is asked."""
    while until is None or not isinstance(table.choice, until):
        if table.roll is not None:
            for _ in range(table.roll.dice):
                table.type_die(face)
            table.confirm()
            ready(table)
            if until is None:
                return
        else:
            choice = table.choice
            assert choice is not None
            table.give(choice.default if choice.default is not None else choice.options[0])
            ready(table)


def test_dice_that_were_typed_anew_are_those_of_the_card_and_of_the_story(tmp_path: Path) -> None:
    bow = (Weapon("Bow", range=12),)
    gangs = [member("a", (2, 2, 0), weapons=bow)], [member("b", (6, 2, 0), lp=20)]
    table = ready(TableController(free_fight(street(), tmp_path, *gangs, dice=TypedDice())))
    card, story = EvidenceCard(table, NO_FONTS, []), StoryPage(table.model, NO_FONTS)
    go_on(table, 5, WhichAction)
    assert table.menu is not None
    table.give(next(button for button in table.menu.buttons if button.targets).targets[0])
    ready(table)

    def told() -> tuple[object, object]:
        log = table.model.shown.log
        rolled = max(number for number, event in enumerate(log) if isinstance(event, Rolled))
        attack = card._attack(rolled)
        return attack and attack.roll.faces, [throw.faces for luck in story.story().luck for throw in luck.throws]

    def shoot(face: int) -> int:
        go_on(table, face)
        while table.roll is None and not isinstance(table.choice, WhichAction):
            table.give(table.choice.default if table.choice is not None else None)
            ready(table)
        return len(table.model.shown.log)

    many = shoot(9)
    before = told()
    assert table.model.undo_retypes
    table.undo()
    ready(table)
    assert shoot(2) == many
    assert told() == ((2,) * 5, [(2,) * 5]) != before


def test_a_turn_that_was_taken_back_while_the_chronicle_was_hidden_does_not_stand_there(tmp_path: Path) -> None:
    gangs = [member("a", (2, 2, 0)), member("c", (4, 2, 0))], [member("b", (9, 9, 0)), member("d", (9, 7, 0))]
    table = ready(TableController(free_fight(street(), tmp_path, *gangs)))
    panel = LogPanel(table, NO_FONTS, [])
    for who in ("a", "c"):
        table.give(who)
        ready(table)
        panel._read_log()
        assert panel.last_line() == ""
        assert panel._words_of(panel._chronicle.entries[-1]).line == f"{who.upper()}'s turn."
        table.undo()
        ready(table)


def test_what_came_last_is_told_no_more_while_dice_fall_for_something_else(tmp_path: Path) -> None:
    table = ready(TableController(free_fight(street(), tmp_path, [member("a", (2, 2, 0))], [member("b", (9, 9, 0))])))
    panel = LogPanel(table, NO_FONTS, [])
    deed, dice = Scored(seat="north", vp=1, why="held"), DiceThrown(who="a", purpose="initiative", faces=(3, 8))
    panel._chronicle.read([deed])
    panel._latest = deed
    assert panel.last_line() == "1 VP for The North: held."
    panel._chronicle.read([dice])
    panel._latest = dice
    assert panel.last_line() == ""


def test_the_others_are_told_what_an_undo_takes_back(tmp_path: Path) -> None:
    """They were asked whether they agree to "the last choice" being taken back, whatever that was."""
    gangs = [member("a", (2, 2, 0))], [member("b", (20, 20, 0))]
    table = ready(TableController(free_fight(street(), tmp_path, *gangs)))
    assert taken_back(table.model) == ()
    for value, told in (
        ("a", "A's turn."),
        (Run(to=(5, 2, 0)), 'A runs 3.0".'),
        (END, "“A acts” was answered with “End turn”."),
    ):
        table.give(value)
        ready(table)
        before = table.model.session.save()
        assert taken_back(table.model) == (told,)
        assert table.model.session.save() == before, "nothing is taken back yet"
