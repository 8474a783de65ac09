"""Whom a spell with a marker or a template would touch is told before it is cast or laid, and is whom it touches."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from sim.app.table import previews, tools
from sim.app.table.aimed_buttons import gathered
from sim.app.table.preview_marks import draw, places
from sim.app.table.preview_requests import AimRequest, PlaceRequest, preview_job
from sim.app.table.previews import AimPreview, TapePreview
from sim.app.table.tools import Tool
from sim.app.text.offers import offers
from sim.app.text.seat_view import SeatView
from sim.app.window.evidence_layer import EvidenceLayer
from sim.board.model.tableau import MM
from sim.carnevale import action_odds
from sim.carnevale.events import SpellCast, TemplateTouched
from sim.carnevale.magic.casting import Cast
from sim.carnevale.questions import Question
from sim.engine.requests import measured
from sim.percent import percent
from sim.words import term
from sim.words.tongues import load
from tests.carnevale.fighters import duel, fighter
from tests.carnevale.tables import Table, canal, do, fight, only, plain_street, take_turn
from tests.carnevale.test_lasting_spells import WET, ask, cast, finish_round, mage


def crowd(spell: str, *, apart: float = 4.0, beside: str = "south", **profile: Any) -> Table:
    """A knows a spell; B is so far north of it, with C a hand's breadth behind."""
    third = fighter("c", beside, (6.6, 7.4 + apart, 0))
    return fight(plain_street(), *duel(a=mage(spell, level=2, **profile), apart=apart), third, dice=[8] * 3 + [2] * 40)


def aimed(table: Table, spell: str, target: str | None) -> AimPreview:
    """What the button of a spell at somebody says."""
    take_turn(table, "a")
    choice = table.request
    assert isinstance(choice, Question)
    menu = tools.menu(table.state, table.measure, choice)
    (button,) = [each for each in menu.buttons if each.answer == Cast(spell, target)]
    shown = preview_job(AimRequest(button), choice, table.state, table.measure)()
    assert isinstance(shown, AimPreview)
    return shown


class Drawn:
    """Marks that note the rings and lines which are drawn."""

    def __init__(self) -> None:
        self.rings: list[Any] = []
        self.lines: list[Any] = []

    def ring(self, at: Any, *_: object) -> None:
        self.rings.append(at)

    def line(self, points: Any, *_: object, **__: object) -> None:
        self.lines.append(points)

    def __getattr__(self, _: str) -> Any:
        return lambda *_, **__: None


@pytest.mark.rule("SPELL-Krakens-Breath", "GEO-14")
def test_the_krakens_breath_says_whom_it_would_hit_friend_or_enemy() -> None:
    table = crowd("Kraken's Breath", beside="north")
    shown = aimed(table, "Kraken's Breath", "b")
    assert "Hits B and C (friend)" in shown.words
    marks: Any = Drawn()
    draw(shown, marks, table.state)
    assert shown.under is not None
    assert [*shown.under.outline, shown.under.outline[0]] in marks.lines
    assert {table.state[who].here for who in "bc"} <= set(marks.rings)
    touched = only(do(table, "a", cast("Kraken's Breath", "b")), TemplateTouched)
    assert set(touched.under.hit) == {"b", "c"}


@pytest.mark.rule("SPELL-Krakens-Breath", "GEO-14")
def test_so_does_a_place_that_it_is_aimed_at() -> None:
    table = crowd("Kraken's Breath")
    choice: Any = ask(table, "a", cast("Kraken's Breath"), "spell_place")
    far = previews.preview_point(table.state, table.measure, choice.region, (6.0, 9.0, 0.0))
    aside = previews.preview_point(table.state, table.measure, choice.region, (12.0, 6.0, 0.0))
    assert "hits B and C" in far.words
    assert "hits nobody" in aside.words
    first = len(table.events)
    table.answer((6.0, 9.0, 0.0))
    assert set(only(list(table.events[first:]), TemplateTouched).under.hit) == {"b", "c"}


