"""When a window is drawn."""

from __future__ import annotations

from sim.app.window.waking import HUSHED_EVERY, REDRAWN_EVERY, SETTLES, STAYS_AWAKE, Waking


def drawn(waking: Waking, now: float, place: int, hush: int, *, moving: bool = False) -> bool:
    """Is the window drawn, with the mouse at a place?"""
    lively = waking.is_lively(now, moving, (place,), waits=False, hush=hush)
    if lively:
        waking._drawn = now
    return lively


def test_a_window_is_drawn_for_a_while_after_a_hand_moved() -> None:
    waking = Waking(None, None)
    assert drawn(waking, 10.0, 1, 0)
    assert all(drawn(waking, 10.0 + STAYS_AWAKE / 2, 1, 0) for _ in range(SETTLES))
    assert not drawn(waking, 10.1 + STAYS_AWAKE, 1, 0)
    assert drawn(waking, 10.2 + REDRAWN_EVERY + STAYS_AWAKE, 1, 0)


def test_while_something_is_awaited_it_is_drawn_as_often_as_shows_what_the_hand_did_and_then_now_and_then() -> None:
    waking = Waking(None, None)
    assert [drawn(waking, 10.0 + 0.01 * n, 1, 2) for n in range(5)] == [True, True, False, False, False]
    assert [drawn(waking, 10.1 + 0.01 * n, 2, 1) for n in range(3)] == [True, False, False]
    assert drawn(waking, 10.2, 2, 1, moving=True), "it has come"
    assert not drawn(waking, 10.21, 2, 1)
    assert drawn(waking, 10.3 + HUSHED_EVERY, 2, 1)


def test_however_long_frames_take_there_are_enough_of_them_for_panels_to_settle() -> None:
    """A panel's height is known a frame after what it holds, that of its neighbour a frame later, and so on; a busy
    machine has time for one or two in a second."""
    waking, slow = Waking(None, None), 1.5 * STAYS_AWAKE
    assert [drawn(waking, 10.0 + slow * n, 1, 0) for n in range(SETTLES + 1)] == [True] * SETTLES + [False]
    assert drawn(waking, 30.0, 2, 0)
    assert drawn(waking, 30.0 + slow, 2, 0)
