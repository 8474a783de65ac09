"""A film being played: which moment is shown, and what stands, lives and counts after it. Knows no window."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from sim.carnevale.film import Film, FilmLine, FilmMoment, FilmPose, still_at

__all__ = ["SPEEDS", "FilmMark", "FilmPlayer", "Shown"]

SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0)
BRIEF = 0.04  # seconds on the timeline of what is shown at once


class Shown(NamedTuple):
    """A moment that begins to be shown, how all stood before it, and for how many seconds it is shown."""

    moment: FilmMoment
    before: Mapping[str, FilmPose]
    seconds: float


class FilmMark(NamedTuple):
    """A mark on the timeline: somebody fell, life was lost, points were made."""

    number: int
    kind: str  # "killed", "life", "points"
    seat: str
    size: int


class FilmPlayer:
    """Plays a film. `number`: so many events have been shown; `poses`, `life`, `points` are as they are after them."""

    def __init__(self, film: Film, number: int = 0) -> None:
        self.film = film
        self.playing = False
        self.speed = 1.0
        self.left = 0.0  # seconds, at speed 1, that the moment in hand is still shown
        self.times = _times(film)
        self.number = 0
        self.poses: Mapping[str, FilmPose] = {}
        self.life: dict[str, int] = {}
        self.points: dict[str, int] = {}
        self.seek(number)

    @property
    def last(self) -> int:
        return len(self.film.moments)

    @property
    def moment(self) -> FilmMoment | None:
        """What was shown last; None at the beginning."""
        return self.film.moments[self.number - 1] if self.number else None

    @property
    def line(self) -> FilmLine | None:
        """The line of the chronicle that is being told."""
        number = self.number
        told = [line for line in self.film.lines if line.first <= number]
        within = [line for line in told if number <= line.last and line.kind not in ("round", "turn")]
        return (within or told)[-1] if told else None

    def pass_time(self, seconds: float) -> list[Shown]:
        """So many seconds have gone by: the moments that begin in them."""
        begun: list[Shown] = []
        if not self.playing:
            return begun
        self.left -= seconds * self.speed
        while self.left <= 0 and self.number < self.last:
            begun.append(self._next())
        if self.number == self.last and self.left <= 0:
            self.playing, self.left = False, 0.0
        return begun

    def _next(self) -> Shown:
        moment, before = self.film.moments[self.number], self.poses
        self.number += 1
        self.left = max(0.0, self.left) + moment.seconds
        self.poses = _after(before, moment)
        self.life = {**self.life, **moment.life}
        self.points = {**self.points, **moment.points}
        return Shown(moment, before, moment.seconds / self.speed)

    # --- to another moment --------------------------------------------------------------------------------------

    def seek(self, number: int) -> None:
        """Show at once the moment after so many events."""
        self.number, self.left = max(0, min(number, self.last)), 0.0
        self.poses = still_at(self.film, self.number)
        self.life = {mini.id: mini.life for mini in self.film.minis}
        self.points = {seat.id: 0 for seat in self.film.seats}
        for moment in self.film.moments[: self.number]:
            self.life.update(moment.life)
            self.points.update(moment.points)

    def step(self, moments: int) -> list[Shown]:
        """Forwards, in motion, or backwards, at once, by so many moments that say or show something."""
        self.playing, shown = False, list[Shown]()
        for _ in range(abs(moments)):
            if moments > 0:
                shown += self._step_on()
            else:
                self.seek(max((n for n in range(self.number) if _tells(self.film, n)), default=0))
        return shown

    def _step_on(self) -> list[Shown]:
        shown: list[Shown] = []
        self.left = 0.0
        while self.number < self.last:
            shown.append(self._next())
            if _tells(self.film, self.number):
                break
        return shown

    def to_line(self, lines: int, kinds: tuple[str, ...] = ()) -> None:
        """To a line of the chronicle before or after this moment; `kinds`: of these alone."""
        starts = [line.number for line in self.film.lines if not kinds or line.kind in kinds]
        if lines > 0:
            later = [n for n in starts if n > self.number]
            self.seek(later[lines - 1] if len(later) >= lines else self.last)
        else:
            earlier = [n for n in starts if n < self.number]
            self.seek(earlier[lines] if len(earlier) >= -lines else 0)

    def toggle(self) -> None:
        """Play, from the beginning where the end is reached; or pause."""
        self.playing = not self.playing
        if self.playing and self.number == self.last:
            self.seek(0)

    def faster(self, steps: int) -> None:
        at = SPEEDS.index(self.speed)
        self.speed = SPEEDS[min(max(at + steps, 0), len(SPEEDS) - 1)]

    # --- the timeline -------------------------------------------------------------------------------------------

    @property
    def length(self) -> float:
        """Seconds of the whole at speed 1."""
        return self.times[-1]

    @property
    def now(self) -> float:
        """Seconds from the beginning to what is shown now."""
        end = self.times[self.number]
        begun = self.times[self.number - 1] if self.number else end
        return max(begun, end - self.left)

    def number_at(self, share: float) -> int:
        """The moment at a share of the timeline, from 0 to 1."""
        wanted = share * self.length
        return next((n for n, time in enumerate(self.times) if time >= wanted - 1e-9), self.last)

    def share_of(self, number: int) -> float:
        """Where on the timeline the moment after so many events is, from 0 to 1."""
        return self.times[number] / self.length if self.length else 0.0

    def rounds(self) -> list[tuple[int, int]]:
        """Where each round begins: the number of its event, and its own."""
        return [(m.number, m.round) for m in self.film.moments if m.kind == "round_began"]

    def turns(self) -> list[tuple[int, str]]:
        """Where each turn begins, and whose it is."""
        return [(m.number, m.active) for m in self.film.moments if m.kind == "turn_began" and m.active is not None]

    def chances(self) -> list[tuple[int, Mapping[str, float]]]:
        """How likely each seat was to win after so many events, at the beginning and wherever it is told."""
        told = [(moment.number, moment.chances) for moment in self.film.moments if moment.chances]
        seats = [seat.id for seat in self.film.seats]
        return [(0, dict.fromkeys(seats, 1 / len(seats))), *told] if told else []

    def marks(self) -> list[FilmMark]:
        """What happened in the game: life lost, minis felled, points made."""
        seats = {mini.id: mini.seat for mini in self.film.minis}
        life, points = {mini.id: mini.life for mini in self.film.minis}, dict[str, int]()
        found = []
        for moment in self.film.moments:
            for who, lp in moment.life.items():
                if lp < life.get(who, 0) and who in seats:
                    found.append(FilmMark(moment.number, "life" if lp else "killed", seats[who], life[who] - lp))
                life[who] = lp
            for seat, vp in moment.points.items():
                if vp != points.get(seat, 0):
                    found.append(FilmMark(moment.number, "points", seat, vp - points.get(seat, 0)))
                points[seat] = vp
        return found


def _times(film: Film) -> tuple[float, ...]:
    """Seconds from the beginning to the end of each moment, 0 first."""
    times = [0.0]
    for moment in film.moments:
        times.append(times[-1] + max(moment.seconds, BRIEF))
    return tuple(times)


def _after(before: Mapping[str, FilmPose], moment: FilmMoment) -> dict[str, FilmPose]:
    after = dict(before)
    for id, pose in moment.poses.items():
        if pose is None:
            after.pop(id, None)
        else:
            after[id] = pose
    return after


def _tells(film: Film, number: int) -> bool:
    """Does the moment after so many events say or show something?"""
    return number == 0 or bool(film.moments[number - 1].words) or film.moments[number - 1].seconds > 0
