"""Secure Arms, Acquisition, Take What is Theirs and Street Fight (SCEN-03, 06 to 09, 12)."""

from __future__ import annotations

from typing import Any

import pytest

from sim.board.model.terrain import Meaning, Obstacle
from sim.bots import make
from sim.carnevale import hooks, scenarios
from sim.carnevale.agendas.check import AgendaAchieved
from sim.carnevale.events import Escaped, GameEnded, Killed, LeftOut, RoundBegan, Scored
from sim.carnevale.events.objectives import ObjectiveClaimed, ObjectivePlaced, ObjectiveTaken
from sim.carnevale.objective import Objective
from sim.carnevale.objectives.placing import ObjectiveSpots
from sim.carnevale.referee import Referee
from sim.carnevale.scenarios.deployment import Deploy, RollOff, SetUpMini, TakeZone, ZoneTaken, undeployed
from sim.carnevale.setup import WrongSetup
from sim.carnevale.state import State
from sim.carnevale.turn import BeginRound, EndGame
from sim.engine.dice import ScriptedDice
from sim.engine.requests import Refused
from sim.engine.session import Session
from tests.carnevale import tables
from tests.carnevale.stages import asked, board_for, played, scores, setup, staged, whole
from tests.carnevale.tables import GAME, Point, block, do, end_turn, of, only, take_turn

TWO = {"north": ("n1", "n2"), "south": ("s1", "s2")}
FOUR = {"north": ("n",), "east": ("e",), "south": ("s",), "west": ("w",)}
KINDS = {"cache": (), "chest": ("mobile",), "treasure": ("claimable", "mobile")}


def lay(game: State, id: str, at: Point, vp: int = 2, owner: str | None = None) -> None:
    kinds = KINDS[id.split("-")[0]]
    game.emit(ObjectivePlaced(objective=Objective(id, vp, kinds, at=at, owner=owner)))
    if owner is not None:
        game.emit(ObjectiveClaimed(objective=id, seat=owner))


def ended(game: State) -> dict[str, int]:
    """The score when the game ends as it stands."""
    game.then(EndGame())
    return scores(played(game).state)


@pytest.mark.rule("SCEN-02", "TERR-09")
def test_nobody_is_set_up_on_what_is_too_small_to_stand_on() -> None:
    crate = ("crate/box", Meaning(obstacle=Obstacle.SMALL), block((3, 3, 0), (4, 4, 0.8)))
    game = GAME.begin(setup("acquisition", {"north": ("n",), "south": ("s",)}))
    game.todo = [Deploy("north")]
    game.emit(ZoneTaken(seat="north", zone="south-west corner"))
    table = Session(GAME, game, ScriptedDice(()), Referee(tables.street(crate)))
    refusal = table.refusal({"who": "n", "at": (3.5, 3.5, 0.8)})
    assert refusal is not None
    assert refusal.rule == "TERR-09"
    assert table.refusal({"who": "n", "at": (2.0, 2.0, 0.0)}) is None


def crowded(*minis: str) -> Session[State]:
    """A gang in a corner that is walled up but for one alley, with room for one 30 mm base."""
    walls = (
        ("wall/east", Meaning(), block((1.4, 0, 0), (8, 8, 4))),
        ("wall/north", Meaning(), block((0, 1.4, 0), (1.4, 8, 4))),
    )
    game = GAME.begin(setup("acquisition", {"north": minis, "south": ("s",)}))
    game.todo = [Deploy("north")]
    game.emit(ZoneTaken(seat="north", zone="south-west corner"))
    return Session(GAME, game, ScriptedDice(()), Referee(tables.street(*walls)))


@pytest.mark.rule("SCEN-14")
def test_who_finds_no_room_is_left_out_and_is_no_casualty() -> None:
    table = crowded("a", "b")
    too_early = table.refusal("a")
    assert too_early is not None
    assert (too_early.rule, too_early.why) == ("SCEN-14", "there is room for A at [0.6, 0.6]")
    table.answer({"who": "a", "at": (0.7, 0.7, 0.0)})
    assert table.refusal({"who": "b", "at": (0.7, 0.7, 0.0)}) is not None
    table.answer("b")
    assert only(table.state.log, LeftOut).who == "b"
    b = table.state["b"]
    assert (b.alive, b.on_board, undeployed(table.state, "north")) == (True, False, [])
    assert not isinstance(table.request, SetUpMini)


