"""What keys and buttons do to a real table, its view and its panels."""

from __future__ import annotations

from typing import Any

from sim.app.real_table.desk import TableDesk, TableTool
from sim.app.real_table.matrix_panel import MatrixPanel
from sim.app.real_table.mini_panel import MiniPanel, bodies
from sim.app.table.board_camera import BoardCamera, Glide
from sim.board.model.tableau import BASES_MM
from sim.board.movement.nav_scene import body_height
from sim.words import say

__all__ = ["TableDeeds"]

NEAR = 26.0  # inches: from no farther away a mini is looked at
STOREY = 0.2  # inches: what lies nearer over a mini's feet, or under them, is what it stands on
MEASURING = ("put", "tape", "jump", "marker", "teardrop", "push", "way", "smoke")
TOOLS = {name: TableTool(name) for name in MEASURING}


class TableDeeds:
    """All that can be asked for by name, but for what is the window's own."""

    def __init__(self, desk: TableDesk, camera: BoardCamera, minis: MiniPanel, matrix: MatrixPanel) -> None:
        self.desk, self.camera, self.minis, self.matrix = desk, camera, minis, matrix
        self.picker = camera.picker

    def obey(self, command: str) -> None:
        """What a button or key asks for."""
        desk = self.desk
        word, _, rest = command.partition(" ")
        figure = desk.figures.get(desk.chosen)
        if word == "choose":
            desk.choose(rest)
        elif word == "pair":
            one, _, other = rest.partition("\n")
            same = (desk.chosen, desk.other) == (one, other)
            desk.chosen, desk.other = one, "" if same else other
        elif word in ("turn", "nudge") and desk.boat:
            by = tuple(map(float, rest.split()))
            desk.move_boat(turn=by[0]) if word == "turn" else desk.move_boat(*by)
        elif word == "turn" and figure is not None:
            desk.change(facing=(figure.facing + float(rest)) % 360.0)
        elif word == "nudge" and figure is not None:
            right, up = map(float, rest.split())
            desk.carry((figure.at[0] + right, figure.at[1] + up, figure.at[2]))
        elif command in ("lift", "lower") and figure is not None:
            self._lift(1 if command == "lift" else -1)
        elif command in TOOLS:
            desk.take(TableTool.LOOK if desk.tool is TOOLS[command] else TOOLS[command])
        elif command in ("less", "more"):
            desk.lengthen(1.0 if command == "more" else -1.0)
        else:
            self._obey_plainly(command)

    def _obey_plainly(self, command: str) -> None:
        desk, camera = self.desk, self.camera
        figure = desk.figures.get(desk.chosen)
        match command:
            case "next" | "previous":
                desk.choose(desk.following(desk.chosen, 1 if command == "next" else -1))
            case "other" | "other back":
                desk.other = desk.following(desk.other, 1 if command == "other" else -1, but=desk.chosen)
            case "here":
                if desk.tool is TableTool.PUT:
                    desk.put((*camera.orbit.centre[:2], self._levels(*camera.orbit.centre[:2])[-1]))
            case "reach":
                desk.shows_reach = not desk.shows_reach
            case "base":
                now = desk.base if figure is None or desk.tool is TableTool.PUT else figure.base_mm
                self._dress(base=next((size for size in BASES_MM if size > now), BASES_MM[0]))
            case "body" | "body back":
                now_worn = desk.body if figure is None or desk.tool is TableTool.PUT else figure.body
                known = bodies()
                step = 1 if command == "body" else -1
                at = known.index(now_worn) if now_worn in known else -1
                self._dress(body=known[(at + step) % len(known)])
            case "remove":
                desk.remove()
            case "undo" | "redo":
                desk.undo(again=command == "redo")
            case "name":
                self.minis.focus = figure is not None
            case "table":
                self.matrix.shown = not self.matrix.shown
            case "top":
                camera.orbit.top()
            case "home":
                camera.home()
            case "centre" if figure is not None:
                orbit = camera.orbit
                camera.glide(Glide(figure.at, orbit.turn, orbit.steep, min(orbit.distance, NEAR)))
            case "eye" if figure is not None:
                self._eye()

    def _eye(self) -> None:
        """What the chosen mini sees, towards whom it looks at, or the middle of the table; and back."""
        orbit, figures = self.camera.orbit, self.desk.figures
        if orbit.mode == "eye":
            orbit.leave()
            return
        other = figures.get(self.desk.other) or figures.get(self.desk.following(self.desk.chosen))
        x, y, z = (*(side / 2 for side in self.desk.board.size), 1.0) if other is None else other.at
        orbit.eye(figures[self.desk.chosen], (x, y, z + (body_height(other.base_mm) / 2 if other is not None else 0.0)))

    def _dress(self, **given: Any) -> None:
        """Another base or body for the chosen mini, or for the next one."""
        desk = self.desk
        if desk.tool is TableTool.PUT or desk.chosen not in desk.figures:
            for name, value in given.items():
                setattr(desk, name, value)
        else:
            desk.change(**given)

    def _levels(self, x: float, y: float) -> list[float]:
        return self.picker.levels(x, y, self.desk.tableau) or [0.0]

    def _lift(self, way: int) -> None:
        """To the next storey over or under the one that it stands on."""
        figure = self.desk.figures[self.desk.chosen]
        x, y, z = figure.at
        levels = [each for each in self._levels(x, y) if (each - z) * way > STOREY]
        if not levels:
            self.desk.notify(say("Nothing lies above it") if way > 0 else say("Nothing lies below it"))
            return
        self.desk.carry((x, y, min(levels) if way > 0 else max(levels)))
