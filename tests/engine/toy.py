"""A toy game for the engine's tests: three steps; in each a seat bets, a die is thrown, and the board is asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import msgspec

from sim.engine.requests import Choice, Gesture, Measure, Option, Refusal, Roll, Rule, Ruling

SEATS = ("north", "south")


class Far(msgspec.Struct, frozen=True):
    """The board's answer: how far."""

    inches: float


class HowFar(msgspec.Struct, frozen=True):
    verdict: ClassVar[type[Any]] = Far
    step: int


class Bet(msgspec.Struct, frozen=True):
    """A bet: up to what the seat has."""

    coins: int


class Bets(msgspec.Struct, frozen=True):
    answers: ClassVar[Any] = Bet

    most: int

    def refusal(self, state: Purse, measure: Measure, answer: Bet) -> Refusal | None:
        if 0 <= answer.coins <= self.most:
            return None
        return Refusal("BET", f"{answer.coins} of {self.most} coins")


class HowMuch(Choice, frozen=True, kw_only=True, tag="bet"):
    gesture = Gesture.NUMBER

    coins: int

    @property
    def region(self) -> Bets:
        return Bets(self.coins)

    def asks(self, state: Purse) -> str:
        return f"How many of {self.coins} coins do you bet?"


class Sure(Choice, frozen=True):
    gesture = Gesture.YES_NO
    window = "being sure"

    @property
    def options(self) -> tuple[Option, ...]:
        return (True, False)

    @property
    def default(self) -> bool:
        return True

    def asks(self, state: Purse) -> str:
        return "Are you sure?"


class Ready(Choice, frozen=True):
    gesture = Gesture.LIST

    @property
    def options(self) -> tuple[Option, ...]:
        return ("yes",)

    def asks(self, state: Purse) -> str:
        return "Ready?"


class Purse(msgspec.Struct):
    coins: dict[str, int]
    step: int = 0
    thrown: int = 0
    log: list[dict[str, Any]] = []


class Toy:
    """Bet, confirm, roll and measure; south's bet is told openly in the last step."""

    name = "toy"

    def begin(self, setup: dict[str, Any]) -> Purse:
        return Purse(coins={seat: setup.get("coins", 10) for seat in SEATS})

    def seats(self, state: Purse) -> Sequence[str]:
        return SEATS

    def spans(self, state: Purse) -> dict[str, str]:
        return {"step": str(state.step), "game": ""}

    def conditions(self) -> dict[str, str]:
        return {"rich": "I hold so many coins"}

    def excepted(self, state: Purse, choice: Choice, unless: Mapping[str, int], measure: Measure) -> bool:
        return state.coins[choice.seat] >= unless["rich"]

    def procedure(self, state: Purse) -> Rule[None] | None:
        return None if state.step == 3 else self._step(state)

    def _step(self, state: Purse) -> Rule[None]:
        seat = SEATS[state.step % 2]
        bet: Bet = yield HowMuch(seat=seat, coins=state.coins[seat])
        sure: bool = yield Sure(seat=seat)
        other = SEATS[1 - SEATS.index(seat)]
        yield Ready(seat=other)
        if sure:
            faces: tuple[int, ...] = yield Roll(seat=seat, who=seat, purpose="bet", dice=2, sides=10)
            state.thrown += 2
            far: Far = yield Ruling(HowFar(state.step))
            won = bet.coins if sum(faces) > 10 else -bet.coins
            state.coins[seat] += won
            state.log.append({"event": "won", "seat": seat, "coins": won, "inches": far.inches})
        if state.step == 1:
            state.log.append({"event": "shown"})
        state.step += 1

    def copy(self, state: Purse) -> Purse:
        return Purse(dict(state.coins), state.step, state.thrown, list(state.log))

    def unchanged(self, state: Purse, kept: Purse) -> bool:
        return state == kept

    def restore(self, state: Purse, kept: Purse) -> None:
        state.coins.update(kept.coins)
        state.log[:] = kept.log
        state.step, state.thrown = kept.step, kept.thrown

    def encode(self, state: Purse) -> bytes:
        return msgspec.json.encode(state)

    def decode(self, data: bytes) -> Purse:
        return msgspec.json.decode(data, type=Purse)

    def events(self, state: Purse) -> Sequence[Any]:
        return state.log

    def dice_thrown(self, state: Purse) -> int:
        return state.thrown

    def reveals(self, event: Any) -> bool:
        return bool(event["event"] == "shown")

    def view(self, state: Purse, seat: str) -> Any:
        return {"coins": state.coins[seat], "step": state.step}


def measure(state: Purse, query: Any) -> Far:
    """A board that knows the step alone."""
    return Far(query.step + 0.1)


def no_board(state: Purse, query: Any) -> Far:
    raise AssertionError("a replay needs no board")
