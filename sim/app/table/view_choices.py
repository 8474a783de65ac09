"""How its player looks at the table: language, palette, labels, motion, size of text, folded panels; kept for the next
time."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from sim.app.render.palettes import PALETTES, Inks
from sim.app.render.quality import LEVELS, Level
from sim.app.table.playback import SPEEDS
from sim.board.files.folders import cache_dir, data_dir
from sim.board.model.errors import BoardError
from sim.whole_files import write_whole
from sim.words import in_english
from sim.words.system_language import language_for
from sim.words.tongues import LANGUAGES, load, speak

__all__ = ["FOLDS", "LABELS", "SETTINGS", "TEXT_SIZES", "ViewChoices", "ViewSettings", "words_dir"]

FILE = "view.json"
FOLDS = ("roster", "card", "agendas", "coach", "log", "tray")  # the panels that fold away
TEXT_SIZES = (1.0, 1.15, 1.3, 1.5, 1.75, 2.0)
LABELS = ("chosen", "all", "none")
SYSTEM = "system"
SETTINGS = ("language", "palette", "labels", "text", "effort", "dice", "open houses", "calm", "turns go on")
"""By the keys 1 to 9."""
EFFORTS = ("measured", *LEVELS)
Fold = Literal["roster", "card", "agendas", "coach", "log", "tray"]


class ViewChoices(msgspec.Struct, frozen=True):
    """`labels`: over which minis name and life stand; `effort`: how much work the picture is worth, or as much as was
    `measured` that this machine has time for; `dice`: they roll on the board as well; `calm`: nothing glides,
    tumbles or walks; `open_houses`: what stands over the chosen mini is cut away; `turns_go_on`: they begin and
    end by themselves, where there is one answer; `folded`: panels that are folded
    away; `text`: how much larger than at first all that is read is; `pace`: how fast what happens is shown;
    `window`: how large it was when it was left, in pixels; `language`: its code, or that of the system.
    """

    palette: Literal["standard", "high contrast", "colour-blind"] = "standard"
    labels: Literal["chosen", "all", "none"] = "chosen"
    effort: Literal["measured", "light", "middle", "full"] = "measured"
    measured: Level = "middle"
    dice: bool = False
    language: Literal["system", "en", "fr", "it"] = "system"
    calm: bool = False
    open_houses: bool = True
    turns_go_on: bool = False
    text: Annotated[float, Meta(ge=1.0, le=2.0)] = 1.0
    pace: Annotated[float, Meta(ge=SPEEDS[0], le=SPEEDS[-1])] = 1.0
    window: tuple[Annotated[int, Meta(ge=640, le=16384)], Annotated[int, Meta(ge=400, le=16384)]] = (1280, 800)
    folded: Annotated[tuple[Fold, ...], Meta(max_length=len(FOLDS))] = ("roster", "log")


class ViewSettings:
    """The choices of whoever sits here; each change is kept at once."""

    def __init__(self) -> None:
        self.choices = _kept()
        speak(load(language_for(self.choices.language), words_dir()))
        self._reading: Thread | None = None  # of all languages

    @property
    def text(self) -> float:
        """How much larger than at first text is."""
        return self.choices.text

    @property
    def palette(self) -> Inks:
        return PALETTES[self.choices.palette]

    @property
    def window(self) -> tuple[int, int]:
        """How large the window was when it was left."""
        return self.choices.window

    @property
    def effort(self) -> Level:
        """How much work the picture is worth."""
        chosen = self.choices.effort
        return self.choices.measured if chosen == "measured" else chosen

    def keep_measured(self, level: Level) -> None:
        """What this machine has time for, for the next board."""
        if level != self.choices.measured:
            self._keep(measured=level)

    def keep_pace(self, pace: float) -> None:
        """Show the next game as fast."""
        if pace != self.choices.pace and pace in SPEEDS:
            self._keep(pace=pace)

    def keep_window(self, size: tuple[int, int]) -> None:
        """Open it as large the next time."""
        if size != self.choices.window and size[0] >= 640 and size[1] >= 400:
            self._keep(window=size)

    def read_languages(self) -> Thread:
        """Begin to read all languages that may be chosen, once, on a thread of its own: one that nobody spoke yet is
        compiled, which would stop the picture for a third of a second where it is chosen."""
        if self._reading is None:
            self._reading = Thread(target=_read_all, daemon=True, name="languages")
            self._reading.start()
        return self._reading

    def take_language(self, language: str) -> None:
        """Tell everything in a language from now on; `system`: in the system's."""
        self._keep(language=language)
        chosen = language_for() if language == SYSTEM else language
        speak(load(chosen, words_dir()))

    def obey(self, command: str) -> bool:
        """Take the next of palette, labels, text, language or effort, turn calm, dice, open houses or turns go on over,
        fold NAME. False: none of these."""
        now = self.choices
        match command.partition(" "):
            case ("palette", _, ""):
                names = tuple(PALETTES)
                self._keep(palette=names[(names.index(now.palette) + 1) % len(names)])
            case ("labels", _, ""):
                self._keep(labels=LABELS[(LABELS.index(now.labels) + 1) % len(LABELS)])
            case ("text", _, ""):
                self._keep(text=next((size for size in TEXT_SIZES if size > now.text), TEXT_SIZES[0]))
            case ("language", _, ""):
                names = (SYSTEM, *LANGUAGES)
                self.take_language(names[(names.index(now.language) + 1) % len(names)])
            case ("effort", _, ""):
                self._keep(effort=EFFORTS[(EFFORTS.index(now.effort) + 1) % len(EFFORTS)])
            case ("dice", _, ""):
                self._keep(dice=not now.dice)
            case ("calm", _, ""):
                self._keep(calm=not now.calm)
            case ("open", _, "houses"):
                self._keep(open_houses=not now.open_houses)
            case ("turns", _, "go on"):
                self._keep(turns_go_on=not now.turns_go_on)
            case ("fold", _, name) if name in FOLDS:
                folded = tuple(n for n in now.folded if n != name)
                self._keep(folded=folded if name in now.folded else (*folded, name))
            case _:
                return False
        return True

    def press(self, key: str) -> None:
        """A key of their page went down."""
        if key.isdecimal() and 0 < int(key) <= len(SETTINGS):
            self.obey(SETTINGS[int(key) - 1])

    def _keep(self, **changed: object) -> None:
        """Where it cannot be written, it holds until the window is closed."""
        self.choices = msgspec.structs.replace(self.choices, **changed)
        with suppress(OSError, BoardError):
            write_whole(data_dir() / FILE, msgspec.json.encode(self.choices, enc_hook=in_english))


def _kept() -> ViewChoices:
    """What was chosen the last time; what there is at first, where nothing was or it cannot be read."""
    with suppress(OSError, ValueError, BoardError, RecursionError):
        return msgspec.json.decode((data_dir() / FILE).read_bytes(), type=ViewChoices)
    return ViewChoices()


def words_dir() -> Path:
    """Where catalogues of words are kept as they are read."""
    return cache_dir() / "words"


def _read_all() -> None:
    for language in LANGUAGES:
        load(language, words_dir())
