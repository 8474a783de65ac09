"""What stands on a board, by names that one can say: houses and wells, their roofs, canals, and what one is near."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from math import hypot
from typing import NamedTuple

import numpy as np

from sim.app.text.wording import bearing, inches, side
from sim.board.board import Board
from sim.carnevale.characters import Point
from sim.words import Message, joined, say, sense, term

__all__ = ["CANAL", "STREET", "Landmark", "Landmarks", "objective_called"]

KINDS = {  # what a piece is, by the first words of its name
    "barricata-leggera": say("light barricade"),
    "barricata-pesante": say("heavy barricade"),
    "bottega": say("shop"),
    "botti": say("barrels"),
    "botte": say("barrel"),
    "bricola": say("mooring piles"),
    "campanile": say("bell tower"),
    "carretto": say("cart"),
    "casa": say("house"),
    "casse": say("crates"),
    "cassa": say("crate"),
    "chiesa": say("church"),
    "cipresso": say("cypress"),
    "fondamenta": say("quay"),
    "gondola": say("gondola"),
    "jetty": say("jetty"),
    "ladder": say("ladder"),
    "lampione": say("street lamp"),
    "locanda": say("inn"),
    "magazzino": say("warehouse"),
    "muro": say("wall"),
    "palazzo": say("palace"),
    "palo": say("mooring pole"),
    "ponte-di-legno": say("wooden bridge"),
    "ponte-di-pietra": say("stone bridge"),
    "ponte": say("bridge"),
    "pozzo": say("well"),
    "quay-ladder": say("quay ladder"),
    "relitto": say("wreck"),
    "rovina": say("ruin"),
    "sandolo": say("boat"),
    "scaffold": say("scaffold"),
    "scuola": say("hall"),
    "stall": say("stall"),
    "statua": say("statue"),
    "vasi": say("pots"),
    "water-steps": say("water steps"),
    "barca-del-mercato": say("market boat"),
    "stairs": say("stairs"),
}
MADE = {  # what the program builds of a plan, by its kind
    "house": say("house"), "palazzo": say("palace"), "bridge": say("bridge"), "quay": say("quay"),
    "stairs": say("stairs"), "wall": say("wall"), "scaffolding": say("scaffold"), "church": say("church"),
    "campanile": say("bell tower"),
}  # fmt: skip
CANAL = say("canal")
NAMED = {  # the same, of this piece: elsewhere with its article
    "light barricade": sense("this one", "light barricade"),
    "heavy barricade": sense("this one", "heavy barricade"),
    "shop": sense("this one", "shop"),
    "barrels": sense("this one", "barrels"),
    "barrel": sense("this one", "barrel"),
    "mooring piles": sense("this one", "mooring piles"),
    "bell tower": sense("this one", "bell tower"),
    "cart": sense("this one", "cart"),
    "house": sense("this one", "house"),
    "crates": sense("this one", "crates"),
    "crate": sense("this one", "crate"),
    "church": sense("this one", "church"),
    "cypress": sense("this one", "cypress"),
    "quay": sense("this one", "quay"),
    "gondola": sense("this one", "gondola"),
    "jetty": sense("this one", "jetty"),
    "ladder": sense("this one", "ladder"),
    "street lamp": sense("this one", "street lamp"),
    "inn": sense("this one", "inn"),
    "warehouse": sense("this one", "warehouse"),
    "wall": sense("this one", "wall"),
    "palace": sense("this one", "palace"),
    "mooring pole": sense("this one", "mooring pole"),
    "wooden bridge": sense("this one", "wooden bridge"),
    "stone bridge": sense("this one", "stone bridge"),
    "bridge": sense("this one", "bridge"),
    "well": sense("this one", "well"),
    "quay ladder": sense("this one", "quay ladder"),
    "wreck": sense("this one", "wreck"),
    "ruin": sense("this one", "ruin"),
    "boat": sense("this one", "boat"),
    "scaffold": sense("this one", "scaffold"),
    "hall": sense("this one", "hall"),
    "stall": sense("this one", "stall"),
    "statue": sense("this one", "statue"),
    "pots": sense("this one", "pots"),
    "water steps": sense("this one", "water steps"),
    "market boat": sense("this one", "market boat"),
    "stairs": sense("this one", "stairs"),
    "canal": sense("this one", "canal"),
}
PARTS = {  # of a piece, that one may stand on: elsewhere with its article
    "roof": sense("this part", "roof"),
    "chimney": sense("this part", "chimney"),
    "ladder": sense("this part", "ladder"),
    "balcony": sense("this part", "balcony"),
    "altana": sense("this part", "altana"),
    "rail": sense("this part", "rail"),
    "balcony rail": sense("this part", "balcony rail"),
    "altana rail": sense("this part", "altana rail"),
    "parapet": sense("this part", "parapet"),
    "steps": sense("this part", "steps"),
    "step": sense("this part", "step"),
    "stairs": sense("this part", "stairs"),
    "floor": sense("this part", "floor"),
    "deck": sense("this part", "deck"),
    "gallery": sense("this part", "gallery"),
    "belfry": sense("this part", "belfry"),
    "tower": sense("this part", "tower"),
    "spire": sense("this part", "spire"),
    "awning": sense("this part", "awning"),
    "wall": sense("this part", "wall"),
    "walls": sense("this part", "walls"),
    "table": sense("this part", "table"),
    "cloth": sense("this part", "cloth"),
    "post": sense("this part", "post"),
    "posts": sense("this part", "posts"),
    "pole": sense("this part", "pole"),
    "poles": sense("this part", "poles"),
    "piles": sense("this part", "piles"),
    "nets": sense("this part", "nets"),
    "baskets": sense("this part", "baskets"),
    "timber": sense("this part", "timber"),
    "rubble": sense("this part", "rubble"),
    "head": sense("this part", "head"),
    "ring": sense("this part", "ring"),
    "hoist": sense("this part", "hoist"),
    "beams": sense("this part", "beams"),
    "pedestal": sense("this part", "pedestal"),
    "door": sense("this part", "door"),
    "arcade": sense("this part", "arcade"),
    "hull": sense("this part", "hull"),
    "cheeks": sense("this part", "cheeks"),
    "stair head": sense("this part", "stair head"),
    "gallery rail": sense("this part", "gallery rail"),
    "saint": sense("this part", "saint"),
    "hay": sense("this part", "hay"),
    "wheels": sense("this part", "wheels"),
    "barricade": sense("this part", "barricade"),
    "house": sense("this part", "house"),
    "church": sense("this part", "church"),
    "back balcony": sense("this part", "back balcony"),
    "back balcony rail": sense("this part", "back balcony rail"),
    "deck low": sense("this part", "lower deck"),
    "deck high": sense("this part", "upper deck"),
    "ladder low": sense("this part", "lower ladder"),
    "ladder high": sense("this part", "upper ladder"),
    "awning left": sense("this part", "left awning"),
    "awning right": sense("this part", "right awning"),
}
OBJECTIVES = {  # with their article elsewhere
    "chest": sense("this one", "chest"),
    "cache": sense("this one", "cache"),
    "treasure of north": sense("this one", "treasure of north"),
    "treasure of south": sense("this one", "treasure of south"),
    "treasure of east": sense("this one", "treasure of east"),
    "treasure of west": sense("this one", "treasure of west"),
}
STREET = say("the street")
TOPS = ("house", "church", "tower", "walls", "parapet")  # parts that one stands on top of, as on a roof
ROOF = 1.0  # inches over its foot: so high a house is stood on as on a roof
BESIDE = 2.5  # inches: so near a landmark is worth naming
SMALL = frozenset(KINDS.values()) - frozenset(
    ("house", "palace", "inn", "shop", "warehouse", "hall", "church", "bell tower", "ruin", "scaffold", "bridge",
     "stone bridge", "wooden bridge")
)  # one stands on them, and not on a part of them  # fmt: skip
TOUCHING = 0.8  # inches: so near is beside it
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
        if self.kind in self.name.casefold():
            return self.name
        return say("{name} ({kind})", name=self.name, kind=self.kind)

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
            kind = CANAL if id in canals else kind_of(pieces.get(id, id))
            found[id] = Landmark(id, called(id, kind), kind, _point(low), _point(high))
        self.all: Mapping[str, Landmark] = found

    def name(self, piece: str) -> str:
        """What a piece is called; vessels that players bring too."""
        if piece in self.all:
            return self.all[piece].name
        own, mark, seat = piece.partition("#")
        if mark:
            return say("{seat}'s {vessel}", seat=self._seat_name(seat), vessel=_this(kind_of(own)))
        return called(piece, kind_of(piece))

    def part(self, part: str | None, high: float = 0.0) -> str:
        """A part of the board as what one stands on: `the roof of Ca Rosa`, `the street`."""
        piece, _, own = (part or "ground").partition("/")
        if piece == "ground":
            return STREET
        name = self.name(piece)
        first, *words = [word for word in own.split("-") if not word.isdigit()] or [""]
        at_side = next(filter(None, map(side, words)), "")
        own = " ".join((first, *(word for word in words if not side(word))))
        if own == "water":
            return say("the water of {name}", name=name)
        if own in TOPS and not at_side:
            return say("the roof of {name}", name=name) if high > ROOF else name
        kind = self.all[piece].kind if piece in self.all else ""
        if kind in SMALL or own in ("", "hull", "deck", "bridge", "quay", "raft") or own in name.casefold():
            return name
        if at_side:
            return say("the {side} {part} of {name}", side=at_side, part=_part(own), name=name)
        return say("the {part} of {name}", part=_part(own), name=name)

    def top(self, at: Point) -> str:
        """The landmark whose top, or one between whose tops, a base stands on; empty where that is none."""
        close = [m for m in self.all.values() if m.gap(at) < BASE and abs(m.high[2] - at[2]) < BASE]
        return min(close, key=lambda mark: mark.gap(at)).name if close else ""

    def near(self, at: Point) -> str:
        """The landmark that a place is nearest to: `2.1 inches west of the well`; empty where none is near."""
        close = [(mark.gap(at), mark) for mark in self.all.values() if mark.kind != CANAL]
        close = [(gap, mark) for gap, mark in close if 0.0 < gap <= BESIDE and mark.low[2] - 3.0 < at[2]]
        if not close:
            return ""
        gap, mark = min(close, key=lambda each: (each[1].kind in MINOR, each[0]))
        wind = bearing(mark.middle, at)
        if gap < TOUCHING or not wind:
            return say("beside {name}", name=mark.name)
        return say("{length} {wind} of {name}", length=inches(gap), wind=wind, name=mark.name)


def kind_of(piece: str) -> str:
    """What a piece is; its own name where that is not known."""
    bare = re.sub(r"-\d+$", "", piece)
    if bare in MADE:
        return MADE[bare]
    return next((word for name, word in KINDS.items() if bare.startswith(name)), bare.replace("-", " "))


def called(id: str, kind: str) -> str:
    """A piece as one says it: its own name, or what it is with its number."""
    bare, number = re.fullmatch(r"(.*?)(?:-(\d+))?", id).groups()  # type: ignore[union-attr]  # it matches all
    if bare in KINDS or bare == kind.replace(" ", "-"):
        if number is None:
            return say("the {kind}", kind=_this(kind))
        return Message("{kind} {number}", {"kind": _this(kind), "number": number})
    name = " ".join(word if word in ("di", "del", "dei", "della", "alla", "al") else word.capitalize()
                    for word in bare.split("-"))  # fmt: skip
    return name if number is None else f"{name} {number}"


def objective_called(name: str) -> str:
    """An objective as one says it: `the chest 2`."""
    stem, number = re.fullmatch(r"(.*?)(?: (\d+))?", name).groups()  # type: ignore[union-attr]  # it matches all
    what = OBJECTIVES.get(stem) or term(stem)
    return say("the {what}", what=joined(" ", (what, number)) if number else what)


def _this(kind: str) -> str:
    """A kind of piece, meant as one of them."""
    return NAMED.get(kind, kind)


def _part(own: str) -> str:
    """A part of a piece, by its name; one of the player's own as it is."""
    return PARTS.get(own, own)


def _point(corner: np.ndarray) -> Point:
    return (float(corner[0]), float(corner[1]), float(corner[2]))
