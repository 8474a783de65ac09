"""The seasoned bot finds the obvious: who is to be killed, where not to stand, what scores; and tells why."""

from __future__ import annotations

from math import dist
from typing import Any

import msgspec
import numpy as np
import pytest

from sim.board.board import Board
from sim.board.model.queries import PathTo
from sim.board.model.terrain import Meaning, Obstacle
from sim.bots import make, threats
from sim.bots.agenda_wishes import AgendaWishes, dropped
from sim.bots.candidate_places import as_point, runner
from sim.bots.danger import Outlook
from sim.bots.first_steps import first_steps
from sim.bots.plan_reasons import Charges, Goes, Shoots
from sim.bots.replies import best_reply
from sim.bots.setting_out import starts
from sim.bots.strikes import Known, Strike, Strikes
from sim.bots.turn_plan import TurnPlan
from sim.bots.turn_plans import TurnPlans
from sim.bots.weights import Weights, weights_of
from sim.bots.worth import Worth
from sim.carnevale.actions import Combat, Drown, Guard, Hide, Jump, Order, Run
from sim.carnevale.actions.counter import Counter, WhoCounters
from sim.carnevale.agendas.plan import DropAgenda
from sim.carnevale.legality import END, WhichAction
from sim.carnevale.referee import Referee
from sim.carnevale.turn import WhoseTurn
from sim.carnevale.will import SpendWill
from sim.engine.bots import Reasoned, reason_of
from sim.engine.duel import play
from sim.engine.requests import Choice
from sim.engine.session import Session
from tests.bots.test_scenarios import GANGS, game
from tests.carnevale.stages import board_for
from tests.carnevale.tables import Table, block, canal, fight, house, mini, plain_street, street, take_turn
from tests.carnevale.test_scenarios import goods


def whole_turn(table: Table, who: str, bot: Any = None) -> list[object]:
    """What the bot answers in the turn of a mini, to its end."""
    bot = bot or make("seasoned", 1)
    take_turn(table, who)
    answers = []
    while table.state.active == who and isinstance(table.request, Choice):
        choice = table.request
        if choice.seat == table.state[who].seat:
            answers.append(bot.choose(table.game.view(table.state, choice.seat), choice, table.measure))
            table.answer(answers[-1])
            if answers[-1] == END:
                break
        else:
            table.answer(choice.default)
    return answers


def test_it_kills_the_wounded() -> None:
    foes = [mini("b", "south", (7.1, 6, 0)), mini("c", "south", (4.9, 6, 0))]
    table = fight(plain_street(), mini("a", "north", (6, 6, 0)), *foes, dice=[5] * 60)
    table.state.set("c", lp=1)
    bot = make("seasoned", 1)
    take_turn(table, "a")
    answer: Any = bot.choose(table.state, table.request, table.measure)  # type: ignore[arg-type]
    assert isinstance(answer, Combat)
    assert answer.target == "c"
    why = reason_of(bot)
    assert why.words(whole=False).startswith("A attacks C: 3 attacks, ")
    assert "VP" in why.words(whole=True)
    assert "VP" not in why.words(whole=False)


def test_it_does_not_end_its_turn_in_the_open_beside_three_enemies() -> None:
    strong = {"attack": 8, "weapons": ({"name": "Axe", "damage": 2},)}
    foes = [mini(f"s{n}", "south", (21, 6 + 6 * n, 0), **strong) for n in range(3)]
    table = fight(plain_street(), mini("a", "north", (4, 12, 0), lp=5, attack=2), *foes, dice=[5] * 60)
    whole_turn(table, "a")
    a = table.state["a"]
    assert min(dist(a.here, table.state[foe["id"]].here) for foe in foes) > 15.0


def test_it_stays_out_of_the_water_beside_an_enemy() -> None:
    table = fight(canal(), mini("a", "north", (8, 12, 0)), mini("b", "south", (18, 12, 0)), dice=[5] * 60)
    whole_turn(table, "a")
    assert not 9.5 < table.state["a"].here[0] < 16.5


@pytest.mark.parametrize("debris", [True, False])
def test_it_ends_no_turn_on_debris_that_it_would_slip_off(debris: bool) -> None:
    obstacle = Obstacle.DEBRIS if debris else Obstacle.LARGE
    crates = ("crates/crates", Meaning(obstacle=obstacle), block((10, 10, -1.5), (14, 14, -0.1)))
    minis = mini("a", "north", (8.5, 12, 0), ap=1), mini("b", "south", (18.5, 12, 0), attack=1)
    table = fight(canal(crates), *minis, dice=[5] * 60)
    whole_turn(table, "a")
    assert (table.state["a"].here[0] < 10.0) == debris


