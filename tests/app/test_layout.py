"""Every screen, panel and page in two sizes of window, with text at 100% and 200%, in each language: no text is cut or
lies over another, no control over another, no panel over another."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec
import pytest
from imgui_bundle import imgui

from sim.app.editor.remaking import Remaker
from sim.app.editor.tools import EditorTool
from sim.app.hud import widgets
from sim.app.hud.build_panel import BuildRequest
from sim.app.hud.gang_panel import GangRequest
from sim.app.hud.layout import PanelHeights, Rect, layout
from sim.app.hud.loading_screen import COMPILED_ONCE, Loading
from sim.app.hud.new_game_panel import NewGamePanel
from sim.app.hud.saved_games_panel import TALL, SavedGamesPanel
from sim.app.table.games import Note, SavedGame
from sim.app.table.lessons import begin_lesson
from sim.app.table.playback import DiceTray
from sim.app.table.view_choices import ViewChoices
from sim.app.window.campaign_door import CampaignRequest
from sim.app.window.film_door import FilmRequest
from sim.board.architecture.plans import HousePlan
from sim.board.board import Board
from sim.board.files.mapfile import PiecePlacement
from sim.builder.edits import PlacePieces, Remove, Together
from sim.carnevale.agendas.plan import DropAgenda
from sim.carnevale.questions import Question
from sim.engine.dice import SeededDice, TypedDice
from sim.engine.journal import read
from sim.engine.session import Session
from sim.lessons.catalogue import board_source, find_lesson
from sim.lessons.lesson_file import read_lesson
from sim.playtest.report_numbers import ObjectiveUse, PieceUse, PlaytestReport, ZoneResult
from sim.playtest.shares import ShareOfGames
from tests.app.kept_campaigns import begun, given, told_game
from tests.app.layout_watch import watched
from tests.app.own_gangs import between_two_gangs, take
from tests.app.test_table_window import key, steps, until
from tests.app.window_sizes import FIRST, FRAMES, TONGUES, Look, Way, look, panels_alone, show
from tests.carnevale.questions import examples
from tests.carnevale.tables import house, street
from tests.golden.games import GAME, JOURNALS, no_board

__all__ = ["look"]

SMALL = [
    Way((1024, 700), 1.0, "fr"), Way((800, 600), 1.0, "it"), Way((560, 790), 1.0, "en"), Way((1024, 700), 2.0, "en"),
    Way((800, 600), 2.0, "fr"), Way((560, 790), 2.0, "fr"),
]  # fmt: skip
GANGS = ("The Five of Rialto", "The Lion in Haste", "The Contessa's Dinner Guests", "Company of Campo San Polo")
PLAYED = ("human", "seasoned", "human", "straightforward")
HEAD = 44  # at 1280x800: over the games to go on with
DIALOGS = ("help", "pause", "view", "yields", "by agreement", "story", "rules")


@pytest.fixture
def small(window: Any, monkeypatch: pytest.MonkeyPatch) -> Look:
    """Looks at one panel in small windows; what is wrong with it fails at once."""

    def look_at(panel: str, name: str) -> None:
        found: list[str] = []
        with monkeypatch.context() as patch, panels_alone(window), watched(patch) as watch:
            patch.setattr(window._waking, "is_lively", lambda *_: True)
            for way in SMALL:
                show(window, way)
                for _ in range(2 * FRAMES):
                    watch.begin()
                    window.step()
                found += [f"{name} at {way}: {each}" for each in watch.faults() if f"{panel}: " in each]
        window.settings.choices = ViewChoices()
        show(window, FIRST)
        assert not found, "\n".join(found)

    return look_at


@pytest.mark.parametrize(
    ("words", "second", "fault"),
    [
        ("A line that is wider than its panel", (10, 60), "cut at the side"),
        ("Words", (14, 12), "overlap"),
        ("Words", (500, 30), "lost"),
    ],
)
def test_it_sees_what_is_wrong(
    window: Any, monkeypatch: pytest.MonkeyPatch, words: str, second: tuple[int, int], fault: str
) -> None:
    window.show_start()
    real = type(window.start).draw

    def draw(self: Any, *size: Any) -> None:
        real(self, *size)
        with widgets.panel("mine", Rect(500, 300, 100, 100), flags=int(imgui.WindowFlags_.no_scrollbar)):
            imgui.set_cursor_pos(imgui.ImVec2(10, 10))
            imgui.text(words)
            imgui.set_cursor_pos(imgui.ImVec2(*second))
            imgui.text("More")

    monkeypatch.setattr(type(window.start), "draw", draw)
    with monkeypatch.context() as patch, panels_alone(window), watched(patch) as watch:
        for _ in range(2):
            watch.begin()
            window.step()
        told = [each for each in watch.faults() if "mine" in each]
    assert any(each.startswith(fault) for each in told), told


def test_the_start_screen(window: Any, look: Look) -> None:
    window.show_start()
    look("start")
    form = window.start.form
    form.seat(4)
    look("four seats")
    form.choose_scenario("acquisition")
    form.trouble = 'Gang War is played on a board of 36" x 36", and San Canciano is one of 24" x 24".'
    window.start.learnt = window.start.built = True
    note = Note({"north": "human", "south": "seasoned"}, 3)
    gangs = ("The Contessa's Dinner Guests", "Company of Campo San Polo")
    kept = SavedGame(
        Path("a.jsonl"), "isole-di-san-marcuola", "secure-arms", gangs, note, datetime(2026, 11, 22, 21, 45)
    )
    window.start.saved.kept = (kept,)
    look("trouble, and a game to go on with")


@pytest.mark.parametrize("language", TONGUES)
def test_the_start_screen_needs_no_scroll_bar(window: Any, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even for the two gangs with the longest names, which take two lines each in letters that can be read."""
    beyond: list[float] = []
    lines: list[str] = []
    wrapped = widgets.wrapped
    real = NewGamePanel._dice

    def dice(self: NewGamePanel) -> None:
        real(self)
        beyond.append(imgui.get_scroll_max_y())

    def noted(text: str, *paint: Any) -> None:
        lines.append(text)
        wrapped(text, *paint)

    monkeypatch.setattr(NewGamePanel, "_dice", dice)
    monkeypatch.setattr(widgets, "wrapped", noted)
    show(window, FIRST._replace(language=language))
    window.show_start()
    form = window.start.form
    for scenario in form.scenarios:
        form.choose_scenario(scenario)
        files = sorted((each.file for each in form.listed), key=lambda file: -len(form.line(file).muster))
        form.gangs[:2] = files[:2]
        beyond.clear()
        steps(window, FRAMES)
        assert beyond[-1] == 0, scenario
    assert {form.line(file).muster for file in form.gangs[:2]} <= set(lines)
    show(window, FIRST)
    window.show_start()


