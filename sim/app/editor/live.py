"""What is measured while somebody builds: asked for after each change, shown as it comes."""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Sequence

import msgspec

from sim.app.editor.model import EditorModel
from sim.board.files.mapfile import MapFile
from sim.board.map_checks.checks import Issue
from sim.board.model.tableau import Point
from sim.board.model.verdicts import Cover, Distance, Reach, Sight
from sim.board.movement.relaid_lattice import Box
from sim.builder.measuring.leaps import Leap, LeapWay
from sim.builder.measuring.measurer import Measurer
from sim.builder.measuring.protocol import (
    AnyAnswer,
    Ask,
    AskedWay,
    Checked,
    Done,
    Joined,
    Looked,
    Mendable,
    Mini,
    Overlooked,
    ReachFound,
    ReadyToPlay,
    WayMeasured,
    WaysFound,
    sent,
)
from sim.builder.measuring.whole import together
from sim.carnevale.odds import jump_chance
from sim.words.tongues import spoken

__all__ = ["SURE", "LiveMeasures", "chance_of", "too_wide"]

PROGRAM = (sys.executable, "-m", "sim.app.editor.measuring")
SURE = 0.8  # of all tries: a jump that one counts on
ASIDE = 2.0  # inches from where a mini was put to where it comes to stand, at most
LONGEST = 14  # inches that the best roll of a jump carries
APART = 0.1  # inches: nobody asks for a shorter way
SOON = 8.0  # seconds in which what was asked is awaited with nothing else done


def chance_of(leg: LeapWay, dexterity: int) -> float:
    """How many of all tries of a jump arrive, without Will Points."""
    return jump_chance(dexterity, frozenset(leg.carries))


def too_wide(leg: LeapWay, dexterity: int) -> float | None:
    """How many inches a jump is too wide to be counted on; 0: it is not. None: no jump arrives."""
    if leg.least is None:
        return None
    if chance_of(leg, dexterity) >= SURE:
        return 0.0
    whole = [n for n in range(1, LONGEST) if jump_chance(dexterity, frozenset(range(n, LONGEST + 1))) >= SURE]
    return max(0.1, leg.least - max(whole, default=0))


class _Asked(msgspec.Struct, frozen=True):
    """All that tells on what is measured."""

    map: MapFile
    minis: tuple[Mini, ...]
    chosen: str
    move: float
    base_mm: float
    outlook: bool
    way: AskedWay | None
    held: bool


