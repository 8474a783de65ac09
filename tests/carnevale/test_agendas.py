"""Agendas: read from the event log at the end of a round (SCEN-10, 11; AGENDA-...).

Each test tells what happened in a Gang War, ends the round through a session, and looks at the score.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
import pytest

from sim.carnevale.agendas.draw import AgendaDrawn, DrawAgendas, read
from sim.carnevale.characters import Profile
from sim.carnevale.events import (
    ActionBegan,
    ActionEnded,
    Attacked,
    Change,
    Charged,
    CommandUsed,
    CounterGained,
    Deployed,
    Disengaged,
    DispelTried,
    Event,
    Fell,
    Jumped,
    Killed,
    LostLife,
    Moved,
    Overruled,
    PointsSpent,
    Pushed,
    Rerolled,
    RoundBegan,
    SpellCast,
    Swayed,
    TurnBegan,
    TurnEnded,
)
from sim.carnevale.game import Carnevale
from sim.carnevale.scenarios.deployment import ZoneTaken
from sim.carnevale.state import State
from sim.carnevale.turn import EndRound
from sim.engine.dice import ScriptedDice
from sim.engine.event_log import EventLog
from sim.engine.requests import Choice
from sim.engine.session import Session
from tests.carnevale import printed

GAME = Carnevale()
RANKS = {"l": "Leader", "h": "Hero", "k": "Henchman", "m": "Henchman"}  # of each side's four
FAR = {"l": (4.0, 30.0, 0.0), "h": (10.0, 30.0, 0.0), "k": (16.0, 30.0, 0.0), "m": (22.0, 30.0, 0.0)}


def war(*held: str, profiles: dict[str, dict[str, Any]] | None = None) -> State:
    """A Gang War in its first round: north and south have a Leader (l), a Hero (h) and two Henchmen (k, m).

    `nl` is north's Leader, and so on; north holds the agendas `held`. South's Hero has a 40 mm base. `profiles`: what
    else is on somebody's card.
    """
    gangs = []
    for seat in ("north", "south"):
        members = [
            {
                "id": seat[0] + letter,
                "profile": msgspec.to_builtins(
                    Profile(
                        **{
                            "name": rank,
                            "wp": 2,
                            "cp": 1,
                            "keywords": ("Faction (X)", rank),
                            "size": 40 if seat + letter == "southh" else 30,
                            **(profiles or {}).get(seat[0] + letter, {}),
                        }
                    )
                ),
            }
            for letter, rank in RANKS.items()
        ]
        gangs.append({"seat": seat, "members": members})
    game = GAME.begin({"board": "none", "scenario": "gang-war", "gangs": gangs})
    game.todo = []
    game.emit(ZoneTaken(seat="north", zone="north edge"))
    game.emit(ZoneTaken(seat="south", zone="south edge"))
    for letter, (x, y, z) in FAR.items():
        game.emit(Deployed(who="n" + letter, at=(x, y, z)))
        game.emit(Deployed(who="s" + letter, at=(x, y - 24, z)))
    for agenda in held:
        game.emit(AgendaDrawn(seat="north", agenda=agenda, faces=(1, 1)))
    game.emit(RoundBegan(round=1))
    return game


def end_round(game: State, *answers: str) -> Session[State]:
    """End the round; north answers its questions on doubling."""
    game.then(EndRound())
    session = Session(GAME, game, ScriptedDice([]), lambda _state, _query: None, step=True)
    for answer in answers:
        session.answer(answer)
    return session


def scored(agenda: str, events: Iterable[Event], profiles: dict[str, dict[str, Any]] | None = None) -> int:
    """North's Victory Points when this happened and it held the agenda; it scores at once."""
    game = war(agenda, profiles=profiles)
    for event in events:
        game.emit(event)
    session = end_round(game)
    while isinstance(session.request, Choice) and session.request.prompt == "double":
        session.answer("score")
    return session.state.seats["north"].vp


