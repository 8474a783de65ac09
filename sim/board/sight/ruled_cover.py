"""Cover as a game rules it: what is measured of the target, and when it does not matter (GEO-08 to 11, TERR-11)."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from sim.board.board import Board
from sim.board.model.part_names import part_called
from sim.board.model.queries import CoverOf, DistanceOf, GroundOf, ShelterOf
from sim.board.model.tableau import Tableau
from sim.board.model.verdicts import Cover, Distance, Ground, Shelter
from sim.words import say

__all__ = ["RuledCover", "ruled_cover"]


class RuledCover(NamedTuple):
    """What was measured, its `in_cover` as it is ruled; and why, where that is not for the share that is hidden."""

    cover: Cover
    why: str


def ruled_cover(
    board: Board, tableau: Tableau, attacker: str, target: str, minis_block: bool = True, low_terrain: bool = True
) -> RuledCover:
    """Of a target from an attacker: none in base contact, always behind a barricade that the target touches, over an
    obstacle that both touch, and in water; else by the share that is hidden."""
    cover = board.answer(CoverOf(attacker, target, minis_block, low_terrain), tableau)
    apart = board.answer(DistanceOf(attacker, target), tableau)
    assert isinstance(cover, Cover)
    assert isinstance(apart, Distance)
    if apart.base_contact:
        return RuledCover(msgspec.structs.replace(cover, in_cover=False), say("base contact"))
    why = _always(board, tableau, attacker, target, apart)
    return RuledCover(msgspec.structs.replace(cover, in_cover=True) if why else cover, why)


def _always(board: Board, tableau: Tableau, attacker: str, target: str, apart: Distance) -> str:
    """Why a target has cover whatever is hidden of it, or nothing."""
    shelter = board.answer(ShelterOf(attacker, target), tableau)
    place = board.answer(GroundOf(target), tableau)
    assert isinstance(shelter, Shelter)
    assert isinstance(place, Ground)
    if shelter.part is not None:
        return say("behind {part}", part=part_called(shelter.part))
    if apart.obstacle is not None:
        return say("over {obstacle}", obstacle=part_called(apart.obstacle))
    return say("in water") if place.water else ""
