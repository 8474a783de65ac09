"""Which agendas to hold on to, for whoever jumps for them: what to give up for another, and what to keep for double."""

from __future__ import annotations

from sim.bots.agenda_chances import CHANCE, OTHERS
from sim.bots.agenda_spells import three_spells
from sim.bots.agenda_spending import able_to_run_out, jump_rerolls
from sim.bots.agenda_wishes import SIX, THREE, AgendaWishes
from sim.carnevale import scenario
from sim.carnevale.agendas.check import KEEP, SCORE, ScoreOrKeep
from sim.carnevale.agendas.plan import DropAgenda, Plan
from sim.carnevale.state import State

__all__ = ["given_up", "prospect", "scored_or_kept"]

KNOWN = {  # how often those come about that hang on nothing but luck and fights: by 200 games of masters
    **CHANCE,
    "A2": 0.12,
    "A3": 0.2,
    "A4": 0.12,
    "A6": 0.25,
    "A7": 0.08,
    "B6": 0.32,
    "B7": 0.3,
    "B8": 0.04,
    "B10": 0.3,
    "C1": 0.75,
    "C2": 0.08,
    "C3": 0.5,
    "C7": 0.15,
    "C8": 0.5,
    "C9": 0.22,
    "C10": 0.08,
    "D1": 0.85,
    "D3": 0.85,
    "D4": 0.4,
    "D5": 0.7,
}
QUICK = frozenset(("A10", "B1", "B5", "C4", "C5", "C7", "C8", "D1", "D3", "D4"))  # come about within a round, if at all
SLOW = 3.0  # rounds that others take
SURE = 0.9  # what only asks for points to be spent, where there are enough
FREE_TO_CAST = 0.8  # of three spells: there are targets, and nobody dispels them
LATEST, A_ROUND, MOST = 0.14, 0.07, 0.35  # of one drawn anew: in the last round, more for each before it, at most

AGAIN = {  # how likely it comes about once more, where so many rounds are left for it
    "B5": (1, 0.8),
    "C5": (1, 0.95),
    "C8": (2, 0.55),
    "D1": (1, 0.6),
    "D3": (2, 0.75),
    "D5": (2, 0.85),
}
ONCE_MORE = frozenset(("B1", "C4", "C7"))  # as likely as at first, with the points that are left
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
        likely = prospect(view, choice.seat, agenda)
        return likely * (1.0 if agenda in QUICK else min(1.0, (left + 1) / SLOW))

    worst = min(held, key=chance)
    another = min(MOST, LATEST + A_ROUND * left)
    gain = (another - chance(worst)) * AgendaWishes(view, choice.seat).vp
    return Plan(choice.planners[0], worst) if gain > point else None


def prospect(view: State, seat: str, agenda: str) -> float:
    """How likely a seat brings an agenda about with the minis and the points that it has left, time enough given."""
    own = [c for c in view.on_board() if c.seat == seat]
    will = sum(c.wp for c in own)
    match agenda:
        case "A10":
            done, able = able_to_run_out(view, seat)
            return SURE if done + len(able) >= THREE else 0.0
        case "B1":
            return SURE if will >= SIX else 0.0
        case "C4":
            return FREE_TO_CAST * max((three_spells(view, c.id) for c in own), default=0.0)
        case "C7":
            again = max((jump_rerolls(view, c.id) * c.profile.ap for c in own), default=0)
            return SURE if again >= SIX else KNOWN[agenda]
        case "D1" if will < THREE:
            return 0.0
        case "B5" | "C5" | "D4" if len(own) < THREE:
            return 0.0
    return KNOWN.get(agenda, OTHERS)


def scored_or_kept(view: State, choice: ScoreOrKeep) -> str:
    """Whether to score an agenda now, or to keep it for double (SCEN-10): what scores more on average."""
    page = scenario.of(view)
    if page is None:
        return SCORE
    left = page.rounds - view.round
    drawn = NEXT if "cycle" in page.agenda_rules and left >= ROUNDS else 0.0
    likely = prospect(view, choice.seat, choice.agenda)
    rounds, chance = (1, likely) if choice.agenda in ONCE_MORE else AGAIN.get(choice.agenda, (0, 0.0))
    chance = min(chance, 1.0 if likely else 0.0)
    return KEEP if left >= rounds and 2.0 * chance > 1.0 + drawn else SCORE
