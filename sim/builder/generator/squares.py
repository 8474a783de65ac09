"""Squares: which blocks become them, and the church, tower, well and market that stand there."""

from __future__ import annotations

import itertools
import math

import shapely
from shapely import affinity
from shapely.geometry import LineString, Polygon, box
from shapely.geometry import Point as Place
from shapely.geometry.base import BaseGeometry

from sim.board.architecture.plans import CampanilePlan, ChurchPlan
from sim.board.files.mapfile import PiecePlacement
from sim.board.model.plans import common, union, without
from sim.builder.generator.chance import SeededChance
from sim.builder.generator.footprints import lies
from sim.builder.generator.fronts import PlotWall, turn_of
from sim.builder.generator.shapes import opened, pieces_of, without_short_walls
from sim.builder.generator.site import BuiltPlot, Site

__all__ = ["church_on", "lay_squares"]

SMALLEST, LARGEST = 24.0, 74.0  # square inches of a block that becomes a square
GREAT = 125.0
CHURCHES = ((8.0, 10.0), (7.4, 9.2), (6.8, 8.4), (6.4, 7.6), (5.8, 7.0), (5.2, 6.2), (5.0, 5.2))  # width and length
TOWERS = (3.2, 3.0, 2.8, 2.6)


def lay_squares(site: Site, chance: SeededChance) -> None:
    """Blocks made squares, as many as the land asks for and the houses wanted allow."""
    wanted = max(1, round(site.land.area / site.manner.campi))
    area = site.part.area
    spare = 0.96 * sum(b.area for b in site.blocks) - site.least_built - 0.05 * area
    w, d = site.size
    middle = Place(w / 2, d / 2)

    def worth(block: Polygon) -> float:
        away = block.centroid.distance(middle) / math.hypot(w, d)
        others = min((block.distance(c) for c in site.campi), default=20.0)
        size = 1.0 - abs(block.area - (60.0 if site.manner.great and not site.campi else 44.0)) / 60.0
        return float(size - 1.1 * away + 0.06 * min(others, 14.0))

    for number in range(wanted):
        free = [b for b in site.blocks if SMALLEST <= b.area <= min(LARGEST, max(spare, SMALLEST)) and b.area <= spare]
        if not free:
            break
        block = max(free, key=worth)
        square: Polygon = block
        site.blocks.remove(block)
        if site.manner.great and number == 0:
            square, spare = _greater(site, block, spare)
        spare -= block.area
        site.campi.append(square)


def _greater(site: Site, block: Polygon, spare: float) -> tuple[Polygon, float]:
    """A square, and the blocks beside it that make it a great one."""
    square = block
    for other in sorted(site.blocks, key=lambda b: b.distance(block)):
        whole = union([square, other]).buffer(1.3, join_style="mitre").buffer(-1.3, join_style="mitre")
        if not isinstance(whole, Polygon) or other.distance(square) > 2.6 or whole.area > GREAT:
            continue
        if other.area > spare - block.area or square.area > 0.75 * GREAT:
            continue
        square = whole
        spare -= other.area
        site.blocks.remove(other)
    return square, spare


def church_on(site: Site, campo: Polygon, heading: str, chance: SeededChance) -> bool:
    """A church whose front looks onto a square, in the place of houses; and its tower. False where none fits."""
    saint = site.words.name("saint")
    for wide, long in CHURCHES:
        for block in sorted(site.blocks, key=lambda b: b.distance(campo)):
            if block.distance(campo) > 3.6:
                break
            placed = _front_on(site, campo, block, wide, long, saint, chance)
            if placed is None:
                continue
            shape = lies(placed)
            site.put(heading, placed, shape)
            site.houses.append(BuiltPlot(placed, _walls(placed), 6.0, -1))
            site.blocks.remove(block)
            rest = opened(without(block, shape.buffer(0.02, join_style="mitre")), 2.4)
            site.blocks += [without_short_walls(p, 1.5, block) for p in pieces_of(rest) if p.area > 8.0]
            _tower(site, campo, shape, heading, chance)
            return True
    return _in_square(site, campo, saint, heading, chance)


def _in_square(site: Site, campo: Polygon, saint: str, heading: str, chance: SeededChance) -> bool:
    """A small church at an end of the square itself, its back to the houses."""
    if campo.area < 60.0:
        return False
    ring = list(campo.exterior.coords)
    for wide, long in CHURCHES[3:]:
        plan = ChurchPlan(width=wide, length=long, aisles=wide >= 6.4, colour=chance.one_of(_CHURCH_COLOURS))
        for a, b in sorted(itertools.pairwise(ring), key=lambda pair: round(math.dist(*pair), 3)):
            wall = PlotWall((a[0], a[1]), (b[0], b[1]), "street", 0.0)
            wall = wall if campo.exterior.is_ccw else PlotWall(wall.b, wall.a, "street", 0.0)
            if wall.length < 0.6 * wide:
                continue
            back = PlotWall(wall.b, wall.a, "street", 0.0)  # looks the other way
            x, y = (m - o * (long / 2 + 0.1) for m, o in zip(wall.middle, wall.out, strict=True))
            turn = float(turn_of(back))
            placed = PiecePlacement(piece=plan, at=(round(x, 1), round(y, 1)), turn=turn)
            shape = lies(placed)
            if not common(campo.buffer(1.2), site.land).contains(shape) or not site.free(shape, 0.0):
                continue
            if any(shape.distance(b) < 1.3 for b in site.blocks):
                continue
            church = PiecePlacement(piece=plan, at=placed.at, id=site.words.id(f"chiesa-di-san-{saint}"), turn=turn)
            site.put(heading, church, shape)
            site.houses.append(BuiltPlot(church, _walls(church), 6.0, -1))
            _tower(site, campo, shape, heading, chance)
            return True
    return False


