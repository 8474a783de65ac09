"""Rounds and turns (TURN-01 to 05), in the rulebook's order of play."""

from __future__ import annotations

from sim.carnevale import course, effects, equipment, hooks, morale, scenario, water
from sim.carnevale.acting import act
from sim.carnevale.actions.counter import OfferCounter
from sim.carnevale.actions.override import Overriding
from sim.carnevale.agendas.check import achieved, forfeit
from sim.carnevale.agendas.plan import PlanAgendas
from sim.carnevale.characters import Character
from sim.carnevale.dice import SIDES, is_ace
from sim.carnevale.events import (
    DiceThrown,
    GameEnded,
    InitiativeTaken,
    Rolled,
    RoundBegan,
    RoundEnded,
    TurnBegan,
    TurnEnded,
)
from sim.carnevale.legality import END, WhichAction
from sim.carnevale.magic import area_effects
from sim.carnevale.names import names_of
from sim.carnevale.questions import MustPick, Question
from sim.carnevale.rolls import NEEDED
from sim.carnevale.state import State
from sim.carnevale.steps import Step
from sim.carnevale.turn_end import end_of_turn
from sim.engine.requests import Gesture, Option, Roll, Rule
from sim.words import counted, say

__all__ = [
    "Act",
    "BeginRound",
    "BeginTurn",
    "CloseRound",
    "EndGame",
    "EndRound",
    "EndTurn",
    "NextTurn",
    "WhoRolls",
    "WhoseTurn",
]


class BeginRound(Step, frozen=True, tag="begin_round"):
    """Points are full again (TURN-04); then initiative."""

    round: int
    first: str | None = None  # no roll: this seat has the initiative (scripts)

    def run(self, game: State) -> Rule[None]:
        game.emit(RoundBegan(round=self.round))
        if self.first is not None:
            game.emit(InitiativeTaken(seat=self.first, order=tuple(game.clockwise_from(self.first))))
            game.then(NextTurn(self.first))
        else:
            game.then(PlanAgendas(), *equipment.round_begins(game), Initiative())
        return
        yield


class WhoRolls(MustPick, frozen=True, kw_only=True, tag="initiative"):
    """Whose Command Points are rolled for initiative (TURN-02)."""

    def asks(self, state: State) -> str:
        return say("Who rolls for initiative?")

    def detail(self, state: State) -> str:
        return say("The remaining Command Points are the dice.")

    def hint(self, state: State, c: Character) -> str:
        return say("{cp} CP", cp=c.cp)


class Initiative(Step, frozen=True, tag="initiative"):
    """Each player rolls the remaining CP of one own character; most 7+ goes first (TURN-02)."""

    def run(self, game: State) -> Rule[None]:
        leaders: dict[str, str] = {}
        for seat in game.seats:
            able = [c.id for c in game.on_board() if c.seat == seat and c.cp > 0]
            if len(able) > 1:
                able.sort(key=lambda who: -game[who].cp)
                leaders[seat] = yield WhoRolls(seat=seat, able=tuple(able))
            elif able:
                leaders[seat] = able[0]
        contest = list(leaders) or [s for s in game.seats if any(c.seat == s for c in game.on_board())]
        unopposed = len(leaders) == 1 < len({c.seat for c in game.on_board()})
        while len(contest) > 1:
            scores = {}
            for seat in contest:
                scores[seat] = yield from self._score(game, seat, leaders.get(seat))
            best = max(scores.values())
            contest = [seat for seat in contest if scores[seat] == best]
        first = contest[0] if contest else next(iter(game.seats))
        game.emit(InitiativeTaken(seat=first, order=tuple(game.clockwise_from(first)), unopposed=unopposed))
        game.then(NextTurn(first))

    def _score(self, game: State, seat: str, leader: str | None) -> Rule[int]:
        """Aces of the leader's CP; the face of one die where nobody has CP."""
        who = leader or seat
        dice = game[leader].cp if leader is not None else 1
        name = names_of(game)
        asks = say("{seat}: initiative", seat=name(seat))
        if leader is not None:
            asks = say("{seat}: initiative of {leader}", seat=name(seat), leader=name(leader))
        faces: tuple[int, ...] = yield Roll(
            seat=seat,
            who=who,
            purpose="initiative",
            dice=dice,
            sides=SIDES,
            asks=asks,
            how=counted("Throw {n} die.", "Throw {n} dice.", dice),
        )
        game.emit(DiceThrown(who=who, purpose="initiative", faces=faces))
        aces = sum(is_ace(face, NEEDED) for face in faces)
        game.emit(
            Rolled(
                who=who,
                purpose="initiative",
                faces=faces,
                needed=NEEDED,
                aces=aces,
                outcome="success" if aces else "fail",
                dice=dice,
            )
        )
        return aces if leader is not None else faces[0]


