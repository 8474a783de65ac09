"""What a frame does late in a game, or where many games lie, does not grow with all there is."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from sim.app.film import line_list
from sim.app.hud import story_page, widgets
from sim.app.hud.line_filter import LineFilter
from sim.app.table import games
from sim.carnevale.chronicle import HEADINGS, Chronicle
from sim.carnevale.film import FilmLine
from sim.carnevale.luck import Throw
from tests.app.table_games import free_fight, member, ready
from tests.app.test_film_room import journal, opened
from tests.app.test_saves import HEADER
from tests.app.test_table_window import steps, until
from tests.carnevale.tables import street

__all__ = ["journal"]

MANY = 300


def counted(patch: pytest.MonkeyPatch, where: Any, what: str) -> list[str]:
    """An entry for every call from now on."""
    calls: list[str] = []
    real = getattr(where, what)

    def called(*how: Any, **besides: Any) -> Any:
        calls.append(what)
        return real(*how, **besides)

    patch.setattr(where, what, called)
    return calls


def play(window: Any, folder: Path) -> Any:
    window.play(free_fight(street(), folder, [member("a", (12, 12, 0))], [member("b", (18, 16, 0))]))
    until(window, lambda: window.table.menu is not None)
    return window.table


def test_what_is_sought_in_the_chronicle_is_looked_for_once(
    window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = play(window, tmp_path)
    panel = window.hud.chronicle
    panel._read_log()
    looked = counted(monkeypatch, LineFilter, "passes")
    panel.filter.word = "round"
    found = panel._entries()
    assert len(looked) == len(panel._chronicle.entries)
    assert [panel._words_of(entry).line for entry in found] == ["Round 1 begins."]
    assert panel._entries() == found
    assert len(looked) == len(panel._chronicle.entries)
    panel.filter.word = "initiative"
    assert [panel._words_of(entry).line for entry in panel._entries()] == ["The initiative goes to The North."]
    panel.filter.word = "turn"
    before = len(panel._entries())
    table.give("a")
    ready(table)
    panel._read_log()
    assert len(panel._entries()) == before + 1


def test_parts_of_the_story_and_details_of_lines_wait_until_they_are_opened(
    window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(window, tmp_path)
    luck, deeds = counted(monkeypatch, story_page, "luck_of"), counted(monkeypatch, story_page, "deeds_of")
    details = counted(monkeypatch, Chronicle, "details")
    panel = window.hud.chronicle
    panel._read_log()
    for entry in panel._chronicle.entries:
        panel._words_of(entry)
    assert window.pages.story.story().standings
    assert (luck, deeds, details) == ([], [], [])
    assert window.pages.story.story().luck
    assert window.pages.story.story().luck
    first = next(entry for entry in panel._chronicle.entries if entry.kind not in HEADINGS)
    assert panel._details_of(first) == panel._details_of(first)
    assert (len(luck), len(deeds), len(details)) == (1, 0, 1)


def test_of_many_throws_those_are_drawn_that_are_seen(
    window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(window, tmp_path)
    throws = [Throw(number, 1, "north", "a", "combat", (9, 2, 5), 7) for number in range(MANY)]
    story: Any = window.pages.story
    luck = [type("Luck", (), {"throws": throws})]
    monkeypatch.setattr(story_page.StoryPage, "story", lambda _: type("Told", (), {"luck": luck}))
    window.run_command("story")
    story.tab = "Dice"
    steps(window)
    drawn = counted(monkeypatch, widgets, "die")
    steps(window, 1)
    window.run_command("back")
    assert 3 * 10 < len(drawn) < 3 * MANY / 4


def test_of_the_lines_of_a_film_those_are_told_that_are_seen(
    window: Any, journal: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = opened(window, journal).lines
    words = "A goes a long way round to where nobody has ever been before; B is unhurt"
    film = type("Film", (), {"lines": [FilmLine(n, n, n, "moves", f"{words} ({n}).") for n in range(MANY)]})
    lines.player = type("Player", (), {"film": film, "line": film.lines[MANY // 2], "number": MANY})
    lines.filter.clear()
    lines._passed = None
    steps(window)
    drawn, told = counted(monkeypatch, line_list, "draw_rows"), counted(monkeypatch, LineFilter, "_has_word")
    steps(window, 1)
    assert 0 < len(drawn) < MANY / 4
    assert not told, "nothing is sought"
    lines.filter.word = "(7)"
    steps(window, 2)
    assert len(told) == MANY


def test_so_many_games_are_read_as_are_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(9):
        path = tmp_path / f"{number}.jsonl"
        path.write_bytes(HEADER + b"\n")
        games.write_note_of(path, games.Note({}, over=number % 3 == 0))
        os.utime(path, (1000.0 + number, 1000.0 + number))
    read = counted(monkeypatch, games, "header_of")
    found = games.saves(tmp_path, most=2)
    assert [kept.path.stem for kept in found.games] == ["8", "7", "6", "3"]
    assert len(read) == 4
    assert len(games.saves(tmp_path).games) == 9
