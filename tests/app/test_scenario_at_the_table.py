"""What is played, and how it is won, stands beside the board: a quick game chooses it by chance."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import msgspec
import pytest
from shapely import Point, Polygon

from sim.app.hud import story_page
from sim.app.hud.top_bar import TopBar
from sim.app.render.palettes import FREE, Colour
from sim.app.table.preview_marks import draw_room_for, draw_zones
from sim.carnevale import scenarios
from sim.carnevale.objectives.placing import WhereObjectiveLies
from sim.carnevale.scenarios.deployment import SetUpMini
from sim.carnevale.turn import WhoseTurn
from tests.app.layout_watch import watched
from tests.app.table_games import free_fight, member
from tests.app.test_question_layout import ask
from tests.app.test_table_window import steps, until
from tests.app.window_sizes import FIRST, Way, panels_alone, show
from tests.carnevale.questions import examples
from tests.carnevale.tables import plain_street


def said(window: Any, monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """All that is drawn in a frame."""
    with watched(monkeypatch) as watch, panels_alone(window):
        steps(window, 3)
        watch.begin()
        window.step()
    return {each.words for each in watch.things}


@pytest.mark.parametrize(("round", "in_full"), [(1, True), (2, False)])
def test_the_scenario_is_told_in_full_until_the_second_round(
    window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, round: int, in_full: bool
) -> None:
    window.play(free_fight(plain_street(), tmp_path, [member("a", (3, 12, 0))], [member("b", (7, 16, 0))]))
    until(window, lambda: window.table.menu is not None)
    ask(window, next(each for each in examples().values() if each.game == "acquisition-2"))
    page = scenarios.find("acquisition")
    assert page is not None
    window.table.model.shown.round = round
    show(window, FIRST)
    words = said(window, monkeypatch)
    assert page.title in words
    assert (page.words() in words) == in_full
    window.run_command("story")
    assert page.words() in said(window, monkeypatch), "it can be read again at any time"
    window.run_command("back")


def test_with_large_text_agendas_go_before_it(window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    window.play(free_fight(plain_street(), tmp_path, [member("a", (3, 12, 0))], [member("b", (7, 16, 0))]))
    until(window, lambda: window.table.menu is not None)
    ask(window, next(each for each in examples().values() if each.game == "acquisition-2"))
    page = scenarios.find("acquisition")
    assert page is not None
    seats, asked = window.table.model.shown.seats, window.table.choice.seat
    seats[asked] = msgspec.structs.replace(seats[asked], agendas=("C1",))
    window.table.model.shown.round = 1
    show(window, Way(FIRST.size, 2.0, "en"))
    words = said(window, monkeypatch)
    show(window, FIRST)
    assert page.title in words
    assert page.words() not in words


def test_the_bar_keeps_as_much_room_for_the_round_in_every_round(
    window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A broader number would take the keys off its buttons."""
    window.play(free_fight(plain_street(), tmp_path, [member("a", (3, 12, 0))], [member("b", (7, 16, 0))]))
    until(window, lambda: window.table.menu is not None)
    ask(window, next(each for each in examples().values() if each.game == "acquisition-2"))
    real, told = TopBar._middle, dict[str, float]()

    def noted(bar: TopBar, state: Any) -> tuple[str, float]:
        words, wide = real(bar, state)
        told[words] = wide
        return words, wide

    monkeypatch.setattr(TopBar, "_middle", noted)
    for number in range(4):
        window.table.model.shown.round = number
        window.step()
    page = scenarios.find("acquisition")
    assert page is not None
    assert set(told) == {"Setting up", *(f"Round {number} of {page.rounds}" for number in (1, 2, 3))}
    assert len(set(told.values())) == 1


