"""A click to run somewhere asks for its path several times over: it is measured once."""

from __future__ import annotations

from pathlib import Path

import pytest

import sim.board.board as board_module
from sim.app.table.controller import TableController
from sim.board.board import Board
from sim.board.model.queries import PathTo, Query
from sim.board.model.tableau import Tableau
from sim.board.model.verdicts import Verdict
from tests.app.table_games import free_fight, member, ready
from tests.carnevale.tables import plain_street


def test_the_path_of_a_click_is_asked_for_four_times_and_measured_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[Query, Tableau]] = []
    measured: list[tuple[Query, Tableau]] = []
    answer, measure_of = Board.answer, board_module._measure_of
    measure = measure_of("PathTo")

    def counted_answer(board: Board, query: Query, tableau: Tableau) -> Verdict:
        asked.append((query, tableau))
        return answer(board, query, tableau)

    def counted_measure(board: Board, query: Query, tableau: Tableau) -> Verdict:
        measured.append((query, tableau))
        return measure(board, query, tableau)

    start, there = (4.0, 6.0, 0.0), (7.0, 8.0, 0.0)
    model = free_fight(plain_street(), tmp_path, [member("a", start, ap=3)], [member("b", (20, 20, 0))])
    table = ready(TableController(model))
    table.click("a", start)
    ready(table)
    monkeypatch.setattr(Board, "answer", counted_answer)
    counted = {"PathTo": counted_measure}
    monkeypatch.setattr(board_module, "_measure_of", lambda kind: counted.get(kind) or measure_of(kind))
    table.click(None, there)
    ready(table)
    assert table.model.shown["a"].here == there
    paths = [each for each in asked if isinstance(each[0], PathTo) and each[1].figure("a").at == start]
    assert len(paths) == 4  # by the preview, its check, the check of the answer, and the rule that goes it
    assert [each for each in measured if each[1].figure("a").at == start] == paths[:1] == paths[-1:]