@pytest.mark.parametrize("way", [Way((960, 640), 1.0, "fr"), Way((1280, 800), 2.0, "fr")], ids=str)
def test_a_game_to_go_on_with_is_seen_whole_in_every_size(
    window: Any, way: Way, monkeypatch: pytest.MonkeyPatch
) -> None:
    tall: list[float] = []
    real = SavedGamesPanel.draw
    monkeypatch.setattr(SavedGamesPanel, "draw", lambda self, rect: tall.append(rect.h) or real(self, rect))
    window.show_start()
    show(window, way)
    steps(window, 2)
    assert tall[-1] >= window.fonts.px(HEAD + TALL)
    show(window, FIRST)


def test_the_start_screen_in_small_windows(window: Any, look: Look) -> None:
    """With games of three and of four to go on with; a narrow one shows a new game, or all else."""
    window.show_start()
    window.start.form.seat(4)
    when = datetime(2026, 11, 22, 21, 45)
    window.start.saved.kept = tuple(
        SavedGame(
            Path(f"{many}.jsonl"), "campiello-dei-remi", "acquisition", GANGS[:many],
            Note(dict(zip(("north", "east", "south", "west"), PLAYED[:many], strict=False)), 1,
                 dict.fromkeys(("north", "east", "south", "west")[:many], 0)),
            when,
        )
        for many in (3, 4)
    )  # fmt: skip
    look("a new game, and four gangs to go on with", SMALL)
    window.start.shows_rest = True
    look("all else", [way for way in SMALL if way.size[0] < 900])
    window.start.shows_rest = False


@pytest.mark.parametrize("many", [3, 4])
def test_a_table_of_many_in_small_windows(window: Any, small: Look, tmp_path: Path, many: int) -> None:
    """Its bar keeps all scores apart from each other, and from the round."""
    table = between_two_gangs(window, tmp_path)
    header, answers = read(JOURNALS[f"acquisition-{many}"])
    session = Session(GAME, GAME.begin(header.setup), TypedDice(), no_board, step=True)
    for answer in answers:
        session.skip_unrecorded_evidence(answer)
        session.replay([answer])
        if session.state.round and isinstance(session.request, Question):
            break
    take(table, session)
    table.model.alone = session.request.seat
    steps(window)
    small("bar", "whose turn")


