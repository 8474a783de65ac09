"""The spells of the five disciplines, a module each; importing this registers them."""

from __future__ import annotations

from sim.carnevale.disciplines import blood, divinity, fate, runes, wild

__all__ = ["blood", "divinity", "fate", "runes", "wild"]
