"""What the start screen proposes, without a window."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import msgspec
import numpy as np
import pytest

from sim.app.hud.build_panel import size_of
from sim.app.hud.map_pictures import MapPictures
from sim.app.hud.new_game_panel import board_title
from sim.app.hud.pictures import Pictures
from sim.app.hud.saved_games_panel import who_plays
from sim.app.hud.start_screen import StartScreen
from sim.app.table.games import NewGame, Note, SavedGame, setup_of
from sim.app.table.model import HUMAN
from sim.app.table.new_game_form import OPPONENT, NewGameForm, last_plan, plan_on
from sim.board.board import Board
from sim.board.files.finding import find_map
from sim.board.files.folders import assets_dir, data_dir, maps_dir
from sim.board.files.mapfile import read_map
from sim.carnevale import scenarios

NO_FONTS: Any = None
TOO_MANY = '\n[[members]]\ncharacter = "Cutpurse"\n' * 12


@pytest.fixture(autouse=True)
def at_home(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BAUTA_DATA", str(tmp_path))


def proposed(screen: StartScreen) -> NewGame:
    screen.begin()
    assert screen.plan is not None
    return screen.plan


def test_it_proposes_gang_war_with_two_whole_gangs() -> None:
    plan = proposed(StartScreen(NO_FONTS))
    assert (plan.map, plan.scenario, plan.gangs) == ("san-canciano", "gang-war", ("guild", "patricians"))


@pytest.mark.parametrize(
    ("scenario", "board", "gangs"),
    [
        ("acquisition", "campiello-dei-remi", ("guild-75", "patricians-75")),
        ("street-fight", "calle-lunga", ("guild-100", "patricians-100")),
        ("secure-arms", "san-canciano", ("guild-100", "patricians-100")),
    ],
)
def test_another_scenario_brings_a_board_and_gangs_that_suit_it(
    scenario: str, board: str, gangs: tuple[str, ...]
) -> None:
    screen = StartScreen(NO_FONTS)
    screen.form.choose_scenario(scenario)
    plan = proposed(screen)
    assert (plan.map, plan.scenario, plan.gangs) == (board, scenario, gangs)


def test_gangs_that_were_named_stay() -> None:
    plan = proposed(StartScreen(NO_FONTS, NewGame(gangs=("patricians", "guild"))))
    assert plan.gangs == ("patricians", "guild")


@pytest.mark.parametrize("seed", ["-3", "--3", "3.5", "²", "nan", "x"])
def test_a_seed_that_is_none_is_said_and_nothing_begins(seed: str) -> None:
    screen = StartScreen(NO_FONTS)
    before, screen.form.seed = screen.plan, seed
    screen.begin()
    assert screen.form.trouble == f"Seed: {seed} is no whole number of 0 or more."
    assert screen.plan is before
    screen.form.seed = " 7 "
    assert proposed(screen).seed == 7
    assert screen.form.trouble == ""


def test_it_proposes_a_person_against_a_bot_and_then_what_was_chosen_the_last_time() -> None:
    screen = StartScreen(NO_FONTS)
    assert proposed(screen).players == {"north": "human", "south": "seasoned"}
    screen.form.choose_scenario("acquisition")
    screen.form.seat(3)
    screen.form.seed, screen.form.dice = "12", "typed"
    chosen = proposed(screen)
    again = proposed(StartScreen(NO_FONTS))
    assert again == msgspec.structs.replace(chosen, seed=None)
    assert again.typed_dice


@pytest.mark.parametrize("content", [b"", b"{", b"[1]", b'{"map": 3}', b'{"map": "no-such", "scenario": "no-such"}'])
def test_a_spoilt_memory_of_the_last_game_is_no_trouble(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "last-game.json").write_bytes(content)
    plan = proposed(StartScreen(NO_FONTS))
    assert setup_of(plan, Board.load(plan.map)).gangs


@pytest.mark.parametrize("count", [2, 3, 4])
@pytest.mark.parametrize("scenario", scenarios.known())
def test_every_scenario_is_proposed_for_two_to_four_as_it_can_be_opened(scenario: str, count: int) -> None:
    form = NewGameForm()
    form.choose_scenario(scenario)
    form.seat(count)
    plan = form.begin()
    assert plan is not None
    assert len({form.line(gang).faction for gang in plan.gangs}) == count == len(plan.players)
    setup_of(plan, Board.load(plan.map))


def test_a_seat_chooses_among_gangs_of_as_many_ducats_as_the_scenario_allows() -> None:
    form = NewGameForm()
    form.choose_scenario("secure-arms")
    assert {form.line(file).ducats for file in form.choosable(0)} == {100}
    assert len(form.choosable(0)) == 7


def test_a_board_of_another_size_is_told_before_it_is_opened() -> None:
    form = NewGameForm(NewGame(map="calle-lunga", scenario="gang-war"))
    assert form.begin() is None
    assert form.trouble.startswith("Gang War is played on a board of 36")


def test_boards_of_the_size_that_a_scenario_asks_for_are_offered_first() -> None:
    form = NewGameForm()
    form.choose_scenario("acquisition")
    offered = [form.misfit(name) is None for name in form.boards()]
    assert offered == sorted(offered, reverse=True)
    assert len(offered) == len(form.maps)
    assert 0 < sum(offered) < len(offered)


@pytest.mark.parametrize(
    ("board", "scenario"),
    [("corte-nova", "acquisition"), ("san-canciano", "gang-war"), ("calle-lunga", "street-fight")],
)
def test_whoever_opens_a_board_is_proposed_a_game_that_fits_it(board: str, scenario: str) -> None:
    """Gang War was proposed on a board of 24" x 24" that somebody had sent, and refused."""
    size = read_map(find_map(board)).size
    form = NewGameForm(plan_on(board, size))
    assert (form.map, form.scenario, form.misfit(board)) == (board, scenario, None)
    assert form.players == {"north": HUMAN, "south": OPPONENT}
    assert {form.line(gang).ducats for gang in form.gangs} == {form.page.ducats}
    assert plan_on(board, (17.0, 17.0)).map == board, "no scenario has such a size"


@pytest.mark.rule("SCEN-02")
def test_the_words_of_the_scenario_are_of_the_board_that_is_chosen(tmp_path: Path) -> None:
    """8" from the corners was told of a board with zones of its own."""
    own = tmp_path / "own.toml"
    text = find_map("corte-nova").read_text("utf-8")
    for x, y in ((0, 0), (16, 16)):
        text += (
            f'\n[[zones]]\nid = "z{x}"\noutline = [[{x}, {y}], [{x + 8}, {y}], [{x + 8}, {y + 8}], [{x}, {y + 8}]]\n'
        )
    own.write_text(text, "utf-8")
    form = NewGameForm(NewGame(map=str(own), scenario="acquisition"))
    assert form.page_words == form.page.words(board_zones=True)
    form.seat(4)
    assert form.page_words == form.page.words()
    form.seat(2)
    form.map = "corte-nova"
    assert form.page_words == form.page.words()


