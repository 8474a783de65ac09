"""What of the ground lies at another level: wells on steps, low quays, and steps into the water."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from shapely.geometry import LineString, Polygon
from shapely.geometry import Point as Place
from shapely.geometry.base import BaseGeometry

from sim.board.files.canals import whole_shape
from sim.board.files.mapfile import WIDE, Canal, PiecePlacement, Street
from sim.builder.generator.chance import SeededChance
from sim.builder.generator.footprints import lies
from sim.builder.generator.fronts import PlotWall, plot_walls
from sim.builder.generator.shapes import Point, image, rounded_ring
from sim.builder.generator.site import Site

__all__ = ["INTO_WATER", "lay_quays", "levels_of_both_halves", "raise_wells"]

RAISED = ("pozzo", "statua")  # what stands on steps
DAIS, LOW = 0.5, -0.5  # inches: two steps up to a well, and from a street down to a low quay
TREAD, ROUND = 0.4, 0.6  # inches of a step, and of the ground round a well
INTO_WATER = 0.45  # inches of a step into a canal
BEHIND, BEFORE = 0.9, 1.6  # inches of open quay behind such steps, and of open water before them
OFTEN = {"dais": 0.7, "low": 0.5, "steps": 0.75}
OVER = 0.3  # inches that a low quay is drawn over the water
APART = 6.0  # inches between steps into the water


def raise_wells(site: Site, heading: str, chance: SeededChance) -> None:
    """Wells and statues of a square stand on steps, where there is room for them."""
    pieces = site.headings.get(heading, [])
    for number, placed in enumerate(pieces if site.shaped else ()):
        if placed.piece in RAISED and chance.happens(OFTEN["dais"]):
            pieces[number] = _on_steps(site, placed)


def lay_quays(site: Site, chance: SeededChance) -> None:
    """Low quays, and steps into the water."""
    places: list[Point] = []
    for quarter in site.quarters if site.shaped else ():
        banks = [w for w in plot_walls(quarter, (), site.water, site.board) if w.before == "water" and w.length > WIDE]
        for wall in chance.shuffled(banks):
            if chance.happens(OFTEN["low"]) and _low_quay(site, wall, chance):
                break
        for wall in chance.shuffled(banks)[:2]:
            if chance.happens(OFTEN["steps"]):
                places += _into_water(site, wall, places, chance)


def _on_steps(site: Site, placed: PiecePlacement) -> PiecePlacement:
    """A well raised on steps, where there is room for them round it."""
    own = lies(placed)
    ring = Place(placed.at).buffer(Place(placed.at).hausdorff_distance(own) + TREAD + ROUND, quad_segs=2)
    others = ring.difference(own.buffer(0.15))
    if not site.land.contains(ring) or not site.free(others.buffer(-0.01), 0.1):
        return placed
    site.levels.append(Street(site.words.id("gradini", "way"), rounded_ring(ring), level=DAIS, steps=TREAD))
    site.take(ring)
    return msgspec.structs.replace(placed, z=DAIS)


def _low_quay(site: Site, wall: PlotWall, chance: SeededChance) -> bool:
    """A part of a quay that lies lower, with a step down to it."""
    long, deep = round(chance.between(3.0, 5.0), 1), round(chance.between(1.3, 1.8), 1)
    for at, along, out in _on(wall, long, chance):
        ends = [(at[0] + along[0] * s * long / 2, at[1] + along[1] * s * long / 2) for s in (-1, 1)]
        back = [(x - out[0] * deep, y - out[1] * deep) for x, y in reversed(ends)]
        shape = Polygon([*((x + out[0] * OVER, y + out[1] * OVER) for x, y in ends), *back])  # the canal cuts it
        room = Polygon([*ends, *((x - out[0] * BEHIND, y - out[1] * BEHIND) for x, y in back)])
        if site.land.buffer(0.05).contains(room) and site.free(room.buffer(-0.1), 0.1):
            site.levels.append(Street(site.words.id("riva", "way"), rounded_ring(shape), level=LOW, steps=TREAD))
            site.take(room)
            return True
    return False


def _into_water(site: Site, wall: PlotWall, others: list[Point], chance: SeededChance) -> Iterator[Point]:
    """Steps from a quay into its canal."""
    for at, along, out in _on(wall, WIDE, chance):
        ends = [(at[0] + along[0] * s * WIDE / 2, at[1] + along[1] * s * WIDE / 2) for s in (-1, 1)]
        behind = Polygon([*ends, *((x - out[0] * BEHIND, y - out[1] * BEHIND) for x, y in reversed(ends))])
        before = Polygon([*ends, *((x + out[0] * BEFORE, y + out[1] * BEFORE) for x, y in reversed(ends))])
        if any(Place(at).distance(Place(other)) < APART for other in others):
            continue
        if not site.land.buffer(0.05).contains(behind) or not site.water.buffer(0.05).contains(before):
            continue
        if site.free(behind.buffer(-0.1), 0.0) and site.free(before.buffer(-0.1), 0.0):
            canal = min(site.canals, key=lambda c: _shape(c, site).exterior.distance(Place(at)))
            site.landings.append((canal.id, (round(at[0], 1), round(at[1], 1))))
            site.take(behind)
            yield at
            return


def _shape(canal: Canal, site: Site) -> Polygon:
    shape: BaseGeometry = whole_shape(canal, site.size)
    return shape if isinstance(shape, Polygon) else shape.convex_hull


def _on(wall: PlotWall, wide: float, chance: SeededChance) -> Iterator[tuple[Point, Point, Point]]:
    """Places of a wall where something so wide has room, with the way along it and out of it."""
    along = ((wall.b[0] - wall.a[0]) / wall.length, (wall.b[1] - wall.a[1]) / wall.length)
    spare = wall.length - wide - 0.4
    if spare <= 0:
        return
    for _ in range(4):
        far = 0.2 + wide / 2 + chance.between(0.0, spare)
        yield (wall.a[0] + along[0] * far, wall.a[1] + along[1] * far), along, wall.out


def levels_of_both_halves(site: Site) -> None:
    """The levels of a symmetric board's other half."""
    for street in list(site.levels):
        ring = LineString(street.outline)
        turned = tuple((round(x, 2), round(y, 2)) for x, y in image(ring, site.size).coords)
        site.levels.append(msgspec.structs.replace(street, id=site.words.id(street.id), outline=turned))
    for _, (x, y) in list(site.landings):
        at = (round(site.size[0] - x, 1), round(site.size[1] - y, 1))
        canal = min(site.canals, key=lambda c: _shape(c, site).exterior.distance(Place(at)))
        site.landings.append((canal.id, at))
