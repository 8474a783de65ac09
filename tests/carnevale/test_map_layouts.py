"""A map's own zones and objectives: where they count, what is asked all the same, and what the check says of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from sim.board.board import Board
from sim.board.files.mapfile import parse_map
from sim.board.model.errors import MapError
from sim.bots import make
from sim.bots.duel import setup_of
from sim.carnevale import scenarios
from sim.carnevale.board_layout import layout_of
from sim.carnevale.events.objectives import ObjectivePlaced
from sim.carnevale.objectives.placing import WhereObjectiveLies
from sim.carnevale.referee import Referee
from sim.carnevale.rehearsal import unready
from sim.carnevale.scenarios.deployment import WhichZone
from sim.carnevale.setup import begin
from sim.carnevale.state import State
from sim.carnevale.zones import Zone, inside_each
from sim.engine.dice import SeededDice
from sim.engine.duel import play
from sim.engine.requests import Choice
from sim.engine.session import Session
from tests.carnevale.tables import GAME

HEAD = 'format = 1\nname = "Own"\nsize = [24, 24]\n'
WATER = '[[canals]]\nid = "rio"\nline = [[0, 18], [24, 18]]\nwidth = 4\n'
L_SHAPE = ((0.0, 0.0), (8.0, 0.0), (8.0, 6.0), (4.0, 6.0), (4.0, 10.0), (0.0, 10.0))
ZONES = (
    '[[zones]]\nid = "fish-market"\noutline = [[0, 0], [8, 0], [8, 6], [4, 6], [4, 10], [0, 10]]\n'
    '[[zones]]\nid = "east-quay"\noutline = [[18, 0], [24, 0], [24, 7], [20, 7.5]]\n'
)


def board(*more: str) -> Board:
    return Board.of_map(HEAD + WATER + "".join(more), Path("own.toml"))


def objective(id: str, x: float, y: float, *for_: str) -> str:
    named = f"scenarios = {list(for_)}\n".replace("'", '"') if for_ else ""
    return f'[[objectives]]\nid = "{id}"\nat = [{x}, {y}]\n{named}'


def begun(board: Board, scenario: str = "acquisition") -> tuple[State, dict[str, Any]]:
    plain = msgspec.to_builtins(setup_of(board, "own.toml", scenario, ("north", "south"), (), 3))
    return begin(plain), plain


def asked_in(board: Board) -> list[Choice]:
    """The questions of a set-up, answered by a bot until the first zone is taken."""
    state, _ = begun(board)
    session = Session(GAME, state, SeededDice(1), Referee(board))
    bot, asked = make("random", 1), list[Choice]()
    while isinstance(session.request, Choice) and not isinstance(session.request, WhichZone):
        asked.append(session.request)
        view = GAME.view(session.state, session.request.seat)
        session.answer(bot.choose(view, session.request, session.measure))
    assert isinstance(session.request, WhichZone)
    placed = [e for e in session.state.log if isinstance(e, ObjectivePlaced)]
    assert len(placed) == 2
    return [*asked, session.request]


@pytest.mark.rule("SCEN-02")
def test_a_zone_of_any_outline_holds_a_base_that_is_wholly_inside() -> None:
    zone = Zone.within("fish market", L_SHAPE)
    assert zone.holds((2.0, 8.0, 0.0), 1.9)
    assert not zone.holds((2.0, 8.0, 0.0), 2.1)  # over its rim, and off the board
    assert zone.holds((3.0, 5.0, 0.0), 1.4)  # its inner corner is 1.414" away
    assert not zone.holds((3.0, 5.0, 0.0), 1.5)
    assert not zone.has((6.0, 8.0, 0.0))
    assert zone.gap((6.0, 8.0, 0.0)) == pytest.approx(2.0)
    assert zone.gap((6.0, 7.0, 0.0)) == pytest.approx(1.0)
    assert zone.gap((1.0, 1.0, 0.0)) == 0.0
    assert (zone.x, zone.y, zone.outline) == ((0.0, 8.0), (0.0, 10.0), L_SHAPE)


@pytest.mark.rule("SCEN-02")
def test_many_places_at_once_are_inside_as_each_alone() -> None:
    box, quarter = Zone("edge", (1.0, 9.0), (0.0, 6.0)), Zone("corner", (0.0, 8.0), (0.0, 8.0), (0.0, 0.0), 8.0)
    fish_market = Zone.within("fish market", L_SHAPE)
    at = np.random.default_rng(5).uniform(-1.0, 11.0, (300, 3))
    for zone in (box, quarter, fish_market):
        for radius in (0.0, 0.6):
            each = [zone.holds(tuple(place), radius) for place in at.tolist()]
            assert zone.holds_each(at, radius).tolist() == each
            assert 0 < sum(each) < len(each)
    assert inside_each(L_SHAPE, at).tolist() == [fish_market.has(tuple(place)) for place in at.tolist()]


@pytest.mark.rule("SCEN-02")
def test_gangs_take_the_zones_of_the_map() -> None:
    own = board(ZONES)
    state, _ = begun(own)
    assert [zone.name for zone in scenarios.zones(state)] == ["fish market", "east quay"]
    question = asked_in(own)[-1]
    assert isinstance(question, WhichZone)
    assert question.free == ("fish market", "east quay")


@pytest.mark.rule("SCEN-02")
def test_a_scenario_keeps_its_own_zones_where_the_map_has_too_few() -> None:
    one = board('[[zones]]\nid = "alone"\noutline = [[0, 0], [8, 0], [8, 8]]\n')
    state, _ = begun(one)
    assert [zone.name for zone in scenarios.zones(state)] == ["north-east corner", "south-west corner"]
    assert "alone: Acquisition: 1 of the map's zones is for it" in "\n".join(map(str, unready(one)))


@pytest.mark.rule("SCEN-02")
@pytest.mark.parametrize("id", scenarios.known())
def test_the_words_of_a_scenario_tell_of_the_zones_that_are_played(id: str) -> None:
    """Its own, in inches, or those of the board; a scenario that scores at its corners keeps these."""
    page = scenarios.find(id)
    assert page is not None
    wide, deep = page.size
    corner, other = (0, 0), (wide - 8, deep - 8)
    zones = "".join(
        f'[[zones]]\nid = "z{n}"\noutline = [[{x}, {y}], [{x + 8}, {y}], [{x + 8}, {y + 8}], [{x}, {y + 8}]]\n'
        for n, (x, y) in enumerate((corner, other))
    )
    head = f'format = 1\nname = "Own"\nsize = [{wide:g}, {deep:g}]\n'
    for marked in ("", zones):
        state, _ = begun(Board.of_map(head + marked, Path("own.toml")), id)
        words = scenarios.page_words(state)
        assert words.startswith(page.text)
        own = bool(marked) and page.map_zones
        assert ("Zones are the board's own" in words) is own
        assert (page.zones_text in words) is not own


@pytest.mark.rule("SCEN-02")
@pytest.mark.parametrize(("from_y", "for_", "told"), [(6, "", True), (9, "", False), (6, "street-fight", False)])
def test_zones_in_one_another_are_an_error_that_names_both(from_y: float, for_: str, told: bool) -> None:
    """Not where no base stands in both, nor where no scenario takes both."""
    only = f'scenarios = ["{for_}"]\n' if for_ else ""
    other = f'[[zones]]\nid = "over-it"\noutline = [[0, {from_y}], [4, {from_y}], [4, 14], [0, 14]]\n{only}'
    found = [i for i in unready(board(ZONES, other)) if "over-it" in i.where and i.severity == "error"]
    assert [issue.where for issue in found] == ["fish-market and over-it"] * told
    for issue in found:
        assert "share 16.0 square inches" in str(issue)
        assert issue.at is not None
        assert 0 < issue.at[0] < 4
        assert 6 < issue.at[1] < 10


def test_zones_that_name_a_scenario_are_its_zones() -> None:
    page = scenarios.find("acquisition")
    assert page is not None
    named = ZONES.replace('"\noutline', '"\nscenarios = ["acquisition"]\noutline')
    other = '[[zones]]\nid = "any"\noutline = [[0, 0], [9, 0], [9, 9]]\n'
    made = parse_map(HEAD + named + other)
    assert [zone.name for zone in layout_of(made, page, ("", "")).zones] == ["fish market", "east quay"]


@pytest.mark.parametrize(
    ("sides", "names"),
    [
        (("attacker", "defender"), ["south", "north", "middle"]),
        (("attacker", "defender", "attacker"), ["south", "north", "middle"]),
        (("attacker", "defender", "defender", "attacker"), []),
    ],
)
@pytest.mark.rule("SCEN-09")
def test_each_gang_wants_a_zone_of_its_side_or_of_none(sides: tuple[str, ...], names: list[str]) -> None:
    page = scenarios.find("street-fight")
    assert page is not None
    rows = (("south", 0, "attacker"), ("north", 40, "defender"), ("middle", 20, ""))
    text = 'format = 1\nname = "Own"\nsize = [24, 48]\n' + "".join(
        f'[[zones]]\nid = "{id}"\nside = "{side}"\noutline = [[0, {y}], [24, {y}], [24, {y + 6}], [0, {y + 6}]]\n'
        for id, y, side in rows
    ).replace('side = ""\n', "")
    layout = layout_of(parse_map(text), page, sides)
    assert [zone.name for zone in layout.zones] == names


@pytest.mark.rule("SCEN-08")
def test_a_scenario_that_scores_at_the_corners_keeps_its_zones() -> None:
    page = scenarios.find("take-what-is-theirs")
    assert page is not None
    assert layout_of(parse_map(HEAD.replace("24, 24", "36, 36") + ZONES), page, ("", "")).zones == ()


@pytest.mark.rule("SCEN-03")
def test_objectives_lie_where_the_map_has_places_and_nobody_is_asked() -> None:
    own = board(ZONES, objective("well", 9.5, 12), objective("steps", 15.5, 12))
    assert [type(choice) for choice in asked_in(own)] == [WhichZone]
    assert list(unready(own)) == []


@pytest.mark.rule("SCEN-03")
@pytest.mark.parametrize(
    ("second", "why"),
    [
        ((13.0, 12.0), '2.3" from chest 1'),
        ((20.0, 12.0), '3.9" from the deployment zone (east quay)'),
        ((15.5, 12.5), "this objective has to lie on the centre line, from [0, 12] to [24, 12]"),
        ((0.2, 12.0), "wholly on the board"),
    ],
)
def test_a_place_that_the_rules_forbid_is_asked_for(second: tuple[float, float], why: str) -> None:
    own = board(ZONES, objective("well", 9.5, 12), objective("steps", *second))
    asked = asked_in(own)
    assert [type(choice) for choice in asked] == [WhereObjectiveLies, WhichZone]
    assert isinstance(asked[0], WhereObjectiveLies)
    assert asked[0].objective.id == "chest-2"
    (issue,) = unready(own)
    assert why in issue.what
    assert issue.at == (*second, 0.0)


@pytest.mark.rule("SCEN-03")
def test_the_check_knows_what_nobody_plays() -> None:
    wrong = board(ZONES.replace("outline", 'side = "atacker"\noutline', 1), objective("well", 12, 12, "gangwar"))
    said = "\n".join(map(str, unready(wrong)))
    assert "well: there is no scenario 'gangwar': is it 'gang-war'?" in said
    assert "fish-market: there is no side 'atacker': is it 'attacker'?" in said


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ('[[zones]]\nid = "z"\noutline = [[0, 0], [30, 0], [9, 9]]\n', 'zones[0] "z": outline[1] lies off the board'),
        ('[[zones]]\nid = "z"\noutline = [[0, 0], [9, 9], [9, 0], [0, 9]]\n', "crosses itself"),
        ('[[zones]]\nid = "z"\noutline = [[0, 0], [1, 0], [1, 1]]\n', "nobody has room in it"),
        ('[[zones]]\nid = "rio"\noutline = [[0, 0], [9, 0], [9, 9]]\n', "is 'rio', as is canals[0]"),
        ('[[objectives]]\nid = "o"\nat = [25, 1]\n', 'objectives[0] "o": at lies off the board'),
        ('[[notes]]\nid = "n"\nat = [1, 1]\ntext = ""\n', """text is ''"""),
        ('[[notes]]\nid = "n"\nat = [nan, 1]\ntext = "x"\n', "notes[0]"),
    ],
)
def test_marks_that_are_none_are_refused_with_their_place(more: str, words: str) -> None:
    with pytest.raises(MapError) as refused:
        parse_map(HEAD + WATER + more, "own.toml")
    assert words in str(refused.value)
    assert str(refused.value).startswith("own.toml, line ")


@pytest.mark.parametrize("bot", ["greedy", "random"])
def test_bots_play_a_map_with_zones_of_its_own_to_the_end(bot: str) -> None:
    own = board(ZONES, objective("well", 9.5, 12))
    state, _ = begun(own)
    session = Session(GAME, state, SeededDice(5), Referee(own))
    play(session, {seat: make(bot, number) for number, seat in enumerate(("north", "south"))})
    assert session.state.over
    assert {seat.zone for seat in session.state.seats.values()} == {"fish market", "east quay"}


def test_a_game_keeps_the_layout_that_it_was_begun_with() -> None:
    own = board(ZONES, objective("well", 9.5, 12))
    state, plain = begun(own)
    again = begin(msgspec.json.decode(msgspec.json.encode(plain)))
    assert again.layout == state.layout
    assert scenarios.zones(again) == scenarios.zones(state) != ()


@pytest.mark.rule("SCEN-03")
def test_objectives_in_one_another_are_no_inches_apart() -> None:
    """-0.2" was told."""
    own = board(objective("one", 12, 12), objective("two", 13, 12))
    assert any('0.0" from chest 1; 4" is the least' in str(issue) for issue in unready(own))
    assert not any('-0.2"' in str(issue) for issue in unready(own))