def test_answers_that_differ_in_their_last_word_are_read_whole(window: Any, small: Look, tmp_path: Path) -> None:
    table = between_two_gangs(window, tmp_path)
    take(table, Session.load(examples()[DropAgenda].saved, GAME, SeededDice(1), no_board))
    table.model.alone = table.model.session.request.seat
    until(window, lambda: table.menu is not None)
    small("actions", "which agenda is dropped")


def test_what_is_made_ready(window: Any, look: Look) -> None:
    window.show_start()
    window.start.clear()
    window.start = None
    window.loading = Loading("Isole di San Marcuola", 0.4, "The board is laid out", COMPILED_ONCE)
    look("loading")
    window.loading = None


def test_lessons_and_puzzles(window: Any, look: Look) -> None:
    window.show_start()
    key(window, "l")
    until(window, lambda: window.rooms.learn.room is not None)
    look("learn")
    window.rooms.learn.close()


@pytest.mark.parametrize("gang", ["guild", "rashaar", "strigoi"])
def test_the_gang_builder(window: Any, look: Look, monkeypatch: pytest.MonkeyPatch, gang: str) -> None:
    monkeypatch.setattr("sim.app.gang_builder.gallery.make_portraits", lambda _: None)
    window.show_start()
    window.rooms.gangs.enter(window, GangRequest(gang=gang))
    steps(window)
    room = window.rooms.gangs.room
    look(gang)
    for number in (0, len(room.desk.gang.members) - 1):
        room.desk.selected = number
        look(f"member {number}")
    if gang == "guild":
        for dialog in ("help", "print", "unsaved", "outside"):
            room.dialog = dialog
            look(dialog)
        room._list()
        look("gangs")
    window.rooms.gangs.close()


