"""The kinds of rolls, with will points before them and re-rolls after (DICE-05 to 11)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import msgspec

from sim.board.verdicts import Sight
from sim.carnevale import hooks
from sim.carnevale.dice import MOST_DICE, Modifier, Outcome, Result, is_ace, read
from sim.carnevale.equipment import base as equipment
from sim.carnevale.events import DiceThrown, PointsSpent, Rerolled, Rolled
from sim.carnevale.hooks import Situation
from sim.carnevale.state import State
from sim.engine.requests import Choice, Measure, Refusal, Roll, Rule, passage

NEEDED = 7  # an Ace of a basic roll (DICE-07)
MOST_WILL = 2  # WP a roll (DICE-05)
NO_DAMAGE = -MOST_DICE  # of a Harmless weapon: no Aces bring it over nothing
STUNNED = ("move", "attack", "dexterity", "mind")  # ACT-09


class Number(msgspec.Struct, frozen=True):
    """A stat as it is now: what it started from, and everything that changes it."""

    base: int
    modifiers: tuple[Modifier, ...] = ()
    sight: Sight | None = None  # of whoever's stat stands in for it

    @property
    def total(self) -> int:
        return max(0, min(MOST_DICE, self.base + sum(m.change for m in self.modifiers)))

    def __str__(self) -> str:
        parts = "".join(f", {m}" for m in self.modifiers)
        return f"{self.total}: base {self.base}{parts}"


def stat(game: State, about: Situation, extra: Sequence[Modifier] = (), base: int | None = None) -> Number:
    """A character's stat for a purpose, each change with its source; always 0 to 10 (DICE-01).

    `base`: a number that stands in for the profile's.
    """
    c = game[about.who]
    own: int = getattr(c.profile, about.stat)
    start = own if base is None else base
    modifiers = [m for m in (*hooks.stat_modifiers(game, about), *extra) if m.change]
    if c.underwater and about.stat == "protection":
        modifiers.append(Modifier(2 * c.underwater, "Underwater"))  # WATER-02
    if c.stunned and about.stat in STUNNED and start + sum(m.change for m in modifiers) > 1:
        modifiers.append(Modifier(-1, "Stunned"))  # to no less than 1 (ACT-09)
    floor, total = hooks.least(game, about), start + sum(m.change for m in modifiers)
    if floor is not None and total < min(floor.change, own):
        modifiers.append(Modifier(min(floor.change, own) - total, floor.source))
    return Number(start, tuple(modifiers))


def number(game: State, about: Situation, extra: Sequence[Modifier] = ()) -> Rule[Number]:
    """A stat as it is rolled: another's may stand in for it (ABIL-Companion)."""
    lent = yield from hooks.borrowed(game, about)
    if lent is None:
        return stat(game, about, extra)
    return msgspec.structs.replace(stat(game, about, extra, lent.value), sight=lent.sight)


@passage
def basic_roll(
    game: State,
    about: Situation,
    needed: int = NEEDED,
    extra: Sequence[Modifier] = (),
    *,
    explained: Sequence[Modifier] = (),
    plain: bool = False,
) -> Rule[Result]:
    """Roll a stat on 7+ unless another number is needed (DICE-07).

    `explained`: what changed the needed number; `plain`: no will points, no re-rolls.
    """
    settled = yield from _settled(game, about, needed, plain=plain)
    if settled is not None:
        return settled
    dice = yield from number(game, about, extra)
    spent = 0 if plain else (yield from _will(game, [about], [dice], needed))[0]
    return (yield from _throw(game, about, dice, spent, needed, explained=explained, plain=plain))


