"""Builds `assets/pieces/*.glb`: the same bytes every time.

python tools/build_pieces.py            all pieces
python tools/build_pieces.py palazzo    only these
python tools/build_pieces.py --into DIR
"""

from __future__ import annotations

import argparse
from pathlib import Path

from pieces.catalogue import BODIES, PIECES

from sim.board.architecture.glb_writer import glb_bytes

ASSETS = Path(__file__).resolve().parents[1] / "assets"


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("names", nargs="*", help="pieces or bodies; all where none is named")
    reader.add_argument("--into", type=Path, default=ASSETS, help="the assets folder to write")
    wanted = reader.parse_args()
    unknown = set(wanted.names) - PIECES.keys() - BODIES.keys()
    if unknown:
        reader.error(f"no piece or body {', '.join(sorted(unknown))}; there are {', '.join([*PIECES, *BODIES])}")
    for folder, makers in (("pieces", PIECES), ("bodies", BODIES)):
        for name, make in makers.items():
            if wanted.names and name not in wanted.names:
                continue
            model = make()
            path = wanted.into / folder / f"{name}.glb"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(glb_bytes(model))
            size = path.stat().st_size / 1024
            print(f"{folder}/{name}: {model.rule_triangles} ruled, {model.seen_triangles} seen, {size:.0f} KiB")


if __name__ == "__main__":
    main()
