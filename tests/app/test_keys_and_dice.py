"""The keys of buttons, and real dice that are typed in."""

from __future__ import annotations

from pathlib import Path

import pytest

from sim.app.hud.layout import rows_of
from sim.app.table.controller import TableController
from sim.app.table.games import start
from sim.app.table.glossary import roll_words
from sim.app.table.key_actions import retypes
from sim.app.table.key_bindings import VIEW, _in_game, keys_of, keys_of_offers
from sim.app.table.playback import tray_after
from sim.app.table.tools import Button, Tool
from sim.board.board import Board
from sim.bots.duel import setup_of
from sim.carnevale.actions import Combat
from sim.carnevale.characters import Weapon
from sim.carnevale.dice import Modifier
from sim.carnevale.events import DiceThrown, Rolled
from sim.carnevale.replay import replay
from sim.carnevale.rerolls import RerollDice
from sim.engine.dice import TypedDice
from tests.app.table_games import free_fight, member, ready
from tests.carnevale.tables import plain_street


def test_every_button_has_a_key_of_its_own_that_means_nothing_else() -> None:
    buttons = [Button("Run", "R"), *(Button(str(i)) for i in range(12)), Button("Pass", "N"), Button("Pass all", "K")]
    keys = keys_of(buttons)
    assert all(keys)
    assert len(set(keys)) == len(keys)
    assert not {key.lower() for key in keys} & {*VIEW, "q", "o", "i"}


def rolling(folder: Path) -> TableController:
    """Gang War between two people who throw real dice, at the first roll."""
    board = Board.load("san-canciano")
    setup = setup_of(board, "san-canciano", "gang-war", ("north", "south"), [], 1)
    table = ready(TableController(start(setup, board, {}, folder / "game.jsonl", TypedDice())))
    while table.choice is not None:
        table.give(table.choice.default)
        ready(table)
    return table


@pytest.mark.parametrize("key", ["²", "𐩀"])
def test_a_key_that_is_no_digit_to_count_with_is_none_of_a_die(tmp_path: Path, key: str) -> None:
    table = rolling(tmp_path)
    _in_game(table, key, key)
    assert table.typed == []
    _in_game(table, "7", "7")
    assert table.typed == [7]


@pytest.mark.parametrize(("key", "tool"), [("j", Tool.JUMP), ("a", Tool.ATTACK), ("e", Tool.RUN), ("1", Tool.RUN)])
def test_an_early_key_takes_an_action_in_hand_once_it_is_asked_for_and_answers_nothing(
    tmp_path: Path, key: str, tool: Tool
) -> None:
    """A jump whose key came right after the mini's was not heard: its question was not there yet."""
    north = [member("a", (6, 6, 0), weapons=(Weapon("Bow", range=12),))]
    table = ready(TableController(free_fight(plain_street(), tmp_path, north, [member("b", (6, 12, 0))])))
    table.click("a", (6, 6, 0))
    assert table.menu is None
    _in_game(table, key, key)
    ready(table)
    assert (table.tool, table.model.shown.active, table.early) == (tool, "a", "")


def asked_for_will(tmp_path: Path, wp: int) -> TableController:
    """A shot is about to be rolled, by who has so many Will Points."""
    north = [member("a", (6, 6, 0), wp=wp, weapons=(Weapon("Bow", range=12),))]
    table = ready(TableController(free_fight(plain_street(), tmp_path, north, [member("b", (6, 12, 0))])))
    table.click("a", (6, 6, 0))
    ready(table)
    table.give(Combat("b", "Bow"))
    return table


def test_a_window_is_yielded_with_a_key_that_is_no_key_of_the_view(tmp_path: Path) -> None:
    table = asked_for_will(tmp_path, 2)
    ready(table)
    _in_game(table, "n", "n")
    ready(table)
    assert [(each.said.topic, each.said.until) for each in table.model.kept_yields()][-1] == ("will/a/combat", "turn")


def test_each_yield_of_a_window_has_a_key_that_no_button_of_it_has(tmp_path: Path) -> None:
    table = asked_for_will(tmp_path, 9)
    menu = ready(table).menu
    assert menu is not None
    keys = keys_of_offers(menu)
    assert len(keys) == len(menu.offers) == 4
    assert not {key.lower() for key in keys} & {*VIEW, "q", *map(str.lower, keys_of(menu.buttons))}
    _in_game(table, keys[2].lower(), keys[2].lower())
    ready(table)
    assert [each.said.unless for each in table.model.kept_yields()][-1] == menu.offers[2].said.unless