def test_campaigns(window: Any, look: Look, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sim.app.gang_builder.gallery.make_portraits", lambda _: None)
    door, campaign = window.rooms.campaigns, begun(("human", "human"))
    told_game(campaign)
    door.enter(window, CampaignRequest())
    look("all campaigns")
    door.room.command("found")
    look("a new campaign")
    for number in (3, 4):
        door.room.founding.seat(number)
    door.room.founding.trouble = "the gang costs 153 ducats; 150 is the limit"
    look("a new campaign of four")
    door.enter(window, CampaignRequest(campaign.path))
    room, desk = door.room, door.room.desk
    desk.shift(desk.pools()[0], desk.pools()[0].options[0].who, 1)
    look("experience")
    for dialog in ("help", "rules", "end", "abandon", "undecided"):
        room.dialog = dialog
        look(f"campaign, {dialog}")
    room.dialog, room.story = "", True
    look("the story")
    room.story = False
    desk.do(lambda: given(desk.campaign))
    assert desk.view.stage("north") == "talents"
    look("talents")
    desk.do(lambda: [desk.campaign.accept(seat) for seat in ("north", "south")])
    look("ready")
    room.command("game")
    look("the next game")
    desk.do(lambda: desk.campaign.begin(room.game.form.plan, Board.load(room.game.form.plan.map)))
    room.page = "campaign"
    look("under way")
    desk.do(desk.campaign.abandon)
    desk.do(desk.campaign.end)
    look("over")
    door.close()


def test_who_is_hired_in_a_campaign(window: Any, look: Look, monkeypatch: pytest.MonkeyPatch) -> None:
    """With weapons and spells to choose."""
    monkeypatch.setattr("sim.app.gang_builder.gallery.make_portraits", lambda _: None)
    campaign = begun(("human", "seasoned"), gangs=("rashaar-75", "guild-75"))
    told_game(campaign, points=0)
    door = window.rooms.campaigns
    door.enter(window, CampaignRequest(campaign.path))
    desk = door.room.desk
    while desk.view.stage("north") != "hiring":
        desk.done()
    look("hiring")
    hiring = door.room.now.hiring
    hiring.fitting = False
    for picked in ("recruit Salt Witch False", "recruit Maestra of Masks True"):
        hiring.picked = picked
        look(f"hiring, {picked}")
    door.close()


def test_a_campaign_of_four_with_real_dice(window: Any, look: Look, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sim.app.gang_builder.gallery.make_portraits", lambda _: None)
    campaign = begun(("human", "seasoned", "human", "seasoned"), typed_dice=True)
    told_game(campaign, lost=2)
    door = window.rooms.campaigns
    door.enter(window, CampaignRequest(campaign.path))
    look("four, and a die to throw")
    door.room._plan()
    look("the next game of four")
    door.close()


def test_a_film(window: Any, look: Look, monkeypatch: pytest.MonkeyPatch) -> None:
    board = street(house((4, 4), (9, 9), 4.0))
    monkeypatch.setattr("sim.app.film.sources.begun_on", lambda _: (board.key, ""))
    monkeypatch.setattr(window.boards, "read", lambda _: board)
    window.boards.kept.keep(board.key, board)
    window.open_film(FilmRequest(JOURNALS["gang-war-2"], 300))
    room = window.rooms.films.room
    steps(window)
    look("film")
    for dialog in ("help", "go on"):
        room.dialog = dialog
        look(dialog)
    room.dialog = ""
    look("film", SMALL[:3])
    room.dialog, room.taking_photos = "", True
    look("photo")
    room.taking_photos = False
    room.player.toggle()
    look("playing")
    window.rooms.films.close()


def test_a_turn(window: Any, look: Look, tmp_path: Path) -> None:
    table = between_two_gangs(window, tmp_path)
    look("whose turn")
    who = next(iter(table.model.shown.characters))
    table.give(who)
    until(window, lambda: table.model.shown.active == who and table.menu is not None and table.reach is not None)
    look("actions")
    window.hand.move(*window.scene.view.to_screen((1.5, 12, 0)))  # beside the house, which hides what is behind it
    until(window, lambda: table.preview is not None and table.from_there is not None)
    look("run")
    key(window, "j")
    steps(window, 5)
    look("jump")
    table.click(None, (5, 13.4, 0))
    until(window, lambda: table.pinned and table.preview is not None)
    look("jump, pinned")
    key(window, "escape")
    key(window, "m")
    steps(window, 3)
    look("tape")
    key(window, "escape")
    table.tray = DiceTray(who, "combat", [10, 9, 8, 7, 6, 4, 3], 7, "success", 3)
    window.settings.choices = ViewChoices(folded=(), labels="all")
    look("all panels and labels")
    window.hud.views.is_open = True
    look("views")
    window.hud.views.is_open = False
    window.hud.shown = False
    look("hidden panels")


@pytest.mark.parametrize("dialog", DIALOGS)
def test_what_lies_over_a_game(window: Any, look: Look, tmp_path: Path, dialog: str) -> None:
    between_two_gangs(window, tmp_path)
    window.run_command(dialog)
    steps(window, 2)
    look(dialog)
    window.run_command("back")


def test_the_end(window: Any, look: Look, tmp_path: Path) -> None:
    table = between_two_gangs(window, tmp_path)
    header, answers = read(JOURNALS["gang-war-2"])
    session = Session(GAME, GAME.begin(header.setup), TypedDice(), no_board, step=True)
    for answer in answers:
        session.skip_unrecorded_evidence(answer)
        session.replay([answer])
    session.journal = table.model.session.journal  # of which there is a film
    take(table, session)
    steps(window)
    for tab in window.pages.end.tabs:
        window.pages.end.tab = tab
        look(f"end: {tab}")


@pytest.mark.parametrize("name", ["first-steps", "jump-and-fall", "who-sees-you"])
def test_a_lesson(window: Any, look: Look, tmp_path: Path, name: str) -> None:
    """Its coach, and that what it marks on the board is read beside the panels."""
    path = find_lesson(name)
    lesson = read_lesson(path)
    window.play(begin_lesson(path, lesson, Board.load(board_source(path, lesson)), tmp_path / "lesson.jsonl"))
    until(window, lambda: window.table.rests and window.table.menu is not None)
    look(name)
    until(window, lambda: not window.scene.camera.gliding)
    panels = window.hud.covering(window.hud.layout(*window.size()))
    for label in window.scene.layer_labels.laid:
        box = Rect(label.x - label.wide / 2, label.y - label.tall / 2, label.wide, label.tall)
        assert not any(box.meets(panel) for panel in panels), (box, panels)


HALF = ShareOfGames(4, 0.5, 0.21, 0.79)
NOBODY = ZoneResult("nowhere", 0, HALF, 0.0, 0.0)
REPORT = PlaytestReport(
    format=1, program="", map="campo.toml", title="Campo", size=(24.0, 24.0), scenario="acquisition",
    gangs=("guild", "patricians"), bot="seasoned", seed=1, games=4, draws=1, zones=(NOBODY, NOBODY),
    first_turn=HALF, first_zone=HALF, stopping=None, rounds={5: 4}, margins={}, decided={}, happened={}, pieces=(),
    objectives=(), measured=(), without=(), telling=(),
)  # fmt: skip


def test_bots_try_a_board(window: Any, look: Look) -> None:
    """Before the games, while they are played, where none can be, and after them."""
    window.show_start()
    window.open_editor(BuildRequest(name="Campo", size=(24.0, 24.0)))
    steps(window)
    room = window.room
    room.command("menu")
    look("editor, menu")
    room.command("trial")
    assert room.dialog == "trial"
    look("trial, asked")
    room.trial.failed = "the deployment zones of this board have no room for two gangs, as the scenario wants them " * 3
    look("trial, failed")
    share, names = HALF, [f"ca-dei-mercanti-{n}" for n in range(9)]
    room.trial.report = msgspec.structs.replace(
        REPORT,
        zones=tuple(ZoneResult(f"zone of the {side} fondamenta", 2, share, 3.5, 4.0) for side in ("north", "south")),
        pieces=tuple(PieceUse(name, "roof", (n % 2, n % 2)) for n, name in enumerate(names)),
        objectives=(ObjectiveUse("chest-1", (0, 0)),),
    )
    room.trial.folder, room.trial.failed = room.model.source.parent / "campo-acquisition-0123abcd", ""
    look("trial, told")
    with patch.object(type(room.trial), "busy", True), patch.object(room.trial, "poll"):
        for room.trial.done in (0, 4):
            room.trial.games = 4
            look(f"trial, {room.trial.done} played")
    room.dialog = ""


PLOT = ((-3.0, -2.0), (3.0, -2.0), (3.0, 2.0), (-3.0, 2.0))


def test_the_editor(window: Any, look: Look) -> None:
    """Before the first findings come, and with all of them: what comes while a panel is drawn has its scroll bar one
    frame later."""
    window.show_start()
    window.open_editor(BuildRequest(name="Campo", size=(24.0, 24.0)))
    steps(window)
    room = window.room
    with patch.object(room.live, "poll", return_value=False):
        look("editor, not measured")
    room.model.commit(PlacePieces((PiecePlacement(HousePlan(), (8.0, 8.0), id="one"),)))
    room.model.commit(PlacePieces((PiecePlacement("cassa", (16.0, 8.0), id="two"),)))

    def look_at(name: str) -> None:
        steps(window)
        for _ in range(40):  # answers, of which a change is told with five or six
            if not room.live.complete:
                room.live.wait(8)
                window.step()
        assert room.live.complete
        look(f"editor, {name}")

    for tool in "lpknzfjh":
        key(window, tool)
        look_at(tool)
    room.hand.take(EditorTool.SELECT)
    for chosen in (("one",), ("two",), ("one", "two")):
        room.model.selected = chosen
        look_at(f"{chosen} chosen")
    (placed,) = (p for p in room.model.map.pieces if p.id == "one")
    drawn = PlacePieces((PiecePlacement(HousePlan(outline=PLOT), (8.0, 8.0)),))
    room.model.commit(Together((Remove((placed.id,)), drawn)))
    room.model.selected = room.model.fresh
    look_at("a plotted house chosen")
    room.hand.take(EditorTool.REMAKE)
    room.remaker.tried = (123, 4)
    with patch.object(Remaker, "busy", True):
        look_at("the generator at work")
    room.hand.take(EditorTool.SELECT)
    for dialog in ("help", "pause", "versions"):
        room.command(dialog)
        look_at(dialog)
        room.command("back")


def test_a_card_has_all_the_room_that_a_folded_list_of_gangs_leaves() -> None:
    """It was cut off, with room for a whole list above it."""
    where = layout(1920, 1080, 2.0, PanelHeights(roster=400, card=3000), ("roster",))
    gap = where.card.x
    assert where.card.y == where.roster.bottom + gap
    assert layout(1920, 1080, 2.0, PanelHeights(roster=400, card=3000)).card.h < where.card.h
