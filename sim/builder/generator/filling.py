"""The blocks of a site filled: squares and churches, rows of houses, courts, and what stands about."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import shapely
from shapely.geometry import Point as Place
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from sim.board.model.plans import common, union, without
from sim.builder.generator.chance import SeededChance
from sim.builder.generator.houses import build_on
from sim.builder.generator.levels import lay_quays
from sim.builder.generator.muster import LARGE, musters
from sim.builder.generator.passages import lay_covered_ways, lay_garden
from sim.builder.generator.plots import plots_of
from sim.builder.generator.scatter import furnish, lay_scaffolds, scatter
from sim.builder.generator.site import Site
from sim.builder.generator.squares import church_on, lay_squares
from sim.builder.generator.waterside import keep_berths, lay_boats, lay_landings

__all__ = ["fill"]

SPARE = 1.2  # times the room wanted: small things take some of it
CHURCH = 300.0  # square inches of land that have a church


Promising = Callable[[float, BaseGeometry], bool]  # of square inches that are built, and of the open ground


def fill(site: Site, chance: SeededChance, promising: Promising | None = None) -> bool:
    """Everything on a site but its bridges. `promising`: is it worth going on? It is asked once the plots are shared
    out, once the houses stand, and at the end. False where it is not."""
    lay_squares(site, chance)
    names = [f"Campo San {site.words.name('saint')}" for _ in site.campi]
    churches = int(site.land.area / CHURCH) if not site.manner.great else 1 + int(site.land.area / (2.5 * CHURCH))
    for campo, name in sorted(zip(site.campi, names, strict=True), key=lambda pair: -pair[0].area):
        if churches > 0 and campo.area > 30.0:
            churches -= church_on(site, campo, f"{name}: its church", chance)
    blocks, left_open = _shared_out(site, chance)
    houses = [plot for plots in blocks for plot in plots if not _among(plot, left_open)]
    ground = without(site.open_ground(), union(houses)) if houses else site.open_ground()
    if promising and not promising(site.built + sum(plot.area for plot in houses), ground):
        return False
    _build(site, blocks, left_open, chance)
    if promising and not promising(site.built, site.open_ground()):
        return False
    if not keep_room(site) and promising:
        return False
    lay_covered_ways(site, chance)
    keep_berths(site, chance)
    lay_quays(site, chance)
    lay_landings(site, chance)
    lay_boats(site, chance)
    for number, (campo, name) in enumerate(zip(site.campi, names, strict=True)):
        furnish(site, campo, f"{name}: on the square", site.manner.great and number == 0, chance)
    ground = site.open_ground()
    full = [one.zone for one in musters(site.size) if one.room(ground) < one.wanted + 3]
    lay_scaffolds(site, full, chance)
    scatter(site, full, chance)
    return promising is None or promising(site.built, site.open_ground())


def keep_room(site: Site) -> bool:
    """Keep a place in each zone free for a large base: by the edge of the board, where it is least in the way. False
    where a zone has none, nor will have one once the half that is made is turned round."""
    over = [house.before for house in site.houses if house.before is not None]
    ground = without(site.open_ground(), union(over)) if over else site.open_ground()
    kept: list[Place] = []
    zones = musters(site.size)
    for one in zones:
        free = one.for_large(ground)
        if free.is_empty or any(free.buffer(0.01).covers(spot) for spot in kept):
            continue
        rim = shapely.get_coordinates(free)
        spot = Place(min(rim.tolist(), key=lambda at: (round(site.board.exterior.distance(Place(at)), 3), at)))
        kept.append(spot)
        site.take(spot.buffer(LARGE))
    if site.part is not site.board:
        kept += [Place(site.size[0] - spot.x, site.size[1] - spot.y) for spot in kept]
    return all(any(one.zone.contains(spot.buffer(LARGE - 0.05)) for spot in kept) for one in zones)


def _shared_out(site: Site, chance: SeededChance) -> tuple[list[list[Polygon]], list[Polygon]]:
    """The plots of each block, and those of all that stay open."""
    blocks = [plots_of(block, chance) for block in site.blocks]
    every = [(n, plot) for n, plots in enumerate(blocks) for plot in plots]
    area = site.part.area
    built = site.built + sum(plot.area for _, plot in every)
    most = chance.between(site.least_built / area + 0.03, site.manner.built[1])
    least = site.least_built
    left_open = _for_gangs(site, [plot for _, plot in every])
    built -= sum(plot.area for plot in left_open)
    every = [(n, plot) for n, plot in every if not _among(plot, left_open)]
    for _, plot in chance.shuffled(every):
        over = built > most * area
        if built - plot.area < least or not (over or chance.happens(site.manner.gap)):
            continue
        left_open.append(plot)
        built -= plot.area
    return blocks, left_open


def _among(plot: Polygon, others: Sequence[Polygon]) -> bool:
    return any(plot is other for other in others)


def _build(site: Site, blocks: Sequence[Sequence[Polygon]], left_open: Sequence[Polygon], chance: SeededChance) -> None:
    """Houses on all plots but those that stay open."""
    houses = [plot for plots in blocks for plot in plots if not _among(plot, left_open)]
    built_on = [*houses, *(h.plot for h in site.houses)]
    for number, plots in enumerate(blocks):
        heading = f"Calle {site.words.name('way')}: {'houses in a row' if len(plots) > 2 else 'houses'}"
        own = [plot for plot in plots if not _among(plot, left_open)]
        build_on(site, own, built_on, number, heading, chance)
        for plot in plots:
            if _among(plot, left_open):
                lay_garden(site, plot, built_on, heading, chance)


def _for_gangs(site: Site, plots: list[Polygon]) -> list[Polygon]:
    """The plots that stay open so that gangs find room where they are set up."""
    left_open: list[Polygon] = []
    closed = list(plots)
    for one in musters(site.size):
        zone = common(one.zone, site.part)
        if site.part is not site.board and zone.area < 0.6 * one.zone.area:
            continue
        wanted = round(one.wanted * SPARE)
        free = without(site.open_ground(), union(closed))
        while (room := one.room(free)) < wanted:
            inside = [plot for plot in closed if plot.intersection(zone).area > 0.5 * plot.area]
            gains = [(one.room(union([free, plot.buffer(0.01)])) - room, plot) for plot in inside]
            gain, best = max(gains, key=lambda pair: min(pair[0], wanted - room) / pair[1].area, default=(0, None))
            if best is None or gain == 0:
                break
            closed = [p for p in closed if p is not best]
            left_open.append(best)
            free = union([free, best.buffer(0.01)])
        if one.for_large(free).is_empty:
            inside = [plot for plot in closed if plot.intersection(zone).area > 0.5 * plot.area]
            enough = [plot for plot in inside if not one.for_large(union([free, plot.buffer(0.01)])).is_empty]
            if enough:
                best = min(enough, key=lambda plot: plot.area)
                closed = [p for p in closed if p is not best]
                left_open.append(best)
    return left_open
