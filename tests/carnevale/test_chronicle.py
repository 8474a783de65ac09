"""The chronicle: a line for an action, nothing lost, and what it leads to told in it."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from sim.carnevale import narration
from sim.carnevale.chronicle import HEADINGS, KINDS, UNTOLD, Chronicle, ChronicleEntry
from sim.carnevale.events import (
    ActionBegan,
    ActionEnded,
    Attacked,
    CommandUsed,
    CounterGained,
    Damaged,
    Deployed,
    DiceThrown,
    Event,
    Fell,
    Killed,
    LostLife,
    Moved,
    PointsGained,
    PointsSpent,
    Pushed,
    Rolled,
    RoundBegan,
    Scored,
    SpellCast,
    SpellReached,
    Stunned,
    TurnBegan,
)
from sim.carnevale.film_making import film_of
from sim.carnevale.names import names_of
from sim.carnevale.replay import replay
from sim.carnevale.scenarios.deployment import ZoneTaken
from sim.carnevale.state import State
from tests.carnevale.tables import Table, canal, do, fight, gondola, mini, plain_street, take_turn
from tests.carnevale.test_magic import cast, mage

GOLDEN = Path(__file__).parents[1] / "golden"
GAMES = ("gang-war-2", "blood-1", "acquisition-4", "rowers", "madness", "marksmen")


@pytest.fixture(scope="module", params=GAMES)
def game(request: pytest.FixtureRequest) -> State:
    return replay(GOLDEN / f"{request.param}.jsonl.gz").session.state


@pytest.fixture(scope="module")
def games() -> list[State]:
    """All of them: few show everything."""
    return [replay(GOLDEN / f"{name}.jsonl.gz").session.state for name in GAMES]


def told_in(table: Table) -> list[str]:
    state = table.state
    chronicle = Chronicle().read(state.log)
    lines = [chronicle.line(entry, names_of(state)) for entry in chronicle.entries if entry.kind not in HEADINGS]
    return [line for line in lines if line]


def test_every_event_with_a_sentence_is_in_one_entry(game: State) -> None:
    chronicle, name = Chronicle().read(game.log), names_of(game)
    held = Counter(number for entry in chronicle.entries for number in entry.numbers)
    assert set(held.values()) == {1}
    left_out = [event for number, event in enumerate(game.log) if number not in held]
    assert all(isinstance(event, (*narration.SILENT, *UNTOLD)) for event in left_out)
    told = {number for entry in chronicle.entries for number, _ in chronicle.details(entry, name)}
    wanted = {n for n, event in enumerate(game.log) if narration.narrate(event, name) and not isinstance(event, UNTOLD)}
    assert told == wanted


def test_whoever_chooses_a_zone_has_read_what_the_dice_for_it_showed() -> None:
    thrown = [
        event
        for seat, face in (("north", 4), ("south", 9))
        for event in (
            DiceThrown(who=seat, purpose="deployment", faces=(face,)),
            Rolled(who=seat, purpose="deployment", faces=(face,), needed=0, aces=0, outcome="success", dice=1),
        )
    ]
    chronicle = Chronicle().read(thrown)
    (entry,) = chronicle.entries
    assert chronicle.line(entry, str.title) == "Rolled for deployment: North 4 and South 9."
    chronicle.read([ZoneTaken(seat="south", zone="south edge")])
    assert chronicle.line(chronicle.entries[-1], str.title) == "The south edge goes to South."


def test_entries_come_in_the_order_of_what_they_begin_with(game: State) -> None:
    entries = Chronicle().read(game.log).entries
    assert [entry.numbers[0] for entry in entries] == sorted(entry.numbers[0] for entry in entries)
    assert all(entry.is_over for entry in entries)
    assert {entry.kind for entry in entries} <= {*KINDS, *HEADINGS}
    assert all(entry.numbers == sorted(entry.numbers) for entry in entries)


def test_lines_are_far_fewer_than_sentences_and_tell_all_life_that_is_lost(game: State) -> None:
    chronicle, name = Chronicle().read(game.log), names_of(game)
    lines = [line for entry in chronicle.entries if (line := chronicle.line(entry, name))]
    assert len(lines) < len(narration.sentences(game, game.log))
    for entry in chronicle.entries:
        line = chronicle.line(entry, name)
        for event in entry.events:
            if isinstance(event, LostLife):
                assert f"{name(event.who)} loses" in line
            if isinstance(event, Killed):
                assert name(event.who) in line
                assert "out of the fight" in line


def test_taken_in_bit_by_bit_it_is_the_same(game: State) -> None:
    whole, bits = Chronicle().read(game.log), Chronicle()
    for event in game.log:
        bits.read([event])
    assert [(entry.kind, entry.numbers) for entry in bits.entries] == [(e.kind, e.numbers) for e in whole.entries]
    assert bits.count == len(game.log)


def test_a_charge_and_its_attack_are_one_line() -> None:
    anna, bruno = mini("a", "north", (6, 6, 0), name="Anna"), mini("b", "south", (10, 6, 0), name="Bruno")
    table = fight(plain_street(), anna, bruno, dice=[7, 7, 2, 2, 2, 2, 2, 2, 2, 2])
    do(table, "a", {"act": "run", "to": (9.5, 6, 0)})
    (line,) = [line for line in told_in(table) if "charges" in line]
    assert line.startswith("Anna runs ")
    assert "charges Bruno and hits Bruno with Unarmed for 2 Damage: " in line
    assert line.endswith("Bruno loses 2 LP.")


@pytest.mark.parametrize(
    ("life", "told", "line"),
    [
        (3, "Bruno loses 2 Life Points (Unarmed).", "Bruno loses 2 LP."),
        (2, "Bruno loses its last 2 Life Points (Unarmed).", "Bruno loses 2 LP and is out of the fight."),
        (1, "Bruno loses its last Life Point (Unarmed).", "Bruno loses 1 LP and is out of the fight."),
    ],
)
def test_nobody_loses_more_life_than_it_has(life: int, told: str, line: str) -> None:
    anna, bruno = mini("a", "north", (6, 6, 0), name="Anna"), mini("b", "south", (7.18, 6, 0), name="Bruno", lp=life)
    table = fight(plain_street(), anna, bruno, dice=[7, 7, 2, 2, 2, 2, 2, 2, 2, 2])
    do(table, "a", {"act": "combat", "target": "b", "weapon": "Unarmed"})
    (lost,) = [event for event in table.state.log if isinstance(event, LostLife)]
    assert lost.lost == 2, "all of it counts for an agenda"
    assert narration.narrate(lost, names_of(table.state)) == told
    assert told_in(table)[-1].endswith(line)
    moments = film_of(table.state, table.state.log, ()).moments
    assert [moment.rises for moment in moments if moment.kind == "lost_life"] == [f"-{min(life, 2)} LP"]


def test_what_somebody_else_does_meanwhile_is_a_line_of_its_own(games: list[State]) -> None:
    entries = [entry for game in games for entry in Chronicle().read(game.log).entries]
    assert any(entry.within for entry in entries)
    for entry in entries:
        began = [event for event in entry.events if isinstance(event, ActionBegan)]
        assert {event.who for event in began} <= {entry.actor}
        assert not entry.within or began


def test_an_entry_shows_its_beam_before_its_way_and_knows_whom_it_concerns(games: list[State]) -> None:
    attacks = 0
    for game in games:
        for entry in Chronicle().read(game.log).entries:
            hits = [event for event in entry.events if isinstance(event, Attacked)]
            attacks += len(hits)
            if hits:
                assert game.log[entry.telling] == hits[0]
                assert {hits[0].who, hits[0].target} <= entry.concerns
            assert entry.telling in entry.numbers
    assert attacks > 5


def test_what_may_not_be_seen_is_told_as_far_as_it_may() -> None:
    state = replay(GOLDEN / "acquisition-2.jsonl.gz").session.state
    name = names_of(state)

    def sees(event: Event) -> bool:
        return event.seen_by("north")

    chronicle = Chronicle(sees).read(state.log)
    secret = [entry for entry in chronicle.entries if not any(map(sees, entry.events))]
    assert secret
    for entry in secret:
        assert chronicle.line(entry, name) == narration.narrate_hidden(entry.events[-1], name)
        assert "“" not in chronicle.line(entry, name)
        assert all("“" not in words for _, words in chronicle.details(entry, name))


def test_the_line_of_an_action_that_comes_to_nothing_says_what_was_tried() -> None:
    began = ActionBegan(who="a", action="run", ap=1)
    entry = ChronicleEntry("moves", 1, "a", "a", [began], [0])
    assert Chronicle().line(entry, str.upper) == "A stays where it is."


def test_a_run_that_has_only_begun_is_nothing_to_tell_yet() -> None:
    began = ActionBegan(who="a", action="run", ap=1)
    under_way = Chronicle().read([began])
    assert under_way.entries[-1].sets_out
    assert not Chronicle().read([began, went("a", "run", 3.0)]).entries[-1].sets_out
    over = under_way.read([ActionEnded(who="a", action="run")])
    assert not over.entries[-1].sets_out, "it stays where it is"


# --- logs by hand -----------------------------------------------------------------------------------------------

RUN = ActionBegan(who="a", action="run", ap=1)
CAST = ActionBegan(who="a", action="cast", ap=1)


def went(who: str, how: str, inches: float) -> Moved:
    return Moved(who=who, how=how, path=((0, 0, 0), (0, inches, 0)), cost=inches)


def lines_of(*log: Event) -> list[tuple[str, list[int]]]:
    """The line of each entry, and the numbers of its events."""
    chronicle = Chronicle().read(log)
    return [(chronicle.line(entry, str.upper), entry.numbers) for entry in chronicle.entries]


def test_a_gang_that_is_set_up_is_one_line_and_one_mini_a_sentence_of_its_own() -> None:
    gang = [Deployed(who=who, at=(0, 0, 0)) for who in "abc"]
    assert lines_of(*gang) == [("A, B and C take position.", [0, 1, 2])]
    assert lines_of(gang[0], RUN) == [("A takes position.", [0]), ("A stays where it is.", [1])]
    assert lines_of(*gang, gang[2], gang[1])[0][0] == "A, B and C take position."  # who makes room is told once


def test_entries_know_their_round_and_turn() -> None:
    ended = ActionEnded(who="a", action="run")
    log = [Deployed(who="a", at=(0, 0, 0)), RoundBegan(round=1), TurnBegan(who="a"), RUN, ended, RoundBegan(round=2)]
    entries = Chronicle().read(log).entries
    assert [(each.round, each.turn) for each in entries] == [(0, None), (1, None), (1, "a"), (1, "a"), (2, None)]


def test_a_command_is_told_with_what_it_comes_to() -> None:
    spent = PointsSpent(who="a", what="cp", points=1, on="order")
    log = [
        spent,
        CommandUsed(who="a", command="order", cost=1),
        PointsGained(who="b", what="ap", points=1, why="order"),
        PointsGained(who="b", what="lp", points=1, why="other"),
    ]
    assert lines_of(*log) == [
        ("A commands: order; B gains 1 Action Point: order.", [0, 1, 2]),
        ("B gains 1 Life Point: other.", [3]),
    ]
    assert lines_of(spent) == [("A spends 1 Command Point: order.", [0])]


def test_will_points_are_no_command() -> None:
    spent = PointsSpent(who="a", what="wp", points=1, on="order")
    log = [spent, PointsGained(who="b", what="ap", points=1, why="order")]
    assert [numbers for _, numbers in lines_of(*log)] == [[0], [1]]


def test_what_is_done_to_others_is_told_after_what_was_done() -> None:
    rolled = Rolled(who="a", purpose="grapple", faces=(9,), needed=7, aces=1, outcome="success", dice=1, against="b")
    pushed = Pushed(who="b", by="a", path=((0, 0, 0), (0, 2, 0)), why="grapple")
    log = [ActionBegan(who="a", action="grapple", ap=1, target="b"), rolled, pushed, Stunned(who="b", why="grapple")]
    ended = ActionEnded(who="a", action="grapple")
    line = "A grapples B (success): B is thrown by A (grapple); B is Stunned (grapple)."
    assert lines_of(*log, ended) == [(line, [0, 1, 2, 3, 4])]
    (entry,) = Chronicle().read([*log, ended]).entries
    assert (entry.concerns, entry.kind, entry.is_over) == ({"a", "b"}, "fights", True)


def rolled(who: str, purpose: str, outcome: str, against: str | None = None) -> Rolled:
    return Rolled(who=who, purpose=purpose, faces=(2,), needed=7, aces=0, outcome=outcome, dice=1, against=against)


@pytest.mark.parametrize(
    ("roll", "line"),
    [
        (rolled("a", "combat", "fumble", "b"), "A hides and misses B with a fumble."),
        (rolled("a", "combat", "fail", "b"), "A hides and misses B."),
        (rolled("a", "combat", "success", "b"), "A hides and strikes B without harm."),
        (rolled("a", "combat", "fail"), "A hides."),  # with a template: it is told of whoever is under it
        (rolled("a", "jump", "fail"), "A hides."),
        (rolled("b", "combat", "fail", "a"), "A hides."),
    ],
)
def test_a_roll_says_what_it_was_thrown_for(roll: Rolled, line: str) -> None:
    hid = rolled("a", "hide", "success")
    log = [ActionBegan(who="a", action="hide", ap=1), hid, roll, ActionEnded(who="a", action="hide")]
    assert lines_of(*log) == [(line.replace("hides", "hides (success)"), [0, 1, 2, 3])]


def test_a_blow_whose_damage_is_not_known_yet_is_an_attack() -> None:
    struck = [ActionBegan(who="a", action="combat", ap=1, target="b"), rolled("a", "combat", "success", "b")]
    assert lines_of(*struck)[0][0] == "A attacks B."
    assert lines_of(*struck, ActionEnded(who="a", action="combat"))[0][0] == "A strikes B without harm."


def test_whoever_falls_or_is_spared_is_named() -> None:
    killed = Killed(who="c", by="a", why="Sword", where=(0, 0, 0))
    log = [ActionBegan(who="a", action="hide", ap=1), killed, Damaged(who="b", damage=1, before_protection=2)]
    assert lines_of(*log)[0][0] == "A hides: C is out of the fight; B is unhurt."


@pytest.mark.parametrize(("landing", "where"), [("water", "into the water"), ("solid", "onto solid ground")])
def test_a_fall_is_told_as_people_tell_it(landing: str, where: str) -> None:
    fell = Fell(who="a", start=(1, 1, 1.9), rest=(1, 1, 0), height=1.9, fallen=1.9, landing=landing, part=None)
    assert narration.narrate(fell, str) == f'a falls 1.9" {where}.'


def test_what_a_counter_says_is_told_of_others_and_is_the_action_itself_of_oneself() -> None:
    hide = ActionBegan(who="a", action="hide", ap=1)
    own = [rolled("b", "fear", "fail"), hide, CounterGained(who="a", counter="hidden")]
    assert lines_of(*own) == [("A hides.", [0, 1, 2])]
    others = [hide, CounterGained(who="b", counter="hidden"), Stunned(who="a", why="fumble")]
    assert lines_of(*others) == [("A hides: B is Hidden; A is Stunned (fumble).", [0, 1, 2])]


def test_dice_thrown_for_a_place_belong_to_whoever_takes_it() -> None:
    placed = [Deployed(who=who, at=(0, 0, 0)) for who in "ab"]
    log = [DiceThrown(who="a", purpose="deployment", faces=(3,)), *placed]
    assert lines_of(*log) == [("A and B take position.", [0, 1, 2])]


def test_what_happens_outside_of_actions_has_its_kind() -> None:
    log = [
        Killed(who="c", by=None, why="poison", where=(0, 0, 0)),
        Scored(seat="north", vp=1, why="A1"),
        SpellCast(who="a", spell="Healing", target=None, outcome="success"),
        Pushed(who="b", by="a", path=((0, 0, 0), (0, 2, 0)), why="swept aside"),
        PointsGained(who="b", what="ap", points=1, why="order"),
    ]
    kinds = [(each.kind, each.actor) for each in Chronicle().read(log).entries]
    assert kinds == [("fights", "c"), ("points", None), ("magic", "a"), ("moves", "b"), ("rest", "b")]


def test_an_action_within_an_action_is_told_apart_where_it_is_anothers() -> None:
    log = [
        RUN,
        went("a", "run", 2),
        ActionBegan(who="b", action="combat", ap=0, target="a", opportunity=True),
        went("b", "run", 1),
        ActionEnded(who="b", action="combat"),
        went("a", "run", 0.5),
        went("a", "climb", 1),
        ActionBegan(who="a", action="combat", ap=0, target="b"),
        ActionEnded(who="a", action="combat"),
        ActionEnded(who="a", action="run"),
    ]
    assert lines_of(*log) == [
        ('A runs 2.5" and climbs 1.0".', [0, 1, 5, 6, 7, 8, 9]),
        ('B runs 1.0".', [2, 3, 4]),
    ]
    assert [(each.within, each.is_over) for each in Chronicle().read(log).entries] == [(False, True), (True, True)]
    assert [each.is_over for each in Chronicle().read(log[:-1]).entries] == [False, True]


@pytest.mark.parametrize(("inches", "told"), [(narration.STIRRED / 2, False), (narration.STIRRED, True)])
def test_hardly_a_step_is_no_way(inches: float, told: bool) -> None:
    (line, _), *_ = lines_of(RUN, went("a", "run", inches), ActionEnded(who="a", action="run"))
    assert (line != "A stays where it is.") is told


@pytest.mark.parametrize(
    ("how", "words"),
    [
        ("run", 'A runs 0.4".'),
        ("climb", 'A climbs 0.4".'),
        ("swim", 'A swims 0.4".'),
        ("fly", 'A flies 0.4".'),
        ("underwater", 'A glides 0.4" underwater.'),
        ("balance", 'A keeps its feet and moves 0.4".'),
        ("nudged", 'A shifts 0.4" to where there is room.'),
        ("placed", 'A drifts 0.4" aside to where it can land.'),
        ("overboard", "A goes overboard."),
        ("off obstacle", 'A is put 0.4" aside: no turn ends on a small obstacle.'),
        ("off debris", "A slips off into the water."),
        ("gateway", 'A steps out of a gateway, 0.4" away.'),
        ("swept aside", 'A is swept 0.4" aside.'),
    ],
)
def test_each_way_of_moving_says_how(how: str, words: str) -> None:
    """Also those that cost nothing: how far they went is the length of their path."""
    moved = Moved(who="a", how=how, path=((0, 0, 0), (0, 0.4, 0)))
    assert [line for line, _ in lines_of(moved)] == [words]


def test_what_a_mini_is_nudged_by_is_no_deed_and_what_becomes_of_others_is_told() -> None:
    nudged = Moved(who="a", how="nudged", path=((0, 3, 0), (0, 3.4, 0)))
    swept = Moved(who="b", how="swept aside", path=((0, 0, 0), (0, 2, 0)))
    assert lines_of(RUN, went("a", "run", 3.0), nudged, swept)[0][0] == 'A runs 3.0": B is swept 2.0" aside.'


def test_a_spell_on_oneself_and_whom_one_reaches_are_told_whole() -> None:
    cast = SpellCast(who="a", spell="Healing", target="a", outcome="success")
    reached = SpellReached(who="a", spell="Healing", targets=("a", "b"))
    assert lines_of(CAST, cast, reached)[0][0] == "A casts Healing on itself (success): Healing reaches A and B."
    other = SpellCast(who="a", spell="Madness", target="b", outcome="fail")
    assert lines_of(CAST, other)[0][0] == "A casts Madness on B (fail)."


@pytest.mark.parametrize(
    ("action", "target", "line"),
    [
        ("cast", "b", "A casts a spell on B."),
        ("cast", None, "A casts a spell."),
        ("combat", "b", "A attacks B."),
        ("grapple", "b", "A grapples B."),
        ("jump", None, "A jumps."),
        ("row", None, "A rows."),
        ("guard", None, "A stands guard."),
        ("cast_off", None, "A takes an action: cast off."),
    ],
)
def test_an_action_of_which_nothing_has_come_is_told_as_what_it_is(action: str, target: str | None, line: str) -> None:
    """As long as a question stops it, say."""
    assert [words for words, _ in lines_of(ActionBegan(who="a", action=action, ap=1, target=target))] == [line]


@pytest.mark.rule("TERR-13")
def test_a_fumble_at_the_oar_is_told_with_whom_it_throws_overboard() -> None:
    """They went overboard, and nothing told that somebody had rowed."""
    minis = [mini("a", "north", (13, 13, -0.45)), mini("c", "north", (13, 10.5, -0.45)), mini("b", "south", (4, 4, 0))]
    table = fight(canal(gondola(13, 12)), *minis, dice=[1, 2, 2, 2, 2])
    do(table, "a", {"act": "row", "to": (13, 20, -0.75)})
    line = told_in(table)[-1]
    assert line.startswith("A rows, and fumbles, goes overboard and falls")
    assert "C goes overboard" in line


@pytest.mark.rule("MAGIC-02")
def test_a_spell_that_waits_for_its_roll_is_told_by_its_name() -> None:
    table = fight(plain_street(), mini("a", "north", (6, 6, 0), **mage("Healing")), mini("b", "south", (4, 20, 0)))
    take_turn(table, "a")
    table.answer(cast("Healing", "a"))
    assert told_in(table)[-1] == "A casts Healing on A."