def test_the_hour_is_the_boards_own_unless_chosen_and_is_proposed_again() -> None:
    form = NewGameForm(NewGame(map="fondamenta-longa", scenario="street-fight"))
    plan = form.begin()
    assert plan is not None
    assert (plan.hour, form.hours[None]) == (None, "dusk, its own")
    form.hour = "fog"
    assert form.begin() is not None
    assert NewGameForm().hour == "fog"


@pytest.mark.rule("CAMP-04")
def test_morale_is_chosen_there_and_proposed_again() -> None:
    form = NewGameForm()
    assert not form.morale
    form.morale = True
    plan = form.begin()
    assert plan is not None
    assert setup_of(plan, Board.load(plan.map)).options.morale
    assert NewGameForm().morale


def test_sealed_dice_have_no_seed() -> None:
    form = NewGameForm()
    form.dice, form.seed = "sealed", "4"
    assert form.begin() is None
    assert "secret" in form.trouble
    form.seed = ""
    plan = form.begin()
    assert plan is not None
    assert plan.sealed_dice


def test_a_last_game_that_cannot_be_read_is_told_and_not_in_the_way(caplog: pytest.LogCaptureFixture) -> None:
    (data_dir() / "last-game.json").write_bytes(b'{"players": 3}')
    assert NewGameForm().players == NewGameForm(NewGame(players={"north": "human", "south": "seasoned"})).players
    assert "last-game.json: cannot be read" in caplog.text


def own_guild(folder: Path, ducats: int, more: str = "") -> Path:
    """A gang of one's own: that of the program, and members besides."""
    path = folder / "gangs" / f"own-{ducats}.toml"
    path.parent.mkdir(exist_ok=True)
    path.write_text((assets_dir() / "gangs" / f"guild-{ducats}.toml").read_text(encoding="utf-8") + more)
    return path


@pytest.mark.parametrize("is_finished", [False, True])
def test_a_quick_game_is_played_with_ones_own_gang_only_where_it_may_be_fielded(
    tmp_path: Path, is_finished: bool
) -> None:
    own = [own_guild(tmp_path, ducats, "" if is_finished else TOO_MANY) for ducats in (75, 100)]
    plans = [NewGameForm().quick("novice", Random(seed)) for seed in range(12)]
    guilds = [gang for plan in plans for gang in plan.gangs if "guild" in gang or gang in map(str, own)]
    assert guilds
    assert all((gang in map(str, own)) is is_finished for gang in guilds)


