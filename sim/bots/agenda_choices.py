"""Which agendas to hold on to, for whoever jumps for them: what to give up for another, and what to keep for double."""

from __future__ import annotations

from sim.bots.agenda_wishes import CHANCE, OTHERS
from sim.carnevale import scenario
from sim.carnevale.agendas.check import KEEP, SCORE, ScoreOrKeep
from sim.carnevale.agendas.plan import DropAgenda, Plan
from sim.carnevale.state import State

__all__ = ["given_up", "scored_or_kept"]

KNOWN = {
    **CHANCE,
    "C8": 0.7,
    "D1": 0.8,
    "B6": 0.25,
    "D3": 0.5,
    "A4": 0.4,
    "A3": 0.3,
    "B1": 0.8,
    "C9": 0.15,
    "A6": 0.15,
    "C3": 0.5,
}
QUICK = frozenset(("B1", "B5", "C5", "C7", "C8", "D1", "D3", "D4"))  # come about within a round, if at all
SLOW = 3.0  # rounds that others take
LATEST, A_ROUND, MOST = 0.14, 0.07, 0.4  # of one drawn anew: in the last round, more for each before it, at most

AGAIN = {  # how likely it comes about once more, where so many rounds are left for it
    "B5": (1, 0.8),
    "C5": (1, 0.95),
    "C8": (1, 0.7),
    "D1": (1, 0.6),
    "D5": (2, 0.85),
}
NEXT, ROUNDS = 0.35, 2  # how likely one that is drawn in its place comes about, where so many rounds are left


def given_up(view: State, choice: DropAgenda, point: float) -> Plan | None:
    """Which agenda a seat gives up for another; None: it keeps them. `point`: what else a Command Point is worth, in
    Victory Points."""
    page = scenario.of(view)
    held = [a for a in choice.agendas if a not in view.seats[choice.seat].doubled]
    if page is None or not choice.planners or not held:
        return None
    left = max(0, page.rounds - view.round)

    def chance(agenda: str) -> float:
        return KNOWN.get(agenda, OTHERS) * (1.0 if agenda in QUICK else min(1.0, (left + 1) / SLOW))

    worst = min(held, key=chance)
    another = min(MOST, LATEST + A_ROUND * left)
    return Plan(choice.planners[0], worst) if another - chance(worst) > point else None


def scored_or_kept(view: State, choice: ScoreOrKeep) -> str:
    """Whether to score an agenda now, or to keep it for double (SCEN-10): what scores more on average."""
    page = scenario.of(view)
    if page is None:
        return SCORE
    left = page.rounds - view.round
    drawn = NEXT if "cycle" in page.agenda_rules and left >= ROUNDS else 0.0
    rounds, chance = AGAIN.get(choice.agenda, (0, 0.0))
    return KEEP if left >= rounds and 2.0 * chance > 1.0 + drawn else SCORE
