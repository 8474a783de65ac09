"""What a map needs before it is shown in the editor, made on any thread while a window says how far it is."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from sim.app.editor.model import EditorModel
from sim.app.editor.palette import piece_term
from sim.app.render.map_view import ground_meshes
from sim.app.render.passes import texture_arrays
from sim.app.render.piece_models import Mesh, PieceModel
from sim.app.render.screen import Screen
from sim.app.render.textures import make_textures
from sim.board.architecture.plans import PiecePlan
from sim.board.files.pieces import piece_name
from sim.board.model.errors import BoardError
from sim.words import say

__all__ = ["ReadyMap", "make_ready"]


class ReadyMap(msgspec.Struct, frozen=True, eq=False):
    """`ground`: as `MapView` shows it. `models` of the pieces; None: nothing can be made of it. `unlit`: those whose
    light is still to be worked out."""

    ground: dict[str, Mesh]
    models: dict[str | PiecePlan, PieceModel | None]
    unlit: list[str | PiecePlan]


def make_ready(
    model: EditorModel, screen: Screen, tell: Callable[[float, str], None], *, light_later: bool
) -> ReadyMap:
    """Textures, and the pieces of a map: how they are drawn, and what else building has to know of them.

    `tell` is told how far that is, from 0 to 1. `light_later`: a piece whose light was never worked out is drawn
    without for now.
    """
    texture_arrays(screen)
    mean, levels, shapes = make_textures().mean, screen.software, model.shapes
    called = {placed.piece: placed.called for placed in model.map.pieces}
    pieces = sorted(called, key=piece_name)
    ready = ReadyMap(ground_meshes(model.map, mean), {}, [])
    for number, piece in enumerate(pieces):
        tell(number / len(pieces), say("made ready: {piece}", piece=piece_term(called[piece])))
        try:
            if light_later:
                ready.models[piece], lit = shapes.first_model(piece, mean, levels=levels)
            else:
                ready.models[piece], lit = shapes.model(piece, mean, levels=levels), True
        except BoardError:
            ready.models[piece], lit = None, True
        shapes.shape(piece)
        if not lit:
            ready.unlit.append(piece)
    return ready
