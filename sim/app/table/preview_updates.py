"""Keeps the preview and the reach to what is pointed at, measured away from the thread that draws."""

from __future__ import annotations

from collections.abc import Callable

from sim.app.table import previews
from sim.app.table.guarded import guarded
from sim.app.table.preview_requests import PreviewRequest, needs_confirmation, preview_job
from sim.app.table.previews import FromThere, Glances, Perils, Preview
from sim.app.table.tool_state import ToolState
from sim.app.table.tools import Tool
from sim.app.table.worker import Worker
from sim.board.model.verdicts import Reach
from sim.carnevale.questions import OfOne
from sim.engine.finality import finality
from sim.engine.past import Final
from sim.words import say

__all__ = ["PATIENCE", "REACHING", "PreviewUpdates"]

PATIENCE = 3  # frames
REACHING = (Tool.RUN, Tool.ROW)
"""Tools for which it is shown where they reach."""


class PreviewUpdates:
    """Previews for the tool in hand. `give` answers what is asked.

    What something found is of is noted once it is there: the worker may be told to forget the job that looks for it.
    """

    def __init__(self, hand: ToolState, worker: Worker, give: Callable[[object], None]) -> None:
        self.hand, self.worker, self._give = hand, worker, give
        self._lookout: tuple[int, previews.Lookout] | None = None  # and after how many answers it was taken
        self._wanted: PreviewRequest | None = None  # what is pointed at now
        # what is known so far of standing there, of which request, on the table as it stood then
        self._partly: tuple[PreviewRequest, previews.Lookout, FromThere] | None = None
        self._waited = 0  # for how many frames that has been all that there is
        self._refused = ""  # what was said of a click
        self._looking_at: tuple[int, str] | None = None  # as `looks_of`: what is being measured, or was last

    def update(self) -> None:
        """Measure what is pointed at now, where that is something else than before."""
        hand = self.hand
        self._update_reach()
        self._update_perils()
        self._update_looks()
        request = self._wanted = hand.preview_request()
        if hand.looked_from != request:  # whoever comes back to a place is told of it again
            hand.from_there, hand.looked_from = self._known_so_far(request), None
        if hand.final_of != request:
            hand.final, hand.final_of = "", None
        if request is None:
            if not hand.pinned:
                hand.preview = None
            hand.previewed = None
        elif request == hand.previewed:
            self._settle_pin()
            self._look_for_dice(request)
            self._look_from_there(request)
        elif not self.worker.busy:
            session = hand.model.session
            work = preview_job(request, hand.asked, session.state, session.measure)

            def ready(found: Preview | None) -> None:
                if hand.preview_request() == request or not hand.pinned:
                    hand.preview, hand.previewed = found, request
                    self._forget_refusal()
                    self._settle_pin()

            self.worker.submit(guarded(work, self._unmeasured), ready)

    def _look_for_dice(self, request: PreviewRequest) -> None:
        """What would keep the answer from being taken back, once the preview itself is shown."""
        hand, session = self.hand, self.hand.model.session
        answer = hand.preview.answer if hand.preview is not None and hand.preview.refusal is None else None
        if answer is None or hand.final_of == request or self.worker.busy:
            return

        def ready(found: Final | None) -> None:
            if hand.preview_request() == request:
                hand.final, hand.final_of = found or "", request

        self.worker.submit(guarded(lambda: finality(session, answer), self._unmeasured), ready)

    def _look_from_there(self, request: PreviewRequest) -> None:
        """What comes of standing there, once the preview itself is shown; given up when something else is wanted."""
        hand, session = self.hand, self.hand.model.session
        place = None if hand.preview is None else previews.standing(hand.preview, session.state)
        if place is None or not hand.looks_out or hand.looked_from == request or self.worker.busy:
            return
        who, at, ap = place
        lookout, self._partly, self._waited = self._looking(), None, 0

        def partly(found: FromThere) -> None:
            self._partly = (request, lookout, found)

        def ready(found: FromThere | None) -> None:
            if hand.preview_request() == request:
                hand.from_there, hand.looked_from = found, request

        def work() -> FromThere | None:
            return lookout.from_there(who, at, ap, lambda: self._wanted == request, partly)

        self.worker.submit(guarded(work, self._unmeasured), ready)

    def _known_so_far(self, request: PreviewRequest | None) -> FromThere | None:
        """Who would see it there, where all of what comes of it takes longer than a few frames: not at once, or a panel
        would flicker wherever it takes no longer."""
        if request is None or self._partly is None or self._partly[0] != request or not self._sees(self._partly[1]):
            return None
        self._waited += 1
        return self._partly[2] if self._waited > PATIENCE else None

    def _looking(self) -> previews.Lookout:
        """The lookout on the table as it stands, kept until the next answer, or until one is taken back: then another
        may come to as many."""
        session = self.hand.model.session
        last = self._lookout
        if last is None or not self._sees(last[1]):
            before = last[1] if last is not None else None
            last = self._lookout = (session.count, previews.Lookout(session.state, session.measure, before))
        return last[1]

    def _sees(self, lookout: previews.Lookout) -> bool:
        """Does this lookout see the table as it stands now?"""
        session, last = self.hand.model.session, self._lookout
        return last is not None and last[1] is lookout and last[0] == session.count and lookout.state is session.state

    def _update_perils(self) -> None:
        hand, choice = self.hand, self.hand.asked
        region = choice.region if choice is not None else None
        if not (hand.tinted and hand.looks_out) or not isinstance(region, OfOne) or hand.tool is not Tool.RUN:
            return
        if self.worker.busy or hand.perils_of is choice:
            return
        lookout, who = self._looking(), region.who

        def ready(found: Perils | None) -> None:
            if hand.asked is choice:
                hand.perils, hand.perils_of = found, choice

        self.worker.submit(guarded(lambda: lookout.perils(who), self._unmeasured), ready)

    def _update_looks(self) -> None:
        """Who sees the mini that is pointed at, or else the chosen one, and whom it sees."""
        hand, session = self.hand, self.hand.model.session
        who = hand.hovered or hand.selected
        if not hand.asks_sight or who is None or not session.state[who].on_board:
            hand.looks = hand.looks_of = self._looking_at = None
            return
        wanted = (session.count, who)
        if self.worker.busy or hand.looks_of == wanted:
            return
        self._looking_at, state, measure = wanted, session.state, session.measure

        def ready(found: Glances | None) -> None:
            if self._looking_at == wanted:
                hand.looks, hand.looks_of = found, wanted

        def work() -> Glances | None:
            return previews.who_sees(state, measure, who, lambda: self._looking_at == wanted)

        self.worker.submit(guarded(work, self._unmeasured), ready)

    def _settle_pin(self) -> None:
        """A click where nothing is at stake is the answer; where much is, it waits for a second one."""
        hand = self.hand
        preview = hand.preview
        if not hand.pinned or preview is None or hand.tool is Tool.TAPE:
            return
        if preview.refusal is not None:
            hand.pinned = False
            hand.barred(preview.refusal)
            self._refused = hand.model.notice
            return
        hand.model.notice = ""  # it was about another place
        if preview.answer is not None and not needs_confirmation(preview):
            self._give(preview.answer)

    def say_until_pointed(self, words: str) -> None:
        """Tell it until something is pointed at."""
        self.hand.model.notice = self._refused = words

    def _forget_refusal(self) -> None:
        """Something else is previewed: what was said of the last click is not about that."""
        if self._refused and self.hand.model.notice == self._refused:
            self.hand.model.notice = ""
        self._refused = ""

    def _update_reach(self) -> None:
        hand = self.hand
        choice = hand.asked
        region = choice.region if choice is not None else None
        if choice is None or not isinstance(region, OfOne) or hand.tool not in REACHING or self.worker.busy:
            return
        wanted = (choice, hand.tool)
        if hand.reach_of is not None and hand.reach_of[0] is choice and hand.reach_of[1] is hand.tool:
            return
        session = hand.model.session
        area = previews.sailing_area if hand.tool is Tool.ROW else previews.reach_area

        def ready(found: Reach | None) -> None:
            if hand.asked is choice:
                hand.reach, hand.reach_of = found, wanted

        def work() -> Reach:
            return area(session.state, session.measure, region)

        self.worker.submit(guarded(work, self._unmeasured), ready)

    def _unmeasured(self, why: str) -> None:
        """What cannot be previewed is said; the game goes on."""
        self.hand.model.notice = say("this cannot be measured: {why}", why=why)
