"""The chronicle: a game told in a line for an action, with all that happened in it to be opened.

`narration` has a sentence for each event; a charge round a corner is a dozen of them. Here events are gathered into
entries, as they come: an action with its rolls, wounds and ends is one, the attack of a charge with it; what somebody
else does in the middle of it is another. An entry's line says who did what, and what came of it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from math import dist

import msgspec

from sim.carnevale import events, narration
from sim.carnevale.actions.favour import FavourAwarded
from sim.carnevale.agendas.check import AgendaAchieved
from sim.carnevale.dice_sentences import is_roll_off, roll_off_sentence
from sim.carnevale.events import Event, objectives
from sim.carnevale.names import Names
from sim.carnevale.sentence_parts import cast_begun, went
from sim.words import joined, listed, phrase, say, term

__all__ = ["HEADINGS", "KINDS", "PUT", "UNTOLD", "Chronicle", "ChronicleEntry", "last_deed"]

KINDS = ("moves", "fights", "magic", "points", "rest")  # of entries, besides the headings "round" and "turn"
HEADINGS = ("round", "turn")  # of entries that stand over others
CARRIED_ON = (events.CommandUsed, events.PointsGained, events.EffectBegan, events.Used)  # what a command comes to
SPELL = "spell:"  # begins what is used when one is cast
PUT = ("nudged", "placed")  # ways of moving that belong to the way before or the fall after them
UNTOLD = (events.TurnEnded,)  # the next heading says as much

_MOVES = (events.Moved, events.Jumped, events.Fell, events.Pushed, events.Rowed, events.Deployed, events.Disengaged)
_FIGHTS = (events.Attacked, events.Charged, events.LostLife, events.Killed, events.Damaged, events.Stunned)
_MAGIC = (events.SpellCast, events.SpellLaid, events.SpellLifted, events.SpellReached, events.DispelTried)
_POINTS = (events.Scored, events.Forfeited, AgendaAchieved, FavourAwarded)
_DEEDS = (
    events.Jumped, events.Fell, events.Pushed, events.Rowed, events.Disengaged, events.Charged, events.DispelTried,
)  # fmt: skip
_SPREAD = (events.SpellReached, events.SpellLaid, events.SpellLifted)
_CAME = (
    events.Stunned, events.CounterGained, events.Moved, events.Fell, events.Pushed, events.Shaken, events.MoveLost,
    events.Escaped, *_POINTS, objectives.ObjectiveTaken, objectives.ObjectiveClaimed, objectives.ObjectiveRevealed,
    objectives.ObjectiveDropped, objectives.ObjectiveDestroyed,
)  # fmt: skip
_TELLING = (events.Attacked, events.SpellCast, events.TemplateTouched, events.Jumped, events.Fell, events.Rowed)
_KIND_OF = {
    "combat": "fights",
    "grapple": "fights",
    "drown": "fights",
    "cast": "magic",
    "run": "moves",
    "jump": "moves",
    "dive": "moves",
    "row": "moves",
}
_ALONE = {"jump": say("jumps"), "row": say("rows")}  # actions of which that is all, until they come to something
_DONE = {
    "run": say("stays where it is"),
    "hide": say("hides"),
    "guard": say("stands guard"),
    "dive": say("dives"),
    "drown": say("drowns"),
    "grapple": say("grapples"),
}


class ChronicleEntry(msgspec.Struct):
    """Events that are told in a line. `numbers` are theirs, from 0; it grows while its action goes on."""

    kind: str
    round: int
    turn: str | None  # whose turn it is in
    actor: str | None
    events: list[Event]
    numbers: list[int]
    within: bool = False  # of somebody else's action
    is_over: bool = True

    @property
    def sets_out(self) -> bool:
        """Has somebody begun to run, and not moved yet? There is nothing to tell of that, and it would say "stays"."""
        began, *rest = self.events
        runs = isinstance(began, events.ActionBegan) and began.action == "run" and not self.is_over
        return runs and all(isinstance(event, events.PointsSpent) for event in rest)

    @property
    def telling(self) -> int:
        """The number of the event whose evidence tells most: an attack's beam before a way."""
        own = list(zip(self.numbers, self.events, strict=True))
        for kind in _TELLING:
            for number, event in own:
                if isinstance(event, kind):
                    return number
        return next((number for number, event in own if event.evidence), self.numbers[-1])

    @property
    def concerns(self) -> frozenset[str]:
        """Everybody that it is about."""
        found = {self.actor} if self.actor is not None else set[str]()
        for event in self.events:
            for field in ("who", "target", "against", "by"):
                if isinstance(who := getattr(event, field, None), str):
                    found.add(who)
            found.update(who for who in getattr(event, "targets", ()) if isinstance(who, str))
        return frozenset(found)


