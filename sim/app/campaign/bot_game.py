"""A game that bots play among themselves beside the window: `bauta campaign play` in a process of its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from subprocess import Popen

from sim.app.companion import begun
from sim.campaign.next_game import NextGame

__all__ = ["BotGame"]


class BotGame:
    """It runs until the game is over and recorded. `plan`: None goes on with the game under way."""

    def __init__(self, campaign: Path, plan: NextGame | None) -> None:
        words = ["campaign", "play", str(campaign), *(_options(plan) if plan is not None else ())]
        self._process: Popen[bytes] = begun("sim", words)

    @property
    def over(self) -> bool:
        return self._process.poll() is not None

    @property
    def failed(self) -> bool:
        return self._process.poll() not in (None, 0)

    def close(self) -> None:
        """Leave it where it is: its journal goes on from there."""
        if self._process.poll() is None:
            self._process.terminate()
            self._process.wait()


def _options(plan: NextGame) -> Iterator[str]:
    yield from ("--map", plan.map, "--scenario", plan.scenario, "--ducats", str(plan.ducats), "--ready")
    for seat, fielded in plan.fielded.items():
        yield from ("--between", seat)
        for who in fielded.members:
            yield from ("--field", who)
