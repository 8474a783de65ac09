"""The way into the editor and out of it: which map is opened, and what is gone back to after a game on it."""

from __future__ import annotations

import importlib
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from sim.app.clipboard import SystemClipboard
from sim.app.editor.host import RoomHost
from sim.app.hud.build_panel import BuildRequest
from sim.app.hud.loading_screen import Loading
from sim.app.table.games import NewGame
from sim.app.table.new_game_form import plan_on
from sim.app.window.board_opening import BoardOpening
from sim.app.window.kernel_wait import Abandoned
from sim.board.files.finding import find_map
from sim.board.files.folders import maps_dir
from sim.board.files.mapfile import read_map
from sim.board.files.packages import PACKAGE
from sim.builder.document import MapDocument, new_map_text
from sim.builder.drafts import Drafts, own_copy_of, path_of_new, read_text
from sim.builder.errors import BuilderError
from sim.builder.packages.unpacking import unpacked
from sim.errors import BautaError
from sim.words import capital, reason, say

if TYPE_CHECKING:
    from sim.app.editor.room import EditorRoom

__all__ = ["EditorDoor", "EditorHost"]

LOOKED = 0.03  # seconds between two frames while the editor itself is read


class EditorHost(RoomHost, Protocol):
    """What is needed of the window besides."""

    loading: Loading | None
    plan: NewGame | None
    running: bool
    boards: BoardOpening

    def close_game(self) -> None: ...

    def show_start(self) -> None: ...

    def load(self, loading: Loading) -> None: ...

    def pause(self, seconds: float) -> None: ...


class EditorDoor:
    """`room`: the editor, while it is open. `kept`: the map that is gone back to after a game."""

    def __init__(self) -> None:
        self.room: EditorRoom | None = None
        self.kept: MapDocument | None = None
        self.clipboard = SystemClipboard()  # from one map to the next

    @property
    def is_left(self) -> bool:
        """Is a board left for a game, to be gone back to?"""
        return self.kept is not None

    def enter(self, window: EditorHost, asked: BuildRequest) -> None:
        """Build on a board, in place of what was open. Raises BautaError, and that stays open."""
        document, drafts = self.asked_for(asked)
        window.close_game()
        self.open(window, document, drafts)

    def obey(self, window: EditorHost) -> None:
        """Do what the editor wants: leave it, or the program, or open another board."""
        assert self.room is not None
        if self.room.wants == "laid":
            room = self.room
            asked = BuildRequest(map=str(room.workshop.laid))
            room.wants, room.workshop.laid = "", None
            try:
                self.enter(window, asked)
            except BautaError as error:
                room.model.notify(reason(error), alert=True)
            return
        window.running = self.room.wants != "quit"
        if window.running:
            window.plan = self.leave(window.plan, keep=self.room.wants == "play")
            window.show_start()

    def asked_for(self, asked: BuildRequest) -> tuple[MapDocument, Drafts]:
        """The map to be built, locked for this window. Raises BautaError."""
        if asked == BuildRequest():
            assert self.kept is not None
            return self.kept, Drafts(self.kept.source)
        if asked.name:
            source = path_of_new(asked.name)
            document = MapDocument(
                new_map_text(Path(asked.name).stem if "/" in asked.name else asked.name, asked.size), source
            )
            return document, Drafts(source)
        path = find_map(asked.map)
        if Path(asked.map).suffix.lower() == PACKAGE:
            path = unpacked(Path(asked.map))
        read_map(path)  # what is wrong with it is said with its line
        text = read_text(path)
        named = not Path(asked.map).is_file()
        source = own_copy_of(path) if named and path.parent == maps_dir() else path.resolve()
        return MapDocument(text, source), Drafts(source)

    def open(self, window: EditorHost, document: MapDocument, drafts: Drafts) -> None:
        """Show the editor, once its pieces are ready. Raises BuilderError where it cannot be drawn."""
        if not window.screen.shaders:
            drafts.close()
            raise BuilderError(
                say("there is no OpenGL here, and the editor cannot be drawn without (see: bauta doctor)")
            )
        loading = Loading(document.map.name, words=say("The board is laid out"))

        def tell(share: float, words: str) -> None:
            if not window.running:
                raise Abandoned
            loading.share, loading.words = share, capital(words)

        window.load(loading)
        _read_editor(window, loading)
        from sim.app.editor.making_ready import make_ready
        from sim.app.editor.model import EditorModel
        from sim.app.editor.room import EditorRoom

        model = EditorModel(document, drafts)
        try:
            ready = window.boards.aside(
                lambda: make_ready(model, window.screen, tell, light_later=window.threaded), loading
            )
        except Abandoned:
            drafts.close()
            return
        self.kept = None
        window.boards.kept.put_away()
        self.room = EditorRoom(window, model, ready, lambda: window.load(loading), self.clipboard)
        window.loading = None

    def leave(self, plan: NewGame | None, *, keep: bool) -> NewGame | None:
        """Close the editor. `keep`: it is gone back to, after a game on its map, whose plan is returned."""
        assert self.room is not None
        document = self.room.model.document
        self.close()
        self.kept = document if keep else None
        if not keep:
            return plan
        return plan_on(str(document.source), document.map.size)

    def close(self) -> None:
        if self.room is not None:
            self.room.close()
            self.room = None


def _read_editor(window: EditorHost, loading: Loading) -> None:
    """Read the editor's own code, on a thread while the window goes on: who only plays never waits for it."""
    reading = threading.Thread(target=importlib.import_module, args=("sim.app.editor.room",), daemon=True)
    reading.start()
    while reading.is_alive():
        window.pause(LOOKED)
        window.load(loading)
