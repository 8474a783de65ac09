"""Draws the pictures of the start screen and the README: `python tools/pictures.py [--only KIND] [NAME]...`.

Boards as they are seen from the air, the gangs that come with the program as they stand before a row of houses,
lessons as they begin, and what `front.toml` says that the README and the start screen begin with; as JPEG in
assets/pictures. A minute for a board whose light was never worked out.
"""

from __future__ import annotations

import argparse
from math import radians, tan
from pathlib import Path

import msgspec
import numpy as np
from PIL import Image

import sim
from sim.app.hud.map_pictures import BOARD, GANG
from sim.app.render.board_view import BoardView
from sim.app.render.camera import CameraView, OrbitCamera, bird
from sim.app.render.figures import FigureLook
from sim.app.render.picture import evidence_picture, render_picture
from sim.app.render.screen import open_screen
from sim.board.board import Board
from sim.board.files.folders import assets_dir, maps_dir
from sim.board.model.tableau import Figure, Tableau
from sim.carnevale.gangs import muster, read_gang
from sim.lessons.catalogue import board_source, lessons_dir
from sim.lessons.lesson_file import LookAt, read_lesson

FINER = 2  # times the pixels that are kept
FRAMES = 16  # added up, for smooth edges
QUAY = Path(__file__).with_name("line-up.toml")  # the street that gangs are drawn on
GAP = 0.25  # inches between two bases
FOV, NEAREST = 56.0, 16.5  # degrees; inches, so that the tallest are whole
NEARER = 0.9  # than a lesson is looked at as it begins: there are no panels beside it
FRONT = Path(__file__).with_name("front.toml")
SEATS = 2  # that the start screen has room to picture gangs for, each in its seat's colours


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", choices=["boards", "gangs", "lessons", "front"])
    parser.add_argument("names", nargs="*", metavar="NAME")
    asked = parser.parse_args()
    if asked.only in (None, "boards"):
        for path in sorted(maps_dir().glob("*.toml")):
            if not asked.names or path.stem in asked.names:
                draw_board(path.stem)
    if asked.only in (None, "lessons"):
        for path in sorted(lessons_dir().glob("*.toml")):
            if not asked.names or path.stem in asked.names:
                draw_lesson(path)
    if asked.only in (None, "gangs"):
        names = [path.stem for path in sorted((assets_dir() / "gangs").glob("*.toml"))]
        draw_gangs([name for name in names if not asked.names or name in asked.names])
    if asked.only in (None, "front"):
        for scene in msgspec.toml.decode(FRONT.read_bytes(), type=Front).pictures:
            if not asked.names or scene.name in asked.names:
                draw_front(scene)


class Scene(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A board with minis on it (body, place, facing, seat), and from where it is seen; `measured`: what the first
    measures of the second is drawn as well."""

    name: str
    map: str
    eye: tuple[float, float, float]
    at: tuple[float, float, float]
    fov: float
    minis: list[tuple[str, list[float], float, int]]
    hour: str | None = None
    size: tuple[int, int] = (1280, 800)
    measured: bool = False


class Front(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pictures: list[Scene]


def draw_front(scene: Scene) -> None:
    table, looks = sim.load(scene.map), {}
    for body, place, facing, seat in scene.minis:
        id = f"{body} {len(looks)}"
        table = table.with_mini(id, place, body=body, facing=facing)
        looks[id] = FigureLook(seat=seat)
    camera = CameraView(scene.eye, scene.at, fov=scene.fov)
    path = assets_dir() / "pictures" / f"{scene.name}.jpg"
    if scene.measured:
        one, other = list(looks)[:2]
        told = [table.sight(one, other), table.cover(one, other), table.distance(one, other)]
        evidence_picture(table.board, table.tableau, told, path, scene.size, camera)
    else:
        render_picture(table.board, table.tableau, camera, scene.size, path, "photo", looks=looks, hour=scene.hour)
    print(path)


def draw_board(name: str) -> None:
    board = Board.load(name)
    screen = open_screen((BOARD[0] * FINER, BOARD[1] * FINER))
    view = BoardView(screen, board, None, "play", screen.size)
    view.look(bird(board.size, distance=max(board.size) * 2.3))
    keep(view, "boards", name)
    view.close()
    screen.close()


def draw_lesson(path: Path) -> None:
    """A lesson as it begins, from where its first step has one look."""
    lesson = read_lesson(path)
    board = Board.load(board_source(path, lesson))
    screen = open_screen((BOARD[0] * FINER, BOARD[1] * FINER))
    view = BoardView(screen, board, None, "play", screen.size)
    members = [(c, c.member()) for c in lesson.characters]
    figures = tuple(Figure(c.id, c.at, c.size, made.profile.body, -70.0) for c, made in members)
    view.looks = {c.id: FigureLook(seat=("north", "south").index(c.seat)) for c in lesson.characters}
    view.update(Tableau(figures))
    look = lesson.steps[0].look or LookAt((board.size[0] / 2, board.size[1] / 2, 0.5))
    orbit = OrbitCamera(board.size)
    orbit.look_at(look.at)
    orbit.distance = (look.distance or 1.6 * max(board.size)) * NEARER
    orbit.turn = -70.0 if look.heading is None else -90.0 - look.heading
    orbit.steep = look.pitch or 42.0
    view.look(orbit.view)
    keep(view, "lessons", path.stem)
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
        far, middle = max(NEAREST, wide * 1.08), board.size[0] / 2
        up = far * tan(radians(FOV / 2)) * GANG[1] / GANG[0] - 0.12  # the bases just above the lower edge
        view.look(CameraView((middle, 9.0 - far, up + 0.5), (middle, 9.0, up), fov=FOV))
        for seat in range(SEATS):
            view.looks = {figure.id: FigureLook(seat=seat) for figure in figures}
            view.update(Tableau(tuple(figures)))
            keep(view, "gangs", f"{name}.{seat + 1}")
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