@pytest.mark.rule("TERR-09")
@pytest.mark.parametrize("at", [(6.0, 12.0, 0.0), (12.0, 12.0, 0.0)])
@pytest.mark.parametrize("abilities", [(), ("Flight",)])
def test_no_place_on_a_small_obstacle_is_one_to_end_a_turn(at: Any, abilities: tuple[str, ...]) -> None:
    """On a crate ashore it was thought to swim, out of reach of its enemies, and stepped down beside it."""
    crate = ("crates/crate", Meaning(obstacle=Obstacle.SMALL), block((8, 11, 0), (10, 13, 0.4)))
    minis = mini("a", "north", at, abilities=abilities), mini("b", "south", (20, 12, 0))
    table = fight(street(crate), *minis, dice=[5] * 60)
    take_turn(table, "a")
    plans = TurnPlans(Outlook(table.state, table.measure, weights_of("seasoned")), "a")
    x, y = plans.at[:, 0], plans.at[:, 1]
    assert not plans.afloat.any()
    assert not ((x > 8) & (x < 10) & (y > 11) & (y < 13)).any()
    assert (plans.at[:, 0] > 10.5).any()
    assert (plans.at[:, 0] < 7.5).any()
    assert len(plans.walk_to((11.0, 12.0, 0.0))) == len(plans.at)


@pytest.mark.parametrize(("at", "swims"), [(9.2, True), (8.5, False)])
def test_it_sets_out_across_water_only_where_the_way_goes_on(at: float, swims: bool) -> None:
    """From 9.2 two runs lead to the far bank; from 8.5 the second still begins and ends in the water."""
    weak = mini("b", "south", (19.5, 12, 0), lp=3, protection=1, attack=1)
    table = fight(canal(walls=True, surface=-0.5), mini("a", "north", (at, 12, 0)), weak, dice=[5] * 60)
    bot = make("seasoned", 1)
    take_turn(table, "a")
    answer: Any = bot.choose(table.state, table.request, table.measure)  # type: ignore[arg-type]
    assert (answer.to[0] > 10.5) == swims


def plans_of(table: Table, who: str) -> TurnPlans:
    take_turn(table, who)
    return TurnPlans(Outlook(table.state, table.measure, weights_of("seasoned")), who)


@pytest.mark.parametrize("at", [9.0, 9.3, 9.4])
@pytest.mark.parametrize("swims", [10.65, 10.7, 10.75])
@pytest.mark.parametrize("move", [2, 5])
def test_the_best_of_its_plans_can_be_begun(at: float, swims: float, move: int) -> None:
    """From the quay it planned to strike whoever swam just out of reach, and stood there on guard, round by round."""
    weak = mini("b", "south", (swims, 12, -0.75), lp=3, protection=1, attack=1)
    table = fight(canal(), mini("a", "north", (at, 12, 0), move=move), weak, dice=[5] * 60)
    plans = plans_of(table, "a")
    ranked = plans.ranked()
    assert isinstance(table.request, WhichAction)
    found = starts(table.request, plans, ranked, plans.me.ap)
    assert any(start.plan is ranked[0] for start in found)
    assert plans.best().worth == pytest.approx(ranked[0].worth)


@pytest.mark.rule("MOVE-01")
@pytest.mark.parametrize(("further", "attacks"), [(4.9, 3), (5.03, 2)])
def test_a_charge_that_is_a_hair_too_long_is_no_charge(further: float, attacks: int) -> None:
    foe = mini("b", "south", (6 + 30 / 25.4 + further, 6, 0), lp=20, protection=1, attack=1)
    plans = plans_of(fight(plain_street(), mini("a", "north", (6, 6, 0)), foe, dice=[5] * 60), "a")
    (charge,) = (plan for plan in plans.ranked() if isinstance(plan.why, Charges))
    assert charge.times == attacks
    assert (charge.first != END) == (attacks == 3)


@pytest.mark.rule("DICE-05")
@pytest.mark.parametrize(("lp", "spends"), [(1, False), (15, True)])
def test_will_is_kept_where_the_attack_kills_anyway(lp: int, spends: bool) -> None:
    strong = {"attack": 5, "wp": 3, "weapons": ({"name": "Axe", "damage": 6, "penetration": -5},)}
    foe = mini("b", "south", (7.1, 6, 0), protection=1, dexterity=2, lp=15)
    table = fight(plain_street(), mini("a", "north", (6, 6, 0), **strong), foe, dice=[5] * 60)
    table.state.set("b", lp=lp)
    take_turn(table, "a")
    table.answer(Combat("b", "Axe"))
    choice = table.request
    assert isinstance(choice, SpendWill)
    answer = make("seasoned", 1).choose(table.state, choice, table.measure)
    assert answer == (choice.most if spends else 0)


def test_it_charges_to_the_side_where_it_stands_best() -> None:
    foes = mini("b", "south", (12, 12, 0), attack=1), mini("c", "south", (12, 17.4, 0), ap=1)
    table = fight(plain_street(), mini("a", "north", (8, 12, 0)), *foes, dice=[5] * 60)
    take_turn(table, "a")
    answer: Any = make("seasoned", 1).choose(table.state, table.request, table.measure)  # type: ignore[arg-type]
    table.answer(answer)
    a, b = table.state["a"].here, table.state["b"].here
    assert dist(a, b) < 1.3
    assert a[1] < 11.6


