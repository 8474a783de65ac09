"""Why a mini has a plan, in whole sentences. What they tell everybody sees when it is done; they name no agenda."""

from __future__ import annotations

from typing import Literal

import msgspec

from sim.carnevale.names import Names
from sim.percent import percent
from sim.words import counted, say, term

__all__ = [
    "AttacksEnemy",
    "Charges",
    "Ends",
    "Goes",
    "GoesByBoat",
    "JumpsFirst",
    "PlanReason",
    "Shoots",
    "Stays",
    "ThrowsIt",
]


class PlanReason(msgspec.Struct, frozen=True):
    """What a plan is for."""

    def sentences(self, who: str, name: Names) -> tuple[str, ...]:
        """In words, of the mini whose plan it is."""
        raise NotImplementedError


class Goes(PlanReason, frozen=True):
    """To a place, for itself."""

    def sentences(self, who: str, name: Names) -> tuple[str, ...]:
        return (say("{who} goes where it stands best.", who=name(who)),)


class Stays(PlanReason, frozen=True):
    """It stays, and does something there."""

    how: Literal["guard", "hide", "dive"]

    def sentences(self, who: str, name: Names) -> tuple[str, ...]:
        match self.how:
            case "guard":
                return (say("{who} goes on guard.", who=name(who)),)
            case "hide":
                return (say("{who} hides.", who=name(who)),)
            case "dive":
                return (say("{who} dives.", who=name(who)),)


class Ends(PlanReason, frozen=True):
    """Its turn ends. `laden`: it carries something; `swims`: it has too few AP to dive."""

    laden: bool = False
    swims: bool = False

    def sentences(self, who: str, name: Names) -> tuple[str, ...]:
        if self.laden:
            told = say(
                "{who} ends its turn: with what it carries it can only run or climb, and no place is better.",
                who=name(who),
            )
        elif self.swims:
            told = say(
                "{who} ends its turn: in water there is nothing else to be done with what is left of it.", who=name(who)
            )
        else:
            told = say("{who} ends its turn: no place and no action is worth more.", who=name(who))
        return (told,)


class Attacking(PlanReason, frozen=True):
    """So many attacks on one enemy, and the chance that they kill it."""

    target: str
    times: int
    kills: float


class Charges(Attacking, frozen=True):
    """Into base contact first."""

    def sentences(self, who: str, name: Names) -> tuple[str, ...]:
        told = counted(
            "{who} charges {target}: {n} attack, {kills} to kill.",
            "{who} charges {target}: {n} attacks, {kills} to kill.",
            self.times,
            who=name(who),
            target=name(self.target),
            kills=percent(self.kills),
        )
        return (told,)


class AttacksEnemy(Attacking, frozen=True):
    """Whom it touches."""

    def sentences(self, who: str, name: Names) -> tuple[str, ...]:
        told = counted(
            "{who} attacks {target}: {n} attack, {kills} to kill.",
            "{who} attacks {target}: {n} attacks, {kills} to kill.",
            self.times,
            who=name(who),
            target=name(self.target),
            kills=percent(self.kills),
        )
        return (told,)


class Shoots(Attacking, frozen=True):
    """From afar."""

    weapon: str

    def sentences(self, who: str, name: Names) -> tuple[str, ...]:
        told = say(
            "{who} shoots {target} with {weapon}: {kills} to kill.",
            who=name(who),
            target=name(self.target),
            weapon=term(self.weapon),
            kills=percent(self.kills),
        )
        return (told,)


class JumpsFirst(PlanReason, frozen=True):
    """It jumps, and does something else from where it lands."""

    arrives: float
    then: PlanReason

    def sentences(self, who: str, name: Names) -> tuple[str, ...]:
        jumps = say("{who} jumps, {chance} to arrive.", who=name(who), chance=percent(self.arrives))
        return (jumps, *self.then.sentences(who, name))


class GoesByBoat(PlanReason, frozen=True):
    """A boat brings it to where it does something else."""

    then: PlanReason

    def sentences(self, who: str, name: Names) -> tuple[str, ...]:
        return (say("{who} goes by boat.", who=name(who)), *self.then.sentences(who, name))


class ThrowsIt(PlanReason, frozen=True):
    """A Grapple, for where its target comes to lie."""

    target: str

    def sentences(self, who: str, name: Names) -> tuple[str, ...]:
        return (say("{who} throws {target}.", who=name(who), target=name(self.target)),)
