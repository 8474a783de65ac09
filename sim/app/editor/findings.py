"""Where on the board a finding is, and what it names."""

from __future__ import annotations

import re

from sim.app.editor.model import EditorModel
from sim.board.map_checks.checks import Issue
from sim.board.model.tableau import Point
from sim.builder.edits import ids_of

__all__ = ["place_of"]


def place_of(issue: Issue, model: EditorModel) -> tuple[Point | None, tuple[str, ...]]:
    """Where an issue is, and the pieces and canals that it names."""
    words = set(re.findall(r"[a-z0-9][a-z0-9-]*", issue.where))
    return issue.at, tuple(sorted(ids_of(model.map) & words))
