"""A film in the window, by its keys and mouse; the pages over a game; the list of games."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from datetime import datetime
from itertools import pairwise
from pathlib import Path
from threading import Thread, current_thread
from typing import Any

import msgspec
import numpy as np
import pytest
from imgui_bundle import imgui
from PIL import Image

from sim.app.film import bar, line_list, timeline
from sim.app.film import room as room_module
from sim.app.film.going_on import GoingOn
from sim.app.film.photo import KEYS_OF_PHOTOS, fov_of, millimetres_of, photo_path
from sim.app.film.sources import open_film
from sim.app.hud import widgets
from sim.app.table.controller import TableController
from sim.app.table.games import Note, read_note, show_at, write_note_of
from sim.app.window.film_door import FilmRequest
from sim.carnevale.events import Event
from sim.carnevale.film import tableau_of
from sim.carnevale.replay import replay
from sim.engine.journal import read
from sim.words.tongues import load, speak, told
from tests.app.table_games import free_fight, member, ready
from tests.app.test_table_window import click, key, steps, until
from tests.app.window_sizes import FIRST, show
from tests.carnevale.tables import house, street

GOLDEN = Path(__file__).parents[1] / "golden"


@pytest.fixture
def journal(window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A game that was played on a small board, which stands in for the one of its journal."""
    monkeypatch.setenv("BAUTA_DATA", str(tmp_path / "data"))
    board = street(house((4, 4), (9, 9), 4.0))
    model = free_fight(board, tmp_path, [member("a", (12, 12, 0))], [member("b", (18, 16, 0))], dice=[8] * 40)
    table = ready(TableController(model))
    table.click("a", (12, 12, 0))
    ready(table)
    for x in (14.0, 16.0):
        table.give({"act": "run", "path": [(x, 12, 0)]})
        ready(table)
    assert model.session.journal is not None
    path = model.session.journal.path
    model.session.journal.close()
    write_note_of(path, Note({"north": "human", "south": "human"}, 1))
    monkeypatch.setattr("sim.app.film.sources.begun_on", lambda _: (board.key, ""))
    monkeypatch.setattr(window.boards, "read", lambda _: board)
    window.boards.kept.keep(board.key, board)
    yield path
    if window.rooms.films.room is not None:
        window.rooms.films.close()
    window.show_start()


def opened(window: Any, path: Path, number: int = 0) -> Any:
    window.open_film(FilmRequest(path, number))
    assert window.start is None or not window.start.form.trouble, window.start.form.trouble
    steps(window)
    return window.rooms.films.room


