"""The gang builder in the window: its panes, keys and dialogs, and what it asks of the window."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

import msgspec
from imgui_bundle import imgui

from sim.app.clipboard import SystemClipboard
from sim.app.gang_builder.bar import GangBar
from sim.app.gang_builder.desk import GangDesk
from sim.app.gang_builder.dialogs import GangAsked, draw_gangs, draw_question
from sim.app.gang_builder.gallery import Gallery
from sim.app.gang_builder.layout import gang_command, gang_layout
from sim.app.gang_builder.members import MemberList
from sim.app.gang_builder.portraits import Sitter, portrait_png
from sim.app.gang_builder.shelf import RosterShelf
from sim.app.gang_builder.side import SidePane
from sim.app.hud import theme, widgets
from sim.app.hud.dialog_frames import centred, dim
from sim.app.hud.gang_panel import GangRequest
from sim.app.hud.layout import Rect
from sim.app.hud.loading_screen import backdrop
from sim.app.hud.rules_page import RulesPage
from sim.app.hud.squeezed import squeezed
from sim.app.hud.theme import Fonts
from sim.app.hud.widgets import font
from sim.carnevale.gangs import Gang, find_gang, own_gangs_dir
from sim.carnevale.rosters import Roster, WrongData
from sim.errors import BautaError
from sim.gangs.document import GangDocument
from sim.gangs.files import GangFile, GangNotSaved, OtherText, delete_gang, gang_files, save_gang
from sim.gangs.share_text import SharedGang, is_share_text, read_share_text, share_text
from sim.sheets.gang_sheet import gang_sheet, picture_key
from sim.sheets.writing import sheet_bytes
from sim.whole_files import write_whole
from sim.words import capital, joined, reason, say
from sim.words.tongues import told

__all__ = ["GangRoom", "GangRoomHost"]

MODIFIERS = {"shift", "control"}


class GangRoomHost(Protocol):
    """What the builder needs of a window. `ui`: its ImGui, whose library has no types."""

    ui: Any
    fonts: Fonts


class GangRoom:
    """A gang being built. `wants`: what the window is to do next: "play", "leave", or nothing."""

    def __init__(self, host: GangRoomHost, asked: GangRequest) -> None:
        """Raises WrongData where the gang cannot be read."""
        self.fonts, self.asked = host.fonts, asked
        self.ui = host.ui
        self.wants = ""
        self.gallery = Gallery(host.ui)
        self.commands: list[str] = []
        self.rules = RulesPage(host.fonts)
        self.dialog = ""  # "help", "rules", "gangs", "print", "unsaved", "delete", "outside"
        self.files: tuple[GangFile, ...] = ()
        self._then: Callable[[], None] | None = None  # what waits for an answer
        self._doomed: GangFile | None = None
        self._held: set[str] = set()
        self.clipboard = SystemClipboard()
        if asked.gang:
            self._take(self._read(find_gang(asked.gang)))
            own = self.desk.gang.ducats
            if asked.ducats not in (0, own):
                made = say(
                    "This gang was made for {own} ducats; the scenario allows {ducats}.", own=own, ducats=asked.ducats
                )
                self.desk.notify(made, alert=True)
        else:
            self._take(GangDesk.new(asked.faction, asked.ducats or 150, leader=asked.leader))
            if not asked.faction:
                self._list()

    def _take(self, desk: GangDesk) -> None:
        self.desk = desk
        self.bar = GangBar(desk, self.fonts, self.commands)
        self.shelf = RosterShelf(desk, self.gallery, self.fonts)
        self.members = MemberList(desk, self.gallery, self.fonts)
        self.side = SidePane(desk, self.fonts)
        self._roster: Roster | None = None  # whose pictures are wanted

    def _read(self, path: Path) -> GangDesk:
        own = path.resolve().parent == own_gangs_dir().resolve()
        document, roster = GangDocument.read(path, own=own)
        return GangDesk(document, roster, leader=self.asked.leader)

    @property
    def awaits(self) -> bool:
        """Is something on its way, that is looked for now and then?"""
        return not self.gallery.complete

    @property
    def saved(self) -> str:
        """The gang's file, as games name it; empty where it has none."""
        source = self.desk.document.source
        return "" if source is None else str(source)

    # -- keys -----------------------------------------------------------------------------------------------

    def down(self, key: str, modifiers: set[str], typing: bool) -> None:
        """A key went down. `typing`: into a field."""
        if key in MODIFIERS:
            self._held.add(key)
        held = modifiers | self._held
        if key.startswith(("mouse", "wheel")):
            return
        if self.dialog:
            self._dialog_key(key)
        elif not typing or ("control" in held and key in "snopf") or key in ("f1", "f3", "f5"):
            self.command(gang_command(key, held))

    def up(self, key: str) -> None:
        self._held.discard(key)

    def _dialog_key(self, key: str) -> None:
        if key == "escape" and self.dialog == "delete":
            self._answer("back")  # to the list that it was asked over
        elif key == "escape" or (key, self.dialog) in (("f1", "help"), ("f3", "rules")):
            self.dialog, self._then = "", None
        elif key == "enter":
            answers = {"unsaved": "save", "delete": "back", "outside": "back", "print": "html"}
            self._answer(answers.get(self.dialog, ""))

    def command(self, name: str) -> None:
        """What a key or button asks for, of the gang with the names that are being typed."""
        desk = self.desk
        self.bar.take_typed()
        self.side.take_typed()
        match name:
            case "add":
                desk.add(desk.picked)
                self.members.follow = True
            case "remove" if desk.selected is not None:
                desk.remove(desk.selected)
            case "earlier" | "later" if desk.selected is not None:
                desk.move(desk.selected, desk.selected + (1 if name == "later" else -1))
                self.members.follow = True
            case "pick up" | "pick down":
                desk.pick(1 if name == "pick down" else -1)
                self.shelf.follow = True
            case "choose up" | "choose down":
                desk.choose(1 if name == "choose down" else -1)
                self.members.follow = True
                if desk.selected is not None and desk.check.profiles[desk.selected] is not None:
                    desk.picked = desk.gang.members[desk.selected].character
            case "undo":
                desk.undo()
            case "redo":
                desk.redo()
            case "find":
                self.shelf.focus = True
            case "save":
                self.save()
            case "new":
                self._unless_lost(self._new)
            case "gangs":
                self._list()
            case "print" | "help":
                self.dialog = name
            case "rules":
                self.dialog, self.rules.focus = name, True
            case "copy":
                self.clipboard.put(share_text(desk.gang))
                desk.notify(say("Copied as text, to be pasted into a chat."))
            case "paste":
                self._paste()
            case "play":
                if self.save():
                    self.wants = "play"
            case "menu" if desk.selected is not None and not self.dialog:
                desk.selected = None
            case "menu" | "leave":
                self._unless_lost(self._leave)

    # -- the file -------------------------------------------------------------------------------------------

    def save(self, *, over: bool = False) -> bool:
        """False where the gang could not be saved; why is shown."""
        desk = self.desk
        if not desk.document.changed and desk.document.source is not None:
            return True
        try:
            path = save_gang(desk.document, over=over)
        except OtherText:
            self.dialog = "outside"
            return False
        except GangNotSaved as error:
            desk.notify(say("{words}.", words=capital(reason(error))), alert=True)
            return False
        desk.notify(say("Saved: {file}", file=path))
        return True

    def _unless_lost(self, then: Callable[[], None]) -> None:
        """Do it, or ask first where something would be lost."""
        if self.desk.document.changed:
            self.dialog, self._then = "unsaved", then
        else:
            then()

    def _leave(self) -> None:
        self.wants = "leave"

    def _new(self) -> None:
        gang = self.desk.gang
        self._take(GangDesk.new(gang.faction, gang.ducats, leader=self.asked.leader))

    def _list(self) -> None:
        self.files, self.dialog = gang_files(), "gangs"

    def _asked(self, asked: GangAsked) -> None:
        """What is wanted of the list of gangs."""
        file = asked.file
        self.dialog = ""
        if asked.what == "new":
            ducats = self.desk.gang.ducats
            self._unless_lost(lambda: self._take(GangDesk.new(asked.faction, ducats, leader=self.asked.leader)))
        elif asked.what == "delete" and file is not None:
            self._doomed, self.dialog = file, "delete"
        elif asked.what in ("open", "copy") and file is not None:
            self._unless_lost(lambda: self._open(file, copy=asked.what == "copy"))

    def _open(self, file: GangFile, *, copy: bool) -> None:
        try:
            if copy and file.own:
                document, roster = GangDocument.read(file.path, own=False)
                desk = GangDesk(document, roster, leader=self.asked.leader)
                desk.rename(told(say("{gang}, copy", gang=desk.gang.name)))
            else:
                desk = self._read(file.path)
        except WrongData as error:
            self.desk.notify(reason(error), alert=True)
            return
        self._take(desk)
        if desk.document.source is None:
            desk.notify(say("A copy: saved, it is one of your own gangs."))

    def _paste(self) -> None:
        """A gang from the text that was copied somewhere; what in it is not understood is told."""
        text = self.clipboard.text()
        if not is_share_text(text):
            self.desk.notify(
                say("Nothing that was copied is a gang's text: it begins with 'Carnevale gang:'."), alert=True
            )
            return
        now = self.desk.roster_title
        choices = sorted(
            self.desk.rosters, key=lambda each: each.title != now
        )  # of two of a faction that which is open
        try:
            shared = read_share_text(text, [each.roster for each in choices], told(say("the text")))
        except WrongData as error:
            self.desk.notify(reason(error), alert=True)
            return
        file = next(each.file for each in choices if each.roster is shared.roster)
        gang = msgspec.structs.replace(shared.gang, roster=file)
        self._unless_lost(lambda: self._take_pasted(gang, shared))

    def _take_pasted(self, gang: Gang, shared: SharedGang) -> None:
        document = GangDocument(msgspec.structs.replace(gang, members=()))
        document.apply(gang, [None] * len(gang.members), say("Pasted"))
        self._take(GangDesk(document, shared.roster, leader=self.asked.leader))
        if shared.skipped:
            self.desk.notify(say("Left out: {lines}", lines=joined("; ", shared.skipped)), alert=True)

    def print_sheet(self, ending: str) -> None:
        """Write the gang's sheet beside its file, or where it would be."""
        desk = self.desk
        source = desk.document.source
        path = (source or own_gangs_dir() / "gang.toml").with_suffix(f".{ending}")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, sheet_bytes(gang_sheet(desk.gang, desk.check, self._pictures()), f".{ending}"))
        except (OSError, BautaError) as error:
            why = getattr(error, "strerror", None) or reason(error)
            desk.notify(say("It cannot be printed: {why}", why=why), alert=True)
            return
        desk.notify(say("Written, to be opened and printed: {file}", file=path))

    def _pictures(self) -> dict[str, bytes]:
        """The portraits that are there, by body and base."""
        found = {}
        for profile in self.desk.check.profiles:
            if profile is not None and (png := portrait_png(Sitter(profile.body, profile.size))) is not None:
                found[picture_key(profile)] = png
        return found

    def _answer(self, said: str) -> None:
        """The answer to a question."""
        kind, then, doomed = self.dialog, self._then, self._doomed
        if not said:
            return
        self.dialog, self._then, self._doomed = "", None, None
        if kind == "print" and said in ("html", "pdf"):
            self.print_sheet(said)
        elif kind == "delete" and doomed is not None:
            self._delete(doomed, sure=said == "delete")
        elif kind == "outside" and said == "over":
            self.save(over=True)
        elif kind == "outside" and said == "theirs" and self.desk.document.source is not None:
            self._open(GangFile(self.desk.document.source, self.desk.gang.name), copy=False)
        elif kind == "unsaved" and said != "back" and then is not None and (said == "lose" or self.save()):
            then()

    def _delete(self, file: GangFile, *, sure: bool) -> None:
        if sure:
            try:
                delete_gang(file.path)
                self.desk.notify(say("Deleted: {file}", file=file.path))
            except GangNotSaved as error:
                self.desk.notify(reason(error), alert=True)
        self._list()

    # -- frames ---------------------------------------------------------------------------------------------

    def draw(self, size: tuple[float, float]) -> None:
        """One frame: between ImGui's new frame and its render."""
        desk, f = self.desk, self.fonts
        width, height = size
        if desk.roster is not self._roster:
            self._roster = desk.roster
            self.gallery.want(desk.card(sheet.name) for sheet in desk.roster.characters)
        self.gallery.tick()
        backdrop(f, width, height)
        where = gang_layout(width, height, f.scale)
        imgui.begin_disabled(bool(self.dialog))  # what lies behind it takes no click, and no card of it lies over it
        self.bar.draw(where.bar)
        self.shelf.draw(where.shelf)
        self.members.draw(where.gang)
        self.members.draw_items(where.items)
        self.side.draw(where.side)
        self._foot(where.foot)
        imgui.end_disabled()
        self._dialogs(width, height)
        for name in self.commands:
            self.command(name)
        self.commands.clear()

    def _foot(self, rect: Rect) -> None:
        f, desk = self.fonts, self.desk
        with widgets.panel("gang foot", rect, flags=int(imgui.WindowFlags_.no_scrollbar)), font(f, "text", 13):
            hints = say(
                "Enter, double click or drag: add     Delete: take out     Ctrl Up, Down: order"
                "     Ctrl Tab: to all buttons     F1: all keys"
            )
            room = rect.w - f.px(26)
            squeezed(f, desk.said or hints, room, theme.ALERT if desk.alert else theme.FADED)

    def _dialogs(self, width: float, height: float) -> None:
        f, name = self.fonts, self.desk.gang.name
        match self.dialog:
            case "gangs":
                factions = [each.title for each in self.desk.rosters if each.file is None]
                asked = draw_gangs(self.files, factions, f, width, height)
                if asked is not None:
                    self._asked(asked)
            case "rules":
                dim(width, height)
                if self.rules.draw(centred(width, height, f.px(940), f.px(640))):
                    self.dialog = ""
            case "print":
                words = say("An A4 sheet with all cards and boxes to tick. A web page opens and prints anywhere.")
                rows = ((say("Web page"), "Enter", "html"), ("PDF", "", "pdf"), (say("Back"), "Esc", "back"))
                self._answer(draw_question(say("Print {name}", name=name), words, rows, f, width, height))
            case "unsaved":
                words = say("What was changed since it was last saved would be lost.")
                rows = ((say("Save it"), "Enter", "save"), (say("Lose it"), "", "lose"), (say("Back"), "Esc", "back"))
                self._answer(draw_question(say("{name} is not saved", name=name), words, rows, f, width, height))
            case "outside":
                words = say("Its file was changed by another program since it was opened here.")
                rows = (
                    (say("Back"), "Enter", "back"),
                    (say("Write mine over it"), "", "over"),
                    (say("Take theirs"), "", "theirs"),
                )
                self._answer(draw_question(say("{name} was changed", name=name), words, rows, f, width, height))
            case "delete" if self._doomed is not None:
                words = say("{path} will be gone. This is not taken back by undo.", path=self._doomed.path)
                answers = ((say("Keep it"), "Enter", "back"), (say("Delete it"), "", "delete"))
                self._answer(
                    draw_question(say("Delete {doomed}?", doomed=self._doomed.name), words, answers, f, width, height)
                )

    def close(self) -> None:
        self.gallery.close()
