"""What equal bots found of the boards that ship: a file of figures, with the command that made them."""

from __future__ import annotations

from hashlib import blake2b
from pathlib import Path

import msgspec

from sim.board.files.folders import assets_dir, maps_dir
from sim.playtest.report_numbers import PlaytestReport
from sim.playtest.shares import ShareOfGames, wilson

__all__ = ["FIGURES", "ShippedFigures", "ZoneFigures", "added", "figures_from", "figures_of", "shipped_figures"]

FIGURES = assets_dir() / "playtests.json"


class ZoneFigures(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the gangs of one zone fared: their share of the games, a draw as half, and Victory Points a game."""

    name: str
    share: ShareOfGames
    points: float


class ShippedFigures(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A play-test of a board that ships. `board`: what the map was (see `known_by`), `program`: which version played.

    `first_turn`: the share of whoever had the initiative of the first round.
    """

    map: str
    board: str
    scenario: str
    gangs: tuple[str, str]
    bot: str
    seed: int
    games: int
    draws: int
    zones: tuple[ZoneFigures, ZoneFigures]
    first_turn: ShareOfGames
    program: str

    @property
    def command(self) -> str:
        """What plays these very games."""
        return (
            f"bauta map playtest {self.map} --scenario {self.scenario} --bot {self.bot} --games {self.games} "
            f"--seed {self.seed}"
        )

    @property
    def next_seed(self) -> int:
        """Of the pair after the last."""
        return self.seed + self.games // 2

    @property
    def next_gangs(self) -> tuple[str, str]:
        """In the order of that pair: they change seats from pair to pair."""
        first, second = self.gangs
        return (first, second) if self.games % 4 == 0 else (second, first)

    @property
    def holds(self) -> bool:
        """Is the board as it was?"""
        path = maps_dir() / f"{self.map}.toml"
        return path.is_file() and self.board == known_by(path)


def known_by(path: Path) -> str:
    """What a map is known by: a digest of its text."""
    return blake2b(path.read_bytes(), digest_size=8).hexdigest()


def figures_from(report: PlaytestReport) -> ShippedFigures:
    """What is kept of a report about a board that ships as it is now."""
    return ShippedFigures(
        report.map,
        known_by(maps_dir() / f"{report.map}.toml"),
        report.scenario,
        report.gangs,
        report.bot,
        report.seed,
        report.games,
        report.draws,
        (_zone(report, 0), _zone(report, 1)),
        report.first_turn,
        report.program,
    )


def added(first: ShippedFigures, more: ShippedFigures) -> ShippedFigures:
    """Both together, as if played at once: `more` begins with the pair after the last of `first`.

    Raises ValueError where it begins elsewhere, or is of something else.
    """
    follows = msgspec.structs.replace(first, seed=first.next_seed, gangs=first.next_gangs)
    for name in ("map", "board", "scenario", "gangs", "bot", "seed", "program"):
        if getattr(more, name) != getattr(follows, name):
            raise ValueError(f"{more.map}: {name} is {getattr(more, name)}, and should be {getattr(follows, name)}")
    games = first.games + more.games

    def share(one: ShareOfGames, other: ShareOfGames) -> ShareOfGames:
        won = sum(round(2 * each.share * each.games) / 2 for each in (one, other))  # a draw is half
        return wilson(won, games)

    zones = tuple(
        ZoneFigures(
            one.name,
            share(one.share, other.share),
            round((one.points * first.games + other.points * more.games) / games, 2),
        )
        for one, other in zip(first.zones, more.zones, strict=True)
    )
    return msgspec.structs.replace(
        first,
        games=games,
        draws=first.draws + more.draws,
        zones=zones,
        first_turn=share(first.first_turn, more.first_turn),
    )


def _zone(report: PlaytestReport, number: int) -> ZoneFigures:
    zone = report.zones[number]
    return ZoneFigures(zone.name, zone.share, zone.points)


def shipped_figures() -> tuple[ShippedFigures, ...]:
    """Of all boards that ship, those whose board has not changed since."""
    every = msgspec.json.decode(FIGURES.read_bytes(), type=tuple[ShippedFigures, ...])
    return tuple(each for each in every if each.holds)


def figures_of(path: Path) -> tuple[ShippedFigures, ...]:
    """Of one board, if its map is one that ships."""
    if path.resolve().parent != maps_dir().resolve():
        return ()
    return tuple(each for each in shipped_figures() if each.map == path.stem)
