"""Findings that are mended by a click: what is safe is done beside the window, and is one change of the map."""

from __future__ import annotations

from collections.abc import Collection

from sim.app.editor.model import EditorModel
from sim.app.table.worker import Worker
from sim.board.model.errors import BoardError
from sim.builder.document import MapDocument
from sim.builder.errors import BuilderError
from sim.builder.mending import mend
from sim.words import counted, reason, say

__all__ = ["Mender"]

Mended = tuple[str, list[str]]  # the text of the map, and what was done to it


class Mender:
    """Mends pieces of a model that findings are about."""

    def __init__(self, model: EditorModel, worker: Worker) -> None:
        self.model, self.worker = model, worker

    @property
    def busy(self) -> bool:
        return self.worker.busy

    def mend(self, ids: Collection[str]) -> None:
        """Do what is safe to these pieces, if nothing is being mended."""
        if self.busy:
            return
        text, source = self.model.document.text, self.model.source
        self.model.notify(say("It is being mended"))

        def work() -> Mended | BoardError | BuilderError:
            try:
                document = MapDocument(text, source)
                said = mend(document, only=ids)
                return document.text, said
            except (BoardError, BuilderError) as error:
                return error

        self.worker.submit(work, lambda came: self._take(text, came))

    def _take(self, before: str, came: Mended | BoardError | BuilderError) -> None:
        """What came of it, if the map is still as it was."""
        model = self.model
        if isinstance(came, BoardError | BuilderError):
            model.notify(reason(came), alert=True)
        elif model.document.text != before:
            model.notify(say("The map was changed meanwhile: nothing was mended"))
        elif not came[1]:
            model.notify(say("To move it a little would put it into something else: move it by hand"), alert=True)
        else:
            after, said = came
            words = said[0] if len(said) == 1 else counted("{n} thing is mended", "{n} things are mended", len(said))
            model.take_text(after, words)

    def poll(self) -> None:
        self.worker.poll()

    def close(self) -> None:
        """Do no more; nobody waits for what is at work."""
        self.worker.close(wait=False)
