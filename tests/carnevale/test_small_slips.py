"""What a slip of one word or one number in a rule would change, and no other test noticed: found by mutants."""

from __future__ import annotations

from pathlib import Path
from random import Random

import msgspec
import pytest

from sim.board.model.verdicts import Cover, Share
from sim.carnevale import preview
from sim.carnevale.actions import Combat
from sim.carnevale.actions.jump import Inches
from sim.carnevale.agendas.plan import DropAgenda, Plan
from sim.carnevale.characters import Effect, Trait
from sim.carnevale.dice import Outcome
from sim.carnevale.events import (
    Charged,
    EffectBegan,
    EffectsEnded,
    Fell,
    Jumped,
    Killed,
    Moved,
    PointsSpent,
    Rowed,
    SpellCast,
    SpellReached,
)
from sim.carnevale.evidence import hidden_behind, hiders
from sim.carnevale.exchange_odds import Blow, Side, Stroke, fall_chance
from sim.carnevale.gangs import IllegalGang, faults, muster
from sim.carnevale.legality import Acts
from sim.carnevale.odds import attack_odds
from sim.carnevale.optimal_roll import PendingRoll, best
from sim.carnevale.scenarios.deployment import WhichZone
from sim.carnevale.setup import Setup
from sim.engine.requests import measured
from tests.carnevale.fighters import SWORD, duel, fighter
from tests.carnevale.tables import (
    GAME,
    Meaning,
    block,
    canal,
    do,
    end_turn,
    fight,
    gondola,
    house,
    mini,
    of,
    only,
    plain_street,
    street,
    take_turn,
)
from tests.carnevale.test_action_bounds import BOXES, FIVE, jump
from tests.carnevale.test_foreseen_bounds import climb
from tests.carnevale.test_gangs import card, own_roster
from tests.carnevale.test_lasting_spells import cast, finish_round, terrace
from tests.carnevale.test_magic import mage
from tests.carnevale.test_optimal_roll import tried


@pytest.mark.rule("TURN-11")
def test_favour_costs_no_action_points() -> None:
    before = [PointsSpent(who="a", what="wp", points=2, on="test")]
    table = fight(plain_street(), mini("a", "north", (6, 6, 0), wp=3), mini("b", "south", (12, 6, 0)), before=before)
    take_turn(table, "a")
    had = table.state["a"].ap
    table.answer({"act": "favour", "character": "a", "story": "So!"})
    table.answer(True)
    assert table.state["a"].ap == had


@pytest.mark.rule("JUMP-07", "TERR-12")
def test_whoever_jumps_onto_a_gondola_is_aboard() -> None:
    table = fight(canal(gondola(12.5, 12)), mini("a", "north", (9.4, 12, 0)), dice=[7, 8, 9, 2, 2])
    do(table, "a", jump(12.5, 12, -0.45), chained_jump=None)
    assert table.state["a"].aboard == "gondola"


@pytest.mark.rule("JUMP-07")
def test_a_jump_was_chained_this_turn_and_may_be_in_the_next() -> None:
    table = fight(street(BOXES), mini("a", "north", (5, 6, 0)), dice=[*FIVE * 2, 9, *FIVE * 2])
    do(table, "a", jump(8.7, 6, 2), chained_jump={"to": (5, 6, 0)})
    end_turn(table)
    take_turn(table, "a")
    events = do(table, "a", jump(8.7, 6, 2), chained_jump={"to": (5, 6, 0)})
    assert [event.chained for event in of(events, Jumped)] == [False, True]


@pytest.mark.rule("SPELL-Otherworldly-Oddity")
def test_only_friends_lose_what_odd_ground_gave_them() -> None:
    minis = [fighter("a", "north", (10, 4, 0), **mage("Otherworldly Oddity")), fighter("c", "north", (14, 4, 0))]
    table = fight(street(terrace()), *minis, fighter("b", "south", (20, 20, 0)), dice=[5, 2, 2, 9, 3, 9, 3])
    do(table, "a", cast("Otherworldly Oddity", to=[10, 10, 2]))
    events = [*finish_round(table), *take_turn(table, "a")]
    ended = [event.who for event in of(events, EffectsEnded) if event.effects[0].source == "Otherworldly Oddity"]
    assert sorted(ended) == ["a", "c"]


@pytest.mark.rule("SPELL-Otherworldly-Oddity", "ABIL-Stacking")
@pytest.mark.parametrize(("own", "rerolls"), [(0, 2), (1, 3), (2, 3), (3, 3)])
def test_odd_ground_and_ones_own_acrobatics_stack_to_three(own: int, rerolls: int) -> None:
    odd = Effect("Otherworldly Oddity", "game", trait=Trait("Otherworldly Oddity", 2, of="house"))
    traits = (f"Acrobatic ({own})",) if own else ()
    table = fight(
        street(house((2, 7), (10, 14), 2.0)),
        fighter("a", "north", (6, 6, 0), abilities=traits),
        before=[EffectBegan(who="a", effect=odd)],
    )
    assert climb(table, (6, 8, 2)).rolls == (PendingRoll(5, rerolls=rerolls),)


