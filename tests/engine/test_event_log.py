"""The log of a game: copies are independent, whoever adds to which, and a seat's is without what it may not see."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from sim.engine.event_log import EventLog
from sim.engine.events import GameEvent

CHANGES = st.lists(
    st.tuples(st.integers(0, 9), st.sampled_from(["add", "copy", "become", "cut", "set"]), st.integers())
)


class Noted(GameEvent[object], frozen=True, tag="noted"):
    """Open to all."""

    n: int


class Whispered(GameEvent[object], frozen=True, tag="whispered"):
    """For one seat alone."""

    to: str

    def seen_by(self, seat: str) -> bool:
        return seat == self.to


class Said(GameEvent[object], frozen=True, tag="said"):
    """To one seat alone, or aloud."""

    to: str | None

    def seen_by(self, seat: str) -> bool:
        return self.to in (None, seat)

    @property
    def may_hide(self) -> bool:
        return self.to is not None


def event(n: int) -> GameEvent[object]:
    to = "north" if n % 2 else "east"
    return (Noted(n=n), Said(to=to if n % 4 > 1 else None), Whispered(to=to))[n % 3]


@given(CHANGES)
def test_logs_that_share_what_they_hold_are_as_lists_that_do_not(changes: list[tuple[int, str, int]]) -> None:
    logs: list[EventLog[GameEvent[object]]] = [EventLog()]
    lists: list[list[GameEvent[object]]] = [[]]
    for which, change, n in changes:
        at, other = which % len(logs), n % len(logs)
        if change == "add":
            logs[at].append(event(n))
            lists[at].append(event(n))
        elif change == "copy":
            logs.append(logs[at].copy())
            lists.append(lists[at].copy())
        elif change == "become":
            logs[at].become(logs[other])
            lists[at][:] = lists[other]
        elif change == "cut":
            del logs[at][n % 5 :]
            del lists[at][n % 5 :]
        elif lists[at]:
            logs[at][n % len(lists[at])] = lists[at][n % len(lists[at])] = event(n)
    for log, plain in zip(logs, lists, strict=True):
        assert log == plain
        assert list(log) == plain
        assert list(reversed(log)) == plain[::-1]
        begun, since = log.beginning(tuple)
        assert [*begun, *since] == plain
        assert (len(log), log[1:], log[-2:], log[::-2]) == (len(plain), plain[1:], plain[-2:], plain[::-2])
        for seat in ("north", "east"):
            seen = log.seen_by(seat)
            assert seen == [each for each in plain if each.seen_by(seat)]
            seen.append(Whispered(to="west"))
            assert seen.seen_by(seat) == [each for each in plain if each.seen_by(seat)]
        assert log == plain


def test_what_copies_have_begun_with_is_read_once_for_all_of_them() -> None:
    read = []

    def numbers(events: Sequence[GameEvent[object]]) -> tuple[int, ...]:
        read.append(len(events))
        return tuple(each.n for each in events if isinstance(each, Noted))

    log = EventLog([Noted(n=1), Noted(n=2)])
    assert log.beginning(numbers) == ((), [Noted(n=1), Noted(n=2)])
    copies = [log.copy(), log.copy()]
    log.append(Noted(n=3))
    for n, copy in enumerate(copies, 4):
        copy.append(Noted(n=n))
        assert copy.beginning(numbers) == ((1, 2), [Noted(n=n)])
    assert read == [0, 2]
    assert log.copy().beginning(numbers) == ((1, 2, 3), [])
    assert copies[0].beginning(numbers) == ((1, 2), [Noted(n=4)])