@passage
def opposed_roll(
    game: State,
    about: Situation,
    by: Situation,
    needed: int = NEEDED,
    extra: Sequence[Modifier] = (),
    extra_against: Sequence[Modifier] = (),
    *,
    most_against: int | None = None,
) -> Rule[Result]:
    """The target (`by`) rolls first; each of its Aces takes a die from the active side's pool (DICE-08).

    `most_against`: how many of those Aces count (MAGIC-04).
    """
    settled = yield from _settled(game, about, needed)
    if settled is not None:
        return settled
    dice = yield from number(game, about, extra)
    other = yield from number(game, by, extra_against)
    spent, against = yield from _will(game, [about, by], [dice, other], needed, most_against)
    defence = yield from _throw(game, by, other, against, needed, opposing=True)
    lost = defence.aces if most_against is None else min(defence.aces, most_against)
    return (yield from _throw(game, about, dice, spent, needed, lost=lost))


def _settled(game: State, about: Situation, needed: int, *, plain: bool = False) -> Rule[Result | None]:
    """The result that a trait or equipment brings about without dice (Slippery, climbing gear), told like any other."""
    forced = hooks.forced(game, about)
    if forced is None and not plain:
        forced = yield from equipment.settled(game, about)
    if forced is None:
        return None
    outcome, source = forced
    game.tell(
        Rolled(
            who=about.who,
            purpose=about.purpose,
            faces=(),
            needed=needed,
            aces=0,
            outcome=outcome.value,
            dice=0,
            modifiers=(Modifier(0, source),),
            against=about.against,
        )
    )
    return Result(outcome, 0)


@passage
def _throw(
    game: State,
    about: Situation,
    number: Number,
    will: int,
    needed: int,
    *,
    lost: int = 0,
    opposing: bool = False,
    explained: Sequence[Modifier] = (),
    plain: bool = False,
) -> Rule[Result]:
    modifiers = list(number.modifiers)
    if will:
        modifiers.append(Modifier(will, "Will Points"))
    if lost:
        modifiers.append(Modifier(-lost, f"Aces of {game[about.against].name}" if about.against else "Aces"))
    dice = max(0, min(MOST_DICE, number.total + will) - lost)  # the Aces come off the roll, not off the sum
    c = game[about.who]
    facts = {"needed": needed, "modifiers": [str(m) for m in modifiers], "against": about.against}
    faces: tuple[int, ...] = ()
    if dice:
        destiny = None if plain else (yield from equipment.destiny(game, about))
        faces = yield Roll(seat=c.seat, who=c.id, purpose=about.purpose, dice=dice, facts=facts)
        game.tell(DiceThrown(who=c.id, purpose=about.purpose, faces=faces))
        if destiny is not None:
            faces = (destiny, *faces[1:])
        if not plain:
            faces = yield from _rerolls(game, about, faces, needed, defends=opposing)
    result = read(faces, needed)
    if opposing:  # no Critical or Fumble on this side
        result = Result(Outcome.SUCCESS if result.aces else Outcome.FAIL, result.aces, faces)
    game.tell(
        Rolled(
            who=c.id,
            purpose=about.purpose,
            faces=faces,
            needed=needed,
            aces=result.aces,
            outcome=result.outcome.value,
            dice=dice,
            modifiers=tuple(modifiers),
            needed_modifiers=tuple(explained),
            against=about.against,
            sight=number.sight,
        )
    )
    return result


# --- will points (DICE-05) ------------------------------------------------------------------------------


def will_left(game: State, who: str) -> int:
    """How many Will Points a character can spend, Life Points that serve as such included (ABIL-Frenzied)."""
    c = game[who]
    return c.wp + max((plug_in.life_as_will(c) for plug_in, _ in hooks.traits(game, who)), default=0)


def spend_will(game: State, who: str, points: int, on: str) -> None:
    """Spend Will Points, and Life Points that serve as such when those are gone."""
    own = min(points, game[who].wp)
    for what, part in (("wp", own), ("lp", points - own)):
        if part:
            game.tell(PointsSpent(who=who, what=what, points=part, on=on))


