"""The report of a play-test as plain values: only what was counted and measured, with its uncertainty."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from hashlib import blake2b
from typing import Literal

import msgspec

from sim.playtest.features import FEATURES, Feature
from sim.playtest.games import PlaytestGame, Restriction
from sim.playtest.near_pieces import BoardSurroundings
from sim.playtest.running import PlayedTest, Restricted
from sim.playtest.shares import ShareChange, ShareOfGames, difference, wilson
from sim.playtest.stopping import ERROR, UNFAIR
from sim.playtest.tally import GameTally
from sim.playtest.zone_facts import ZoneFacts
from sim.version import __version__
from sim.words import in_english

__all__ = ["FEW", "ObjectiveUse", "PieceUse", "PlaytestReport", "ZoneResult", "findings_of", "journal_name"]

FORMAT: Literal[1] = 1
FEW = 20  # games that tell little of who wins
KEY_BYTES = 4  # of a journal's name: a folder holds a few dozen


class ZoneResult(msgspec.Struct, frozen=True):
    """How the gangs of one deployment zone fared."""

    name: str
    won: int
    share: ShareOfGames  # of the games, a draw as half
    points: float  # Victory Points a game
    left: float  # minis on the board at the end, a game


class PieceUse(msgspec.Struct, frozen=True):
    """How often minis of each zone moved onto a piece, over it, or along it."""

    piece: str
    kind: Feature
    used: tuple[int, int]


class ObjectiveUse(msgspec.Struct, frozen=True):
    """How often minis of each zone took, claimed, turned or destroyed an objective."""

    objective: str
    reached: tuple[int, int]


class WorthToZones(msgspec.Struct, frozen=True):
    """What something is worth to the first zone: its share with it, less that of the same pairs without it.

    To the second zone it is worth the reverse.
    """

    without: Restriction
    games: int
    first_zone: ShareChange
    share: ShareOfGames  # of the first zone, played without it
    rounds: float
    left: tuple[float, float]
    unused: bool  # nobody had done it: without it all games went as they had


class TellingGame(msgspec.Struct, frozen=True):
    """A game that is worth a look."""

    why: str
    seed: int
    zones: tuple[str, str]  # of the north and the south seat
    gangs: tuple[str, str]
    points: tuple[int, int]  # of the zones
    rounds: int
    decided: int
    journal: str  # beside the report


class Stopping(msgspec.Struct, frozen=True):
    """The sequential test, where one was asked for."""

    until: str
    verdict: str | None  # "fair", "unfair", "narrow", or none before the games ran out
    unfair_share: float = UNFAIR
    error: float = ERROR


class PlaytestReport(msgspec.Struct, frozen=True):
    """A play-test's report, as `report.json` holds it. Pairs of numbers are in the order of `zones`."""

    format: Literal[1]
    program: str
    map: str
    title: str
    size: tuple[float, float]
    scenario: str
    gangs: tuple[str, str]
    bot: str
    seed: int  # of the first pair
    games: int
    draws: int
    zones: tuple[ZoneResult, ZoneResult]
    first_turn: ShareOfGames  # won by the gang that had the first turn
    first_zone: ShareOfGames  # by the one that took its zone first
    stopping: Stopping | None
    rounds: dict[int, int]  # length -> games
    margins: dict[int, int]  # Victory Points between the gangs -> games
    decided: dict[int, int]  # round from which the winner never was behind -> games
    happened: dict[str, tuple[int, int]]  # what -> how often, to minis of each zone
    pieces: tuple[PieceUse, ...]
    objectives: tuple[ObjectiveUse, ...]
    measured: tuple[ZoneFacts, ...]  # of the empty board
    without: tuple[WorthToZones, ...]
    telling: tuple[TellingGame, ...]
    first_gang: ShareOfGames | None = None  # won by the first of `gangs`, in either zone; None: both are the same
    around: BoardSurroundings = BoardSurroundings()  # what stands near where the zones differ
    map_changed: bool = False  # since the first game: all are of the board as it was then