@pytest.mark.rule("SPELL-Boiling-Veins")
def test_boiling_veins_say_who_suffers_too_if_the_target_dies() -> None:
    shown = aimed(crowd("Boiling Veins"), "Boiling Veins", "b")
    assert "If B dies of it: hits C" in shown.words
    alone = fight(plain_street(), *duel(a=mage("Boiling Veins"), apart=4.0))
    assert not any("dies" in words for words in aimed(alone, "Boiling Veins", "b").words[:1])


@pytest.mark.rule("SPELL-Groundsnap", "GEO-13")
def test_a_blast_marker_says_whom_it_would_hit_where_one_points() -> None:
    table = crowd("Groundsnap")
    choice = ask(table, "a", cast("Groundsnap"), "spell_place")
    at = (6.2, 10.8, 0.0)
    request = PlaceRequest(Tool.POINT, at, (), False, 0.0, False, None, None)
    shown = preview_job(request, choice, table.state, table.measure)()
    assert isinstance(shown, TapePreview)
    assert "hits B and C" in shown.words
    assert shown.under is not None
    first = len(table.events)
    table.answer(at)
    assert only(list(table.events[first:]), TemplateTouched).under.hit == shown.under.hit
    out: Any = choice.region
    assert previews.preview_point(table.state, table.measure, out, (6.0, 20.0, 0.0)).under is None, "out of reach"


@pytest.mark.rule("SPELL-Abyssal-Mist", "SPELL-Aqua-Curativa")
def test_what_a_marker_does_at_the_end_of_the_round_only_is_not_called_a_hit() -> None:
    table = crowd("Abyssal Mist")
    choice: Any = ask(table, "a", cast("Abyssal Mist"), "spell_place")
    shown = previews.preview_point(table.state, table.measure, choice.region, (6.2, 10.8, 0.0))
    assert "the marker touches B and C" in shown.words
    font = crowd("Aqua Curativa", beside="north")
    shown_font = aimed(font, "Aqua Curativa", "c")
    assert "The marker touches B and C (friend)" in shown_font.words
    do(font, "a", cast("Aqua Curativa", "c"))
    assert set(only(finish_round(font), TemplateTouched).under.hit) == {"b", "c"}


@pytest.mark.rule("SPELL-Waves-of-Force")
def test_a_wave_says_whom_it_would_throw() -> None:
    minis = fighter("a", "north", (8, 6, 0), **mage("Waves of Force")), fighter("b", "south", (13, 6, WET))
    table = fight(canal(), *minis, dice=[8, 8, 2])
    choice: Any = ask(table, "a", cast("Waves of Force", to=[11, 6, WET]), "wave")
    for end, whom in (((15.0, 6.0, WET), "hits B"), ((11.0, 9.0, WET), "hits nobody")):
        assert whom in previews.preview_point(table.state, table.measure, choice.region, end).words


@pytest.mark.rule("SPELL-Waves-of-Force")
def test_a_wave_is_measured_from_where_it_begins() -> None:
    """5" from who casts was said to be more than the 6" that it rolls, which are measured from elsewhere."""
    table = fight(canal(), fighter("a", "north", (8, 6, 0), **mage("Waves of Force")), dice=[8, 8, 2])
    choice: Any = ask(table, "a", cast("Waves of Force", to=[15, 6, WET]), "wave")
    aimed_at = previews.preview_point(table.state, table.measure, choice.region, (8.0, 6.0, WET))
    assert aimed_at.words[0] == '7.0" from where it begins'
    assert aimed_at.refusal is not None
    assert aimed_at.start == choice.start == (15.0, 6.0, WET)


@pytest.mark.rule("SPELL-Krakens-Breath", "GEO-14")
def test_words_keep_clear_of_a_template_and_of_a_marker() -> None:
    shown = aimed(crowd("Kraken's Breath"), "Kraken's Breath", "b")
    assert shown.under is not None
    table = crowd("Groundsnap")
    choice: Any = ask(table, "a", cast("Groundsnap"), "spell_place")
    laid = previews.preview_point(table.state, table.measure, choice.region, (6.2, 10.8, 0.0))
    assert laid.under is not None
    for preview, outline in ((shown, shown.under.outline), (laid, laid.under.outline)):
        assert set(outline) <= set(places(preview, table.state))