def test_it_comes_to_blows_with_an_enemy_that_it_is_stronger_than() -> None:
    weak = mini("b", "south", (11, 6, 0), attack=1, lp=4)
    table = fight(plain_street(), mini("a", "north", (5, 6, 0), attack=9), weak, dice=[9, 9, 9, 2, 2] * 20)
    answers = whole_turn(table, "a")
    assert any(isinstance(answer, Run) for answer in answers)
    assert table.state["b"].lp < 4


def test_it_jumps_over_a_lane_where_the_way_round_is_long() -> None:
    roofs = street(house((4, 4), (10, 20), 8.0, "west"), house((12, 4), (18, 20), 8.0, "east"))
    weak = mini("b", "south", (15, 12, 8), attack=1, lp=4)
    bot = make("seasoned", 1)
    table = fight(roofs, mini("a", "north", (9, 12, 8), attack=9, dexterity=7), weak, dice=[9, 9, 9, 2, 2] * 40)
    take_turn(table, "a")
    answer: Any = bot.choose(table.state, table.request, table.measure)  # type: ignore[arg-type]
    assert isinstance(answer, Jump)
    assert answer.to[0] > 12.0
    assert isinstance(bot, Reasoned)
    assert "to arrive" in reason_of(bot).words(whole=False)


def test_a_swimmer_tries_the_shore_that_is_just_within_its_move() -> None:
    table = fight(canal(walls=True), mini("a", "north", (12.3, 12, -0.75)), mini("b", "south", (3, 12, 0), attack=1))
    take_turn(table, "a")
    choice = table.request
    assert isinstance(choice, WhichAction)
    outlook = Outlook(table.state, table.measure, weights_of("seasoned"))
    plans = TurnPlans(outlook, "a")
    steps = [step for step in first_steps(plans, plans.best(), plans.me.ap) if isinstance(step, Run)]
    ashore = [step for step in steps if step.to is not None and step.to[2] == 0.0]
    assert any(choice.region.refusal(table.state, table.measure, step) is None for step in ashore)


@pytest.mark.parametrize("at", [13.0, 14.0])
def test_a_large_base_with_a_short_swim_comes_ashore(at: float) -> None:
    """It swims 2" with an action, and the bank is 2" from where it swims beside it: none of that is to spare."""
    large = mini("a", "north", (at, 12, -0.75), size=50, move=4)
    weak = mini("b", "south", (21, 12, 0), lp=3, protection=1, attack=1)
    table = fight(canal(walls=True), large, weak, dice=[9] * 60)
    whole_turn(table, "a")
    assert table.state["a"].here[2] == 0.0


@pytest.mark.parametrize("at", [13.0, 14.1])
def test_a_large_base_comes_ashore_in_two_actions_at_any_bank(at: float) -> None:
    """The bank lies where no place that is told is beside it."""
    bank = ("ground/quay", Meaning(), block((15.2, 0, -4), (16, 24, 0)))
    large = mini("a", "north", (at, 12, -0.75), size=50, move=4)
    weak = mini("b", "south", (21, 12, 0), lp=3, protection=1, attack=1)
    table = fight(canal(bank, walls=True), large, weak, dice=[9] * 60)
    whole_turn(table, "a")
    assert table.state["a"].here[2] == 0.0


def test_no_second_place_is_told_where_no_way_leads_to_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """All that one run leads to is near the first place, and two runs turn out to lead nowhere."""
    slow, weak = mini("a", "north", (4, 12, 0), move=1), mini("b", "south", (22, 12, 0), attack=1)
    table = fight(plain_street(), slow, weak, dice=[5] * 60)
    take_turn(table, "a")
    outlook = Outlook(table.state, table.measure, weights_of("seasoned"))
    there = [plan.to for plan in TurnPlans(outlook, "a", variety=2).ranked() if plan.to is not None]
    monkeypatch.setattr(TurnPlans, "leads_to", lambda *_: False)
    near = [plan.to for plan in TurnPlans(outlook, "a", variety=2).ranked() if plan.to is not None]
    assert len(near) < len(there)


@pytest.mark.rule("MOVE-10")
def test_no_run_to_a_place_becomes_a_charge_that_nobody_meant() -> None:
    """A leader on the way to where it stood best brushed one on guard, whom it had not thought of, and died."""
    foe = mini("b", "south", (7, 6, 0), attack=9)
    table = fight(plain_street(), mini("a", "north", (4, 6, 0), move=6), foe, dice=[5] * 60)
    take_turn(table, "a")
    choice = table.request
    assert isinstance(choice, WhichAction)
    plans = TurnPlans(Outlook(table.state, table.measure, weights_of("seasoned")), "a")

    def met(worth: float, to: Any) -> list[str]:
        plan = TurnPlan(worth, plans.run(to), "goes where it stands best", to=to)
        runs = [each.action for each in starts(choice, plans, [plan], 3)]
        paths = [table.measure(table.state, PathTo(runner(table.state, "a", table.measure), run.to)) for run in runs]
        return [c.id for path in paths for c in path.contacts]

    assert met(1.0, (7.0, 7.182, 0.0)) == []
    assert met(1.0, (4.0, 9.0, 0.0)) == []
    charge = next(plan for plan in plans.ranked() if plan.beside == "b")
    assert any(each.plan == charge for each in starts(choice, plans, [charge], 3))


