"""What a finished game gives a campaign: points by their kind, kills, who took part in what (CAMP-02)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec
import pytest

from sim.carnevale import scenarios
from sim.carnevale.aftermath import GameOutcome, SeatOutcome, outcome
from sim.carnevale.events import Escaped, Event, Rerolled, RoundBegan, Scored
from sim.carnevale.scenario import AgendaRule
from sim.carnevale.state import State
from sim.carnevale.turn import EndGame
from sim.engine.dice import ScriptedDice
from sim.engine.session import Session
from sim.words import in_english
from tests.carnevale.fighters import fighter, strike
from tests.carnevale.tables import do, fight, house, street
from tests.carnevale.test_agendas import CASES, GAME, dive, end_round, fall, kill, mad, spell, stand, throw, war

DOERS = {  # who took part in what achieves each agenda in `CASES`
    "A1": "nl", "A2": "nh", "A3": "nk", "A4": "nl", "A5": "nk", "A6": "nl nh", "A7": "nl", "A8": "nh", "A9": "nk nm",
    "A10": "nl nh nk", "B1": "nl nh nk", "B2": "nl nh", "B3": "nl nh", "B4": "nl nh nk", "B5": "nl nh nk", "B6": "nl",
    "B7": "nl", "B8": "nl nh", "B9": "nl", "B10": "nl", "C1": "nl nh", "C2": "nl", "C3": "nl", "C4": "nl",
    "C5": "nl nh nk", "C6": "nl nh", "C7": "nl", "C8": "nl nh nk nm", "C9": "nk", "C10": "nl", "D1": "nl", "D2": "nl",
    "D3": "nl nk", "D4": "nl nh nk", "D5": "nl",
}  # fmt: skip


def ended(game: State) -> GameOutcome:
    """The game ends here."""
    game.todo = []
    game.then(EndGame())
    return outcome(Session(GAME, game, ScriptedDice([]), lambda _state, _query: None, step=True).state)


def after(game: State, events: Iterable[Event] = (), *answers: str) -> State:
    """This happens, and the round ends."""
    game.todo = []
    for event in events:
        game.emit(event)
    return end_round(game, *answers).state


def of(found: GameOutcome, seat: str = "north") -> SeatOutcome:
    return next(each for each in found.seats if each.seat == seat)


def did(found: GameOutcome) -> list[tuple[str, int, Sequence[str]]]:
    """North's deeds: what, for how many points, and by whom."""
    return [(deed.agenda, deed.vp, deed.by) for deed in of(found).deeds]


# --- who took part in an agenda -----------------------------------------------------------------------------


@pytest.mark.rule("CAMP-02")
@pytest.mark.parametrize("agenda", CASES)
def test_whoever_takes_part_in_an_agenda_is_told_and_nobody_else(agenda: str) -> None:
    found = ended(after(war(agenda), CASES[agenda][0], "score"))
    assert did(found) == [(agenda, 1, tuple(DOERS[agenda].split()))]


@pytest.mark.rule("CAMP-02")
def test_of_those_who_try_in_other_rounds_or_turns_nobody_has_a_part() -> None:
    dived = [dive("nm"), RoundBegan(round=2), dive("nl"), dive("nh"), dive("nl")]
    assert did(ended(after(war("D4"), dived, "score"))) == [("D4", 1, ("nl", "nh"))]
    cast = [spell("nh"), RoundBegan(round=2), *[spell("nl")] * 3]
    assert did(ended(after(war("C4"), cast, "score"))) == [("C4", 1, ("nl",))]


@pytest.mark.rule("CAMP-02")
def test_each_of_several_who_do_an_agenda_alone_has_a_part() -> None:
    falls = [fall("nl", 6), fall("nh", 7), fall("nk", 5)]
    assert did(ended(after(war("D2"), falls, "score"))) == [("D2", 1, ("nl", "nh"))]


@pytest.mark.rule("CAMP-02")
def test_only_throws_that_bring_an_enemy_to_a_friend_are_a_part_of_it() -> None:
    thrown = [stand("nh", 9, 9), *throw("nl", "sk", (9, 10.1, 0)), *throw("nk", "sm", (20, 20, 0))]
    assert did(ended(after(war("A6"), thrown, "score"))) == [("A6", 1, ("nl", "nh"))]


