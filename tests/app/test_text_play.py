"""A game in the terminal: what is told, and what words do."""

from __future__ import annotations

import io
import re
from pathlib import Path
from random import Random

import msgspec
import pytest

from sim.app.table.games import NewGame, resume_game
from sim.app.table.glossary import agenda_words
from sim.app.table.model import TableModel
from sim.app.text import lore
from sim.app.text.aims import aim_of
from sim.app.text.commands import HELP
from sim.app.text.game import TextGame
from sim.app.text.start import _tell_start, play_text
from sim.app.text.wording import read_aloud
from sim.board.model.terrain import Meaning
from sim.bots.proposals import proposals
from sim.carnevale import rulebook
from sim.carnevale.actions import Run
from sim.carnevale.agendas.check import ScoreOrKeep
from sim.carnevale.events import DiceThrown, Moved
from sim.carnevale.legality import WhichAction
from sim.carnevale.objective import Objective
from sim.carnevale.referee import Referee
from sim.cli.main import run
from sim.engine.dice import TypedDice
from sim.engine.requests import Choice, Roll
from sim.engine.session import Session
from sim.percent import hidden_share
from sim.words.tongues import LANGUAGES, load, speak, spoken
from tests.app.table_games import free_fight, member
from tests.app.test_new_questions import HowOften, Ring, WhereBellHangs, WhereBellRinger, WhoHearsBell, WhoRings
from tests.app.text_games import pending, terminal, told
from tests.carnevale.stages import board_for, played, setup, staged, whole
from tests.carnevale.tables import GAME, block, canal, house, roof_street, street


