"""The shapes of minis over the picture: striped in the colour of their seat over houses that hide them, and, while what
cannot be reached is darkened, as holes in that veil.

Each pixel of a silhouette is judged by itself: where the scene's depth is nearer than the mini, and what lies there is
not the mini's own body, the shape is painted.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from sim.app.render import glsl_overlay
from sim.app.render.board_cells import surface_node
from sim.app.render.board_view import BoardView
from sim.app.render.figures import SEAT_COLOURS, FigureLook, figure_surface
from sim.app.render.lod_meshes import simplified
from sim.app.render.overlay import bore
from sim.board.model.tableau import Figure

__all__ = ["Silhouettes"]

GRID = 0.11  # inches: finer parts of a body are not told apart in a silhouette
ROUND, ABOVE = 1.25, 1.9  # of the base's radius and diameter: so far the mini itself may be what hides a part of it


class Silhouettes:
    """The silhouettes over one view. They are drawn only on screens with shaders."""

    def __init__(self, view: BoardView) -> None:
        self.view = view
        self.shown: frozenset[str] = frozenset()
        self._shapes: dict[tuple[str, float], Any] = {}
        self._nodes: dict[str, tuple[Any, Any]] = {}  # edge and body of each mini that was hidden once
        self._holes: dict[str, Any] = {}  # in the veil
        self._able = bool(view.screen.shaders)
        self.owed = False  # more are to be shown than were made; go on with it in the next frame
        self._fresh = True  # a body may be made in this frame
        if not self._able:
            return
        self.node = view.renderer.drawn.attach_new_node("silhouettes")
        self._under = view.renderer.drawn.attach_new_node("spared minis")
        self.node.set_shader(view.screen.shader(glsl_overlay.HIDDEN_VERTEX, glsl_overlay.HIDDEN_FRAGMENT))

    def begin(self) -> bool:
        """A frame begins, in which one body may be made, as that takes a while. True: some are owed."""
        owed, self.owed, self._fresh = self.owed, False, True
        return owed

    def spare(self, who: Collection[str]) -> None:
        """Keep the veil off these minis, where they stand now, and off no others."""
        if not self._able:
            return
        for id in [id for id in self._holes if id not in who]:
            self._holes.pop(id).remove_node()
        for id in who:
            shown = self.view.figure(id)
            if shown is None or (id not in self._holes and self._waits(*shown[:2])):
                continue
            if id not in self._holes:
                hole = self._holes[id] = self._under.attach_new_node("hole")
                hole.attach_new_node(self._shape(*shown[:2]))
                bore(self.view.screen, hole, "FIGURE_HOLE")
            self._holes[id].set_pos_hpr(shown[2].get_pos(), shown[2].get_hpr())
        self.view.renderer.drawn_changed()

    def show(self, who: Collection[str]) -> None:
        """Show those of these minis, and where they stand now; none of all others."""
        if not self._able:
            return
        self.shown = frozenset(who)
        for id, nodes in self._nodes.items():
            if id not in self.shown:
                for node in nodes:
                    node.hide()
        for id in self.shown:
            shown = self.view.figure(id)
            if shown is None or (id not in self._nodes and self._waits(*shown[:2])):
                continue
            if id not in self._nodes:
                self._nodes[id] = self._made(*shown[:2])
            for node in self._nodes[id]:
                node.set_pos_hpr(shown[2].get_pos(), shown[2].get_hpr())
                node.show()
        self.view.renderer.drawn_changed()

    def remove(self) -> None:
        """Take them off the board."""
        if self._able:
            self.node.remove_node()
            self._under.remove_node()
            self._nodes.clear()
            self._holes.clear()

    def _made(self, figure: Figure, look: FigureLook) -> tuple[Any, Any]:
        """A dark edge round it, and the striped body over that."""
        from panda3d.core import LVector2, LVector4

        colour = SEAT_COLOURS[look.seat % len(SEAT_COLOURS)]
        made = []
        for name, paint, swell, sort in (("edge", (0.03, 0.02, 0.02), 1.0, 0), ("body", colour, 0.0, 1)):
            node = self.node.attach_new_node(name)
            node.attach_new_node(self._shape(figure, look))
            node.set_shader_input("paint", LVector4(*paint, swell))
            node.set_shader_input("own", LVector2(figure.radius * ROUND, figure.radius * 2 * ABOVE))
            node.set_bin("fixed", sort)
            made.append(node)
        return made[0], made[1]

    def _waits(self, figure: Figure, look: FigureLook) -> bool:
        """Is its body to be made, and another was made in this frame?"""
        made = (figure.body, figure.base_mm) in self._shapes
        if made or self.view.far_shape(figure, look) is not None:
            return False
        self.owed, self._fresh = self.owed or not self._fresh, False
        return self.owed

    def _shape(self, figure: Figure, look: FigureLook) -> Any:
        """A body without its finer parts."""
        key = (figure.body, figure.base_mm)
        if key not in self._shapes and (far := self.view.far_shape(figure, look)) is not None:
            self._shapes[key] = far
        if key not in self._shapes:
            surface, shade = figure_surface(figure.body, figure.base_mm, look)
            self._shapes[key] = surface_node(*simplified(surface, shade, GRID), "silhouette")
        return self._shapes[key]