class Chronicle:
    """Gathers the events of a log, one after the other. `sees`: may whoever reads it see an event?"""

    def __init__(self, sees: Callable[[Event], bool] = lambda _: True) -> None:
        self.entries: list[ChronicleEntry] = []
        self.count = 0  # events taken in
        self._sees = sees
        self._round = 0
        self._turn: str | None = None
        self._doing: list[ChronicleEntry] = []  # of the actions in hand, the innermost last
        self._loose: list[tuple[int, Event]] = []  # rolls before what they decide

    def read(self, log: Iterable[Event]) -> Chronicle:
        """Take in events that follow those before."""
        for event in log:
            self._take(self.count, event)
            self.count += 1
        return self

    def _take(self, number: int, event: Event) -> None:
        match event:
            case events.RoundBegan():
                self._round, self._turn = event.round, None
                self._begin("round", number, event)
            case events.TurnBegan():
                self._turn = event.who
                self._begin("turn", number, event)
            case events.ActionBegan():
                self._act(number, event)
            case events.ActionEnded() if self._doing:
                entry = self._doing.pop()
                self._add(entry, number, event)
                entry.is_over = entry not in self._doing
            case _ if self._doing:
                self._add(self._doing[-1], number, event)
            case _:
                self._add_loose(number, event)

    def _act(self, number: int, event: events.ActionBegan) -> None:
        """An action of whoever acts already belongs to it, as the attack of a charge does."""
        outer = self._doing[-1] if self._doing else None
        if outer is not None and outer.actor == event.who:
            self._add(outer, number, event)
            self._doing.append(outer)
            return
        entry = self._begin(_KIND_OF.get(event.action, "rest"), number, event, event.who)
        entry.within, entry.is_over = outer is not None, False
        self._doing.append(entry)

    def _add_loose(self, number: int, event: Event) -> None:
        """What happens outside of actions: what belongs together is told together."""
        last = self.entries[-1] if self.entries else None
        if is_roll_off(event):
            self._roll_off(number, event)
        elif isinstance(event, (events.Rolled, events.Rerolled, events.DiceThrown)):
            self._loose.append((number, event))
        elif last is not None and _belongs(event, last):
            self._add(last, number, event)
        elif isinstance(event, narration.SILENT + UNTOLD):
            return
        else:
            kind = "magic" if isinstance(event, _MAGIC) else "fights" if isinstance(event, _FIGHTS) else "rest"
            kind = "moves" if isinstance(event, _MOVES) else "points" if isinstance(event, _POINTS) else kind
            self._begin(kind, number, event, _actor(event))

    def _roll_off(self, number: int, event: Event) -> None:
        """Dice for deployment stand by themselves: whoever wins them is asked next, and reads what they showed."""
        last = self.entries[-1] if self.entries else None
        if last is None or not is_roll_off(last.events[-1]):
            self._begin("rest", number, event)
            return
        before, self._loose = self._loose, []
        for each in (*before, (number, event)):
            self._add(last, *each)

    def _begin(self, kind: str, number: int, event: Event, actor: str | None = None) -> ChronicleEntry:
        before, self._loose = self._loose, []
        entry = ChronicleEntry(
            kind,
            self._round,
            self._turn,
            actor,
            [*(each for _, each in before), event],
            [*(each for each, _ in before), number],
        )
        self.entries.append(entry)
        return entry

    @staticmethod
    def _add(entry: ChronicleEntry, number: int, event: Event) -> None:
        entry.events.append(event)
        entry.numbers.append(number)
        if entry.kind == "moves" and isinstance(event, (events.Charged, events.Attacked)):
            entry.kind = "fights"

    # --- in words ---------------------------------------------------------------------------------------------------

    def line(self, entry: ChronicleEntry, name: Names) -> str:
        """An entry in a line."""
        shown = [event for event in entry.events if self._sees(event)]
        if not shown:
            told = [narration.narrate_hidden(event, name) for event in entry.events]
            return next(filter(None, told), "")
        if entry.actor is not None and any(isinstance(event, events.ActionBegan) for event in shown):
            return _action_line(entry.actor, shown, name)
        deployed = list(dict.fromkeys(event.who for event in shown if isinstance(event, events.Deployed)))
        if len(deployed) > 1:
            return say("{whom} take position.", whom=listed(map(name, deployed)))
        if rolls := [event for event in shown if is_roll_off(event)]:
            return roll_off_sentence(rolls, name)
        paid = (events.PointsSpent,) if any(isinstance(event, events.CommandUsed) for event in shown) else ()
        known = (events.Rolled, *paid)
        told = [*filter(None, (narration.narrate(event, name) for event in shown if not isinstance(event, known)))]
        return _joined(told or [*filter(None, (narration.narrate(event, name) for event in shown))])

    def details(self, entry: ChronicleEntry, name: Names) -> list[tuple[int, str]]:
        """All that happened in an entry, event by event, with their numbers."""
        own = zip(entry.numbers, entry.events, strict=True)
        told = (
            (number, narration.narrate(event, name) if self._sees(event) else narration.narrate_hidden(event, name))
            for number, event in own
        )
        return [(number, words) for number, words in told if words]