def _will(
    game: State,
    sides: Sequence[Situation],
    numbers: Sequence[Number],
    needed: int,
    most_against: int | None = None,
) -> Rule[list[int]]:
    """Will points declared by each side, in turn, until all have passed; a declaration stands.

    The facts tell of an opposed roll: the other side's dice, which side this is, how many Aces against it count.
    """
    spent = [0] * len(sides)
    passed = [False] * len(sides)
    while not all(passed):
        for i, (about, number) in enumerate(zip(sides, numbers, strict=True)):
            if passed[i]:
                continue
            c = game[about.who]
            most = min(MOST_WILL - spent[i], will_left(game, c.id), MOST_DICE - number.total - spent[i])
            declared = 0
            if most > 0:
                declared = yield Choice(
                    seat=c.seat,
                    prompt="will",
                    options=tuple(range(most + 1)),
                    default=0,
                    facts={
                        "who": c.id,
                        "purpose": about.purpose,
                        "against": about.against,
                        "dice": number.total + spent[i],
                        "needed": needed,
                        "explained": str(number),
                        **({"aim": about.aim, "controlled": about.controlled} if about.aim is not None else {}),
                        "opposing": None if len(sides) == 1 else numbers[1 - i].total + spent[1 - i],
                        "defends": i > 0,
                        "most_against": MOST_DICE if most_against is None else most_against,
                        **_at_stake(game, about, c.seat),
                        **(_theirs(game, sides[1 - i]) if len(sides) > 1 else {}),
                    },
                )
            if declared:
                spend_will(game, c.id, declared, about.purpose)
                spent[i] += declared
                passed = [j == i for j in range(len(sides))]  # the others may answer it
            else:
                passed[i] = True
    return spent


def _at_stake(game: State, about: Situation, seat: str) -> dict[str, Any]:
    """What a roll is about in numbers, and how many dice of it either side's abilities re-roll, for `gain`."""
    stake = about.stake
    if about.purpose == "combat" and about.weapon is not None:
        stake = NO_DAMAGE if hooks.is_so(game, about.who, "harmless", about.weapon) else about.weapon.damage
    own, failed, _ = _offered(game, about, seat)
    forced = sum(_offered(game, about, other)[0] for other in game.seats if other != seat)
    weapon = about.weapon.name if about.weapon is not None else None
    return {"stake": stake, "rerolls": min(MOST_DICE, own + failed), "forced": forced, "weapon": weapon}


def _theirs(game: State, by: Situation) -> dict[str, Any]:
    """The same of the other side of an opposed roll."""
    return {"against_rerolls": _offered(game, by, game[by.who].seat)[0]}


# --- re-rolls (DICE-06) ---------------------------------------------------------------------------------


class Dice(msgspec.Struct, frozen=True, tag="dice"):
    """Which dice of a roll to re-roll: up to `most` of `among`, by their places from 0.

    `aces`: those that show an Ace, of which at most `free` may be re-rolled; the rest of `most` is for failed dice.
    """

    answers: ClassVar[Any] = tuple[int, ...]

    among: tuple[int, ...]
    most: int
    aces: tuple[int, ...] = ()
    free: int = MOST_DICE

    def refusal(self, state: State, measure: Measure, answer: tuple[int, ...]) -> Refusal | None:
        if len(set(answer)) != len(answer):
            return Refusal("DICE-06", "no die is re-rolled twice")
        if len(answer) > self.most:
            return Refusal("DICE-06", f"{self.most} dice may be re-rolled, not {len(answer)}")
        wrong = [die for die in answer if die not in self.among]
        if wrong:
            return Refusal("DICE-06", f"die {wrong[0]} may not be re-rolled; {self._why(wrong[0])}")
        shown = [die for die in answer if die in self.aces]
        if len(shown) > self.free:
            return Refusal("DICE-06", f"{len(shown)} of these dice show an Ace, and {self.free} such may be re-rolled")
        return None

    def _why(self, die: int) -> str:
        if die in self.aces:
            return "it shows an Ace, and only failed dice may"
        return "the Destiny Die (0) never may" if die == 0 else "it has been re-rolled, or is none of this roll"


