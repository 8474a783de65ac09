"""The chronicle: a line for an action, nothing lost, and what it leads to told in it."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from sim.carnevale import narration
from sim.carnevale.chronicle import HEADINGS, KINDS, UNTOLD, Chronicle, ChronicleEntry
from sim.carnevale.events import ActionBegan, Attacked, Event, Killed, LostLife
from sim.carnevale.names import names_of
from sim.carnevale.replay import replay
from sim.carnevale.state import State
from tests.carnevale.tables import Table, do, fight, mini, plain_street

GOLDEN = Path(__file__).parents[1] / "golden"
GAMES = ("gang-war-2", "blood-1", "acquisition-2", "rowers", "madness", "marksmen")


@pytest.fixture(scope="module", params=GAMES)
def game(request: pytest.FixtureRequest) -> State:
    return replay(GOLDEN / f"{request.param}.jsonl.gz").session.state


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


def test_what_somebody_else_does_meanwhile_is_a_line_of_its_own(game: State) -> None:
    for entry in Chronicle().read(game.log).entries:
        began = [event for event in entry.events if isinstance(event, ActionBegan)]
        assert {event.who for event in began} <= {entry.actor}
        assert not entry.within or began


def test_an_entry_shows_its_beam_before_its_way_and_knows_whom_it_concerns(game: State) -> None:
    for entry in Chronicle().read(game.log).entries:
        hits = [event for event in entry.events if isinstance(event, Attacked)]
        if hits:
            assert game.log[entry.telling] == hits[0]
            assert {hits[0].who, hits[0].target} <= entry.concerns
        assert entry.telling in entry.numbers


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