def last_deed(log: Sequence[Event], who: str, seat: str, name: Names) -> str:
    """What somebody did last, in a line, as far as a seat may know; empty where it has done nothing."""
    began = (i for i in reversed(range(len(log))) if isinstance(log[i], events.ActionBegan) and _actor(log[i]) == who)
    start = next(began, None)
    if start is None:
        return ""
    told = Chronicle(lambda event: event.seen_by(seat)).read(log[start:])
    return told.line(told.entries[0], name)


def _belongs(event: Event, entry: ChronicleEntry) -> bool:
    """Does it belong to the entry before: another mini of a gang that is set up, or what a command comes to?"""
    if isinstance(event, events.Deployed):
        return isinstance(entry.events[-1], events.Deployed)
    if not isinstance(event, CARRIED_ON):
        return False
    paid = next((each for each in entry.events if isinstance(each, events.PointsSpent)), None)
    if paid is None or paid.what != "cp":
        return False
    match event:
        case events.CommandUsed():
            return event.command == paid.on
        case events.PointsGained():
            return event.why == paid.on
        case events.EffectBegan():
            return event.effect.source.startswith(paid.on)
    return isinstance(event, events.Used)


def _actor(event: Event) -> str | None:
    return who if isinstance(who := getattr(event, "who", None), str) else None


def _joined(sentences: list[str]) -> str:
    """Sentences as one: `A spends 1 Command Point: order; B gains 1 Action Point: order.`"""
    return joined("; ", (*map(phrase, sentences[:-1]), *sentences[-1:]))


def _action_line(actor: str, shown: list[Event], name: Names) -> str:
    """Who did what, in the order of it; then what came of it for whom."""
    own = list(dict.fromkeys(filter(None, _deeds(actor, shown, name))))
    came = list(dict.fromkeys(_consequences(shown, name)))
    if not own:
        began = next(event for event in shown if isinstance(event, events.ActionBegan))
        own = [_begun(began, shown, name)]
    did = listed(own)
    if came:
        return say("{who} {did}: {came}.", who=name(actor), did=did, came=joined("; ", came))
    return say("{who} {did}.", who=name(actor), did=did)


def _begun(began: events.ActionBegan, shown: list[Event], name: Names) -> str:
    """An action of which nothing has come so far, as the end of a sentence."""
    whom = name(began.target) if began.target else ""
    match began.action:
        case "cast":
            used = [event.what for event in shown if isinstance(event, events.Used) and event.what.startswith(SPELL)]
            return cast_begun(used[-1].removeprefix(SPELL) if used else "", whom)
        case "combat":
            return say("attacks {target}", target=whom)
        case alone if alone in _ALONE:
            return _ALONE[alone]
        case done if done in _DONE:
            return say("{does} {target}", does=_DONE[done], target=whom) if whom else _DONE[done]
    return say("takes an action: {action}", action=term(began.action.replace("_", " ")))


def _deeds(actor: str, shown: list[Event], name: Names) -> list[str]:
    """What the actor did, as ends of sentences; ways of one kind that follow each other are one."""
    found: list[str] = []
    ways: dict[str, float] = defaultdict(float)

    def arrived() -> None:
        found.extend(went(how, far) for how, far in ways.items() if far >= narration.STIRRED)
        ways.clear()

    for event in shown:
        if isinstance(event, events.Moved) and event.who == actor:
            if event.how not in PUT:
                ways[event.how] += event.cost or dist(event.path[0], event.to)
            continue
        if told := _deed(event, actor, shown, name):
            arrived()
            found.append(told)
    arrived()
    return found