@pytest.mark.parametrize("seat", [0, 1])
def test_a_gang_that_was_deleted_since_the_last_game_gives_way_to_another(tmp_path: Path, seat: int) -> None:
    own = own_guild(tmp_path, 100)
    gangs = ("patricians-100", str(own)) if seat else (str(own), "patricians-100")
    assert proposed(StartScreen(NO_FONTS, NewGame(scenario="secure-arms", gangs=gangs))).gangs == gangs
    own.unlink()
    for form in (NewGameForm(), NewGameForm(NewGame(scenario="secure-arms", gangs=gangs))):
        plan = form.begin()
        assert plan is not None
        assert plan.gangs[1 - seat] == "patricians-100"
        assert plan.gangs[seat] == "guild-100"
        setup_of(plan, Board.load(plan.map))


@pytest.mark.parametrize("seed", range(6))
def test_a_quick_game_can_be_opened(seed: int) -> None:
    plan = NewGameForm().quick("novice", Random(seed))
    assert plan.players == {"north": "human", "south": "novice"}
    assert len(set(plan.gangs)) == 2
    assert plan.scenario in ("acquisition", "secure-arms"), "where either side may win"
    setup_of(plan, Board.load(plan.map))
    assert last_plan() is None


@pytest.mark.parametrize("gang", sorted(path.stem for path in (assets_dir() / "gangs").glob("*.toml")))
def test_every_gang_that_comes_with_the_program_has_its_picture_in_the_colours_of_either_seat(gang: str) -> None:
    """They were in a colour of the faction, whatever the seat."""
    held = MapPictures(SimpleNamespace(pictures=Pictures(SimpleNamespace(loadTexture=lambda texture: texture))))
    first, second = (_pixels(held.gang(gang, number)) for number in range(2))
    painted = np.abs(first - second).max(axis=2) > 60
    assert painted.any(), "python tools/pictures.py"
    (r, _, b), (other_r, _, other_b) = first[painted].mean(axis=0), second[painted].mean(axis=0)
    assert b > r, "blue clothes, as on the table"
    assert other_r > other_b, "red clothes, as on the table"


def _pixels(texture: Any) -> Any:
    """Its reds, greens and blues, 0 to 255, (height, width, 3)."""
    assert texture is not None, "python tools/pictures.py"
    bgr = np.frombuffer(texture.get_ram_image_as("BGR"), np.uint8)
    return bgr.reshape(texture.y_size, texture.x_size, 3)[..., ::-1].astype(int)


@pytest.mark.parametrize("board", sorted(path.stem for path in maps_dir().glob("*.toml")))
def test_every_board_that_comes_with_the_program_has_its_picture(board: str) -> None:
    assert (assets_dir() / "pictures" / "boards" / f"{board}.jpg").is_file(), "python tools/pictures.py"


@pytest.mark.parametrize(
    ("players", "said"),
    [
        ({"north": "human", "south": "human"}, "2 persons at one table"),
        ({"north": "human", "south": "seasoned"}, "a person against the Seasoned bot"),
        ({}, "who played is not known"),
    ],
)
def test_a_game_that_waits_says_who_plays(players: dict[str, str], said: str) -> None:
    kept = SavedGame(Path("a.jsonl"), "san-canciano", "gang-war", ("A", "B"), Note(players), datetime(2026, 1, 2))
    assert who_plays(kept) == said


@pytest.mark.parametrize(
    ("file", "title"),
    [("crlf.toml", "Campo San Marziale, già «Ca' d'Oro» (crlf)"), ("Campo_San-Marziale.toml", "Campo San Marziale")],
)
def test_a_map_of_ones_own_is_listed_by_its_name_and_by_its_file_where_that_is_another(
    tmp_path: Path, file: str, title: str
) -> None:
    path, name = tmp_path / file, title.partition(" (")[0]
    path.write_text((maps_dir() / "corte-nova.toml").read_text("utf-8").replace("Corte Nova", name), "utf-8")
    form = NewGameForm(NewGame(map=str(path)))
    assert board_title(form, str(path)) == title
    assert board_title(form, "isole-di-san-marcuola") == "Isole di San Marcuola"


@pytest.mark.parametrize(
    ("typed", "size"),
    [
        ("30 x 40", (30, 40)),
        ('24x36"', (24, 36)),
        ('24" X 36"', (24, 36)),
        (" 30,5 × 22.5 ", (30.5, 22.5)),
        ("36", (36, 36)),
        ("", None),
        ("24 x", None),
        ("a x b", None),
        ("24 x 36 x 12", None),
        ("-3 x 24", None),
    ],
)
def test_the_size_of_a_new_board_is_typed_as_people_write_it(typed: str, size: tuple[float, float] | None) -> None:
    assert size_of(typed) == size
