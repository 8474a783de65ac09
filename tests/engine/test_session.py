"""Sessions: answers, refusals, undo, save, clone, journals and replays, on a toy game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.engine.dice import SeededDice, TypedDice
from sim.engine.journal import Journal, read
from sim.engine.kit import GameKit
from sim.engine.replay import resume
from sim.engine.requests import Choice, CorruptJournal, Refusal, Refused, Roll
from sim.engine.session import RETYPED, Session
from tests.engine.toy import Purse, Toy, measure, no_board

TOY = Toy()
GAME: list[Any] = [{"coins": 3}, True, "yes", {"coins": 2}, False, "yes", {"coins": 1}, True, "yes"]


def table(journal: Journal | None = None, **more: Any) -> Session[Purse]:
    return Session(TOY, TOY.begin({}), SeededDice(5), measure, journal, **more)


def play(session: Session[Purse], answers: list[Any] = GAME) -> Session[Purse]:
    for answer in answers:
        session.answer(answer)
    return session


def test_a_refused_answer_changes_nothing_and_names_the_rule() -> None:
    session = table()
    before = session.save()
    with pytest.raises(Refused, match="BET: 11 of 10 coins"):
        session.answer({"coins": 11})
    with pytest.raises(Refused, match="not an answer to 'bet'"):
        session.answer({"coins": "many"})
    assert session.save() == before


def test_players_read_the_sentence_first_and_a_rule_that_can_be_looked_up_behind_it() -> None:
    assert Refusal("BET-01", "11 of 10 coins").words == "11 of 10 coins (BET-01)"
    assert Refusal("CHOICE", "nobody is asked that").words == "nobody is asked that"


def test_an_option_is_an_option_by_value_and_type() -> None:
    session = play(table(), GAME[:1])
    assert session.refusal(1) is not None  # 1 == True, but it is no answer to a yes or no
    assert session.refusal(True) is None


def test_saving_at_every_request_brings_back_the_same_session() -> None:
    session, answers = table(step=True), list(GAME)
    while session.request is not None:
        again = Session.load(session.save(), TOY, SeededDice(5), measure, step=True)
        assert (again.request, again.state, again.count) == (session.request, session.state, session.count)
        if isinstance(session.request, Choice):
            session.answer(answers.pop(0))
        elif isinstance(session.request, Roll):
            session.answer(session.dice.throw(session.request, session.state.thrown))
        else:
            session.answer(measure(session.state, session.request.query))
    assert session.state == play(table()).state


def test_a_clone_goes_its_own_way() -> None:
    session = play(table(), GAME[:4])
    clone = session.clone()
    assert (clone.request, clone.state) == (session.request, session.state)
    play(clone, GAME[4:])
    assert clone.over
    assert session.count == play(table(), GAME[:4]).count
    assert play(session, GAME[4:]).state == clone.state


def test_undo_takes_back_the_seats_last_choice_and_what_followed() -> None:
    session = play(table(), GAME[:2])
    session.undo("north")
    assert isinstance(session.request, Choice)
    assert session.request.prompt == "sure"
    session.undo("north")
    assert session.request.prompt == "bet"
    assert play(session).state == play(table()).state


def test_undo_stops_at_thrown_dice() -> None:
    session = play(table(), GAME[:3])
    assert session.undoable("north") is None
    with pytest.raises(Refused, match="dice have been thrown"):
        session.undo("north")


def test_undo_stops_at_a_shown_secret() -> None:
    session = play(table(), GAME[:5])
    assert session.undoable("south") is not None
    session.answer("yes")  # south's bet is shown now
    assert session.undoable("south") is None
    with pytest.raises(Refused, match="a secret has been shown"):
        session.undo("south")


def test_where_nothing_was_chosen_yet_no_dice_are_blamed() -> None:
    session = play(table(), GAME[:2])  # of north
    with pytest.raises(Refused, match="nothing has been chosen yet"):
        session.undo("south")


def test_once_the_choices_since_the_dice_are_taken_back_the_dice_are_named() -> None:
    session = play(table(), GAME[:4])
    session.undo("south")
    with pytest.raises(Refused, match="dice have been thrown"):
        session.undo("south")


def test_typed_dice_wait_and_are_checked() -> None:
    session = Session(TOY, TOY.begin({}), TypedDice(), measure)
    play(session, GAME[:3])
    assert isinstance(session.request, Roll)
    with pytest.raises(Refused, match="2 faces from 1 to 10"):
        session.answer((11, 2))
    session.answer((9, 2))
    assert session.state.coins["north"] == 13


def test_dice_typed_in_are_typed_anew_and_what_was_chosen_before_them_stands() -> None:
    session = Session(TOY, TOY.begin({}), TypedDice(), measure)
    play(session, [*GAME[:3], (3, 2), {"coins": 2}])
    session.undo("south")  # the bet
    assert session.retypes("north")
    session.undo("north")
    assert isinstance(session.request, Roll)
    assert session.undoable("north") is None, "dice have fallen since"
    session.answer((8, 3))
    assert session.state.coins["north"] == 13


def test_a_roll_before_the_last_one_is_typed_anew_too() -> None:
    session = Session(TOY, TOY.begin({}), TypedDice(), measure)
    play(session, [*GAME[:3], (3, 2), {"coins": 2}, True])
    session.undo("south")
    session.undo("south")
    session.undo("south")
    assert isinstance(session.request, Roll)
    assert session.state.coins == {"north": 10, "south": 10}


def test_no_dice_are_typed_anew_once_a_secret_was_shown() -> None:
    session = Session(TOY, TOY.begin({}), TypedDice(), measure)
    play(session, [*GAME[:3], (3, 2), *GAME[3:5]])
    assert session.undoable("north") is not None
    session.answer("yes")  # south's bet is shown now
    assert not session.retypes("north")


def test_typing_anew_goes_back_over_a_few_rolls_at_most() -> None:
    session = Session(TOY, Purse({"north": 9, "south": 9}, step=-60), TypedDice(), measure)
    for _ in range(20):
        play(session, [{"coins": 0}, True, "yes", (3, 2)])
    for _ in range(RETYPED):
        session.undo("north")
    assert session.undoable("north") is None
    assert session.state.step == -60 + 20 - RETYPED


def test_a_game_whose_dice_were_typed_anew_replays_and_goes_on(tmp_path: Path) -> None:
    session = Session(TOY, TOY.begin({}), TypedDice(), measure, Journal.create(tmp_path / "game.jsonl", TOY.name, {}))
    play(session, [*GAME[:3], (3, 2)])
    session.undo("north")
    session.answer((8, 3))
    _, answers = read(tmp_path / "game.jsonl")
    again = Session(TOY, TOY.begin({}), TypedDice(), measure)
    again.replay(answers)
    assert (again.state, again.request, again.retypes("north")) == (session.state, session.request, True)


def test_what_was_chosen_before_dice_that_are_typed_anew_stands_after_a_resume_as_well(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    session = Session(TOY, TOY.begin({}), TypedDice(), measure, Journal.create(path, TOY.name, {}))
    play(session, [*GAME[:3], (3, 2)])
    session.undo("north")
    assert session.journal is not None
    session.journal.close()
    again = resume(GameKit(TOY, lambda _: measure, lambda _: TypedDice()), path)
    assert isinstance(again.request, Roll)
    assert again.undoable("north") is None, "dice have fallen since"
    again.answer((8, 3))
    assert again.state.coins["north"] == 13
    assert again.retypes("north")


def test_a_choice_before_dice_that_were_never_typed_is_taken_back_after_a_resume(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    session = Session(TOY, TOY.begin({}), TypedDice(), measure, Journal.create(path, TOY.name, {}))
    play(session, [{"coins": 3}, True])
    session.undo("north")
    play(session, [True, "yes"])
    assert session.journal is not None
    session.journal.close()
    again = resume(GameKit(TOY, lambda _: measure, lambda _: TypedDice()), path)
    assert isinstance(again.request, Roll)
    assert again.undoable("north") == 1


def test_a_journal_replays_to_the_same_events_without_dice_or_board(tmp_path: Path) -> None:
    journal = Journal.create(tmp_path / "game.jsonl", TOY.name, {})
    session = play(table(journal))
    _, answers = read(journal.path)
    again = Session(TOY, TOY.begin({}), TypedDice(), no_board, step=True)
    again.replay(answers)
    assert (again.over, again.events, again.state) == (True, session.events, session.state)


def test_an_undo_in_the_journal_stands_when_it_is_read(tmp_path: Path) -> None:
    journal = Journal.create(tmp_path / "game.jsonl", TOY.name, {})
    session = play(table(journal), GAME[:2])
    session.undo("north")
    session.answer(False)
    _, answers = read(journal.path)
    assert [a.value for a in answers] == [{"coins": 3}, False]


def test_a_journal_that_does_not_fit_says_at_which_answer(tmp_path: Path) -> None:
    journal = Journal.create(tmp_path / "game.jsonl", TOY.name, {})
    play(table(journal), GAME[:3])
    _, answers = read(journal.path)
    again = Session(TOY, TOY.begin({}), TypedDice(), no_board, step=True)
    with pytest.raises(CorruptJournal, match="answer 2 is a roll, but the game asks for a choice"):
        again.replay([answers[0], answers[3]])


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The journal of a whole game."""
    journal = Journal.create(tmp_path_factory.mktemp("journal") / "game.jsonl", TOY.name, {})
    play(table(journal))
    return journal.path.read_bytes()


