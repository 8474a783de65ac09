"""Of what is kept, the one that was not asked for longest is let go first."""

from __future__ import annotations

from itertools import count

from hypothesis import given
from hypothesis import strategies as st

from sim.board.most_recent import MostRecent


def test_what_is_kept_is_not_made_again() -> None:
    made, kept = count(1), MostRecent[str, int](2)

    def of(key: str) -> int:
        return kept.of(key, lambda: next(made))

    assert [of("a"), of("b"), of("a")] == [1, 2, 1]
    assert of("c") == 3  # "b" goes
    assert of("a") == 1
    assert of("b") == 4
    assert [key for key, _ in kept.items()] == ["a", "b"]
    kept.clear()
    assert of("a") == 5


@given(st.lists(st.integers(0, 5)), st.integers(1, 4))
def test_the_keys_that_were_asked_for_last_are_kept(keys: list[int], most: int) -> None:
    kept = MostRecent[int, int](most)
    for key in keys:
        kept.of(key, int)
    latest = list(dict.fromkeys(reversed(keys)))[:most]
    assert [key for key, _ in kept.items()] == latest[::-1]
