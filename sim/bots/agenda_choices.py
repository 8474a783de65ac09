"""Which agendas to hold on to: how often they come about for whoever jumps for them, and which to keep for double."""

from __future__ import annotations

from sim.bots.agenda_wishes import CHANCE
from sim.carnevale import scenario
from sim.carnevale.agendas.check import KEEP, SCORE, ScoreOrKeep
from sim.carnevale.state import State

__all__ = ["KNOWN", "scored_or_kept"]

KNOWN = {**CHANCE, "C8": 0.7, "D1": 0.8, "B6": 0.25, "D3": 0.5, "A4": 0.4, "A3": 0.3, "B1": 0.8}

AGAIN = {  # how likely it comes about once more, where so many rounds are left for it
    "B5": (1, 0.8),
    "C5": (1, 0.95),
    "C8": (1, 0.7),
    "D1": (1, 0.6),
    "D5": (2, 0.85),
}
NEXT, ROUNDS = 0.35, 2  # how likely one that is drawn in its place comes about, where so many rounds are left


def scored_or_kept(view: State, choice: ScoreOrKeep) -> str:
    """Whether to score an agenda now, or to keep it for double (SCEN-10): what scores more on average."""
    page = scenario.of(view)
    if page is None:
        return SCORE
    left = page.rounds - view.round
    drawn = NEXT if "cycle" in page.agenda_rules and left >= ROUNDS else 0.0
    rounds, chance = AGAIN.get(choice.agenda, (0, 0.0))
    return KEEP if left >= rounds and 2.0 * chance > 1.0 + drawn else SCORE
