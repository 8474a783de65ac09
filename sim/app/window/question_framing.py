"""Where one looks at what is asked: the camera goes there once for each question, and is then left to the hand."""

from __future__ import annotations

from sim.app.table.controller import TableController
from sim.app.table.tools import Tool
from sim.app.window.table_camera import TableCamera
from sim.carnevale.scenarios.deployment import SetUpMini, WhichZone, zone_of
from sim.carnevale.scenarios.gondolas import WhereMoored
from sim.carnevale.state import State
from sim.carnevale.turn import WhoseTurn

__all__ = ["QuestionFraming"]


class QuestionFraming:
    """Moves the camera to what a table asks."""

    def __init__(self, camera: TableCamera) -> None:
        self.camera = camera
        self._framed: dict[str, object] = {}

    def frame(self, table: TableController, state: State) -> None:
        """See the mini that it is about, or else the gang that is asked; its zone, when it is set up; the whole board,
        when a zone is chosen, from above for whoever looks from there."""
        choice, menu = table.choice, table.menu
        if choice is not None:
            has_zone = state.seats[choice.seat].zone is not None
            self.camera.sit_down(choice.seat, zone_of(state, choice.seat) if has_zone else None)
        self._frame_mini(table, state)
        if isinstance(choice, WhoseTurn) and self._is_new(f"whose {self.camera.orbit.mode}", len(state.log)):
            self.camera.show_one_of([state[who].here for who in choice.waiting])
        if choice is None or menu is None or not self._is_new("question", (type(choice), choice.seat)):
            return
        if isinstance(choice, (WhichZone, WhereMoored)):
            if self.camera.orbit.mode != "top":
                self.camera.home()
        elif isinstance(choice, SetUpMini):
            self.camera.show_zone(zone_of(state, choice.seat))
        elif (menu.who, menu.place) == (None, None) and not isinstance(choice, WhoseTurn):
            self.camera.show_one_of([c.here for c in state.on_board() if c.seat == choice.seat])

    def _frame_mini(self, table: TableController, state: State) -> None:
        """The mini that acts or is asked, with whom it could attack. Seen from above and from aside it is looked for
        anew: whoever comes back from above sees who acts now."""
        who = "" if table.menu is None else table.menu.who or ""
        if who not in state.characters:
            return
        asked = self._is_new(f"asked {self.camera.orbit.mode}", (len(state.log), who))
        moved = asked and self.camera.follow(state[who].at)
        aims = tuple(dict.fromkeys(each.target for each in table.attacks)) if table.tool is Tool.ATTACK else ()
        if aims and self._is_new("aims", (len(state.log), who, aims)):
            self.camera.show_with(state[who].here, [state[target].here for target in aims], moved=moved)

    def _is_new(self, name: str, value: object) -> bool:
        """Was something else framed under this name last?"""
        if name in self._framed and self._framed[name] == value:
            return False
        self._framed[name] = value
        return True