def _deed(event: Event, actor: str, shown: list[Event], name: Names) -> str:
    """What an event says of the actor, as the end of a sentence; empty where it says nothing of its own."""
    match event:
        case events.Rolled() if event.who == actor and event.purpose == "combat":
            return _struck(event, shown, name) if event.against else ""
        case events.Rolled(purpose="row", outcome="fumble") if event.who == actor:
            return say("rows, and fumbles")
        case events.Rolled() if event.who == actor and event.purpose in _DONE:
            does, outcome = _DONE[event.purpose], term(event.outcome)
            if event.against:
                return say("{does} {whom} ({outcome})", does=does, whom=name(event.against), outcome=outcome)
            return say("{does} ({outcome})", does=does, outcome=outcome)
        case events.Attacked() if event.who == actor:
            hit = {"target": name(event.target), "weapon": term(event.weapon), "damage": event.damage}
            if event.outcome == "critical":
                return say("hits {target} with {weapon} for {damage} Damage, a Critical", **hit)
            return say("hits {target} with {weapon} for {damage} Damage", **hit)
        case events.Jumped() if event.who == actor and event.stopped_by:
            by = name(event.stopped_by)
            if event.length < narration.STIRRED:
                return say("leaps (stopped at once by {by})", by=by)
            return say('leaps {inches:.1f}" (stopped by {by})', inches=event.length, by=by)
        case events.SpellCast() if event.who == actor:
            cast = {"spell": term(event.spell), "outcome": term(event.outcome)}
            if event.target == actor:
                return say("casts {spell} on itself ({outcome})", **cast)
            if event.target:
                return say("casts {spell} on {target} ({outcome})", target=name(event.target), **cast)
            return say("casts {spell} ({outcome})", **cast)
    if getattr(event, "who", None) != actor or not isinstance(event, _DEEDS):
        return ""
    return phrase(narration.narrate(event, lambda who: "" if who == actor else name(who)))


def _struck(roll: events.Rolled, shown: list[Event], name: Names) -> str:
    """What an attack roll says of the attacker; empty where its hits tell it."""
    whom = name(roll.against or "")
    if roll.outcome == "fumble":
        return say("misses {whom} with a fumble", whom=whom)
    if roll.outcome == "fail":
        return say("misses {whom}", whom=whom)
    if any(isinstance(each, events.Attacked) and each.who == roll.who for each in shown):
        return ""
    if any(isinstance(each, events.ActionEnded) and each.who == roll.who for each in shown):
        return say("strikes {whom} without harm", whom=whom)
    return say("attacks {target}", target=whom)  # whether it hurts comes next


def _consequences(shown: list[Event], name: Names) -> list[str]:
    """What came of an action: life lost, in all, and how; who was thrown, stunned, felled; points."""
    lost: dict[str, int] = defaultdict(int)
    for event in shown:
        if isinstance(event, events.LostLife):
            lost[event.who] += event.taken
    dead = {event.who for event in shown if isinstance(event, events.Killed)}
    found = [
        say("{who} loses {lp} LP and is out of the fight", who=name(who), lp=n)
        if who in dead
        else say("{who} loses {lp} LP", who=name(who), lp=n)
        for who, n in lost.items()
    ]
    pays = (event for event in shown if isinstance(event, events.PointsSpent) and event.what == "lp")
    found += [say("{who} pays {lp} LP as Will Points", who=name(each.who), lp=each.points) for each in pays]
    found += [say("{who} is out of the fight", who=name(who)) for who in sorted(dead - lost.keys())]
    unhurt = {event.who for event in shown if isinstance(event, events.Damaged)} - lost.keys()
    found += [say("{who} is unhurt", who=name(who)) for who in sorted(unhurt)]
    spread = [narration.narrate(event, name) for event in shown if isinstance(event, _SPREAD)]
    found = [*map(phrase, spread), *found]
    actor = next((event.who for event in shown if isinstance(event, events.ActionBegan)), None)
    for event in shown:
        if not isinstance(event, _CAME) or (isinstance(event, _MOVES) and getattr(event, "who", None) == actor):
            continue
        if isinstance(event, events.Moved) and (event.how in PUT or event.leg is not None):
            continue
        if isinstance(event, events.CounterGained) and event.who == actor:  # hides, dives: that is what it did
            continue
        found.append(phrase(narration.narrate(event, name)))
    return [told for told in found if told]
