"""Where each agenda begins and ends to be achieved: one fewer, somebody else, another turn, another round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from sim.carnevale.agendas.draw import DrawAgendas
from sim.carnevale.characters import Command
from sim.carnevale.events import (
    ActionBegan,
    ActionEnded,
    Change,
    Charged,
    CommandGranted,
    CommandUsed,
    CounterGained,
    Disengaged,
    DispelTried,
    Entered,
    Event,
    Jumped,
    Killed,
    LostLife,
    Moved,
    Overruled,
    PointsGained,
    PointsLost,
    PointsSpent,
    Pushed,
    Rerolled,
    RoundBegan,
    SpellCast,
    TurnBegan,
)
from sim.engine.dice import ScriptedDice
from sim.engine.session import Session
from tests.carnevale.fighters import fighter
from tests.carnevale.tables import fight, plain_street
from tests.carnevale.test_agenda_play import achieved
from tests.carnevale.test_agendas import (
    GAME,
    attack,
    command,
    dive,
    drown,
    end_round,
    fall,
    in_turn,
    jump,
    kill,
    scored,
    spell,
    stand,
    throw,
    war,
    will,
)

Case = tuple[str, str, int, list[Event]]
LATER = RoundBegan(round=2)
NEXT = RoundBegan(round=3)
WATER = {"abilities": ("Brave", "Water Creature")}


def life(who: str, lost: int, by: str | None) -> Event:
    return LostLife(who=who, lost=lost, why="combat", by=by)


def agreed(who: str, **change: Any) -> Event:
    in_water = change.pop("in_water", False)
    return Overruled(who=who, change=Change(**change), why="agreed", in_water=in_water)


def cast(who: str, outcome: str) -> Event:
    return SpellCast(who=who, spell="Healing", target=None, outcome=outcome)


def charge(who: str, *from_above: str) -> Event:
    return Charged(who=who, targets=("sl",), from_above=from_above)


def away(who: str, outcome: str = "success") -> Event:
    return Disengaged(who=who, against="sl", outcome=outcome)


def guard(who: str, counter: str = "guarding") -> Event:
    return CounterGained(who=who, counter=counter)


def granted(who: str, points: int) -> Event:
    return CommandGranted(who=who, points=points, why="Street Fight")


def ordered(who: str) -> Event:
    return CommandUsed(who=who, command="X", cost=1)


def dispel(who: str) -> Event:
    return DispelTried(who=who, against="sl", spell="Healing")


def again(dice: int, seat: str = "north") -> Event:
    return Rerolled(seat=seat, who="nl", dice=tuple(range(1, dice + 1)), faces=(1,) * dice, sources=("x",))


def lost(who: str, points: int) -> Event:
    return PointsLost(who=who, what="wp", points=points, why="Pickpocket")


def gained(who: str, points: int) -> Event:
    return PointsGained(who=who, what="wp", points=points, why="Fortune's Favour")


def landed(who: str, on: str = "controlled landing") -> Event:
    return PointsSpent(who=who, what="wp", points=1, on=on)


def pushed(who: str, by: str, to: tuple[float, float, float], why: str, *, wet: bool = False) -> Event:
    return Pushed(who=who, by=by, path=(to,), why=why, in_water=wet)


def died(who: str, why: str, by: str | None = None) -> Event:
    return Killed(who=who, by=by, why=why, where=(1, 1, 0))


def swim(*whos: str) -> list[Event]:
    return [stand(who, 8 + 4 * n, 18, -1, wet=True) for n, who in enumerate(whos)]


def climb(*whos: str, high: float = 6.0) -> list[Event]:
    return [stand(who, 8 + 4 * n, 18, high) for n, who in enumerate(whos)]


def around(who: str, *others: str) -> list[Event]:
    """Somebody, and others in base contact with it on all sides."""
    sides = [(1.1, 0.0), (-1.1, 0.0), (0.0, 1.1)]
    return [stand(who, 5, 18), *(stand(o, 5 + x, 18 + y) for o, (x, y) in zip(others, sides, strict=False))]


BEATEN = [will("nl", 2), will("nh", 2)]  # two of three
WET = (18.0, 18.0, -1.0)

CASES: list[Case] = [
    ("A1", "killed by an enemy", 0, [kill("sh", "sl"), kill("sl", "nl")]),
    ("A1", "killed by nobody", 0, [died("sl", "fall")]),
    ("A1", "of its own gang", 0, [kill("nl", "nk")]),
    ("A2", "killed by an enemy Hero", 0, [kill("sh", "sl")]),
    ("A2", "killed by a Henchman", 0, [kill("nk", "sl")]),
    ("A3", "a Leader", 1, [kill("nm", "sl")]),
    ("A3", "killed by a Hero", 0, [kill("nh", "sl"), kill("nl", "sh")]),
    ("A3", "killed by an enemy Henchman", 0, [kill("sk", "sl")]),
    ("A4", "one enemy", 0, around("nl", "sl")),
    ("A4", "one enemy and two friends", 0, around("nl", "sl", "nh", "nk")),
    ("A4", "a Hero among two", 0, around("nh", "sl", "sh")),
    ("A4", "two of yours around their Leader", 0, around("sl", "nl", "nh")),
    ("A4", "one after the other", 0, [*around("nl", "sl"), stand("sl", 20, 18), stand("sh", 6.1, 18)]),
    ("A4", "one dead before the other comes", 0, [*around("nl", "sl"), died("sl", "fall"), stand("sh", 5, 19.1)]),
    ("A5", "two enemies of a Henchman", 0, around("nk", "sl", "sh")),
    ("A5", "two enemies of a Hero", 0, around("nh", "sl", "sh")),
    ("A5", "three enemies of a Hero", 1, around("nh", "sl", "sh", "sk")),
    ("A5", "three of yours around a Henchman of theirs", 0, around("sk", "nl", "nh", "nk")),
    ("A6", "thrown to nobody", 0, [stand("nh", 9, 18), *throw("nl", "sk", (9, 20, 0))]),
    ("A6", "knocked back to one", 0, [stand("nh", 9, 18), pushed("sk", "nl", (9, 19.1, 0), "knockback")]),
    ("A6", "thrown by an enemy", 0, [stand("nh", 9, 18), *throw("sl", "sk", (9, 19.1, 0))]),
    ("A6", "one of yours thrown to an enemy", 0, [stand("sh", 9, 18), *throw("nl", "nk", (9, 19.1, 0))]),
    (
        "A6",
        "thrown there at the second time",
        1,
        [stand("nh", 9, 18), *throw("nl", "sk", (14, 19.1, 0)), *throw("nl", "sk", (9, 19.1, 0))],
    ),
    (
        "A6",
        "thrown from one to another",
        1,
        [stand("nh", 9, 18), stand("sk", 9, 19.1), stand("nm", 11, 18), *throw("nl", "sk", (10.5, 19, 0))],
    ),
    ("A7", "two kills", 0, [kill("nl", "sh"), kill("nl", "sk")]),
    ("A7", "three kills by their Leader", 0, [kill("sl", "nh"), kill("sl", "nk"), kill("sl", "nm")]),
    ("A8", "a Leader is no Hero", 0, [kill("nh", "sh"), kill("nh", "sk"), kill("nl", "sm")]),
    ("A8", "a Henchman is no Hero", 0, [kill("nh", "sh"), kill("nh", "sk"), kill("nk", "sm")]),
    ("A9", "two kills", 0, [kill("nk", "sh"), kill("nm", "sk")]),
    ("A9", "a Hero is no Henchman", 0, [kill("nk", "sh"), kill("nm", "sk"), kill("nh", "sm")]),
    ("A10", "two of them", 0, BEATEN),
    ("A10", "the enemy's", 0, [will("sl", 2), will("sh", 2), will("sk", 2), will("sm", 2)]),
    ("A10", "the enemy's third", 0, [*BEATEN, will("sk", 2)]),
    ("A10", "one regained", 0, [*BEATEN, will("nk", 1), gained("nk", 1), will("nk", 1)]),
    ("A10", "spent after one regained", 1, [*BEATEN, will("nk", 1), gained("nk", 1), will("nk", 2)]),
    ("A10", "never more than it began with", 1, [*BEATEN, will("nk", 1), gained("nk", 5), will("nk", 2)]),
    ("A10", "the last one taken", 0, [*BEATEN, will("nk", 1), lost("nk", 1)]),
    ("A10", "the last one spent", 1, [*BEATEN, lost("nk", 1), will("nk", 1)]),
    ("A10", "more taken than it had", 1, [*BEATEN, lost("nk", 5), gained("nk", 1), will("nk", 1)]),
    ("A10", "the enemy's losses and gains", 1, [*BEATEN, lost("sk", 1), gained("sk", 1), will("nk", 2)]),
    ("A10", "Command Points", 0, [*BEATEN, command("nk", 2)]),
    ("A10", "agreed to have none", 0, [*BEATEN, agreed("nk", wp=0)]),
    ("A10", "agreed to have one", 1, [*BEATEN, agreed("nk", wp=1), will("nk", 1)]),
    ("A10", "agreed on something else", 1, [*BEATEN, agreed("nk", cp=1), agreed("sk", wp=1), will("nk", 2)]),
    ("B1", "five", 0, [will("nl", 2), will("nh", 2), will("nk", 1)]),
    ("B1", "the enemy's sixth", 0, [will("nl", 2), will("nh", 2), will("nk", 1), will("sk", 1)]),
    ("B1", "a Command Point", 0, [will("nl", 2), will("nh", 2), will("nk", 1), command("nk")]),
    ("B1", "six and five", 1, [will("nl", 6), LATER, will("nh", 2)]),
    ("B2", "the enemy's", 0, [command("nl"), command("sl"), command("sh")]),
    ("B2", "Will Points", 0, [command("nl"), will("nh", 2)]),
    ("B2", "some of those granted", 0, [granted("nl", 3), command("nl", 3), command("nh")]),
    ("B2", "all of those granted", 1, [granted("nl", 3), command("nl", 4), command("nh")]),
    ("B2", "three of them", 1, [command("nl"), command("nh"), command("nk")]),
    ("B3", "one", 0, [ordered("nl")]),
    ("B3", "the enemy's", 0, [ordered("nl"), ordered("sl"), ordered("sl")]),
    ("B3", "two and one", 1, [ordered("nl"), ordered("nl"), LATER, ordered("nl")]),
    ("B4", "two of them", 0, climb("nl", "nh")),
    ("B4", "one too low", 0, [*climb("nl", "nh"), stand("nk", 20, 18, 5.9)]),
    ("B4", "the enemy", 0, [*climb("nl", "nh"), stand("sk", 20, 18, 7)]),
    ("B4", "one jumped up", 1, [*climb("nl", "nh"), Jumped("nk", ((0, 0, 0),), (20, 18, 6), 5.0, "success")]),
    ("B4", "one fell down", 0, [*climb("nl", "nh"), fall("nl", 3), stand("nk", 20, 18, 7)]),
    ("B4", "one died", 0, [*climb("nl", "nh"), died("nl", "fall"), stand("nk", 20, 18, 7)]),
    ("B5", "two of them", 0, swim("nl", "nh")),
    ("B5", "the enemy", 0, [*swim("nl", "nh"), stand("sk", 20, 18, -1, wet=True)]),
    ("B5", "one in its zone", 0, [*swim("nl", "nh"), stand("nk", 20, 30, -1, wet=True)]),
    ("B5", "one fell in", 1, [*swim("nl", "nh"), fall("nk", 2, "water")]),
    ("B5", "one fell aside", 0, [*swim("nl", "nh"), fall("nk", 2)]),
    ("B5", "one fell out of it", 0, [*swim("nl", "nh"), fall("nh", 2), *swim("nk")]),
    ("B5", "one jumped out", 0, [*swim("nl", "nh"), jump("nh", 4), *swim("nk")]),
    ("B5", "one ran out", 0, [*swim("nl", "nh"), stand("nh", 2, 18), *swim("nk")]),
    ("B5", "one pushed in", 1, [*swim("nl", "nh"), pushed("nk", "sl", WET, "knockback", wet=True)]),
    ("B5", "one put in", 1, [*swim("nl", "nh"), agreed("nk", at=WET, in_water=True)]),
    ("B5", "one put ashore", 0, [*swim("nl", "nh"), agreed("nh", at=(2, 18, 0)), *swim("nk")]),
    ("B5", "one drowned", 0, [*swim("nl", "nh"), died("nh", "drown"), *swim("nk")]),
    ("B6", "two jumps", 0, in_turn("nl", jump("nl", 4), jump("nl", 4))),
    ("B6", "a jump too short", 0, in_turn("nl", jump("nl", 4), jump("nl", 4), jump("nl", 3.99))),
    ("B6", "a critical one", 1, in_turn("nl", jump("nl", 4), jump("nl", 4), jump("nl", 5, "critical"))),
    ("B6", "a failed one", 0, in_turn("nl", jump("nl", 4), jump("nl", 4), jump("nl", 4, "fail"))),
    ("B6", "in another's turn", 0, in_turn("nh", *[jump("nl", 4)] * 3)),
    ("B6", "outside a turn", 0, [*in_turn("nl", *[jump("nl", 4)] * 2), jump("nl", 4)]),
    (
        "B6",
        "in two rounds",
        0,
        [*in_turn("nl", *[jump("nl", 4)] * 2), LATER, *in_turn("nl", *[jump("nl", 4)] * 2)],
    ),
    ("B6", "of two", 0, [*in_turn("nl", *[jump("nl", 4)] * 2), *in_turn("nh", jump("nh", 4))]),
    ("B6", "the enemy's", 0, in_turn("sl", *[jump("sl", 4)] * 3)),
    ("B7", "by the enemy", 0, [kill("sl", "nk", "drown")]),
    ("B7", "one of two kills", 1, [kill("nl", "sh"), kill("nl", "sk", "drown")]),
    ("B8", "two", 0, [*drown("nl", "sk"), *drown("nh", "sl")]),
    ("B8", "by the enemy", 0, [*drown("sl", "nk"), *drown("sl", "nl"), *drown("sl", "nh")]),
    (
        "B8",
        "attacked otherwise",
        0,
        [ActionBegan(who="nl", action="grapple", ap=1, target=who) for who in ("sk", "sl", "sh")],
    ),
    ("B9", "once", 0, [charge("nl", "sl")]),
    ("B9", "once each", 0, [charge("nl", "sl"), charge("nh", "sl")]),
    ("B9", "once from above, once not", 0, [charge("nl", "sl"), charge("nl")]),
    ("B9", "by the enemy", 0, [charge("sl", "nl")] * 2),
    ("B9", "one of two charges", 1, [charge("nh", "sl"), charge("nl", "sl"), charge("nl", "sl")]),
    ("B10", "once", 0, [away("nl")]),
    ("B10", "once each", 0, [away("nl"), away("nh")]),
    ("B10", "with a Critical", 1, [away("nl"), away("nl", "critical")]),
    ("B10", "with a Fail", 0, [away("nl"), away("nl", "fail")]),
    ("B10", "the enemy", 0, [away("sl")] * 2),
    ("B10", "one of two", 1, [away("nh"), away("nl"), away("nl")]),
    ("C1", "seven", 0, in_turn("nl", life("sl", 4, "nl"), life("sl", 3, "nh"))),
    ("C1", "two enemies", 0, in_turn("nl", life("sl", 5, "nl"), life("sh", 3, "nl"))),
    ("C1", "by themselves", 0, in_turn("nl", life("sl", 5, "nl"), life("sl", 3, "sl"))),
    ("C1", "by nobody", 0, in_turn("nl", life("sl", 5, "nl"), life("sl", 3, None))),
    ("C1", "one of yours", 0, in_turn("nl", life("nh", 8, "nl"))),
    ("C1", "by the enemy", 0, in_turn("sl", life("nh", 8, "sl"))),
    (
        "C1",
        "its turns in two rounds",
        0,
        [*in_turn("nl", life("sl", 5, "nl")), LATER, *in_turn("nl", life("sl", 3, "nl"))],
    ),
    ("C1", "more, then one", 1, [*in_turn("nl", life("sl", 8, "nl")), *in_turn("nh", life("sh", 1, "nh"))]),
    ("C2", "by a Critical", 1, [attack("nl", "sl", distance=6), kill("nl", "sl", "critical")]),
    ("C2", "from further", 1, [attack("nl", "sl", distance=9), kill("nl", "sl")]),
    ("C2", "with another weapon", 0, [attack("nl", "sl", distance=6), kill("nl", "sl", "fall")]),
    ("C2", "another's attack", 0, [attack("nh", "sl", distance=6), kill("nl", "sl")]),
    ("C2", "another attacked", 0, [attack("nl", "sh", distance=6), kill("nl", "sl")]),
    ("C2", "attacked in an earlier turn", 0, [attack("nl", "sl", distance=6), TurnBegan(who="nh"), kill("nl", "sl")]),
    ("C2", "something between", 1, [attack("nl", "sl", distance=6), attack("nl", "sh"), kill("nl", "sl")]),
    ("C2", "the later attack", 0, [attack("nl", "sl", distance=6), attack("nl", "sl"), kill("nl", "sl")]),
    ("C2", "the first of two kills", 1, [attack("nl", "sl", distance=6), kill("nl", "sl"), kill("nl", "sh")]),
    (
        "C3",
        "knocked back",
        0,
        [*throw("nl", "sk", WET, wet=True), pushed("sm", "nl", WET, "knockback", wet=True)],
    ),
    ("C3", "by the enemy", 0, [*throw("sl", "sk", WET, wet=True), *throw("sl", "sm", WET, wet=True)]),
    ("C3", "their own", 0, [*throw("nl", "nk", WET, wet=True), *throw("nl", "nm", WET, wet=True)]),
    (
        "C3",
        "swims already",
        0,
        [*throw("nl", "sk", WET, wet=True), *throw("nl", "sk", (19, 18, -1), wet=True)],
    ),
    (
        "C3",
        "twice the same",
        0,
        [*throw("nl", "sk", WET, wet=True), stand("sk", 5, 18), *throw("nl", "sk", WET, wet=True)],
    ),
    (
        "C3",
        "fell in before it was thrown",
        0,
        [*throw("nl", "sk", WET, wet=True), fall("sm", 3, "water"), pushed("sm", "nl", WET, "grapple", wet=True)],
    ),
    ("C3", "thrown on firm ground", 0, [*throw("nl", "sk", (5, 18, 0)), *throw("nl", "sm", (6, 18, 0))]),
    (
        "C3",
        "falls in from a throw",
        1,
        [*throw("nl", "sk", (5, 18, 3))[:2], fall("sk", 3, "water"), *throw("nl", "sm", WET, wet=True)],
    ),
    (
        "C3",
        "falls on firm ground",
        0,
        [*throw("nl", "sk", (5, 18, 3))[:2], fall("sk", 3), *throw("nl", "sm", WET, wet=True)],
    ),
    (
        "C3",
        "another falls in",
        0,
        [*throw("nl", "sk", (5, 18, 3))[:2], fall("sh", 3, "water"), *throw("nl", "sm", WET, wet=True)],
    ),
    (
        "C3",
        "falls in later",
        0,
        [
            *throw("nl", "sk", (5, 18, 3)),
            ActionBegan(who="sk", action="run", ap=1),
            fall("sk", 3, "water"),
            ActionEnded(who="sk", action="run"),
            *throw("nl", "sm", WET, wet=True),
        ],
    ),
    (
        "C3",
        "another falls in first",
        1,
        [
            *throw("nl", "sk", (5, 18, 3))[:2],
            fall("sh", 3),
            fall("sk", 3, "water"),
            *throw("nl", "sm", WET, wet=True),
        ],
    ),
    ("C4", "two", 0, [spell("nl")] * 2),
    ("C4", "with a Critical", 1, [cast("nl", "success"), cast("nl", "critical"), cast("nl", "success")]),
    ("C4", "with a Fail", 0, [cast("nl", "success"), cast("nl", "fail"), cast("nl", "success")]),
    ("C4", "the enemy's", 0, [spell("sl")] * 3),
    ("C4", "in two turns", 0, [*in_turn("nl", spell("nl"), spell("nl")), *in_turn("nh", spell("nl"))]),
    ("C4", "in two rounds", 0, [*in_turn("nl", spell("nl"), spell("nl")), LATER, *in_turn("nl", spell("nl"))]),
    ("C4", "then another's", 1, [*[spell("nl")] * 3, spell("nh")]),
    ("C5", "two", 0, [guard("nl"), guard("nh")]),
    ("C5", "hiding", 0, [guard("nl"), guard("nh"), guard("nk", "hidden")]),
    ("C5", "the enemy", 0, [guard("nl"), guard("nh"), guard("sk")]),
    ("C5", "in two rounds", 0, [guard("nl"), guard("nh"), LATER, guard("nk")]),
    ("C5", "again", 1, [guard("nl"), guard("nh"), guard("nk"), LATER, guard("nk")]),
    ("C6", "two", 0, [dispel("nl"), dispel("nh")]),
    ("C6", "the enemy's", 0, [dispel("nl"), dispel("nh"), dispel("sh")]),
    ("C7", "five", 0, [again(3), again(2)]),
    ("C7", "in two rounds", 0, [again(3), LATER, again(3)]),
    ("C7", "then one", 1, [again(6), LATER, again(1)]),
    ("C8", "in two rounds", 0, [*[jump("nl", 4)] * 3, LATER, jump("nh", 4)]),
    ("C8", "the enemy's", 0, [*[jump("nl", 4)] * 3, jump("sl", 4)]),
    ("C8", "a failed one", 0, [*[jump("nl", 4)] * 3, jump("nl", 4, "fail")]),
    ("C8", "a short one", 0, [*[jump("nl", 4)] * 3, jump("nl", 3.99)]),
    ("C8", "then one", 1, [*[jump("nl", 4)] * 4, LATER, jump("nl", 4)]),
    ("C9", "by the enemy", 0, [kill("sk", "sh")]),
    ("C9", "one of two", 1, [kill("nk", "sl"), kill("nk", "sh")]),
    ("C10", "by a spell", 0, [attack("nl", "sl", in_cover=True), kill("nl", "sl", "Blood Drain")]),
    ("C10", "another fell", 0, [attack("nl", "sl", in_cover=True), kill("nl", "sh")]),
    ("C10", "one of two", 1, [attack("nl", "sl", in_cover=True), kill("nl", "sl"), kill("nl", "sh")]),
    ("D1", "the enemy's", 0, [landed("nl"), landed("nh"), landed("sl")]),
    ("D1", "in two rounds", 0, [landed("nl"), landed("nh"), LATER, landed("nl")]),
    ("D1", "Will Points for a roll", 0, [landed("nl"), landed("nh"), landed("nl", "jump")]),
    ("D1", "then one", 1, [*[landed("nl")] * 3, LATER, landed("nl")]),
    ("D2", "less than six inches", 0, [fall("nl", 5.99)]),
    ("D2", "the enemy", 0, [fall("sl", 6)]),
    ("D2", "killed afterwards", 1, [fall("nl", 6), kill("sl", "nl")]),
    ("D2", "killed by a later fall", 1, [fall("nl", 6), stand("nl", 5, 18), died("nl", "fall")]),
    ("D2", "killed by a second fall", 1, [fall("nl", 6), fall("nl", 5), died("nl", "fall")]),
    ("D2", "another dies", 1, [fall("nl", 6), died("nh", "fall")]),
    ("D2", "another runs before it dies", 0, [fall("nl", 6), stand("nh", 5, 18), died("nl", "fall")]),
    ("D2", "another dies before it dies", 0, [fall("nl", 6), died("sl", "x"), died("nl", "fall")]),
    ("D2", "dies of something that befell it", 0, [fall("nl", 6), life("nl", 6, None), died("nl", "fall")]),
    ("D2", "one dies, another lives", 1, [fall("nl", 6), died("nl", "fall"), fall("nh", 7)]),
    ("D2", "a low fall, then a high one", 1, [fall("nl", 2), fall("nl", 7)]),
    ("D2", "the turn ended before it died", 1, [*in_turn("nl", fall("nl", 6))[:3], died("nl", "fall")]),
    ("D3", "the enemy's", 0, [fall("nl", 2, "water"), fall("nl", 2, "water"), fall("sl", 2, "water")]),
    ("D3", "four", 1, [fall("nl", 2, "water")] * 4),
    ("D4", "two", 0, [dive("nl"), dive("nh")]),
    ("D4", "the enemy's", 0, [dive("nl"), dive("nh"), dive("sl")]),
    ("D4", "other actions", 0, [*[dive("nl")] * 2, ActionBegan(who="nl", action="run", ap=1)]),
    ("D4", "then one", 1, [dive("nl"), dive("nh"), dive("nk"), LATER, dive("nk")]),
    ("D5", "once", 0, [dive("nl")]),
    ("D5", "twice in a round", 0, [dive("nl"), dive("nl")]),
    ("D5", "not running", 0, [dive("nl"), LATER, NEXT, dive("nl")]),
    ("D5", "the enemy", 0, [dive("sl"), LATER, dive("sl")]),
    ("D5", "in three rounds", 1, [dive("nh"), dive("nl"), LATER, dive("nl"), NEXT, dive("nl")]),
]


@pytest.mark.parametrize(
    ("agenda", "events", "vp"),
    [
        pytest.param(a, events, vp, id=f"{a} {what}", marks=pytest.mark.rule(f"AGENDA-{a}"))
        for a, what, vp, events in CASES
    ],
)
def test_an_agenda_is_achieved_by_all_that_it_says_and_nothing_less(agenda: str, events: list[Event], vp: int) -> None:
    assert scored(agenda, events) == vp


@pytest.mark.rule("AGENDA-B5")
@pytest.mark.parametrize(("who", "vp"), [("nk", 0), ("nm", 1)])
def test_a_water_creature_is_at_home_in_water(who: str, vp: int) -> None:
    profiles = {"nk": WATER, "nm": {"abilities": ("Brave",)}}
    assert scored("B5", swim("nl", "nh", who), profiles) == vp


@pytest.mark.rule("AGENDA-A10")
def test_who_began_without_will_has_spent_none() -> None:
    assert scored("A10", [*BEATEN, will("nm", 2)], {"nk": {"wp": 0}}) == 1
    assert scored("A10", BEATEN, {"nk": {"wp": 0}}) == 0


@pytest.mark.rule("AGENDA-B4")
def test_where_nobody_has_a_zone_all_roofs_are_outside_of_it() -> None:
    minis = [fighter(id, "north", (6 + 2 * i, 6, 0)) for i, id in enumerate("abc")]
    table = fight(plain_street(), *minis, fighter("z", "south", (22, 22, 0)))
    assert not achieved(table, "B4")
    for i, id in enumerate("abc"):
        table.state.emit(Moved(who=id, how="climb", path=((6 + 2 * i, 6, 6),)))
    assert achieved(table, "B4")


@pytest.mark.rule("SCEN-10", "AGENDA-A10")
def test_what_was_spent_before_an_agenda_is_kept_does_not_count_for_its_double() -> None:
    game = war("A10")
    for event in [*BEATEN, will("nk", 2)]:
        game.emit(event)
    state = end_round(game, "keep").state
    state.todo = []
    state.emit(will("nm", 2))
    session = end_round(state)
    assert session.state.seats["north"].vp == 0


MAGE = {"abilities": ("Mage (1)",), "spells": ("Healing",)}
SORCERER = {"abilities": ("Mage (2)",), "spells": ("Eldritch Armour", "Holy Light")}
WET = {"abilities": ("Water Creature",)}
HERO, HENCHMAN = {"keywords": ("Hero",)}, {"keywords": ("Henchman",)}
NO_CP = {"cp": 0}
CHEERING = {"abilities": ("Mage (1)",), "spells": ("Fiery Rhetoric",)}
COMMAND = {"commands": (Command("On", "pulse"),)}
ORDERLY = {"nl": COMMAND, "nk": COMMAND}


def draws(first: Sequence[int], then: Sequence[int], profiles: dict[str, Any]) -> tuple[str, ...]:
    game = war(profiles=profiles)
    game.then(DrawAgendas("north", 1))
    session: Session[Any] = Session(GAME, game, ScriptedDice([*first, *then]), lambda _state, _query: None)
    return session.state.seats["north"].agendas


@pytest.mark.rule("SCEN-11", "AGENDA-B2", "AGENDA-B3")
@pytest.mark.parametrize(
    ("faces", "profiles", "spent", "drawn"),
    [
        pytest.param((4, 2), {}, "nl nh", ("B2",), id="B2 two have Command left"),
        pytest.param((4, 2), {}, "nl nh nk", (), id="B2 one has Command left"),
        pytest.param((4, 2), {"nm": CHEERING}, "nl nh nk", ("B2",), id="B2 it may come back"),
        pytest.param((4, 3), ORDERLY, "nh", ("B3",), id="B3 two can command"),
        pytest.param((4, 3), ORDERLY, "nl", (), id="B3 one can command"),
        pytest.param((4, 3), {**ORDERLY, "nm": CHEERING}, "nl", ("B3",), id="B3 another may again"),
    ],
)
def test_what_takes_command_that_is_spent_is_drawn_again(
    faces: tuple[int, int], profiles: dict[str, Any], spent: str, drawn: tuple[str, ...]
) -> None:
    game = war(profiles=profiles)
    for who in spent.split():
        game.emit(command(who))
    game.then(DrawAgendas("north", 1))
    session: Session[Any] = Session(GAME, game, ScriptedDice([*faces, 1, 1]), lambda _state, _query: None)
    assert session.state.seats["north"].agendas == (drawn or ("A1",))


@pytest.mark.rule("SCEN-11")
@pytest.mark.parametrize(
    ("faces", "profiles", "drawn"),
    [
        pytest.param((1, 10), {"nl": {"wp": 0}}, "A10", id="A10 three have Will"),
        pytest.param((1, 10), {"nl": {"wp": 0}, "nh": {"wp": 0}}, None, id="A10 two have Will"),
        pytest.param(
            (1, 10), {who: {"wp": 1} for who in ("nl", "nh", "nk", "nm")}, "A10", id="A10 one Will Point each"
        ),
        pytest.param((4, 2), {"nl": NO_CP, "nh": NO_CP}, "B2", id="B2 two have Command"),
        pytest.param((4, 2), {"nl": NO_CP, "nh": NO_CP, "nk": NO_CP}, None, id="B2 one has Command"),
        pytest.param((4, 3), {}, None, id="B3 nobody has a command ability"),
        pytest.param((1, 1), {"sl": HERO}, None, id="A1 no enemy Leader"),
        pytest.param((1, 1), {"nl": HERO}, None, id="A1 no Leader"),
        pytest.param((1, 2), {"nh": HENCHMAN}, None, id="A2 no Hero"),
        pytest.param((1, 3), {"sl": HENCHMAN, "sh": HENCHMAN}, None, id="A3 none above an enemy Henchman"),
        pytest.param((1, 3), {"sl": HENCHMAN}, "A3", id="A3 an enemy Hero"),
        pytest.param((1, 4), {"nl": HERO}, None, id="A4 no Leader"),
        pytest.param((1, 7), {"nl": HERO}, None, id="A7 no Leader"),
        pytest.param((1, 8), {"nh": HENCHMAN}, None, id="A8 no Hero"),
        pytest.param((4, 5), {"nl": WET, "nh": WET}, None, id="B5 two are no Water Creatures"),
        pytest.param((4, 5), {"nl": WET}, "B5", id="B5 three are none"),
        pytest.param((4, 7), {"sl": WET, "sh": WET, "sk": WET, "sm": WET}, None, id="B7 nobody can be drowned"),
        pytest.param((4, 7), {"sl": WET, "sh": WET, "sk": WET}, "B7", id="B7 one can"),
        pytest.param((4, 8), {"sl": WET, "sh": WET}, None, id="B8 two can be drowned"),
        pytest.param((4, 8), {"sl": WET}, "B8", id="B8 three can"),
        pytest.param((7, 4), {"nl": MAGE}, None, id="C4 a mage of two spells"),
        pytest.param((7, 4), {"nl": SORCERER}, "C4", id="C4 a mage of three spells"),
        pytest.param((7, 4), {}, None, id="C4 no mage"),
        pytest.param((7, 4), {"sl": SORCERER}, None, id="C4 an enemy mage"),
        pytest.param((7, 6), {"nl": MAGE}, None, id="C6 no enemy mage"),
        pytest.param((7, 6), {"sl": MAGE}, None, id="C6 no own mage"),
        pytest.param((7, 6), {"nl": MAGE, "sl": MAGE}, "C6", id="C6 mages on both sides"),
        pytest.param((7, 9), {}, "C9", id="C9 a larger enemy"),
        pytest.param((7, 9), {"sh": {"size": 30}}, None, id="C9 all alike"),
        pytest.param((7, 9), {"sh": {"size": 30}, "nl": {"size": 40}}, None, id="C9 the own larger"),
        pytest.param((7, 9), {"nl": {"size": 40}}, "C9", id="C9 larger than the smallest"),
    ],
)
def test_an_agenda_that_the_gangs_cannot_achieve_is_drawn_again(
    faces: tuple[int, int], profiles: dict[str, Any], drawn: str | None
) -> None:
    assert draws(faces, () if drawn else (4, 1), profiles) == (drawn or "B1",)


@pytest.mark.rule("AGENDA-B4", "SPELL-Summon-Vermin")
def test_whoever_is_summoned_onto_a_roof_is_over_the_chimneys_too() -> None:
    table = fight(plain_street(), *[fighter(id, "north", (6 + 2 * i, 6, 0)) for i, id in enumerate("abc")])
    for i, id in enumerate("ab"):
        table.state.emit(Moved(who=id, how="climb", path=((6 + 2 * i, 6, 6),)))
    assert not achieved(table, "B4")
    rat = msgspec.structs.replace(table.state["c"], id="rat", at=(14.0, 6.0, 6.0))
    table.state.emit(Entered(character=rat))
    assert achieved(table, "B4")
