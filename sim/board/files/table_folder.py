"""The tables that the program keeps for a player: a file each, in a folder of their own."""

from __future__ import annotations

from pathlib import Path

from sim.board.files.folders import data_dir
from sim.board.files.table_file import is_table

__all__ = ["own_tables", "path_of_new_table", "tables_dir"]


def tables_dir() -> Path:
    """Where they lie. Raises BoardError where there is no place for them."""
    return data_dir() / "tables"


def own_tables() -> list[Path]:
    """Those that are there, the one that was changed last first."""
    found = [path for path in tables_dir().glob("*.toml") if is_table(path)]
    return sorted(found, key=lambda path: path.stat().st_mtime, reverse=True)


def path_of_new_table(board: str) -> Path:
    """A name that no table has yet, after its board."""
    folder = tables_dir()
    folder.mkdir(parents=True, exist_ok=True)
    taken = {path.stem for path in folder.iterdir()}
    return folder / next(f"{name}.toml" for n in range(1, len(taken) + 2)
                         if (name := board if n == 1 else f"{board}-{n}") not in taken)  # fmt: skip
