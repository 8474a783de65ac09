"""What is measured of a real table while a hand moves its minis: asked away from the thread that draws, the nearest
first."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import msgspec

from sim.api.table_page import page_of, picture_of
from sim.api.tabletop import Tabletop
from sim.app.real_table.desk import TableAim, TableDesk, TableTool
from sim.app.table.worker import Worker
from sim.board.model.queries import UnderBlast, UnderTeardrop
from sim.board.model.tableau import Figure, Point, Tableau
from sim.board.model.verdicts import Reach, Verdict
from sim.board.movement.pushed_off import PushedOff, away_from, pushed_off
from sim.board.movement.put_down import put_down
from sim.board.sight.seen_pairs import SeenPair, seen_pair, seen_pairs, seen_place
from sim.errors import BautaError
from sim.whole_files import write_whole
from sim.words import reason, say

__all__ = ["TableMeasures", "ToolFinds"]

ToolFinds: TypeAlias = Verdict | PushedOff | str
"""What a tool comes to; a reason, where it comes to nothing."""
MOVES = (1, 10)  # inches of MOVE that a way is asked for


class _Wanted(msgspec.Struct, frozen=True):
    """A tool over something, for whom, and how long or wide."""

    tool: TableTool
    who: str
    over: TableAim
    inches: float
    abilities: tuple[str, ...] = ()


class TableMeasures:
    """The newest measures. `pairs`: who looks, at whom -> what is seen; only those are of the table as it stands that
    are `fresh`. `carried`: where a hand holds the chosen mini, not yet as it comes to stand."""

    def __init__(self, desk: TableDesk, worker: Worker) -> None:
        self.desk, self.worker = desk, worker
        self.pairs: dict[tuple[str, str], SeenPair] = {}
        self.carried: Point | None = None
        self.aim: TableAim | None = None
        self.page_wanted = False  # is the page for a phone to be written, once all is measured?
        self._of: Tableau | None = None
        self._fresh: set[tuple[str, str]] = set()
        self._stuck: Tableau | None = None  # of this one something cannot be measured, and nothing more is asked
        self._row: tuple[object, tuple[SeenPair, ...]] = (None, ())
        self._reach: tuple[object, Reach | None] = (None, None)
        self._under: tuple[_Wanted | None, Tableau | None, ToolFinds | None] = (None, None, None)

    def close(self) -> None:
        self.worker.close(wait=False)

    # -- what was found ---------------------------------------------------------------------------------------

    @property
    def complete(self) -> bool:
        """Is everything measured, of the table as it stands?"""
        return not self.worker.busy and self.carried is None and self._next() is None

    def fresh(self, looks: str, at: str) -> SeenPair | None:
        """What one sees of another, of the table as it stands."""
        return self.pairs.get((looks, at)) if (looks, at) in self._fresh else None

    @property
    def row(self) -> tuple[SeenPair, ...]:
        """What the chosen mini sees of each other, once that is known of the table as it stands."""
        return self._row[1] if self._row[0] == (self.desk.chosen, self._of) else ()

    @property
    def reach(self) -> Reach | None:
        """The reach of the chosen mini, where it is wanted and known."""
        return self._reach[1] if self.desk.shows_reach and self._reach[0] == self._reached() else None

    @property
    def under(self) -> tuple[TableTool, TableAim, ToolFinds] | None:
        """What the tool in hand comes to, as it is held."""
        wanted, tableau, verdict = self._under
        now = self._wanted()
        if verdict is None or now is None or wanted is None or now.tool is not wanted.tool or tableau != self._of:
            return None
        return wanted.tool, wanted.over, verdict

    # -- asking and hearing -----------------------------------------------------------------------------------

    def poll(self) -> bool:
        """Hear what has come, and ask what is wanted next; True where something came."""
        busy = self.worker.busy
        if self.desk.tableau != self._of:
            self._of = self.desk.tableau
            self._fresh.clear()
        try:
            self.worker.poll()
        except BautaError as error:
            self._stuck = self.desk.tableau
            self.desk.notify(reason(error), alert=True)
        heard = busy and not self.worker.busy
        if not self.worker.busy and (job := self._next()) is not None:
            job()
        return heard or self.worker.busy

    def _next(self) -> Callable[[], None] | None:
        """What asks for what is wanted most, and is not known."""
        desk, tableau = self.desk, self.desk.tableau
        ids = [figure.id for figure in tableau.figures]
        if self.carried is not None:
            return self._settle
        if tableau == self._stuck:
            return None
        wanted = self._wanted()
        if wanted is not None and (wanted, tableau) != self._under[:2]:
            return lambda: self._ask_under(wanted, tableau)
        if desk.chosen in ids and self._row[0] != (desk.chosen, tableau):
            return lambda: self._ask_row(desk.chosen, tableau)
        if desk.held is not None or desk.held_boat is not None:
            return None  # the rest waits until the hand lets go
        if desk.shows_reach and desk.chosen in ids and self._reach[0] != self._reached():
            return self._ask_reach
        for one in ids:
            rest = [other for other in ids if other != one and (one, other) not in self._fresh]
            if rest:
                return lambda: self._ask_pairs(one, rest, tableau)
        return self._write_page if self.page_wanted else None

    def _write_page(self) -> None:
        """The page of the table as it stands, beside its file."""
        self.page_wanted = False
        desk, top, path = self.desk, self.desk.top, self.desk.path.with_suffix(".html")
        pairs = [self.pairs[one, other] for one in desk.figures for other in desk.figures if one != other]
        seen = [pair.sight for pair in pairs if pair.sight.visible]

        def write() -> str:
            try:
                page = page_of(desk.path, desk.file, top, pairs, picture_of(desk.file, top, seen))
                write_whole(path, page.encode())
            except OSError as error:
                return say("{file}: cannot be written: {error}", file=path, error=error.strerror or error)
            return say("Written: {file}. It needs no network: send it to a phone.", file=path)

        self.worker.submit(write, desk.notify, lasting=True)

    def _settle(self) -> None:
        """Where the mini in hand comes to stand, and what it sees from there."""
        at, self.carried = self.carried, None
        figure = self.desk.figures.get(self.desk.chosen)
        if at is None or figure is None:
            return
        asked, board, among = msgspec.structs.replace(figure, at=at), self.desk.board, self.desk.top.tableau

        def done(found: Figure | None) -> None:
            if found is not None and self.desk.held is not None and self.desk.held.id == found.id:
                self.desk.held = found

        self.worker.submit(lambda: put_down(board, asked, among), done)

    def _ask_row(self, who: str, tableau: Tableau) -> None:
        board, ids = self.desk.board, [figure.id for figure in tableau.figures]

        def done(found: tuple[SeenPair, ...]) -> None:
            self._row = (who, tableau), found
            self._take(found, tableau)

        self.worker.submit(lambda: tuple(seen_pairs(board, tableau, [who], ids)), done)

    def _ask_pairs(self, one: str, rest: list[str], tableau: Tableau) -> None:
        board, some = self.desk.board, rest[:4]  # few at a time: a hand may want something else meanwhile
        self.worker.submit(
            lambda: tuple(seen_pair(board, tableau, one, other) for other in some),
            lambda found: self._take(found, tableau),
        )

    def _take(self, found: tuple[SeenPair, ...], tableau: Tableau) -> None:
        for pair in found:
            self.pairs[pair.looks, pair.at] = pair
            if tableau == self.desk.tableau:
                self._fresh.add((pair.looks, pair.at))

    def _reached(self) -> object:
        desk = self.desk
        return desk.chosen, desk.move, desk.tableau, desk.top.abilities

    def _ask_reach(self) -> None:
        wanted, who, move, top = self._reached(), self.desk.chosen, self.desk.move, self._there()

        def done(found: Reach) -> None:
            self._reach = wanted, found

        self.worker.submit(lambda: top.reach(who, move), done)

    def _there(self) -> Tabletop:
        """The table as it stands, the mini in hand where the hand has it."""
        return msgspec.structs.replace(self.desk.top, tableau=self.desk.tableau)

    def _wanted(self) -> _Wanted | None:
        desk, aim = self.desk, self.aim
        if aim is None or desk.tool in (TableTool.LOOK, TableTool.PUT, TableTool.SMOKE):
            return None
        if desk.tool is TableTool.WAY and desk.pinned is None:
            return None  # it may take a second: a click asks for it
        if desk.tool is TableTool.MARKER:
            return _Wanted(desk.tool, "", aim, desk.across)
        if desk.chosen not in desk.figures or (desk.tool is TableTool.TEARDROP and aim.mini == desk.chosen):
            return None
        inches, own = 0.0 if desk.tool is TableTool.TAPE else desk.inches, desk.top.abilities.get(desk.chosen, ())
        return _Wanted(desk.tool, desk.chosen, aim, inches, own)

    def _ask_under(self, wanted: _Wanted, tableau: Tableau) -> None:
        def done(found: ToolFinds) -> None:
            self._under = wanted, tableau, found

        top = self._there()
        self.worker.submit(lambda: _answered(top, wanted), done)


def _answered(top: Tabletop, wanted: _Wanted) -> ToolFinds:
    board, tableau = top.board, top.tableau
    who, mini, at, inches = wanted.who, wanted.over.mini or None, wanted.over.at, wanted.inches
    place = None if mini else at
    match wanted.tool:
        case TableTool.JUMP:
            return top.jump(who, at, inches)
        case TableTool.MARKER:
            return board.answer(UnderBlast(mini, place, inches), tableau)
        case TableTool.TEARDROP:
            return board.answer(UnderTeardrop(who, mini, inches, at=place), tableau)
        case TableTool.PUSH:
            towards = away_from(tableau.figure(who), at) if mini else at
            return pushed_off(board, tableau, who, towards, inches)
        case TableTool.WAY:
            try:
                return top.way(who, mini or at, round(min(max(inches, MOVES[0]), MOVES[1])))
            except BautaError as error:
                return reason(error)
        case _:
            return seen_place(board, tableau, who, at)