def kill(by: str, who: str, why: str = "Knife") -> Event:
    return Killed(who=who, by=by, why=why, where=(0.0, 0.0, 0.0))


def stand(who: str, x: float, y: float, z: float = 0.0, *, wet: bool = False) -> Event:
    return Moved(who=who, how="run", path=((x, y, z),), in_water=wet)


def in_turn(who: str, *events: Event) -> list[Event]:
    return [TurnBegan(who=who), *events, TurnEnded(who=who)]


def jump(who: str, length: float, outcome: str = "success") -> Event:
    return Jumped(who=who, path=((0, 0, 0), (1, 1, 0)), to=(1, 1, 0), length=length, outcome=outcome)


def fall(who: str, fallen: float, landing: str = "solid") -> Event:
    return Fell(who=who, start=(1, 1, fallen), rest=(1, 1, 0), height=fallen, fallen=fallen, landing=landing, part=None)


def attack(who: str, target: str, *, distance: float = 0.0, in_cover: bool = False) -> Event:
    return Attacked(
        who=who, target=target, weapon="Knife", distance=distance, contact=False, in_cover=in_cover,
        outcome="success", aces=3, damage=3,
    )  # fmt: skip


def mad(who: str, seat: str, *events: Event) -> list[Event]:
    """Madness has somebody fight for the other seat while this happens."""
    home = "south" if seat == "north" else "north"
    return [Swayed(who=who, seat=seat, why="Madness"), *events, Swayed(who=who, seat=home, why="Madness is over")]


def will(who: str, points: int) -> Event:
    return PointsSpent(who=who, what="wp", points=points, on="combat")


def command(who: str, points: int = 1) -> Event:
    return PointsSpent(who=who, what="cp", points=points, on="order")


def dive(who: str) -> Event:
    return ActionBegan(who=who, action="dive", ap=2)


def drown(who: str, target: str) -> list[Event]:
    return [ActionBegan(who=who, action="drown", ap=1, target=target), ActionEnded(who=who, action="drown")]


def throw(by: str, who: str, to: tuple[float, float, float], *, wet: bool = False) -> list[Event]:
    return [
        ActionBegan(who=by, action="grapple", ap=1, target=who),
        Pushed(who=who, by=by, path=(to,), why="grapple", in_water=wet),
        ActionEnded(who=by, action="grapple"),
    ]


def spell(who: str) -> SpellCast:
    return SpellCast(who=who, spell="Healing", target=None, outcome="success")


