"""An attack that was made, as it was foreseen: its dice, what they might have come to, and what they did.

The odds are those of the dice that were thrown, Will Points in them, as they lay before any re-roll.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from sim.carnevale.dice import Modifier, Outcome
from sim.carnevale.events import ActionEnded, Attacked, Event, LostLife, Rolled
from sim.carnevale.evidence import words as evidence_words
from sim.carnevale.names import Names
from sim.carnevale.odds import Loss, loss_of, roll_odds
from sim.carnevale.state import State
from sim.percent import percent
from sim.words import counted, joined, say

__all__ = ["RecordedAttack", "attack_at"]

CRITICAL = "critical"  # why a Critical's own Life Point is lost (ACT-03)


class RecordedAttack(msgspec.Struct, frozen=True):
    """One attack roll and what became of one target. `met`: how it was hit, if it was; `saved`: its protection."""

    roll: Rolled
    life: int  # of the target before it
    met: Attacked | None = None
    saved: Rolled | None = None
    lost: int = 0

    @property
    def target(self) -> str:
        assert self.roll.against is not None
        return self.met.target if self.met is not None else self.roll.against

    @property
    def loss(self) -> Loss | None:
        """What these dice might have cost the target; None where they missed or did no Damage: it is not known then."""
        if self.met is None or not self.met.damage:
            return None
        attack = roll_odds(self.roll.dice, self.roll.needed)
        damage = self.met.damage - self.met.aces
        return loss_of(attack, damage, self.saved.dice if self.saved is not None else 0)

    def words(self, name: Names) -> list[str]:
        """What it was thrown with, what that might have come to, and what it came to."""
        odds, roll, loss = roll_odds(self.roll.dice, self.roll.needed), self.roll, self.loss
        told = [evidence_words(self.met, name)] if self.met is not None else []
        aces = say("{dice}, Aces on {needed}+", dice=_dice(roll), needed=roll.needed)
        told.append(_because(aces, roll.needed_modifiers))
        if self.saved is not None:
            told.append(say("PROTECTION: {dice}", dice=_dice(self.saved)))
        told.append(
            say(
                "hits {chance} (critical {critical}), fumbles {fumble}",
                chance=percent(odds.succeeds),
                critical=percent(odds.of(Outcome.CRITICAL)),
                fumble=percent(odds.of(Outcome.FUMBLE)),
            ),
        )
        if loss is not None:
            told.append(
                say(
                    "takes {mean:.1f} of {lp} LP on average; kills {kill}",
                    mean=loss.taken(self.life),
                    lp=self.life,
                    kill=percent(loss.kill(self.life)),
                )
            )
            told.append(
                say(
                    "It took {lost}: so much or more comes {kill} of the time.",
                    lost=self.lost,
                    kill=percent(loss.kill(self.lost)),
                )
            )
        elif self.met is not None:
            told.append(say("It did no Damage."))
        else:
            told.append(say("It missed: that comes {chance} of the time.", chance=percent(1 - odds.succeeds)))
        return [each for each in told if each]


def attack_at(log: Sequence[Event], number: int, before: State) -> RecordedAttack | None:
    """The attack that an event of the log, by its number from 0, is or hit by; None where it is none.

    `before`: the board as it was before that event.
    """
    event = log[number]
    if isinstance(event, Attacked):
        rolled = next((each for each in reversed(log[:number]) if _is_attack(each, event.who)), None)
        if not isinstance(rolled, Rolled):
            return None
        saved, lost = _aftermath(log, number, event)
        return RecordedAttack(rolled, before[event.target].lp, event, saved, lost)
    if isinstance(event, Rolled) and _is_attack(event, event.who) and not Outcome(event.outcome).succeeded:
        assert event.against is not None
        return RecordedAttack(event, before[event.against].lp)
    return None


def _is_attack(event: Event, who: str) -> bool:
    return isinstance(event, Rolled) and event.purpose == "combat" and event.who == who and event.against is not None


def _aftermath(log: Sequence[Event], number: int, met: Attacked) -> tuple[Rolled | None, int]:
    """The target's protection roll, and what it lost to this attack."""
    saved, lost = None, 0
    for event in log[number + 1 :]:
        match event:
            case Attacked() | ActionEnded():
                break
            case Rolled() if event.purpose == "protection" and event.who == met.target and saved is None:
                saved = event
            case LostLife() if event.who == met.target and event.why in (met.weapon, CRITICAL):
                lost += event.taken
    return saved, lost


def _dice(roll: Rolled) -> str:
    return _because(counted("{n} die", "{n} dice", roll.dice), roll.modifiers)


def _because(what: str, modifiers: Sequence[Modifier]) -> str:
    """A number with what changed it."""
    reasons = joined(", ", (str(modifier) for modifier in modifiers if modifier.change))
    return say("{what} ({reasons})", what=what, reasons=reasons) if reasons else what
