"""Minis that no game knows, as on a real table: how their abilities have them move and jump, asked as a game asks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar, cast

from sim.board.board import Board
from sim.board.model.errors import TableauError
from sim.board.model.queries import GroundOf, Mover, Query
from sim.board.model.ranges import FARTHEST
from sim.board.model.tableau import Point, Tableau
from sim.board.model.verdicts import Ground, JumpSweep
from sim.carnevale import ways
from sim.carnevale.actions.jump import Jump, leap
from sim.carnevale.characters import Character, Profile
from sim.carnevale.state import Seat, State
from sim.carnevale.vocabulary import wrong_words
from sim.engine.requests import HasVerdict, Measure, Refusal, measured
from sim.words import say

__all__ = ["jump_barred", "jump_of_mini", "known_abilities", "mover_of_mini"]

V = TypeVar("V")


def known_abilities(given: Sequence[str], whose: str) -> tuple[str, ...]:
    """Abilities as cards have them, `Ethereal` or `Acrobatic (2)`, none of them empty. Raises TableauError: one is
    none."""
    abilities = tuple(text for text in given if text.strip())
    try:
        wrong = next(wrong_words(Profile(whose, abilities=abilities), (), ()), None)
    except ValueError as error:
        raise TableauError(say("{mini}: {wrong}", mini=whose, wrong=error.args[0])) from None
    if wrong is not None:
        raise TableauError(say("{mini}: an ability {wrong}", mini=whose, wrong=wrong.words))
    return abilities


def mover_of_mini(board: Board, tableau: Tableau, who: str, abilities: Sequence[str], inches: float) -> Mover:
    """How a mini with these abilities moves in a Run/Climb of so many inches, with nobody its enemy."""
    ground = board.answer(GroundOf(who), tableau)
    assert isinstance(ground, Ground)
    return ways.mover(_alone(tableau, who, abilities), who, inches, in_water=ground.water)


def jump_of_mini(
    board: Board, tableau: Tableau, who: str, abilities: Sequence[str], to: Point, length: float, run_on: float = 0.0
) -> JumpSweep:
    """Where its jump of so many inches ends (JUMP-02 to 06): an Ethereal's passes through terrain (ABIL-Ethereal), and
    a base that just cannot be placed is helped (MOVE-05)."""
    state = _alone(tableau, who, abilities)
    return measured(leap(state, who, to, length, run_on), state, _measuring(board, tableau))


def jump_barred(
    board: Board, tableau: Tableau, who: str, abilities: Sequence[str], to: Point, name: str
) -> Refusal | None:
    """Why a game takes no jump of a mini of this name to this point (JUMP-01); None where it does. Where the board ends
    is not asked."""
    state = _alone(tableau, who, abilities, name)
    state.corner, state.size = (-FARTHEST, -FARTHEST), (FARTHEST, FARTHEST)
    return measured(Jump(to).refusal(state, who), state, _measuring(board, tableau))


def _alone(tableau: Tableau, who: str, abilities: Sequence[str], name: str = "") -> State:
    """A game with nobody in it but the mini: the others stand in the tableau that is measured."""
    figure, seat = tableau.figure(who), Seat("one")
    profile = Profile(name or who, size=max(1, round(figure.base_mm)), body=figure.body, abilities=tuple(abilities))
    mini = Character(who, seat.id, profile, lp=profile.lp, wp=0, ap=profile.ap, cp=0, at=figure.at)
    return State(seats={seat.id: seat}, characters={who: mini})


def _measuring(board: Board, tableau: Tableau) -> Measure:
    """Measures the tableau as it stands, whatever a state says."""

    def measure(_state: Any, query: HasVerdict[V], /) -> V:
        assert isinstance(query, Query)
        return cast(V, board.answer(query, tableau))

    return measure
