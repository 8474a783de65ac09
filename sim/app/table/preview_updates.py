"""Keeps the preview and the reach to what is pointed at, measured away from the thread that draws."""

from __future__ import annotations

from collections.abc import Callable

from sim.app.table import previews
from sim.app.table.guarded import guarded
from sim.app.table.preview_requests import needs_confirmation, preview_job
from sim.app.table.previews import Preview
from sim.app.table.tool_state import ToolState
from sim.app.table.tools import Tool
from sim.app.table.worker import Worker
from sim.board.model.verdicts import Reach
from sim.carnevale.questions import OfOne

__all__ = ["PreviewUpdates"]


class PreviewUpdates:
    """Previews for the tool in hand. `give` answers what is asked."""

    def __init__(self, hand: ToolState, worker: Worker, give: Callable[[object], None]) -> None:
        self.hand, self.worker, self._give = hand, worker, give

    def update(self) -> None:
        """Measure what is pointed at now, where that is something else than before."""
        hand = self.hand
        self._update_reach()
        request = hand.preview_request()
        if request is None:
            if not hand.pinned:
                hand.preview = None
            hand.previewed = None
        elif request == hand.previewed:
            self._settle_pin()
        elif not self.worker.busy:
            session = hand.model.session
            work = preview_job(request, hand.asked, session.state, session.measure)

            def ready(found: Preview | None) -> None:
                if hand.preview_request() == request or not hand.pinned:
                    hand.preview, hand.previewed = found, request
                    self._settle_pin()

            self.worker.submit(guarded(work, self._unmeasured), ready)

    def _settle_pin(self) -> None:
        """A click where nothing is at stake is the answer; where much is, it waits for a second one."""
        hand = self.hand
        preview = hand.preview
        if not hand.pinned or preview is None or hand.tool is Tool.TAPE:
            return
        if preview.refusal is not None:
            hand.model.notice = str(preview.refusal)
            hand.pinned = False
        elif preview.answer is not None and not needs_confirmation(preview):
            self._give(preview.answer)

    def _update_reach(self) -> None:
        hand = self.hand
        choice = hand.asked
        region = choice.region if choice is not None else None
        if not isinstance(region, OfOne) or hand.tool is not Tool.RUN or self.worker.busy or hand.reach_of is choice:
            return
        hand.reach_of = choice
        session = hand.model.session

        def ready(found: Reach | None) -> None:
            if hand.asked is choice:
                hand.reach = found

        def work() -> Reach:
            return previews.reach_area(session.state, session.measure, region)

        self.worker.submit(guarded(work, self._unmeasured), ready)

    def _unmeasured(self, why: str) -> None:
        """What cannot be previewed is said; the game goes on."""
        self.hand.model.notice = f"this cannot be measured: {why}"
