"""The styles of made boards: what each has more of than the others, in numbers."""

from __future__ import annotations

from enum import StrEnum

import msgspec

__all__ = ["STYLES", "Manner", "Style"]


class Style(StrEnum):
    """What a board is like."""

    DENSE = "dense"
    CANALS = "canals"
    PIAZZA = "piazza"
    RUINS = "ruins"
    ISLANDS = "islands"


class Manner(msgspec.Struct, frozen=True, kw_only=True):
    """A style in numbers: inches, shares from 0 to 1."""

    water: float  # share of the board
    built: tuple[float, float]  # shares of the board that houses take: at least, at most
    calle: tuple[float, float] = (1.7, 2.3)  # widths of alleys
    block: float = 105.0  # square inches: larger ones are cut by an alley
    quay: float = 0.45  # share of the banks with a walk along them
    floors: tuple[tuple[int, float], ...] = ((2, 0.3), (3, 1.0), (4, 0.45))
    gap: float = 0.1  # share of plots left open
    ruin: float = 0.0  # share of houses in ruins
    campi: float = 330.0  # square inches of land for each square
    great: bool = False  # is one square a great one, with a church and its tower?
    boats: float = 28.0  # square inches of water for each
    clutter: float = 22.0  # square inches of open ground for each small thing
    market: bool = False


STYLES: dict[Style, Manner] = {
    Style.DENSE: Manner(
        water=0.285, built=(0.29, 0.42), calle=(1.6, 2.1), quay=0.35, gap=0.05, campi=420.0,
        floors=((2, 0.15), (3, 1.0), (4, 0.8)),
    ),
    Style.CANALS: Manner(water=0.345, built=(0.26, 0.4), quay=0.6, block=95.0, boats=20.0),
    Style.PIAZZA: Manner(water=0.28, built=(0.27, 0.4), calle=(1.8, 2.4), great=True, market=True, clutter=26.0),
    Style.RUINS: Manner(
        water=0.285, built=(0.25, 0.4), ruin=0.55, gap=0.14, boats=45.0, clutter=15.0,
        floors=((2, 0.6), (3, 1.0), (4, 0.2)),
    ),
    Style.ISLANDS: Manner(
        water=0.38, built=(0.24, 0.38), quay=0.5, block=88.0, gap=0.12, boats=24.0,
        floors=((2, 0.8), (3, 1.0), (4, 0.15)),
    ),
}  # fmt: skip