@pytest.mark.rule("SCEN-14")
@pytest.mark.parametrize("who", ["s", "nobody"])
def test_only_a_mini_of_ones_own_that_waits_is_left_out(who: str) -> None:
    refusal = crowded("a", "b").refusal(who)
    assert refusal is not None
    assert refusal.why == f"{who} does not wait to be set up"


@pytest.mark.rule("SCEN-14")
@pytest.mark.parametrize("bot", ["random", "greedy", "seasoned"])
def test_bots_set_up_whom_there_is_room_for(bot: str) -> None:
    table = crowded("a", "b")
    player = make(bot, 1)
    while isinstance(request := table.request, SetUpMini):
        table.answer(player.choose(GAME.view(table.state, "north"), request, table.measure))
    assert len(of(table.state.log, LeftOut)) == 1
    assert len([c for c in table.state.on_board() if c.seat == "north"]) == 1


@pytest.mark.rule("SCEN-05", "SCEN-06", "SCEN-07", "SCEN-08", "SCEN-09")
@pytest.mark.parametrize(
    ("id", "ducats", "size", "rounds", "agendas"),
    [
        ("gang-war", 150, (36, 36), 5, 3),
        ("secure-arms", 100, (36, 36), 5, 5),
        ("acquisition", 75, (24, 24), 5, 3),
        ("take-what-is-theirs", 150, (36, 36), 8, 3),
        ("street-fight", 100, (24, 48), 7, 3),
    ],
)
def test_the_numbers_of_each_page(id: str, ducats: int, size: tuple[int, int], rounds: int, agendas: int) -> None:
    page = scenarios.find(id)
    assert page is not None
    assert (page.ducats, page.size, page.rounds, page.agendas, page.agenda_vp) == (ducats, size, rounds, agendas, 1)
    assert page.needs_leader is (id != "acquisition")
    assert (page.players, page.agenda_tables) == ((2, 4), "ABCD")


@pytest.mark.rule("SCEN-09")
def test_a_board_of_another_size_does_not_fit_but_may_lie_across() -> None:
    page = scenarios.find("street-fight")
    assert page is not None
    assert scenarios.misfit(page, (48, 24)) is scenarios.misfit(page, (24, 48)) is None
    assert scenarios.misfit(page, (36, 36)) == (
        'Street Fight is played on a board of 24" by 48"; this one is 36" by 36"'
    )


@pytest.mark.rule("SCEN-13")
def test_a_board_of_four_feet_stands_in_for_three_feet_and_for_nothing_else() -> None:
    fit = {id for id in scenarios.known() if (page := scenarios.find(id)) and scenarios.misfit(page, (48, 48)) is None}
    assert fit == {"gang-war", "secure-arms", "take-what-is-theirs"}


# --- zones --------------------------------------------------------------------------------------------------


def zones(scenario: str, gangs: dict[str, tuple[str, ...]]) -> dict[str, Any]:
    game = GAME.begin(setup(scenario, gangs))
    page = scenarios.of(game)
    assert page is not None
    return {zone.name: zone for zone in page.zones(game)}