@pytest.fixture(autouse=True)
def wide(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("COLUMNS", "1000")
    monkeypatch.setenv("BAUTA_DATA", str(tmp_path / "data"))


def duel_on(
    folder: Path, board: object = None, *, at: tuple[float, float, float] = (6, 6, 0), **players: str
) -> TableModel:
    """A, and B 8 inches north of it, at A's first action."""
    north, south = [member("a", at, ap=3)], [member("b", (6, 14, 0))]
    return free_fight(board or street(), folder, north, south, players or None, dice=[8] * 80)  # type: ignore[arg-type]


# --- telling ------------------------------------------------------------------------------------------------


def test_a_turn_tells_points_place_and_every_answer_with_its_number(tmp_path: Path) -> None:
    said = told(duel_on(tmp_path), "a")
    assert "A acts. 10 of 10 LP, 3 AP; on the street, at 6.0, 6.0, on street level." in said
    assert "1. Run: 1 AP; MOVE 5 inches" in said
    assert "Not now, Attack: no enemy in sight and in range" in said


def test_look_tells_enemies_with_distance_wind_sight_and_the_ground_in_eight_winds(tmp_path: Path) -> None:
    said = told(duel_on(tmp_path, street(house((5, 9), (8, 11), 4.0))), "a", "look")
    assert "No enemies in sight; nearest is B, 8 inches north." in said
    assert "B, enemy: 6.8 inches from base to base, 8 inches north, out of sight: behind the house" in said
    assert "North: the street for 3 inches, the roof of the house from 3 inches, 4 inches up (two floors)" in said


def test_all_that_hides_an_enemy_is_told_and_how_much_of_it_each(tmp_path: Path) -> None:
    """A post right before its eyes hides half, and the house behind that the other half."""
    post = ("post/wood", Meaning(), block((6.0, 6.7, 0), (6.8, 6.9, 5)))
    board = street(house((4, 9), (9, 11), 4.0), post)
    look = told(duel_on(tmp_path, board), "a", "look")
    assert re.search(r"out of sight: behind the wood of the post \(\d+%\) and the house \(\d+%\)", look)
    tape = told(duel_on(tmp_path / "again", board), "a", "measure a to b")
    assert re.search(r"no sight: .* \(\d+%\) and the house \(\d+%\)", tape)


def test_whoever_lays_an_objective_is_told_where_the_zones_lie() -> None:
    said = told(TableModel(board_for("secure-arms"), whole("secure-arms", {"north": ("n",), "south": ("s",)}), {}))
    assert "Deployment zone (north edge): 12 inches from west to east, 8 inches from south to north, from " in said
    assert "Deployment zone (south edge): " in said


def test_the_nearest_enemy_in_sight_is_told_and_no_nearer_one_behind_a_house(tmp_path: Path) -> None:
    board = street(house((5, 9), (8, 11), 4.0))
    south = [member("b", (6.5, 12, 0)), member("c", (20, 6, 0)), member("d", (22, 6, 0))]
    model = free_fight(board, tmp_path, [member("a", (6, 6, 0))], south)
    assert "2 enemies in sight; nearest is C, 12.8 inches from base to base." in told(model, "a", "look")


def test_an_exclamation_mark_is_understood_after_numbers_and_verbs(tmp_path: Path) -> None:
    model = duel_on(tmp_path)
    said = told(model, "a", "jump!", "3!")
    assert "A is Hidden" in said
    assert "is no answer" not in said


def test_what_is_carried_is_where_its_carrier_is(tmp_path: Path) -> None:
    model = duel_on(tmp_path)
    model.answer("a")
    state = model.session.state
    state.objectives["chest-2"] = Objective("chest-2", at=None, carrier="b")
    aim = aim_of(TextGame(model, terminal([])[0]).view(), "towards the chest 2", state["a"].here)
    assert (aim.who, aim.points) == ("b", ((6, 14),))


def test_somebody_in_sight_is_never_wholly_hidden() -> None:
    assert (hidden_share(1.0), hidden_share(0.4), hidden_share(0.0)) == ("over 99%", "40%", "0%")


def test_who_sees_me_is_told_of_every_enemy(tmp_path: Path) -> None:
    assert "B, 8 inches north, sees A, no cover" in told(duel_on(tmp_path), "a", "who sees me")


def test_places_to_go_are_told_with_who_sees_them(tmp_path: Path) -> None:
    said = told(duel_on(tmp_path), "a", "go")
    assert "towards B, " in said
    assert "4.9 inches east, the street: 4.9 inches of 5 inches; seen there by B" in said


@pytest.mark.rule("MOVE-09")
def test_a_swimmer_is_told_the_places_that_it_comes_to_by_steps(tmp_path: Path) -> None:
    steps = ("steps/stone", Meaning(access=True), block((10, 6, -4), (10.6, 8, -0.4)))
    model = duel_on(tmp_path, canal(steps), at=(11.5, 6.5, -0.75))
    said = told(model, "a", "go")
    assert "leaves the water by an access: no 2 inches less" in said
    told(model, "go to 8, 7")
    assert model.session.state["a"].here == pytest.approx((8, 7, 0), abs=0.2)


def test_the_map_is_told_square_by_square(tmp_path: Path) -> None:
    said = told(duel_on(tmp_path), "a", "map")
    assert "B2: the street and A (yours)." in said
    assert "B3: the street and B (enemy)." in said


def test_rules_cards_scores_and_the_log_are_told(tmp_path: Path) -> None:
    said = told(duel_on(tmp_path), "a", "rules JUMP-01", "card b", "score", "log", "measure a to b", "help", "save")
    assert "(rule, JUMP-01)" in said
    assert "MOVE 5, DEXTERITY 5, ATTACK 5, PROTECTION 3, MIND 4" in said
    assert "The North (a person): 0 Victory Points" in said
    assert "A's turn." in said
    assert "6.82 inches base to base" in said
    assert "game.jsonl" in said


# --- words ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_that_help_and_rules_name_are_there(language: str) -> None:
    before = spoken()
    speak(load(language))
    try:
        words = [read_aloud(each) for each in (*HELP, *lore.rules(""))]
    finally:
        speak(before)
    asked = [id for line in words for id in rulebook.ID.findall(line)]
    assert len(asked) == 2
    assert [each for each in asked if not rulebook.explained(each)] == []


@pytest.mark.parametrize(
    ("words", "at"),
    [
        ("go 3 east", (9.0, 6.0, 0.0)),
        ("walk 2 inches south 1 inch west", (5.0, 4.0, 0.0)),
        ("run east 3", (9.0, 6.0, 0.0)),
        ("go to 8, 7", (8.0, 7.0, 0.0)),
        ("go b 5 south", (6.0, 9.0, 0.0)),
    ],
)
def test_one_goes_where_the_words_say(tmp_path: Path, words: str, at: tuple[float, float, float]) -> None:
    model = duel_on(tmp_path)
    told(model, "a", words)
    assert model.session.state["a"].here == pytest.approx(at, abs=0.15)
    assert model.session.state["a"].ap == 2


def test_a_wind_alone_goes_as_far_as_it_can(tmp_path: Path) -> None:
    model = duel_on(tmp_path)
    told(model, "a", "go west")
    assert model.session.state["a"].here == pytest.approx((1.0, 6.0, 0.0), abs=0.3)


def test_a_height_that_is_not_there_is_asked_about_first(tmp_path: Path) -> None:
    model = duel_on(tmp_path, street(house((8, 5), (10, 7), 1.0)))
    said = told(model, "a", "go 3 up", "no", "go 1 up")
    assert "That is not quite the place that was said." in said
    assert said.count("Yes or no?") == 1
    assert model.session.state["a"].here[2] == pytest.approx(1.0)


def test_a_number_that_fits_another_place_of_the_list_is_asked_about_first(tmp_path: Path) -> None:
    model = duel_on(tmp_path, street())
    said = told(model, "a", "go 4.9 street", "no")
    assert "That is not quite the place that was said." in said
    assert model.session.state["a"].ap == 3


def test_one_climbs_to_a_roof_by_its_name_once_that_is_confirmed(tmp_path: Path) -> None:
    model = duel_on(tmp_path, street(house((4, 7.5), (8, 11), 2.0)))
    said = told(model, "a", "climb to the roof of the house", "no", "climb to the roof of the house", "yes")
    assert "climb 3.2 inches: 5 dice, 92%, fumble 1%" in said
    assert "Go here? Yes or no?" in said
    assert model.session.state["a"].here[2] == 2.0


def test_a_jump_tells_its_gap_and_its_odds(tmp_path: Path) -> None:
    model = duel_on(tmp_path, roof_street(), at=(9.3, 12, 8))
    said = told(model, "a", "jump")
    assert "jump 1. the roof of the east, " in said
    assert "over a gap of 4 inches" in said
    assert "arrives" in said
    told(model, "jump the gap to the east roof", "yes", *[""] * 4)
    assert model.session.state["a"].ap == 2


def test_a_charge_and_an_attack_are_made_by_words(tmp_path: Path) -> None:
    model = duel_on(tmp_path, at=(6, 10.2, 0))
    said = told(model, "a", "charge b", "yes", *[""] * 30)
    assert "A charges B!" in said
    assert "A has an attack of opportunity against B." in said


def test_what_is_tried_does_nothing_and_tells_what_could_happen_there(tmp_path: Path) -> None:
    model = duel_on(tmp_path)
    said = told(model, "a", "try go 3 north")
    assert "B sees it there at 3.8 inches" in said
    assert model.session.state["a"].here == (6.0, 6.0, 0.0)


def test_bad_words_are_answered_by_a_hint_and_change_nothing(tmp_path: Path) -> None:
    model = duel_on(tmp_path)
    said = told(model, "a", "gaurd", "99", "go nowhere", "go 40 north", "look at Zorzi", "xyzzy", "yields maybe")
    assert "'gaurd' is no answer here. Do you mean: Guard?" in said
    assert "There is no answer 99; there are" in said
    assert "No place is called 'nowhere'." in said
    assert "There is nothing there, or it is off the board." in said
    assert "No place is called 'zorzi'" in said
    assert "'xyzzy' is no answer here." in said
    assert isinstance(pending(model), WhichAction)
    assert model.session.state["a"].ap == 3


@pytest.mark.parametrize("words", ["favour", "try", "try !", "agree because it was forgotten"])
def test_nothing_is_never_taken_for_a_name(tmp_path: Path, words: str) -> None:
    said = told(duel_on(tmp_path), "a", words)
    assert "''" not in said
    assert "Say " in said.rpartition(words)[2] or "say " in said.rpartition(words)[2]


def test_where_nothing_moves_nothing_is_tried(tmp_path: Path) -> None:
    said = told(duel_on(tmp_path), "try go 2 east")
    assert "There is nothing to try here" in said
    assert "No place" not in said


def test_me_is_the_mini_in_hand(tmp_path: Path) -> None:
    model = duel_on(tmp_path)
    told(model, "a")
    for words, same in (("measure me to b", "measure a to b"), ("look at me", "look"), ("card me", "card a")):
        assert told(model, words).partition(words)[2] == told(model, same).partition(same)[2]
    assert "inches base to base" in told(model, "measure b to me")


def test_nobody_is_measured_who_is_not_on_the_board() -> None:
    typed, out = terminal(["measure bravo to facchino"])
    play_text(NewGame("corte-nova", "acquisition", {"south": "human", "north": "random"}, seed=3), None, typed)
    assert "Bravo is not on the board." in out.getvalue()


def test_enemies_and_friends_are_told_while_a_gang_is_set_up(tmp_path: Path) -> None:
    typed, out = terminal(["look enemies", "look friends"])
    play_text(NewGame("corte-nova", "acquisition", {"south": "human", "north": "random"}, seed=3), None, typed)
    enemies, friends = out.getvalue().partition("> look enemies")[2].split("> look friends")
    assert "The Lion in Haste:" in enemies
    assert "The Five of Rialto:" in friends
    assert ("The Five of Rialto:" in enemies, "The Lion in Haste:" in friends) == (False, False)


def test_what_is_not_asked_is_listed_and_can_be_asked_again(tmp_path: Path) -> None:
    model = duel_on(tmp_path)
    said = told(model, "a", "yields", "yields 2", "yields 9")
    assert "1. Will Points" in said
    assert "Say yields, or yields with a number from 1 to 2" in said
    assert len(model.kept_yields()) == 2


def test_a_window_is_answered_by_not_wanting_to_be_asked_it_again(tmp_path: Path) -> None:
    north, south = [member("a", (6, 6, 0), ap=3, wp=3)], [member("b", (6, 6 + 30 / 25.4, 0), wp=3)]
    model = free_fight(street(), tmp_path, north, south, None, dice=[5, 6] * 60)  # type: ignore[arg-type]
    said = told(model, "a", "unarmed", "not again this game")
    assert "Will" in said
    assert any(each.until == "game" and "/" in each.topic for each in model.session.yields("north"))


def test_an_exception_of_a_yield_is_told_with_its_number_and_that_it_is_kept(tmp_path: Path) -> None:
    north, south = [member("a", (6, 6, 0), ap=3, wp=3)], [member("b", (6, 6 + 30 / 25.4, 0), wp=3)]
    model = free_fight(street(), tmp_path, north, south, None, dice=[5, 6] * 60)  # type: ignore[arg-type]
    said = told(model, "a", "unarmed", "7", "not again this turn")
    assert "7. Not again this game, unless 2 Will Points are held: Will Points (A, combat)" in said
    assert "Kept. The exception holds now, so this one is asked." in said
    assert "You are not asked that again this turn; 'yields' lists it." in said


def test_where_answers_are_numbers_it_is_told_which_are_no_such_number(tmp_path: Path) -> None:
    north, south = [member("a", (6, 6, 0), ap=3, wp=3)], [member("b", (6, 6 + 30 / 25.4, 0), wp=3)]
    model = free_fight(street(), tmp_path, north, south, None, dice=[5, 6] * 60)  # type: ignore[arg-type]
    assert "0 to 2 say how many; 4 to 7 are other answers." in told(model, "a", "unarmed")


def test_comments_of_a_script_are_left_out_and_answers_are_told_again(tmp_path: Path) -> None:
    said = told(duel_on(tmp_path), "# whose turn", "a")
    assert "whose turn" not in said
    assert "North> a" in said


def test_the_last_choice_is_taken_back_if_the_other_player_agrees(tmp_path: Path) -> None:
    model = duel_on(tmp_path)
    said = told(model, "a", "go 3 east", "undo", "no", "undo", "yes")
    assert "The last choice of The North is taken back. Does The South agree? Yes or no?\nThe South> no" in said
    assert "A runs 3.0 inches. The last choice" in said
    assert "Taken back." in said
    assert model.session.state["a"].here == (6.0, 6.0, 0.0)


def test_dice_that_were_mistyped_are_typed_anew(tmp_path: Path) -> None:
    north, south = [member("a", (6, 6, 0), wp=0)], [member("b", (6, 6 + 30 / 25.4, 0), wp=0)]
    model = free_fight(street(), tmp_path, north, south, dice=TypedDice())
    said = told(model, "a", "unarmed", "3 8 8 8 8", "undo", "yes", "8 8 8 8 8")
    assert "The dice that were typed in last are to be typed anew." in said
    assert said.count("rolls combat against B [3 8 8 8 8]") == said.count("rolls combat against B [8 8 8 8 8]") == 1
    assert [event.faces for event in model.session.events if isinstance(event, DiceThrown)] == [(8,) * 5]


def test_what_the_table_agrees_on_is_set_by_words(tmp_path: Path) -> None:
    model = duel_on(tmp_path)
    told(model, "a", "agree b lp 3 because it was forgotten", "yes")
    assert model.session.state["b"].lp == 3


def test_a_bot_that_does_not_agree_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    model = duel_on(tmp_path, north="human", south="novice")
    monkeypatch.setattr(model.bots["south"], "choose", lambda *_: False)
    said = told(model, "a", "agree a lp 3 because it was forgotten")
    assert "The South does not agree." in said


# --- any question ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("question", "words", "answer"),
    [
        (WhereBellHangs(seat="north", who="a"), "2 north", (6.0, 5.0, 0.0)),
        (WhoHearsBell(seat="north", among=("a", "b", "c")), "3, 1", ("c", "a")),
        (WhoHearsBell(seat="north", among=("a", "b", "c")), "", ()),
        (HowOften(seat="north"), "3", 3),
        (WhoRings(seat="north", able=("a", "c")), "2", "c"),
        (WhereBellRinger(seat="north", who="a"), "he stays", None),
    ],
)
def test_a_question_it_has_never_heard_of_is_answered_by_its_gesture(
    question: object, words: str, answer: object
) -> None:
    minis = [("a", "north", (6.0, 3.0, 0.0)), ("c", "north", (9.0, 3.0, 0.0)), ("b", "south", (6.0, 30.0, 0.0))]
    game, answers = staged("gang-war", *minis), dict[int, list[object]]()
    game.then(Ring(question, answers))  # type: ignore[arg-type]
    model = TableModel(board_for("gang-war"), played(game), {})
    said = told(model, words)
    assert answers[id(model.session.state)] == [answer]
    assert question.asks(model.shown) in said  # type: ignore[attr-defined]


