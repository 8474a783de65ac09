"""Fighters for the tests of attacks: minis with a plain body (a post 0.8" wide and 1.3" high), and weapons."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sim.carnevale.characters import Weapon
from sim.carnevale.events import Rolled
from tests.carnevale.tables import Point, Table, mini, of

POST = str(Path(__file__).with_name("post.stl"))
TOUCH = 1.18  # inches between the centres of two 30 mm bases in contact

SWORD = Weapon("Sword")
BOW = Weapon("Bow", range=12)


def fighter(id: str, seat: str, at: Point, **profile: Any) -> dict[str, Any]:
    """As `mini`, with the body of a post and a sword and a bow unless other weapons are given."""
    return mini(id, seat, at, **{"body": POST, "weapons": (SWORD, BOW), **profile})


def duel(
    a: dict[str, Any] | None = None, b: dict[str, Any] | None = None, apart: float = TOUCH
) -> list[dict[str, Any]]:
    """A (north) and B (south), so far apart; by default in base contact."""
    return [fighter("a", "north", (6, 6, 0), **(a or {})), fighter("b", "south", (6, 6 + apart, 0), **(b or {}))]


def strike(weapon: str = "Sword", target: str = "b") -> dict[str, Any]:
    return {"act": "combat", "target": target, "weapon": weapon}


def rolled(events: list[Any], purpose: str, who: str | None = None) -> Rolled:
    """The one roll for a purpose."""
    found: list[Rolled] = [r for r in of(events, Rolled) if r.purpose == purpose and who in (None, r.who)]
    assert len(found) == 1, f"{len(found)} rolls for {purpose} in {events}"
    return found[0]


def lp(table: Table, who: str) -> int:
    return table.state[who].lp
