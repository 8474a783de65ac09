"""`bauta doctor`: what this machine can do."""

from __future__ import annotations

import os
import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import click
import msgspec

from sim import __version__
from sim.cli.compile_progress import prepare_kernels
from sim.cli.options import (
    example,
    json_option,
    print_json,
    tell,
)
from sim.words import joined, reason, say
from sim.words.tongues import told

__all__ = ["command", "examine", "lines"]

LIBRARIES = ("panda3d", "imgui-bundle", "embreex", "numba", "numpy", "shapely", "trimesh", "msgspec")


@click.command(epilog=example("bauta doctor", "bauta doctor --json", "bauta doctor --prepare", "bauta doctor --clean"))
@click.option("--prepare", is_flag=True, help="First compile what measures, which the first game would wait for.")
@click.option("--clean", is_flag=True, help="First empty the cache: all but the kernels of this version.")
@json_option
@click.pass_context
def command(ctx: click.Context, prepare: bool, clean: bool, as_json: bool) -> None:
    """What this machine can do: renderer, ray engine, fonts, folders.

    The cache holds what can be made again: boards, light, figures, textures, and the kernels that measure. Of the
    first four and of kernels 1 GB each is kept, or BAUTA_CACHE_MB megabytes; what was used longest ago goes first.
    Kernels are code: they are taken only from a folder that nobody else may write to.

    Where the table's window stood still for seconds, what it was busy with is kept in files, which are named here: send
    them along when you tell its makers.

    Ends with 1 where boards cannot be measured, or where no folder can be written.
    """
    if prepare:
        prepare_kernels()
    freed = _clean() if clean else None
    report = examine()
    if freed is not None:
        report["freed"] = freed
        tell(say("{size:.1f} MB of the cache were taken away", size=freed / 1e6), err=True)
    if as_json:
        print_json(report)
    else:
        for line in lines(report):
            tell(line)
    ctx.exit(0 if report["ok"] else 1)


def _clean() -> int:
    """Empty the cache but for the kernels of this version; returns how many bytes were taken away."""
    from sim.board.files.array_cache import clean
    from sim.board.files.folders import cache_dir
    from sim.geometry.compile.folders import present

    return clean(cache_dir(), present())


def examine() -> dict[str, Any]:
    """Try everything; nothing here raises."""
    from sim.app.freeze_watch import kept_freezes
    from sim.app.probe import PIPES, probe
    from sim.app.system import has_display, missing_libraries, missing_line, missing_table

    table = missing_table()
    pipes = [] if table else [probe(pipe) for pipe in PIPES]
    rays = _rays()
    folders = [_folder("assets", False), _folder("maps", False), _folder("cache", True), _folder("data", True)]
    return {
        "ok": rays["works"] and all(folder["usable"] for folder in folders),
        "bauta": __version__,
        "python": platform.python_version(),
        "system": platform.platform(),
        "processors": os.cpu_count(),
        "libraries": {name: _version(name) for name in LIBRARIES},
        "display": has_display(),
        "renderers": [msgspec.structs.asdict(each) for each in pipes],
        "table": table,
        "missing": missing_line(missing_libraries()),
        "rays": rays,
        "fonts": _fonts(),
        "folders": folders,
        "freezes": [str(path) for path in kept_freezes()],
    }


def lines(report: dict[str, Any]) -> list[str]:
    """The report as a person reads it."""
    from sim.app.probe import Probe

    found = [Probe(**each) for each in report["renderers"]]
    machine = say(
        "{version}, Python {python}, {system}, {processors} processors",
        version=report["bauta"], python=report["python"], system=report["system"], processors=report["processors"],
    )  # fmt: skip
    display = say("yes") if report["display"] else say("none: `bauta play` lets bots play, without a window")
    rows = [
        ("Bauta", machine),
        (say("Display"), display),
        *((say("Renderer {name}", name=each.pipe), each.line()) for each in found),
        (say("Ray engine"), report["rays"]["line"]),
        (say("Fonts"), ", ".join(report["fonts"]) or say("those of the interface's library")),
        *((say("Folder {name}", name=each["name"]), each["line"]) for each in report["folders"]),
        *((say("It stood still"), path) for path in report["freezes"]),
        (say("Libraries"), ", ".join(f"{name} {number}" for name, number in report["libraries"].items())),
    ]
    shown = [joined(" ", (f"{told(name):<22}", value)) for name, value in rows]
    if report["missing"]:
        shown.append(report["missing"])
    if report["table"]:
        shown.append(report["table"])
    elif not any(each.works and each.glsl for each in found):
        shown.append(say("no renderer with shaders opens here: the small software renderer draws the board plainly"))
    wrong = say("Something that every command needs is missing: see above.")
    shown.append(say("All is well.") if report["ok"] else wrong)
    return shown


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return say("not installed")


def _rays() -> dict[str, Any]:
    """Cast one ray at one triangle."""
    try:
        import numpy as np

        from sim.geometry.ray.ray_scene import RayScene, engine

        own = say("our own ray trees (no Embree)")
        name = f"Embree (embreex {_version('embreex')})" if engine() == "embree" else own
        scene = RayScene(np.array([[[0, 0, 0], [4, 0, 0], [0, 4, 0]]], dtype=np.float64))
        which, _ = scene.first_hits(np.array([[1.0, 1.0, 2.0]]), np.array([[0.0, 0.0, -1.0]]))
    except Exception as error:  # whatever a broken library throws is the finding
        return {"works": False, "line": say("does not work: {error}", error=error)}
    works = int(which[0]) == 0
    return {
        "works": works,
        "line": say("{name} works", name=name) if works else say("{name} missed a ray that hits", name=name),
    }


def _fonts() -> list[str]:
    from sim.board.files.folders import assets_dir
    from sim.errors import BautaError

    try:
        folder = assets_dir() / "fonts"
    except BautaError:
        return []
    return sorted(font.name for font in folder.glob("*.?tf"))


def _folder(name: str, written: bool) -> dict[str, Any]:
    """One of the program's folders: where it is, whether it can be used, and how much lies in it."""
    from sim.board.files import folders
    from sim.errors import BautaError

    try:
        place: Path = getattr(folders, f"{name}_dir")()
        if written:
            trial = place / f".trial-{os.getpid()}"
            trial.write_bytes(b"")
            trial.unlink()
        size = sum(each.stat().st_size for each in place.rglob("*") if each.is_file())
    except (OSError, BautaError) as error:
        return {
            "name": name,
            "usable": False,
            "path": None,
            "bytes": 0,
            "line": say("cannot be used: {error}", error=reason(error)),
        }
    line = say("{place} ({size:.1f} MB)", place=place, size=size / 1e6)
    return {"name": name, "usable": True, "path": str(place), "bytes": size, "line": line}