def test_a_run_that_begins_in_water_leads_less_far() -> None:
    minis = mini("a", "north", (8, 12, 0)), mini("b", "south", (22, 12, 0), attack=1)
    table = fight(canal(surface=-0.25), *minis, dice=[5] * 60)
    take_turn(table, "a")
    plans = TurnPlans(Outlook(table.state, table.measure, weights_of("seasoned")), "a")
    across = (plans.at[:, 0] > 16.6) & ~plans.wet
    assert (plans.cost[across] < 9.6).any()  # two runs on land
    assert (plans.runs[across] > 2).all()
    swimmer = mini("a", "north", (8, 12, 0), abilities=("Water Creature",))
    table = fight(canal(surface=-0.25), swimmer, minis[1], dice=[5] * 60)
    take_turn(table, "a")
    plans = TurnPlans(Outlook(table.state, table.measure, weights_of("seasoned")), "a")
    assert (plans.runs[(plans.at[:, 0] > 16.6) & ~plans.wet] == 2).any()


@pytest.mark.rule("TURN-07")
@pytest.mark.parametrize("walled", [True, False])
def test_it_pays_for_an_order_only_where_what_it_is_for_can_be_done(walled: bool) -> None:
    """Behind a wall an enemy is as near, and cannot be reached."""
    board = street(house((12, 0), (12.1, 24), 12.0, "wall", climbable=False)) if walled else plain_street()
    weak, captain = (
        mini("b", "south", (12.71, 6, 0), lp=4, attack=1, protection=1),
        mini("c", "north", (3, 20, 0), cp=2),
    )
    table = fight(board, mini("a", "north", (8.5, 6, 0), ap=1, attack=6), captain, weak, dice=[5] * 60)
    take_turn(table, "a")
    answer = make("seasoned", 1).choose(table.state, table.request, table.measure)  # type: ignore[arg-type]
    assert isinstance(answer, Order) is not walled


def test_how_a_turn_begins_does_not_hang_on_plans_that_were_asked_for_since() -> None:
    """What a spell would leave of its Action Points is asked for before an order is weighed."""
    table = fight(plain_street(), mini("a", "north", (4, 6, 0), attack=6), mini("b", "south", (12, 6, 0), lp=4))
    take_turn(table, "a")
    choice = table.request
    assert isinstance(choice, WhichAction)
    plans = TurnPlans(Outlook(table.state, table.measure, weights_of("seasoned")), "a", most=2)
    ranked = plans.ranked(2)
    begins = starts(choice, plans, ranked, 2)
    plans.best(1)
    assert starts(choice, plans, ranked, 2) == begins
    assert starts(choice, plans, ranked, 1) != begins


def countered(table: Table, who: str) -> object:
    """What the bot answers when it may counter an action with somebody."""
    choice = WhoCounters(seat="north", after="b", by=("c",), ready=(who,))
    return make("seasoned", 1).choose(table.state, choice, table.measure)


@pytest.mark.parametrize(("at", "strikes"), [((4, 12, 0), True), ((14, 2, 0), False)])
def test_it_pays_for_a_counter_only_where_somebody_can_strike(at: Any, strikes: bool) -> None:
    bow = {"weapons": ({"name": "Bow", "range": 24, "damage": 6},), "attack": 9, "move": 1}
    wall = street(house((8, 0), (10, 8), 8.0))
    captain, target = mini("c", "north", (4, 8, 0), cp=2, move=1), mini("b", "south", (4, 4, 0), lp=3)
    table = fight(wall, target, mini("a", "north", at, **bow), captain, dice=[5] * 60)
    take_turn(table, "b")
    assert countered(table, "a") == (Counter("c", "a") if strikes else "pass")


def test_nothing_is_planned_for_whom_nobody_can_have_counter(monkeypatch: pytest.MonkeyPatch) -> None:
    bow, planned = {"weapons": ({"name": "Bow", "range": 24, "damage": 6},), "attack": 9}, list[str]()
    minis = mini("a", "north", (14, 2, 0), **bow), mini("d", "south", (14, 6, 0), lp=3), mini("b", "south", (4, 4, 0))
    table = fight(street(house((8, 0), (10, 8), 8.0)), *minis, mini("c", "north", (4, 8, 0), cp=2), dice=[5] * 60)
    take_turn(table, "b")

    class Noted(TurnPlans):
        def __init__(self, outlook: Outlook, who: str, *of: Any, **more: Any) -> None:
            planned.append(who)
            super().__init__(outlook, who, *of, **more)

    monkeypatch.setattr("sim.bots.seasoned.TurnPlans", Noted)
    assert (countered(table, "a"), planned) == ("pass", [])
    table.state.set("a", at=(4.0, 12.0, 0.0))
    assert (countered(table, "a"), planned) == (Counter("c", "a"), ["a"])


