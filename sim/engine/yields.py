"""Yields: what a seat says once, so that a question that is only a window is not put to it again.

1. A *window* is a question whose default does nothing: it declines, pays nothing and picks nobody (`Choice.window`).
   Nothing else can be yielded: costs, targets and whatever must be answered are always asked.
2. Each window has a *topic*, such as `will/a/jump`: its prompt, and what it is about. A yield of a topic covers all
   topics that begin with it: `will` covers every question about Will Points.
3. A yield lasts until the end of a span of the game (its turn, its round, the game), and may have exceptions: `unless`
   names conditions of the game with a number each, such as {"kill": 1} or {"will": 3}. Where the game cannot tell
   whether one holds, the question is asked.
4. Saying it is an answer of the game, a line `"yield"` of the journal, in answer to a window or at any other time; so
   a replay, a resume and an undo have it again. The same topic until NOW takes it back; the end of a shorter span
   gives back what was said for longer.
5. `passes` alone decides, from the state and what was said, whether a window is asked. One that is not is answered by
   its default, in a line `"passed"`: a replay needs neither board nor odds for it, and `replay --verify` asks `passes`
   again. It is no choice: undo goes back to the last question that was really asked.
6. Yields tell what their seat means to do. They are no part of the state and no event, so neither a view nor a film nor
   a bot has them: `Session.yields` gives a seat its own, and whoever looks ahead is handed none.
7. Bots need none; they may answer a window with a `Yield` as people do.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, NamedTuple, Protocol, TypeVar

import msgspec
from msgspec import Meta

from sim.engine.requests import Choice, Measure, Refusal, Refused, Roll, kinds_of
from sim.words import say

__all__ = ["NOW", "Met", "Said", "Yield", "YieldLedger", "Yielding", "covers", "is_chosen", "passes", "sayable"]

S = TypeVar("S")
S_contra = TypeVar("S_contra", contravariant=True)
NOW = "now"

Name = Annotated[str, Meta(max_length=300)]


class Yield(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Windows of a topic take their default. Without seat and topic: those of the question that it answers."""

    seat: Name = ""
    topic: Name = ""
    until: Name = "game"
    unless: dict[Name, Annotated[int, Meta(ge=0, le=1000)]] = {}


class Said(msgspec.Struct, frozen=True):
    """A yield, and when it was said."""

    what: Yield
    moment: str  # of the span that it lasts for
    before: int  # answers of the game before it


class Met(NamedTuple):
    """A window that came up: was it asked, or passed over? `topic`: its own, or that of the yield that covered it."""

    seat: str
    topic: str
    asked: bool
    before: int  # answers of the game


class Yielding(Protocol[S_contra]):
    """What yields need of a game's rules."""

    def seats(self, state: S_contra) -> Sequence[str]:
        """The seats of this game, in their order round the table."""
        ...

    def spans(self, state: S_contra) -> Mapping[str, str]:
        """How long a yield may last, each span with a name for the one that it is now."""
        ...

    def conditions(self) -> Mapping[str, str]:
        """The exceptions that a yield may have, each in words."""
        ...

    def excepted(self, state: S_contra, choice: Choice, unless: Mapping[str, int], measure: Measure) -> bool:
        """Does one of these exceptions hold for this window, or can that not be told?"""
        ...


