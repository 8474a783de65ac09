"""What is measured of a real table, drawn over it: who sees whom, what hides whom, a reach, a jump, a template."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from sim.app.real_table.desk import TableAim, TableDesk, TableTool
from sim.app.real_table.measures import TableMeasures, ToolFinds
from sim.app.render.overlay import Overlay
from sim.app.render.palettes import AMBER, FALLS, GOLD, HIDDEN, PALE, SEEN, WHITE, Colour
from sim.board.model.journeys import Journey
from sim.board.model.part_names import part_called
from sim.board.model.tableau import MM, Figure, Point
from sim.board.model.verdicts import JumpSweep, Sight, Under
from sim.board.movement.nav_scene import body_height
from sim.board.movement.pushed_off import PushedOff
from sim.board.movement.rowing import hull_outline
from sim.board.sight.seen_pairs import SeenPair
from sim.carnevale.journeys.words import stage_words, whole_words
from sim.carnevale.push_words import fall_cost, push_sentence
from sim.geometry.ground.distance import between
from sim.percent import hidden_share
from sim.words import counted, joined, listed, say

__all__ = ["RealTableMarks", "told_of_tool", "tone_of"]

RIM = 0.12  # inches round a base
OVER = 0.05  # inches over the ground
FALL = 0.05  # inches: less is no fall, but a place at the rim
LITTLE = 0.05  # inches: so little between two bases has no line


def tone_of(pair: SeenPair) -> Colour:
    """Red is not seen, amber in cover, green in the open."""
    return HIDDEN if not pair.sight.visible else AMBER if pair.ruled.cover.in_cover else SEEN


def told_of_tool(tool: TableTool, aim: TableAim, verdict: ToolFinds, figures: Mapping[str, Figure], who: str) -> str:
    """What a tool comes to, in words."""
    match verdict:
        case str():
            return verdict
        case PushedOff():
            return push_sentence(who, verdict, frozenset(figures))
        case Journey():
            return _told_of_way(who, verdict)
        case Under(hit=hit, shielded=shielded):
            lines = [say("hit: {minis}", minis=listed(hit)) if hit else say("nobody is hit")]
            lines += [
                say("{mini} is touched, but {part} stands between", mini=id, part=part_called(part))
                for id, part in shielded
            ]
            return joined("; ", lines)
        case JumpSweep(falls=True):
            falls = say(
                '{mini} falls {inches:.2f}" and comes to rest at {place}',
                mini=who, inches=verdict.fall_height, place=_place(verdict.rest),
            )  # fmt: skip
            cost = fall_cost(verdict.fall_height, verdict.ground.landing)
            return joined(", ", (falls, cost)) if cost else falls
        case JumpSweep(stopped_by=str() as part):
            return say(
                "{mini} is stopped by {part}, at {place}", mini=who, part=part_called(part), place=_place(verdict.end)
            )
        case JumpSweep():
            return say("{mini} lands at {place}", mini=who, place=_place(verdict.end))
        case Sight() if who in figures:
            figure = figures[who]
            up = aim.at[2] - figure.at[2]
            told = {"mini": who, "inches": _apart(figure, aim.at), "up": up, "place": _place(aim.at)}
            if verdict.visible:
                return say('{mini} sees {place}: {inches:.2f}" from its base, {up:+.2f}" in height', **told)
            return say('{mini} does not see {place}: {inches:.2f}" from its base, {up:+.2f}" in height', **told)
    return ""


def _told_of_way(who: str, way: Journey) -> str:
    """The whole, then each action of each turn; and what bars it."""
    whole = say("{mini}: {words}", mini=who, words=whole_words(way))
    stages = [say("turn {n}: {words}", n=stage.turn, words=stage_words(stage)) for stage in way.stages]
    return joined("; ", (whole, *stages, *(bar.words for bar in way.bars if not way.arrives)))


def _apart(figure: Figure, at: Point) -> float:
    """Inches from a base to a place (GEO-02)."""
    return between(figure.at, figure.radius, at, 0.0).distance


def _place(at: Point) -> str:
    return f"{at[0]:.2f}, {at[1]:.2f}, {at[2]:.2f}"


class RealTableMarks:
    """Layers over the board, each drawn anew only when what it shows has changed."""

    def __init__(self, renderer: Any, desk: TableDesk, measures: TableMeasures) -> None:
        self.desk, self.measures = desk, measures
        self.reach = Overlay(renderer, through=0.12, name="real table: reach")
        self.beams = Overlay(renderer, through=0.5, name="real table: beams")
        self.tool = Overlay(renderer, through=0.5, name="real table: tool")
        self.layers = (self.reach, self.beams, self.tool)
        self._drawn: dict[str, object] = {}

    def close(self) -> None:
        for layer in self.layers:
            layer.remove()

    def sync(self, pair: SeenPair | None, ghost: Point | None) -> None:
        """`pair`: the one that is pointed at. `ghost`: where the next mini would be put, or smoke."""
        desk, measures = self.desk, self.measures
        reach = measures.reach
        if self._changed("reach", (id(reach), desk.chosen)):
            self.reach.clear()
            if reach is not None:
                self.reach.reach(reach)
        is_bare = desk.tool in (
            TableTool.LOOK,
            TableTool.PUT,
            TableTool.SMOKE,
        )  # else beams would hide what a tool says
        row = measures.row if is_bare else ()
        if self._changed("beams", (row, pair, desk.tableau, desk.chosen, desk.other, desk.boat)):
            self.beams.clear()
            self._bases()
            for each in (pair,) if pair is not None else row:
                self._pair(each, whole=pair is not None)
        under = measures.under
        wide = desk.radius if desk.tool is TableTool.SMOKE else desk.base * MM / 2
        if self._changed("tool", (under, ghost, wide, desk.chosen)):
            self.tool.clear()
            if ghost is not None:
                self.tool.ghost(ghost, wide, GOLD)
            if under is not None:
                self._under(*under)

    def _changed(self, name: str, value: object) -> bool:
        if name in self._drawn and self._drawn[name] == value:
            return False
        self._drawn[name] = value
        return True

    # -- layers -----------------------------------------------------------------------------------------------

    def _bases(self) -> None:
        for figure in self.desk.figures.values():
            if figure.id in (self.desk.chosen, self.desk.other):
                tone = GOLD if figure.id == self.desk.chosen else WHITE
                self.beams.ring(figure.at, figure.radius + RIM, tone, 0.12)

        for boat in self.desk.board.vessels_at(self.desk.tableau):
            if boat.piece == self.desk.boat:
                hull = [(x, y, z + OVER) for x, y, z in hull_outline(self.desk.board, boat)]
                self.beams.line([*hull, hull[0]], GOLD, 4.0)

    def _pair(self, pair: SeenPair, *, whole: bool) -> None:
        """The beam to whoever is looked at, or the line that is none, and over its head what is measured."""
        figures, layer = self.desk.figures, self.beams
        one, other = figures.get(pair.looks), figures.get(pair.at)
        if one is None or other is None:
            return
        tone, sight, cover, apart = tone_of(pair), pair.sight, pair.ruled.cover, pair.distance
        if sight.visible and sight.witness is not None:
            layer.line(list(sight.witness), tone, 3.5 if whole else 2.5)
            layer.dots(list(sight.witness), tone, 8.0)
        else:
            layer.line([_head(one), _head(other)], tone, 3.0 if whole else 1.5, dashed=0.25)
        inches = say("base contact") if apart.base_contact else say('{inches:.2f}"', inches=apart.distance)
        if not sight.visible:
            words = say("{inches}, not seen", inches=inches)
        elif cover.in_cover:
            words = say("{inches}, {share} hidden, in cover", inches=inches, share=hidden_share(cover.hidden))
        else:
            words = say("{inches}, {share} hidden", inches=inches, share=hidden_share(cover.hidden))
        x, y, z = _head(other)
        layer.label((x, y, z + 0.7), joined(": ", (pair.at, words)), tone, 14)
        if not whole:
            return
        layer.dots([cover.eye], tone, 6.0)
        start, end = ((x, y, z + OVER) for x, y, z in apart.closest)
        if math.dist(start, end) > LITTLE:
            layer.line([start, end], PALE, 2.0, dashed=0.15)
        if not sight.visible and sight.blocker:
            middle = tuple((a + b) / 2 for a, b in zip(_head(one), _head(other), strict=True))
            layer.label((middle[0], middle[1], middle[2] + 0.3), part_called(sight.blocker), HIDDEN, 12)

    def _under(self, tool: TableTool, aim: TableAim, verdict: ToolFinds) -> None:
        layer, figures = self.tool, self.desk.figures
        who = figures.get(self.desk.chosen)
        match verdict:
            case Under():
                if verdict.outline:
                    layer.line([*verdict.outline, verdict.outline[0]], AMBER, 3.0)
                for beam in verdict.beams:
                    layer.line([beam.start, beam.end], AMBER, 2.0)
                for id in verdict.hit:
                    layer.ring(figures[id].at, figures[id].radius + RIM, HIDDEN, 0.12)
                for id, part in verdict.shielded:
                    layer.ring(figures[id].at, figures[id].radius + RIM, SEEN, 0.08)
                    layer.label(_head(figures[id]), say("behind {part}", part=part_called(part)), SEEN, 12)
                words = counted("{n} mini hit", "{n} minis hit", len(verdict.hit))
                layer.label((aim.at[0], aim.at[1], aim.at[2] + 2.2), words, AMBER, 13)
            case JumpSweep() if who is not None:
                layer.line([(x, y, z + OVER) for x, y, z in verdict.path], GOLD, 4.0)
                layer.ghost(verdict.end, who.radius, FALLS if verdict.falls else GOLD)
                if verdict.falls:
                    layer.line([verdict.end, verdict.rest], FALLS, 3.0, dashed=0.2)
                    layer.ghost(verdict.rest, who.radius, FALLS)
                    x, y, z = verdict.rest
                    words = say('falls {inches:.1f}"', inches=verdict.fall_height)
                    layer.label((x, y, z + 1.8), words, FALLS, 13)
            case PushedOff() if who is not None:
                self._pushed(who, verdict)
            case Journey() if who is not None:
                self._way(who, verdict)
            case Sight() if who is not None:
                foot = _edge(who, aim.at)
                tone = SEEN if verdict.visible else HIDDEN
                layer.line(
                    [foot, (aim.at[0], aim.at[1], aim.at[2] + OVER)], tone, 3.0, dashed=0.0 if verdict.visible else 0.25
                )
                words = say('{inches:.2f}"', inches=_apart(who, aim.at))
                layer.label((aim.at[0], aim.at[1], aim.at[2] + 0.6), words, tone, 14)

    def _pushed(self, who: Figure, found: PushedOff) -> None:
        layer, push = self.tool, found.push
        layer.line([(x, y, z + OVER) for x, y, z in (who.at, *push.path, push.end)], GOLD, 4.0)
        layer.ghost(push.end, who.radius, GOLD if found.fall is None else FALLS)
        if found.fall is not None and (rest := found.rest) is not None:
            layer.line([push.end, rest], FALLS, 3.0, dashed=0.2)
            layer.ghost(rest, who.radius, FALLS)
            if found.fall.height >= FALL:
                words = say('falls {inches:.1f}"', inches=found.fall.height)
                layer.label((rest[0], rest[1], rest[2] + 1.8), words, FALLS, 13)

    def _way(self, who: Figure, way: Journey) -> None:
        """Each action, and where each ends: the last of a turn with its number."""
        layer, last = self.tool, len(way.stages) - 1
        for number, stage in enumerate(way.stages):
            points = [(x, y, z + OVER) for x, y, z in stage.points]
            layer.line(points, AMBER if stage.rolls else GOLD, 4.0, dashed=0.2 if stage.kind == "jump" else 0.0)
            layer.ghost(stage.points[-1], who.radius, AMBER if stage.rolls else GOLD)
            if number == last or way.stages[number + 1].turn > stage.turn:
                x, y, z = stage.points[-1]
                layer.label((x, y, z + 1.2), say("turn {n}", n=stage.turn), GOLD, 13)
        for bar in way.bars if not way.arrives else ():
            layer.label(bar.at, bar.words, HIDDEN, 12)


def _head(figure: Figure) -> Point:
    x, y, z = figure.at
    return (x, y, z + body_height(figure.base_mm) * 0.85)


def _edge(figure: Figure, toward: Point) -> Point:
    """The point of a base that is nearest to a place."""
    x, y, z = figure.at
    far = math.dist((x, y), toward[:2])
    share = 0.0 if far < figure.radius else figure.radius / far
    return (x + (toward[0] - x) * share, y + (toward[1] - y) * share, z + OVER)
