"""Where on the board a finding is, and what it names."""

from __future__ import annotations

import re

import numpy as np

from sim.app.editor.model import EditorModel
from sim.board.map_checks.checks import Issue
from sim.board.model.tableau import Point
from sim.builder.edits import ids_of
from sim.builder.measuring.ways import Finding

__all__ = ["place_of"]

EDGES = {"north": (0.5, 1.0), "south": (0.5, 0.0), "west": (0.0, 0.5), "east": (1.0, 0.5)}


def place_of(issue: Issue | Finding, model: EditorModel) -> tuple[Point | None, tuple[str, ...]]:
    """Where an issue is, and the pieces and canals that it names."""
    made = model.map
    words = set(re.findall(r"[a-z0-9][a-z0-9-]*", issue.where))
    ids = tuple(sorted(ids_of(made) & words))
    if isinstance(issue, Finding):
        return issue.at, ids
    if ids:
        rings = [ring for id in ids if len(ring := model.outline(id))]
        x, y = np.concatenate(rings).mean(0)
        tops = [model.shapes.heights(p)[1] for p in made.pieces if p.id in ids]
        return (float(x), float(y), min(max(tops, default=0.0), 6.0) / 2), ids
    for edge, (x, y) in EDGES.items():
        if edge in words:
            return (x * made.size[0], y * made.size[1], 0.0), ()
    return None, ()
