"""What can be wrong with a board's files: each message says what, where (file, key) and what would mend it."""

from __future__ import annotations

from sim.errors import BautaError


class BoardError(BautaError):
    """Base of all errors in maps, pieces, bodies and meshes. One line, fit for a person."""


class MapError(BoardError):
    """A map file that cannot be read as one."""


class MeshError(BoardError):
    """A piece, body or bare mesh that cannot be read, or that holds nothing to stand on."""
