"""Ground that the generator makes again: marked on the board, made beside the window, and one change of the map."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event

from sim.app.editor.model import EditorModel
from sim.app.table.worker import Worker
from sim.builder.edits import Edit
from sim.builder.errors import BuilderError
from sim.builder.generator.making import made_map
from sim.builder.generator.remaking import remade
from sim.builder.generator.styles import Style
from sim.words import reason, say, term

__all__ = ["Remaker"]

Ring = tuple[tuple[float, float], ...]


class Remaker:
    """What is wished of the generator, and what it is at. `ring`: the part that was marked last; none: the board."""

    def __init__(self, model: EditorModel, worker: Worker) -> None:
        self.model, self.worker = model, worker
        self.style = Style.CANALS
        self.seed = 1
        self.symmetric = False  # is the whole board to be its own half turn?
        self.ring: Ring = ()
        self.tried = (0, 0)  # boards that were drafted, and those of them that were measured
        self._made = ""  # the words of the last change of ours
        self._stopped = Event()  # the work in hand is not wanted

    @property
    def busy(self) -> bool:
        return self.worker.busy

    @property
    def may_again(self) -> bool:
        """Is the last change ours? Then another number can take its place."""
        return bool(self._made) and self.model.document.undo_words == self._made and not self.busy

    def part(self, ring: Ring) -> None:
        """Make a part again."""
        self.ring = ring
        self._make()

    def whole(self) -> None:
        """Make the whole board again."""
        self.ring = ()
        self._make()

    def again(self) -> None:
        """The same once more with the next number, in place of what came of the last."""
        if self.may_again:
            self.model.undo()
            self.seed += 1
            self._make()

    def poll(self) -> None:
        self.worker.poll()

    def _make(self) -> None:
        if self.busy:
            return
        model, made, ring, style, seed = self.model, self.model.map, self.ring, self.style, self.seed
        symmetric = self.symmetric
        source, name = model.source, made.name
        model.notify(say("The generator is at work") if ring else say("The generator makes the whole board"))
        stopped, self.tried = self._stopped, (0, 0)

        def wanted(drafted: int, measured: int) -> bool:
            if not stopped.is_set():
                self.tried = (drafted, measured)
            return not stopped.is_set()

        def work() -> Edit | str | BuilderError:
            try:
                if ring:
                    return remade(made, ring, style, seed, source, wanted)
                return made_map(made.size, seed, style, symmetric, name=name, wanted=wanted)
            except BuilderError as error:
                return error

        self.worker.submit(work, self._taking(model.document.text))

    def _taking(self, before: str) -> Callable[[Edit | str | BuilderError], None]:
        """What is done with what comes of it, if the map is still as it was."""

        def take(came: Edit | str | BuilderError) -> None:
            model = self.model
            if isinstance(came, BuilderError):
                model.notify(reason(came), alert=True)
            elif model.document.text != before:
                model.notify(say("The map was changed meanwhile: nothing was made again"))
            elif isinstance(came, str):
                model.take_text(
                    came, say("Make the board again: {style} {seed}", style=term(str(self.style)), seed=self.seed)
                )
                self._made = model.document.undo_words
            elif model.commit(came):
                self._made = model.document.undo_words

        return take

    def stop(self) -> None:
        """Make nothing: the board stays as it is, and the generator gives up at its next try."""
        if self.busy:
            self._stopped.set()
            self._stopped = Event()
            self.worker.forget()
            self.model.notify(say("The generator is stopped: the board is as it was"))

    def close(self) -> None:
        """Do no more; the generator gives up at its next try, for which nobody waits."""
        self._stopped.set()
        self.worker.close(wait=False)