@pytest.mark.rule("SCEN-12")
@pytest.mark.parametrize("scenario", ["gang-war", "secure-arms", "acquisition", "take-what-is-theirs"])
def test_two_players_have_opposite_zones_and_more_have_four_that_keep_apart(scenario: str) -> None:
    assert len(zones(scenario, TWO)) == 2
    four = list(zones(scenario, FOUR).values())
    assert len(four) == 4
    for zone in four:
        for other in four:
            middle = (*other.outline[len(other.outline) // 2], 0.0)
            assert zone is other or not zone.holds(middle, 0.1)


@pytest.mark.rule("SCEN-12")
@pytest.mark.parametrize("scenario", ["gang-war", "secure-arms", "acquisition"])
def test_a_page_tells_the_zones_of_two_gangs_and_of_more(scenario: str) -> None:
    page = scenarios.find(scenario)
    assert page is not None
    assert "opposite" in page.words()
    assert "three or four gangs" in page.words()


@pytest.mark.rule("SCEN-06")
def test_the_zones_of_secure_arms_keep_twelve_inches_from_the_sides() -> None:
    north = zones("secure-arms", TWO)["north edge"]
    assert north.holds((18, 30, 0), 0.59)
    assert not north.has((11.9, 30, 0))
    assert not north.has((18, 27.9, 0))


@pytest.mark.rule("SCEN-07", "SCEN-08")
def test_corner_zones_hold_what_is_wholly_within_reach_of_the_corner() -> None:
    corner = zones("acquisition", TWO)["south-west corner"]
    assert corner.holds((5, 5, 0), 0.59)
    assert not corner.holds((5.5, 5.5, 0), 0.59)  # 7.8" from the corner, its rim 8.4"
    assert corner.gap((12, 5, 0)) == pytest.approx(5)
    assert zones("take-what-is-theirs", TWO)["north-east corner"].holds((28, 28, 0), 0.59)


# --- objectives placed --------------------------------------------------------------------------------------


def placing(table: Any, *spots: Point) -> list[str]:
    """Objectives are laid there in turn; returns who laid them."""
    seats = []
    for at in spots:
        seats.append(asked(table).seat)
        table.answer({"at": at})
    return seats


@pytest.mark.rule("SCEN-01", "SCEN-03", "SCEN-06")
def test_players_lay_six_objectives_in_turn_on_ground_in_water_and_on_roofs_before_agendas() -> None:
    agendas = [4, 1, 4, 4, 4, 6, 4, 9, 4, 10]
    table = whole("secure-arms", TWO, [*agendas, *agendas, 9, 2])
    assert asked(table).prompt == "place_objective"
    spots: list[Point] = [(7, 15, -0.75), (14, 13.2, 8), (24, 15, 0), (24, 21, 0), (10, 22, 0), (18, 18, 0)]
    assert placing(table, *spots) == ["north", "south"] * 3
    assert [o.at for o in table.state.objectives.values()] == spots
    assert len(table.state.seats["south"].agendas) == 5
    assert asked(table).prompt == "zone"


@pytest.mark.rule("SCEN-03")
@pytest.mark.parametrize(
    ("at", "why"),
    [
        ((18, 12.5, 0), r"from the deployment zone \(south edge\)"),
        ((18, 4, 0), r"in the deployment zone \(south edge\)"),
        ((24, 19, 0), "from cache 1"),
        ((18, 18, 1), "cannot lie there"),
        ((14.0, 14.0, 8), "cannot lie there"),
        ((0.5, 18, 0), "wholly on the board"),
        ((35.5, 18, 0), "wholly on the board"),
        ((4, 0.5, 0), "wholly on the board"),
        ((4, 35.5, 0), "wholly on the board"),
    ],
)
def test_objectives_keep_four_inches_from_zones_and_from_one_another(at: Point, why: str) -> None:
    table = whole("secure-arms", TWO)
    placing(table, (24, 15, 0))
    with pytest.raises(Refused, match=f"SCEN-03: .*{why}"):
        table.answer({"at": at})


@pytest.mark.rule("SCEN-07")
def test_set_down_where_it_would_slip_off_the_line_it_lies_a_little_further_along_that() -> None:
    post = tables.house((11.8, 12.2), (12.3, 12.7), 3.0, climbable=False)
    table = tables.fight(
        tables.street(post), tables.mini("a", "north", (3, 3, 0)), tables.mini("b", "south", (9, 3, 0))
    )
    spots = ObjectiveSpots(Objective("chest-1", ("mobile",)), ((0.0, 12.0), (24.0, 12.0)))
    lies = spots.settle(table.state, table.measure, (12.0, 12.3, 0.1))
    assert lies is not None
    assert lies.at == pytest.approx((13, 12, 0), abs=1e-3)
    assert spots.refusal(table.state, table.measure, lies) is None


@pytest.mark.rule("SCEN-07")
def test_the_chests_of_acquisition_lie_on_the_centre_line() -> None:
    table = whole("acquisition", TWO, [4, 1, 4, 4, 4, 6] * 2 + [9, 2])
    with pytest.raises(Refused, match=r"SCEN-03: .*centre line"):
        table.answer({"at": (18, 13, 0)})
    region: Any = asked(table).region
    assert region.settle(table.state, table.measure, (19, 15, 4)).at == (19, 12, 0)
    assert placing(table, (4, 12, 0), (19, 12, 0)) == ["north", "south"]


# --- objectives scored --------------------------------------------------------------------------------------


def arms(*minis: tuple[str, str, Point], profiles: dict[str, Any] | None = None) -> State:
    """Secure Arms with a cache at (20, 20); both sides have achieved an agenda."""
    game = staged("secure-arms", *minis, profiles=profiles or {})
    lay(game, "cache-1", (20, 20, 0))
    for seat in game.seats:
        game.emit(AgendaAchieved(seat=seat, agenda="A1"))
    return game


@pytest.mark.rule("SCEN-03", "SCEN-06")
def test_an_objective_scores_for_the_gang_that_alone_is_within_three_inches() -> None:
    edge = 20 + 3 + 1.18
    assert ended(arms(("n1", "north", (edge, 20, 0)), ("s1", "south", (30, 30, 0)))) == {"north": 2, "south": 0}
    assert ended(arms(("n1", "north", (edge + 0.05, 20, 0)), ("s1", "south", (30, 30, 0)))) == {"north": 0, "south": 0}
    both = arms(("n1", "north", (edge, 20, 0)), ("s1", "south", (20, edge, 0)))
    assert ended(both) == {"north": 0, "south": 0}


@pytest.mark.rule("SCEN-03", "ABIL-Mindless")
def test_the_mindless_neither_hold_nor_contest_an_objective() -> None:
    minis = (("n1", "north", (20, 22, 0)), ("s1", "south", (22, 20, 0)))
    mindless = {"s1": {"abilities": ("Mindless",)}}
    assert ended(arms(*minis, profiles=mindless)) == {"north": 2, "south": 0}


@pytest.mark.rule("SCEN-06")
def test_whoever_is_within_three_inches_of_arms_fights_better_for_as_long_as_it_is_there() -> None:
    game = arms(("n1", "north", (20, 22, 0)), ("s1", "south", (30, 30, 0)))
    game.then(BeginRound(1, "north"))
    table = played(game)
    take_turn(table, "n1")
    have = [hooks.has(table.state, "n1", name) for name in ("Expert Offence", "Expert Marksman")]
    assert have == [True, True]
    do(table, "n1", {"act": "run", "to": [20, 26, 0]})
    assert not hooks.has(table.state, "n1", "Expert Offence")
    assert not hooks.has(table.state, "s1", "Expert Offence")


def goods(*minis: tuple[str, str, Point], carrier: str | None = None, profiles: dict[str, Any] | None = None) -> State:
    game = staged("acquisition", *minis, profiles=profiles or {})
    lay(game, "chest-1", (12, 12, 0))
    if carrier is not None:
        game.emit(ObjectiveTaken(objective="chest-1", who=carrier))
    return game


@pytest.mark.rule("SCEN-07")
def test_goods_score_two_where_they_lie_and_three_in_hand_even_beside_an_enemy() -> None:
    minis = (("n1", "north", (12, 14, 0)), ("s1", "south", (20, 4, 0)))
    assert ended(goods(*minis)) == {"north": 2, "south": 0}
    beside = (("n1", "north", (12, 14, 0)), ("s1", "south", (12, 12.8, 0)))
    assert ended(goods(*beside, carrier="n1")) == {"north": 3, "south": 0}


@pytest.mark.rule("SCEN-07", "ABIL-Mindless")
def test_goods_in_mindless_hands_are_held_by_whoever_stands_by() -> None:
    minis = (("n1", "north", (12, 14, 0)), ("s1", "south", (12, 16, 0)))
    mindless = {"n1": {"abilities": ("Mindless",)}}
    assert ended(goods(*minis, carrier="n1", profiles=mindless)) == {"north": 0, "south": 2}


# --- Take What is Theirs ------------------------------------------------------------------------------------


@pytest.mark.rule("SCEN-08")
def test_each_treasure_lies_twelve_inches_from_its_corner_and_is_claimed() -> None:
    game = GAME.begin(setup("take-what-is-theirs", TWO))
    game.todo = []
    game.then(TakeZone("north"), TakeZone("south"))
    table = played(game)
    table.answer("south-west corner")
    treasure = table.state.objectives["treasure-of-north"]
    assert treasure.at == pytest.approx((8.485, 8.485, 0), abs=0.001)
    assert (treasure.owner, treasure.claimed) == ("north", "north")


def theirs(*minis: tuple[str, str, Point]) -> State:
    """North has the north-east corner and a treasure at (20, 6); south the south-west one and none of its own."""
    game = staged("take-what-is-theirs", *minis)
    lay(game, "treasure-of-north", (20, 6, 0), 3, "north")
    return game


@pytest.mark.rule("SCEN-08", "SCEN-04")
def test_a_treasure_is_carried_off_by_enemies_and_by_its_owner_only_after_them() -> None:
    game = theirs(("n1", "north", (20, 7.18, 0)), ("s1", "south", (4, 30, 0)), ("s2", "south", (21.18, 6, 0)))
    game.then(BeginRound(1, "north"))
    table = played(game)
    take_turn(table, "n1")
    table.answer("end")
    assert asked(table).prompt == "turn"  # its own: neither claimed again nor picked up
    game = theirs(("n1", "north", (30, 30, 0)), ("s2", "south", (21.18, 6, 0)))
    game.then(BeginRound(1, "south"))
    table = played(game)
    take_turn(table, "s2")
    end_turn(table, objective=["claim treasure-of-north", "pick up treasure-of-north"])
    treasure = table.state.objectives["treasure-of-north"]
    assert (treasure.claimed, treasure.carrier) == ("south", "s2")
    page = scenarios.of(table.state)
    assert page is not None
    assert page.may_pick_up(table.state, treasure, "north")
    assert not page.may_claim(table.state, treasure, "north")


@pytest.mark.rule("SCEN-08")
@pytest.mark.parametrize(
    ("at", "points"), [((8.4, 8.4, 0), 3), ((8.95, 8.95, 0), 0), ((27.5, 27.5, 0), 3), ((18, 18, 0), 0)]
)
def test_treasures_score_within_twelve_inches_of_a_corner(at: Point, points: int) -> None:
    game = theirs(("n1", "north", (30, 30, 0)), ("s1", "south", (4, 30, 0)))
    lay(game, "treasure-of-north", at, 3, "north")
    seat = "south" if at[0] < 12 else "north"
    assert ended(game)[seat] == points


@pytest.mark.rule("SCEN-08", "ABIL-Brave")
def test_friends_who_see_a_treasure_in_a_friends_hands_are_brave() -> None:
    minis = (("s1", "south", (20, 5, 0)), ("s2", "south", (24, 5, 0)), ("s3", "south", (8, 20, 0)))
    game = theirs(("n1", "north", (30, 30, 0)), *minis)
    game.emit(ObjectiveTaken(objective="treasure-of-north", who="s1"))
    game.emit(ZoneTaken(seat="south", zone="south-west corner"))
    game.then(BeginRound(1, "south"))
    table = played(game)
    take_turn(table, "s1")
    brave = [who for who in ("n1", "s1", "s2", "s3") if hooks.has(table.state, who, "Brave")]
    assert brave == ["s1", "s2"]  # a house stands between s1 and s3


# --- Street Fight -------------------------------------------------------------------------------------------


def street(*minis: tuple[str, str, Point]) -> State:
    return staged("street-fight", *minis)


@pytest.mark.rule("SCEN-09")
def test_attackers_start_at_one_short_edge_and_defenders_hold_half_the_street() -> None:
    both = zones("street-fight", TWO)
    assert both["attackers' end"].outline == ((0, 0), (24, 0), (24, 6), (0, 6))
    assert both["defenders' end"].outline == ((0, 24), (24, 24), (24, 48), (0, 48))
    four = zones("street-fight", FOUR)
    assert four["attackers' end, part 2"].outline == ((12, 0), (24, 0), (24, 6), (12, 6))
    game = GAME.begin(setup("street-fight", TWO))
    game.todo = []
    game.then(RollOff())
    table = played(game, [9, 2])
    assert asked(table).options == ("attackers' end",)


@pytest.mark.rule("SCEN-09")
def test_a_defender_with_command_points_has_three_more() -> None:
    profiles = {"s1": {"cp": 2}, "s2": {"cp": 1}, "n1": {"cp": 2}}
    table = whole("street-fight", TWO, [4, 1, 4, 4, 4, 6] * 2 + [9, 2], profiles=profiles)
    assert (asked(table).seat, asked(table).prompt, asked(table).options) == ("south", "grant_command", ("s1", "s2"))
    table.answer("s2")
    assert [table.state[who].cp for who in ("n1", "s1", "s2")] == [2, 2, 4]


@pytest.mark.rule("SCEN-09")
def test_an_attacker_that_touches_the_far_edge_is_away_and_scores() -> None:
    game = street(("n1", "north", (12, 44, 0)), ("n2", "north", (3, 3, 0)), ("s1", "south", (20, 44, 0)))
    game.then(BeginRound(1, "north"))
    table = played(game)
    events = do(table, "n1", {"act": "run", "to": [12, 48 - 0.59, 0]})
    assert only(events, Escaped).who == "n1"
    assert table.state["n1"].alive
    assert not table.state["n1"].on_board
    assert asked(table).prompt == "turn"
    do(table, "s1", {"act": "run", "to": [20, 48 - 0.59, 0]})
    assert table.state["s1"].on_board  # a defender only stands there
    table.state.todo = []
    assert ended(table.state) == {"north": 1, "south": 0}


@pytest.mark.rule("SCEN-09")
def test_killing_an_attacker_scores_a_point_for_its_killers() -> None:
    game = street(("n1", "north", (12, 5, 0)), ("n2", "north", (3, 3, 0)), ("s1", "south", (20, 44, 0)))
    game.emit(RoundBegan(round=1))
    game.emit(Killed(who="n1", by="s1", why="combat", where=(12, 5, 0)))
    game.emit(Killed(who="n2", by="n1", why="fall", where=(3, 3, 0)))  # by their own
    game.emit(Killed(who="s1", by="n1", why="combat", where=(3, 3, 0)))
    assert ended(game) == {"north": 0, "south": 1}


@pytest.mark.rule("SCEN-09")
def test_each_side_has_one_gang_or_two() -> None:
    plain = setup("street-fight", FOUR)
    for gang in plain["gangs"]:
        gang["side"] = "attacker"
    with pytest.raises(WrongSetup, match="4 gangs are attacker; 1 or 2 are wanted"):
        GAME.begin(plain)


# --- whole games --------------------------------------------------------------------------------------------


@pytest.mark.rule("SCEN-08", "TURN-03")
def test_a_scenario_lasts_as_many_rounds_as_it_says() -> None:
    game = staged("take-what-is-theirs", ("n1", "north", (30, 30, 0)), ("s1", "south", (5, 5, 0)))
    game.then(BeginRound(1, "north"))
    table = played(game, [7, 2] * 8)
    while table.request is not None:
        table.answer(asked(table).default)
    assert [event.round for event in of(table.events, RoundBegan)] == list(range(1, 9))
    assert only(table.events, GameEnded).scores == {"north": 0, "south": 0}
    assert not of(table.events, Scored)


def test_a_board_for_a_test_has_the_size_of_its_scenario() -> None:
    assert board_for("acquisition").size == (24, 24)