def test_a_zone_of_the_maps_own_without_room_may_be_drawn_larger() -> None:
    small = '[[zones]]\nid = "nook"\noutline = [[0, 0], [2, 0], [2, 2], [0, 2]]\n' + ZONES.partition("[[zones]]")[0]
    own = board(small, '[[zones]]\nid = "east-quay"\noutline = [[18, 0], [24, 0], [24, 7], [20, 7.5]]\n')
    nook = next(issue for issue in unready(own) if issue.where == "nook")
    assert nook.what.startswith("Acquisition: holds 1 base of 30 mm")
    assert nook.mend == "draw it larger, or clear ground in it"


def test_an_objective_in_the_air_is_told_to_be_given_its_height() -> None:
    """Clear ground was asked for, where there was nothing else."""
    high = objective("well", 12, 12).replace("at = [12, 12]", "at = [12, 12]\nz = 7")
    (issue,) = [issue for issue in unready(board(high)) if issue.severity == "error"]
    assert issue.what == "Acquisition: chest 1 hangs in the air at [12, 12, 7]"
    assert issue.mend == "give it the height of what it is to lie on as its z"


HOUSE = '[[pieces]]\npiece = { kind = "house", floors = 2, width = 5, depth = 5 }\nid = "casa"\nat = [12, 12]\n'


