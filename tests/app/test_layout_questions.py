"""Each kind of question as it came up first in golden games and scenes, in every size of window and of text, in a
language each: nothing of it is cut or lies over anything else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sim.app.render import figures
from sim.carnevale.questions import Question
from sim.carnevale.rulings import Referee
from sim.carnevale.script import BETWEEN
from sim.engine.dice import SeededDice, TypedDice
from sim.engine.journal import read
from sim.engine.session import Session
from tests.app.own_gangs import between_two_gangs, take
from tests.app.window_sizes import SIZES, TEXTS, TONGUES, Look, Way, look, panels_alone
from tests.carnevale.questions import SCENES, kinds
from tests.carnevale.tables import house, street
from tests.golden.games import GAME, JOURNALS, no_board

__all__ = ["look"]

MOST = 40  # frames until it is asked


def test_each_question(window: Any, look: Look, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = figures.body_patches  # not of bodies that tests bring along
    monkeypatch.setattr(
        figures, "body_patches", lambda body: drawn("human" if "/" in body else body)
    )  # of a test's own
    board = street(house((4, 4), (9, 9), 4.0))
    table, games, curtains = between_two_gangs(window, tmp_path, board), saved(), 0
    assert set(games) == set(kinds())
    for number, (kind, game) in enumerate(games.items()):
        session = Session.load(game, GAME, SeededDice(1), Referee(board))
        assert isinstance(session.request, kind)
        ways = [
            Way(size, text, TONGUES[(number + turn) % len(TONGUES)])
            for turn, (size, text) in enumerate((size, text) for size in SIZES for text in TEXTS)
        ]
        take(table, session)
        wait(window)
        if table.curtain.before:
            if not curtains:
                look(f"the curtain before {kind.__name__}", ways)
            curtains += 1
            table.curtain.lift()
            wait(window)
        assert table.menu is not None, (kind.__name__, table.failure)
        look(kind.__name__, ways)
    assert curtains


def wait(window: Any) -> None:
    """Until something is asked, or a curtain hangs before it."""
    with panels_alone(window):
        for _ in range(MOST):
            if window.table.menu is not None or window.table.curtain.before:
                return
            window.step()


def saved() -> dict[type[Question], bytes]:
    """A game kept at each kind of question."""
    found: dict[type[Question], bytes] = {}
    for path in JOURNALS.values():
        header, answers = read(path)
        session = Session(GAME, GAME.begin(header.setup), TypedDice(), no_board, step=True)
        for answer in answers:
            session.skip_unrecorded_evidence(answer)
            if isinstance(session.request, Question) and type(session.request) not in found:
                found[type(session.request)] = session.save()
            session.replay([answer])
    for make in SCENES:
        table = make()
        while isinstance(table.request, Question) and not isinstance(table.request, BETWEEN):
            if type(table.request) not in found:
                found[type(table.request)] = table.save()
            if table.request.default is None and None not in table.request.options:
                break
            table.answer(table.request.default)
    return found
