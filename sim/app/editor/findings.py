"""What a check found, while somebody builds: the newest findings, and where each of them is."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from sim.app.editor.model import EditorModel
from sim.board.map_checks.checks import Issue
from sim.board.model.tableau import Point
from sim.builder.checking import Checker
from sim.builder.edits import ids_of

__all__ = ["Findings", "place_of"]

EDGES = {"north": (0.5, 1.0), "south": (0.5, 0.0), "west": (0.0, 0.5), "east": (1.0, 0.5)}


class Findings:
    """Checks the model's text after every change, in a process of its own; `issues` are of the text `checked`."""

    def __init__(self, model: EditorModel, checks: bool = True) -> None:
        self.model = model
        self.issues: Sequence[Issue] = ()
        self.checked = ""
        self.failed = False
        self._asked = ""
        self._news: list[tuple[str, list[Issue] | None]] = []
        self._checker = Checker(lambda text, issues: self._news.append((text, issues))) if checks else None

    @property
    def fresh(self) -> bool:
        """Are they of the map as it stands?"""
        return self.checked == self.model.document.text

    def poll(self) -> bool:
        """Ask and hear; True where something came."""
        text = self.model.document.text
        if self._checker is not None and text != self._asked:
            self._asked = text
            self._checker.ask(self.model.source, text)
        came = bool(self._news)
        while self._news:
            self.checked, issues = self._news.pop(0)
            self.failed = issues is None
            self.issues = issues or ()
        return came

    def count(self, severity: str) -> int:
        return sum(issue.severity == severity for issue in self.issues)

    def close(self) -> None:
        if self._checker is not None:
            self._checker.close()


def place_of(issue: Issue, model: EditorModel) -> tuple[Point | None, tuple[str, ...]]:
    """Where an issue is, and the pieces and canals that it names."""
    made = model.map
    words = set(re.findall(r"[a-z0-9][a-z0-9-]*", issue.where))
    ids = tuple(sorted(ids_of(made) & words))
    if ids:
        rings = [ring for id in ids if len(ring := model.outline(id))]
        x, y = np.concatenate(rings).mean(0)
        tops = [model.shapes.heights(p)[1] for p in made.pieces if p.id in ids]
        return (float(x), float(y), min(max(tops, default=0.0), 6.0) / 2), ids
    for edge, (x, y) in EDGES.items():
        if edge in words:
            return (x * made.size[0], y * made.size[1], 0.0), ()
    return None, ()
