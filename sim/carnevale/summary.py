"""A game at a glance: how points and life went, turn by turn, and the deeds that will be told of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import dist
from typing import Any

import msgspec

from sim.carnevale import events
from sim.carnevale.chances import chances_of
from sim.carnevale.events import Event
from sim.carnevale.luck import throws_of
from sim.carnevale.names import Names, roll_named
from sim.carnevale.narration import STIRRED
from sim.carnevale.setup import begin
from sim.carnevale.state import State
from sim.percent import percent
from sim.words import counted, joined, say

__all__ = ["Deed", "GameStanding", "deeds_of", "round_words", "standings_of"]

FELT = (events.TurnEnded, events.RoundEnded, events.GameEnded)  # after these it is told how things stand
UNLIKELY = 0.1  # a throw that comes more often is no deed
DEEP = 2.0  # inches: whoever falls less has missed a step


class GameStanding(msgspec.Struct, frozen=True):
    """How things stand after so many events: Life Points, minis that still stand, Victory Points, how likely it is to
    win from there, and Command Points that are left, seat by seat."""

    number: int
    round: int
    life: dict[str, int]
    minis: dict[str, int]
    points: dict[str, int]
    chances: dict[str, float] = {}  # none in a free fight
    command: dict[str, int] = {}


class Deed(msgspec.Struct, frozen=True):
    """Something to be told: what for, whose, in words, and after how many events it can be seen."""

    title: str
    who: str
    words: str
    number: int


def standings_of(setup: dict[str, Any], log: Sequence[Event]) -> list[GameStanding]:
    """How things stood at the beginning and after every turn and round, and how they stand now."""
    now = begin(setup)
    found = [_standing(now, 0)]
    for number, event in enumerate(log, start=1):
        now.apply(event)
        if isinstance(event, FELT):
            found.append(_standing(now, number))
    if found[-1].number < len(log):
        found.append(_standing(now, len(log)))
    return found


def _standing(state: State, number: int) -> GameStanding:
    life, minis, command = (dict.fromkeys(state.seats, 0) for _ in range(3))
    for c in state.characters.values():
        if c.alive:
            life[c.seat] += c.lp
            minis[c.seat] += 1
            command[c.seat] += c.cp
    points = {seat.id: seat.vp for seat in state.seats.values()}
    return GameStanding(number, state.round, life, minis, points, chances_of(state), command)


def round_words(standings: Sequence[GameStanding], round: int, name: Names, between: str = "; ") -> str:
    """What a round came to: `North: 7 LP lost, +2 VP, 3 CP unspent, to win: from 50% to 41%; South: …`."""
    before = [each for each in standings if each.round < round][-1:]
    within = [each for each in standings if each.round == round]
    if not before or not within:
        return ""
    first, last = before[0], within[-1]
    return joined(between, (_change(first, last, seat, name(seat)) for seat in last.life))


def _change(first: GameStanding, last: GameStanding, seat: str, name: str) -> str:
    life, minis = first.life[seat] - last.life[seat], first.minis[seat] - last.minis[seat]
    points = last.points[seat] - first.points[seat]
    went = [say("no life lost")]
    if life:
        went = [say("{life} LP lost", life=life) if life > 0 else say("{life} LP regained", life=-life)]
    if minis > 0:
        went.append(counted("{n} mini lost", "{n} minis lost", minis))
    if points:
        went.append(say("{points:+d} VP", points=points))
    if left := last.command.get(seat, 0):
        went.append(say("{points} CP unspent", points=left))
    if last.chances:
        was, now = (percent(round(each.chances[seat], 2)) for each in (first, last))
        went.append(
            say("to win: {chance}", chance=now) if was == now else say("to win: from {was} to {now}", was=was, now=now)
        )
    return say("{seat}: {changes}", seat=name, changes=joined(", ", went))


# --- deeds ----------------------------------------------------------------------------------------------------------


def deeds_of(setup: dict[str, Any], log: Sequence[Event]) -> list[Deed]:
    """The most that anybody did of each kind; of equals, who did it first."""
    found = [
        _most(map(_kills, log), say("Deadliest"), lambda n: say("felled {number:.0f}", number=n)),
        _most(_taken(setup, log), say("Hardest hitter"), lambda n: say("took {life:.0f} LP", life=n)),
        _greatest(log, say("Longest jump"), _jumped),
        _greatest(log, say("Deepest fall survived"), lambda event: _fallen(event, log)),
        _most(map(_walked, log), say("Farthest afoot"), lambda n: say('went {inches:.0f}"', inches=n)),
        _most(map(_swum, log), say("Strongest swimmer"), lambda n: say('swam {inches:.0f}"', inches=n)),
        _most(map(_willed, log), say("Strongest will"), lambda n: say("spent {points:.0f} WP", points=n)),
        _luckiest(setup, log),
    ]
    return [deed for deed in found if deed is not None]


def _most(counted: Iterable[tuple[str | None, float]], title: str, told: Callable[[float], str]) -> Deed | None:
    """Who did most of something in all, `counted` event by event; the moment is the last time."""
    sums: dict[str, float] = defaultdict(float)
    last: dict[str, int] = {}
    for number, (who, n) in enumerate(counted, start=1):
        if who is not None and n > 0:
            sums[who] += n
            last[who] = number
    if not sums:
        return None
    who = max(sums, key=lambda each: sums[each])
    return Deed(title, who, told(sums[who]), last[who])


def _greatest(
    log: Sequence[Event], title: str, measured: Callable[[Event], tuple[str | None, float, str]]
) -> Deed | None:
    """Who did it most at one time."""
    best: tuple[float, Deed] | None = None
    for number, event in enumerate(log, start=1):
        who, n, words = measured(event)
        if who is not None and n > STIRRED and (best is None or n > best[0]):
            best = (n, Deed(title, who, words, number))
    return best[1] if best is not None else None


def _kills(event: Event) -> tuple[str | None, float]:
    return (event.by, 1) if isinstance(event, events.Killed) and event.by != event.who else (None, 0)


def _taken(setup: dict[str, Any], log: Sequence[Event]) -> Iterator[tuple[str | None, float]]:
    """Event by event, who took how many Life Points of another: no more than there were."""
    now = begin(setup)
    for event in log:
        took: tuple[str | None, float] = (None, 0)
        if isinstance(event, events.LostLife) and event.by != event.who:
            took = event.by, min(event.lost, now[event.who].lp)
        now.apply(event)
        yield took


def _jumped(event: Event) -> tuple[str | None, float, str]:
    if not isinstance(event, events.Jumped):
        return None, 0, ""
    return event.who, event.length, say('leapt {inches:.1f}"', inches=event.length)


def _fallen(event: Event, log: Sequence[Event]) -> tuple[str | None, float, str]:
    if not isinstance(event, events.Fell) or event.fallen < DEEP or _dies_of(event, log):
        return None, 0, ""
    return event.who, event.fallen, say('fell {inches:.1f}" and lived', inches=event.fallen)


def _dies_of(fall: events.Fell, log: Sequence[Event]) -> bool:
    """Is whoever fell dead before its next move?"""
    at = next(i for i, event in enumerate(log) if event is fall)
    for event in log[at + 1 :]:
        if isinstance(event, events.Killed) and event.who == fall.who:
            return True
        if isinstance(event, (events.TurnBegan, events.TurnEnded, events.RoundEnded)):
            return False
    return False


def _walked(event: Event) -> tuple[str | None, float]:
    if not isinstance(event, events.Moved) or event.how in ("swim", "underwater", "rowed"):
        return None, 0
    return event.who, sum(map(dist, event.path, event.path[1:]))


def _swum(event: Event) -> tuple[str | None, float]:
    if not isinstance(event, events.Moved) or event.how not in ("swim", "underwater"):
        return None, 0
    return event.who, sum(map(dist, event.path, event.path[1:]))


def _willed(event: Event) -> tuple[str | None, float]:
    return (event.who, event.points) if isinstance(event, events.PointsSpent) and event.what == "wp" else (None, 0)


def _luckiest(setup: dict[str, Any], log: Sequence[Event]) -> Deed | None:
    """The throw whose Aces were least to be looked for."""
    seats = {c.id: c.seat for c in begin(setup).characters.values()}
    throws = [throw for throw in throws_of(log, seats) if not throw.again and throw.who in seats]
    best = min(throws, key=lambda throw: throw.at_least(), default=None)
    if best is None or best.at_least() > UNLIKELY:
        return None
    words = say(
        "threw {aces} Aces with {dice} dice on {needed}+ for {purpose}: {chance}",
        aces=best.aces,
        dice=len(best.faces),
        needed=best.needed,
        purpose=roll_named(best.purpose),
        chance=percent(best.at_least(), 1),
    )
    return Deed(say("Luckiest throw"), best.who, words, best.number)
