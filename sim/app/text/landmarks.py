"""What stands on a board, by names that one can say: houses and wells, their roofs, canals, and what one is near."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from math import hypot
from typing import NamedTuple

import numpy as np

from sim.app.text.wording import bearing, inches, wind_name, wind_of
from sim.board.board import Board
from sim.carnevale.characters import Point

__all__ = ["Landmark", "Landmarks"]

KINDS = {  # what a piece is, by the first words of its name
    "barricata-leggera": "light barricade", "barricata-pesante": "heavy barricade", "bottega": "shop",
    "botti": "barrels", "botte": "barrel", "bricola": "mooring piles", "campanile": "bell tower", "carretto": "cart",
    "casa": "house", "casse": "crates", "cassa": "crate", "chiesa": "church", "cipresso": "cypress",
    "fondamenta": "quay", "gondola": "gondola", "jetty": "jetty", "ladder": "ladder", "lampione": "street lamp",
    "locanda": "inn", "magazzino": "warehouse", "muro": "wall", "palazzo": "palace", "palo": "mooring pole",
    "ponte-di-legno": "wooden bridge", "ponte-di-pietra": "stone bridge", "ponte": "bridge", "pozzo": "well",
    "quay-ladder": "quay ladder", "relitto": "wreck", "rovina": "ruin", "sandolo": "boat", "scaffold": "scaffold",
    "scuola": "hall", "stall": "stall", "statua": "statue", "vasi": "pots", "water-steps": "water steps",
}  # fmt: skip
TOPS = ("house", "church", "tower", "walls", "parapet")  # parts that one stands on top of, as on a roof
ROOF = 1.0  # inches over its foot: so high a house is stood on as on a roof
BESIDE = 2.5  # inches: so near a landmark is worth naming
SMALL = frozenset(KINDS.values()) - frozenset(
    ("house", "palace", "inn", "shop", "warehouse", "hall", "church", "bell tower", "ruin", "scaffold", "bridge",
     "stone bridge", "wooden bridge")
)  # one stands on them, and not on a part of them  # fmt: skip
BASE = 0.6  # inches: about half a base
MINOR = frozenset(("mooring pole", "mooring piles"))  # named only where nothing else is near


class Landmark(NamedTuple):
    """A piece or a canal: its name, what it is, and the box that it fills."""

    id: str
    name: str
    kind: str
    low: Point
    high: Point

    @property
    def full(self) -> str:
        """Its name and what it is, where the name does not say it."""
        return self.name if self.kind in self.name.casefold() else f"{self.name} ({self.kind})"

    @property
    def middle(self) -> Point:
        return ((self.low[0] + self.high[0]) / 2, (self.low[1] + self.high[1]) / 2, self.high[2])

    def gap(self, at: Point) -> float:
        """About how far a place is from it, seen from above; 0 within."""
        dx = max(self.low[0] - at[0], 0.0, at[0] - self.high[0])
        dy = max(self.low[1] - at[1], 0.0, at[1] - self.high[1])
        return hypot(dx, dy)


class Landmarks:
    """The landmarks of a board. `seat_name`: what a seat is called, whose vessel may lie there."""

    def __init__(self, board: Board, seat_name: Callable[[str], str] = str.capitalize) -> None:
        self._seat_name = seat_name
        pieces: Mapping[str, str] = {p.id: p.called for p in board.map.pieces} if board.map is not None else {}
        canals = {canal.id for canal in board.map.canals} if board.map is not None else set()
        boxes: dict[str, tuple[np.ndarray, np.ndarray]] = {}
        for part in board.parts:
            id = part.name.partition("/")[0]
            corners = part.triangles.reshape(-1, 3)
            if id == "ground" or not len(corners):
                continue
            low, high = corners.min(0), corners.max(0)
            if id in boxes:
                low, high = np.minimum(low, boxes[id][0]), np.maximum(high, boxes[id][1])
            boxes[id] = (low, high)
        found = {}
        for id, (low, high) in boxes.items():
            kind = "canal" if id in canals else kind_of(pieces.get(id, id))
            found[id] = Landmark(id, called(id, kind), kind, _point(low), _point(high))
        self.all: Mapping[str, Landmark] = found

    def name(self, piece: str) -> str:
        """What a piece is called; vessels that players bring too."""
        if piece in self.all:
            return self.all[piece].name
        own, mark, seat = piece.partition("#")
        return f"{self._seat_name(seat)}'s {kind_of(own)}" if mark else called(piece, kind_of(piece))

    def part(self, part: str | None, high: float = 0.0) -> str:
        """A part of the board as what one stands on: `the roof of Ca Rosa`, `the street`."""
        if not part:
            return "the street"
        piece, _, own = part.partition("/")
        if piece == "ground":
            return "the street"
        name = self.name(piece)
        *own_words, last = re.sub(r"-?\d+$", "", own).split("-")
        own = " ".join([wind_name(last), *own_words] if wind_of(last) else [*own_words, last])
        if own == "water":
            return f"the water of {name}"
        if own in TOPS:
            return f"the roof of {name}" if high > ROOF else name
        kind = self.all[piece].kind if piece in self.all else ""
        if kind in SMALL or own in ("", "hull", "deck", "bridge", "quay", "raft") or own in name.casefold():
            return name
        return f"the {own} of {name}"

    def top(self, at: Point) -> str:
        """The landmark whose top, or one between whose tops, a base stands on; empty where that is none."""
        close = [m for m in self.all.values() if m.gap(at) < BASE and abs(m.high[2] - at[2]) < BASE]
        return min(close, key=lambda mark: mark.gap(at)).name if close else ""

    def near(self, at: Point) -> str:
        """The landmark that a place is nearest to: `2.1 inches west of the well`; empty where none is near."""
        close = [(mark.gap(at), mark) for mark in self.all.values() if mark.kind != "canal"]
        close = [(gap, mark) for gap, mark in close if 0.0 < gap <= BESIDE and mark.low[2] - 3.0 < at[2]]
        if not close:
            return ""
        gap, mark = min(close, key=lambda each: (each[1].kind in MINOR, each[0]))
        wind = bearing(mark.middle, at)
        return f"beside {mark.name}" if gap < 0.8 else f"{inches(gap)} {wind} of {mark.name}"


def kind_of(piece: str) -> str:
    """What a piece is, in English; its own name where that is not known."""
    plain = re.sub(r"-\d+$", "", piece)
    return next((word for name, word in KINDS.items() if plain.startswith(name)), plain.replace("-", " "))


def called(id: str, kind: str) -> str:
    """A piece as one says it: its own name, or what it is with its number."""
    plain, number = re.fullmatch(r"(.*?)(?:-(\d+))?", id).groups()  # type: ignore[union-attr]  # it matches all
    if plain in KINDS or plain == kind.replace(" ", "-"):
        return f"the {kind}" if number is None else f"{kind} {number}"
    name = " ".join(word if word in ("di", "del", "dei", "della", "alla", "al") else word.capitalize()
                    for word in plain.split("-"))  # fmt: skip
    return name if number is None else f"{name} {number}"


def _point(corner: np.ndarray) -> Point:
    return (float(corner[0]), float(corner[1]), float(corner[2]))