@pytest.mark.rule("SCEN-03")
def test_an_objective_that_comes_to_lie_elsewhere_than_the_map_has_it_is_told() -> None:
    """A place in a house was sound, and the objective lay in the street beside it."""
    own = board(ZONES, HOUSE, objective("well", 12, 12))
    (issue,) = unready(own)
    assert (issue.severity, issue.where, issue.at) == ("warning", "well", (12.0, 12.0, 0.0))
    assert issue.what.startswith("Acquisition: chest 1 cannot lie at [12, 12, 0] and comes to lie at [")
    assert issue.mend == "move it, or give it the height of what it is to lie on as its z"


@pytest.mark.rule("SCEN-03")
def test_a_finding_about_an_objective_of_the_maps_own_names_it() -> None:
    """`objectives` was named, which is nobody's id and in no line of the file."""
    own = board(ZONES, objective("well", 9.5, 12), objective("steps", 13, 12))
    assert [issue.where for issue in unready(own)] == ["steps"]


@pytest.mark.rule("SCEN-03")
def test_a_place_beyond_the_objectives_of_a_scenario_is_told() -> None:
    own = board(ZONES, objective("well", 9.5, 12), objective("steps", 15.5, 12), objective("left-over", 12, 20))
    (issue,) = unready(own)
    assert (issue.where, issue.mend) == ("left-over", "take it away")
    assert issue.what == "Acquisition lays 2 objectives, which have their places without this one"


@pytest.mark.rule("SCEN-03")
def test_a_place_for_a_scenario_that_asks_for_none_is_told() -> None:
    text = 'format = 1\nname = "Wide"\nsize = [36, 36]\n' + objective("well", 18, 18, "gang-war")
    (issue,) = [each for each in unready(Board.of_map(text, Path("wide.toml"))) if each.where == "well"]
    assert issue.what == "Gang War asks for no place of an objective"
    assert issue.mend == "take it out of its scenarios"


@pytest.mark.rule("SCEN-02")
def test_a_finding_about_a_zone_of_the_maps_own_has_its_id() -> None:
    """As players call it, it stands in no line of the file: two words had none told."""
    small = ZONES.replace("[[0, 0], [8, 0], [8, 6], [4, 6], [4, 10], [0, 10]]", "[[0, 0], [2, 0], [2, 2], [0, 2]]")
    assert {issue.where for issue in unready(board(small))} == {"fish-market"}  # one of each scenario of that size
