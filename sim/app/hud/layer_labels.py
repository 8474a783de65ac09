"""Labels of the marks over the board: off the panels, and beside each other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from imgui_bundle import imgui

from sim.app.hud.layout import Rect
from sim.app.hud.mini_labels import box_of
from sim.app.render.label_layout import LabelBox, lay_labels, outside
from sim.app.render.overlay import Overlay
from sim.board.model.tableau import Point

__all__ = ["LayerLabels"]


class LayerLabels:
    """`laid`: where they are now."""

    def __init__(self) -> None:
        self.laid: Sequence[LabelBox] = ()
        self._before: object = None

    def spread(
        self,
        layers: Iterable[Overlay],
        to_screen: Callable[[Point], tuple[float, float] | None],
        panels: Sequence[Rect],
        marks: Sequence[Rect] = (),
    ) -> Sequence[LabelBox]:
        """Move them off the panels, the window's edges and marks, and those that lie over each other apart. Returns
        where they are."""
        seen = [(label, at) for layer in layers for label in layer.labels if (at := to_screen(label.at))]
        window = imgui.get_io().display_size
        now = ([(id(label), at) for label, at in seen], panels, marks, (window.x, window.y))
        if now != self._before:
            self._before = now
            boxes = [LabelBox(round(x), round(y), *label.size) for label, (x, y) in seen]
            walls = [*map(box_of, panels), *outside(window.x, window.y)]
            self.laid = lay_labels(boxes, walls, [*map(box_of, marks)])
            for (label, _), box, own in zip(seen, boxes, self.laid, strict=True):
                label.shift(round(own.x - box.x), round(own.y - box.y))
        return self.laid
