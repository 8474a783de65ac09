"""Small labels over minis: whose it is, its name, its life, the actions that it has left; and names of objectives."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import hypot
from typing import NamedTuple

from imgui_bundle import imgui

from sim.app.hud import theme, widgets
from sim.app.hud.layout import Rect
from sim.app.hud.theme import Fonts, ink
from sim.app.hud.widgets import V, font
from sim.app.render.label_layout import LabelBox, clear_of, outside, spread_labels
from sim.board.model.tableau import MM, Point
from sim.board.movement.nav_scene import body_height
from sim.carnevale.characters import Character
from sim.carnevale.names import names_of
from sim.carnevale.objective import Objective
from sim.carnevale.state import State
from sim.words.tongues import told

__all__ = ["box_of", "draw_labels", "draw_objectives"]

ToScreen = Callable[[Point], tuple[float, float] | None]
ABOVE = 0.35  # inches over the head
NAME = 13.0  # at 1280x800
WIDEST = 220


class _Label(NamedTuple):
    c: Character
    name: str
    acts: bool
    box: LabelBox


def box_of(panel: Rect) -> LabelBox:
    """A panel, as labels know it."""
    return LabelBox(panel.x + panel.w / 2, panel.y + panel.h / 2, panel.w, panel.h)


def draw_labels(
    state: State,
    seat_number: Callable[[str], int],
    fonts: Fonts,
    who: Iterable[str],
    to_screen: ToScreen,
    panels: Sequence[Rect] = (),
    taken: Sequence[LabelBox] = (),
    spared: Sequence[LabelBox] = (),
) -> None:
    """Of these minis, each where it is seen or would be; beside the panels, and none of who stands under one.

    `taken`: where other words stand over the board. `spared`: what may be clicked there, and so is not hidden.
    """
    f, name, made, window = fonts, names_of(state), [], imgui.get_io().display_size
    covered = [*map(box_of, panels), *taken, *outside(window.x, window.y)]
    clear = [*covered, *spared]
    with font(f, "bold", NAME):
        for id in who:
            c = state.characters.get(id)
            if c is None or not c.on_board:
                continue
            place, foot = _over(c, to_screen), to_screen(c.here)
            if place is None or foot is None or any(each.holds(*foot) for each in covered):
                continue
            words = widgets.fitted(name(id), f.px(WIDEST))
            wide = max(imgui.calc_text_size(told(words)).x + f.px(26), f.px(70))
            box = clear_of(LabelBox(place[0], place[1] - f.px(16), wide, f.px(32)), clear)
            made.append(_Label(c, words, state.active == id, box))
        made.sort(key=lambda each: not each.acts)  # whose turn it is stays where it stands
        downs = spread_labels([each.box for each in made], clear)
        for each, down in zip(made, downs, strict=True):
            if 0 <= each.box.y + down <= window.y and 0 <= each.box.x <= window.x:  # else there is no room for it
                _draw(each, down, seat_number(each.c.seat), f)


def _over(c: Character, to_screen: ToScreen) -> tuple[float, float] | None:
    """The pixel over a mini's head; seen from above, beyond its base."""
    x, y, z = c.here
    head, foot = to_screen((x, y, z + body_height(c.profile.size) + ABOVE)), to_screen(c.here)
    edge = to_screen((x + c.profile.size * MM / 2, y, z))
    if head is None or foot is None or edge is None:
        return None
    return (head[0], min(head[1], foot[1] - hypot(edge[0] - foot[0], edge[1] - foot[1])))


