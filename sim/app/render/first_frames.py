"""The first frames of a scene, behind what is told while it is set up."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sim.app.render.fine_picture import PRIMES

__all__ = ["draw_by_groups"]


def draw_by_groups(renderer: Any, show: Callable[[], None]) -> None:
    """Draw a scene group by group, each with a frame that `show` draws: what the driver does when it first draws a
    thing takes half a second for all of them. Filling pixels that nobody sees is spared. After them comes the board's
    large shadow map, a piece a frame, and what the driver compiles for a still view: else the first picture at rest
    would wait for them."""
    groups = [*renderer.groups.values()]
    for group in groups:
        group.hide()
    renderer.pace.unseen = True
    for number in range(len(groups) + 1):
        if number:
            groups[number - 1].show()
        renderer.touch(fixed=number == len(groups))  # what is hidden casts no shadow, either
        show()
    for _ in range(renderer.sun.pieces_left + PRIMES + 1):  # a frame more for the shadows of what moves
        show()
    renderer.pace.unseen = False
    renderer.touch()
