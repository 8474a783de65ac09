"""Draws the pictures of the start screen: `python tools/pictures.py [--only boards|gangs] [NAME]...`.

Boards as they are seen from the air, and the gangs that come with the program as they stand before a row of houses; as
JPEG in assets/pictures. A minute for a board whose light was never worked out.
"""

from __future__ import annotations

import argparse
from math import radians, tan
from pathlib import Path

import numpy as np
from PIL import Image

from sim.app.hud.map_pictures import BOARD, GANG
from sim.app.render.board_view import BoardView
from sim.app.render.camera import CameraView, bird
from sim.app.render.figures import FigureLook
from sim.app.render.screen import open_screen
from sim.board.board import Board
from sim.board.files.folders import assets_dir, maps_dir
from sim.board.model.tableau import Figure, Tableau
from sim.carnevale.gangs import muster, read_gang

FINER = 2  # times the pixels that are kept
FRAMES = 16  # added up, for smooth edges
QUAY = Path(__file__).with_name("line-up.toml")  # the street that gangs are drawn on
GAP = 0.25  # inches between two bases
FOV, NEAREST = 56.0, 16.5  # degrees; inches, so that the tallest are whole
TINTS = {"Guild": 0, "Patricians": 1, "Strigoi": 2, "Doctors": 3, "Gifted": 0, "Rashaar": 3, "Vatican": 1}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", choices=["boards", "gangs"])
    parser.add_argument("names", nargs="*", metavar="NAME")
    asked = parser.parse_args()
    if asked.only != "gangs":
        for path in sorted(maps_dir().glob("*.toml")):
            if not asked.names or path.stem in asked.names:
                draw_board(path.stem)
    if asked.only != "boards":
        names = [path.stem for path in sorted((assets_dir() / "gangs").glob("*.toml"))]
        draw_gangs([name for name in names if not asked.names or name in asked.names])


def draw_board(name: str) -> None:
    board = Board.load(name)
    screen = open_screen((BOARD[0] * FINER, BOARD[1] * FINER))
    view = BoardView(screen, board, None, "play", screen.size)
    view.look(bird(board.size, distance=max(board.size) * 2.3))
    keep(view, "boards", name)
    view.close()
    screen.close()


def draw_gangs(names: list[str]) -> None:
    board = Board.load(QUAY)
    screen = open_screen((GANG[0] * FINER, GANG[1] * FINER))
    view = BoardView(screen, board, None, "play", screen.size)
    for name in names:
        gang, roster = read_gang(name)
        members = muster(gang, roster, "north", gang.ducats).members
        bodies = [(member.profile.body, float(member.profile.size)) for member in members]
        wide = sum(size / 25.4 + GAP for _, size in bodies) - GAP
        x, figures = board.size[0] / 2 - wide / 2, []
        for number, (body, size) in enumerate(bodies):
            r = size / 50.8
            at = (x + r, 9.0 + 0.35 * (number % 2), 0.0)
            figures.append(Figure(str(number), at, size, body, -90.0 + 14.0 * (board.size[0] / 2 - at[0]) / 8))
            x += 2 * r + GAP
        view.looks = {figure.id: FigureLook(seat=TINTS.get(gang.faction, 0)) for figure in figures}
        view.update(Tableau(tuple(figures)))
        far, middle = max(NEAREST, wide * 1.08), board.size[0] / 2
        up = far * tan(radians(FOV / 2)) * GANG[1] / GANG[0] - 0.12  # the bases just above the lower edge
        view.look(CameraView((middle, 9.0 - far, up + 0.5), (middle, 9.0, up), fov=FOV))
        keep(view, "gangs", name)
    view.close()
    screen.close()


def keep(view: BoardView, folder: str, name: str) -> None:
    made = view.picture(FRAMES)
    tall, wide = made.shape[0] // FINER, made.shape[1] // FINER
    small = made.reshape(tall, FINER, wide, FINER, 3).mean((1, 3))
    path = assets_dir() / "pictures" / folder / f"{name}.jpg"
    path.parent.mkdir(parents=True, exist_ok=True)
    Image.fromarray((np.clip(small, 0, 1) * 255 + 0.5).astype(np.uint8)).save(path, quality=86, optimize=True)
    print(path)


if __name__ == "__main__":
    main()
