"""The bots of Carnevale, by name (see `sim.engine.bots` for what a bot is)."""

from __future__ import annotations

from typing import TypeAlias

from sim.carnevale.state import State
from sim.engine import bots
from sim.engine.bots import UnknownBot

__all__ = ["BOTS", "Bot", "UnknownBot", "bot", "make", "names"]

Bot: TypeAlias = bots.Bot[State]
BOTS: bots.Bots[State] = bots.Bots()
bot, make, names = BOTS.register, BOTS.make, BOTS.names
