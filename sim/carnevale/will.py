"""Will Points before a roll (DICE-05): how many a character has, and how many its player declares."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from sim.carnevale import hooks
from sim.carnevale.characters import Point
from sim.carnevale.dice import MOST_DICE
from sim.carnevale.events import PointsSpent
from sim.carnevale.gain import SUCCESS, Chance, chance_of, in_words, life_lost
from sim.carnevale.hooks import RollContext
from sim.carnevale.names import names_of
from sim.carnevale.odds import Loss, Odds, opposed_odds, roll_odds
from sim.carnevale.optimal_roll import MOST_WILL
from sim.carnevale.questions import Question
from sim.carnevale.rerolls import aces_again, at_stake, offered, roll_words
from sim.carnevale.state import State
from sim.carnevale.stats import Number
from sim.engine.requests import Gesture, Label, Option, Rule
from sim.words import counted, joined, say, term

__all__ = ["SpendWill", "declare", "dice_rerolled", "life_paid", "spend_will", "will_left"]


def will_left(game: State, who: str) -> int:
    """How many Will Points a character can spend, Life Points that serve as such included (ABIL-Frenzied)."""
    c = game[who]
    return c.wp + max(
        (plug_in.life_as_will(c) for plug_in, _ in hooks.traits(game, who, hook="life_as_will")), default=0
    )


def spend_will(game: State, who: str, points: int, on: str) -> None:
    """Spend Will Points that are left to a character (`will_left`): its own, then Life Points that serve as such."""
    assert points <= will_left(game, who), f"{who} has not {points} Will Points"
    own = min(points, game[who].wp)
    for what, part in (("wp", own), ("lp", points - own)):
        if part:
            game.emit(PointsSpent(who=who, what=what, points=part, on=on))


def life_paid(game: State, who: str, points: int) -> int:
    """How many of so many Will Points that a character spends are Life Points (ABIL-Frenzied)."""
    return max(0, min(points, will_left(game, who)) - game[who].wp)


FAILED = {  # what comes of such a roll without an Ace, where its name does not say so
    "morale": say("Without an Ace it is Stunned and loses 1 WP, or flees on a Fumble."),
    "primitive": say("Without an Ace it is Stunned."),
    "fear": say("Without an Ace the attacker may throw the dice of its attack that failed again."),
}


class SpendWill(Question, frozen=True, kw_only=True, tag="will"):
    """How many Will Points go into a roll, and all that its odds follow from."""

    gesture = Gesture.NUMBER
    window = say("Will Points")

    who: str
    purpose: str
    against: str | None
    dice: int  # without more Will Points
    needed: int
    most: int
    explained: str  # where the dice come from
    aim: Point | None  # of a jump
    controlled: bool
    opposing: int | None  # the other side's dice, of an opposed roll
    opposing_rerolls: int
    defends: bool  # an opposed roll is made against this side
    most_against: int  # of that side's Aces, how many count
    stake: int  # Damage or Life Points that the roll is about
    rerolls: int  # dice that the seat's abilities re-roll
    forced: int  # dice that it is made to
    weapon: str | None
    answered: int = 0  # Will Points that the other side has spent on this roll
    besides: int = 0  # Life Points that are lost however it falls
    spell: str = ""  # that is cast or dispelled
    aces_count_once: bool = False  # beyond the first one they do nothing

    @property
    def matter(self) -> tuple[str, ...]:
        return (self.who, self.purpose)

    @property
    def options(self) -> tuple[Option, ...]:
        return tuple(range(self.most + 1))

    @property
    def default(self) -> int:
        return 0

    def asks(self, state: State) -> str:
        return say("Will Points for {roll}?", roll=roll_words(state, self.who, self.purpose, self.against, self.spell))

    def detail(self, state: State) -> str:
        spent = ""
        if self.answered and self.against is not None:  # why the same question comes back
            against = names_of(state)(self.against)
            spent = say("{against} has spent {points} WP on it.", against=against, points=self.answered)
        dice = say("Dice {explained}; an Ace on {needed}+.", explained=self.explained, needed=self.needed)
        return joined(" ", (spent, self._at_stake(), dice))

    def _at_stake(self) -> str:
        """The attack in hand, in words: its weapon, or the Damage that comes of it; else what becomes of a failure."""
        if self.purpose in FAILED:
            return FAILED[self.purpose]
        if self.purpose == "protection":
            if self.weapon is not None:
                return say("{stake} Damage comes of {weapon}.", stake=self.stake, weapon=term(self.weapon))
            return say("{stake} Damage comes.", stake=self.stake)
        return say("With {weapon}.", weapon=term(self.weapon)) if self.weapon is not None else ""

    def label(self, state: State, answer: object) -> Label:
        assert isinstance(answer, int)
        if not answer:
            return Label(say("No Will Points"))
        dice, life = self.dice + answer, self.life_paid(state, answer)
        if life:
            words = counted(
                "{points} WP (costs {life} LP): {n} die",
                "{points} WP (costs {life} LP): {n} dice",
                dice,
                points=answer,
                life=life,
            )
            return Label(words)
        return Label(counted("{points} WP: {n} die", "{points} WP: {n} dice", dice, points=answer))

    def life_paid(self, state: State, points: int) -> int:
        """How many of so many Will Points are Life Points."""
        return life_paid(state, self.who, points)

    def life_lost(self, state: State, points: int) -> Loss:
        """What a roll for its own life costs whoever rolls it, with so many Will Points: what they cost included."""
        besides = self.besides + self.life_paid(state, points)
        return life_lost(self.purpose, self.stake, self.odds(self.dice + points), besides)

    def chances(self) -> tuple[Chance, ...]:
        """What 0, 1 and 2 Will Points come to, as far as there is room for more dice; re-rolls by abilities included.

        For the side that an opposed roll is made against, a success is to hold the other off.
        """
        room = max(0, min(MOST_WILL, MOST_DICE - self.dice))
        return tuple(self._chance(self.dice + spent) for spent in range(room + 1))

    def odds(self, dice: int) -> Odds:
        """The roll, or the one that it is made against, with so many dice on this side."""
        if self.opposing is None:
            return roll_odds(dice, self.needed, self.rerolls, self.forced)
        own, theirs = self.rerolls, self.opposing_rerolls
        if self.defends:
            return opposed_odds(self.opposing, dice, self.needed, theirs, own, self.most_against)
        return opposed_odds(dice, self.opposing, self.needed, own, theirs, self.most_against)

    def _chance(self, dice: int) -> Chance:
        odds = self.odds(dice)
        chance = chance_of(self.purpose, self.stake, odds, besides=self.besides)
        return msgspec.structs.replace(chance, succeeds=1 - odds.succeeds) if self.defends else chance

    def gain(self) -> str:
        """A line: what each answer comes to, or that there is nothing to gain."""
        chances = [each.without_aces if self.aces_count_once else each for each in self.chances()]
        spent = say("With 1 or 2 WP") if len(chances) > 2 else say("With 1 WP")
        return in_words(spent, self.purpose, chances, say("held off") if self.defends else SUCCESS)


def declare(
    game: State,
    sides: Sequence[RollContext],
    numbers: Sequence[Number],
    needed: int,
    most_against: int | None = None,
) -> Rule[list[int]]:
    """Will points declared by each side, in turn, until all have passed; a declaration stands."""
    spent = [0] * len(sides)
    passed = [False] * len(sides)
    while not all(passed):
        for i, (context, number) in enumerate(zip(sides, numbers, strict=True)):
            if passed[i]:
                continue
            c = game[context.who]
            most = min(MOST_WILL - spent[i], will_left(game, c.id), MOST_DICE - number.total - spent[i])
            declared = 0
            if most > 0:
                rerolls, forced = dice_rerolled(game, context, c.seat)
                other = sides[1 - i] if len(sides) > 1 else None
                declared = yield SpendWill(
                    seat=c.seat,
                    who=c.id,
                    purpose=context.purpose,
                    against=context.against,
                    dice=number.total + spent[i],
                    needed=needed,
                    most=most,
                    explained=str(number),
                    aim=context.aim,
                    controlled=context.controlled,
                    opposing=None if other is None else numbers[1 - i].total + spent[1 - i],
                    opposing_rerolls=0 if other is None else offered(game, other, game[other.who].seat)[0],
                    defends=i > 0,
                    most_against=MOST_DICE if most_against is None else most_against,
                    stake=at_stake(game, context),
                    rerolls=rerolls,
                    forced=forced,
                    weapon=context.weapon.name if context.weapon is not None else None,
                    answered=0 if other is None else spent[1 - i],
                    besides=context.besides,
                    spell=context.spell,
                    aces_count_once=context.aces_count_once,
                )
            if declared:
                spend_will(game, c.id, declared, context.purpose)
                spent[i] += declared
                passed = [j == i for j in range(len(sides))]  # the others may answer it
            else:
                passed[i] = True
    return spent


def dice_rerolled(game: State, context: RollContext, seat: str) -> tuple[int, int]:
    """How many dice of a roll the abilities of its seat re-roll, and how many it is made to re-roll, by others or by
    what befell it."""
    own, failed, _ = offered(game, context, seat)
    forced = sum(offered(game, context, other)[0] for other in game.seats if other != seat)
    return min(MOST_DICE, own + failed), MOST_DICE if aces_again(game, context) else forced
