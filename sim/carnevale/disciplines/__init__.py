"""The spells of the five disciplines, a module each; importing this registers them."""

from __future__ import annotations

from sim.carnevale.disciplines import (  # noqa: F401  (they register themselves)
    blood,
    divinity,
    fate,
    runes,
    wild,
)