@pytest.mark.rule("CAMP-02")
def test_what_nobody_in_particular_did_is_the_doing_of_all_who_are_left() -> None:
    parried = [Rerolled(seat="north", who="sl", dice=(1, 2, 3), faces=(1, 1, 1), sources=("Parry",))] * 2
    found = ended(after(war("C7"), [kill("sl", "nk"), *parried], "score"))
    assert did(found) == [("C7", 1, ("nl", "nh", "nm"))]


@pytest.mark.rule("CAMP-02", "SPELL-Madness")
def test_what_an_enemy_did_in_madness_is_the_doing_of_all_who_are_left_and_nobodys_kill() -> None:
    """South's own Henchman strikes its Hero down for north, and is struck down by its Leader for it."""
    raging = mad("sk", "north", kill("sk", "sh"), kill("sl", "sk"))
    found = ended(after(war("A3"), [kill("sl", "nk"), *raging], "score"))
    assert did(found) == [("A3", 1, ("nl", "nh", "nm"))]
    assert (of(found).kills, of(found, "south").kills) == ({}, {"sl": 1})
    assert of(found, "south").casualties == ("sh", "sk")


@pytest.mark.rule("CAMP-02", "SPELL-Madness")
def test_of_those_who_did_it_with_an_enemy_in_madness_only_the_own_are_told() -> None:
    dived = [dive("nl"), dive("nh"), *mad("sk", "north", dive("sk"))]
    assert did(ended(after(war("D4"), dived, "score"))) == [("D4", 1, ("nl", "nh"))]


@pytest.mark.rule("CAMP-02")
def test_what_comes_after_an_agenda_has_scored_is_no_part_of_it() -> None:
    first = after(war("A8"), [kill("nh", "sh"), kill("nh", "sk"), kill("nh", "sm")], "score")
    twice = ended(after(first, [kill("nh", "sl")]))
    assert did(twice) == [("A8", 1, ("nh",))]
    early = after(war("A3"), [kill("nk", "sl")], "score")
    assert did(ended(after(early, [kill("nm", "sh")]))) == [("A3", 1, ("nk",))]


@pytest.mark.rule("CAMP-02", "SCEN-10")
def test_both_times_of_a_doubled_agenda_count_and_both_points() -> None:
    kept = after(war("A3"), [kill("nk", "sh")], "keep")
    assert did(ended(after(kept, [kill("nm", "sl")]))) == [("A3", 2, ("nk", "nm"))]


@pytest.mark.rule("CAMP-02", "SCEN-10")
def test_an_agenda_that_is_kept_and_never_achieved_again_is_no_deed() -> None:
    kept = after(war("A3"), [kill("nk", "sh")], "keep")
    assert did(ended(kept)) == []


@pytest.mark.rule("CAMP-02", "SCEN-10")
def test_agendas_that_score_all_at_once_share_out_what_each_is_worth(monkeypatch: pytest.MonkeyPatch) -> None:
    page = scenarios.find("gang-war")
    assert page is not None
    rules: frozenset[AgendaRule] = frozenset({"total", "double"})
    monkeypatch.setattr(type(page), "agenda_rules", rules)
    first = after(war("A1", "A3"), [kill("nl", "sl"), kill("nk", "sh")], "score", "keep")
    assert did(ended(GAME.decode(GAME.encode(first)))) == []  # the other one is still to come
    first.over = False
    found = ended(after(first, [kill("nm", "sl")]))
    assert did(found) == [("A1", 1, ("nl",)), ("A3", 2, ("nk", "nm"))]
    assert of(found).vp - of(found).primary == 3


# --- points and kills -----------------------------------------------------------------------------------------


@pytest.mark.rule("CAMP-02")
def test_points_of_the_primary_objective_are_told_from_those_of_agendas() -> None:
    game = after(war("A1"), [kill("nl", "sl"), Scored(seat="north", vp=3, why="held")], "score")
    found = ended(game)
    assert (of(found).vp, of(found).primary) == (of(found).primary + 1, of(found).vp - 1)
    assert of(found).primary >= 3
    assert of(found, "south").deeds == ()


