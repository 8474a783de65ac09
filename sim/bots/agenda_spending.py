"""Agendas that only ask for something to be spent: six Will Points in a round (B1), all that three minis have (A10),
six dice thrown again in a round (C7).

A jump on level ground leads nearly as far as a run, and takes up to three Will Points: two for its roll, one for a
controlled landing. So whoever goes somewhere anyway can spend them there, where nobody fights yet.
"""

from __future__ import annotations

from sim.bots.agenda_wishes import SIX, THREE, AgendaWishes
from sim.carnevale import preview, scenario
from sim.carnevale.agendas.draw import AgendaDrawn
from sim.carnevale.characters import Character
from sim.carnevale.events import PointsSpent, Rerolled
from sim.carnevale.hooks import RollContext
from sim.carnevale.rerolls import RerollDice
from sim.carnevale.state import State

__all__ = ["A_JUMP", "able_to_run_out", "dice_again", "jump_rerolls", "reroll_wish", "will_wish"]

A_JUMP = 3  # Will Points that a jump takes at most
LATE = 1  # rounds before the end from which nothing is saved up


def will_wish(wishes: AgendaWishes, who: str) -> float:
    """What each Will Point is worth, in Victory Points, that a mini spends now on whatever it rolls for."""
    view, me, found = wishes.view, wishes.view[who], 0.0
    if "B1" in wishes.held:
        need = SIX - _spent(wishes)
        others = [c for c in view.friends(who) if not c.had_turn]
        able = min(me.wp, A_JUMP * me.ap) + sum(min(c.wp, A_JUMP * c.profile.ap) for c in others)
        if 0 < need <= able:
            found += wishes.vp / need
    if "A10" in wishes.held and _hurries(view):
        done, able_to = able_to_run_out(view, wishes.seat)
        need = THREE - done
        cheapest = sorted(able_to, key=lambda c: (c.wp, c.id))[:need]
        if 0 < need <= len(able_to) and who in [c.id for c in cheapest]:
            found += wishes.vp / sum(c.wp for c in cheapest)
    return found


def able_to_run_out(view: State, seat: str) -> tuple[int, list[Character]]:
    """How many of a seat's have spent their last Will Point since A10 was drawn, and who else could."""
    spent: set[str] = set()
    for event in view.log:
        if isinstance(event, AgendaDrawn) and event.seat == seat and event.agenda == "A10":
            spent.clear()
        elif isinstance(event, PointsSpent) and event.what == "wp":
            spent.add(event.who)
    own = [c for c in view.characters.values() if c.seat == seat and c.profile.wp]
    return sum(c.id in spent and not c.wp for c in own), [c for c in own if c.wp and c.on_board]


def _hurries(view: State) -> bool:
    """Does an agenda that is achieved make room for another, or is the end near? Else Will serves better in fights."""
    page = scenario.of(view)
    return page is not None and ("cycle" in page.agenda_rules or view.round >= page.rounds - LATE)


def _spent(wishes: AgendaWishes) -> int:
    """Will Points in this round, and Life Points in place of them."""
    spent = (e for e in wishes.rounds[-1] if isinstance(e, PointsSpent) and e.is_will)
    return sum(e.points for e in spent if wishes.view[e.who].seat == wishes.seat)


def reroll_wish(wishes: AgendaWishes, who: str) -> float:
    """What a jump now is worth for the dice of it that may be thrown again."""
    if "C7" not in wishes.held:
        return 0.0
    need, me = _again(wishes), wishes.view[who]
    each = jump_rerolls(wishes.view, who)
    return wishes.vp * min(1.0, each / need) if 0 < need <= each * me.usable_ap else 0.0


def jump_rerolls(view: State, who: str) -> int:
    """So many dice of a jump of its may be thrown again, whatever they show."""
    context = RollContext(purpose="jump", who=who, stat="dexterity", action="jump")
    return preview.rerolls(view, context, who)


def dice_again(wishes: AgendaWishes, choice: RerollDice) -> tuple[int, ...] | None:
    """For C7: all dice that may be thrown again, Aces last, where nothing but a jump is at stake; None: as ever."""
    if "C7" not in wishes.held or not choice.own or choice.purpose != "jump" or _again(wishes) <= 0:
        return None
    failed = [die for die in choice.among if die not in choice.aces]
    shown = [die for die in choice.among if die in choice.aces][: choice.free]
    return tuple([*failed, *shown][: choice.most])


def _again(wishes: AgendaWishes) -> int:
    """Dice that are still to be thrown again in this round."""
    thrown = (e for e in wishes.rounds[-1] if isinstance(e, Rerolled) and e.seat == wishes.seat)
    return SIX - sum(len(e.dice) for e in thrown)
