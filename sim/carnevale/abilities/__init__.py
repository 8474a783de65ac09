"""The character abilities, each a plug-in under its name; importing this registers them."""

from __future__ import annotations

from sim.carnevale.abilities import (  # noqa: F401  (they register themselves)
    bodyguard,
    defence,
    experts,
    fighting,
    injuries,
    moving,
    spirit,
    water,
)
