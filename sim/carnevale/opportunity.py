"""Attacks of opportunity (MOVE-13), and the charge that gives one (MOVE-10, 11)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import msgspec

from sim.board.model.verdicts import Distance
from sim.carnevale.actions.base import Attack, How, act
from sim.carnevale.events import Charged
from sim.carnevale.names import names_of
from sim.carnevale.objectives import carrying
from sim.carnevale.questions import Question
from sim.carnevale.state import State
from sim.engine.requests import Gesture, Measure, Option, Refusal, Rule, subroutine

DECLINE = "decline"


def charge(
    game: State, who: str, touching: Mapping[str, Distance], *, from_above: Collection[str] = (), ashore: bool = False
) -> Rule[None]:
    """A character has moved, jumped, fallen or swum into base contact with enemies (MOVE-10).

    Guards and bodyguards go first (ACT-02, ABIL-Bodyguard); then its attack of opportunity. `from_above`: the
    enemies that it began its action 3" or more above (MOVE-11); `ashore`: its action began outside water (WATER-04).
    `touching`: the enemies, and how they are touched.
    """
    from sim.carnevale import hooks
    from sim.carnevale.actions.guard import answer_guards

    enemies = tuple(touching)
    game.emit(Charged(who=who, targets=enemies, from_above=tuple(from_above), touching=tuple(touching.values())))
    yield from answer_guards(game, who)
    for enemy in game.enemies(who):
        for plug_in, trait in hooks.traits(game, enemy.id) if game[enemy.id].on_board else ():
            yield from plug_in.enemy_charges(game, game[enemy.id], trait, who, enemies)
    yield from attack_of_opportunity(
        game, who, enemies, charging=True, from_above=from_above, ashore=ashore, why="charge"
    )


def attack_of_opportunity(
    game: State,
    attacker: str,
    targets: Sequence[str],
    *,
    grapple: bool = True,
    charging: bool = False,
    from_above: Collection[str] = (),
    ashore: bool = False,
    why: str = "",
) -> Rule[None]:
    """A Combat, Grapple or Drown for 0 AP against one of `targets`, if any of these is possible (MOVE-13).

    The attacker's player may decline. May itself bring about others (a fumble gives the target one).
    """
    if not game[attacker].on_board:
        return
    offers: dict[Attack, How] = {}
    for target in targets:
        if target != attacker and game[target].on_board:
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
    from sim.carnevale.actions.combat import Combat
    from sim.carnevale.actions.drown import Drown
    from sim.carnevale.actions.grapple import Grapple

    if carrying.carried_by(game, attacker) is not None:  # it can only run and climb (SCEN-04)
        return ()
    kinds: list[Attack] = [Combat(target, weapon.name) for weapon in game[attacker].profile.armoury]
    kinds += [Grapple(target), Drown(target)]
    found = []
    for attack in kinds:
        refusal = yield from attack.barred(game, attacker, how)
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
    def options(self) -> tuple[Option, ...]:
        return (DECLINE,)

    @property
    def region(self) -> Attacks:
        return Attacks(self.attacks)

    @property
    def default(self) -> Attack:
        return self.attacks[0]

    def asks(self, state: State) -> str:
        return f"{names_of(state)(self.who)}: attack of opportunity"

    def detail(self, state: State) -> str:
        return self.why.capitalize()

    def offers(self, state: State, measure: Measure) -> tuple[Attack, ...]:
        return self.attacks


class Attacks(msgspec.Struct, frozen=True, tag="attacks"):
    """What `WhichAttack` takes: one of these attacks."""

    offers: tuple[Attack, ...]

    @property
    def answers(self) -> Any:
        from sim.carnevale.actions.combat import Combat
        from sim.carnevale.actions.drown import Drown
        from sim.carnevale.actions.grapple import Grapple

        return Combat | Grapple | Drown

    def refusal(self, state: State, measure: Measure, answer: Attack) -> Refusal | None:
        if answer.plain in self.offers:
            return None
        return Refusal("MOVE-13", f"{answer.name()} is not an attack that can be made here")