def test_whoever_carries_something_plans_no_attacks_and_is_little_to_be_feared() -> None:
    at = ("n1", "north", (12.0, 12.0, 0.0)), ("s1", "south", (13.5, 12.0, 0.0)), ("s2", "south", (20.0, 4.0, 0.0))
    armed = {who: {"attack": 9} for who in ("n1", "s1", "s2")}
    laden, free = goods(*at, carrier="n1", profiles=armed), goods(*at, profiles=armed)
    measure = Referee(board_for("acquisition"))

    def attacks(state: Any) -> bool:
        plans = TurnPlans(Outlook(state, measure, weights_of("seasoned")), "n1")
        return any(plan.attacks or isinstance(plan.first, Guard | Hide) for plan in plans.ranked(3))

    assert attacks(free)
    assert not attacks(laden)
    feared = [Outlook(state, measure, weights_of("seasoned")).comes("n1", "s1") for state in (laden, free)]
    assert feared[0] < 0.5 * feared[1]


@pytest.mark.rule("SCEN-04")
def test_a_hit_that_makes_a_carrier_drop_what_it_carries_is_worth_that() -> None:
    at = ("n1", "north", (12.0, 12.0, 0.0)), ("n2", "north", (12.0, 14.36, 0.0)), ("s1", "south", (12.0, 13.18, 0.0))
    laden, free = goods(*at, carrier="n1"), goods(*at)
    measure, weights = Referee(board_for("acquisition")), weights_of("seasoned")
    told = [Outlook(state, measure, weights) for state in (laden, free)]
    stake = told[0].worth.stake("n1")
    assert stake > 0.5
    for lost, more in ((3, stake), (2, 0.0)):
        strike = Strike("Axe", 0.0, 3, tuple(float(n == lost) for n in range(lost + 1)), 0.0)
        harms = [outlook.harm([strike], "n1") for outlook in told]
        assert harms[0] - harms[1] == pytest.approx(more, abs=0.01)
        once, twice = (told[0].harm([strike] * times, "n1") for times in (1, 2))
        assert twice - once < stake + 0.5  # it drops it but once
    plans = TurnPlans(Outlook(laden, measure, weights), "s1").ranked(1)
    attacked = [plan.first.target for plan in plans if isinstance(plan.first, Combat)]
    assert attacked[0] == "n1"


def test_who_alone_holds_what_scores_is_worth_more_the_nearer_the_end_is() -> None:
    foe = ("s1", "south", (20.0, 4.0, 0.0))
    held: list[float] = []
    for round_ in (2, 5):
        wholes = []
        for at in ((12.0, 13.0, 0.0), (4.0, 13.0, 0.0)):
            state = goods(("n1", "north", at), foe)
            state.round = round_
            wholes.append(Worth(state, weights_of("seasoned")).whole("n1"))
        held.append(wholes[0] - wholes[1])
    assert 0.0 < held[0] < 0.5 * held[1]
    beside = goods(("n1", "north", (12.0, 13.0, 0.0)), ("n2", "north", (12.0, 11.0, 0.0)), foe)
    beside.round = 5
    assert Worth(beside, weights_of("seasoned")).whole("n1") == pytest.approx(wholes[1])  # the other holds it, too


def test_it_wishes_for_heights_and_for_holding_three_under() -> None:
    friends = [mini(f"n{n}", "north", (20, 4 + 4 * n, 0)) for n in range(2)]
    roof = street(house((4, 4), (10, 20), 8.0))
    table = fight(roof, mini("a", "north", (7, 12, 8)), *friends, mini("s", "south", (14, 12, 0)), dice=[5] * 60)
    wishes = AgendaWishes(table.state, "north")
    wishes.vp = 1.0
    assert wishes.height("n0") == wishes.drown("s") == 0.0
    wishes.held = ("B4", "B8")
    assert wishes.height("n0") == 0.5  # the second of three
    table.state.set("n1", had_turn=True)
    assert wishes.height("n0") == 0.0  # no third comes
    assert wishes.drown("s") == 0.3


def test_for_an_agenda_of_drowning_it_holds_whom_it_touches_under() -> None:
    minis = mini("a", "north", (13, 12, -0.75), attack=9), mini("b", "south", (14.1, 12, -0.75), lp=10)
    table = fight(canal(), *minis, dice=[5] * 60)
    take_turn(table, "a")
    plans = TurnPlans(Outlook(table.state, table.measure, weights_of("seasoned")), "a")
    before = max(plan.worth for plan in plans.ranked(1) if isinstance(plan.first, Drown))
    plans.wishes.held, plans.wishes.vp = ("B8",), 1.0
    assert max(plan.worth for plan in plans.ranked(1) if isinstance(plan.first, Drown)) == pytest.approx(before + 0.3)


def test_a_run_to_where_it_would_jump_from_is_all_that_is_tried_for_a_jump() -> None:
    table = fight(plain_street(), mini("a", "north", (4, 6, 0)), mini("b", "south", (20, 6, 0)))
    take_turn(table, "a")
    plans = TurnPlans(Outlook(table.state, table.measure, weights_of("seasoned")), "a")
    run = Run(to=(6.0, 6.0, 0.0))
    assert list(first_steps(plans, TurnPlan(1.0, run, "jumps"), 2)) == [run]


