"""What is measured, drawn over the board: minis, their reach and view; jumps and their odds; the heat of places."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.app.editor.controller import EditorController
from sim.app.editor.live import SURE, LiveMeasures, chance_of, too_wide
from sim.app.editor.measure_bar import heat
from sim.app.editor.model import EditorModel
from sim.app.editor.tools import EditorTool
from sim.app.render.jump_arc import arc
from sim.app.render.overlay import Overlay
from sim.app.render.palettes import AMBER, HIDDEN, SEEN, Colour
from sim.board.model.part_names import part_called
from sim.board.model.tableau import MM, Point
from sim.builder.measuring.leaps import Leap, LeapWay
from sim.builder.measuring.protocol import Overlooked, WayMeasured
from sim.carnevale.journeys.words import whole_words
from sim.percent import hidden_share, percent
from sim.words import say, sense

__all__ = ["MeasureMarks", "words_of"]

Floats = NDArray[np.float64]

CHOSEN: Colour = (0.98, 0.82, 0.42, 0.95)
OTHER: Colour = (0.95, 0.93, 0.88, 0.9)
SWUM: Colour = (0.45, 0.80, 0.95, 0.95)
WATERY = ("swim", "enter_water", "leave_water")
EYES = 1.1  # inches over the base
TOLD_WITHIN = 8.0  # inches of the mouse: so near the odds of jumps are told in words
MOST_TOLD = 7
LIKELY = 0.5  # of all tries: an amber jump; a red one arrives more seldom
OVER_GROUND = 0.06


def words_of(leap: Leap, dexterity: int) -> str:
    """A jump and the same back, in words."""
    one, two = _leg_words(leap.there, dexterity), _leg_words(leap.back, dexterity)
    rise = leap.there.end[2] - leap.there.start[2]
    if one == two:
        return one
    if abs(rise) < 0.3:
        return say("{there}, back {back}", there=one, back=two)
    if rise > 0:
        return say("up {there}, down {back}", there=one, back=two)
    return say("down {there}, up {back}", there=one, back=two)


def _leg_words(leg: LeapWay, dexterity: int) -> str:
    wide = too_wide(leg, dexterity)
    if wide is None:
        return sense("a jump that cannot arrive", "no")
    told = percent(chance_of(leg, dexterity))
    return told if wide == 0.0 else say('{odds}, {inches:.1f}" too wide', odds=told, inches=wide)


def _tone(leap: Leap, dexterity: int) -> Colour:
    best = max(chance_of(leg, dexterity) for leg in (leap.there, leap.back))
    return SEEN if best >= SURE else AMBER if best >= LIKELY else HIDDEN


class MeasureMarks:
    """Layers over the board, each drawn anew only when what it shows has changed."""

    def __init__(self, renderer: Any, model: EditorModel, live: LiveMeasures) -> None:
        self.model, self.live = model, live
        self.heat = Overlay(renderer, through=0.0, name="heat")
        self.reach = Overlay(renderer, through=0.12, name="measured reach")
        self.minis = Overlay(renderer, through=0.5, name="minis")
        self.arcs = Overlay(renderer, through=0.35, name="leaps")
        self.odds = Overlay(renderer, through=0.8, name="odds")
        self.way = Overlay(renderer, through=0.5, name="way")
        self._drawn: dict[str, object] = {}

    @property
    def labelled(self) -> tuple[Overlay, ...]:
        """The layers with words."""
        return self.way, self.minis, self.odds

    def close(self) -> None:
        for layer in (self.heat, self.reach, self.minis, self.arcs, self.odds, self.way):
            layer.remove()

    def sync(self, hand: EditorController) -> None:
        model, live, shows = self.model, self.live, self.model.shows
        shown = live.outlook if shows.outlook else None
        if self._changed("heat", (shown, shows.outlook)):
            self.heat.clear()
            if shown is not None:
                self._heat(shown)
        if self._changed("reach", live.reached):
            self.reach.clear()
            if live.reached is not None:
                self.reach.reach(live.reached)
        if self._changed("minis", (model.minis, model.mini, live.views, live.reach)):
            self._minis()
        if self._changed("way", live.way):
            self.way.clear()
            if live.way is not None:
                self._way(live.way)
        leaps = live.leaps if shows.leaps else ()
        if self._changed("arcs", (leaps, shows.dexterity)):
            self.arcs.clear()
            for leap in leaps:
                self._arc(leap)
        told = self._told(leaps, hand) if hand.tool in (EditorTool.SELECT, EditorTool.PLACE, EditorTool.MINI) else ()
        if self._changed("odds", (told, shows.dexterity)):
            self.odds.clear()
            for leap in told:
                way = arc(leap.there.way)
                at = way[len(way) // 2]
                words = words_of(leap, shows.dexterity)
                self.odds.label((at[0], at[1], at[2] + 0.55), words, _tone(leap, shows.dexterity))

    def _changed(self, name: str, value: object) -> bool:
        if name in self._drawn and self._drawn[name] == value:
            return False
        self._drawn[name] = value
        return True

    # -- layers -----------------------------------------------------------------------------------------------

    def _heat(self, shown: Overlooked) -> None:
        """A square on the ground for each place."""
        kind, half = self.model.shows.outlook, shown.apart * 0.46
        groups: dict[tuple[float, float, float], list[Point]] = {}
        for place in shown.places:
            share = place.sees if kind == "seen" else place.covered
            groups.setdefault(heat(round(share, 2), kind), []).append(place.at)
        for tone, places in groups.items():
            at = np.array(places) + np.array([0.0, 0.0, OVER_GROUND])
            corners = np.array([[-half, -half, 0], [half, -half, 0], [half, half, 0], [-half, half, 0]])
            square = at[:, None, :] + corners[None, :, :]
            self.heat.fill(square[:, [0, 1, 2, 0, 2, 3]].reshape(-1, 3, 3), (*tone, 0.62))

    def _minis(self) -> None:
        """Each mini, and from the chosen one the beam to each other that it sees, with how well that is covered."""
        layer, model, live = self.minis, self.model, self.live
        layer.clear()
        views = {id: (sight, cover, apart) for id, sight, cover, apart in live.views}
        chosen = model.the_mini
        for mini in model.minis:
            paint = CHOSEN if mini.id == model.mini else OTHER
            layer.ghost(live.rest_of(mini), mini.base_mm * MM / 2, paint)
            layer.disc(live.rest_of(mini), mini.base_mm * MM / 2, (*paint[:3], 0.35))
        if chosen is None:
            return
        x, y, z = live.rest_of(chosen)
        for mini in model.minis:
            if mini.id not in views or mini.id == chosen.id:
                continue
            sight, cover, apart = views[mini.id]
            u, v, w = live.rest_of(mini)
            layer.sight(sight, (x, y, z + EYES), (u, v, w + EYES))
            far = apart.distance
            behind = part_called(sight.blocker) if sight.blocker else say("hidden")
            words = say('{inches:.1f}", {seen}', inches=far, seen=say("in the open") if sight.visible else behind)
            if cover is not None and (cover.in_cover or cover.hidden >= 0.005):
                share = hidden_share(cover.hidden)
                words = (
                    say('{inches:.1f}", {share} hidden, in cover', inches=far, share=share)
                    if cover.in_cover
                    else say('{inches:.1f}", {share} hidden', inches=far, share=share)
                )
            tone = HIDDEN if not sight.visible else AMBER if cover is not None and cover.in_cover else SEEN
            layer.label((u, v, w + EYES + 0.8), words, tone)

    def _way(self, measured: WayMeasured) -> None:
        """Its legs, where its actions and turns end, and in words what it takes or bars it."""
        layer, way = self.way, measured.way
        if way is None:
            x, y, z = measured.asked.goal
            layer.label((x, y, z + EYES), say("no base stands at both ends"), HIDDEN)
            return
        for stage in way.stages:
            if stage.kind == "jump":
                layer.line(arc(stage.points), AMBER, 4.0, dashed=0.22)
            for leg in stage.legs:
                tone = AMBER if leg.roll else SWUM if leg.kind in WATERY else SEEN
                layer.line([(x, y, z + OVER_GROUND) for x, y, z in leg.points], tone, 4.0)
        for stage, after in zip(way.stages, (*way.stages[1:], None), strict=False):
            end, ends_turn = stage.points[-1], after is not None and after.turn > stage.turn
            layer.disc(end, 0.26 if ends_turn else 0.14, CHOSEN)
            if ends_turn:
                layer.label((end[0], end[1], end[2] + 0.6), say("turn {n}", n=stage.turn), CHOSEN)
        x, y, z = way.stages[-1].points[-1] if way.stages else way.start
        layer.label((x, y, z + EYES + 1.0), whole_words(way), SEEN if way.arrives else HIDDEN)
        for bar in way.bars[:1]:
            layer.ring(bar.at, 0.5, HIDDEN)
            layer.label((bar.at[0], bar.at[1], bar.at[2] + EYES + 1.3), bar.words, HIDDEN)

    def _arc(self, leap: Leap) -> None:
        """The easier way, dashed where nobody counts on it."""
        dexterity = self.model.shows.dexterity
        leg = max((leap.there, leap.back), key=lambda each: chance_of(each, dexterity))
        tone = _tone(leap, dexterity)
        self.arcs.line(arc(leg.way), tone, 3.5 if tone == SEEN else 2.2, dashed=0.0 if tone == SEEN else 0.22)
        for end in (leg.start, leg.way[-1]):
            self.arcs.disc(end, 0.16, tone)

    def _told(self, leaps: tuple[Leap, ...], hand: EditorController) -> tuple[Leap, ...]:
        """Those near the mouse, nearest first."""
        if hand.hovered is None or not leaps:
            return ()
        x, y, _ = hand.hovered.at

        def far(leap: Leap) -> float:
            return math.dist((x, y), _middle(leap))

        near = sorted((leap for leap in leaps if far(leap) <= TOLD_WITHIN), key=far)
        return tuple(near[:MOST_TOLD])


def _middle(leap: Leap) -> tuple[float, float]:
    (a, b, _), (c, d, _) = leap.there.start, leap.there.end
    return ((a + c) / 2, (b + d) / 2)
