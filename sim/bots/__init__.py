"""Players that are programs."""

from __future__ import annotations

from sim.bots import greedy, master, novice, random_bot, seasoned, straightforward
from sim.bots.base import Bot, UnknownBot, make, names

__all__ = [
    "Bot",
    "UnknownBot",
    "greedy",
    "make",
    "master",
    "names",
    "novice",
    "random_bot",
    "seasoned",
    "straightforward",
]
