"""In the language of brackets every word on the main screens stands in brackets: what has none was forgotten."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from imgui_bundle import imgui

from sim.app.editor.tools import EditorTool
from sim.app.hud.build_panel import BuildRequest
from sim.app.hud.gang_panel import GangRequest
from sim.app.render import overlay
from sim.board.architecture.plans import HousePlan
from sim.board.files.file_names import nice
from sim.board.files.folders import assets_dir, maps_dir
from sim.board.files.mapfile import PiecePlacement
from sim.builder.edits import PlacePieces
from sim.carnevale.gangs import read_gang
from sim.words.tongues import PSEUDO, load, speak, spoken
from tests.app.table_games import free_fight, member
from tests.app.test_table_window import key, steps, until
from tests.carnevale.tables import house, street

DRAWN = (
    "text", "text_colored", "text_wrapped", "text_unformatted", "button", "small_button", "selectable", "checkbox",
    "radio_button", "input_text_with_hint", "combo", "input_int", "slider_int",
    "slider_float",
)  # fmt: skip
KEPT = {  # names, which stay as they are in every language, and what a font shows of itself
    "Bauta", "English", "Français", "Italiano", "Alt",
}  # fmt: skip
WORD = re.compile(r"[^\W\d_]{3,}")
BRACKETED = re.compile(r"\[[^\[\]]*\]")


def names() -> list[str]:
    """What is the same in every language: names of boards, gangs, factions and who is in them, and their lines of
    colour."""
    found = {nice(path.name) for path in maps_dir().glob("*.toml")}
    found |= {each.title() for each in found}
    for path in (assets_dir() / "gangs").glob("*.toml"):
        gang, roster = read_gang(path.stem)
        found |= {gang.name, gang.faction, *(words for each in roster.characters for words in (each.name, each.about))}
        found |= {chosen.name for chosen in gang.members if chosen.name}
    return sorted(filter(None, found), key=len, reverse=True)


def plain_words(text: str, named: Iterable[str] = ()) -> str:
    """What is left of a text without its messages and these names."""
    text = text.split("##")[0]
    if text.endswith("…"):  # it was cut: a name or a message that is not whole tells nothing
        text = re.sub(r"\[[^\]]*$", "", text.removesuffix("…")).rpartition(",")[0]
    for name in named:
        text = text.replace(name, "")
    while (shorter := BRACKETED.sub("", text)) != text:
        text = shorter
    return text


NAMES = names()


class Drawn:
    """What was drawn since it was last asked."""

    def __init__(self) -> None:
        self.texts: dict[str, None] = {}

    def take(self, value: object) -> None:
        if isinstance(value, str):
            self.texts[value] = None
        elif isinstance(value, (list, tuple)):
            for each in value:
                self.take(each)

    def forgotten(self, *names: str) -> list[str]:
        """The texts with words in no brackets, other than these names."""
        named = (*names, *NAMES, *KEPT)
        found = [text for text in self.texts if WORD.search(plain_words(text, named))]
        self.texts.clear()
        return found


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> Iterator[Drawn]:
    seen = Drawn()

    def watched(owner: Any, name: str) -> None:
        real = getattr(owner, name)

        def draw(*args: Any, **named: Any) -> Any:
            for value in (*args, *named.values()):
                seen.take(value)
            return real(*args, **named)

        monkeypatch.setattr(owner, name, draw)

    for name in DRAWN:
        watched(imgui, name)
    watched(imgui.ImDrawList, "add_text")
    watched(overlay, "label_node")
    before = spoken()
    speak(load(PSEUDO))
    yield seen
    speak(before)


def test_what_is_left_of_a_text_is_plain() -> None:
    assert plain_words("[Run]  [[Fear] (2)]##run") == "  "
    assert plain_words("Run [1 AP]") == "Run "


def test_it_sees_a_word_that_was_forgotten(window: Any, drawn: Drawn) -> None:
    drawn.take("A moment, [Bravo]")
    assert drawn.forgotten("Campo") == ["A moment, [Bravo]"]
    window.show_start()
    steps(window, 3)
    assert any(text.startswith("[") for text in drawn.texts)


def test_the_start_screen(window: Any, drawn: Drawn) -> None:
    window.show_start()
    steps(window, 3)
    for scenario in window.start.form.scenarios:
        window.start.form.choose_scenario(scenario)
        steps(window, 2)
    assert "\n".join(drawn.forgotten("Campo")) == ""


def test_the_page_of_lessons(window: Any, drawn: Drawn) -> None:
    window.show_start()
    key(window, "l")
    until(window, lambda: window.rooms.learn.room is not None)
    steps(window, 3)
    window.rooms.learn.close()
    window.show_start()
    assert "\n".join(drawn.forgotten("Campo")) == ""


def test_a_game_its_menu_and_its_pages(window: Any, drawn: Drawn, tmp_path: Path) -> None:
    """A turn with a move, an attack and its questions; keys, options, the chronicle, rules and the story so far."""
    board = street(house((4, 4), (9, 9), 4.0))
    model = free_fight(
        board, tmp_path, [member("a", (12, 12, 0), wp=2)], [member("b", (14, 12, 0), wp=2)], dice=[8] * 60
    )
    window.play(model)
    table = window.table
    until(window, lambda: table.menu is not None)
    table.click("a", (12, 12, 0))
    until(window, lambda: model.shown.active == "a" and table.menu is not None)
    for tool in ("r", "j", "a", "m"):
        key(window, tool)
        window.hand.move(*window.scene.view.to_screen((13, 14, 0)))
        steps(window, 4)
    key(window, "escape")
    for dialog in ("help", "pause", "view", "yields", "by agreement", "story"):
        window.run_command(dialog)
        steps(window, 3)
        window.run_command("back")
        steps(window, 2)
    table.give({"act": "combat", "target": "b", "weapon": "Unarmed"})
    for _ in range(40):
        steps(window, 2)
        if model.over or (table.menu is not None and not table.menu.place and table.choice.prompt == "act"):
            break
        if table.menu is not None:
            table.give(table.choice.default)
    window.show_start()
    assert "\n".join(drawn.forgotten("The North", "The South", "game.jsonl", "board")) == ""


def test_the_editor(window: Any, drawn: Drawn, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of its tools, what is chosen, its keys and its menu."""
    monkeypatch.setenv("BAUTA_DATA", str(tmp_path))
    window.show_start()
    window.open_editor(BuildRequest(name="Campo", size=(24.0, 24.0)))
    steps(window)
    for tool in "lobpkuizfnrjhv":
        key(window, tool)
        steps(window, 2)
    window.room.hand.take(EditorTool.IMPORT)
    steps(window, 2)
    window.room.hand.take(EditorTool.SELECT)
    window.room.model.commit(PlacePieces((PiecePlacement(HousePlan(), (8.0, 8.0), id="one"),)))
    window.room.model.commit(PlacePieces((PiecePlacement("cassa", (16.0, 8.0), id="two"),)))
    for chosen in (("one",), ("two",), ("one", "two")):
        window.room.model.selected = chosen
        steps(window, 2)
    for dialog in ("help", "pause", "versions"):
        window.room.command(dialog)
        steps(window, 2)
        window.room.command("back")
    window.show_start()
    assert (
        "\n".join(drawn.forgotten("Campo", "one/roof", str(tmp_path / "maps" / "campo.toml"), str(Path.home()))) == ""
    )


def test_the_gang_builder(window: Any, drawn: Drawn, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BAUTA_DATA", str(tmp_path))
    monkeypatch.setattr("sim.app.gang_builder.gallery.make_portraits", lambda _: None)
    window.show_start()
    window.rooms.gangs.enter(window, GangRequest(gang="guild"))
    until(window, lambda: window.rooms.gangs.room is not None)
    steps(window, 4)
    window.rooms.gangs.close()
    window.show_start()
    assert "\n".join(drawn.forgotten("Campo")) == ""