@given(cut=st.integers(0, 10_000))
def test_a_process_killed_at_any_byte_resumes_where_it_was(
    played: bytes, tmp_path_factory: pytest.TempPathFactory, cut: int
) -> None:
    header = played.index(b"\n") + 1
    kept = played[: header + cut % (len(played) - header + 1)]
    path = tmp_path_factory.mktemp("cut") / "game.jsonl"
    path.write_bytes(kept)
    journal = Journal.open(path)
    whole = kept.count(b"\n") - 1
    assert len(journal.answers) == whole
    session = Session(TOY, TOY.begin({}), SeededDice(5), measure, step=True)
    session.replay(tuple(journal.answers))
    session.journal, session.step = journal, False
    session.settle()
    taken = sum(a.kind == "choice" for a in journal.answers)
    play(session, GAME[taken:])
    assert session.state == play(table()).state
    assert [a for a in read(path)[1] if a.kind == "choice"] == [a for a in journal.answers if a.kind == "choice"]


@pytest.mark.parametrize(
    ("text", "error"),
    [
        (b"", "no header"),
        (b"hello\n", "line 1: not the header"),
        (b'{"game":"toy","setup":{},"format":9}\n', "journal format 9"),
        (b'{"game":"toy","setup":{},"format":1}\n{"n":2,"choice":1}\n', "line 2: expected answer 1"),
        (b'{"game":"toy","setup":{},"format":1}\nnot json\n', "line 2: not an answer"),
    ],
)
def test_a_broken_journal_names_the_file_and_the_line(tmp_path: Path, text: bytes, error: str) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(text)
    with pytest.raises(CorruptJournal, match=rf"game.jsonl.*{error}"):
        read(path)


def test_a_journal_never_writes_over_another(tmp_path: Path) -> None:
    Journal.create(tmp_path / "game.jsonl", TOY.name, {})
    with pytest.raises(FileExistsError):
        Journal.create(tmp_path / "game.jsonl", TOY.name, {})
