"""Builds `assets/prepared`: the boards that come with the program laid out, and their light, so that nobody waits.

python tools/build_prepared.py            make what is missing, take away what nothing asks for any more
python tools/build_prepared.py --check    only tell what is missing or too much; 1 where there is any

The files are those of the cache, under the same names of what they are made from (`sim.board.files.array_cache`),
packed smaller. Who changes a piece, a map, or what lays boards out or lights them makes them anew.
"""

from __future__ import annotations

import argparse
import os
import pathlib
import sys
import tempfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

LIT = ("calle-lunga", "campiello-dei-remi", "san-canciano")
"""Boards whose light is shipped beside those of the lessons, which a newcomer meets first; 2 MB each. That of others
arrives while one plays."""
FOLDER = ROOT / "assets" / "prepared"
DATED = (1980, 1, 1, 0, 0, 0)  # the same bytes every time


def wanted() -> set[str]:
    """The names of all files that the shipped boards and vessels ask for. Makes what is not there in the cache."""
    from sim.app.render.board_surfaces import BoardSurfaces
    from sim.board.board import Board
    from sim.board.files import array_cache
    from sim.board.files.folders import assets_dir, maps_dir
    from sim.board.files.pieces import read_piece

    asked: set[str] = set()
    read = array_cache.read_arrays

    def noted(name, expected):  # type: ignore[no-untyped-def]
        asked.add(name)
        return read(name, expected)

    for module in list(sys.modules.values()):
        if getattr(module, "read_arrays", None) is read:
            module.read_arrays = noted  # type: ignore[attr-defined]
    board = None
    lessons = sorted((assets_dir() / "lessons" / "boards").glob("*.toml"))
    for path in (*sorted(maps_dir().glob("*.toml")), *lessons):
        board = Board.load(path)
        if path.stem in LIT or path in lessons:
            made = BoardSurfaces(board)
            made.baked()
            made.baked_proxy()
    assert board is not None
    for path in sorted((assets_dir() / "pieces").glob("*.glb")):
        if any(part.meaning.vessel for part in read_piece(path)):
            board.vessel(f"{path.stem}#any")
    return {f"{name}.npz" for name in asked if name.partition("-")[0] in ("board", "light")}


def pack(source: pathlib.Path, target: pathlib.Path) -> None:
    """The same arrays, smaller: boards so that they are read quickly, as every command does, light as small as can
    be."""
    kind = zipfile.ZIP_LZMA if target.name.startswith("light-") else zipfile.ZIP_DEFLATED
    with zipfile.ZipFile(source) as held, zipfile.ZipFile(target, "w") as packed:
        for name in held.namelist():
            info = zipfile.ZipInfo(name, DATED)
            info.compress_type = kind
            packed.writestr(info, held.read(name), compresslevel=9 if kind == zipfile.ZIP_DEFLATED else None)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as cache:
        os.environ["BAUTA_CACHE"] = cache
        names = wanted()
        there = {path.name for path in FOLDER.glob("*")}
        missing, spare = sorted(names - there), sorted(there - names)
        if given.check:
            print(*(f"missing: {name}" for name in missing), *(f"not asked for: {name}" for name in spare), sep="\n")
            return 1 if missing or spare else 0
        FOLDER.mkdir(exist_ok=True)
        for name in missing:
            pack(pathlib.Path(cache, name), FOLDER / name)
        for name in spare:
            (FOLDER / name).unlink()
    size = sum(path.stat().st_size for path in FOLDER.glob("*"))
    print(f"{len(names)} files, {size / 1e6:.1f} MB; {len(missing)} made, {len(spare)} taken away")
    return 0


if __name__ == "__main__":
    sys.exit(main())
