"""The first frames of a scene, behind what is told while it is set up."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sim.app.render.cutaway import Cutaway

__all__ = ["draw_by_groups"]

NOTHING = Cutaway((0.0, 0.0), (0.0, 0.0), 1e6)  # is left out by it


def draw_by_groups(renderer: Any, show: Callable[[], None]) -> None:
    """Draw a scene group by group, each with a frame that `show` draws: what the driver does when it first draws a
    thing takes half a second for all of them. Filling pixels that nobody sees is spared. After them comes the board's
    large shadow map, a piece a frame, and what the driver compiles for a still view, and for houses that are open: else
    the first picture at rest, and the first house that opens, would wait for them."""
    groups = [*renderer.groups.values()]
    for group in groups:
        group.hide()
    renderer.pace.unseen = True
    fine, renderer.fine.primes = renderer.fine.primes, 0
    for number in range(len(groups) + 1):
        if number:
            groups[number - 1].show()
        renderer.touch(fixed=number == len(groups))  # what is hidden casts no shadow, either
        show()
    for _ in range(renderer.sun.pieces_left + 1):  # a frame more for the shadows of what moves
        show()
    _prime(renderer, groups, fine, show)
    renderer.open(NOTHING)
    _prime(renderer, groups, fine, show)
    renderer.open(None)
    show()
    renderer.pace.unseen = False
    renderer.touch()


def _prime(renderer: Any, groups: list[Any], fine: int, show: Callable[[], None]) -> None:
    """Have the driver compile what a moving view is drawn with, and in so many frames a still one: each group alone."""
    for group in groups:
        for other in groups:
            other.hide()
        group.show()
        renderer.touch()
        show()
        renderer.fine.primes = fine
        for _ in range(fine):
            show()
    for group in groups:
        group.show()
