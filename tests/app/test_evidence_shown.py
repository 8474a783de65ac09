"""The table shows what was measured: under the line of the chronicle, and on the board when that is pointed at."""

from __future__ import annotations

from math import dist
from pathlib import Path
from typing import Any

import pytest

from sim.app.table.controller import TableController
from sim.app.table.evidence_marks import draw_evidence
from sim.app.table.playback import READ, duration_of
from sim.app.table.preview_marks import draw
from sim.app.table.previews.attacks import preview_attack
from sim.board.model.verdicts import Cover, Distance, Sight
from sim.carnevale import events as e
from sim.carnevale import evidence
from sim.carnevale.actions import Combat
from sim.carnevale.characters import Weapon
from sim.carnevale.chronicle import Chronicle
from sim.carnevale.legality import Acts
from sim.carnevale.state import State
from tests.app.table_games import free_fight, member, ready
from tests.carnevale.tables import house, street
from tests.golden.drawn import Sketch

BOW = Weapon("Bow", range=12)


def shot(folder: Path) -> tuple[TableController, e.Attacked]:
    """A has shot B round the corner of a house."""
    corner = street(house((2, 8), (6.0, 10), 4.0))
    north = [member("a", (6, 6, 0), weapons=(BOW,))]
    table = TableController(free_fight(corner, folder, north, [member("b", (6, 12, 0))], dice=[9] * 20))
    ready(table)
    table.give("a")
    ready(table)
    table.give({"act": "combat", "target": "b", "weapon": "Bow"})
    for _ in range(20):
        ready(table)
        if table.model.pending is None or table.choice is None or table.choice.prompt == "act":
            break
        table.give(table.choice.default)
    (attack,) = (event for event in table.model.shown.log if isinstance(event, e.Attacked))
    return table, attack


def before(table: TableController, event: e.Event) -> State:
    session = table.model.session
    state: State = session.game.begin(session.state.setup)
    log = session.state.log
    for happened in log[len(state.log) : log.index(event)]:
        happened.apply(state)
    return state


@pytest.mark.rule("GEO-12")
def test_a_shot_carries_its_beam_and_its_cover_and_both_are_drawn(tmp_path: Path) -> None:
    table, attack = shot(tmp_path)
    sight, cover = attack.sight, attack.cover
    assert isinstance(sight, Sight)
    assert isinstance(cover, Cover)
    assert 0.0 < cover.hidden < 1.0, "the corner hides a part of it"
    assert [share.part for share in cover.by] == ["house/walls"]
    marks: Any = Sketch()
    draw_evidence(attack, before(table, attack), marks)
    assert list(sight.witness or ()) in marks.lines
    assert all(x > 6.0 for x, _, _ in marks.lines[0]), "clear of the house"
    assert any(f"{cover.hidden:.0%} hidden" in label for label in marks.labels)
    assert isinstance(attack.apart, Distance)
    closest = [p for p in marks.dotted if any(dist(p, q) < 0.05 for q in attack.apart.closest)]
    assert len(closest) == 2


@pytest.mark.rule("GEO-12")
def test_the_chronicle_says_what_was_measured_under_the_sentence(tmp_path: Path) -> None:
    table, attack = shot(tmp_path)
    model = table.model
    chronicle = Chronicle(model.open_to_all).read(model.shown.log)
    number = model.shown.log.index(attack)
    (entry,) = (entry for entry in chronicle.entries if number in entry.numbers)
    assert "B with Bow" in chronicle.line(entry, model.names)
    assert entry.telling == number, "a click on the line draws the attack's beam"
    assert dict(chronicle.details(entry, model.names))[number].startswith("A hits B with Bow")
    measured = evidence.words(attack, model.names)
    assert measured.startswith('seen along a beam of 5.9", 4.8" apart')
    assert "% hidden" in measured
    assert "the house" in measured


def test_what_is_pointed_at_goes_before_what_was_clicked_and_that_before_what_is_played(tmp_path: Path) -> None:
    table, attack = shot(tmp_path)
    assert table.showing is None, "nothing is played any more"
    table.model.shown = before(table, attack)
    table.model.shown.log[:] = table.model.session.state.log[: table.model.session.state.log.index(attack)]
    table.sequencer.show_due()
    number = table.model.session.state.log.index(attack)
    assert table.showing == number, "while an event is played its evidence is drawn"
    table.evidence = 3
    assert table.showing == 3
    table.line = 5
    assert table.showing == 5
    table.line = None
    assert table.cancel()
    assert table.showing == number


def test_what_was_measured_stays_long_enough_to_be_read(tmp_path: Path) -> None:
    assert duration_of(shot(tmp_path)[1]) == READ


@pytest.mark.rule("GEO-12", "GEO-06")
def test_who_is_not_seen_is_shown_behind_what(tmp_path: Path) -> None:
    board = street(house((2, 8), (10, 10), 4.0))
    model = free_fight(board, tmp_path, [member("a", (6, 6, 0), weapons=(BOW,))], [member("b", (6, 12, 0))])
    shown = preview_attack(model.shown, model.session.measure, "a", Combat("b", "Bow"), Acts("a"))
    assert shown.refusal is not None
    marks: Any = Sketch()
    draw(shown, marks, model.shown)
    (label,) = marks.labels
    assert label == '4.8", not seen, the house in the way'


def test_evidence_gives_way_to_what_is_played_next(tmp_path: Path) -> None:
    """It stayed on the board, and over its banner, through the turns of both players."""
    table, attack = shot(tmp_path)
    table.evidence = table.model.shown.log.index(attack)
    table.give("end")
    ready(table)
    assert table.evidence is None