CASES: dict[str, tuple[list[Event], list[Event]]] = {  # agenda: what achieves it, and what just does not
    "A1": ([kill("nl", "sl")], [kill("nl", "sh"), kill("nh", "sl")]),
    "A2": ([kill("nh", "sl")], [kill("nl", "sl")]),
    "A3": ([kill("nk", "sh")], [kill("nk", "sk")]),
    "A4": (
        [stand("nl", 5, 5), stand("sl", 6.1, 5), stand("sh", 3.7, 5)],
        [stand("nl", 5, 5), stand("sl", 6.1, 5), stand("sh", 3.7, 5, 1.2)],
    ),
    "A5": (
        [stand("nk", 5, 5), stand("sl", 6.1, 5), stand("sh", 3.7, 5), stand("sk", 5, 6.1)],
        [stand("nl", 5, 5), stand("sl", 6.1, 5), stand("sh", 3.7, 5), stand("sk", 5, 6.1)],
    ),
    "A6": (
        [stand("nh", 9, 9), *throw("nl", "sk", (9, 10.1, 0))],
        [stand("nh", 9, 9), stand("sk", 9, 10.1), *throw("nl", "sk", (9, 10.1, 0))],
    ),
    "A7": (
        [kill("nl", "sh"), kill("nl", "sk"), kill("nl", "sm")],
        [kill("nl", "sh"), kill("nl", "sk"), kill("nh", "sm")],
    ),
    "A8": ([kill("nh", "sh"), kill("nh", "sk"), kill("nh", "sm")], [kill("nh", "sh"), kill("nh", "sk")]),
    "A9": (
        [kill("nk", "sh"), kill("nm", "sk"), kill("nk", "sm")],
        [kill("nk", "sh"), kill("nl", "sk"), kill("nk", "sm")],
    ),
    "A10": ([will("nl", 2), will("nh", 2), will("nk", 2)], [will("nl", 2), will("nh", 2), will("nk", 1)]),
    "B1": (
        [will("nl", 2), will("nh", 2), will("nk", 2)],
        [will("nl", 2), will("nh", 2), RoundBegan(round=2), will("nk", 2)],
    ),
    "B2": ([command("nl"), command("nh")], [command("nl")]),
    "B3": (
        [CommandUsed(who="nl", command="X", cost=1), CommandUsed(who="nh", command="Y", cost=1)],
        [CommandUsed(who="nl", command="X", cost=1), RoundBegan(round=2), CommandUsed(who="nh", command="Y", cost=1)],
    ),
    "B4": (
        [stand("nl", 8, 18, 6), stand("nh", 12, 18, 7), stand("nk", 16, 18, 8)],
        [stand("nl", 8, 18, 6), stand("nh", 12, 18, 7), stand("nk", 16, 29, 8)],
    ),
    "B5": (
        [stand("nl", 8, 18, -1, wet=True), stand("nh", 12, 18, -1, wet=True), stand("nk", 16, 18, -1, wet=True)],
        [stand("nl", 8, 18, -1, wet=True), stand("nh", 12, 18, -1, wet=True), stand("nk", 16, 18)],
    ),
    "B6": (in_turn("nl", *[jump("nl", 4)] * 3), in_turn("nl", jump("nl", 4), jump("nl", 3.9), jump("nl", 4, "fail"))),
    "B7": ([kill("nl", "sk", "drown")], [kill("nl", "sk")]),
    "B8": (
        [*drown("nl", "sk"), *drown("nh", "sl"), *drown("nl", "sh")],
        [*drown("nl", "sk"), *drown("nl", "sk"), *drown("nl", "sh")],
    ),
    "B9": ([Charged(who="nl", targets=("sl",), from_above=("sl",))] * 2, [Charged(who="nl", targets=("sl",))] * 2),
    "B10": (
        [Disengaged(who="nl", against="sl", outcome="success")] * 2,
        [Disengaged(who="nl", against="sl", outcome="success"), Disengaged(who="nl", against="sl", outcome="fumble")],
    ),
    "C1": (
        in_turn(
            "nl", LostLife(who="sl", lost=5, why="combat", by="nl"), LostLife(who="sl", lost=3, why="combat", by="nh")
        ),
        [
            *in_turn("nl", LostLife(who="sl", lost=5, why="x", by="nl")),
            *in_turn("nh", LostLife(who="sl", lost=3, why="x", by="nh")),
        ],
    ),
    "C2": ([attack("nl", "sl", distance=6), kill("nl", "sl")], [attack("nl", "sl", distance=5.9), kill("nl", "sl")]),
    "C3": (
        [
            *throw("nl", "sk", (18, 18, -1), wet=True),
            fall("sk", 1, "water"),
            *throw("nl", "sm", (18, 19, -1), wet=True),
        ],
        [*throw("nl", "sk", (18, 18, -1), wet=True), fall("sk", 1, "water")],
    ),
    "C4": ([spell("nl")] * 3, [spell("nl"), spell("nl"), spell("nh")]),
    "C6": (
        [DispelTried(who=who, against="sl", spell="Healing") for who in ("nl", "nh", "nl")],
        [DispelTried(who=who, against="nl", spell="Healing") for who in ("sl", "sh", "sl")],
    ),
    "C5": (
        [CounterGained(who=who, counter="guarding") for who in ("nl", "nh", "nk")],
        [CounterGained(who=who, counter="guarding") for who in ("nl", "nh", "nh")],
    ),
    "C7": (
        [Rerolled(seat="north", who="nl", dice=(1, 2, 3), faces=(1, 1, 1), sources=("x",))] * 2,
        [Rerolled(seat="south", who="nl", dice=(1, 2, 3), faces=(1, 1, 1), sources=("x",))] * 2,
    ),
    "C8": ([jump(who, 4) for who in ("nl", "nh", "nk", "nm")], [jump(who, 4) for who in ("nl", "nh", "nk")]),
    "C9": ([kill("nk", "sh")], [kill("nk", "sl")]),
    "C10": ([attack("nl", "sl", in_cover=True), kill("nl", "sl", "critical")], [attack("nl", "sl"), kill("nl", "sl")]),
    "D1": (
        [PointsSpent(who="nl", what="wp", points=1, on="controlled landing")] * 3,
        [PointsSpent(who="nl", what="wp", points=1, on="controlled landing")] * 2,
    ),
    "D2": ([fall("nl", 6)], [fall("nl", 6), Killed(who="nl", by=None, why="fall", where=(1, 1, 0))]),
    "D3": (
        [fall(who, 2, "water") for who in ("nl", "nl", "nk")],
        [fall("nl", 2, "water"), fall("nl", 2), fall("nl", 2, "water")],
    ),
    "D4": ([dive("nl"), dive("nh"), dive("nk")], [dive("nl"), dive("nh"), RoundBegan(round=2), dive("nk")]),
    "D5": ([dive("nl"), RoundBegan(round=2), dive("nl")], [dive("nl"), RoundBegan(round=2), dive("nh")]),
}


