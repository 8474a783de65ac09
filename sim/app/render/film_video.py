"""Films as moving pictures: animated WebP, and MP4 where ffmpeg is."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from sim.app.render.board_view import BoardView
from sim.app.render.camera import CameraView
from sim.app.render.figures import FigureLook
from sim.app.render.film_motion import set_in_motion
from sim.app.render.screen import Size, open_screen
from sim.board.board import Board
from sim.carnevale.film import Film, FilmMoment, still_at, tableau_of
from sim.errors import BautaError
from sim.words import reason, say

__all__ = ["STANDS", "NoVideo", "check_video", "film_frames", "save_video", "seconds_of"]

Pixels = NDArray[np.uint8]
LAST = 1.0  # seconds that the last moment stands still
STANDS = 0.8  # seconds that the picture stands still before, at most


class NoVideo(BautaError):
    """A video that cannot be written."""


def check_video(path: Path) -> None:
    """Can such a video be written here? Raises NoVideo."""
    if path.suffix.lower() not in (".webp", ".mp4"):
        raise NoVideo(say("{path}: is no name of a video: let it end in .webp or .mp4", path=path))
    if path.suffix.lower() == ".mp4" and shutil.which("ffmpeg") is None:
        raise NoVideo(
            say(
                "{path}: MP4 needs ffmpeg, which is not found here: install it, or let the name end in .webp", path=path
            )
        )


def seconds_of(moments: Iterable[FilmMoment]) -> Iterator[float]:
    """How long a video shows each moment: dice and words are not in its picture, and nobody waits long for them."""
    stood = 0.0
    for moment in moments:
        seconds = moment.seconds if moment.poses else min(moment.seconds, STANDS - stood)
        stood = 0.0 if moment.poses else stood + seconds
        yield seconds


def film_frames(
    film: Film,
    board: Board,
    camera: CameraView,
    size: Size,
    first: int,
    last: int,
    fps: int,
    drawn: Callable[[int], object] | None = None,
) -> Iterator[Pixels]:
    """The frames of a film from after event `first` until after event `last`. `drawn` hears which event was drawn.

    Raises NoScreen where nothing here can draw.
    """
    seats = [seat.id for seat in film.seats]
    looks = {mini.id: FigureLook(seat=seats.index(mini.seat)) for mini in film.minis}
    poses = still_at(film, first)
    screen = open_screen(size)
    try:
        view = BoardView(screen, board, tableau_of(film, poses), "play", size, looks)
        view.look(camera)
        yield _pixels(view)
        owed = 0.0  # seconds that were shown by no frame yet
        moments = film.moments[first:last]
        for moment, seconds in zip(moments, seconds_of(moments), strict=True):
            set_in_motion(view, moment, poses, seconds)
            poses = still_at(film, moment.number)
            view.update(tableau_of(film, poses), looks)
            owed += seconds
            while owed >= 1 / fps:
                view.pass_time(1 / fps)
                owed -= 1 / fps
                yield _pixels(view)
            view.finish()
            if drawn is not None:
                drawn(moment.number)
        still = _pixels(view)
        yield from (still for _ in range(max(1, round(LAST * fps))))
        view.close()
    finally:
        screen.close()


def _pixels(view: BoardView) -> Pixels:
    return (np.clip(view.picture(4), 0, 1) * 255 + 0.5).astype(np.uint8)


def save_video(frames: Iterator[Pixels], path: Path, fps: int) -> None:
    """Write frames to a file of the kind that its name says. Raises NoVideo."""
    check_video(path)
    try:
        if path.suffix.lower() == ".webp":
            _save_webp(frames, path, fps)
        else:
            _save_mp4(frames, path, fps)
    except OSError as error:
        raise NoVideo(
            say("cannot write the video {path}: {error}", path=path, error=error.strerror or reason(error))
        ) from error


def _save_webp(frames: Iterator[Pixels], path: Path, fps: int) -> None:
    from PIL import Image

    first = Image.fromarray(next(frames))
    rest = (Image.fromarray(frame) for frame in frames)
    first.save(path, save_all=True, append_images=rest, duration=round(1000 / fps), loop=0, quality=80, method=2)


def _save_mp4(frames: Iterator[Pixels], path: Path, fps: int) -> None:
    first = next(frames)
    tall, wide, _ = first.shape
    given = ["-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{wide}x{tall}", "-r", str(fps), "-i", "-"]
    wanted = ["-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2", "-pix_fmt", "yuv420p", "-movflags", "+faststart"]
    line = ["ffmpeg", "-y", "-loglevel", "error", *given, *wanted, path.absolute().as_posix()]
    with subprocess.Popen(line, stdin=subprocess.PIPE) as ffmpeg:
        assert ffmpeg.stdin is not None
        ffmpeg.stdin.write(first.tobytes())
        for frame in frames:
            ffmpeg.stdin.write(frame.tobytes())
        ffmpeg.stdin.close()
    if ffmpeg.returncode:
        raise NoVideo(say("{path}: ffmpeg could not write it (exit code {code})", path=path, code=ffmpeg.returncode))
