"""What was measured for an event, on the board: drawn as the board was then."""

from __future__ import annotations

from collections.abc import Iterator

from sim.app.render.overlay import Overlay
from sim.app.table.evidence_marks import draw_evidence, places_of
from sim.app.table.model import TableModel
from sim.board.model.tableau import Point
from sim.carnevale.events import ActionBegan, ActionEnded, Attacked, Event, SpellCast, SpellLaid, TemplateTouched
from sim.carnevale.state import State

__all__ = ["EvidenceLayer"]


class EvidenceLayer:
    """The evidence of one event at a time, over one game. `places`: where that was."""

    def __init__(self, model: TableModel, overlay: Overlay) -> None:
        self.model, self.overlay = model, overlay
        self.places: list[Point] = []
        self._past: State | None = None  # the board as it was before the event that was drawn last

    def show(self, number: int | None) -> None:
        """That of the event of this number; none: nothing."""
        self.overlay.clear()
        self.places = []
        log = self.model.shown.log
        if number is not None and number < len(log) and self.model.open_to_all(log[number]):
            before = self._before(number)
            for event in (log[number], *self._laid(number)):
                draw_evidence(event, before, self.overlay)
            self.places = places_of(log[number], before)

    def _laid(self, number: int) -> Iterator[Event]:
        """The template or marker of an attack or a spell, which it lays once it has come off."""
        log, strikes = self.model.shown.log, self.model.shown.log[number]
        if not isinstance(strikes, (Attacked, SpellCast)):
            return
        for event in log[number + 1 :]:
            if isinstance(event, (ActionBegan, ActionEnded)):
                return
            if isinstance(event, (SpellLaid, TemplateTouched)) and event.who == strikes.who:
                yield event

    def _before(self, number: int) -> State:
        """The board as it was before an event; made from the one that was wanted last where that came earlier."""
        log, last = self.model.shown.log, self._past
        if last is None or len(last.log) > number or (last.log and last.log[-1] is not log[len(last.log) - 1]):
            last = self.model.session.game.begin(self.model.session.state.setup)
        for event in log[len(last.log) : number]:
            event.apply(last)
            last.log.append(event)
        self._past = last
        return last
