"""Answers what the rules ask the board, by measuring it."""

from __future__ import annotations

from typing import TypeVar, cast

from sim.board.board import Board
from sim.board.model.queries import Query
from sim.board.model.tableau import Figure, Tableau
from sim.carnevale.characters import Character
from sim.carnevale.state import State, figure_of
from sim.engine.requests import HasVerdict

__all__ = ["Referee"]

V = TypeVar("V")


class Referee:
    """Answers rulings by measuring a board, with the minis where the state has them."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self._latest: tuple[tuple[object, ...], Tableau] = ((), Tableau())  # what stood where it was last asked about
        self._figures: dict[str, tuple[Character, Figure]] = {}  # of those who were seen last

    def __call__(self, state: State, query: HasVerdict[V], /) -> V:
        """The verdict on a query to the board."""
        assert isinstance(query, Query)
        stands = (*state.characters.values(), state.vessels, state.persistent_effects, *state.objectives.values())
        latest, tableau = self._latest
        if stands != latest:
            tableau = state.tableau(self._figure)
            self._latest = stands, tableau
        verdict = self.board.answer(query, tableau)
        return cast(V, verdict)

    def _figure(self, c: Character) -> Figure:
        """A character as the board sees it. Most are as they were: the same figure, which knows its own hash."""
        seen = self._figures.get(c.id)
        if seen is None or seen[0] is not c:
            seen = self._figures[c.id] = c, figure_of(c)
        return seen[1]
