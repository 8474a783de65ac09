"""Houses and palazzi by their parameters, on any ground plan."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import numpy as np
from numpy.typing import NDArray
from shapely.geometry import Polygon
from shapely.geometry import box as rect

from sim.board.architecture.arcades import arches_from_above, has_arcade, with_arcade
from sim.board.architecture.balcony import DEEP, balcony
from sim.board.architecture.carpentry import altana, awning_onto
from sim.board.architecture.frame import Frame
from sim.board.architecture.house import House, Storey, carved
from sim.board.architecture.model import Model
from sim.board.architecture.openings import Opening
from sim.board.architecture.plan_roofs import (
    draw_tiles,
    gable_ends,
    height_over,
    middle_of,
    parapet_round,
    pitched_over,
)
from sim.board.architecture.plans import Building, HousePlan, PalazzoPlan, Roof, Towards
from sim.board.architecture.plots import facing, front, plan_polygon, walls_over
from sim.board.architecture.roofs import chimney, stair_head
from sim.board.architecture.ruins import ruined
from sim.board.architecture.solid import PaintedSolid
from sim.board.architecture.storeys import ARCADE, ATTIC, GROUND, MIDDLE, NOBILE, UPPER

__all__ = ["building"]

Floats = NDArray[np.float64]

_DOORS = ("#6b2f22", "#2f4f3f", "#4a2a20", "#35586e", "#5a3320")
_BAY = 1.35  # inches from window to window
_COSTS = (30, 95, 190)  # triangles of a window by its detail
_WINDOWS = 9_500  # triangles for all of them


def building(model: Model, plan: HousePlan | PalazzoPlan, detail: int = 2) -> int:
    """Add all of a house or palazzo to an empty model; its windows have at most this `detail`. What they have is
    returned."""
    plan = msgspec.structs.replace(plan, ruin=round(plan.ruin, 2))
    plot = plan_polygon(plan.width, plan.depth, plan.outline)
    walls = walls_over(plot)
    ahead = front(walls)
    house = _design(model, plan, plot, detail)
    roof, speeds = _roof(plan, plot, house)
    if plan.ruin:
        ruined(model, plot, house, roof, plan.ruin, plan.seed)
        return house.detail
    body = carved(model, house)
    if isinstance(plan, HousePlan) and ahead is not None and has_arcade(plan, walls, ahead):
        body = with_arcade(model, body, plot, walls[ahead], house, Towards.SOUTH in plan.doors)
    model.part("house", body, material=house.paint.material)
    middle, room = middle_of(plot)
    if roof is None:
        merlons = isinstance(plan, PalazzoPlan) and plan.merlons
        model.part("parapet", parapet_round(plot, house.height, house.paint, merlons), material=house.paint.material)
        if room > 2.1:
            hut = stair_head(plan.colour).turned(_angle(walls, ahead)).at(middle.x, middle.y, house.height)
            model.part("stair-head", hut, material="stucco")
    else:
        model.part("roof", roof, material="tile")
        draw_tiles(model, plot, roof, house.height, plan.pitch, speeds)
        if plan.roof is Roof.TERRACE and room > 1.1:
            wide = min(3.0, 1.7 * room)
            top = height_over(roof, middle.x, middle.y, house.height) + 0.17
            altana(model, middle.x, middle.y, top, wide, wide, house.height, _angle(walls, ahead))
    _balconies(model, plan, walls, house)
    if isinstance(plan, HousePlan):
        _awnings(model, plan, walls, ahead, house)
    _chimneys(model, plan, plot, roof, house)
    return house.detail


def _storeys(plan: HousePlan | PalazzoPlan) -> tuple[Storey, ...]:
    if isinstance(plan, PalazzoPlan):
        return {
            2: (GROUND, NOBILE),
            3: (GROUND, NOBILE, UPPER),
            4: (GROUND, NOBILE, UPPER, ATTIC),
            5: (GROUND, NOBILE, MIDDLE, UPPER, ATTIC),
        }[plan.floors]
    ground = ARCADE if plan.arcade and not plan.ruin else GROUND
    return (
        ground,
        *(((), (UPPER,), (MIDDLE, UPPER), (MIDDLE, UPPER, ATTIC), (MIDDLE, UPPER, UPPER, ATTIC))[plan.floors - 1]),
    )


def _design(model: Model, plan: HousePlan | PalazzoPlan, plot: Polygon, most: int) -> House:
    walls, storeys = walls_over(plot), _storeys(plan)
    ahead, spacing = front(walls), _BAY
    if plan.bays and ahead is not None:
        spacing = max(0.95, walls[ahead].width / (plan.bays + 0.01))
    sides = {str(k): facing(wall) for k, wall in enumerate(walls)}
    windows = sum(
        len(storeys) * int(wall.width / spacing) for k, wall in enumerate(walls) if sides[str(k)] not in plan.blind
    )
    detail = min(most, next((level for level in (2, 1) if windows * _COSTS[level] <= _WINDOWS), 0))
    arcade = isinstance(plan, HousePlan) and has_arcade(plan, walls, ahead)
    doors = []
    for side in dict.fromkeys(plan.doors):
        number = front(walls, side)
        if number == ahead and arcade:
            continue  # it is in the walk
        if number is not None and side not in plan.blind and walls[number].width >= 1.7:
            colour = _DOORS[int(model.random.integers(len(_DOORS)))]
            doors.append((str(number), _door_place(walls[number].width, spacing), colour))
    made = House(
        0.0,
        0.0,
        storeys,
        plan.colour,
        plan.shutters,
        "flat" if plan.roof is Roof.FLAT else "hip",
        plan.pitch,
        plan.brick,
        tuple(doors),
        spacing,
        quoins=detail > 0 and not plan.brick and len(walls) <= 12,
        flowers=0.0 if plan.ruin else 0.35 if isinstance(plan, HousePlan) else 0.15,
        lit=0.0 if plan.ruin else 0.12,
        plot=plot,
        blind=frozenset(name for name, side in sides.items() if side in plan.blind),
        detail=detail,
    )
    if arcade and ahead is not None:
        skip = frozenset((str(ahead), 0, place) for place in range(len(made.places(str(ahead)))))
        made = replace(made, skip=skip, footing=plot.difference(arches_from_above(walls[ahead])))
    return _with_openings(plan, made, walls, ahead)


def _door_place(width: float, spacing: float) -> float:
    """In the bay next to the middle of a wall."""
    count = max(1, int(width / spacing))
    return (count // 2 + 0.5) * width / count if count > 1 else width / 2


def _with_openings(plan: Building, house: House, walls: list[Frame], ahead: int | None) -> House:
    """With the loggia of a palazzo, and with doors onto the balconies."""
    if isinstance(plan, PalazzoPlan) and plan.loggia and ahead is not None and str(ahead) not in house.blind:
        wide = walls[ahead].width
        count = min(plan.loggia, int((wide - 0.8) / 0.8))
        at = wide / 2 + (np.arange(count) - (count - 1) / 2) * 0.8
        floor = house.floor(1)
        arches = [Opening(float(a), floor + 0.02, 0.62, 1.5, "gothic") for a in at]
        eyes = [Opening(float(a + 0.4), floor + 1.52, 0.3, 0.3, "disc") for a in at[:-1]]
        if count:
            house = replace(house, added={str(ahead): (*arches, *eyes)})
    tall = set()
    for number, storey, place in _places_of_balconies(plan, house, walls):
        if place >= 0:
            tall.add((str(number), storey, place))
    return replace(house, tall_at=frozenset(tall))


def _places_of_balconies(plan: Building, house: House, walls: list[Frame]) -> list[tuple[int, int, int]]:
    """The wall, storey and bay of each balcony: -1 for the one before a loggia."""
    found: list[tuple[int, int, int]] = []
    storeys = [n for n, storey in enumerate(house.storeys) if n and storey.height > 1.7]  # a door fits
    ahead = front(walls)
    if isinstance(plan, PalazzoPlan) and ahead is not None and house.added:
        found.append((ahead, 1, -1))
    order = [front(walls, side) for side in (Towards.SOUTH, Towards.EAST, Towards.NORTH, Towards.WEST)]
    turn = [(number, storey) for storey in storeys for number in order[:1]]
    turn += [(number, storey) for storey in storeys for number in order[1:]]
    for number, storey in turn:
        if number is None or str(number) in house.blind or any(f[:2] == (number, storey) for f in found):
            continue
        wall, places = walls[number], house.places(str(number))
        under = [float(places[f[2]]) for f in found if f[0] == number and f[2] >= 0]
        bays = sorted(range(len(places)), key=lambda k: abs(places[k] - wall.width / 2 - 0.01))
        free = [k for k in bays if _free(house, wall, float(places[k]), 1.9)]
        aside = [k for k in free if all(abs(places[k] - p) > 1.5 for p in under)]  # rather not over another
        if free:
            found.append((number, storey, (aside or free)[0]))
    return found[: plan.balconies]


def _free(house: House, wall: Frame, along: float, wide: float) -> bool:
    """Is there nothing of the house itself where a balcony would be?"""
    if along < wide / 2 + 0.05 or along > wall.width - wide / 2 - 0.05 or house.plot is None:
        return False
    corners = [wall.point(along + a, 0.0, out)[:2] for a, out in ((-wide / 2, 0.05), (wide / 2, 0.05))]
    corners += [wall.point(along + a, 0.0, out)[:2] for a, out in ((wide / 2, DEEP), (-wide / 2, DEEP))]
    return float(Polygon(corners).intersection(house.plot).area) < 1e-6


def _balconies(model: Model, plan: Building, walls: list[Frame], house: House) -> None:
    for count, (number, storey, place) in enumerate(_places_of_balconies(plan, house, walls), 1):
        wall = walls[number]
        wide, along = 1.9, 0.0
        if place < 0:
            arches = [o.along for o in house.added[str(number)] if o.shape == "gothic"]
            along, wide = wall.width / 2, max(arches) - min(arches) + 1.3
            if not _free(house, wall, along, wide):
                continue
        else:
            along = float(house.places(str(number))[place])
        balcony(model, f"balcony-{count}", wall, along, house.floor(storey) + 0.02, wide)


def _awnings(model: Model, plan: HousePlan, walls: list[Frame], ahead: int | None, house: House) -> None:
    if ahead is None or plan.arcade:
        return
    wall = walls[ahead]
    doors = [a for side, a, _ in house.doors if side == str(ahead)]
    bays = [
        float(b)
        for b in house.places(str(ahead))
        if all(abs(b - d) > 1.2 for d in doors) and 0.7 < b < wall.width - 0.7
    ]
    for number, along in enumerate(bays[: plan.awnings], 1):
        colour = ("#a8322a", "#2f5a4a", "#b58a2e")[int(model.random.integers(3))]
        awning_onto(model, f"awning-{number}", wall, along, 1.86, min(1.3, house.spacing - 0.1), colour, 1.2)


def _chimneys(model: Model, plan: Building, plot: Polygon, roof: PaintedSolid | None, house: House) -> None:
    inner = plot.buffer(-0.5, join_style="mitre")
    altana_at = middle_of(plot)[0].buffer({Roof.TERRACE: 2.3, Roof.FLAT: 1.6}.get(plan.roof, 0.0))
    inner = inner.difference(altana_at)
    if inner.is_empty:
        return
    x0, y0, x1, y1 = inner.bounds
    placed: list[tuple[float, float]] = []
    for _ in range(60):
        if len(placed) == plan.chimneys:
            break
        x, y = (round(float(model.random.uniform(a, b)), 2) for a, b in ((x0, x1), (y0, y1)))
        if rect(x - 0.16, y - 0.16, x + 0.16, y + 0.16).within(inner) and all(
            abs(x - a) + abs(y - b) > 1.5 for a, b in placed
        ):
            placed.append((x, y))
    for number, (x, y) in enumerate(placed, 1):
        base = house.height if roof is None else height_over(roof, x, y, house.height)
        chimney(model, f"chimney-{number}", x, y, base, 1.5 if roof is None else 1.35, plan.colour)


def _roof(plan: Building, plot: Polygon, house: House) -> tuple[PaintedSolid | None, Floats]:
    """The roof over a plan, if it is pitched, and the speeds of its edges."""
    speeds = gable_ends(plot) if plan.roof is Roof.GABLE else np.ones(len(plot.exterior.coords) - 1)
    if plan.roof is Roof.FLAT:
        return None, speeds
    return pitched_over(plot, house.height, plan.pitch, speeds, house.paint), speeds


def _angle(walls: list[Frame], ahead: int | None) -> float:
    along = walls[ahead or 0].along
    return float(np.degrees(np.arctan2(along[1], along[0])))
