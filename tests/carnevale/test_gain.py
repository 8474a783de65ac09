"""What will points and re-rolls gain is told from the question alone (DICE-05, 06, 13)."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import combinations, product
from typing import Any, TypeVar

import msgspec
import pytest

from sim.carnevale import gain
from sim.carnevale.characters import Weapon
from sim.carnevale.dice import DIVE, DROWN, GRAPPLE, JUMP, MOST_DICE, PROTECTION, ROW, Outcome, read
from sim.carnevale.gain import NOTHING
from sim.carnevale.odds import attack_odds, opposed_odds, roll_odds
from sim.carnevale.rerolls import RerollDice
from sim.carnevale.will import SpendWill
from sim.carnevale.yielding import excepted
from sim.engine.requests import Choice
from tests.carnevale.fighters import duel, fighter, strike
from tests.carnevale.tables import Table, fight, house, plain_street, street, take_turn

Asked = TypeVar("Asked", SpendWill, RerollDice)


def asked(table: Table, action: dict[str, Any], kind: type[Asked], seat: str | None = None) -> Asked:
    """The first such question that the action comes to."""
    take_turn(table, "a")
    table.answer(action)
    while isinstance(table.request, Choice):
        if isinstance(table.request, kind) and seat in (None, table.request.seat):
            return table.request
        table.answer(table.request.default)
    raise AssertionError(f"never asked: {kind.__name__}")


@pytest.mark.rule("DICE-05", "DICE-13", "JUMP-01")
def test_will_points_on_a_jump_are_told_in_inches() -> None:
    table = fight(plain_street(), fighter("a", "north", (6, 6, 0), wp=2, dexterity=4), dice=[2] * 9)
    shown = asked(table, {"act": "jump", "to": [6, 12, 0]}, SpendWill).chances()
    assert [chance.succeeds for chance in shown] == pytest.approx([roll_odds(n).succeeds for n in (4, 5, 6)])
    inches = [chance.mean for chance in shown]
    assert inches == sorted(inches)  # type: ignore[type-var]
    assert {chance.of for chance in shown} == {"inches"}


@pytest.mark.rule("DICE-05", "DICE-13", "FALL-02")
def test_will_points_on_a_fall_are_told_in_life_points() -> None:
    board = street(house((4, 4), (10, 20), 6.0))
    table = fight(board, fighter("a", "north", (9.3, 12, 6), wp=2, lp=9), dice=[2] * 9)
    question = asked(table, {"act": "run", "path": [(11.5, 12, 6)]}, SpendWill)
    assert question.stake == 6
    shown = question.chances()
    assert [chance.of for chance in shown] == ["Life Points lost"] * 3
    first, _, last = (chance.mean or 0.0 for chance in shown)
    assert 6 > first > last > 0
    assert question.gain().startswith("With 1 or 2 WP: Life Points lost 3.8 → 3.4 → 3.0")


@pytest.mark.rule("DICE-05", "DICE-11", "DICE-13")
def test_will_points_on_a_protection_roll_are_told_against_its_damage() -> None:
    table = fight(plain_street(), *duel(b={"wp": 1, "protection": 3}), dice=[9, 9, 2, 2, 2, *[2] * 9])
    question = asked(table, strike(), SpendWill, "south")
    assert question.stake == 2
    expected = [sum(p * max(0, 2 - off) for off, p in roll_odds(n).read(PROTECTION).items()) for n in (3, 4)]
    assert [chance.mean for chance in question.chances()[:2]] == pytest.approx(expected)


@pytest.mark.rule("DICE-05", "DICE-09", "DICE-13")
def test_will_points_on_an_attack_count_the_weapon_and_what_both_sides_re_roll() -> None:
    axe = {"weapons": (Weapon("Axe", damage=2),), "abilities": ("Expert Offence (2)",), "wp": 1}
    table = fight(plain_street(), *duel(a=axe, b={"abilities": ("Parry (1)",)}), dice=[2] * 9)
    question = asked(table, strike("Axe"), SpendWill)
    shown = question.chances()
    for chance, dice in zip(shown[:2], (5, 6), strict=True):
        odds = attack_odds(dice, 5, 2, 0, 2, 1)
        dealt = sum(p * (aces + 2) for outcome, aces, p in odds.roll.joint if outcome.succeeded)
        assert (chance.succeeds, chance.mean) == pytest.approx((odds.roll.succeeds, dealt))


@pytest.mark.rule("DICE-08", "DICE-13")
def test_of_an_opposed_roll_each_side_is_told_its_own() -> None:
    minis = duel(a={"wp": 1, "attack": 5}, b={"wp": 1, "attack": 4, "abilities": ("Expert Grappler (1)",)})
    table = fight(plain_street(), *minis, dice=[2] * 12)
    own = asked(table, {"act": "grapple", "target": "b"}, SpendWill, "north").chances()
    assert own[0].succeeds == pytest.approx(opposed_odds(5, 4, against_rerolls=1).succeeds)
    table = fight(plain_street(), *minis, dice=[2] * 12)
    question = asked(table, {"act": "grapple", "target": "b"}, SpendWill, "south")
    held = question.chances()
    assert [chance.succeeds for chance in held[:2]] == pytest.approx(
        [1 - opposed_odds(5, n, against_rerolls=1).succeeds for n in (4, 5)]
    )
    assert "held off" in question.gain()


TABLES = {"jump": JUMP, "row": ROW, "grapple": GRAPPLE, "dive": DIVE, "drown": DROWN}


@pytest.mark.rule("DICE-13", "JUMP-01", "TERR-13", "ACT-06", "WATER-01", "WATER-05")
@pytest.mark.parametrize(("purpose", "table"), TABLES.items(), ids=TABLES)
def test_what_a_roll_is_worth_on_average_is_read_from_its_table(purpose: str, table: Any) -> None:
    odds = roll_odds(4)
    mean = sum(p * n for n, p in odds.read(table).items())
    assert gain.chance_of(purpose, 0, odds).mean == pytest.approx(abs(mean))


@pytest.mark.rule("DICE-05", "DICE-13")
@pytest.mark.parametrize(
    ("purpose", "parts"),
    [
        ("climb", ["success", "Critical", "Fumble"]),
        ("combat", ["success", "Damage", "Critical", "Fumble"]),
        ("grapple", ["success", "inches", "Critical", "Fumble"]),
        ("cast", ["success", "Aces", "Critical", "Fumble"]),
        ("jump", ["success", "inches", "Fumble"]),
        ("fall", ["Life Points lost", "Fumble"]),
        ("protection", ["Life Points lost", "Fumble"]),
    ],
)
def test_what_is_told_of_a_roll_is_what_it_counts_for(purpose: str, parts: list[str]) -> None:
    chances = [gain.chance_of(purpose, 3, roll_odds(dice)) for dice in (2, 4)]
    line = gain.in_words("With 2 WP", purpose, chances)
    assert re.findall(r"([A-Za-z][A-Za-z ]*?) [0-9.%]+ → ", line.partition(": ")[2]) == parts


@pytest.mark.rule("DICE-05", "DICE-13")
@pytest.mark.parametrize(("attack", "says"), [(7, "With 1 or 2 WP: "), (8, "With 1 or 2 WP: "), (9, "With 1 WP: ")])
def test_what_will_points_gain_is_told_for_as_many_as_there_is_room_for(attack: int, says: str) -> None:
    table = fight(plain_street(), *duel(a={"wp": 2, "attack": attack}, b={"dexterity": 10}), dice=[2] * 20)
    question = asked(table, strike(), SpendWill)
    assert question.gain().startswith(f"{says}success ")
    assert "held off" not in question.gain()


@pytest.mark.rule("DICE-06", "DICE-13", "MOVE-03")
@pytest.mark.parametrize(
    ("dice", "words"),
    [
        ([9, 2, 2, 2, 2], "Nothing to gain for the roll."),  # it succeeds, and no Critical can come of it
        ([10, 2, 2, 2, 2], "Re-rolling 2 dice: Critical 0% → 64%."),
        ([2, 2, 2, 2, 2], "Re-rolling 2 dice: success 0% → 64%."),
        ([1, 2, 2, 2, 2], "Re-rolling 2 dice: success 0% → 64%, Fumble 100% → 36%."),
    ],
)
def test_a_re_roll_of_a_climb_says_what_it_may_change(dice: list[int], words: str) -> None:
    board = street(house((4, 4), (10, 20), 4.0))
    climber = fighter("a", "north", (10.6, 12, 0), abilities=("Acrobatic (2)",), move=8)
    table = fight(board, climber, dice=[*dice, 2, 2])
    question = asked(table, {"act": "run", "to": [9, 12, 4]}, RerollDice)
    assert question.gain() == words


@pytest.mark.rule("DICE-06", "ABIL-Parry")
def test_whoever_parries_is_shown_the_aces() -> None:
    table = fight(plain_street(), *duel(b={"abilities": ("Parry (2)",)}), dice=[2, 9, 9, 2, 9])
    question = asked(table, strike(), RerollDice)
    now, best = question.chances()
    assert (now.mean, best.dice) == (3.0, (1, 2))
    assert best.mean == pytest.approx(1 + 2 * 0.6)


@pytest.mark.rule("DICE-06", "DICE-13")
@pytest.mark.parametrize(("free", "best"), [(1, (0,)), (0, ())])
def test_a_destiny_die_that_shows_an_ace_may_be_thrown_for_a_ten(free: int, best: tuple[int, ...]) -> None:
    question = RerollDice(
        seat="north",
        who="a",
        purpose="climb",
        against=None,
        faces=(7, 7, 2),
        aces=(0, 1),
        needed=7,
        among=(0, 2),
        most=1,
        free=free,
        own=True,
        defends=False,
    )
    now, shown = question.chances()
    assert (now.succeeds, now.critical, shown.dice) == (1.0, 0.0, best)
    assert shown.critical == pytest.approx(0.1 if best else 0.0)


@pytest.mark.rule("DICE-06", "DICE-13")
@pytest.mark.parametrize(("needed", "best"), [(7, (1, 2)), (3, (0, 1))])
def test_a_destiny_die_is_risked_where_a_critical_is_likelier_than_a_fumble(needed: int, best: tuple[int, ...]) -> None:
    """Any two of three misses succeed as often; with the Destiny Die, a Critical may come of it, or a Fumble."""
    question = RerollDice(
        seat="north",
        who="a",
        purpose="climb",
        against=None,
        faces=(2, 2, 2),
        aces=(),
        needed=needed,
        among=(0, 1, 2),
        most=2,
        free=2,
        own=True,
        defends=False,
    )
    assert question.chances()[1].dice == best


@pytest.mark.rule("DICE-06", "DICE-13")
@pytest.mark.parametrize(
    ("faces", "aces", "mean"), [((7, 7, 2), (0, 1), 2.0), ((7, 2, 2), (0,), 1.0), ((2, 7, 7), (1, 2), 2.0)]
)
def test_a_roll_as_it_lies_counts_each_of_its_aces_once(
    faces: tuple[int, ...], aces: tuple[int, ...], mean: float
) -> None:
    question = RerollDice(
        seat="north",
        who="a",
        purpose="combat",
        against="b",
        faces=faces,
        aces=aces,
        needed=7,
        among=(),
        most=1,
        free=1,
        own=True,
        defends=False,
    )
    now, best = question.chances()
    assert (now.mean, now.of, now.succeeds, best) == (mean, "Damage", 1.0, now)


CASES: list[tuple[str, int]] = [("climb", 0), ("combat", 1), ("protection", 3), ("jump", 0)]


@pytest.mark.rule("DICE-06", "DICE-13")
@pytest.mark.parametrize(("purpose", "stake"), CASES)
@pytest.mark.parametrize("destiny", [False, True])
def test_the_chances_of_a_re_roll_are_those_of_all_its_faces(purpose: str, stake: int, destiny: bool) -> None:
    faces = [2, 3, 9]
    among = [0, 1, 2] if destiny else [1, 2]
    question = RerollDice(
        seat="north",
        who="a",
        purpose=purpose,
        against=None,
        faces=tuple(faces),
        aces=tuple(i for i, face in enumerate(faces) if face >= 7),
        needed=7,
        among=tuple(among),
        most=2,
        free=2,
        own=True,
        defends=False,
        stake=stake,
    )
    _, best = question.chances()
    if purpose != "climb":  # which an Ace has won already
        assert best.dice == ((0, 1) if destiny else (1,))
    results = [
        read([fresh.get(die, face) for die, face in enumerate(faces)], 7)
        for fresh in (dict(zip(best.dice, new, strict=True)) for new in product(range(1, 11), repeat=len(best.dice)))
    ]
    share = 1 / len(results)
    assert best.succeeds == pytest.approx(sum(r.outcome.succeeded for r in results) * share)
    assert best.critical == pytest.approx(sum(r.outcome is Outcome.CRITICAL for r in results) * share)
    reading: Callable[..., float] | None = gain.READ.get(purpose, ("", None))[1]
    if reading is not None:
        assert best.mean == pytest.approx(abs(sum(reading(r.outcome, r.aces, stake) for r in results)) * share)


@pytest.mark.rule("DICE-13", "ACT-03", "FALL-02", "DICE-11", "JUMP-01", "ACT-06", "WATER-05", "TERR-13", "WATER-01")
@pytest.mark.parametrize(
    ("purpose", "outcome", "aces", "stake", "worth"),
    [
        ("combat", "fail", 0, 2, 0),
        ("combat", "fumble", 0, 2, 0),
        ("combat", "success", 2, 2, 4),
        ("combat", "success", 1, -3, 0),
        ("combat", "critical", 3, 1, 4),
        ("fall", "success", 2, 3, -1),
        ("fall", "success", 5, 3, 0),
        ("fall", "critical", 2, 9, -5),
        ("fall", "fumble", 0, 3, -3),
        ("protection", "success", 1, 3, -2),
        ("protection", "success", 4, 3, 0),
        ("protection", "critical", 2, 9, -6),
        ("protection", "fail", 0, 2, -2),
        ("protection", "fumble", 0, 1, -2),
        ("cast", "success", 3, 0, 3),
        ("jump", "fumble", 0, 0, 1),
        ("jump", "critical", 2, 0, 6),
        ("row", "fail", 0, 0, 2),
        ("row", "success", 3, 0, 5),
        ("grapple", "success", 1, 0, 3),
        ("dive", "critical", 2, 0, 2),
        ("drown", "critical", 2, 0, 6),
        ("drown", "fail", 0, 0, 0),
    ],
)
def test_what_each_result_counts_for(purpose: str, outcome: str, aces: int, stake: int, worth: int) -> None:
    _, reading = gain.READ[purpose]
    assert reading(Outcome(outcome), aces, stake) == worth


@pytest.mark.rule("DICE-05", "DICE-06", "DICE-13")
@pytest.mark.parametrize(
    ("other", "same"),
    [
        ((0.5, 0.2, 0.1, 2.0), True),
        ((0.4, 0.2, 0.1, 2.0), False),
        ((0.6, 0.2, 0.1, 2.0), False),
        ((0.5, 0.1, 0.1, 2.0), False),
        ((0.5, 0.2, 0.2, 2.0), False),
        ((0.5, 0.2, 0.1, 2.5), False),
        ((0.5, 0.2, 0.1, 1.5), False),
        ((0.5, 0.2, 0.1, 0.0), False),
    ],
)
def test_chances_are_alike_where_nothing_differs(other: tuple[Any, ...], same: bool) -> None:
    chance = gain.Chance(0.5, 0.2, 0.1, 2.0)
    assert chance.like(gain.Chance(*other)) is gain.Chance(*other).like(chance) is same
    assert gain.Chance(0.5, 0.2, 0.1).like(gain.Chance(0.5, 0.2, 0.1, 0.0)) is True
    words = gain.in_words("With 1 WP", "climb", [chance, gain.Chance(*other)])
    assert (words == gain.NOTHING) is same


# --- every choice of dice, every face of theirs -----------------------------------------------------------------

THROWS = [(2, 3, 9), (9, 2, 9), (10, 2, 2), (1, 2, 2), (1, 9, 2), (7, 9, 9), (2,), (9, 9)]
MAY = [(1, 1), (2, 2), (2, 0), (2, 1), (3, 1)]  # most, and of these how many Aces
PURPOSES = [("climb", 0), ("combat", 1), ("combat", -10), ("protection", 3), ("fall", 2), ("jump", 0), ("grapple", 0)]


def worth_of(question: RerollDice, dice: tuple[int, ...]) -> float:
    """What it is worth to whoever is asked to throw these again, every face tried."""
    reading: Callable[..., float] | None = gain.READ.get(question.purpose, ("", None))[1]
    chances, mean = 0.0, 0.0
    throws = list(product(range(1, 11), repeat=len(dice)))
    for fresh in throws:
        now = {**dict(enumerate(question.faces)), **dict(zip(dice, fresh, strict=True))}
        result = read([now[die] for die in range(len(now))], question.needed)
        if question.defends:  # its Aces count, no Critical and no Fumble
            chances, mean = chances + bool(result.aces), mean + result.aces
            continue
        chances += {"success": 1.0, "critical": 1.1, "fumble": -0.1, "fail": 0.0}[result.outcome.value]
        mean += reading(result.outcome, result.aces, question.stake) if reading is not None else 0.0
    only_outcome = reading is None and not question.defends
    worth = chances if only_outcome else mean + 1e-3 * chances
    return (worth if question.own else -worth) / len(throws)


@pytest.mark.rule("DICE-06", "DICE-08", "DICE-13")
@pytest.mark.parametrize("faces", THROWS, ids=str)
@pytest.mark.parametrize(("own", "defends"), [(True, False), (True, True), (False, False), (False, True)])
@pytest.mark.parametrize("first", [0, 1], ids=["destiny too", "plain dice"])
def test_the_re_roll_that_is_shown_is_the_best_there_is(
    faces: tuple[int, ...], own: bool, defends: bool, first: int
) -> None:
    aces = tuple(die for die, face in enumerate(faces) if face >= 7)
    for (purpose, stake), (most, free) in product(PURPOSES, MAY):
        question = RerollDice(
            seat="north",
            who="a",
            purpose=purpose,
            against=None,
            faces=faces,
            aces=aces,
            needed=7,
            among=tuple(die for die in range(first, len(faces)) if free or die not in aces),
            most=most,
            free=free,
            own=own,
            defends=defends,
            stake=stake,
        )
        may = [dice for n in range(most + 1) for dice in combinations(question.among, n)]
        worths = {dice: worth_of(question, dice) for dice in may if len({*dice} & {*aces}) <= free}
        shown = question.chances()[1].dice
        assert worths[shown] == pytest.approx(max(worths.values()), abs=1e-9)
        assert shown in {(), *(dice for dice in worths if worths[dice] > worths[()] + 1e-9)}  # nothing for nothing


@pytest.mark.rule("DICE-05", "AGENDA-A10", "AGENDA-B1", "AGENDA-C7")
def test_the_question_is_asked_all_the_same_for_the_spending_itself_may_count() -> None:
    board = street(house((4, 4), (10, 20), 4.0))
    climber = fighter("a", "north", (10.6, 12, 0), abilities=("Acrobatic (2)",), move=8)
    table = fight(board, climber, dice=[9, 2, 2, 2, 2, 2, 2])
    asked(table, {"act": "run", "to": [9, 12, 4]}, RerollDice)
    table.answer((1, 2))  # for nothing but the agenda that counts re-rolled dice
    assert table.state["a"].here == (9, 12, 4)


@pytest.mark.rule("DICE-06", "MAGIC-02")
@pytest.mark.parametrize(("spell", "gains"), [("Healing", False), ("Rejuvenation", True)])
def test_more_aces_gain_something_only_where_the_spell_counts_them(spell: str, gains: bool) -> None:
    """A success that was certain was offered for a re-roll, for Aces that did nothing."""
    able = {"spells": (spell,), "wp": 2, "mind": 3, "abilities": ("Mage (1)", "Expert Sorcerer (1)")}
    table = fight(plain_street(), fighter("a", "north", (6, 6, 0), **able), dice=[2, 9, 2])
    target = {"target": "a"} if spell == "Healing" else {}
    question = asked(table, {"act": "cast", "spell": spell, **target}, RerollDice)
    assert (question.gain() != NOTHING) is gains
    assert question.asks(table.state) == f"Re-roll dice of A's roll for {spell}?"


@pytest.mark.rule("DICE-05", "MAGIC-02")
def test_the_question_about_will_points_names_the_spell() -> None:
    able = {"spells": ("Healing",), "wp": 3, "mind": 3, "abilities": ("Mage (1)",)}
    table = fight(plain_street(), fighter("a", "north", (6, 6, 0), **able), dice=[2] * 5)
    question = asked(table, {"act": "cast", "spell": "Healing", "target": "a"}, SpendWill)
    assert question.asks(table.state) == "Will Points for A's roll for Healing?"


@pytest.mark.rule("DICE-05", "DICE-06", "AGENDA-B1", "AGENDA-C7")
@pytest.mark.parametrize(("agenda", "will", "dice"), [("B1", True, False), ("C7", False, True), ("", False, False)])
def test_an_agenda_of_will_points_asks_for_no_dice_and_one_of_dice_for_no_will_points(
    agenda: str, will: bool, dice: bool
) -> None:
    board = street(house((4, 4), (10, 20), 4.0))
    climber = fighter("a", "north", (10.6, 12, 0), abilities=("Acrobatic (2)",), move=8, wp=2)
    table = fight(board, climber, dice=[9, 9, 9, 9, 9, 9, 9])
    table.state.seats["north"] = msgspec.structs.replace(
        table.state.seats["north"], agendas=(agenda,) if agenda else ()
    )
    reroll = asked(table, {"act": "run", "to": [9, 12, 4]}, RerollDice)
    spend = msgspec.structs.replace(
        asked(fight(board, climber, dice=[9] * 7), {"act": "run", "to": [9, 12, 4]}, SpendWill), dice=MOST_DICE
    )
    unless = {"gain": 1}
    assert excepted(table.state, reroll, unless, table.measure) is dice
    assert excepted(table.state, spend, unless, table.measure) is will
