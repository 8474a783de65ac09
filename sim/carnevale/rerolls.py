"""Re-rolls (DICE-06): which dice of a roll each player may throw again, and does."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any, ClassVar

import msgspec

from sim.carnevale import equipment, hooks
from sim.carnevale.dice import AGAIN, DESTINY, MOST_DICE, SIDES, Outcome, destiny_among, is_ace
from sim.carnevale.events import DiceThrown, Rerolled
from sim.carnevale.gain import LOST, SAME, Chance, chance_of, in_words, life_lost
from sim.carnevale.hooks import RollContext
from sim.carnevale.names import names_of, roll_named
from sim.carnevale.odds import Loss, Odds, outcome_of, plain_odds
from sim.carnevale.questions import Question
from sim.carnevale.state import State
from sim.engine.requests import Gesture, Measure, Refusal, Roll, Rule
from sim.words import counted, joined, say, term

__all__ = [
    "DiceToReroll",
    "RerollDice",
    "aces_again",
    "at_stake",
    "left_over",
    "offered",
    "rerolled",
    "rerolls_destiny",
    "roll_words",
]

NO_DAMAGE = -MOST_DICE  # of a Harmless weapon: no Aces bring it over nothing


class DiceToReroll(msgspec.Struct, frozen=True, tag="dice"):
    """Which dice of a roll to re-roll: up to `most` of `among`, by their places from 0.

    `aces`: those that show an Ace, of which at most `free` may be re-rolled; the rest of `most` is for failed dice.
    """

    answers: ClassVar[Any] = tuple[int, ...]

    among: tuple[int, ...]
    most: int
    aces: tuple[int, ...]
    free: int

    def refusal(self, state: State, measure: Measure, answer: tuple[int, ...]) -> Refusal | None:
        if len(set(answer)) != len(answer):
            return Refusal("DICE-06", say("no die is re-rolled twice"))
        if len(answer) > self.most:
            return Refusal(
                "DICE-06", say("{most} dice may be re-rolled, not {answer}", most=self.most, answer=len(answer))
            )
        wrong = [die for die in answer if die not in self.among]
        if wrong:
            return Refusal(
                "DICE-06", say("die {wrong} may not be re-rolled; {why}", wrong=wrong[0], why=self._why(wrong[0]))
            )
        shown = [die for die in answer if die in self.aces]
        if len(shown) > self.free:
            return Refusal(
                "DICE-06",
                say(
                    "{shown} of these dice show an Ace, and {free} such may be re-rolled",
                    shown=len(shown),
                    free=self.free,
                ),
            )
        return None

    def _why(self, die: int) -> str:
        if die in self.aces:
            return say("it shows an Ace, and only failed dice may")
        return (
            say("the Destiny Die (0) never may") if die == 0 else say("it has been re-rolled, or is none of this roll")
        )


class RerollDice(Question, frozen=True, kw_only=True, tag="reroll"):
    """Which dice of a roll are thrown again."""

    gesture = Gesture.DICE
    window = say("re-rolls")

    who: str
    purpose: str
    against: str | None
    faces: tuple[int, ...]
    aces: tuple[int, ...]  # the dice that show an Ace, by their places from 0
    needed: int
    among: tuple[int, ...]  # may be re-rolled
    most: int
    free: int  # of `most`, those that may show an Ace; the rest is for failed dice
    own: bool  # it is the seat's own roll
    defends: bool  # an opposed roll is made against this side
    stake: int = 0  # Damage or Life Points that the roll is about
    sources: tuple[str, ...] = ()
    weapon: str | None = None
    besides: int = 0  # Life Points that are lost however it falls
    spell: str = ""  # that is cast or dispelled
    aces_count_once: bool = False  # beyond the first one they do nothing

    @property
    def matter(self) -> tuple[str, ...]:
        return (self.who, self.purpose)

    @property
    def region(self) -> DiceToReroll:
        return DiceToReroll(self.among, self.most, self.aces, self.free)

    @property
    def default(self) -> tuple[int, ...]:
        return ()

    def asks(self, state: State) -> str:
        return say("Re-roll dice of {roll}?", roll=roll_words(state, self.who, self.purpose, self.against, self.spell))

    def detail(self, state: State) -> str:
        return say(
            "Up to {most}, on {needed}+: {by}. {gain}",
            most=self.most,
            needed=self.needed,
            by=joined(", ", map(term, self.sources)),
            gain=self.gain(state[self.who].lp),
        )

    def by_default(self, state: State) -> str:
        return say("Keep them all")

    def chances(self) -> tuple[Chance, Chance]:
        """The roll as it lies, and re-rolled as serves best whoever is asked (the same, where nothing serves)."""
        now = best = self._rerolled(())
        for dice in self._picks():
            found = self._rerolled(dice)
            if self._worth(found) > self._worth(best) + SAME:
                best = found
        return now, best

    def _picks(self) -> list[tuple[int, ...]]:
        """Dice to try: misses of one's own roll, Aces of an enemy's; also with the Destiny Die where that may be."""
        wanted = [die for die in self.among if (die in self.aces) != self.own]
        plain = [die for die in wanted if die]
        most = self.most if self.own else self.free
        found = [tuple(plain[:n]) for n in range(min(most, len(plain)) + 1)]
        if 0 in self.among and (self.free or 0 not in self.aces):
            found += [(0, *plain[:n]) for n in range(min(most - 1, len(plain)) + 1)]
        return found

    def odds(self, dice: tuple[int, ...]) -> Odds:
        """The roll once these dice have been thrown again."""
        faces, needed = self.faces, self.needed
        kept = sum(die > 0 and die not in dice for die in self.aces)
        plain = plain_odds(sum(die > 0 for die in dice), needed)
        destinies = [(face, 1 / SIDES) for face in range(1, SIDES + 1)] if 0 in dice else [(faces[0], 1.0)]
        joint: defaultdict[tuple[Outcome, int], float] = defaultdict(float)
        for face, p in destinies:
            for aces, q in enumerate(plain):
                joint[outcome_of(face, kept + aces, needed)] += p * q
        if self.defends:  # neither Critical nor Fumble on this side (DICE-08)
            read: defaultdict[tuple[Outcome, int], float] = defaultdict(float)
            for (_, aces), p in joint.items():
                read[(Outcome.SUCCESS if aces else Outcome.FAIL), aces] += p
            joint = read
        return Odds(tuple((outcome, aces, p) for (outcome, aces), p in joint.items()))

    def _rerolled(self, dice: tuple[int, ...]) -> Chance:
        """The chances once these dice have been thrown again."""
        odds = self.odds(dice)
        if self.defends:
            mean = sum(p * aces for _, aces, p in odds.joint)
            return Chance(odds.succeeds, 0.0, 0.0, mean, say("Aces"), dice)
        return chance_of(self.purpose, self.stake, odds, dice, self.besides)

    def life_lost(self, dice: tuple[int, ...]) -> Loss:
        """What a roll for its own life costs whoever rolls it, once these dice have been thrown again."""
        return life_lost(self.purpose, self.stake, self.odds(dice), self.besides)

    def _worth(self, chance: Chance) -> float:
        """What a re-roll is chosen by: the mean where there is one, else success, then a Critical and no Fumble."""
        outcome = chance.succeeds + 0.1 * chance.critical - 0.1 * chance.fumble
        mean = chance.mean or 0.0
        worth = (-mean if self.purpose in LOST and not self.defends else mean) + 1e-3 * outcome
        worth = outcome if chance.mean is None else worth
        return worth if self.own else -worth

    def gain(self, life: int | None = None) -> str:
        """A line: what the best re-roll comes to, or that there is nothing to gain. `life`: all that can be lost."""
        chances: Sequence[Chance] = self.chances()
        if life is not None and self.purpose in LOST:
            means = [self.life_lost(chance.dice).taken(life) for chance in chances]
            chances = [msgspec.structs.replace(c, mean=mean) for c, mean in zip(chances, means, strict=True)]
        if self.aces_count_once:
            chances = [each.without_aces for each in chances]
        dice = len(chances[-1].dice)
        return in_words(counted("Re-rolling {n} die", "Re-rolling {n} dice", dice), self.purpose, chances)


def rerolled(
    game: State, context: RollContext, faces: tuple[int, ...], needed: int, *, defends: bool
) -> Rule[tuple[int, ...]]:
    """What must be thrown again is, and then the active player decides first, then the others; all of one player's
    re-rolls at once."""
    now = list(faces)
    done: set[int] = set()
    why = aces_again(game, context)
    must = tuple(i for i, face in enumerate(faces) if i and is_ace(face, needed)) if why else ()
    if must:
        yield from _throw_again(game, context, game[context.who].seat, must, (why,), now)
        done.update(must)
    active = game[game.active].seat if game.active is not None else game[context.who].seat
    for seat in game.clockwise_from(active):
        own, of_failed, sources = offered(game, context, seat)
        stores = _stored(game, seat)
        gear = equipment.rerolls(game, context, seat)
        free = own + sum(dice for _, _, dice in stores) + sum(item.rerolls(context) for item in gear)
        most = free + of_failed
        aces = tuple(i for i, face in enumerate(now) if is_ace(face, needed))
        first = 0 if most and rerolls_destiny(game, seat) else 1
        left = [i for i in range(first, len(now)) if most and i not in done]
        among = tuple(i for i in left if free or i not in aces)
        if not among:
            continue
        dice: tuple[int, ...] = yield RerollDice(
            seat=seat,
            who=context.who,
            purpose=context.purpose,
            against=context.against,
            faces=tuple(now),
            aces=aces,
            needed=needed,
            among=among,
            most=most,
            free=free,
            own=game[context.who].seat == seat,
            defends=defends,
            stake=at_stake(game, context),
            sources=(*sources, *(plug_in.name for _, plug_in, _ in stores), *(item.title for item in gear)),
            weapon=context.weapon.name if context.weapon is not None else None,
            besides=context.besides,
            spell=context.spell,
            aces_count_once=context.aces_count_once,
        )
        if not dice:
            continue
        done.update(dice)
        shown = sum(die in aces for die in dice)
        taken = shown + max(0, len(dice) - shown - of_failed)  # of those that may show anything
        for bearer, plug_in, held in stores:  # used only where the abilities do not suffice, as equipment is
            if taken > own:
                plug_in.spend_rerolls(game, game[bearer], min(held, taken - own))
                own, sources = own + held, (*sources, plug_in.name)
        for item in gear:
            if taken > own:
                equipment.use(game, item, seat, context.who)
                own, sources = own + item.rerolls(context), (*sources, item.title)
        yield from _throw_again(game, context, seat, dice, sources, now)
    return tuple(now)


def aces_again(game: State, context: RollContext) -> str:
    """By what every Ace of this roll must be thrown again, the Destiny Die's apart; empty: by nothing."""
    plug_ins = hooks.traits(game, context.who, hooks.weapon_of(context, context.who), "aces_again")
    bearer = game[context.who]
    return next((str(t) for plug_in, t in plug_ins if plug_in.aces_again(game, context, bearer, t.x)), "")