@pytest.mark.rule("CAMP-02", "SCEN-10")
def test_points_that_are_forfeited_are_not_of_the_primary_objective_either(monkeypatch: pytest.MonkeyPatch) -> None:
    page = scenarios.find("gang-war")
    assert page is not None
    rules: frozenset[AgendaRule] = frozenset({"secondary"})
    monkeypatch.setattr(type(page), "agenda_rules", rules)
    found = ended(after(war("A1"), [Scored(seat="north", vp=3, why="held")]))
    assert (of(found).vp, of(found).primary, of(found).deeds) == (0, 0, ())


@pytest.mark.rule("CAMP-02")
def test_a_kill_counts_for_whoever_removed_an_enemy_and_for_nobody_else() -> None:
    alone = kill("sm", "sm").__class__(who="sm", by=None, why="fall", where=(0, 0, 0))
    found = ended(after(war(), [kill("nl", "sl"), kill("nl", "sk"), kill("nk", "nm"), kill("sh", "sh"), alone]))
    assert of(found).kills == {"nl": 2}  # a friend is no kill, nor is oneself
    assert of(found, "south").kills == {}
    assert of(found, "south").casualties == ("sl", "sh", "sk", "sm")


@pytest.mark.rule("CAMP-02", "FALL-04")
def test_whoever_throws_an_enemy_off_a_roof_has_killed_it() -> None:
    """A throws B, who has 2 LP left, off a roof 8" high."""
    minis = [fighter("a", "north", (6, 9, 8)), fighter("b", "south", (6, 10.18, 8)), fighter("z", "south", (22, 22, 0))]
    table = fight(street(house((2, 2), (10, 11), 8.0)), *minis, dice=[2] * 5 + [7] * 5 + [2] * 20)
    table.state.set("b", lp=2)
    do(table, "a", {"act": "grapple", "target": "b"})
    found = ended(table.state)
    assert of(found).kills == {"a": 1}
    assert of(found, "south").casualties == ("b",)


@pytest.mark.rule("CAMP-02")
def test_whoever_strikes_an_enemy_down_has_killed_it() -> None:
    table = fight(
        street(), fighter("a", "north", (6, 6, 0)), fighter("b", "south", (6, 7.18, 0)), dice=[7] * 5 + [2] * 3
    )
    table.state.set("b", lp=1)
    do(table, "a", strike())
    assert of(ended(table.state)).kills == {"a": 1}


# --- what became of everybody ---------------------------------------------------------------------------------


@pytest.mark.rule("CAMP-02", "SCEN-09")
def test_whoever_left_the_board_alive_is_away_and_no_casualty() -> None:
    gone = Escaped(who="nm", where=(0.0, 0.0, 0.0))
    found = ended(after(war(), [kill("sl", "nk"), gone]))
    assert (of(found).casualties, of(found).away, of(found).standing) == (("nk",), ("nm",), ("nl", "nh"))


@pytest.mark.rule("CAMP-02")
def test_the_winner_is_named_where_there_is_one() -> None:
    won = ended(after(war(), [Scored(seat="south", vp=1, why="held")]))
    assert (won.winner, won.scenario, won.rounds) == ("south", "gang-war", 2)
    assert of(won, "south").name == "South"
    table = fight(street(), fighter("a", "north", (6, 6, 0)), fighter("b", "south", (20, 20, 0)))
    drawn = ended(table.state)
    assert (drawn.winner, drawn.scenario, drawn.rounds) == (None, "free", 1)


@pytest.mark.rule("CAMP-02")
def test_an_outcome_can_be_kept_and_read_again() -> None:
    found = ended(after(war("A1"), [kill("nl", "sl")], "score"))
    assert msgspec.json.decode(msgspec.json.encode(found, enc_hook=in_english), type=GameOutcome) == found


@pytest.mark.rule("CAMP-02")
def test_a_game_that_is_not_over_has_no_outcome() -> None:
    with pytest.raises(ValueError, match="not over"):
        outcome(war())