@pytest.mark.rule("GANG-01")
def test_by_how_much_a_gang_is_beyond_what_is_allowed() -> None:
    cards = [card("Leader", cost=95), card("Henchman", faction="Other"), card("Henchman", faction="Third")]
    assert {fault.about: fault.excess for fault in faults(cards, 100)} == {"faction": 2, "ducats": 15}


@pytest.mark.rule("AGENDA-B1")
def test_a_plan_is_offered_for_each_agenda_by_one_planner() -> None:
    question = DropAgenda(seat="north", planners=("a", "c"), agendas=("A1", "B2"))
    table = fight(plain_street(), mini("a", "north", (6, 6, 0)))
    assert question.offers(table.state, table.measure) == [Plan("a", "A1"), Plan("a", "B2")]


@pytest.mark.rule("DICE-13", "DICE-08")
def test_all_will_that_a_target_has_counts_where_it_strikes_back() -> None:
    """More than both may spend on one stroke: the rest is kept for what it answers."""
    strokes = (Stroke(Blow(5, 5, 0, 6)), Stroke(Blow(5, 5, 0, 6), by="target"), Stroke(Blow(5, 5, 0, 6)))
    chances = [fall_chance(strokes, Side(3), Side(3, will=will)) for will in (4, 8, 12, 16)]
    assert chances == sorted(chances, reverse=True)
    assert chances[0] - chances[-1] > 0.01


@pytest.mark.rule("GANG-01")
@pytest.mark.parametrize(("leaders", "excess"), [(0, 1), (2, 1), (3, 2)])
def test_by_how_many_leaders_a_gang_is_wrong(leaders: int, excess: int) -> None:
    cards = [*[card("Leader", cost=1)] * leaders, card("Henchman", cost=1)]
    found = [fault for fault in faults(cards, 100) if fault.about == "leader"]
    assert [(fault.excess, fault.members) for fault in found] == [(excess, tuple(range(leaders)))]


@pytest.mark.rule("GANG-01")
def test_only_those_who_are_there_twice_are_named() -> None:
    ada, bo = card("Henchman", "Unique", name="Ada"), card("Henchman", "Unique", name="Bo")
    found = [fault for fault in faults([card("Leader"), ada, bo, ada], 100) if fault.about == "unique"]
    assert [(fault.members, fault.name, fault.excess) for fault in found] == [((1, 3), "Ada", 1)]


@pytest.mark.rule("JUMP-03")
def test_whoever_may_run_on_may_also_stay() -> None:
    table = fight(plain_street(), mini("a", "north", (6, 6, 0)))
    run_on = Inches(most=2.0, who="a", line=((6, 6, 0), (9, 6, 0)))
    assert run_on.refusal(table.state, table.measure, 0.0) is None
    assert run_on.refusal(table.state, table.measure, 2.0) is None
    for wrong in (-0.1, 2.1):
        assert getattr(run_on.refusal(table.state, table.measure, wrong), "rule", "") == "JUMP-03"


@pytest.mark.rule("GEO-09")
def test_what_hides_nothing_is_not_named() -> None:
    cover = Cover(0.3, 0.01, True, (0, 0, 1), by=(Share("wall/stone", 0.3), Share("rail/wood", 0.0)))
    assert hiders(cover, lambda part: part) == ["wall/stone 30%"]


@pytest.mark.rule("GEO-08")
def test_parts_of_one_name_hide_together() -> None:
    by = (Share("wall/stone", 0.2), Share("stall/cloth", 0.15), Share("stall/posts", 0.1))
    cover = Cover(hidden=0.45, error=0.0, in_cover=True, eye=(0, 0, 0), by=by)
    assert hiders(cover, lambda part: part.partition("/")[0]) == ["stall 25%", "wall 20%"]
    assert hidden_behind(cover, lambda _: "the stall") == "45% behind the stall"


@pytest.mark.rule("SCEN-02")
def test_whoever_does_not_choose_a_zone_takes_the_first_that_is_free() -> None:
    question = WhichZone(seat="north", free=("east", "west"))
    assert (question.default, question.options) == ("east", ("east", "west"))


@pytest.mark.rule("SCEN-01")
def test_a_board_is_three_feet_wide_where_nothing_is_said() -> None:
    assert Setup(board="street", gangs=()).size == (36.0, 36.0)