def _throw_again(
    game: State, context: RollContext, seat: str, dice: tuple[int, ...], sources: tuple[str, ...], now: list[int]
) -> Rule[None]:
    """A seat throws these dice of a roll again; `now` shows it."""
    fresh = yield _thrown_again(game, context, seat, dice)
    game.emit(DiceThrown(who=context.who, purpose=context.purpose, faces=fresh))
    game.emit(Rerolled(seat=seat, who=context.who, dice=dice, faces=fresh, sources=sources))
    for die, face in zip(dice, fresh, strict=True):
        now[die] = face


def _thrown_again(game: State, context: RollContext, seat: str, dice: tuple[int, ...]) -> Roll:
    name = names_of(game)
    how = counted("Throw {n} die again.", "Throw {n} dice again.", len(dice))
    if dice[0] == DESTINY:
        how = counted(
            "Throw {n} die again: the Destiny Die.", "Throw {n} dice again, the Destiny Die first.", len(dice)
        )
    return Roll(
        seat=seat,
        who=context.who,
        purpose=context.purpose + AGAIN,
        dice=len(dice),
        sides=SIDES,
        asks=say(
            "A re-roll by {seat}: {purpose} of {who}",
            seat=name(seat),
            who=name(context.who),
            purpose=roll_named(context.purpose),
        ),
        how=how,
        apart=destiny_among(dice),
    )