def _walls(placed: PiecePlacement) -> Polygon:
    plan = placed.piece
    assert isinstance(plan, ChurchPlan)
    own = box(-plan.width / 2, -plan.length / 2, plan.width / 2, plan.length / 2 + 0.2)
    return affinity.translate(affinity.rotate(own, placed.turn, origin=(0, 0)), *placed.at)


def _front_on(
    site: Site, campo: Polygon, block: Polygon, wide: float, long: float, saint: str, chance: SeededChance
) -> PiecePlacement | None:
    """A church in a block, with its front up to some inches out on the square."""
    ring = list(block.exterior.coords)
    height = round(chance.between(5.6, 6.6) * 5) / 5
    plan = ChurchPlan(width=wide, length=long, height=height, aisles=wide >= 6.4, colour=chance.one_of(_CHURCH_COLOURS))
    between = LineString([block.centroid, campo.centroid]).buffer(wide / 2)
    allowed = common(union([block.buffer(1.0), campo, between]), site.land).buffer(0.02)
    shapely.prepare(allowed)
    for a, b in itertools.pairwise(ring):
        if math.dist(a, b) < 0.55 * wide:
            continue
        wall = PlotWall((a[0], a[1]), (b[0], b[1]), "street", 0.0)
        if block.exterior.is_ccw is False:
            wall = PlotWall(wall.b, wall.a, "street", 0.0)
        if wall.ahead(3.6).intersection(campo).area < 2.0:
            continue
        for step in (0.9, 2.0, 3.0) if campo.area < 70.0 else (0.9, 2.0, 3.2, 4.4):
            for share in (0.5, 0.35, 0.65, 0.2, 0.8):
                (dx, dy) = wall.out
                x = wall.a[0] + (wall.b[0] - wall.a[0]) * share + dx * (step - 0.85 - long / 2)
                y = wall.a[1] + (wall.b[1] - wall.a[1]) * share + dy * (step - 0.85 - long / 2)
                turn = float(turn_of(wall))
                placed = PiecePlacement(piece=plan, at=(round(x, 1), round(y, 1)), id="", turn=turn)
                shape = lies(placed)
                if _fits(site, shape, allowed, block):
                    return PiecePlacement(
                        piece=plan, at=placed.at, id=site.words.id(f"chiesa-di-san-{saint}"), turn=turn
                    )
    return None


_CHURCH_COLOURS = ("#d8c3a0", "#cdb594", "#c9a98a", "#e0d2b8", "#b98a6e")


def _fits(site: Site, shape: BaseGeometry, allowed: BaseGeometry, block: Polygon) -> bool:
    if not allowed.contains(shape) or not site.free(shape, 0.0):
        return False
    round_it = shape.buffer(1.3)
    return not any(round_it.intersects(b) for b in site.blocks if b is not block)


def _tower(site: Site, campo: Polygon, church: BaseGeometry, heading: str, chance: SeededChance) -> None:
    """A bell tower beside the church, its gallery to the square."""
    for width in TOWERS:
        height = round(chance.between(3.6, 4.4) * width * 5) / 5
        plan = CampanilePlan(width=width, height=min(14.0, height), gallery=round(chance.between(5.8, 6.8) * 5) / 5)
        ring = church.buffer(width / 2 + 0.55 + chance.between(0.0, 0.6)).exterior
        places = [ring.interpolate(s, normalized=True) for s in (k / 40 for k in range(40))]
        for place in sorted(places, key=lambda p: round(p.distance(campo.centroid), 3)):
            middle = campo.centroid
            turn = round(math.degrees(math.atan2(middle.x - place.x, -(middle.y - place.y))))
            turn = round(turn / 15) * 15 % 360
            placed = PiecePlacement(piece=plan, at=(round(place.x, 1), round(place.y, 1)), turn=float(turn))
            shape = lies(placed)
            street = [b for b in site.blocks if shape.intersects(b)]
            if not site.land.contains(shape) or not site.free(shape, 0.05) or len(street) > 1:
                continue
            if any(b.intersection(shape).area > 0.7 * b.area for b in street):
                continue
            if not street and not site.leaves_ways(shape):
                continue
            site.put(heading, PiecePlacement(piece=plan, at=placed.at, id=site.words.id("campanile"), turn=placed.turn))
            for block in street:
                site.blocks.remove(block)
                rest = opened(without(block, shape.buffer(0.25, join_style="mitre")), 2.4)
                site.blocks += [without_short_walls(p, 1.5, block) for p in pieces_of(rest) if p.area > 8.0]
            return