def _rerolls(
    game: State, about: Situation, faces: tuple[int, ...], needed: int, *, defends: bool
) -> Rule[tuple[int, ...]]:
    """The active player decides first, then the others; all of one player's re-rolls at once."""
    now = list(faces)
    done: set[int] = set()
    active = game[game.active].seat if game.active is not None else game[about.who].seat
    for seat in game.clockwise_from(active):
        own, of_failed, sources = _offered(game, about, seat)
        stores = _stored(game, seat)
        gear = equipment.rerolls(game, about, seat)
        free = own + sum(dice for _, _, dice in stores) + sum(item.rerolls(about) for item in gear)
        aces = tuple(i for i, face in enumerate(now) if is_ace(face, needed))
        left = [i for i in range(_first_die(game, about, seat), len(now)) if i not in done]
        among = tuple(i for i in left if free or i not in aces)
        most = free + of_failed
        if not most or not among:
            continue
        dice: tuple[int, ...] = yield Choice(
            seat=seat,
            prompt="reroll",
            region=Dice(among, most, aces, free),
            default=(),
            facts={
                "who": about.who,
                "purpose": about.purpose,
                "against": about.against,
                "faces": now.copy(),
                "aces": [i in aces for i in range(len(now))],
                "needed": needed,
                "most": most,
                "free": free,
                "among": among,
                "own": game[about.who].seat == seat,
                "defends": defends,
                "stake": _at_stake(game, about, seat)["stake"],
                "sources": [*sources, *(plug_in.name for _, plug_in, _ in stores), *(item.title for item in gear)],
            },
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
                equipment.use(game, item, seat, about.who)
                own, sources = own + item.rerolls(about), (*sources, item.title)
        fresh = yield Roll(seat=seat, who=about.who, purpose=f"{about.purpose} re-roll", dice=len(dice))
        game.tell(DiceThrown(who=about.who, purpose=about.purpose, faces=fresh))
        game.tell(Rerolled(seat=seat, who=about.who, dice=dice, faces=fresh, sources=sources))
        for die, face in zip(dice, fresh, strict=True):
            now[die] = face
    return tuple(now)


def _first_die(game: State, about: Situation, seat: str) -> int:
    """1: the Destiny Die, die 0, is never re-rolled; unless an ability of the seat's in this roll says so."""
    sides = [who for who in (about.who, about.against) if who is not None and who in game.characters]
    return 0 if any(game[w].seat == seat and hooks.is_so(game, w, "rerolls_destiny") for w in sides) else 1


def _stored(game: State, seat: str) -> list[tuple[str, hooks.Ability, int]]:
    """Dice that the characters of a seat let it re-roll in any rolls: whose, by what, how many."""
    found = []
    for c in game.on_board():
        for plug_in, _ in hooks.traits(game, c.id) if c.seat == seat else ():
            dice = plug_in.stored_rerolls(c)
            if dice:
                found.append((c.id, plug_in, dice))
    return found


def _offered(game: State, about: Situation, seat: str) -> tuple[int, int, tuple[str, ...]]:
    """How many dice of this roll a seat may re-roll, how many more that failed, and by what."""
    most, of_failed, sources = 0, 0, []
    for bearer in (about.who, about.against):
        if bearer is None or bearer not in game.characters or game[bearer].seat != seat:
            continue
        for plug_in, trait in hooks.traits(game, bearer, hooks.weapon_of(about, bearer)):
            dice = plug_in.rerolls(game, about, game[bearer], trait.x)
            failed = plug_in.rerolls_failed(game, about, game[bearer], trait.x)
            if dice or failed:
                most, of_failed = most + dice, of_failed + failed
                sources.append(str(trait))
    return most, of_failed, tuple(sources)
