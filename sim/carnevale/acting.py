"""Acting: how an action is paid for and carried out, and the attacks of opportunity that others answer it with.

They stand together since the rules tie them together: a guard answers an action with an attack of opportunity
(ACT-02), a charge gives one (MOVE-10), and every attack of opportunity is an action again (MOVE-13).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import msgspec

from sim.board.model.verdicts import Distance
from sim.carnevale import course, effects, hooks, landing
from sim.carnevale.action import Action, Attack, How, attack_kinds, union
from sim.carnevale.events import ActionBegan, ActionEnded, Charged, CounterLost, PointsSpent
from sim.carnevale.legality import forbidden_by_ability
from sim.carnevale.names import names_of
from sim.carnevale.objectives import carrying
from sim.carnevale.questions import Question, YesOrNo
from sim.carnevale.sighting import look
from sim.carnevale.state import State
from sim.engine.requests import Gesture, Label, Measure, Option, Refusal, Rule, subroutine
from sim.words import capital, say, term

__all__ = [
    "Attacks",
    "LeaveGuard",
    "WhichAttack",
    "act",
    "answer_guards",
    "attack_of_opportunity",
    "charge",
    "possible",
]

DECLINE = "decline"
CHARGE = "charge"  # why an attack of opportunity is made


@subroutine
def act(game: State, who: str, action: Action, *, free: bool = False, how: How | None = None) -> Rule[None]:
    """Pay for an action and carry it out. `free`: for 0 AP; `how`: as an attack of opportunity, for 0 AP too."""
    if action.command:
        yield from action.perform(game, who)
        return
    first_event, opportunity = len(game.log), how is not None
    ap = 0 if free or opportunity else action.ap
    yield from course.before_action(game)
    yield from effects.auras(game)
    game.emit(ActionBegan(who=who, action=action.name(), ap=ap, target=action.subject, opportunity=opportunity))
    if ap:
        game.emit(PointsSpent(who=who, what="ap", points=ap, on=action.name()))
    drop_counters(game, who, action.name())
    if how is not None:
        assert isinstance(action, Attack)
        yield from action.strike(game, who, how)
    else:
        yield from action.perform(game, who)
    yield from landing.overboard(game, first_event)
    yield from course.after_action(game, first_event)
    for plug_in, trait in hooks.traits(game, who, hook="action_ends") if game[who].on_board else ():
        yield from plug_in.action_ends(game, game[who], trait)
    game.emit(ActionEnded(who=who, action=action.name()))
    if not game.doing:
        effects.end(game, "end_of_action")


def drop_counters(game: State, who: str, why: str) -> None:
    """Whoever acts is no longer hidden, on guard or underwater (ACT-01, ACT-02, WATER-02)."""
    for counter in ("hidden", "guarding", "underwater"):
        if getattr(game[who], counter):
            game.emit(CounterLost(who=who, counter=counter, why=why))


# --- attacks of opportunity (MOVE-13) ---------------------------------------------------------------------


def attack_of_opportunity(
    game: State,
    attacker: str,
    targets: Sequence[str],
    *,
    grapple: bool = True,
    charging: bool = False,
    from_above: Collection[str] = (),
    ashore: bool = False,
    why: str,
) -> Rule[None]:
    """A Combat, Grapple or Drown for 0 AP against one of `targets`, if any of these is possible (MOVE-13).

    The attacker's player may decline. May itself bring about others (a fumble gives the target one).
    """
    if not game[attacker].on_board:
        return
    offers: dict[Attack, How] = {}
    for target in targets:
        if game[target].on_board:
            how = How(
                opportunity=True, charging=charging, from_above=target in from_above, ashore=ashore, grapple=grapple
            )
            for attack in (yield from possible(game, attacker, target, how)):
                offers[attack] = how
    if not offers:
        return
    chosen: Attack | str = yield WhichAttack(seat=game[attacker].seat, who=attacker, why=why, attacks=tuple(offers))
    if isinstance(chosen, Attack):
        plain = next(attack for attack in offers if attack == chosen.plain)
        yield from act(game, attacker, chosen, how=offers[plain])


@subroutine
def possible(game: State, attacker: str, target: str, how: How) -> Rule[tuple[Attack, ...]]:
    """The attacks of opportunity that the attacker could make against this target."""
    if carrying.carried_by(game, attacker) is not None:  # it can only run and climb (SCEN-04)
        return ()
    found = []
    for kind in attack_kinds():
        for attack in kind.against(game, attacker, target):
            refusal = forbidden_by_ability(game, attacker, attack) or (yield from attack.barred(game, attacker, how))
            if refusal is None:
                found.append(attack)
    return tuple(found)


class WhichAttack(Question, frozen=True, kw_only=True, tag="opportunity"):
    """Which attack of opportunity is made, if any (MOVE-13)."""

    gesture = Gesture.MINI

    who: str  # attacks
    why: str
    attacks: tuple[Attack, ...]

    @property
    def charging(self) -> bool:
        """Is it that of a charge (MOVE-10)?"""
        return self.why == CHARGE

    @property
    def options(self) -> tuple[Option, ...]:
        return (DECLINE,)

    @property
    def region(self) -> Attacks:
        return Attacks(self.attacks)

    @property
    def default(self) -> Attack:
        return self.attacks[0]

    def asks(self, state: State) -> str:
        return say("{who}: attack of opportunity", who=names_of(state)(self.who))

    def detail(self, state: State) -> str:
        return capital(term(self.why))

    def label(self, state: State, answer: object) -> Label:
        return Label(say("No attack")) if answer == DECLINE else super().label(state, answer)

    def offers(self, state: State, measure: Measure) -> tuple[Attack, ...]:
        return self.attacks


class Attacks(msgspec.Struct, frozen=True, tag="attacks"):
    """What `WhichAttack` takes: one of these attacks."""

    offers: tuple[Attack, ...]

    @property
    def answers(self) -> Any:
        return union(attack_kinds())

    def refusal(self, state: State, measure: Measure, answer: Attack) -> Refusal | None:
        if answer.plain not in self.offers:
            return Refusal("MOVE-13", say("{answer} is not an attack that can be made here", answer=answer.name()))
        return answer.unsayable(state)


# --- what gives them: a charge (MOVE-10, 11), a guard (ACT-02) --------------------------------------------


def charge(
    game: State,
    who: str,
    touching: Mapping[str, Distance],
    *,
    from_above: Collection[str] = (),
    ashore: bool = False,
    watched: bool = True,
) -> Rule[None]:
    """A character has moved, jumped, fallen or swum into base contact with enemies (MOVE-10).

    Guards and bodyguards go first (ACT-02, ABIL-Bodyguard); then its attack of opportunity. A ruling: one whom they
    knock back has charged all the same, and makes its attack from where it stands then, with what still reaches. The
    rulebook gives it the attack for the contact that it made, and asks of it no more than of any other. So has one that
    a jump brings into contact, and that then falls away (JUMP-09).

    `from_above`: the enemies that it began its action 3" or more above (MOVE-11); `ashore`: its action began outside
    water (WATER-04). `watched`: in a Run/Climb or a Jump, which guards may answer; they answer no rowing and no fall.
    `touching`: the enemies, and how they are touched.
    """
    enemies = tuple(touching)
    game.emit(Charged(who=who, targets=enemies, from_above=tuple(from_above), touching=tuple(touching.values())))
    if watched:
        yield from answer_guards(game, who)
    for enemy in game.enemies(who):
        for plug_in, trait in hooks.traits(game, enemy.id, hook="enemy_charges") if game[enemy.id].on_board else ():
            yield from plug_in.enemy_charges(game, game[enemy.id], trait, who, enemies)
    yield from attack_of_opportunity(
        game, who, enemies, charging=True, from_above=from_above, ashore=ashore, why=CHARGE
    )


@subroutine
def answer_guards(game: State, mover: str) -> Rule[None]:
    """An enemy has run, climbed or jumped: each guard that sees it may spend its counter on an attack. Before the
    attack of a charge, and before what is unstable shakes (ACT-02, TERR-03)."""
    seats = game.clockwise_from(game[mover].seat)
    guards = [enemy for enemy in game.enemies(mover) if enemy.guarding]
    for guard in sorted(guards, key=lambda c: seats.index(c.seat)):
        if not game[mover].on_board:
            return
        if not game[guard.id].guarding or not game[guard.id].on_board:  # another's attack may have moved it
            continue
        sight = yield from look(game, guard.id, mover)
        if isinstance(sight, Refusal):
            continue
        if not (yield from possible(game, guard.id, mover, How(opportunity=True))):
            continue
        spend = yield LeaveGuard(seat=guard.seat, who=guard.id, against=mover)
        if spend:
            game.emit(CounterLost(who=guard.id, counter="guarding", why=say("attack of opportunity"), sight=sight))
            yield from attack_of_opportunity(game, guard.id, [mover], why="guard")


class LeaveGuard(YesOrNo, frozen=True, kw_only=True, tag="guard"):
    """Whether a guard gives up its counter for an attack of opportunity (ACT-02)."""

    window = say("leaving its guard")

    who: str
    against: str

    def asks(self, state: State) -> str:
        return say("{who} is on guard", who=names_of(state)(self.who))

    def detail(self, state: State) -> str:
        return say("{against} moves in sight: it may leave its guard to attack.", against=names_of(state)(self.against))

    def label(self, state: State, answer: object) -> Label:
        return Label(say("Attack of opportunity") if answer else say("Stay on guard"))