# --- secrets -----------------------------------------------------------------------------------------------------


def test_agendas_are_told_to_their_own_player_after_the_keyboard_was_handed_over() -> None:
    minis = [("a", "north", (6.0, 3.0, 0.0)), ("b", "south", (6.0, 20.0, 0.0))]
    game = staged("acquisition", *minis, agendas={"north": ["A1"], "south": ["A2"]})
    game.then(Ring(HowOften(seat="north"), {}))
    model = TableModel(board_for("acquisition"), played(game), {})
    own, other = agenda_words("A1")[0], agenda_words("A2")[0]
    said = told(model, "agendas", "", "where", "score", "log 200", "card b")
    assert said.index("A secret of North") < said.index("North, press Enter") < said.index(own)
    assert other not in said


def test_a_question_that_names_a_secret_agenda_waits_for_its_player() -> None:
    minis = [("a", "north", (6.0, 3.0, 0.0)), ("b", "south", (6.0, 20.0, 0.0))]
    game = staged("acquisition", *minis, agendas={"north": ["A1"], "south": ["A2"]})
    game.then(Ring(ScoreOrKeep(seat="south", agenda="A2", title="Two", vp=1), {}), Ring(HowOften(seat="north"), {}))
    said = told(TableModel(board_for("acquisition"), played(game), {}), "", "keep")
    handed, asked, over = (
        said.index(each) for each in ("South, press Enter", "Agenda achieved: Two", "secret is over")
    )
    assert handed < asked < over < said.index("How often does it ring?")


