"""`bauta open`: what a double click on one of our files does."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import click

from sim.cli.errors import UserError
from sim.cli.options import PIXELS, example, tell
from sim.words import say

__all__ = ["command"]

DESKTOP = """[Desktop Entry]
Type=Application
Name=Bauta
Comment=A skirmish game on a real 3D board
Exec={program} open %f
Terminal=false
Categories=Game;BoardGame;
MimeType=application/x-bauta;
"""
MIME = """<?xml version="1.0" encoding="UTF-8"?>
<mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
  <mime-type type="application/x-bauta">
    <comment>A board for Bauta</comment>
    <sub-class-of type="application/zip"/>
    <glob pattern="*.bauta"/>
  </mime-type>
</mime-info>
"""


@click.command(epilog=example("bauta open san-canciano.bauta", "bauta open evening.toml", "bauta open --associate"))
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option("--associate", is_flag=True, help="Have a double click on a .bauta file do this (Linux desktops).")
@click.option("--size", type=PIXELS, default="1280x800", show_default=True, help="Of the window, in pixels.")
def command(file: Path | None, associate: bool, size: tuple[int, int]) -> None:
    """Open a board that was sent (.bauta), a map or a real table (.toml), a mesh or a game (.jsonl) in the window.

    A board is shown on the start screen, ready to be played on; a game goes on where it was left; the minis of a real
    table are moved and measured there, and so are those of a new one on a mesh (.stl, .obj, .ply, .glb), once its unit
    is chosen. To build with a mesh, make a piece of it: bauta piece import. On Windows and macOS
    choose this program once in the dialog that a double click on the file opens.
    """
    if associate:
        _associate()
        return
    if file is None:
        raise UserError(say("give a FILE: a board (.bauta), a map (.toml), a game (.jsonl) or a mesh"))
    suffix = file.suffix.lower()
    from sim.board.files.pieces import MESHES, read_mesh

    if suffix not in (".bauta", ".toml", ".jsonl", *MESHES):
        raise UserError(say("{file}: give a board (.bauta), a map (.toml), a game (.jsonl) or a mesh", file=file))
    from sim.board.files.table_file import is_table

    game, mesh, table = suffix == ".jsonl", suffix in MESHES, is_table(file)
    if game and not os.path.isfile(file):
        raise UserError(say("{file}: there is no such file; give the journal of a game (.jsonl)", file=file))
    if mesh:
        read_mesh(file)  # what is wrong with it is told before a window opens
    elif table:
        _check_table(file)
    elif not game:
        _check(file)
    from sim.app.system import has_display, missing_table

    without = _without(file, game=game, mesh=mesh, table=table)
    if missing := missing_table():
        raise UserError(say("{missing}; without it, {without}", missing=missing, without=without))
    if not has_display():
        raise UserError(say("there is no display to open a window on; {without}", without=without))
    from sim.app.hud.measure_page import RealTableRequest
    from sim.app.window.table_window import TableWindow
    from sim.board.files.finding import find_map
    from sim.board.files.mapfile import read_map

    window = TableWindow((max(size[0], 960), max(size[1], 640)))
    if table:
        window.run(build=RealTableRequest(table=file.resolve()))
        return
    if mesh:
        tell(
            say("{file}: measured on as a real table; bauta piece import makes a piece of it, to build with", file=file)
        )
        window.run(mesh=file.resolve())
        return
    if not game:
        from sim.app.table.new_game_form import plan_on

        window.plan = plan_on(str(file), read_map(find_map(file)).size)
    window.run(resume=file if game else None)


def _without(file: Path, *, game: bool, mesh: bool, table: bool) -> str:
    """What can be done with it where no window opens."""
    if game:
        return say("go on in words: bauta play --text --resume {file}", file=file)
    if mesh:
        return say("measure on it: bauta table new evening.toml {file}", file=file)
    if table:
        return say("measure it: bauta table show {file}", file=file)
    return say("measure it: bauta map info {file}", file=file)


def _check_table(file: Path) -> None:
    """The same of a real table."""
    from sim.cli.boards import load_table

    load_table(file)


def _check(file: Path) -> None:
    """What is wrong with a board is told before a window opens."""
    from sim.board.board import Board

    Board.load(file)


def _associate() -> None:
    """Tell the desktop, as freedesktop.org's specifications of menus and of shared MIME types have it."""
    if not sys.platform.startswith("linux"):
        raise UserError(
            say("--associate is for Linux desktops; elsewhere choose this program once when you open such a file")
        )
    home = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    program = shutil.which("bauta-tabletop") or shutil.which("bauta") or f"{sys.executable} -m sim"
    desktop, mime = home / "applications" / "bauta.desktop", home / "mime" / "packages" / "bauta.xml"
    try:
        for path, text in ((desktop, DESKTOP.format(program=program)), (mime, MIME)):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UserError(say("{file}: cannot be written: {error}", file=home, error=error.strerror or error)) from None
    for words in (("update-mime-database", str(home / "mime")), ("update-desktop-database", str(desktop.parent))):
        if found := shutil.which(words[0]):
            subprocess.run([found, *words[1:]], check=False, capture_output=True)
    click.echo(f"{desktop}\n{mime}")