@pytest.mark.rule("SCEN-11", "AGENDA-A1", "AGENDA-A2", "AGENDA-A3", "AGENDA-A4", "AGENDA-A5", "AGENDA-A6")
@pytest.mark.rule("AGENDA-A7", "AGENDA-A8", "AGENDA-A9", "AGENDA-A10", "AGENDA-B1", "AGENDA-B2", "AGENDA-B3")
@pytest.mark.rule("AGENDA-B4", "AGENDA-B5", "AGENDA-B6", "AGENDA-B7", "AGENDA-B8", "AGENDA-B9", "AGENDA-B10")
@pytest.mark.rule(
    "AGENDA-C1", "AGENDA-C2", "AGENDA-C3", "AGENDA-C4", "AGENDA-C5", "AGENDA-C6", "AGENDA-C7", "AGENDA-C8", "AGENDA-C9"
)
@pytest.mark.rule("AGENDA-C10", "AGENDA-D1", "AGENDA-D2", "AGENDA-D3", "AGENDA-D4", "AGENDA-D5")
@pytest.mark.parametrize("agenda", CASES)
def test_an_agenda_scores_when_it_is_achieved_and_not_when_it_nearly_is(agenda: str) -> None:
    enough, not_quite = CASES[agenda]
    assert scored(agenda, enough) == 1
    assert scored(agenda, not_quite) == 0


@pytest.mark.rule("AGENDA-A3", "AGENDA-C10", "AGENDA-D4", "SPELL-Madness")
def test_what_the_mad_do_they_do_for_the_caster() -> None:
    assert scored("A3", mad("sk", "north", kill("sk", "sh"))) == 1
    assert scored("A3", mad("nk", "south", kill("nk", "nl"))) == 0
    hit = [attack("sk", "sm", in_cover=True), kill("sk", "sm")]
    assert scored("C10", mad("sk", "north", *hit)) == 1
    assert scored("D4", [dive("nl"), dive("nh"), *mad("nk", "south", dive("nk"))]) == 0
    assert scored("D4", [dive("nl"), dive("nh"), *mad("sk", "north", dive("sk"))]) == 1