@pytest.mark.rule("MAGIC-02")
def test_a_spell_at_a_place_is_called_otherwise_than_at_somebody() -> None:
    """Two buttons of one name stood side by side."""
    table = crowd("Kraken's Breath")
    take_turn(table, "a")
    choice = table.request
    assert isinstance(choice, Question)
    menu = gathered(table.state, tools.menu(table.state, table.measure, choice))
    labels = [each.label for each in menu.buttons if each.label.startswith("Kraken's Breath")]
    assert labels == ["Kraken's Breath  2 WP, 6+", "Kraken's Breath: at a place  2 WP, 6+"]


@pytest.mark.rule("DICE-05", "DICE-13")
def test_the_chance_of_a_spell_says_what_will_points_add() -> None:
    table = crowd("Groundsnap")
    shown = aimed(table, "Groundsnap", None)
    odds = measured(action_odds.cast(table.state, "a", Cast("Groundsnap", None)), table.state, table.measure)
    assert odds.plain < odds.alone
    assert shown.words[0] == f"Succeeds {percent(odds.plain)}, with will points {percent(odds.alone)}."


@pytest.mark.rule("GEO-12", "GEO-14")
def test_the_evidence_of_a_spell_has_its_template() -> None:
    """It lay on the board as long as one aimed, and never again."""
    table = crowd("Kraken's Breath", beside="north")
    happened = do(table, "a", cast("Kraken's Breath", "b"))
    touched = only(happened, TemplateTouched)
    number = next(n for n, each in enumerate(table.state.log) if isinstance(each, SpellCast))
    marks: Any = Drawn()
    model: Any = SimpleNamespace(shown=table.state, open_to_all=lambda _: True, session=table)
    EvidenceLayer(model, marks).show(number)
    assert [*touched.under.outline, touched.under.outline[0]] in marks.lines


@pytest.mark.rule("MAGIC-10")
@pytest.mark.parametrize(
    ("spell", "words"),
    [
        ("Waves of Force", 'On water, within 12" and in sight.'),
        ("Ice Lock", 'On water, within 8" and in sight.'),
        ("Abyssal Mist", 'On firm ground, within 12" and in sight.'),
        ("Groundsnap", 'Within 8", in sight.'),
    ],
)
def test_the_question_says_on_what_a_spell_is_aimed(spell: str, words: str) -> None:
    table = fight(canal(), fighter("a", "north", (8, 6, 0), **mage(spell, level=2)), dice=[8, 8, 2])
    choice = ask(table, "a", cast(spell), "spell_place")
    assert choice.detail(table.state) == words


@pytest.mark.rule("GEO-02", "MAGIC-02")
def test_a_place_is_as_far_as_the_spell_reaches_from_the_base() -> None:
    """Ten inches from the middle of the base, and 9.4" from the base: two numbers stood there for one way."""
    table = crowd("Groundsnap")
    choice: Any = ask(table, "a", cast("Groundsnap"), "spell_place")
    x, y, z = table.state["a"].here
    far = previews.preview_point(table.state, table.measure, choice.region, (x, y + 10.0, z))
    radius = table.state["a"].profile.size * MM / 2
    assert far.words[0] == f'{10.0 - radius:.1f}" away'
    assert far.refusal is not None
    assert f'that is {10.0 - radius:.1f}" away' in far.refusal.why


@pytest.mark.rule("MAGIC-02")
def test_questions_about_a_spell_call_it_as_its_button_does() -> None:
    """In French they asked with its English name."""
    table = crowd("Groundsnap")
    choice: Any = ask(table, "a", cast("Groundsnap"), "spell_place")
    beyond = choice.region.refusal(table.state, table.measure, (6.0, 30.0, 0.0))
    french = load("fr")
    for words in (choice.asks(table.state), beyond.why):
        assert french.told(term("Groundsnap")) in french.told(words)


@pytest.mark.rule("SPELL-Krakens-Breath")
def test_it_is_told_in_words_too() -> None:
    table = crowd("Kraken's Breath")
    take_turn(table, "a")
    choice = table.request
    assert isinstance(choice, Question)
    view = SeatView(table.state, table.measure, None, "north")  # type: ignore[arg-type]
    (line,) = [each.line for each in offers(view, choice, []) if each.answer == Cast("Kraken's Breath", "b")]
    assert "; hits B and C" in line