def findings_of(
    played: PlayedTest,
    until: str | None,
    title: str,
    size: tuple[float, float],
    pieces: dict[str, Feature],
    measured: tuple[ZoneFacts, ...] = (),
    around: BoardSurroundings | None = None,
) -> PlaytestReport:
    """All that a play-test tells. `pieces`: those of the board that are asked after."""
    asked, tally = played.asked, played.tally
    games = tally.games
    return PlaytestReport(
        format=FORMAT,
        program=__version__,
        map=asked.map,
        title=title,
        size=size,
        scenario=asked.scenario,
        gangs=asked.gangs,
        bot=asked.bot,
        seed=asked.seed,
        games=games,
        draws=tally.draws,
        zones=(_zone(tally, asked.zones, 0), _zone(tally, asked.zones, 1)),
        first_turn=wilson(tally.first_turn, games),
        first_zone=wilson(tally.first_zone, games),
        first_gang=wilson(tally.gangs[asked.gangs[0]], games) if len(set(asked.gangs)) > 1 else None,
        stopping=None if until is None else Stopping(until, played.verdict),
        rounds=_sorted(tally.rounds),
        margins=_sorted(tally.margins),
        decided=_sorted(tally.decided),
        happened={what: (a, b) for what, (a, b) in sorted(tally.counts.items()) if what != "lay"},
        pieces=tuple(_pieces(tally, pieces)),
        objectives=tuple(ObjectiveUse(o, (a, b)) for o, (a, b) in sorted(tally.objectives.items())),
        measured=measured,
        around=around or BoardSurroundings(),
        without=tuple(_worth(tally, other) for other in played.restricted),
        telling=tuple(_telling(tally)),
    )


def journal_name(game: PlaytestGame) -> str:
    """The name of a game's journal: by its seed, which zone the north seat has, and a key of all that it follows from,
    as one folder may hold games of other gangs, bots or boards."""
    zone = "a" if game.zones == tuple(sorted(game.zones)) else "b"
    key = blake2b(msgspec.json.encode(game, enc_hook=in_english), digest_size=KEY_BYTES).hexdigest()
    return f"{game.scenario}-{game.seed}{zone}-{key}.jsonl"


def _zone(tally: GameTally, names: Sequence[str], zone: int) -> ZoneResult:
    games = max(1, tally.games)
    share = wilson(tally.wins[zone] + tally.draws / 2, tally.games)
    return ZoneResult(
        names[zone], tally.wins[zone], share, round(tally.vp[zone] / games, 2), round(tally.left[zone] / games, 2)
    )


def _sorted(counts: Counter[int]) -> dict[int, int]:
    return {number: counts[number] for number in sorted(counts) if counts[number]}


def _pieces(tally: GameTally, pieces: dict[str, Feature]) -> list[PieceUse]:
    """The board's own and what players brought, the most used first."""
    kinds = dict.fromkeys((piece for piece in tally.used if "#" in piece), FEATURES[-1]) | pieces
    found = []
    for piece, kind in kinds.items():
        first, second = tally.used.get(piece, (0, 0))
        found.append(PieceUse(piece, kind, (first, second)))
    return sorted(found, key=lambda use: (FEATURES.index(use.kind), -sum(use.used), use.piece))


def _worth(tally: GameTally, other: Restricted) -> WorthToZones:
    games, own = other.tally.games, other.tally
    return WorthToZones(
        without=other.without,
        games=games,
        first_zone=difference(own.pairs, tally.pairs[: len(own.pairs)]),
        share=wilson(own.wins[0] + own.draws / 2, games),
        rounds=round(sum(n * count for n, count in own.rounds.items()) / max(1, games), 2),
        left=(round(own.left[0] / max(1, games), 2), round(own.left[1] / max(1, games), 2)),
        unused=own.same(tally),
    )


def _telling(tally: GameTally) -> list[TellingGame]:
    """Each game once, by the first reason."""
    found: dict[PlaytestGame, TellingGame] = {}
    for why, candidates in tally.telling.items():
        for candidate in candidates:
            seen, game = candidate.seen, candidate.game
            told = TellingGame(
                why, game.seed, game.zones, game.gangs, seen.vp, seen.rounds, seen.decided, journal_name(game)
            )
            found.setdefault(game, told)
    return list(found.values())