def rerolls_destiny(game: State, seat: str) -> bool:
    """Is the Destiny Die, die 0, one of those that a seat may re-roll? Only where an ability of its gang says so."""
    return any(hooks.is_so(game, c.id, "rerolls_destiny") for c in game.on_board() if c.seat == seat)


def _stored(game: State, seat: str) -> list[tuple[str, hooks.Ability, int]]:
    """Dice that the characters of a seat let it re-roll in any rolls: whose, by what, how many."""
    found = []
    for c in [c for c in game.on_board() if c.seat == seat]:
        for plug_in, _ in hooks.traits(game, c.id, hook="stored_rerolls"):
            dice = plug_in.stored_rerolls(c)
            if dice:
                found.append((c.id, plug_in, dice))
    return found


def left_over(game: State, who: str, source: str) -> int:
    """Dice that a character lets its player still re-roll in any rolls, by what is called so."""
    return sum(dice for whose, plug_in, dice in _stored(game, game[who].seat) if (whose, plug_in.name) == (who, source))


def offered(game: State, context: RollContext, seat: str) -> tuple[int, int, tuple[str, ...]]:
    """How many dice of this roll a seat may re-roll, how many more that failed, and by what."""
    most, of_failed, sources = 0, 0, []
    for bearer in context.sides:
        if game[bearer].seat != seat:
            continue
        for plug_in, trait in hooks.traits(game, bearer, hooks.weapon_of(context, bearer)):
            dice = plug_in.rerolls(game, context, game[bearer], trait.x)
            failed = plug_in.rerolls_failed(game, context, game[bearer], trait.x)
            if dice or failed:
                most, of_failed = most + dice, of_failed + failed
                sources.append(str(trait))
    return most, of_failed, tuple(sources)


# --- what a roll is about -------------------------------------------------------------------------------------


def roll_words(state: State, who: str, purpose: str, against: str | None, spell: str = "") -> str:
    """Whose roll it is, what for, and against whom; of a spell, which one."""
    name = names_of(state)
    if spell and purpose == "dispel" and against:
        return say("{who}'s roll to dispel {spell} of {other}", who=name(who), spell=term(spell), other=name(against))
    if spell and against:
        return say("{who}'s roll for {spell} against {other}", who=name(who), spell=term(spell), other=name(against))
    if spell:
        return say("{who}'s roll for {spell}", who=name(who), spell=term(spell))
    if against:
        return say(
            "{who}'s {purpose} roll against {other}", who=name(who), purpose=roll_named(purpose), other=name(against)
        )
    return say("{who}'s {purpose} roll", who=name(who), purpose=roll_named(purpose))


def at_stake(game: State, context: RollContext) -> int:
    """Damage of the weapon, or what the roll says itself."""
    if context.purpose == "combat" and context.weapon is not None:
        return NO_DAMAGE if hooks.is_so(game, context.who, "harmless", context.weapon) else context.weapon.damage
    return context.stake