def test_what_is_empty_now_is_loaded_for_its_next_turn() -> None:
    gun = {"weapons": ({"name": "Gun", "range": 12, "abilities": ("Reload (1)",)},)}
    table = fight(plain_street(), mini("a", "north", (4, 6, 0), **gun), mini("b", "south", (12, 6, 0)))
    table.state.set("a", had_turn=True, used=("weapon:Gun",), kept={"weapon:Gun": 1})
    strikes = Strikes(table.state, table.measure)
    assert strikes.shots("a", "b")
    strikes.now = "a"
    assert not strikes.shots("a", "b")


def test_attacks_are_kept_while_the_two_are_as_they_were(monkeypatch: pytest.MonkeyPatch) -> None:
    table = fight(plain_street(), mini("a", "north", (4, 6, 0)), mini("b", "south", (12, 6, 0)))
    known = Known()
    first = Strikes(table.state, table.measure, known).blow("a", "b")
    made: list[object] = []
    strike = Strikes._strike

    def noted(own: Strikes, *of: Any, **how: Any) -> Strike | None:
        made.append(of)
        return strike(own, *of, **how)

    monkeypatch.setattr(Strikes, "_strike", noted)
    table.state.set("a", at=(4.0, 12.0, 0.0))
    known = known.afresh()
    assert Strikes(table.state, table.measure, known).blow("a", "b") == first
    assert not made
    table.state.set("b", stunned=True)
    stunned = Strikes(table.state, table.measure, known.afresh()).blow("a", "b")
    assert made
    assert stunned is not None
    assert first is not None
    assert stunned.mean > first.mean


def test_attacks_that_hang_on_others_are_not_kept() -> None:
    doctor = mini("c", "south", (12, 4, 0), keywords=("Doctor",), mind=9)
    meek = mini("b", "south", (12, 6, 0), abilities=("Companion (Doctor)",), mind=1)
    table = fight(plain_street(), mini("a", "north", (4, 6, 0), abilities=("Fear (1)",)), meek, doctor)
    known = Known()
    beside = Strikes(table.state, table.measure, known).blow("a", "b")
    table.state.set("c", alive=False)
    alone = Strikes(table.state, table.measure, known.afresh()).blow("a", "b")
    assert beside is not None
    assert alone is not None
    assert alone.mean > beside.mean


def test_it_wishes_for_the_kills_that_its_agendas_name() -> None:
    leader = mini("b", "south", (7, 6, 0), keywords=("Leader",), size=40)
    table = fight(plain_street(), mini("a", "north", (6, 6, 0), keywords=("Henchman",)), leader)
    wishes = AgendaWishes(table.state, "north")
    wishes.held, wishes.vp = ("A3", "C9"), 1.0
    assert wishes.kill("a", "b", "Sword", 0.0) == 2.0
    assert wishes.kill("b", "a", "Sword", 0.0) == 0.0


def test_danger_says_who_comes_with_what_and_how_badly() -> None:
    axe = {"attack": 8, "weapons": ({"name": "Axe", "damage": 2},)}
    table = fight(plain_street(), mini("a", "north", (4, 6, 0)), mini("b", "south", (9, 6, 0), **axe))
    (near,) = threats.danger(table.state, table.measure, "a")
    assert (near.enemy, near.weapon, near.attacks, near.comes) == ("b", "Axe", 3, 1.0)
    assert 0.0 < near.kills <= 1.0
    (far,) = threats.danger(table.state, table.measure, "a", (4.0, 18.0, 0.0))
    assert far.attacks < near.attacks
    assert far.lost < near.lost
    assert table.state["a"].here == (4.0, 6.0, 0.0)
    assert not threats.danger(table.state, table.measure, "a", (4.0, 23.0, 0.0))


def test_danger_is_shared_out_among_allies() -> None:
    axe = {"attack": 8, "weapons": ({"name": "Axe", "damage": 2},)}
    a, b, c = mini("a", "north", (4, 6, 0)), mini("b", "south", (9, 6, 0), **axe), mini("c", "north", (9, 2, 0))
    (alone,) = threats.danger((table := fight(plain_street(), a, b)).state, table.measure, "a")
    (shared,) = threats.danger((table := fight(plain_street(), a, b, c)).state, table.measure, "a")
    assert shared.comes < alone.comes
    assert shared.lost == alone.lost


