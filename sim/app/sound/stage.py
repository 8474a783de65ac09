"""The sound of a game: what its events are heard as, how loud, and the captions of it."""

from __future__ import annotations

import msgspec

from sim.app.sound.choices import SoundChoices, keep_choices, kept_choices
from sim.app.sound.event_sounds import Heard, heard_of
from sim.app.sound.speakers import Player, Silence
from sim.board.model.tableau import Point
from sim.carnevale.events import Event
from sim.carnevale.state import State

__all__ = ["COMMANDS", "Caption", "SoundStage"]

APART = 0.09  # seconds between two sounds of one kind: what is shown at once does not clatter
READ = 2.2  # seconds of a caption
MOST = 3  # captions at a time
COMMANDS = ("mute", "louder", "quieter", "captions")
LOUDER = 0.1


class Caption(msgspec.Struct, frozen=True):
    """What was heard, where, and for how long it is still to be read."""

    words: str
    at: Point | None
    left: float


class SoundStage:
    """Plays what is heard of a game. `player`: None plays nothing, and captions are written all the same."""

    def __init__(self, player: Player | None = None, choices: SoundChoices | None = None) -> None:
        self.choices = kept_choices() if choices is None else choices
        self.can_play = player is not None
        self.captions: tuple[Caption, ...] = ()
        self._player = player or Silence()
        self._since: dict[str, float] = {}
        self._surround()

    def hear(self, event: Event, before: State) -> None:
        """An event is shown; `before` is the board just before it. Only what all may know of may be heard."""
        heard = heard_of(event, before)
        if heard is None or self._since.get(heard.kind, APART) < APART:
            return
        self._since[heard.kind] = 0.0
        if not self.choices.muted and self.choices.volume > 0:
            self._player.play(heard.kind, heard.at, self.choices.volume)
        if self.choices.captions and heard.words:
            self._caption(heard)

    def _caption(self, heard: Heard) -> None:
        others = tuple(each for each in self.captions if each.words != heard.words)
        self.captions = (*others, Caption(heard.words, heard.at, READ))[-MOST:]

    def tick(self, seconds: float, eye: Point, forward: Point) -> None:
        """Time goes on; one hears from `eye`, looking along `forward`."""
        self._since = {kind: since + seconds for kind, since in self._since.items()}
        self.captions = tuple(
            msgspec.structs.replace(each, left=each.left - seconds) for each in self.captions if each.left > seconds
        )
        self._player.listen(eye, forward)

    def obey(self, command: str) -> None:
        """One of COMMANDS; what is chosen is kept for the next time."""
        was = self.choices
        match command:
            case "mute":
                self.choices = msgspec.structs.replace(was, muted=not was.muted)
            case "louder" | "quieter":
                by = LOUDER if command == "louder" else -LOUDER
                self.choices = msgspec.structs.replace(
                    was, volume=round(min(1.0, max(0.0, was.volume + by)), 2), muted=False
                )
            case "captions":
                self.choices = msgspec.structs.replace(was, captions=not was.captions)
                self.captions = ()
        keep_choices(self.choices)
        self._surround()

    @property
    def said(self) -> str:
        """How loud it is, in a word."""
        return "off" if self.choices.muted else f"{round(100 * self.choices.volume)}%"

    def stop(self) -> None:
        self._player.stop()

    def _surround(self) -> None:
        self._player.surround(0.0 if self.choices.muted else self.choices.volume * self.choices.ambience)