@pytest.mark.rule("DICE-13", "ABIL-Parry")
def test_dice_that_are_parried_are_the_attackers_and_those_re_rolled_in_defence_the_targets() -> None:
    table = fight(plain_street(), *duel(a={"attack": 6}, b={"protection": 4}))
    shown = measured(preview.combat(table.state, "a", Combat("b", "Unarmed")), table.state, table.measure)
    for parried, saved in ((2, 0), (0, 2)):
        odds = msgspec.structs.replace(shown, parried=parried, protection_rerolls=saved).loss
        damage = shown.damage
        own = attack_odds(shown.attack.total, shown.needed, damage, shown.protection.total, 0, parried, saved)
        assert odds.mean == pytest.approx(own.mean)
    one = msgspec.structs.replace(shown, parried=2, protection_rerolls=0).loss.mean
    other = msgspec.structs.replace(shown, parried=0, protection_rerolls=2).loss.mean
    assert abs(one - other) > 1e-6


@pytest.mark.rule("ACT-03", "GEO-04")
def test_whoever_stands_in_base_contact_higher_up_is_offered_as_a_target() -> None:
    ledge = house((6.55, 4), (9, 8), 0.9)
    sword = {"weapons": (SWORD,)}
    table = fight(street(ledge), fighter("a", "north", (6, 6, 0), **sword), fighter("b", "south", (7.18, 6, 0.9)))
    take_turn(table, "a")
    assert Combat("b", "Sword") in Acts("a").offers(table.state, table.measure)


@pytest.mark.rule("TERR-13")
def test_a_gondola_that_comes_upon_something_lies_close_before_it() -> None:
    pier = ("pier/stone", Meaning(), block((12, 18, -4), (14, 19, 2)))  # the bows, 3.5" ahead, come to it at 14.5
    table = fight(canal(pier, gondola(13, 12)), mini("a", "north", (13, 12, -0.45)), dice=[10, 7, 2, 2, 2])
    events = do(table, "a", {"act": "row", "path": [[13, 13, -0.75], [13, 14.6, -0.75]]})
    lies = [rowed.to.at[1] for rowed in of(events, Rowed)]
    assert lies == [13, pytest.approx(14.47, abs=0.035)]


@pytest.mark.rule("TERR-12", "FALL-01")
def test_whoever_goes_overboard_goes_over_the_side_and_then_down() -> None:
    table = fight(canal(gondola(13, 12)), mini("a", "north", (13, 12, -0.45)), dice=[1, 2, 2, 2, 2])
    events = do(table, "a", {"act": "row", "to": (13, 14, -0.75)})
    assert [each[2] for each in only(events, Moved).path] == [-0.45, -0.45]
    assert only(events, Fell).fallen == pytest.approx(0.3)


@pytest.mark.rule("SPELL-Holy-Light", "MAGIC-02")
def test_a_spell_that_reaches_nobody_is_cast_and_says_no_more() -> None:
    table = fight(plain_street(), *duel(a=mage("Holy Light"), apart=4), dice=[9, 2, 2])
    events = do(table, "a", cast("Holy Light"))
    assert only(events, SpellCast).spell == "Holy Light"
    assert not of(events, SpellReached)


def calm(outcome: Outcome, aces: int) -> float:
    """Worth less where it fumbles than where it fails."""
    return float(outcome.succeeded) - (outcome is Outcome.FUMBLE)


@pytest.mark.rule("DICE-13", "DICE-06")
@pytest.mark.parametrize("roll", [PendingRoll(1, rerolls=1, destiny=True), PendingRoll(2, rerolls=1, destiny=True)])
def test_a_destiny_die_that_may_be_thrown_again_saves_from_a_fumble(roll: PendingRoll) -> None:
    assert best(roll, calm) == pytest.approx(tried(roll, calm), abs=1e-12)


@pytest.mark.rule("GANG-01")
def test_a_gang_that_may_not_be_fielded_is_refused_by_name_and_with_its_faults(tmp_path: Path) -> None:
    gang, roster = own_roster(tmp_path, unique=True)
    with pytest.raises(IllegalGang) as refused:
        muster(gang, roster, "north", 150)
    assert str(refused.value) == f"{gang.name}: {'; '.join(refused.value.reasons)}"


@pytest.mark.rule("SCEN-10")
def test_what_others_could_not_hold_is_not_imagined_either() -> None:
    state = fight(plain_street(), *duel()).state
    state.set_seat("north", agendas=("?", "?"))  # in a fight without agendas
    assert GAME.sampled(state, "south", Random(1)).seats["north"].agendas == ("?", "?")


@pytest.mark.rule("FALL-02", "MOVE-10")
@pytest.mark.parametrize(("life", "charges"), [(6, False), (20, True)])
def test_whoever_dies_of_a_fall_charges_nobody(life: int, charges: bool) -> None:
    minis = [
        mini("a", "north", (9.3, 12, 6), lp=life),
        mini("b", "south", (11.779, 12, 0)),
        mini("c", "north", (2, 2, 0)),
    ]
    table = fight(street(house((4, 4), (10, 20), 6.0)), *minis, dice=[2] * 30)
    events = do(table, "a", {"act": "run", "path": [(11.5, 12, 6)]})
    assert bool(of(events, Charged)) is charges
    assert bool(of(events, Killed)) is not charges
