"""Where on the board a finding is, and what it names."""

from __future__ import annotations

from sim.app.editor.model import EditorModel
from sim.board.map_checks.checks import Issue
from sim.board.map_checks.placing import names_in
from sim.board.model.tableau import Point
from sim.builder.edits import ids_of

__all__ = ["place_of"]


def place_of(issue: Issue, model: EditorModel) -> tuple[Point | None, tuple[str, ...]]:
    """Where an issue is, and the things on the map that it names: zones are called by their ids with spaces."""
    here = ids_of(model.map)
    whole = issue.where.replace(" ", "-")
    named = {whole} if whole in here else names_in(issue.where) & here
    ids = tuple(sorted(named))
    return issue.at if issue.at is not None else model.middle(ids), ids