def test_the_key_of_a_yield_says_the_will_points_that_it_shows(tmp_path: Path) -> None:
    """Its button said those that were chosen by - and +, its key always two."""
    table = asked_for_will(tmp_path, 9)
    menu = ready(table).menu
    assert menu is not None
    pace = table.sequencer.speed
    for key in ("+", "+", "-", "+"):
        _in_game(table, key, key)
    own = next(k for k, offer in zip(keys_of_offers(menu), menu.offers, strict=True) if "will" in offer.said.unless)
    _in_game(table, own.lower(), own.lower())
    ready(table)
    assert [each.said.unless for each in table.model.kept_yields()][-1] == {"will": 4}
    assert table.sequencer.speed == pace


def test_real_dice_say_whose_they_are_and_what_for(tmp_path: Path) -> None:
    table = rolling(tmp_path)
    titles = []
    while table.roll is not None:
        titles.append(roll_words(table.model.shown, table.roll))
        for face in (2 + len(titles) % 3, 3 + len(titles))[: table.roll.dice]:
            table.type_die(face)
        table.confirm()
        ready(table)
    drawn = [title for title, _ in titles if title.startswith("Agenda")]
    assert "Agenda 1 of 3 for The Ten of Rialto" in drawn
    assert "Agenda 3 of 3 for The House of the Lion" in drawn


def test_a_typed_face_is_taken_back_until_it_is_confirmed(tmp_path: Path) -> None:
    table = rolling(tmp_path)
    roll = table.roll
    assert roll is not None
    for face in (7, 4, 9)[: roll.dice]:
        table.type_die(face)
    ready(table)
    assert table.roll == roll, "all faces are typed, and none is given yet"
    table.untype_die()
    table.type_die(5)
    table.untype_die(0)
    table.type_die(6)
    table.confirm()
    ready(table)
    faces = [event.faces for event in table.model.shown.log if hasattr(event, "faces")]
    assert faces[0] == ((6,) if roll.dice == 1 else (5, 6))


def test_dice_that_were_confirmed_are_typed_anew(tmp_path: Path) -> None:
    """A 3 was typed where an 8 had fallen: Backspace asks for the dice again, and no choice before them."""
    north = [member("a", (6, 6, 0), wp=0, weapons=(Weapon("Bow", range=12),))]
    model = free_fight(plain_street(), tmp_path, north, [member("b", (6, 12, 0), wp=0)], dice=TypedDice())
    table = ready(TableController(model))
    table.click("a", (6, 6, 0))
    ready(table)
    table.give(Combat("b", "Bow"))
    roll = ready(table).roll
    assert roll is not None
    for faces in ((3,) * roll.dice, (8,) * roll.dice):
        for face in faces:
            table.type_die(face)
        table.confirm()
        ready(table)
        assert [e.faces for e in model.session.events if isinstance(e, DiceThrown)] == [faces]
        if faces[0] == 3:
            assert retypes(table)
            table.undo()
            assert ready(table).roll == roll
    assert replay(tmp_path / "game.jsonl").session.events == model.session.events


@pytest.mark.parametrize(("count", "rows"), [(5, [5]), (6, [3, 3]), (7, [4, 3]), (10, [5, 5]), (1, [1])])
def test_dice_lie_in_rows_of_about_the_same_length(count: int, rows: list[int]) -> None:
    assert rows_of(count) == rows


def test_a_roll_that_was_settled_without_dice_names_what_settled_it() -> None:
    settled = Rolled(
        who="a", purpose="climb", faces=(), needed=7, aces=0, outcome="critical", dice=0,
        modifiers=(Modifier(0, "Climbing gear"),),
    )  # fmt: skip
    tray = tray_after(None, settled)
    assert tray is not None
    assert tray.modifiers == ("Climbing gear",)


@pytest.mark.rule("DICE-06")
def test_the_dice_of_a_roll_lie_there_where_a_game_is_gone_on_with_at_its_re_roll(tmp_path: Path) -> None:
    north = [member("a", (6, 6, 0), abilities=("Expert Marksman (1)",), weapons=(Weapon("Bow", range=12),))]
    dice = [2, 3, 9, 4, 5, 8, *[2] * 20]
    table = ready(TableController(free_fight(plain_street(), tmp_path, north, [member("b", (6, 12, 0))], dice=dice)))
    table.click("a", (6, 6, 0))
    ready(table)
    assert TableController(table.model).tray is None
    table.give(Combat("b", "Bow"))
    ready(table)
    assert isinstance(table.choice, RerollDice)
    tray = TableController(table.model).tray
    assert tray is not None
    assert (tray.faces, tray.destiny, tray.tumbling) == ([2, 3, 9, 4, 5], 0, 0.0)
    table.give((1,))
    ready(table)
    assert TableController(table.model).tray is None, "it has been read"