@pytest.mark.parametrize("shared", [True, False])
def test_dice_that_tell_a_secret_are_typed_unseen_where_others_look_on(shared: bool) -> None:
    gangs = {"north": ("n1",), "south": ("s1",)}
    session = Session(GAME, GAME.begin(setup("acquisition", gangs)), TypedDice(), Referee(board_for("acquisition")))
    model = TableModel(board_for("acquisition"), session, {} if shared else {"south": "novice"})
    while not isinstance(session.request, Roll):
        choice = session.request
        assert isinstance(choice, Choice)
        session.answer(next(proposals(session.state, choice, session.measure, Random(1))))
    assert session.request.purpose == "agenda"
    faces, asked = " ".join(["7"] * session.request.dice), session.count
    said = told(model, faces)
    assert session.count > asked, "they are taken"
    assert (f"Faces> {faces}" in said) is not shared
    assert ("what is typed is not shown" in said) is shared


# --- saving --------------------------------------------------------------------------------------------------------


def test_the_end_of_words_keeps_the_game_and_the_table_goes_on_with_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    model = duel_on(tmp_path)
    journal = tmp_path / "game.jsonl"
    told(model, "a", "go 3 east")
    count = model.session.count
    assert model.session.journal is not None
    model.session.journal.close()
    again = resume_game(journal, model.board)
    assert (again.session.count, again.session.state["a"].here) == (count, model.session.state["a"].here)
    said = told(again, "go 1 east")
    assert "A runs" in said
    assert again.session.state["a"].ap == 1