class YieldLedger:
    """All that was said in a game, in its order, and the windows that came up."""

    def __init__(self, said: Iterable[Said] = (), met: Iterable[Met] = ()) -> None:
        self._said, self._met = list(said), list(met)

    def __bool__(self) -> bool:
        return bool(self._said)

    @property
    def said(self) -> tuple[Said, ...]:
        return tuple(self._said)

    def first(self, answers: int) -> YieldLedger:
        """As it was after the first so many answers."""
        said = (each for each in self._said if each.before < answers)
        return YieldLedger(said, (each for each in self._met if each.before < answers))

    def say(self, what: Yield, now: Mapping[str, str], before: int) -> None:
        """A yield is said, as the answer after so many."""
        self._said.append(Said(what, now.get(what.until, ""), before))

    def meet(self, choice: Choice, now: Mapping[str, str], before: int, *, asked: bool) -> None:
        """A window was answered, as the answer after so many: by its seat, or by its default."""
        topic = choice.topic
        if topic is not None and not asked:  # of several yields, the one without exceptions, or the narrowest
            said = max(self.covering(choice, now), key=lambda each: (not each.unless, len(each.topic)), default=None)
            topic = said.topic if said is not None else topic
        if topic is not None:
            self._met.append(Met(choice.seat, topic, asked, before))

    def times(self, seat: str, topic: str, *, asked: bool) -> int:
        """How many windows of a topic a seat was asked, or was spared by a yield of it."""
        return sum((m.seat, m.topic, m.asked) == (seat, topic, asked) for m in self._met)

    def spoken_of(self, seat: str, topic: str) -> bool:
        """Has the seat ever said anything of exactly this topic, be it to take it back?"""
        return any((each.what.seat, each.what.topic) == (seat, topic) for each in self._said)

    def standing(self, seat: str, now: Mapping[str, str]) -> tuple[Yield, ...]:
        """What stands of what a seat has said: the last word on each topic whose span has not ended. Whoever said "not
        this turn" is spared in the next one as before."""
        last = dict[str, Yield]()
        for each in self._said:
            if each.what.seat != seat:
                continue
            if each.what.until == NOW:
                last.pop(each.what.topic, None)
            elif now.get(each.what.until) == each.moment:
                last[each.what.topic] = each.what
        return tuple(last.values())

    def covering(self, choice: Choice, now: Mapping[str, str]) -> Iterator[Yield]:
        """What stands and covers a question."""
        standing = self.standing(choice.seat, now) if choice.topic is not None else ()
        yield from (each for each in standing if covers(each.topic, choice.topic or ""))


def covers(topic: str, other: str) -> bool:
    """Does a topic hold the other? The same, or one of its parts."""
    return f"{other}/".startswith(f"{topic}/")


def passes(game: Yielding[Any], state: Any, choice: Choice, ledger: YieldLedger, measure: Measure) -> bool:
    """Is a question passed over, and answered by its default? The one place where that is decided."""
    if not ledger or choice.topic is None:
        return False
    covering = ledger.covering(choice, game.spans(state))
    return any(not each.unless or not game.excepted(state, choice, each.unless, measure) for each in covering)


def sayable(game: Yielding[S], state: S, what: Yield, request: object, ledger: YieldLedger) -> Yield:
    """A yield that is said while this is asked, as it is kept. Raises Refused."""
    if not isinstance(request, Choice | Roll):
        words = say("the game is over") if request is None else say("nobody is asked anything")
        raise Refused(Refusal("OVER", words))
    what = _asked_by(what, request)
    standing = {each.topic: each for each in ledger.standing(what.seat, game.spans(state))}
    why = _unfit(game, state, what, game.seats(state))
    if not why and standing.get(what.topic) == what:
        why = say("that stands already")
    elif not why and what.until == NOW and what.topic not in standing:
        why = say("'{topic}' is not yielded: there is nothing to take back", topic=what.topic)
    if why:
        raise Refused(Refusal("YIELD", why))
    return what


def _asked_by(what: Yield, request: object) -> Yield:
    """A yield with its seat and topic: those of the question in hand where it names none. Raises Refused."""
    if what.topic or not isinstance(request, Choice):
        return what
    if request.topic is None:
        words = say("'{prompt}' is always asked: costs, targets and duties are not yielded", prompt=request.prompt)
        raise Refused(Refusal("YIELD", words))
    return msgspec.structs.replace(what, seat=what.seat or request.seat, topic=request.topic)


def _unfit(game: Yielding[Any], state: Any, what: Yield, seats: Sequence[str]) -> str:
    """Why nobody can say so; empty: it can be said."""
    prompt, spans, conditions = what.topic.partition("/")[0], game.spans(state), game.conditions()
    windows = {str(kind.__struct_config__.tag) for kind in kinds_of() if kind.window}
    if what.seat not in seats:
        return say("there is no seat '{seat}'", seat=what.seat)
    if prompt not in windows:
        return say(
            "'{prompt}' is always asked; what can be yielded is {names}",
            prompt=prompt,
            names=", ".join(sorted(windows)),
        )
    if what.until != NOW and what.until not in spans:
        return say("a yield lasts until {names}, not '{until}'", names=", ".join((*spans, NOW)), until=what.until)
    strange = [name for name in what.unless if name not in conditions]
    if strange:
        return say(
            "there is no exception '{strange}'; there are {names}",
            strange=strange[0],
            names=", ".join(conditions) or say("none"),
        )
    return ""


def is_chosen(choice: Choice, kind: str, value: Any) -> bool:
    """Does its seat answer a question itself: by a choice, or by a yield that covers it?"""
    if isinstance(value, Yield):
        return value.seat == choice.seat and covers(value.topic, choice.topic or "")
    return kind == "choice" and not choice.foregone