def test_its_answers_are_legal_and_follow_from_its_seed() -> None:
    def played() -> Session[Any]:
        session = game("acquisition", {"north": ("n1", "n2"), "south": ("s1", "s2")}, 5)
        bots = {"north": make("seasoned", 1), "south": make("novice", 2)}
        play(session, bots, until=lambda: session.state.round > 2, told=lambda *said: reasons.append(said))
        return session

    reasons: list[tuple[str, ...]] = []
    one, again = played(), played()
    assert one.over or one.state.round > 2
    assert msgspec.to_builtins(one.events, enc_hook=str) == msgspec.to_builtins(again.events, enc_hook=str)
    assert reasons[: len(reasons) // 2] == reasons[len(reasons) // 2 :]
    assert {seat for seat, _ in reasons} == {"north", "south"}
    assert any("overlooks" in reason for _, reason in reasons)


def test_it_answers_the_same_whatever_the_enemy_keeps_secret() -> None:
    session = game("acquisition", GANGS, 3)
    bots = {"north": make("random", 1), "south": make("random", 2)}
    play(session, bots, until=lambda: isinstance(session.request, WhichAction))
    choice = session.request
    assert isinstance(choice, WhichAction)
    other = next(seat for seat in session.state.seats if seat != choice.seat)
    answers = []
    for secrets in (session.state.seats[other].agendas, ("A1", "A2", "A3")):
        state = session.state.copy()
        state.set_seat(other, agendas=secrets)
        bot = make("seasoned", 9)
        answers.append(bot.choose(session.game.view(state, choice.seat), choice, session.measure))
    assert answers[0] == answers[1]


@pytest.mark.rule("SCEN-08")
def test_whoever_took_a_treasure_leaves_the_corner_where_it_scores_for_its_owner() -> None:
    session = game("take-what-is-theirs", GANGS, 3)
    play(session, {"north": make("random", 1), "south": make("random", 2)}, until=lambda: session.state.round > 0)
    state, treasure = session.state.copy(), session.state.objectives["treasure-of-south"]
    state.round = 7  # the way home is too long by now
    state.set("n1", at=(8.3, 8.3, 0.0), ap=2)
    for who, at in (("s1", (19.0, 19.0, 0.0)), ("s2", (20.0, 16.0, 0.0)), ("s3", (16.0, 20.0, 0.0))):
        state.set(who, at=at)
    state.objectives = state.objectives | {treasure.id: msgspec.structs.replace(treasure, carrier="n1", at=None)}
    plans = TurnPlans(Outlook(state, session.measure, weights_of("seasoned")), "n1")
    best = plans.best(2)
    assert best.to is not None
    assert dist(best.to[:2], (0.0, 0.0)) > 12.0


@pytest.mark.rule("TURN-06")
@pytest.mark.parametrize(
    ("agendas", "round_", "drops"),
    [(("A5", "C5", "C1"), 1, "A5"), (("B7", "C5", "C1"), 1, None), (("C2", "C5"), 2, "C2"), (("C2", "C5"), 3, None)],
)
def test_it_gives_up_an_agenda_where_another_is_likelier_by_more_than_a_command_point(
    agendas: tuple[str, ...], round_: int, drops: str | None
) -> None:
    """Five rounds: the fewer are left, the less another is worth."""
    state = game("gang-war", GANGS, 4).state
    state.round = round_
    plan = dropped(state, DropAgenda(seat="north", agendas=agendas, planners=("n1",)), weights_of("seasoned").planned)
    assert (plan.agenda if plan is not None else None) == drops


def test_the_weights_of_a_bot_are_a_file() -> None:
    assert isinstance(weights_of("seasoned"), Weights)


@pytest.mark.parametrize("scenario", ["gang-war", "take-what-is-theirs"])
def test_plans_of_few_action_points_need_no_places_further_off(scenario: str) -> None:
    session = game(scenario, GANGS, 4)
    looked = 0

    def compared() -> bool:
        nonlocal looked
        if isinstance(session.request, WhoseTurn):
            outlook = Outlook(session.state, session.measure, weights_of("seasoned"))
            who = session.request.waiting[0]
            for points in (1, 2):
                all_places, near = TurnPlans(outlook, who), TurnPlans(outlook, who, most=points)
                assert len(near.at) <= len(all_places.at)
                ranked = all_places.ranked(points)
                again = near.ranked(points)  # how many runs lead to a place is told to within one
                assert [plan.worth for plan in again] == pytest.approx([plan.worth for plan in ranked], abs=0.01)
                assert again[0].why == ranked[0].why
                assert near.best(points) == again[0]
                assert near.best(points, least=again[0].worth) == again[0]
                looked += 1
        return looked >= 30

    play(session, {"north": make("seasoned", 1), "south": make("greedy", 2)}, until=compared)
    assert looked >= 30


def test_who_attacks_with_one_action_may_charge_or_strike_as_a_straight_line_tells() -> None:
    session, far, near = game("gang-war", GANGS, 4), 0, 0

    def compared() -> bool:
        nonlocal far, near
        if isinstance(session.request, WhoseTurn):
            outlook = Outlook(session.state, session.measure, weights_of("seasoned"))
            for who in session.request.waiting:
                attacks = any(plan.attacks for plan in TurnPlans(outlook, who, most=1).ranked(1))
                if outlook.may_charge(who) or outlook.may_strike(who):
                    near += attacks
                else:
                    assert not attacks
                    far += 1
        return far >= 20 and near >= 8

    play(session, {"north": make("seasoned", 1), "south": make("greedy", 2)}, until=compared)
    assert near >= 8


def test_nobody_sets_out_for_the_side_of_an_enemy_where_no_room_is() -> None:
    pillar = street(house((6, 6), (7.3, 7.3), 3.0, "pillar"))
    minis = mini("a", "north", (14, 6.6, 0)), mini("b", "south", (6.65, 6.65, 3))
    table = fight(pillar, *minis)
    take_turn(table, "a")
    plans = TurnPlans(Outlook(table.state, table.measure, weights_of("seasoned")), "a")
    charge = TurnPlan(1.0, Run(to=table.state["b"].here), "charges B", True, beside="b")
    assert list(first_steps(plans, charge, plans.me.ap)) == []
    table.state.set("b", at=(6.65, 8.6, 0.0))
    assert list(first_steps(plans, charge, plans.me.ap)) != []


@pytest.mark.rule("ABIL-Berserk")
@pytest.mark.parametrize(("lp", "charges"), [(5, True), (6, False)])
def test_a_berserk_plans_with_what_its_turn_will_begin_with(lp: int, charges: bool) -> None:
    """Two runs of 4 do not lead it there, three do."""
    berserk = mini("b", "south", (2, 6, 0), abilities=("Berserk",), ap=2, move=4, attack=6, lp=lp)
    table = fight(plain_street(), mini("a", "north", (13, 6, 0), lp=3), berserk)
    reply = best_reply(Outlook(table.state, table.measure, weights_of("seasoned")), [table.state["b"]])
    assert reply is not None
    assert isinstance(reply.why, Charges) == charges


def test_who_goes_on_after_a_shot_goes_round_walls() -> None:
    """The room behind the wall is near, and safe, but takes three runs."""
    walls = [house((0, 12.6), (11, 12.7), 8.0, "north", climbable=False)]
    walls += [house((12.8, 0), (12.9, 14), 8.0, "east", climbable=False)]
    gun = {"name": "gun", "range": 24, "evasion": 0, "penetration": 0, "damage": 1, "abilities": ("Reload (1)",)}
    scythe = {"name": "scythe", "range": 0, "evasion": 0, "penetration": -3, "damage": 3}
    table = fight(
        street(*walls),
        mini("a", "south", (6, 11.5, 0), ap=3, lp=6, weapons=(gun,)),
        mini("foe", "north", (1.5, 11.5, 0), lp=12, ap=3, attack=8, weapons=(scythe,)),
    )
    plans = plans_of(table, "a")
    shots = [plan for plan in plans.ranked() if isinstance(plan.why, Shoots) and plan.to is not None]
    assert shots
    for plan in shots:
        leads = plans.runs <= plans.me.ap - plan.times
        assert plan.worth <= plan.gain + plans.ending(0, plan.why.kills)[leads].max() + 1e-6


@pytest.mark.rule("TURN-04")
@pytest.mark.parametrize("bot", ["seasoned", "master"])
def test_whoever_may_use_but_one_more_action_in_the_round_plans_no_two(bot: str) -> None:
    """Two counters before its turn: of the two AP that it has it may use one. It planned with both, set out to strike
    with the second, and ended its turn with that unused."""
    foe = mini("b", "south", (5.185, 6, 0), attack=1, lp=6)
    table = fight(plain_street(), mini("a", "north", (4, 6, 0), ap=2, attack=6), foe, dice=[5] * 60)
    take_turn(table, "a")
    table.state.set("a", used_ap=2)
    assert max(plan.times for plan in plans_of(table, "a").ranked()) == 1
    choice = table.request
    assert isinstance(choice, WhichAction)
    player = make(bot, 1)
    assert isinstance(player.choose(table.game.view(table.state, "north"), choice, table.measure), Combat)
    assert isinstance(player, Reasoned)
    assert "1 attack" in reason_of(player).words(whole=True)


@pytest.mark.rule("TURN-04")
def test_whoever_has_used_its_actions_is_not_to_be_feared_for_more() -> None:
    table = fight(plain_street(), mini("a", "north", (4, 6, 0)), mini("b", "south", (9, 6, 0), ap=2))
    (fresh,) = threats.danger(table.state, table.measure, "a")
    table.state.set("b", used_ap=2)
    (tired,) = threats.danger(table.state, table.measure, "a")
    assert tired.attacks == fresh.attacks - 1


@pytest.mark.rule("MOVE-04")
def test_a_large_base_climbs_down_from_a_bridge_where_no_way_about_has_a_place_to_stop() -> None:
    """The Iron Steward stood on this bridge for four rounds: one run leads down with a roll, which was not thought of
    where two lead about without, and of those the first had nowhere to end."""
    large = mini("a", "north", (15.125, 11.75, 1.34), move=4, size=50, ap=3)
    table = fight(Board.load("san-canciano"), large, mini("b", "south", (18, 26, 0)), dice=[5] * 60)
    plans = plans_of(table, "a")
    row = int(np.argmin(np.linalg.norm(plans.at - np.array((17.125, 13.125, 0.68)), axis=1)))
    assert plans.runs[row] == 2
    plan = TurnPlan(1.0, END, Goes(), to=as_point(plans.at[row]))
    choice = table.request
    assert isinstance(choice, WhichAction)
    (begun,) = starts(choice, plans, [plan], 3)
    assert begun.action == Run(to=plan.to)
    assert 0.8 < begun.worth < plan.worth  # it may fail
