"""The backdrop of a board, in simple form: the streets and canals that go on beyond its edge, houses, the open lagoon
and its islands.

Nothing of it can be entered, seen through or ruled on; it is there to be looked at. It follows from the map alone.
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Iterator

import msgspec
import numpy as np
import shapely
from shapely.geometry import LineString, Polygon, box
from shapely.geometry.base import BaseGeometry

from sim.app.render.far_houses import Built, FarHouse, bricola, campanile, church, house
from sim.app.render.surface import Floats, Patch
from sim.board.files.canals import flat, land_and_water, polygons, slab
from sim.board.files.mapfile import MapFile

__all__ = ["LEVEL", "HouseBlock", "Quarters", "quarters_beyond"]

LEVEL = -0.03  # of the streets beyond: a shade under the board's, whose edge stays to be seen
BED = -1.6
QUARTER, QUAY = 31.0, 3.4  # inches that streets go on for, and on the side of the lagoon
FIRST = 2.1  # inches between the edge of the board and the first houses
ROWS = (5.2, 4.6, 5.2, 4.8)  # inches that each row of houses is deep
ALLEY = (1.5, 1.2, 2.2, 1.4)  # behind each of them
WIDE_WATER, FAR_BANK = 9.0, 4.4  # an edge that is all water has its other bank so far away
ALONG = 12.0  # inches from the lagoon: houses there have windows
MARGIN = 0.8  # inches between houses and water
CAP = 0.3  # of the white stone along quays
OUT = 60.0
COLOURS = ("#dfa85a", "#d08f6e", "#e2d3b0", "#b9694f", "#d9a88a", "#c99a4a", "#c07a4a", "#d8b48a", "#b9a27c", "#ddd2c0")
SHUTTERS = ("#3b6a52", "#3b6a52", "#6b4a36", "#47637a", "#7c3b34")
ISLES, NEAR, FAR = 9, 150.0, 290.0  # islands of the lagoon, and how far from the middle of the board they lie


Lot = tuple[float, float, float, float, float]  # the middle, the length, the depth, and the turn


class HouseBlock(msgspec.Struct, frozen=True, eq=False):
    """Houses that are shown or hidden together. `corners`: (n, 3), the tops of their walls."""

    patches: tuple[Patch, ...]
    corners: Floats


class Quarters(msgspec.Struct, frozen=True, eq=False):
    """The ground and the islands, which are always shown, and the blocks of houses."""

    ground: tuple[Patch, ...]
    islands: tuple[Patch, ...]
    blocks: tuple[HouseBlock, ...]


def quarters_beyond(made: MapFile) -> Quarters:
    """What is shown round a map."""
    chance = np.random.default_rng(zlib.crc32(made.name.encode()))
    lagoon = "east" if chance.random() < 0.25 else "south"
    land = _land(made, lagoon)
    parts = [part for part in polygons(land) if part.area > 3.0]
    blocks = tuple(_blocks(made.size, lagoon, land, chance))
    ground = [*_streets(parts, made.size), *_poles(made.size, lagoon, chance)]
    return Quarters(tuple(ground), tuple(_islands(made.size, chance)), blocks)


def _land(made: MapFile, lagoon: str) -> BaseGeometry:
    """The streets beyond the board, cut by the canals that go on."""
    width, depth = made.size
    low_y, high_x = (-QUAY if lagoon == "south" else -QUARTER), (width + (QUAY if lagoon == "east" else QUARTER))
    whole = box(-QUARTER, low_y, high_x, depth + QUARTER)
    board = box(0, 0, width, depth)
    return whole.difference(board.buffer(0.02, join_style="mitre")).difference(shapely.union_all(list(_runs(made))))


def _runs(made: MapFile) -> Iterator[Polygon]:
    """The water of the board, going on over its edges."""
    width, depth = made.size
    board = box(0, 0, width, depth)
    water = shapely.union_all(land_and_water(made)[1])
    lines = [np.array(canal.line) for canal in made.canals if len(canal.line) > 1]
    edges = (((0, 0), (width, 0)), ((width, 0), (width, depth)), ((width, depth), (0, depth)), ((0, depth), (0, 0)))
    for start, end in edges:
        a, b = np.array(start, float), np.array(end, float)
        along = (b - a) / np.linalg.norm(b - a)
        out = np.array([along[1], -along[0]])
        inside = LineString([a - out * 0.05, b - out * 0.05])
        for piece in shapely.get_parts(inside.intersection(water)):
            if piece.length < 0.5:
                continue
            p, q = (np.array(point) + out * 0.05 for point in (piece.coords[0], piece.coords[-1]))
            far, skew = (FAR_BANK, 0.0) if piece.length > WIDE_WATER else (OUT, _skew(lines, (p + q) / 2, along, out))
            shift = out * far + along * (skew * far)
            strip = Polygon([p - out * 0.2, q - out * 0.2, q + shift, p + shift])
            yield strip.difference(board)


def _skew(lines: list[Floats], middle: Floats, along: Floats, out: Floats) -> float:
    """How far aside a canal runs for each inch that it runs out."""
    for line in lines:
        for end, before in ((line[0], line[1]), (line[-1], line[-2])):
            if np.linalg.norm(end - middle) < 2.0:
                way = end - before
                return float(np.clip((way @ along) / max(float(way @ out), 0.3), -0.5, 0.5))
    return 0.0


def _streets(parts: list[Polygon], size: tuple[float, float]) -> Iterator[Patch]:
    """Paving, quay walls, and white stone along the water."""
    board = box(0, 0, *size).buffer(0.5, join_style="mitre")
    for part in parts:
        top = flat(part, LEVEL)
        yield Patch(top, "paving:#c9c3b8")
        yield Patch(slab(part, BED, LEVEL)[2 * len(top) :], "ashlar")
        rim = part.difference(part.buffer(-CAP, join_style="mitre")).difference(board)
        caps = [flat(strip, LEVEL + 0.012) for strip in polygons(rim) if strip.area > 0.02]
        if caps:
            yield Patch(np.concatenate(caps), "stone")


# -- houses -------------------------------------------------------------------------------------------------------


def _blocks(
    size: tuple[float, float], lagoon: str, land: BaseGeometry, chance: np.random.Generator
) -> Iterator[HouseBlock]:
    """Rows of houses along the edges, row behind row, plainer the farther away."""
    room = land.buffer(-MARGIN, join_style="mitre")
    shapely.prepare(room)
    towers = 0
    for side in ("north", "west", "east", "south"):
        if side == lagoon:
            continue
        gone = FIRST
        for row, (deep, alley) in enumerate(zip(ROWS, ALLEY, strict=True)):
            for lot in _lots(size, side, lagoon, gone, deep, chance):
                gap = size[0] + QUAY - lot[0] if lagoon == "east" else lot[1] + QUAY
                built = _group(lot, room, row, gap < ALONG, chance)
                if built is None:
                    continue
                tower = row == 1 and towers < 2 and chance.random() < 0.12
                if tower and (tall := _landmark(lot, room, chance)) is not None:
                    towers += 1
                    built = tall
                yield HouseBlock(tuple(built.patches()), built.corners())
            gone += deep + alley


def _lots(
    size: tuple[float, float], side: str, lagoon: str, gone: float, deep: float, chance: np.random.Generator
) -> Iterator[Lot]:
    """Lots of a few houses in a row, with alleys between them."""
    width, depth = size
    back = {"south": QUAY if lagoon == "south" else gone + deep, "east": QUAY if lagoon == "east" else gone + deep}
    flank = gone + deep
    if side in ("north", "south"):
        low, high = -flank, width + min(flank, back["east"] if lagoon == "east" else flank)
    else:
        low, high = -min(gone, back["south"] - 1.0 if lagoon == "south" else gone), depth + gone - 1.6
    at = low + chance.uniform(0.0, 1.5)
    while at < high - 2.4:
        length = min(chance.uniform(5.0, 13.0), high - at)
        middle, aside = at + length / 2, gone + deep / 2 + chance.uniform(-0.35, 0.35)
        turn = float(chance.normal(0.0, 2.0))
        match side:
            case "north":
                yield middle, depth + aside, length, deep, turn
            case "south":
                yield middle, -aside, length, deep, turn + 180.0
            case "west":
                yield -aside, middle, length, deep, turn + 90.0
            case _:
                yield width + aside, middle, length, deep, turn - 90.0
        at += length + chance.uniform(1.2, 2.2)


def _group(
    lot: Lot,
    room: BaseGeometry,
    row: int,
    seen: bool,
    chance: np.random.Generator,
) -> Built | None:
    """Houses side by side on a lot, of those that stand on dry land. `seen`: from the lagoon."""
    x, y, length, deep, turn = lot
    built = Built()
    at = 0.0
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    while at < length - 2.0:
        wide = min(float(chance.uniform(2.6, 5.4)), length - at)
        if length - at - wide < 2.2:
            wide = length - at
        off = at + wide / 2 - length / 2
        own_deep = deep - float(chance.uniform(0.0, 0.9))
        made = FarHouse(
            centre=(x + off * c, y + off * s),
            half=(wide / 2, own_deep / 2),
            turn=turn,
            floors=int(chance.choice((2, 3, 3, 4))) + (row > 1 and chance.random() < 0.3),
            hip=bool(chance.random() < 0.6),
            colour=str(chance.choice(COLOURS)),
            shutters=str(chance.choice(SHUTTERS)),
            detail=2 if row == 0 else 1 if row == 1 or seen else 0,
            ends=(at < 0.1, at + wide > length - 0.1),
            seed=int(chance.integers(1 << 30)),
        )
        if room.contains(made.plot):
            house(built, made)
        at += wide
    return built if built else None


def _landmark(lot: Lot, room: BaseGeometry, chance: np.random.Generator) -> Built | None:
    """A parish church or a bell tower in the place of a few houses."""
    x, y, length, _, turn = lot
    plot = box(x - 2.6, y - 2.6, x + 2.6, y + 2.6)
    if not room.contains(plot):
        return None
    built = Built()
    if length > 8.0 and chance.random() < 0.6:
        church(built, (x, y), turn, LEVEL, 1.0)
    else:
        campanile(built, (x, y), turn, LEVEL, float(chance.uniform(11.0, 14.0)), 1.3)
    return built


# -- the lagoon ---------------------------------------------------------------------------------------------------


def _poles(size: tuple[float, float], lagoon: str, chance: np.random.Generator) -> Iterator[Patch]:
    """Mooring posts along the open side, and the marks of a channel farther out."""
    width, depth = size
    built = Built()
    reach = depth if lagoon == "east" else width
    for at in np.arange(-24.0, reach + 24.0, 7.5) + chance.uniform(-1.5, 1.5):
        for out in (QUAY + 0.9, 19.0):
            if out > 10.0 and chance.random() < 0.5:
                continue
            away = out + float(chance.uniform(0.0, 2.0 if out > 10.0 else 0.3))
            bricola(built, (width + away, at) if lagoon == "east" else (float(at), -away), out > 10.0)
    yield from built.patches()


def _islands(size: tuple[float, float], chance: np.random.Generator) -> Iterator[Patch]:
    """Low islands in the haze: roofs, cypresses, a church, bell towers."""
    built = Built()
    middle = (size[0] / 2, size[1] / 2)
    shift = chance.uniform(0.0, 2 * math.pi)
    for n in range(ISLES):
        angle = shift + 2 * math.pi * (n + chance.uniform(-0.25, 0.25)) / ISLES
        away = float(chance.uniform(NEAR, FAR))
        x, y = middle[0] + away * math.cos(angle), middle[1] + away * math.sin(angle)
        turn = math.degrees(angle) + 90.0 + float(chance.uniform(-20, 20))
        long, deep = float(chance.uniform(22, 46)), float(chance.uniform(8, 14))
        shore = shapely.affinity.rotate(
            shapely.affinity.scale(shapely.Point(x, y).buffer(1.0, 6), long, deep), turn, origin=(x, y)
        )
        top = flat(shore, -0.35)
        yield Patch(top, "earth:#6f7a52")
        yield Patch(slab(shore, BED, -0.35)[2 * len(top) :], "ashlar")
        c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
        for _ in range(int(long / 2.2)):
            u, v = float(chance.uniform(-0.8, 0.8) * long), float(chance.uniform(-0.45, 0.45) * deep)
            made = FarHouse(
                centre=(x + u * c - v * s, y + u * s + v * c),
                half=(float(chance.uniform(1.6, 3.4)), float(chance.uniform(1.5, 2.4))),
                turn=turn + float(chance.choice((0.0, 90.0))),
                floors=int(chance.choice((1, 2, 2, 3))),
                colour=str(chance.choice(COLOURS)),
            )
            house(built, made)
        if chance.random() < 0.75:
            campanile(built, (x, y), turn, -0.35, float(chance.uniform(10, 17)), 1.4)
        if chance.random() < 0.4:
            church(built, (x + 9 * c, y + 9 * s), turn, -0.35, 1.5)
    yield from built.patches()
