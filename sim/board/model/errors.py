"""What can be wrong with a board's files: each message says what, where (file, key) and what would mend it."""

from __future__ import annotations

from sim.errors import BautaError, readable

__all__ = ["BoardError", "MapError", "MeshError", "MissingError", "PackageError", "TableauError"]


class BoardError(BautaError):
    """Base of all errors in maps, pieces, bodies and meshes. One line, fit for a person."""


class MapError(BoardError):
    """A map file that cannot be read as one."""


class TableauError(BoardError):
    """A tableau or query that nothing can be measured by: a place that is no number, an id given twice."""


class MissingError(TableauError, KeyError):
    """A query names a figure, marker or vessel that is not there."""

    def __str__(self) -> str:
        return readable(str(self.args[0]))  # a KeyError would put it in quotes


class MeshError(BoardError):
    """A piece, body or bare mesh that cannot be read, or that holds nothing to stand on."""


class PackageError(BoardError):
    """A package of a board that is damaged, or that holds what no package may."""
