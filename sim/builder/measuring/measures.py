"""What is measured of a map while it is built: what is near first, see `protocol`."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import msgspec

from sim.board.board import Board
from sim.board.files.mapfile import MapFile
from sim.board.kernel_warmup import compile_kernels
from sim.board.map_checks.checks import Issue, check_board, ordered
from sim.board.map_checks.survey import take_over_footprints
from sim.board.model.errors import BoardError
from sim.board.model.queries import DistanceOf, Mover, ReachOf, SightOf, SightTo
from sim.board.model.tableau import Figure, Tableau
from sim.board.model.verdicts import Distance, Reach, Sight
from sim.board.movement.put_down import put_down
from sim.board.movement.relaid_lattice import Box, HandOver, differing, relay_rest
from sim.board.refused_places import take_over_refused
from sim.board.sight.ruled_cover import ruled_cover
from sim.builder.measuring.boxes import around, holds, wider
from sim.builder.measuring.ladders import useless_ladders, useless_scaffolds
from sim.builder.measuring.land import Land
from sim.builder.measuring.leaps import hops, leaps
from sim.builder.measuring.meanwhile import Meanwhile
from sim.builder.measuring.protocol import (
    Ask,
    Checked,
    Done,
    Joined,
    Looked,
    MeasureAnswer,
    Mendable,
    Mini,
    Overlooked,
    ReachFound,
    ReadyToPlay,
    WayMeasured,
    WaysFound,
    received,
)
from sim.builder.measuring.versions import Boards, standing_otherwise
from sim.builder.measuring.views import STEPS, outlooks
from sim.builder.measuring.ways import findings
from sim.builder.measuring.whole import Ready, Way
from sim.builder.mending import mendable
from sim.words import say

__all__ = ["Measures"]

NEAR = 5.0  # inches round what is moved: a jump that can be counted on is no wider than 3
STEADY = 1.0  # inches more or less, while a hand goes on
ROAMS = 4.0  # inches further that a hand goes before what is round it is looked at again
BESIDE = 2.0  # inches beyond a reach that still tell on it
NOWHERE = (0.0, 0.0, 0.0)
FORBEARS = 0.3  # seconds: for no longer is nothing told because something newer was asked


class Measures:
    """Answers about the versions of one map; what was measured of one serves the next.

    `ready`: what a board lacks for what is played on it; `way`: how one goes over it. `stoppable`: may what is being
    done be ended now? What is near is ended only where a hand has gone on, and the most of it is still to be done
    (`gives_way`). `look_up`: called where something else is waited for; it may end that.
    """

    def __init__(self, ready: Ready = lambda _: (), way: Way = lambda *_: None) -> None:
        self.ready, self.way = ready, way
        self.stoppable = False
        self.look_up = _nothing_new
        self._boards: Boards | None = None
        self._board: tuple[MapFile, Board] | None = None
        self._land: tuple[MapFile, Land] | None = None
        self._part: tuple[MapFile, Land] | None = None  # of it, what a hand moved last
        self._window: Box | None = None  # round what a hand moved last
        self._lifted: tuple[MapFile, Land, Box] | None = None  # within a box, without what a hand has taken away
        self._told: Ask | None = None  # what was asked when something near was told last
        self._near_since: float | None = None  # when what is near was begun
        self._near_took = self._near_told = 0.0  # how long it took last, and when it was told
        self._gave_way = False  # since something near was told last
        self._checked: tuple[MapFile, tuple[Issue, ...]] | None = None

    def answers(self, ask: Ask) -> Iterator[MeasureAnswer]:
        """Everything that is asked, the nearest first."""
        source, made, self._near_since = Path(ask.source), received(ask.map), None
        if self._boards is None or self._boards.source != source:
            self._boards, self._board, self._land, self._part, self._lifted = Boards(source), None, None, None, None
        try:
            yield from self._near(ask, made)
            if not ask.held:
                self.stoppable = True
                yield from self._whole(ask, made)
        except BoardError as error:
            if not ask.held:
                issue = Issue("error", say("map"), str(error), say("mend this first: nothing else can be checked"))
                yield Checked(ask.number, (issue,))
        self.stoppable = False
        yield Done(ask.number)

    # -- what is near -----------------------------------------------------------------------------------------

    def gives_way(self, rests: bool) -> bool:
        """Is what is near where a hand no longer is better begun anew? Once for a hand that goes on: else it would see
        nothing; and for one that `rests`, if it was told something not long ago."""
        now = time.perf_counter()
        begun = self._near_since
        if begun is None or now - begun >= self._near_took / 2:
            return False
        if now - self._near_told >= FORBEARS if rests else self._gave_way:
            return False
        self._gave_way, self._near_since = True, None
        return True

    def _near(self, ask: Ask, made: MapFile) -> Iterator[MeasureAnswer]:
        """Round what changed, by the board that was measured last and the pieces nearby."""
        if self._land is None or self._boards is None or self._land[1].base_mm != ask.base_mm:
            return
        if not ask.held and self._told is not None and self._part is not None and _alike(ask, self._told):
            return  # a hand has let go: it was told where it was last
        boxes = self._boards.changed(self._land[0], made)
        if boxes is None:
            return
        if not boxes:
            if ask.held:
                yield from self._minis(ask, self._whole_board(made))
            return
        near = self._window_round(around(boxes))
        mini = next((m for m in ask.minis if m.id == ask.chosen), None)
        if mini is not None:
            near = around((near, _round(mini, ask.move)))
        self._near_since = began = time.perf_counter()
        part = self._part_near(made, near, boxes)
        found = tuple(leaps(part))
        self._near_since = None
        self._part, self._told = (made, part), ask
        self._near_told = time.perf_counter()
        self._near_took = self._near_told - began
        self._gave_way = False
        yield Joined(ask.number, found, near)
        if mini is not None:
            yield _reach(part.board, mini, ask.move, ask.number)

    def _window_round(self, changed: Box) -> Box:
        """What is near to what changed. As long as it will do it stays the same: so areas that it cuts stay as they
        were, and what was measured between them holds."""
        last = self._window
        if last is None or not (
            holds(last, wider(changed, NEAR - STEADY)) and holds(wider(changed, NEAR + STEADY), last)
        ):
            last = self._window = wider(changed, NEAR)
        return last

    def _part_near(self, made: MapFile, near: Box, boxes: Sequence[Box]) -> Land:
        """What is near, by where a hand took something away from: that is measured once, and then only where it is."""
        assert self._land is not None
        assert self._boards is not None
        land = self._land[1]
        bare, lifted = self._lifted_of(made, near)
        put = self._boards.changed(bare, made) or ()
        part = Land.after(lifted, self._boards.board_near(made, near, lifted.board, put), put, near, made)
        part.earlier = ((land.known, tuple(boxes)), *((known, (*its, *boxes)) for known, its in land.earlier))
        if self._part is not None and self._part[1]._from is land:
            since = self._boards.changed(self._part[0], made)
            part.earlier = (*part.earlier, (self._part[1].known, since or ()))
        return part

    def _lifted_of(self, made: MapFile, near: Box) -> tuple[MapFile, Land]:
        """The board near what a hand moves, and somewhat further, without what stands otherwise than when it was
        measured last."""
        assert self._land is not None
        assert self._boards is not None
        before, land = self._land
        other = standing_otherwise(before, made)
        bare = msgspec.structs.replace(before, pieces=tuple(p for p in before.pieces if p.id not in other))
        if len(bare.pieces) == len(before.pieces):
            return self._land
        last = self._lifted
        if last is None or last[0] != bare or last[1]._from is not land or not holds(last[2], near):
            round_about = wider(near, ROAMS)
            gone = self._boards.changed(before, bare) or ()
            board = self._boards.board_near(bare, round_about, land.board, gone)
            last = self._lifted = (bare, Land.after(land, board, gone, round_about, bare), round_about)
        return last[:2]

    # -- the whole --------------------------------------------------------------------------------------------

    def _whole(self, ask: Ask, made: MapFile) -> Iterator[MeasureAnswer]:
        if self._checked is None:
            self._checked = (made, tuple(check_board(self._whole_board(made, ask.text))))
            yield Checked(ask.number, self._checked[1])
            self.stoppable = False
            compile_kernels(_nothing, ("ground", "places", "paths", "reach", "what bots plan by", "flights",
                                       "jumps and pushes", "sight", "cover"))  # fmt: skip
            self.stoppable = True
        board = self._whole_board(made, ask.text)
        check, lacking = Meanwhile(board, self._check_beside(made)), None
        try:
            land = self._whole_land(ask, made)
            lacking = Meanwhile(board, self._lacking)
            found = tuple(leaps(land))
            yield Joined(ask.number, found)
            yield from self._minis(ask, land.board)
            if ask.way is not None:
                jumps = hops(land, ask.way.start, ask.way.goal)
                yield WayMeasured(ask.number, ask.way, self.way(land.board, ask.way, jumps))
            self._checked = (made, check.result(self.look_up))
            yield Checked(ask.number, self._checked[1])
            yield Mendable(ask.number, mendable(board, self._checked[1]))
            yield ReadyToPlay(ask.number, lacking.result(self.look_up))  # what comes now asks no board, but its rooms
            yield WaysFound(ask.number, (*findings(land, found), *useless_ladders(land), *useless_scaffolds(land)))
        finally:
            check.leave()
            if lacking is not None:
                lacking.leave()
        if ask.outlook:
            for apart in STEPS:
                places = tuple(place for rows in outlooks(land, apart) for place in rows)
                yield Overlooked(ask.number, apart, places)

    def _whole_board(self, made: MapFile, text: str = "") -> Board:
        assert self._boards is not None
        if self._board is None or self._board[0] != made:
            board = self._boards.board(made, text, None if self._board is None else self._board[1])
            if self._board is not None:
                self._take_over(board, made, *self._board)
            self._board = (made, board)
        return self._board[1]

    def _take_over(self, board: Board, made: MapFile, old: MapFile, before: Board) -> None:
        """What is known of the version before, and holds of this one."""
        assert self._boards is not None
        take_over_footprints(board, before)
        boxes = self._boards.changed(old, made)
        if boxes is not None:
            take_over_refused(board, before, (*boxes, *differing(before.parts, board.parts)))

    def _whole_land(self, ask: Ask, made: MapFile) -> Land:
        board = self._whole_board(made, ask.text)
        if self._land is not None:
            before, land = self._land
            if land.board is board and land.base_mm == ask.base_mm:
                return land
            if before.ground == made.ground and land.base_mm == ask.base_mm:
                boxes = differing(land.board.parts, board.parts)
                return self._land_after(made, board, boxes)
        self._land, self._part, self._lifted = (made, Land(board, ask.base_mm)), None, None
        return self._land[1]

    def _land_after(self, made: MapFile, board: Board, boxes: Sequence[Box]) -> Land:
        """The land of a map that differs from the one that was measured last within boxes: that one becomes it, or
        stays what it is for whoever is called away."""
        assert self._land is not None
        last, over = self._land, HandOver()
        try:
            land = Land.after(last[1], board, boxes, over=over)
            relay_rest(board, last[1].board, boxes, over)
            self._part, self._lifted, self._land = None, None, (made, land)
        except BaseException:
            if self._land is last:
                over.undo()
            raise
        return land

    def _check_beside(self, made: MapFile) -> Callable[[Board], tuple[Issue, ...]]:
        """What the check says, for whoever has some time: the trees of sights, which are wanted soon, come first."""
        known = self._checked

        def check(board: Board) -> tuple[Issue, ...]:
            board.answer(SightTo("base", NOWHERE), Tableau((Figure("base", NOWHERE),)))
            return known[1] if known is not None and known[0] == made else tuple(check_board(board))

        return check

    def _lacking(self, board: Board) -> tuple[Issue, ...]:
        return board.derived("lacking", lambda: tuple(ordered(board, self.ready(board))))

    def _minis(self, ask: Ask, board: Board) -> Iterator[MeasureAnswer]:
        """The reach of the chosen mini, and what it sees of the others."""
        mini = next((m for m in ask.minis if m.id == ask.chosen), None)
        if mini is None:
            return
        yield _reach(board, mini, ask.move, ask.number)
        resting = {m.id: _resting(board, m) for m in ask.minis}
        tableau = Tableau(tuple(figure for figure in resting.values() if figure is not None))
        views = []
        for other in ask.minis:
            if other.id == mini.id or resting[other.id] is None or resting[mini.id] is None:
                continue
            sight = board.answer(SightOf(mini.id, other.id), tableau)
            apart = board.answer(DistanceOf(mini.id, other.id), tableau)
            assert isinstance(sight, Sight)
            assert isinstance(apart, Distance)
            cover = ruled_cover(board, tableau, mini.id, other.id).cover if sight.visible else None
            views.append((other.id, sight, cover, apart))
        yield Looked(ask.number, tuple(views))


def _alike(one: Ask, other: Ask) -> bool:
    """Is the same near, and the same asked of it?"""
    return all(getattr(one, name) == getattr(other, name) for name in ("map", "minis", "chosen", "move"))


def _reach(board: Board, mini: Mini, move: float, number: int) -> ReachFound:
    """From where the mini comes to stand."""
    figure = _resting(board, mini)
    if figure is None:
        return ReachFound(number, mini.at, None)
    reach = board.answer(ReachOf(Mover(mini.id, move)), Tableau((figure,)))
    assert isinstance(reach, Reach)
    return ReachFound(number, figure.at, reach)


def _resting(board: Board, mini: Mini) -> Figure | None:
    """A mini as it comes to stand where it was put; None far from any ground."""
    return put_down(board, Figure(mini.id, mini.at, mini.base_mm))


def _round(mini: Mini, move: float) -> Box:
    x, y, _ = mini.at
    return wider((x, y, x, y), move + BESIDE)


def _nothing_new() -> None:
    """Nobody asks anything else."""


def _nothing(_what: str, _done: int, _of: int) -> None:
    """Nobody is told how far the kernels are."""
