"""A second set of books: the events of a game applied again one by one, with the laws checked after each.

The books begin where the game began and see nothing but its events, so that they also show that a state is changed
by events alone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from sim.carnevale import events as e
from sim.carnevale import scenarios
from sim.carnevale.agendas.check import AgendaAchieved
from sim.carnevale.agendas.draw import AgendaDrawn
from sim.carnevale.characters import Character
from sim.carnevale.equipment import EquipmentUsed
from sim.carnevale.events.objectives import ObjectiveTaken
from sim.carnevale.state import State
from tests.laws.broken import Broken

MOST_AP = 3  # used in a round (TURN-04)
MOST_ROUNDS = 8  # of any scenario
MOST_EVENTS = 40_000  # of a game that ends
COMMANDS = ("order", "counter", "plan", "ability")  # each once a round by a character (TURN-10)
BOOKED = (
    "seats",
    "characters",
    "vessels",
    "persistent_effects",
    "objectives",
    "began_at",
    "favour",
    "round",
    "initiative",
)
BOOKED += ("active", "turn_over", "doing", "thrown", "over", "winners", "agreed")


class Book:
    """The books of one game. `catch_up` applies what has been told since and raises Broken where a law is broken."""

    def __init__(self, game: str, begun: State) -> None:
        self.game, self.state, self.read = game, begun, len(begun.log)
        self.turns: list[str] = []  # of this round, in order
        self.used: set[tuple[str, str]] = set()  # what was done this round that is done once a round
        self.spent: set[tuple[str, str]] = set()  # equipment, by seat
        self.seat = ""  # whose turn was the last
        self.taken_away: set[str] = set()  # from its place, otherwise than by its own Run/Climb, this turn
        self.vp = dict.fromkeys(begun.seats, 0)
        self.agreed: dict[tuple[str, str], tuple[Any, Any]] = {}  # what was booked and told, and found the same

    def catch_up(self, state: State) -> None:
        """Book every new event of a game; at the end the books must say what the game says."""
        for event in state.log[self.read :]:
            self._before(event)
            was = dict(self.state.characters)
            event.apply(self.state)
            self.state.log.append(event)
            self.read += 1
            for who, c in self.state.characters.items():
                if was.get(who) is not c:
                    self._of_one(c, was.get(who))
            self._after(event)
        self.must(self.read < MOST_EVENTS, "no game is endless", f"{self.read} events")
        for field in BOOKED:
            self._agree(field, getattr(self.state, field), getattr(state, field))

    def _agree(self, field: str, booked: Any, actual: Any) -> None:
        """Do the books and the game say the same? Values are frozen, so that those compared before are still equal."""
        law = "events alone change a state"
        pairs = [("", booked, actual)]
        if isinstance(booked, dict):
            self.must(
                list(booked) == list(actual), law, f"{field} are {list(actual)}, but were booked as {list(booked)}"
            )
            pairs = [(key, booked[key], actual[key]) for key in booked]
        for key, ours, theirs in pairs:
            ours_before, theirs_before = self.agreed.get((field, key), (None, None))
            if ours is ours_before and theirs is theirs_before:
                continue
            if ours != theirs:
                raise Broken(self.game, self.read, law, f"{field} {key} is {theirs}, but was booked as {ours}")
            self.agreed[field, key] = (ours, theirs)

    def must(self, holds: bool, law: str, why: str) -> None:
        if not holds:
            raise Broken(self.game, self.read, law, why)

    # --- one character ------------------------------------------------------------------------------------

    def _of_one(self, c: Character, was: Character | None) -> None:
        for points in ("lp", "wp", "cp"):
            now, most = getattr(c, points), getattr(c.profile, points)
            self.must(0 <= now <= most, "TURN-05", f"{c.id} has {now} {points.upper()} of {most}")
        self.must(0 <= c.ap <= max(MOST_AP, c.profile.ap), "TURN-05", f"{c.id} has {c.ap} AP")
        self.must(0 <= c.used_ap <= MOST_AP, "TURN-04", f"{c.id} has used {c.used_ap} AP in a round")
        self.must(c.underwater >= 0, "WATER-01", f"{c.id} has {c.underwater} underwater counters")
        self.must(c.at is not None or c.aboard is None, "TERR-12", f"{c.id} is aboard {c.aboard} and nowhere")
        if was is not None and not was.alive:
            self.must(not c.alive, "TURN-05", f"{c.id} has come back from the dead")
        if was is not None and (was.escaped or not was.alive):
            self.must(c.lp == was.lp and c.at == was.at, "TURN-05", f"{c.id} is off the board, and changes")

    # --- one event ----------------------------------------------------------------------------------------

    def _before(self, event: e.Event) -> None:
        """What must be so for this event to come about."""
        check: dict[type[Any], Callable[[Any], None]] = {
            e.TurnBegan: self._turn_begins,
            e.PointsSpent: self._pays,
            e.ActionBegan: self._acts,
            e.Killed: self._dies,
            e.DiceThrown: self._throws,
            e.Used: self._uses,
            e.SpellCast: lambda event: self._on_board(event.who, "MAGIC-02"),
            e.Moved: lambda event: self._on_board(event.who, "MOVE-01"),
            e.Jumped: lambda event: self._on_board(event.who, "JUMP-01"),
            e.Fell: lambda event: self._on_board(event.who, "FALL-01"),
            e.Pushed: lambda event: self._on_board(event.who, "ACT-07"),
            e.LostLife: self._suffers,
            e.RoundBegan: self._round_begins,
            e.RoundEnded: self._round_ends,
            e.GameEnded: self._game_ends,
            AgendaAchieved: self._achieves,
            AgendaDrawn: self._draws,
            EquipmentUsed: self._takes_out,
            ObjectiveTaken: lambda event: self._on_board(event.who, "SCEN-04"),
        }
        self.must(not self.state.over, "a game that has ended is over", f"{event}")
        rule = check.get(type(event))
        if rule is not None:
            rule(event)

    def _after(self, event: e.Event) -> None:
        match event:
            case e.Scored():
                self.vp[event.seat] += event.vp
            case e.Forfeited():
                self.vp[event.seat] -= event.vp
            case e.TurnEnded():
                self.seat = self.state[event.who].seat
                self._left_behind()
            case e.RoundEnded():
                self._left_behind()
            case e.Pushed() | e.Jumped():
                self.taken_away.add(event.who)
            case e.Moved() if event.how in ("gateway", "swept aside", "overboard", "balance", "underwater"):
                self.taken_away.add(event.who)
            case ObjectiveTaken():
                self.taken_away.discard(event.who)
        for seat in self.state.seats.values():
            counted = self.vp[seat.id]
            self.must(seat.vp == counted, "a score is the sum of what scored", f"{seat.id} {seat.vp}, not {counted}")
        for o in self.state.objectives.values():
            ways = (o.at is not None) + (o.carrier is not None) + o.destroyed
            self.must(ways == 1, "SCEN-04", f"{o.id} lies at {o.at}, carried by {o.carrier}, destroyed {o.destroyed}")

    def _left_behind(self) -> None:
        """Nobody still carries what it was taken away from (SCEN-04)."""
        carriers = {o.carrier for o in self.state.objectives.values() if o.carrier is not None}
        kept = sorted(self.taken_away & carriers)
        self.must(not kept, "SCEN-04", f"{kept} were taken from their places, and still carry")
        self.taken_away.clear()

    def _on_board(self, who: str, rule: str) -> None:
        self.must(self.state[who].on_board, rule, f"{who} is not on the board")

    def _turn_begins(self, event: e.TurnBegan) -> None:
        who, state = event.who, self.state
        self._on_board(who, "TURN-01")
        self.must(who not in self.turns, "TURN-01", f"{who} has a second turn this round")
        self.must(state.active is None, "TURN-01", f"{who} begins its turn within that of {state.active}")
        next_seat = state.clockwise_from(self.seat)[1 % len(state.seats)] if self.turns else state.initiative[0]
        waiting = {c.seat for c in state.on_board() if not c.had_turn}
        due = next(seat for seat in state.clockwise_from(next_seat) if seat in waiting)
        self.must(state[who].seat == due, "TURN-01", f"{who} of {state[who].seat} begins a turn, but it is {due}'s")
        self.turns.append(who)

    def _pays(self, event: e.PointsSpent) -> None:
        c = self.state[event.who]
        self.must(event.points > 0, "TURN-05", f"{c.id} pays {event.points} {event.what.upper()}")
        has = getattr(c, event.what)
        if event.what == "ap":
            self.must(c.used_ap + event.points <= MOST_AP, "TURN-04", f"{c.id} has used {c.used_ap} AP, pays another")
            has = has if self.state.active == c.id else MOST_AP  # out of sequence it needs none left (TURN-08)
        self.must(event.points <= has, "TURN-05", f"{c.id} pays {event.points} of {has} {event.what.upper()}")

    def _acts(self, event: e.ActionBegan) -> None:
        self._on_board(event.who, "TURN-04")
        self.must(not event.opportunity or event.ap == 0, "MOVE-13", f"{event.who} pays AP for an opportunity")

    def _suffers(self, event: e.LostLife) -> None:
        self._on_board(event.who, "TURN-05")
        self.must(event.lost > 0, "TURN-05", f"{event.who} loses {event.lost} LP")

    def _dies(self, event: e.Killed) -> None:
        c = self.state[event.who]
        self._on_board(c.id, "TURN-05")
        self.must(c.lp == 0, "TURN-05", f"{c.id} is removed with {c.lp} LP")
        self.must(event.where == c.at, "TURN-05", f"{c.id} dies at {event.where}, but stands at {c.at}")

    def _throws(self, event: e.DiceThrown) -> None:
        self.must(bool(event.faces) and min(event.faces) >= 1, "DICE-01", f"{event.who} throws {event.faces}")
        self.must(max(event.faces) <= 10, "DICE-01", f"{event.who} throws {event.faces}")

    def _uses(self, event: e.Used) -> None:
        once = event.what in COMMANDS or event.what.startswith("spell:")
        if event.each == "round" and once:
            key = (event.who, event.what)
            self.must(key not in self.used, "TURN-10", f"{event.who} does {event.what} a second time this round")
            self.used.add(key)

    def _round_begins(self, event: e.RoundBegan) -> None:
        self.must(event.round == self.state.round + 1, "TURN-01", f"round {event.round} after {self.state.round}")
        self.must(event.round <= MOST_ROUNDS, "no game is endless", f"round {event.round}")
        self.turns, self.used = [], set()

    def _round_ends(self, event: e.RoundEnded) -> None:
        idle = [c.id for c in self.state.on_board() if c.id not in self.turns]
        self.must(not idle, "TURN-01", f"the round ends, and {idle} have had no turn")
        self.must(not self.state.doing, "TURN-03", f"the round ends in an action of {self.state.doing}")

    def _game_ends(self, event: e.GameEnded) -> None:
        self.must(event.scores == self.vp, "TURN-03", f"the game ends {event.scores}, but {self.vp} was scored")
        best = max(self.vp.values())
        winners = tuple(seat for seat, vp in self.vp.items() if vp == best)
        self.must(event.winners == winners, "TURN-03", f"{event.winners} win with {self.vp}")
        page = scenarios.of(self.state)
        early = page is not None and self.state.round < page.rounds and any(self.state.on_board())
        self.must(not early, "TURN-03", f"the game ends in round {self.state.round}")

    def _achieves(self, event: AgendaAchieved) -> None:
        held = self.state.seats[event.seat].agendas
        self.must(event.agenda in held, "SCEN-11", f"{event.seat} achieves {event.agenda}, but holds {held}")

    def _draws(self, event: AgendaDrawn) -> None:
        seat = self.state.seats[event.seat]
        had = event.agenda in (*seat.agendas, *seat.scored)
        self.must(not had, "SCEN-11", f"{event.seat} draws {event.agenda}, which it has had")

    def _takes_out(self, event: EquipmentUsed) -> None:
        key = (event.seat, event.item)
        self.must(key not in self.spent, "EQUIP-01", f"{event.seat} uses {event.item} a second time")
        self.spent.add(key)


def copy_of(state: State) -> State:
    """A state that shares nothing with this one."""
    clone: State = state.copy()
    clone.setup = msgspec.json.decode(msgspec.json.encode(state.setup))
    return clone