@pytest.mark.rule("AGENDA-A3", "SPELL-Madness")
def test_what_the_mad_do_afterwards_they_do_for_their_own() -> None:
    assert scored("A3", [*mad("sk", "north"), kill("sk", "sh")]) == 0
    assert scored("A3", [*mad("nk", "south"), kill("nk", "sh")]) == 1


@pytest.mark.rule("AGENDA-A4", "SPELL-Madness")
def test_the_mad_are_enemies_of_their_own_gang_where_they_run_to() -> None:
    beside = [stand("sh", 5, 5), stand("sk", 7.3, 5)]
    assert scored("A4", [*beside, *mad("sl", "north", stand("sl", 6.2, 5))]) == 1
    assert scored("A4", [*beside, stand("sl", 6.2, 5)]) == 0


@pytest.mark.rule("AGENDA-B1", "ABIL-Frenzied")
def test_life_spent_as_will_is_will_spent() -> None:
    life = PointsSpent(who="nk", what="lp", points=2, on="combat")
    assert scored("B1", [will("nl", 2), will("nh", 2), life]) == 1
    assert scored("B1", [will("nl", 2), will("nh", 2), command("nk", 2)]) == 0


@pytest.mark.rule("TURN-12")
def test_whoever_is_put_somewhere_by_agreement_stands_there_for_the_agendas_too() -> None:
    put = [
        Overruled(who=who, change=Change(at=at), why="agreed")
        for who, at in (("sk", (5.2, 20, 0)), ("sm", (3.8, 20, 0)))
    ]
    assert scored("A4", [stand("nl", 4.5, 20), *put]) == 1


def test_every_agenda_of_the_rulebook_has_a_case() -> None:
    assert printed.AGENDAS - set(CASES) == set()


@pytest.mark.rule("SCEN-10")
def test_a_doubled_agenda_scores_two_when_it_is_achieved_again_and_nothing_before() -> None:
    game = war("A3")
    game.emit(kill("nk", "sh"))
    session = end_round(game, "keep")
    assert (session.state.seats["north"].vp, session.state.seats["north"].doubled) == (0, ("A3",))
    session.state.todo = []
    session.state.emit(kill("nk", "sl"))
    again = end_round(session.state)
    assert (again.state.seats["north"].vp, again.state.seats["north"].scored) == (2, ("A3",))


@pytest.mark.rule("SCEN-10")
def test_a_doubled_agenda_never_achieved_again_scores_nothing() -> None:
    game = war("A3")
    game.emit(kill("nk", "sh"))
    session = end_round(game, "keep")
    session.state.todo = []
    assert end_round(session.state).state.seats["north"].vp == 0


@pytest.mark.rule("SCEN-11")
def test_two_dice_show_the_table_and_the_number() -> None:
    assert [read(faces, "ABCD") for faces in ((1, 1), (3, 10), (4, 2), (7, 9), (10, 5), (10, 6))] == [
        "A1", "A10", "B2", "C9", "D5", "D1",
    ]  # fmt: skip


@pytest.mark.rule("SCEN-11")
def test_what_is_drawn_twice_or_cannot_be_is_drawn_again() -> None:
    game = war()
    for c in list(game.characters.values()):  # nobody has command points, so B2 cannot be achieved
        game.characters[c.id] = msgspec.structs.replace(c, cp=0, profile=msgspec.structs.replace(c.profile, cp=0))
    game.log = EventLog(
        msgspec.structs.replace(e, character=game.characters[e.character.id]) if hasattr(e, "character") else e
        for e in game.log
    )
    game.then(DrawAgendas("north", 2))
    dice = ScriptedDice([1, 1, 1, 1, 4, 2, 9, 9])  # A1, A1 again, B2, C9
    session: Session[Any] = Session(GAME, game, dice, lambda _state, _query: None)
    assert session.state.seats["north"].agendas == ("A1", "C9")
