"""Base contact on the way (MOVE-10, 12): where a path meets enemies, and which it leaves."""

from __future__ import annotations

import math
from itertools import pairwise

from sim.board.standing import point
from sim.board.tableau import Figure, Point
from sim.board.tracing import Trail
from sim.board.verdicts import Contact, Leg
from sim.geometry import terrain as bits
from sim.geometry.tolerance import TOUCH


def meet(tracer: Trail) -> tuple[list[Leg], tuple[Contact, ...], tuple[Contact, ...]]:
    """Cut the legs at the first enemy met (MOVE-10); and the enemies at the start that are left (MOVE-12)."""
    mover = tracer.mover
    enemies = [f for f in tracer.others if f.id in mover.enemies]
    if not enemies:
        return tracer.legs, (), ()
    touching = {f.id for f in enemies if _touch(tracer.figure.at, tracer.r, f)}
    begun = set(touching)
    gone: dict[str, Contact] = {}
    after = 0.0
    kept: list[Leg] = []
    for leg in tracer.legs:
        ignores = leg.kind in ("climb", "ladder", "ruin")  # MOVE-02: on vertical terrain others are ignored
        total = math.fsum(math.dist(a, b) for a, b in pairwise(leg.points))
        done = 0.0
        for number, (a, b) in enumerate(pairwise(leg.points)):
            length = math.dist(a, b)
            steps = max(1, math.ceil(length / 0.05))
            for step in range(1, steps + 1):
                if ignores and not (step == steps and number == len(leg.points) - 2):
                    continue
                p = _between(a, b, step / steps)
                now = {f.id for f in enemies if _touch(p, tracer.r, f)}
                share = (done + length * step / steps) / total if total > 0 else 1.0
                for one in sorted(touching - now):
                    if one in begun:
                        gone.setdefault(one, Contact(one, round(after + leg.cost * share, 3), point(*p)))
                met = sorted(now - touching)
                touching = now
                if not met or not mover.charge:
                    continue
                low, high = (step - 1) / steps, step / steps
                while (high - low) * length > 5e-4 and not ignores:
                    mid = (low + high) / 2
                    if any(_touch(_between(a, b, mid), tracer.r, f) for f in enemies if f.id in met):
                        high = mid
                    else:
                        low = mid
                here = point(*_between(a, b, high))
                share = (done + length * high) / total if total > 0 else 1.0
                met = sorted(f.id for f in enemies if f.id in met and _touch(_between(a, b, high), tracer.r, f))
                cost = leg.cost * share
                points = (*leg.points[: number + 1], here)
                kept.append(Leg(leg.kind, points, cost, leg.roll, leg.part, leg.access))
                contacts = tuple(Contact(one, round(after + cost, 3), here) for one in met)
                return kept, contacts, tuple(gone.values())
            done += length
        after += leg.cost
        kept.append(leg)
    return kept, (), tuple(gone.values())


def _touch(at: Point, r: float, other: Figure) -> bool:
    """Base contact (GEO-04)."""
    flat = math.hypot(at[0] - other.at[0], at[1] - other.at[1])
    return flat <= r + other.radius + TOUCH and abs(at[2] - other.at[2]) <= bits.STEP


def _between(a: Point, b: Point, s: float) -> Point:
    return (a[0] + s * (b[0] - a[0]), a[1] + s * (b[1] - a[1]), a[2] + s * (b[2] - a[2]))