def test_before_anything_has_happened_the_chronicle_says_who_meets(
    window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window.play(free_fight(plain_street(), tmp_path, [member("a", (3, 12, 0))], [member("b", (7, 16, 0))]))
    until(window, lambda: window.table.menu is not None)
    ask(window, examples()[WhoseTurn])
    meets = f"{window.table.model.names('north')}: Mother of the Brood, Harpooner of the Shoals and Spawn of the Rii."
    assert meets not in said(window, monkeypatch)
    ask(window, examples()[WhereObjectiveLies])
    assert meets in said(window, monkeypatch)


class Lines:
    """The outlines that were drawn of where something may be laid; all else is drawn nowhere."""

    def __init__(self) -> None:
        self.free: list[list[tuple[float, float]]] = []

    def line(self, points: list[tuple[float, float, float]], colour: Colour, *_: Any, **__: Any) -> None:
        if colour == FREE:
            self.free.append([(x, y) for x, y, _ in points])


@pytest.mark.rule("SCEN-03")
@pytest.mark.parametrize("laid", [False, True])
def test_where_an_objective_may_lie_is_outlined(laid: bool) -> None:
    asked = examples()[WhereObjectiveLies]
    choice, state = asked.question, asked.state.copy()
    assert isinstance(choice, WhereObjectiveLies)
    choice = msgspec.structs.replace(choice, line=None)
    if laid:
        other = msgspec.structs.replace(choice.objective, id="other", at=(state.size[0] / 2, state.size[1] / 2, 0.0))
        state.objectives["other"] = other
    marks = Lines()
    draw_room_for(choice, state, cast("Any", marks))
    rims = [Polygon(rim) for rim in marks.free]
    places = [(x + 0.3, y + 0.4) for x in range(int(state.size[0])) for y in range(int(state.size[1]))]
    may = [choice.region.allowed_by_plan(state, (*place, 0.0)) for place in places]
    assert True in may
    assert [sum(rim.contains(Point(place)) for rim in rims) % 2 == 1 for place in places] == may


class Names:
    """What stands on the board; all else is drawn nowhere."""

    def __init__(self) -> None:
        self.said: list[str] = []

    def label(self, _at: object, words: str, *_: object) -> None:
        self.said.append(words)

    def __getattr__(self, _: str) -> Any:
        return lambda *_, **__: None


@pytest.mark.rule("SCEN-02")
def test_no_name_of_a_zone_stands_over_the_minis_that_are_set_up_in_it() -> None:
    asked = examples()[SetUpMini]
    every, others = Names(), Names()
    draw_zones(asked.state, cast("Any", every))
    draw_zones(asked.state, cast("Any", others), asked.state.seats[asked.question.seat].zone)
    assert len(others.said) == len(every.said) - 1


@pytest.mark.rule("SCEN-09", "CAMP-04")
def test_whoever_left_the_board_or_fled_is_not_said_to_stand_at_the_end(
    window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window.play(free_fight(plain_street(), tmp_path, [member("a", (3, 12, 0))], [member("b", (7, 16, 0))]))
    until(window, lambda: window.table.menu is not None)
    show(window, FIRST)
    model = window.table.model
    monkeypatch.setattr(type(model), "over", True)
    monkeypatch.setattr(type(model), "choice", None)
    model.shown.set("b", escaped=True)
    window.table.drop_question()
    assert {"1 of 1 still stands", "0 of 1 still stand"} <= said(window, monkeypatch)


@pytest.mark.parametrize(("beside", "lines"), [(2, 1), (1, 2)])
def test_of_many_gangs_each_has_a_line_of_its_own(
    window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, beside: int, lines: int
) -> None:
    """The name of the fourth began on one line and ended on the next."""
    monkeypatch.setattr(story_page, "BESIDE", beside)
    window.play(free_fight(plain_street(), tmp_path, [member("a", (3, 12, 0))], [member("b", (7, 16, 0))]))
    until(window, lambda: window.table.menu is not None)
    show(window, FIRST)
    window.run_command("story")
    told = [words for words in said(window, monkeypatch) if "1 standing" in words]
    window.run_command("back")
    assert len(told) == lines
