"""Magic: casting, dispelling, and the spells of the five disciplines; importing this registers the spells."""

from __future__ import annotations

from sim.carnevale.magic import blood, divinity, fate, runes, wild

__all__ = ["blood", "divinity", "fate", "runes", "wild"]
