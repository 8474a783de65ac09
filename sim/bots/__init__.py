"""Players that are programs."""

from __future__ import annotations

from sim.bots import greedy, random_bot, straightforward
from sim.bots.base import Bot, UnknownBot, make, names

__all__ = ["Bot", "UnknownBot", "greedy", "make", "names", "random_bot", "straightforward"]
