"""Plots made houses and palazzi: where they look, how high they are, and how they differ from their neighbours."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from shapely import affinity
from shapely.geometry import Polygon, box
from shapely.geometry.base import BaseGeometry

from sim.board.architecture import paint
from sim.board.architecture.frame import Frame
from sim.board.architecture.plan_roofs import middle_of
from sim.board.architecture.plans import HousePlan, PalazzoPlan, Roof, Towards
from sim.board.architecture.plots import facing, outline_fault, walls_over
from sim.board.architecture.plots import front as builders_front
from sim.board.files.mapfile import PiecePlacement
from sim.builder.generator.chance import SeededChance
from sim.builder.generator.fronts import PlotWall, front_of, plot_walls, turn_of
from sim.builder.generator.shapes import rounded_ring
from sim.builder.generator.site import BuiltPlot, Site
from sim.builder.generator.styles import Style

__all__ = ["build_on", "house_on"]

GROWN = 0.008  # inches by which plots are larger than cut, so that no slit is left between two walls
BAY, HALF_BALCONY = 1.35, 1.0  # inches from window to window, and half of a balcony with its margin
BALCONY = 2.3  # inches of room before a wall with one
EAVES = {1: 1.9, 2: 3.7, 3: 5.6, 4: 7.0}  # of houses
EAVES_OF_PALACES = {2: 4.0, 3: 5.8, 4: 7.2}
COLOURS = (
    (paint.OCHRE, 1.2), (paint.ROSE, 1.0), (paint.CREAM, 1.0), (paint.RED, 0.8), (paint.PEACH, 0.9),
    (paint.MUSTARD, 0.6), (paint.SIENNA, 1.0), ("#c98a6a", 0.8), ("#d8b48a", 0.8), ("#b9a27c", 0.5),
    ("#c9b8a4", 0.4), ("#a9b08a", 0.25), (paint.WHITE, 0.35),
)  # fmt: skip
SHUTTERS = (paint.GREEN_SHUTTER, paint.GREEN_SHUTTER, paint.BROWN_SHUTTER, paint.BLUE_SHUTTER, paint.RED_SHUTTER)


def build_on(
    site: Site, plots: Sequence[Polygon], every: Sequence[BaseGeometry], block: int, heading: str, chance: SeededChance
) -> None:
    """A house on each plot of a block. `every`: all that is or will be built on the board."""
    usual = chance.weighted(site.manner.floors)
    last = ""
    for plot in plots:
        walls = plot_walls(plot, every, site.water, site.board)
        house = house_on(site, plot, walls, every, usual, last, block, chance)
        if house is None:
            continue
        last = getattr(house.placed.piece, "colour", "")
        site.houses.append(house)
        site.put(heading, house.placed, house.plot)
        if house.before is not None:
            site.take(house.before)


def house_on(
    site: Site,
    plot: Polygon,
    walls: Sequence[PlotWall],
    others: Sequence[BaseGeometry],
    usual: int,
    last: str,
    block: int,
    chance: SeededChance,
) -> BuiltPlot | None:
    """The house of a plot; None where its corners, once rounded, allow none."""
    proud = chance.happens(0.5)
    front = front_of(walls, 1.5 if proud else 0.9)
    palace = proud and front.length >= 4.2 and front.room >= 2.0 and plot.area > 14.0
    palace = palace and front.before != "neighbour" and chance.happens(0.75)
    turn = turn_of(front)
    x, y = plot.representative_point().coords[0]
    centre = plot.centroid if plot.contains(plot.centroid) else plot.representative_point()
    x, y = round(centre.x, 1), round(centre.y, 1)
    own = affinity.rotate(
        affinity.translate(plot.buffer(GROWN, join_style="mitre"), -x, -y), -turn, origin=(0, 0)
    ).simplify(0.012)
    ring = rounded_ring(own)
    if outline_fault(ring):
        return None
    floors = max(2, min(4, usual + chance.weighted(((0, 0.55), (1, 0.22), (-1, 0.23)))))
    said = _looks(site, plot, walls, front, others, ring, turn, last, chance)
    shown = _shown(ring, front)
    if shown is None:
        said |= {"balconies": 0}
        said.pop("awnings", None)
        said.pop("arcade", None)
    elif not palace and said["balconies"]:
        said |= {"balconies": min(said["balconies"], floors - 1, 2) if _bay(shown.width) else 0}
    if said["roof"] is Roof.TERRACE and not _has_terrace(ring):
        said |= {"roof": Roof.HIP}
    plan: HousePlan | PalazzoPlan
    if palace and not said.get("ruin"):
        said |= {"balconies": 1 if said["balconies"] else 0}
        said.pop("awnings", None)
        said.pop("arcade", None)
        loggia = max(2, min(5, int((front.length - 1.6) / 0.85)))
        plan = PalazzoPlan(outline=ring, floors=max(3, floors), loggia=loggia, **said)
        eaves = EAVES_OF_PALACES[plan.floors]
        name = site.words.id("ca", "family")
    else:
        plan = HousePlan(outline=ring, floors=floors, **said)
        eaves = EAVES[floors]
        name = site.words.id("casa-bruciata" if plan.ruin and chance.happens(0.3) else "casa-del", "trade")
    placed = PiecePlacement(piece=plan, at=(x, y), id=name, turn=float(turn))
    before = front.ahead(1.7) if plan.balconies or getattr(plan, "awnings", 0) else None
    return BuiltPlot(placed, plot, eaves, block, before)


def _shown(ring: Sequence[tuple[float, float]], front: PlotWall) -> Frame | None:
    """The wall that the builder takes for the front; None where that is another than the one meant."""
    frames = walls_over(Polygon(ring))
    number = builders_front(frames)
    if number is None or frames[number].out[1] > -0.99 or abs(frames[number].width - front.length) > 0.2:
        return None
    return frames[number]


def _bay(width: float) -> bool:
    """Is there a window on a front that a balcony fits before?"""
    count = max(1, int(width / BAY))
    return any(HALF_BALCONY <= (k + 0.5) * width / count <= width - HALF_BALCONY for k in range(count))


def _has_terrace(ring: Sequence[tuple[float, float]]) -> bool:
    """Does the altana of a house stay over its walls?"""
    plan = Polygon(ring)
    frames = walls_over(plan)
    along = frames[builders_front(frames) or 0].along
    middle, room = middle_of(plan)
    half = min(3.0, 1.7 * room) / 2
    deck = affinity.rotate(box(-half, -half, half, half), math.atan2(along[1], along[0]), use_radians=True)
    return room > 1.1 and plan.buffer(0.02).contains(affinity.translate(deck, middle.x, middle.y))


def _looks(
    site: Site,
    plot: Polygon,
    walls: Sequence[PlotWall],
    front: PlotWall,
    others: Sequence[BaseGeometry],
    ring: tuple[tuple[float, float], ...],
    turn: int,
    last: str,
    chance: SeededChance,
) -> dict[str, Any]:
    """What houses and palazzi can be told alike, and awnings and arcades."""
    manner = site.manner
    ruin = round(chance.between(0.15, 0.55) * 20) / 20 if chance.happens(manner.ruin) else 0.0
    colours = [(c, w) for c, w in COLOURS if c != last]
    over = front.ahead(1.75, -0.2)
    clear = not any(o is not plot and o.intersects(over) for o in others)
    clear = clear and front.room >= BALCONY and site.free(front.ahead(1.7, 0.1), 0.0) and front.before != "edge"
    clear = clear and site.board.contains(front.ahead(1.7)) and front.length >= 2.6
    before = front.ahead(1.0)
    campo = any(c.intersects(before) for c in site.campi)
    said: dict[str, Any] = {
        "seed": chance.whole(1, 9999),
        "roof": chance.weighted(((Roof.HIP, 0.5), (Roof.GABLE, 0.2), (Roof.TERRACE, 0.16), (Roof.FLAT, 0.14))),
        "pitch": round(chance.between(0.34, 0.5), 2),
        "colour": chance.weighted(colours),
        "shutters": chance.one_of(SHUTTERS),
        "chimneys": chance.weighted(((0, 0.2), (1, 0.5), (2, 0.3))),
        "balconies": 0,
        "doors": _doors(walls, ring, turn, front),
        "blind": _blind(walls, ring, turn),
        "brick": chance.happens(0.3 if site.style is Style.RUINS else 0.1),
    }
    if ruin:
        return said | {"ruin": ruin, "chimneys": 0}
    if clear:
        said["balconies"] = chance.weighted(((0, 0.5), (1, 0.36), (2, 0.14)))
        if front.before == "street" and not said["balconies"]:
            if campo and front.length >= 2.8 and chance.happens(0.4):
                said["arcade"] = True
            elif chance.happens(0.35 if campo else 0.15):
                said["awnings"] = chance.whole(1, 2)
    return said


def _sides(
    walls: Sequence[PlotWall], ring: Sequence[tuple[float, float]], turn: int
) -> dict[Towards, list[tuple[float, PlotWall]]]:
    """The walls of a house by the side that they are of once it is turned, with their lengths."""
    angle = math.radians(turn)
    found: dict[Towards, list[tuple[float, PlotWall]]] = {}
    for frame in walls_over(Polygon(ring)):
        ox, oy = frame.out[0], frame.out[1]
        out = (ox * math.cos(angle) - oy * math.sin(angle), ox * math.sin(angle) + oy * math.cos(angle))
        alike = max(walls, key=lambda w: w.out[0] * out[0] + w.out[1] * out[1] - 0.03 * abs(w.length - frame.width))
        found.setdefault(facing(frame), []).append((frame.width, alike))
    return found


def _blind(walls: Sequence[PlotWall], ring: Sequence[tuple[float, float]], turn: int) -> tuple[Towards, ...]:
    """The sides that are party walls for the most part."""
    made = []
    for side, own in _sides(walls, ring, turn).items():
        shut = sum(length for length, w in own if w.before == "neighbour")
        if shut > 0.5 * sum(length for length, _ in own) and side is not Towards.SOUTH:
            made.append(side)
    return tuple(sorted(made))


def _doors(
    walls: Sequence[PlotWall], ring: Sequence[tuple[float, float]], turn: int, front: PlotWall
) -> tuple[Towards, ...]:
    """On the front, and on one more street; over water only where there is no other side."""
    sides = _sides(walls, ring, turn)
    found = []
    for side in (Towards.SOUTH, Towards.NORTH, Towards.EAST, Towards.WEST):
        own = sides.get(side, [])
        longest = max(own, key=lambda pair: pair[0], default=None)
        if longest is not None and longest[0] >= 1.9 and longest[1].before == "street":
            found.append(side)
    return tuple(found[:2]) or ((Towards.SOUTH,) if front.before == "water" else ())