SCRIPT = ["1", "1", "rest", *["", "go towards chest 1!", "attack", "", "go north!", "end"] * 120]


def test_a_whole_short_game_is_played_by_a_script_of_words(tmp_path: Path) -> None:
    typed, out = terminal(SCRIPT)
    plan = NewGame("corte-nova", "acquisition", {"north": "random", "south": "human"}, seed=3)
    play_text(plan, None, typed)
    assert "The game is over" in out.getvalue()


def test_a_game_is_begun_gone_on_with_and_kept_over_two_commands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("south\n"))
    line = ["play", "--text", "--map", "corte-nova", "--scenario", "acquisition", "--seed", "3"]
    assert run([*line, "--seat", "south=human", "--seat", "north=random"]) == 0
    out = capsys.readouterr().out
    assert "Setting up." in out
    how = out.splitlines()[-1]
    assert how.startswith("The game is kept. Go on with: bauta play --text --resume ")
    monkeypatch.setattr("sys.stdin", io.StringIO("where\n"))
    assert run(["play", "--text", "--resume", how.rpartition(" ")[2]]) == 0
    assert "waits to be set up" in capsys.readouterr().out


@pytest.mark.parametrize("number", ["²", "𐩀", "9" * 5000])
def test_what_is_no_number_of_a_list_is_not_understood(tmp_path: Path, number: str) -> None:
    typed, out = terminal([number, "quit"])
    play_text(None, None, typed)
    assert "is none of them. Say a number, or its first words." in out.getvalue()
    model = duel_on(tmp_path)
    said = told(model, number, f"log {number}", f"agree A lp {number} because it was forgotten")
    assert "Say what is agreed on" in said


def test_what_a_game_began_with_is_told_once(tmp_path: Path) -> None:
    model = duel_on(tmp_path)
    typed, out = terminal([])
    game = TextGame(model, typed)
    _tell_start(game)
    assert "Last happened:" not in out.getvalue()
    model.show_all()
    _tell_start(game)
    assert "Last happened:\nRound 1 begins." in out.getvalue()


def test_a_way_round_corners_is_told_once(tmp_path: Path) -> None:
    model = duel_on(tmp_path)
    model.answer("a")
    begun = len(model.session.state.log)
    model.answer(Run(path=((6, 7, 0), (7, 7, 0), (7, 6, 0))))
    (walked,) = [event for event in model.session.state.log[begun:] if isinstance(event, Moved)]
    swum, shifted = (msgspec.structs.replace(walked, how="swim", cost=cost) for cost in (1.0, 0.01))
    assert list(lore.chronicle(model, [walked, swum, walked, shifted])) == ['A runs 6.0" and swims 1.0".']
    assert list(lore.chronicle(model, [shifted])) == []
