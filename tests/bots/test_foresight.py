"""Bots look ahead with a game as their seat may know it: other dice, secrets drawn by chance, nothing changed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from sim.board.board import Board
from sim.bots import make
from sim.bots.duel import one_game, setup_of
from sim.carnevale.legality import END, WhichAction
from sim.carnevale.state import State
from sim.engine.bots import let_answer
from sim.engine.duel import play
from sim.engine.foresight import Foresight, Unforeseen, foresight
from sim.engine.requests import Choice, Measure, Roll
from sim.engine.session import Session
from tests.bots.test_scenarios import game
from tests.carnevale.tables import GAME

TWO = {"north": ("n1", "n2"), "south": ("s1", "s2")}


def at_an_action(seed: int = 5) -> tuple[Session[State], WhichAction]:
    session = game("acquisition", TWO, seed)
    bots = {seat: make("random", i) for i, seat in enumerate(TWO)}
    play(session, bots, until=lambda: isinstance(session.request, WhichAction))
    assert isinstance(session.request, WhichAction)
    return session, session.request


def test_what_is_imagined_waits_at_the_same_question_and_changes_nothing() -> None:
    session, choice = at_an_action()
    before = GAME.encode(session.state)
    imagined = foresight(session, choice.seat).imagine(1)
    assert imagined.request == choice
    imagined.answer(END)
    assert isinstance(imagined.request, Choice)
    assert GAME.encode(session.state) == before


def test_secrets_are_drawn_by_chance_and_the_enemys_own_are_nowhere_in_it() -> None:
    session, choice = at_an_action()
    other = next(seat for seat in TWO if seat != choice.seat)
    drawn = {foresight(session, choice.seat).imagine(n).state.seats[other].agendas for n in range(6)}
    assert len(drawn) > 1
    assert all(len(agendas) == 3 and "?" not in agendas for agendas in drawn)
    session.state.set_seat(other, agendas=("A1", "A2", "A3"))
    checkpoint, _, _ = session.under_way
    known = [GAME.known(checkpoint, choice.seat)]
    checkpoint.set_seat(other, agendas=("A1", "A2", "A3"))
    known.append(GAME.known(checkpoint, choice.seat))
    assert None not in known
    assert msgspec.json.encode(known[0], enc_hook=str) == msgspec.json.encode(known[1], enc_hook=str)
    assert session.state.seats[choice.seat].agendas == known[0].seats[choice.seat].agendas  # type: ignore[union-attr]


def test_its_dice_are_not_those_to_come() -> None:
    session, choice = at_an_action(seed=5)
    thrown = [session.dice.throw(_roll(choice), session.state.thrown)]
    for seed in range(8):  # the game's own seed among them
        imagined = foresight(session, choice.seat).imagine(seed)
        thrown.append(imagined.dice.throw(_roll(choice), imagined.state.thrown))
    assert len(set(thrown)) == len(thrown)


def test_what_is_decided_in_secret_cannot_be_foreseen() -> None:
    session = game("acquisition", TWO, 5)  # agendas are being drawn, and objectives laid
    assert isinstance(session.request, Choice)
    ahead = foresight(session, session.request.seat)
    assert not ahead.possible
    with pytest.raises(Unforeseen, match="does not know"):
        ahead.imagine(1)


class Ender:
    """A bot that looks one action ahead: the example of the page on bots."""

    def __init__(self, seed: int) -> None:
        self.ahead: Foresight[State] | None = None
        self.looked = 0

    def foresee(self, foresight: Foresight[State]) -> None:
        self.ahead = foresight

    def choose(self, view: State, choice: Choice, measure: Measure) -> object:
        assert self.ahead is not None
        if isinstance(choice, WhichAction) and self.ahead.possible:
            trial = self.ahead.imagine(7).clone()
            trial.answer(END)
            self.looked += trial.count > 0
        return END


def test_a_bot_that_looks_ahead_is_handed_its_foresight_before_it_chooses() -> None:
    session, choice = at_an_action()
    bot: Any = Ender(1)
    let_answer(session, bot, "Ender")
    assert bot.looked == 1
    assert session.request != choice


def _roll(choice: WhichAction) -> Any:
    return Roll(seat=choice.seat, who=choice.who, purpose="combat", dice=10, sides=10)


TELLER = """
from sim.bots.random_bot import RandomCarnevaleBot


class Teller(RandomCarnevaleBot):
    reason = "because it likes to"
"""


def test_reasons_are_written_beside_the_journal(tmp_path: Path) -> None:
    bot, journal = tmp_path / "teller.py", tmp_path / "game.jsonl"
    bot.write_text(TELLER, encoding="utf-8")
    board = Board.load("campiello-dei-remi")
    setup = setup_of(board, "campiello-dei-remi", "acquisition", ("north", "south"), (), 3)
    gangs = tuple(msgspec.structs.replace(gang, members=gang.members[:1]) for gang in setup.gangs)
    setup = msgspec.structs.replace(setup, gangs=gangs)
    one_game(board, setup, {"north": f"{bot}:Teller", "south": "random"}, "campiello-dei-remi", journal)
    lines = (tmp_path / "game.why.txt").read_text(encoding="utf-8").splitlines()
    assert len(lines) > 5
    assert set(lines) == {"north: because it likes to"}
