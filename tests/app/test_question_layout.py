"""Every kind of question that the table asks, with what it points at and what is confirmed: no text is cut, none lies
over another, no panel over another."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from sim.app.hud import question_card
from sim.app.hud.question_card import RINGED
from sim.app.render import figures
from sim.app.render.figures import body_patches
from sim.app.table import tools
from sim.app.table.model import TableModel
from sim.app.table.preview_requests import needs_confirmation
from sim.app.table.tools import Tool
from sim.board.board import Board
from sim.board.model.terrain import Meaning
from sim.carnevale.referee import Referee
from sim.carnevale.rerolls import RerollDice
from sim.engine.dice import SeededDice
from sim.engine.session import Session
from tests.app.layout_watch import Box, watched
from tests.app.own_gangs import take
from tests.app.table_games import free_fight, member
from tests.app.test_table_window import steps, until
from tests.app.window_sizes import FIRST, WAYS, Look, Way, look, panels_alone, show
from tests.carnevale.fighters import POST
from tests.carnevale.questions import Asked, examples
from tests.carnevale.tables import GAME, block, house, plain_street

__all__ = ["look"]

LARGE = [Way(FIRST.size, 2.0, tongue) for tongue in ("en", "fr", "it")]
OTHERS = [way for way in WAYS if way not in (FIRST, *LARGE)]
ON_BOARD = (Tool.RUN, Tool.ROW, Tool.PUSH, Tool.STRIDE, Tool.DEPLOY, Tool.MOOR, Tool.POINT, Tool.OBJECTIVE, Tool.JUMP)


def without_posts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Minis of tests, which are posts, look like somebody."""
    monkeypatch.setattr(figures, "body_patches", lambda body: body_patches("human" if body == POST else body))


def ask(window: Any, asked: Asked) -> None:
    """Its question, at the table, on another board: what it measures is no longer so, and what it says is."""
    table = window.table
    table.worker.finish()
    session: Session[Any] = Session.load(asked.saved, GAME, SeededDice(1), Referee(table.model.board))
    session.settle()  # what a question shows, and a golden game lacks
    session.forget_yields(besides="")
    take(table, session)
    table.model.alone = asked.question.seat
    table.hover(None, None)
    with panels_alone(window):
        until(window, lambda: table.menu is not None or table.failure)
        assert not table.failure
        table.banner = ("", "", 0.0)
        until(window, lambda: not window.scene.camera.gliding and not table.worker.busy)


def point(window: Any) -> bool:
    """Point at whom, or where, it may be answered with; is there a preview?"""
    table, choice = window.table, window.table.choice
    state = table.model.shown
    if table.attacks:
        figure, place = table.attacks[0].target, None
    elif table.tool in ON_BOARD:
        who = choice.about or next(iter(state.characters))
        x, y, _ = state[who].here if state[who].at is not None else (8.0, 12.0, 0.0)
        figure, place = None, (x + 1.6 if x < 12 else x - 1.6, y + 0.4, 0.0)
    else:
        return False
    at = state[figure].here if figure else place
    window.hand.move(*window.scene.view.to_screen(at) or (640, 400))
    table.hover(figure, place)
    with panels_alone(window):
        window.step()
        until(window, lambda: not table.worker.busy and (table.preview is not None or table.preview_request() is None))
    return table.preview is not None


def test_every_question(window: Any, look: Look, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At 100% in English, at 200% in all languages, and by turns in every other way; its preview and what a click pins
    where words are longest."""
    monkeypatch.setattr(TableModel, "is_spared", lambda *_: True)  # nobody yields anything of itself
    without_posts(monkeypatch)
    put = tools.menu  # a jump has other ends on this board; where it has one, the table would answer by itself
    monkeypatch.setattr(tools, "menu", lambda *asked: msgspec.structs.replace(put(*asked), is_settled=False))
    ground = ("ground/paving", Meaning(), block((0, 0, -2), (36, 48, 0)))
    board = Board.from_parts([ground, house((2, 2), (7, 7), 4.0)], size=(36.0, 48.0))
    window.play(free_fight(board, tmp_path, [member("a", (3, 12, 0))], [member("b", (7, 16, 0))]))
    until(window, lambda: window.table.menu is not None)
    monkeypatch.setattr(window.controls, "hover", lambda: None)
    table = window.table
    for number, (kind, asked) in enumerate(sorted(examples().items(), key=lambda each: each[0].__name__)):
        ask(window, asked)
        assert isinstance(table.choice, kind)
        other = OTHERS[number % len(OTHERS)]
        look(kind.__name__, [FIRST, *LARGE, other])
        if point(window):
            look(f"{kind.__name__}, pointed at", [*LARGE[1:], other])
            if needs_confirmation(table.preview) and table.preview.answer is not None:
                table.pinned = True
                look(f"{kind.__name__}, pinned", [*LARGE[1:], other])
        window.hand.move(2, 400)


def test_whose_agendas_are_secret_is_read_beside_or_over_the_button_that_shows_them(
    window: Any, look: Look, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two people share the screen: a title takes three lines at most, however large its letters are."""
    window.play(free_fight(plain_street(), tmp_path, [member("a", (3, 12, 0))], [member("b", (7, 16, 0))]))
    until(window, lambda: window.table.menu is not None)
    asked = next(each for each in examples().values() if each.game == "acquisition-2" and each.state.round)
    ask(window, asked)
    window.table.model.alone = None
    look("two secrets", [FIRST, *LARGE])
    for way in (FIRST, *LARGE):
        show(window, way)
        with watched(monkeypatch) as watch, panels_alone(window):
            steps(window, 4)
            watch.begin()
            window.step()
        titles = [each for each in watch.things if each.panel == "agendas" and ":" in each.words]
        assert titles
        assert all(each.box.bottom - each.box.top < 75 * way.text for each in titles), str(way)


def test_keys_of_dice_stand_beside_what_rings_them(
    window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An Ace has a ring round it; a key under that could not be read."""
    monkeypatch.setattr(TableModel, "is_spared", lambda *_: True)
    window.play(free_fight(plain_street(), tmp_path, [member("a", (3, 12, 0))], [member("b", (7, 16, 0))]))
    until(window, lambda: window.table.menu is not None)
    ask(window, examples()[RerollDice])
    dice: list[tuple[float, float, float]] = []

    def die(_: Any, x: float, y: float, radius: float, *__: Any, **___: Any) -> None:
        dice.append((x, y, radius * RINGED + 1))

    monkeypatch.setattr(question_card.widgets, "die", die)
    for way in (FIRST, *LARGE):
        show(window, way)
        with watched(monkeypatch) as watch, panels_alone(window):
            steps(window, 4)
            dice.clear()
            watch.begin()
            window.step()
        keys = [each.box for each in watch.things if each.panel == "question" and each.words.isdigit()]
        assert len(keys) == len(window.table.choice.among)
        assert len(dice) == len(window.table.choice.faces)
        rings = [Box(x - ring, y - ring, x + ring, y + ring) for x, y, ring in dice]
        assert not [key for key in keys for ring in rings if min(key.shared(ring)) > 0], str(way)
        assert not [one for n, one in enumerate(rings) for two in rings[:n] if min(one.shared(two)) > 0], str(way)
    show(window, FIRST)