class WhoseTurn(Question, frozen=True, kw_only=True, tag="turn"):
    """Which character has its turn now (TURN-01), or what is to be agreed on before (TURN-12)."""

    gesture = Gesture.MINI

    waiting: tuple[str, ...]

    @property
    def options(self) -> tuple[Option, ...]:
        return self.waiting

    @property
    def region(self) -> Overriding:
        return Overriding(self.seat)

    @property
    def default(self) -> str:
        return self.waiting[0]

    def asks(self, state: State) -> str:
        return say("Who goes next?")


class NextTurn(Step, frozen=True, tag="next_turn"):
    """The next player clockwise with a character that has had no turn chooses one (TURN-01)."""

    seat: str

    def run(self, game: State) -> Rule[None]:
        for seat in game.clockwise_from(self.seat):
            waiting = tuple(c.id for c in game.on_board() if c.seat == seat and not c.had_turn)
            if waiting:
                who = yield WhoseTurn(seat=seat, waiting=waiting)
                if not isinstance(who, str):
                    game.then(self)
                    yield from who.settle(game, seat)
                else:
                    game.then(BeginTurn(who))
                return
        game.then(EndRound())


class BeginTurn(Step, frozen=True, tag="begin_turn"):
    who: str

    def run(self, game: State) -> Rule[None]:
        game.emit(TurnBegan(who=self.who))
        game.then(FindAuras(), Act(self.who))
        effects.end(game, "start_of_next_turn", self.who)
        yield from effects.auras_anew(game)
        yield from area_effects.turn_begins(game, self.who)
        for plug_in, trait in (*hooks.traits(game, self.who), *hooks.carried(game, self.who)):
            yield from plug_in.turn_begins(game, game[self.who], trait)
        yield from morale.turn_begins(game, self.who)
        dives = yield from water.gulp(game, self.who)
        yield from course.turn_begins(game, self.who)
        if dives:
            yield from water.glide(game, self.who)
        yield from course.turn_has_begun(game)


class FindAuras(Step, frozen=True, tag="find_auras"):
    """Whoever is asked what to do is in the auras that reach it (TURN-09)."""

    def run(self, game: State) -> Rule[None]:
        yield from effects.auras_anew(game)


class Act(Step, frozen=True, tag="act"):
    """One action of a turn, and then the next (TURN-04)."""

    who: str

    def run(self, game: State) -> Rule[None]:
        c = game[self.who]
        if not c.on_board or game.turn_over:
            game.then(EndTurn(self.who))
            return
        action = yield WhichAction(seat=c.seat, who=self.who)
        if action == END:
            game.then(EndTurn(self.who))
            return
        game.then(FindAuras(), Act(self.who))
        yield from act(game, self.who, action)
        if not action.command:
            game.then(*(OfferCounter(seat, self.who) for seat in game.clockwise_from(game[self.who].seat)[1:]))


class EndTurn(Step, frozen=True, tag="end_turn"):
    who: str

    def run(self, game: State) -> Rule[None]:
        seat = game[self.who].seat
        first_event = len(game.log)
        yield from effects.auras_anew(game)
        yield from end_of_turn(game, self.who)
        yield from course.turn_ends(game, self.who, first_event)
        effects.end(game, "end_of_action")
        effects.end_turn(game, self.who)
        game.emit(TurnEnded(who=self.who))
        game.then(NextTurn(game.clockwise_from(seat)[1 % len(game.seats)]))


class EndRound(Step, frozen=True, tag="end_round"):
    """What lasts to the end of the round ends, and morale is tested (TURN-03, CAMP-04)."""

    def run(self, game: State) -> Rule[None]:
        for c in effects.in_order(game):
            for plug_in, _ in hooks.carried(game, c.id):
                yield from plug_in.round_ends(game, c)
        for seat in game.initiative or tuple(game.seats):  # what ends and what acts then, player by player
            effects.end_round(game, seat)
            yield from area_effects.round_ends(game, seat)
        yield from course.round_ends(game)
        game.then(*morale.tests(game), CloseRound())


class CloseRound(Step, frozen=True, tag="close_round"):
    """Agendas and victory are checked (TURN-03)."""

    def run(self, game: State) -> Rule[None]:
        game.emit(RoundEnded(round=game.round))
        page = scenario.of(game)
        nobody_left = not any(game.on_board())
        last = nobody_left or (page is not None and game.round >= page.rounds)
        game.then(*achieved(game), EndGame() if last else BeginRound(game.round + 1))
        return
        yield


class EndGame(Step, frozen=True, tag="end_game"):
    """The primary objective scores; most Victory Points win."""

    def run(self, game: State) -> Rule[None]:
        page = scenario.of(game)
        if page is not None:
            yield from page.score(game)
            forfeit(game, page)
        scores = {seat.id: seat.vp for seat in game.seats.values()}
        best = max(scores.values())
        game.emit(GameEnded(winners=tuple(s for s, vp in scores.items() if vp == best), scores=scores))