@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_nothing_in_the_bar_of_a_film_is_cut(
    window: Any, journal: Path, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    """Words and keys of all buttons are read whole, as they are called in each language, and so are four gangs."""
    gangs = ["The Few of Rialto", "The Few of the Lion", "The Last Three Knocks", "Three of the First Wave"]
    against = bar._against
    monkeypatch.setattr(bar, "_against", lambda _: against(gangs))
    cut: list[str] = []
    real = widgets.fitted

    def watched(text: str, width: float) -> str:
        shown = real(text, width)
        if shown != told(text) and "#" not in told(text):  # the address of a moment may be
            cut.append(told(text))
        return shown

    speak(load(language))
    try:
        room = opened(window, journal)
        monkeypatch.setattr(widgets, "fitted", watched)
        steps(window, 3)
        assert cut == []
        room.player.toggle()
        steps(window, 2)
        assert cut == []
    finally:
        speak(load("en"))


def test_the_line_of_what_is_shown_tells_why_a_bot_did_it(
    window: Any, journal: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And no other line, however the film is gone through: what stood open is as low again as it was."""
    rows: list[str] = []
    real = line_list.draw_rows
    monkeypatch.setattr(line_list, "draw_rows", lambda words, *rest: (rows.append(words), real(words, *rest)))
    room = opened(window, journal)
    film = room.source.film
    lines = [msgspec.structs.replace(line, why=(f"It would be line {n}.",)) for n, line in enumerate(film.lines)]
    room.player.film = room.lines.player.film = msgspec.structs.replace(film, lines=tuple(lines))
    room.lines._passed = None
    for line in (lines[-1], lines[-2], lines[-1]):
        room.player.seek(line.number)
        steps(window)
        rows.clear()
        steps(window)
        assert {each for each in rows if each.startswith("It would")} == set(room.player.line.why)
        tall = {first: room.lines._tall[first, opened] for first, opened in room.lines._tall if opened}
        assert all(
            room.lines._tall[first, False] < high for first, high in tall.items() if (first, False) in room.lines._tall
        )


def test_the_chronicle_of_a_film_shows_whole_rows(window: Any, journal: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As that of a game does, between the edges of its list."""
    edges: list[tuple[float, float]] = []
    real = line_list.draw_rows

    def rows(words: str, paint: Any, top: float, bottom: float) -> None:
        edges.append((top, bottom))
        seen = imgui.get_window_draw_list()
        assert (seen.get_clip_rect_min().y, seen.get_clip_rect_max().y) == pytest.approx((top, bottom), abs=1.0)
        real(words, paint, top, bottom)

    monkeypatch.setattr(line_list, "draw_rows", rows)
    room = opened(window, journal)
    edges.clear()
    room.lines.filter.clear()
    steps(window)
    assert len(edges) >= len(room.source.film.lines)
    assert all(0 < top < bottom < window.size()[1] for top, bottom in edges)


def test_a_film_is_looked_at_with_keys(window: Any, journal: Path) -> None:
    room = opened(window, journal)
    player = room.player
    assert player.number == 0
    key(window, "arrow_right")
    first = player.number
    assert first > 0
    key(window, "arrow_right")
    assert player.number > first
    key(window, "arrow_left")
    assert player.number == first
    key(window, ".")
    assert player.number > first
    key(window, "+")
    assert player.speed == 2.0
    player.seek(0)
    key(window, "space")
    until(window, lambda: player.number == player.last)
    until(window, lambda: not player.playing)
    assert room.view.tableau.figures == tableau_of(room.source.film, dict(player.poses)).figures
    assert player.poses["a"].at == (16, 12, 0)
    key(window, "c")
    assert room.clipboard.text() == f"{journal}#{player.number}"
    key(window, "l")
    assert not room.lines_shown
    key(window, "escape")
    steps(window)
    assert window.rooms.films.room is None
    assert window.start is not None


def test_all_that_moves_a_film_and_its_camera_has_a_button(
    window: Any, journal: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: set[str] = set()
    for module in (bar, timeline):
        real = module.key_button

        def noted(fonts: Any, label: str, key: str = "", *, real: Any = real, **more: Any) -> bool:
            said.add(label.partition("##")[2])
            return bool(real(fonts, label, key, **more))

        monkeypatch.setattr(module, "key_button", noted)
    opened(window, journal)
    steps(window, 2)
    assert {"home", "top", "follow", "play", "step", "step back", "line on", "turn on"} <= said


def test_who_plays_on_from_a_film_is_chosen_by_keys(window: Any, journal: Path) -> None:
    """Lists alone said who, which a click opens."""
    room = opened(window, journal)
    key(window, "g")
    steps(window, 2)
    players, kinds = room.going_on.players, room.going_on.kinds
    assert players == {"north": "human", "south": "human"}
    key(window, "2")
    assert players == {"north": "human", "south": kinds[1]}
    for _ in kinds:
        key(window, "2")
    key(window, "9")
    assert players == {"north": "human", "south": kinds[1]}
    key(window, "escape")


def test_the_timeline_and_the_lines_lead_to_their_moments(window: Any, journal: Path) -> None:
    room = opened(window, journal)
    steps(window, 3)
    click(window, (640, 800 - 8 - 132 + 50))  # the middle of the track
    assert 0 < room.player.number < room.player.last
    room.player.seek(0)
    room.commands.append(f"seek {room.source.film.lines[-1].number}")
    steps(window)
    assert room.player.number == room.source.film.lines[-1].number


def test_a_film_opens_without_a_word_of_the_moment_that_the_mouse_was_left_at(
    window: Any, journal: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The button that opens it lies where the timeline lies."""
    shown: list[str] = []
    monkeypatch.setattr(widgets, "tooltip", lambda _, text, *__: shown.append(told(text)))
    window.hand.move(640, 800 - 8 - 132 + 50)
    opened(window, journal)
    steps(window, 3)
    assert shown == []
    window.hand.move(641, 800 - 8 - 132 + 50)
    steps(window, 2)
    assert shown
    assert shown[0].startswith("#")


@pytest.mark.parametrize("where", ["timeline", "lines"])
def test_what_lies_behind_a_dialog_of_a_film_takes_no_click(
    window: Any, journal: Path, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    rows: list[tuple[float, float]] = []
    real = line_list.draw_rows

    def noted(*how: Any) -> None:
        at = imgui.get_cursor_screen_pos()
        rows.append((at.x + 20, at.y + 6))
        real(*how)

    monkeypatch.setattr(line_list, "draw_rows", noted)
    room = opened(window, journal)
    behind = rows[-1] if where == "lines" else (640, 800 - 8 - 132 + 50)
    room.dialog = "go on"
    steps(window)
    click(window, behind)
    assert room.player.number == 0
    room.dialog = ""
    steps(window)
    click(window, behind)
    assert room.player.number > 0


def test_a_hand_that_leads_the_timeline_faster_than_frames_come_is_followed_to_the_end(
    window: Any, journal: Path
) -> None:
    room = opened(window, journal)
    steps(window, 3)
    low = 800 - 8 - 132 + 50
    click(window, (1240, low))
    last = room.player.number
    click(window, (300, low))
    assert room.player.number < last
    window.hand.press("mouse1")
    steps(window, 2)
    window.hand.move(1240, low)
    window.hand.release("mouse1")
    steps(window, 3)
    assert room.player.number == last


@pytest.mark.parametrize("gang", ["The House of the Lion", "The Last Night of Carnival"])
def test_names_of_gangs_beside_a_film_are_whole(
    window: Any, journal: Path, gang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = opened(window, journal)
    film = room.source.film
    room.source.film = msgspec.structs.replace(
        film, seats=tuple(msgspec.structs.replace(seat, gang=gang) for seat in film.seats)
    )
    shown: list[str] = []
    real = widgets.colour
    monkeypatch.setattr(widgets, "colour", lambda text, *paint: shown.append(told(text)) or real(text, *paint))
    steps(window, 2)
    assert gang in shown


def test_the_view_is_dragged_and_what_is_followed_is_let_go(window: Any, journal: Path) -> None:
    room = opened(window, journal)
    before = room.camera.orbit.turn
    window.hand.move(640, 300)
    steps(window)
    window.hand.press("mouse3")
    steps(window, 2)
    window.hand.move(740, 300)
    steps(window, 2)
    window.hand.release("mouse3")
    steps(window, 2)
    assert room.camera.orbit.turn != before
    assert not room.camera.follows
    near = room.camera.orbit.distance
    key(window, "wheel_up")
    assert room.camera.orbit.distance < near
    key(window, "home")
    assert room.camera.orbit.distance > near * 0.9


def test_a_new_game_goes_on_from_a_moment(window: Any, journal: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    room = opened(window, journal)
    moved = [moment.number for moment in room.source.film.moments if moment.kind == "moved"]
    room.player.seek(moved[0])
    key(window, "g")
    steps(window)
    assert room.dialog == "go on"
    went_on: list[Path] = []
    monkeypatch.setattr(window, "go_on", went_on.append)
    show_at(journal, "night")
    key(window, "enter")
    steps(window)
    (branch,) = went_on
    answers = read(branch)[1]
    assert answers == read(journal)[1][: len(answers)]
    assert len(answers) < len(read(journal)[1])
    assert window.rooms.films.room is None
    assert read_note(branch).hour == "night"


def test_who_plays_on_is_said_and_chosen(window: Any, journal: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_note_of(journal, Note({"north": "human", "south": "greedy"}, 1))
    room = opened(window, journal)
    shown: list[str] = []
    real = imgui.begin_combo
    monkeypatch.setattr(imgui, "begin_combo", lambda *args: shown.append(args[1]) or real(*args))
    monkeypatch.setattr(window, "go_on", lambda _: None)
    key(window, "g")
    steps(window)
    assert {"A person", "Greedy bot"} <= set(shown)
    room.going_on.players["north"] = "random"
    key(window, "enter")
    steps(window)
    assert read_note(room.branch).players == {"north": "random", "south": "greedy"}


def test_of_a_journal_alone_it_is_said_that_who_played_is_not_known(
    window: Any, journal: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal.with_suffix(".players.json").unlink()
    shown: list[str] = []
    real = widgets.wrapped
    monkeypatch.setattr(widgets, "wrapped", lambda text, *paint: shown.append(told(text)) or real(text, *paint))
    opened(window, journal)
    speak(load("fr"))
    try:
        key(window, "g")
        steps(window)
        where = window.rooms.films.room.going_on.where
        assert told(where) != str(where), "it is told in French"
        assert told(where) in shown
    finally:
        speak(load("en"))
    steps(window)
    assert any("Who played it is not known here." in words for words in shown)


def test_one_event_back_is_one(journal: Path) -> None:
    """It said "1 events before this"."""
    source = open_film(journal)
    told_of = [
        GoingOn(source, number).where for number in range(len(source.game.log) if source.game is not None else 0)
    ]
    back = [str(words) for words in told_of if "before this" in str(words)]
    assert any(words.endswith(" 1 event before this.") for words in back)
    assert not any(" 1 events" in words for words in back)


@pytest.mark.parametrize("wide", [560, 800, 1024])
def test_the_foot_of_a_film_keeps_its_buttons_apart_and_the_number_of_the_moment(
    window: Any, journal: Path, monkeypatch: pytest.MonkeyPatch, wide: int
) -> None:
    spans: list[tuple[float, float]] = []
    shown: list[str] = []
    room = opened(window, journal, 1)
    real_button, real_colour = timeline.key_button, timeline.colour

    def key_button(*args: Any, **named: Any) -> bool:
        pressed = real_button(*args, **named)
        spans.append((imgui.get_item_rect_min().x, imgui.get_item_rect_max().x))
        return pressed

    def colour(text: str, *paint: Any) -> None:
        real_colour(text, *paint)
        shown.append(told(text))
        spans.append((imgui.get_item_rect_min().x, imgui.get_item_rect_max().x))

    monkeypatch.setattr(timeline, "key_button", key_button)
    monkeypatch.setattr(timeline, "colour", colour)
    monkeypatch.setattr(room.source, "path", Path("/a/folder/of/games/2026-11-28-acquisition-3.jsonl"))
    try:
        show(window, FIRST._replace(size=(wide, 700)))
        steps(window)
        spans.clear()
        shown.clear()
        window.step()
    finally:
        show(window, FIRST)
    spans.sort()
    assert all(left[1] <= right[0] + 1 for left, right in pairwise(spans)), spans
    assert spans[-1][1] <= wide
    assert all(words.endswith("#1") for words in shown if "…" in words)


def test_the_lens_of_a_photo_stays_with_photos(window: Any, journal: Path) -> None:
    room = opened(window, journal)
    own = room.camera.fov
    key(window, "p")
    room.camera.fov, room.camera.aperture = fov_of(105.0), 0.4
    key(window, "escape")
    steps(window)
    assert (room.view.view.fov, room.view.view.aperture) == (own, 0.0)
    key(window, "p")
    assert (room.camera.fov, room.camera.aperture) == (fov_of(105.0), 0.4), "and waits there"
    key(window, "home")
    assert (room.camera.fov, room.camera.aperture) == (own, 0.0)


def test_panels_are_hidden_for_a_photo(window: Any, journal: Path) -> None:
    room = opened(window, journal)
    key(window, "p")
    assert room.taking_photos
    room.camera.fov = fov_of(85.0)
    steps(window)
    assert room.view.view.fov == pytest.approx(fov_of(85.0))
    assert millimetres_of(room.camera.fov) == pytest.approx(85.0)
    key(window, "escape")
    assert not room.taking_photos


@pytest.mark.parametrize("first", [*sorted(set(room_module.KEYS) - set(KEYS_OF_PHOTOS)), "arrow_right"])
def test_while_photos_are_taken_keys_do_what_is_shown_or_nothing(window: Any, journal: Path, first: str) -> None:
    """Else a page opens that nobody sees, and the key that takes the photo begins a new game."""
    room = opened(window, journal)
    key(window, "p")
    number, shown = room.player.number, room.lines_shown
    key(window, first)
    assert (room.dialog, room.player.number, room.player.playing, room.lines_shown) == ("", number, False, shown)
    key(window, "enter")
    assert room.photo.wanted
    assert (room.wants, room.branch) == ("", None)
    key(window, "escape")
    assert not room.taking_photos


def test_a_photo_is_set_in_the_language_of_who_looks(
    window: Any, journal: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told_of: list[str] = []
    real = imgui.slider_float
    monkeypatch.setattr(imgui, "slider_float", lambda *args: told_of.append(args[-1]) or real(*args))
    speak(load("fr"))
    try:
        opened(window, journal)
        key(window, "p")
        steps(window)
    finally:
        speak(load("en"))
    assert set(told_of) == {"objectif %.0f mm", "flou %.0f%%"}


@pytest.mark.drawn
def test_a_photo_is_written_beside_the_frames(window: Any, journal: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    writers: list[Thread] = []
    real = Image.Image.save
    monkeypatch.setattr(Image.Image, "save", lambda *args: (writers.append(current_thread()), real(*args)))
    room = opened(window, journal)
    key(window, "p")
    key(window, "enter")
    for _ in range(100):
        steps(window)
        if not room.photo.wanted:
            break
    assert room.photo._writing is not None
    room.photo._writing.join()
    (path,) = (journal.parent / "data" / "photos").glob("*.png")
    assert room.photo.said == f"Kept: {path}"
    assert writers != [current_thread()]
    with Image.open(path) as picture:
        assert picture.size == window.size()
        top, foot = (np.asarray(picture, dtype=float)[rows].mean((0, 1)) for rows in (slice(0, 40), slice(-40, None)))
    assert not np.allclose(top, foot, atol=2), "it would not tell which end is up"
    assert not room.photo.is_busy


def test_photos_are_kept_beside_each_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BAUTA_DATA", str(tmp_path))
    now = datetime(2026, 11, 24, 20, 15, 3)
    first = photo_path(Path("a/game.jsonl"), 412, now)
    assert first == tmp_path / "photos" / "game-412-201503.png"
    first.write_bytes(b"")
    assert photo_path(Path("a/game.jsonl"), 412, now).name == "game-412-201503-2.png"


def test_a_film_that_cannot_be_read_is_told_on_the_start_screen(window: Any, tmp_path: Path) -> None:
    (tmp_path / "no.jsonl").write_bytes(b"no game\n")
    window.show_start()
    window.open_film(FilmRequest(tmp_path / "no.jsonl"))
    assert window.rooms.films.room is None
    assert "no.jsonl" in window.start.form.trouble


# --- pages over a game -------------------------------------------------------------------------------------------


@pytest.fixture
def game(window: Any, tmp_path: Path) -> Iterator[Any]:
    model = free_fight(street(), tmp_path, [member("a", (12, 12, 0))], [member("b", (18, 16, 0))])
    window.play(model)
    until(window, lambda: window.table.menu is not None)
    yield window
    window.show_start()


def test_rules_are_looked_up_and_lead_to_each_other(game: Any) -> None:
    key(game, "f3")
    steps(game)
    assert game.dialog == "rules"
    page = game.pages.rules
    page.look_up("Fear")
    steps(game)
    assert page.opened is not None
    assert page.opened.name == "Fear"
    page.word = "gondola"
    assert page.found()
    assert all("gondola" in f"{each.name} {each.text}".casefold() for each in page.found())
    page.kind = "spell"
    assert all(each.kind == "spell" for each in page.found())
    page.word = "no such thing at all"
    assert page.found() == []
    steps(game)
    key(game, "f3")
    assert game.dialog == ""


@pytest.mark.parametrize("tab", ["Rounds", "Curves", "Deeds", "Luck", "Dice"])
def test_the_game_so_far_is_told_on_its_pages(game: Any, tab: str) -> None:
    key(game, "f4")
    game.pages.story.tab = tab
    steps(game, 3)
    assert game.dialog == "story"
    key(game, "escape")
    assert game.dialog == ""


def test_lines_of_the_chronicle_are_found_opened_and_show_their_evidence(game: Any) -> None:
    table, log = game.table, game.hud.chronicle
    table.click("a", (12, 12, 0))
    until(game, lambda: table.model.shown.active == "a" and table.menu is not None)
    table.give({"act": "run", "path": [(14, 12, 0)]})
    until(game, lambda: table.menu is not None and table.choice is not None)
    steps(game)
    told = [log._chronicle.line(entry, table.model.names) for entry in log._entries()]
    assert any(line.startswith("A runs 2.0") for line in told)
    log.filter.word = "runs"
    assert [entry.kind for entry in log._entries()] == ["moves"]
    (entry,) = log._entries()
    table.evidence = entry.telling
    log.opened.add(entry.numbers[0])
    steps(game, 2)
    event: Event = table.model.shown.log[table.evidence]
    assert event.evidence
    log.filter.clear()
    log.filter.kind = "magic"
    assert log._entries() == []


def test_the_list_of_games_has_films_of_those_that_are_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from sim.app.hud.saved_games_panel import SavedGamesPanel

    monkeypatch.setenv("BAUTA_DATA", str(tmp_path))
    games = tmp_path / "games"
    games.mkdir()
    for name, over in (("one", False), ("two", True)):
        path = games / f"{name}.jsonl"
        path.write_bytes(gzip.decompress((GOLDEN / "gang-war-2.jsonl.gz").read_bytes()))
        write_note_of(path, Note({"north": "human", "east": "greedy"}, 3, {"north": 2, "east": 1}, over=over))
    panel = SavedGamesPanel(fonts=None)  # type: ignore[arg-type]
    assert [kept.path.stem for kept in panel.kept] == ["one"]
    assert [kept.path.stem for kept in panel.over] == ["two"]
    assert msgspec.to_builtins(panel.over[0].note)["score"] == {"north": 2, "east": 1}


def test_a_game_that_was_sent_is_played_through_once_to_say_how_it_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from sim.app.hud import saved_games_panel

    monkeypatch.setenv("BAUTA_DATA", str(tmp_path))
    games = tmp_path / "games"
    games.mkdir()
    path = games / "sent.jsonl"
    path.write_bytes(gzip.decompress((GOLDEN / "gang-war-2.jsonl.gz").read_bytes()))
    panel = saved_games_panel.SavedGamesPanel(fonts=None)  # type: ignore[arg-type]
    panel.unread.wait()
    panel.take_read()
    assert panel.kept == ()
    (over,) = panel.over
    session = replay(path).session
    assert session.over
    assert over.note.score == {seat.id: seat.vp for seat in session.state.seats.values()}
    assert "over" in saved_games_panel._stage(over)
    assert saved_games_panel.who_plays(over) == "who played is not known"
    assert read_note(path) == over.note, "the next time it is known at once"


def test_a_film_is_shown_at_the_hour_of_its_game(window: Any, journal: Path) -> None:
    """It was shown at the board's own, whose light had then to be worked out first."""
    show_at(journal, "night")
    assert opened(window, journal).view.hour.name == "night"