def _draw(label: _Label, down: float, number: int, f: Fonts) -> None:
    draw, c, box = imgui.get_background_draw_list(), label.c, label.box
    left, top = round(box.x - box.wide / 2), round(box.y + down - box.tall / 2)
    draw.add_rect_filled(V(left, top), V(left + box.wide, top + box.tall), ink((0.05, 0.03, 0.03, 0.78)), f.px(3))
    if label.acts:
        draw.add_rect(V(left, top), V(left + box.wide, top + box.tall), ink(theme.GOLD_BRIGHT), f.px(3))
    widgets.seat_mark(left + f.px(11), top + f.px(10), f.px(5), number, hollow=c.had_turn and not label.acts, over=draw)
    draw.add_text(V(left + f.px(20), top + f.px(2)), ink(theme.PARCHMENT), told(label.name))
    bar, y, tall = f.px(8), top + f.px(20), f.px(7)
    most = max(1, c.profile.ap, c.ap)
    pips = most * f.px(9)
    wide = box.wide - 2 * bar - pips - f.px(4)
    draw.add_rect_filled(V(left + bar, y), V(left + bar + wide, y + tall), ink((0, 0, 0, 0.8)))
    share = min(1.0, c.lp / max(1, c.profile.lp))
    draw.add_rect_filled(V(left + bar, y), V(left + bar + wide * share, y + tall), ink(theme.LIFE))
    draw.add_rect(V(left + bar, y), V(left + bar + wide, y + tall), ink(theme.PARCHMENT, 0.5))
    has = c.ap if label.acts else 0 if c.had_turn else c.profile.ap
    for i in range(most):
        at = V(left + bar + wide + f.px(9) + i * f.px(9), y + tall / 2)
        if i < has:
            draw.add_circle_filled(at, f.px(3.2), ink(theme.ACTION))
        else:
            draw.add_circle(at, f.px(2.8), ink(theme.ACTION, 0.6))


def _mark_place(state: State, objective: Objective, to_screen: ToScreen, f: Fonts) -> tuple[float, float] | None:
    """The pixel of an objective's mark: a little over it, or, clear of the label, before the base of its carrier."""
    carrier = state.characters.get(objective.carrier or "")
    if carrier is not None and carrier.on_board:
        x, y, z = carrier.here
        foot, edge = to_screen((x, y, z)), to_screen((x + carrier.profile.size * MM / 2, y, z))
        if foot is None or edge is None:
            return None
        return (foot[0], foot[1] + max(f.px(8), 0.8 * hypot(edge[0] - foot[0], edge[1] - foot[1])))
    if objective.at is None:
        return None
    x, y, z = objective.at
    return to_screen((x, y, z + 1.1))


def draw_objectives(state: State, fonts: Fonts, to_screen: ToScreen, *, named: bool) -> list[Rect]:
    """A small gold mark over each objective that lies on the board, and at the foot of whoever carries one, through all
    walls; `named`: with its name.

    Returns where they are.
    """
    f, draw, made, name = fonts, imgui.get_background_draw_list(), [], names_of(state)
    for each in state.objectives.values():
        place = _mark_place(state, each, to_screen, f)
        if place is None:
            continue
        r, (px, py) = f.px(6), place
        for size, paint in ((r * 1.45, (0.05, 0.03, 0.03, 0.85)), (r, theme.GOLD_BRIGHT)):
            tip: widgets.Points = [V(px, py - size), V(px + size * 0.8, py), V(px, py + size), V(px - size * 0.8, py)]
            draw.add_convex_poly_filled(tip, ink(paint))
        made.append(Rect(px - r * 1.2, py - r * 1.5, r * 2.4, r * 3))
        if named:
            with font(f, "bold", NAME):
                called = told(name(each.id))
                words = imgui.calc_text_size(called)
                left, top = px - words.x / 2, py - r * 1.6 - words.y - f.px(4)
                corner = V(left + words.x + f.px(5), top + words.y + f.px(2))
                draw.add_rect_filled(V(left - f.px(5), top - f.px(1)), corner, ink((0.05, 0.03, 0.03, 0.8)), f.px(3))
                draw.add_text(V(left, top), ink(theme.GOLD_BRIGHT), called)
                made.append(Rect(left, top, words.x, words.y))
    return made
