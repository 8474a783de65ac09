"""How far an agenda has come, before it is achieved (SCEN-11)."""

from __future__ import annotations

import pytest

from sim.carnevale.agendas.check import so_far
from sim.carnevale.events import ActionBegan, CounterGained, Event, RoundBegan
from tests.carnevale.test_agendas import fall, kill, stand, war


def guard(who: str) -> Event:
    return CounterGained(who=who, counter="guarding")


def acts(who: str, action: str, target: str | None = None) -> Event:
    return ActionBegan(who=who, action=action, ap=1, target=target)


@pytest.mark.rule("SCEN-11")
@pytest.mark.parametrize(
    ("agenda", "happened", "many", "of"),
    [
        ("A8", [kill("nh", "sk"), kill("nh", "sm")], 2, 3),
        ("A4", [stand("nl", 10.0, 17.0), stand("sl", 10.0, 18.1)], 1, 2),
        ("B4", [stand("nl", 4.0, 18.0, 7.0), stand("nh", 8.0, 18.0, 7.0)], 2, 3),
        ("B8", [acts("nl", "drown", "sl"), acts("nh", "drown", "sl"), acts("nl", "drown", "sk")], 2, 3),
        ("C5", [guard("nl"), guard("nh"), RoundBegan(round=2), guard("nk")], 2, 3),
        ("D3", [fall("nl", 2.0, "water"), fall("nl", 2.0, "water")], 2, 3),
        ("D5", [acts("nl", "dive")], 1, 2),
        ("A1", [kill("nh", "sl")], 0, 1),
    ],
)
def test_an_open_agenda_has_come_so_far(agenda: str, happened: list[Event], many: int, of: int) -> None:
    game = war(agenda)
    for event in happened:
        game.emit(event)
    found = so_far(game, "north")[agenda]
    assert (found.many, found.of, found.enough) == (many, of, False)


def test_what_is_achieved_has_come_as_far_as_it_asks_for() -> None:
    game = war("D5")
    for event in (acts("nl", "dive"), RoundBegan(round=2), acts("nl", "dive")):
        game.emit(event)
    found = so_far(game, "north")["D5"]
    assert (found.who, found.many, found.of) == ({"nl"}, 2, 2)
