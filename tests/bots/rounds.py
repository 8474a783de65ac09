"""A round of a Gang War, played by a bot whose gang holds an agenda."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sim.bots import make
from sim.carnevale.agendas.check import AgendaAchieved, AgendaKept
from sim.carnevale.referee import Referee
from sim.carnevale.state import State
from sim.carnevale.turn import BeginRound
from sim.engine.dice import SeededDice
from sim.engine.duel import play
from sim.engine.session import Session
from tests.carnevale.stages import board_for, staged
from tests.carnevale.tables import GAME

Minis = Sequence[tuple[str, str, tuple[float, float, float]]]

FAR: Minis = (("s1", "south", (34.0, 34.0, 0.0)),)
SPREAD: Minis = (("n1", "north", (4.0, 4.0, 0.0)), ("n2", "north", (12.0, 4.0, 0.0)), ("n3", "north", (20.0, 4.0, 0.0)))


def a_round(
    minis: Minis,
    agenda: str,
    bot: str = "master",
    told: Callable[[str, str], None] = lambda *_: None,
    round_: int = 1,
    **able: Any,
) -> State:
    """The north holds an agenda, and a weak enemy stands far off. `able`: of the profiles of the north."""
    profiles: dict[str, Mapping[str, Any]] = {id: {"dexterity": 7, "wp": 2, "lp": 8} | able for id, *_ in minis}
    profiles["s1"] = {"attack": 1, "lp": 3}
    state = staged("gang-war", *minis, *FAR, agendas={"north": (agenda,)}, profiles=profiles)
    state.then(BeginRound(round_))
    session = Session(GAME, state, SeededDice(4), Referee(board_for("gang-war")))
    bots = {"north": make(bot, 1), "south": make("random", 2)}
    play(session, bots, until=lambda: session.state.round > round_, told=told)
    return session.state


def came_about(state: State, agenda: str) -> bool:
    return any(isinstance(event, AgendaAchieved | AgendaKept) and event.agenda == agenda for event in state.log)