class LiveMeasures:
    """The newest measures of a model. `issues` and what else is kept are of the map that was asked about last, or of
    the one before while that is being measured: `fresh` says which."""

    def __init__(self, model: EditorModel, measurer: Measurer | None = None) -> None:
        self.model = model
        self.leaps: tuple[Leap, ...] = ()
        self.reach: ReachFound | None = None
        self.views: tuple[tuple[str, Sight, Cover | None, Distance], ...] = ()
        self.outlook: Overlooked | None = None
        self.measured_way: WayMeasured | None = None
        self.mendable: tuple[str, ...] = ()  # pieces that the check tells of, and that are mended by a click
        self.failed = False
        self._checked: tuple[Issue, ...] = ()
        self._walked: tuple[Issue, ...] = ()
        self._set_up: tuple[Issue, ...] = ()
        self._whole: tuple[Leap, ...] = ()  # jumps of the whole board, as they were measured last
        self._measurer = measurer or Measurer((*PROGRAM, spoken().language))
        self._asked: _Asked | None = None
        self._number = 0
        self._of: tuple[int, str] = (0, "")  # the last question about the map, and its text
        self._done = 0  # the last question that was answered to its end
        self._checked_text = ""
        self._walked_text = ""
        self.at_work = False
        self._since = 0.0  # when it was asked last

    # -- what was found ---------------------------------------------------------------------------------------

    @property
    def fresh(self) -> bool:
        """Is what the check says of the map as it stands?"""
        return self._checked_text == self.model.document.text

    @property
    def complete(self) -> bool:
        """Is everything measured, of the map as it stands?"""
        return self.fresh and self._walked_text == self.model.document.text and not self.at_work

    @property
    def issues(self) -> Sequence[Issue]:
        """What the check says, of the ways and of scenarios what it does not, worst first."""
        return together(self._checked, self._walked, self._set_up)

    @property
    def is_awaited(self) -> bool:
        """Are measures of a change on their way, and soon here?"""
        return self.at_work and self._done > 0 and time.perf_counter() - self._since < SOON

    @property
    def waited(self) -> float:
        """Seconds since the question that is being answered was asked; 0 where none is."""
        return time.perf_counter() - self._since if self.at_work else 0.0

    @property
    def has_news(self) -> bool:
        """Has something come that was not heard yet?"""
        return self._measurer.has_news

    def wait(self, seconds: float) -> None:
        """Until something comes, or so long."""
        self._measurer.wait(seconds)

    def count(self, severity: str) -> int:
        return sum(issue.severity == severity for issue in self.issues)

    # -- asking and hearing -----------------------------------------------------------------------------------

    def poll(self) -> bool:
        """Ask and hear; True where something came."""
        model, shows = self.model, self.model.shows
        held = model.pending is not None or model.mini_held
        asked = _Asked(
            model.shown, model.minis, model.mini, shows.move, shows.base_mm, bool(shows.outlook), _way(model), held
        )
        if asked != self._asked:
            self._asked = asked
            self._ask(asked)
        elif held and not self.at_work and self._of != (self._done, model.document.text):
            self._ask(msgspec.structs.replace(asked, map=model.map, held=False))  # a hand rests
        heard = self._measurer.heard()
        for answer in heard:
            self._take(answer)
        return bool(heard)

    def _ask(self, asked: _Asked) -> None:
        self._number += 1
        if not asked.held:
            self._of = (self._number, self.model.document.text)
        self.at_work, self._since = True, time.perf_counter()
        self._measurer.ask(
            Ask(
                self._number,
                str(self.model.source),
                sent(asked.map),
                "" if asked.held else self.model.document.text,
                asked.held,
                asked.base_mm,
                asked.minis,
                asked.chosen,
                asked.move,
                asked.outlook and not asked.held,
                None if asked.held else asked.way,
            )
        )

    def _take(self, answer: AnyAnswer | None) -> None:
        current = answer is not None and answer.number == self._of[0]
        match answer:
            case None:
                self.failed, self.at_work = True, False
                self._checked_text = self.model.document.text
            case Joined(leaps=leaps, near=None):
                self._whole = self.leaps = leaps
            case Joined(leaps=leaps, near=near) if near is not None:
                self.leaps = (*(leap for leap in self._whole if not _within(leap, near)), *leaps)
            case ReachFound():
                self.reach = answer
            case Looked(views=views):
                self.views = views
            case WayMeasured():
                self.measured_way = answer
            case Checked(issues=issues) if current:
                self._checked, self._checked_text, self.failed = issues, self._of[1], False
            case Mendable(ids=ids) if current:
                self.mendable = ids
            case WaysFound(issues=issues) if current:
                self._walked, self._walked_text = issues, self._of[1]
            case ReadyToPlay(issues=issues) if current:
                self._set_up = issues
            case Overlooked() if current:
                self.outlook = answer
            case Done(number=number):
                self._done = number
                self.at_work = self.at_work and number != self._number

    @property
    def way(self) -> WayMeasured | None:
        """The way between the ends of the tape, as it was measured last."""
        found, asked = self.measured_way, _way(self.model)
        return found if found is not None and asked == found.asked else None

    def rest_of(self, mini: Mini) -> Point:
        """Where a mini comes to stand, as far as that is known."""
        if self.reach is not None and mini.id == self.model.mini and _beside(self.reach.at, mini.at):
            return self.reach.at
        return mini.at

    @property
    def reached(self) -> Reach | None:
        """The reach of the chosen mini."""
        mini = self.model.the_mini
        if mini is None or self.reach is None or not _beside(self.reach.at, mini.at):
            return None
        return self.reach.reach

    def close(self) -> None:
        self._measurer.close()


def _way(model: EditorModel) -> AskedWay | None:
    """The way between the ends of the tape, for whoever is measured by."""
    if len(model.tape) != 2 or math.dist(*model.tape) < APART:
        return None
    shows = model.shows
    return AskedWay(*model.tape, shows.move, shows.base_mm, shows.dexterity)


def _beside(one: Point, two: Point) -> bool:
    return math.dist(one[:2], two[:2]) <= ASIDE + 0.02


def _within(leap: Leap, box: Box) -> bool:
    """Does a jump begin or end in a box?"""
    return any(box[0] <= x <= box[2] and box[1] <= y <= box[3] for x, y, _ in (leap.there.start, leap.there.end))
