"""The one module that knows the board: what the rules ask, as board queries, and who answers them."""

from __future__ import annotations

from typing import Any

from sim.board.board import Board
from sim.board.queries import CoverOf, DistanceOf, DropOf, GroundOf, Query, SightOf
from sim.board.verdicts import Cover, Distance, Drop, Ground, Sight
from sim.carnevale.characters import Point
from sim.carnevale.state import State
from sim.engine.requests import Rule, Ruling


class Referee:
    """Answers rulings by measuring a board, with the minis where the state has them."""

    def __init__(self, board: Board) -> None:
        self.board = board

    def __call__(self, state: State, query: Query) -> Any:
        return self.board.answer(query, state.tableau())


def sight(game: State, a: str, b: str) -> Rule[Sight]:
    """Do they see each other (GEO-06, 07)?"""
    verdict: Sight = yield Ruling(SightOf(a, b, minis_block=game.options.minis_block))
    return verdict


def cover(game: State, attacker: str, target: str) -> Rule[Cover]:
    """How much of the target is hidden (GEO-08)?"""
    options = game.options
    verdict: Cover = yield Ruling(
        CoverOf(attacker, target, minis_block=options.minis_block, low_terrain=options.low_terrain_gives_cover)
    )
    return verdict


def distance(a: str, b: str) -> Rule[Distance]:
    """Between two bases, contact included (GEO-02, 04, 05)."""
    verdict: Distance = yield Ruling(DistanceOf(a, b))
    return verdict


def ground(who: str, at: Point | None = None) -> Rule[Ground]:
    """What does the character stand on?"""
    verdict: Ground = yield Ruling(GroundOf(who, at))
    return verdict


def drop(who: str, at: Point) -> Rule[Drop]:
    """Where does the character come to rest, dropped from there?"""
    verdict: Drop = yield Ruling(DropOf(who, at))
    return verdict


def in_contact(game: State, who: str) -> Rule[list[str]]:
    """The enemies in base contact with a character."""
    touching = []
    for enemy in game.enemies(who):
        verdict = yield from distance(who, enemy.id)
        if verdict.base_contact:
            touching.append(enemy.id)
    return touching


def in_water(who: str) -> Rule[bool]:
    return (yield from ground(who)).water
