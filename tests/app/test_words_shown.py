"""Words over the board lie over no mark of an objective; a roll without dice says how it ended; who plays a gang."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from imgui_bundle import imgui

from sim.app.hud import dice_panel, mini_card, rising_words, widgets
from sim.app.hud.mini_labels import box_of
from sim.app.table.playback import DiceTray
from sim.app.text.lore import points_made
from sim.app.window import table_scene
from sim.carnevale.characters import Effect
from sim.carnevale.disciplines.fate import FatesBounty
from sim.carnevale.events import CounterGained, EffectBegan, Forfeited, Remembered, Scored
from sim.carnevale.objective import Objective
from sim.carnevale.vocabulary import Trait
from sim.engine.dice import TypedDice
from sim.engine.journal import read
from sim.engine.session import Session
from tests.app.layout_watch import watched
from tests.app.own_gangs import take
from tests.app.table_games import free_fight, member
from tests.app.test_table_window import key, steps, until
from tests.carnevale.tables import GAME, street
from tests.golden.games import JOURNALS, no_board


def test_the_words_of_a_tape_keep_off_an_objective(
    window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    marks: list[Any] = []
    real = table_scene.draw_objectives

    def drawn(*args: Any, **named: Any) -> Any:
        marks[:] = real(*args, **named)
        return [*marks]

    monkeypatch.setattr(table_scene, "draw_objectives", drawn)
    window.hand.move(2, 400)  # where it points at nothing
    window.play(free_fight(street(), tmp_path, [member("a", (12, 12, 0))], [member("b", (17, 12, 0))]))
    table, scene = window.table, window.scene
    until(window, lambda: table.menu is not None)
    key(window, "m")
    table.click("a", None)
    table.click("b", None)
    until(window, lambda: table.pinned and bool(scene.layer_labels.laid))
    (box, *_) = scene.layer_labels.laid
    under = next(
        at
        for at in ((10 + 0.1 * i, 12.0, 0.1 * k) for i in range(90) for k in range(20))
        if (pixel := scene.view.to_screen((at[0], at[1], at[2] + 1.1))) and box.holds(*pixel)
    )
    for state in (table.model.shown, table.model.session.state):
        state.objectives["chest-1"] = Objective("chest-1", at=under)
    steps(window, 3)
    assert marks
    assert not any(each.meets(box_of(mark)) for each in scene.layer_labels.laid for mark in marks)


@pytest.mark.rule("SCEN-04")
def test_who_carries_an_objective_is_marked_on_the_board(
    window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only the card of whoever was chosen told of it: who had the chest was not to be seen."""
    marks: list[Any] = []
    real = table_scene.draw_objectives
    monkeypatch.setattr(table_scene, "draw_objectives", lambda *a, **n: marks.append(real(*a, **n)) or marks[-1])
    window.play(free_fight(street(), tmp_path, [member("a", (12, 12, 0))], [member("b", (17, 12, 0))]))
    table, scene = window.table, window.scene
    until(window, lambda: table.menu is not None and not scene.in_motion)
    steps(window, 3)
    assert marks[-1] == []
    for state in (table.model.shown, table.model.session.state):
        state.objectives["chest-1"] = Objective("chest-1", carrier="b")
    steps(window, 3)
    (mark,) = marks[-1]
    foot, edge = scene.view.to_screen((17, 12, 0)), scene.view.to_screen((17.6, 12, 0))
    assert mark.x < foot[0] < mark.x + mark.w
    assert foot[1] < mark.y + mark.h / 2 < foot[1] + 2 * (edge[0] - foot[0])


@pytest.mark.parametrize(("outcome", "told"), [("fail", "No dice at all: a Fail."), ("critical", "Without dice.")])
def test_a_roll_without_dice_is_told_as_it_ended(
    window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, outcome: str, told: str
) -> None:
    """A Flash grenade makes a disengage a Critical."""
    said: list[str] = []
    real = widgets.wrapped
    monkeypatch.setattr(widgets, "wrapped", lambda words, *more: said.append(words) or real(words, *more))
    window.play(free_fight(street(), tmp_path, [member("a", (12, 12, 0))], [member("b", (17, 12, 0))]))
    large: list[str] = []
    own = dice_panel.colour
    monkeypatch.setattr(dice_panel, "colour", lambda words, paint: large.append(words) or own(words, paint))
    window.table.tray = DiceTray("a", "disengage", [], 7, outcome)
    said.clear()
    steps(window, 4)
    assert told in said
    assert set(large) == ({"Critical"} if outcome == "critical" else set()), "what is told is not told twice"


@pytest.mark.rule("TURN-02")
@pytest.mark.parametrize(("aces", "outcome", "told"), [(2, "success", "2 Aces"), (0, "fail", "0 Aces")])
def test_dice_for_the_initiative_tell_their_aces_and_no_success(
    window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, aces: int, outcome: str, told: str
) -> None:
    """Who has it the dice of the others tell."""
    large: list[str] = []
    own = dice_panel.colour
    monkeypatch.setattr(dice_panel, "colour", lambda words, paint: large.append(words) or own(words, paint))
    window.play(free_fight(street(), tmp_path, [member("a", (12, 12, 0))], [member("b", (17, 12, 0))]))
    window.table.tray = DiceTray("a", "initiative", [9, 8, 2], 7, outcome, aces)
    large.clear()
    steps(window, 4)
    assert set(large) == {told}


@pytest.mark.rule("DICE-03", "SCEN-02", "TURN-02")
@pytest.mark.parametrize(
    ("purpose", "golden"), [("combat", {True, False}), ("initiative", {False}), ("agenda", {False})]
)
def test_a_destiny_die_alone_is_golden(
    window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, purpose: str, golden: set[bool]
) -> None:
    drawn: list[bool] = []
    real = widgets.die
    monkeypatch.setattr(widgets, "die", lambda *at, **how: drawn.append(how["destiny"]) or real(*at, **how))
    window.play(free_fight(street(), tmp_path, [member("a", (12, 12, 0))], [member("b", (17, 12, 0))]))
    window.table.tray = DiceTray("a", purpose, [9, 8, 2], 7, "success", 2)
    drawn.clear()
    steps(window, 4)
    assert set(drawn) == golden


@pytest.mark.parametrize(("south", "told"), [("greedy", {"You", "Greedy bot"}), ("human", {"Player 1", "Player 2"})])
def test_the_bar_says_who_plays_and_no_point_of_the_compass(
    window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, south: str, told: set[str]
) -> None:
    """Whoever sits in the north may begin on the south edge."""
    players = {"north": "human", "south": south}
    window.play(free_fight(street(), tmp_path, [member("a", (12, 12, 0))], [member("b", (17, 12, 0))], players))
    with watched(monkeypatch) as watch:
        watch.begin()
        steps(window, 2)
    words = {each.words for each in watch.things if each.panel == "bar"}
    assert told <= words
    assert not {"North", "South"} & words


def test_the_end_tells_of_points_that_count_for_nothing(
    window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Secure Arms: who has achieved no agenda loses what the caches were worth."""
    window.play(free_fight(street(), tmp_path, [member("a", (12, 12, 0))], [member("b", (17, 12, 0))]))
    until(window, lambda: window.table.menu is not None)
    model = window.table.model
    header, answers = read(JOURNALS["secure-arms-2"])
    session: Session[Any] = Session(GAME, GAME.begin(header.setup), TypedDice(), no_board, step=True)
    session.replay(answers)
    for seat in session.state.seats:
        session.state.emit(Scored(seat=seat, vp=4, why="cache 1 held"))
        session.state.emit(Forfeited(seat=seat, vp=4, why="no agenda achieved"))
    take(window.table, session)
    with watched(monkeypatch) as watch:
        steps(window, 4)
        watch.begin()
        steps(window, 1)
    words = [each.words for each in watch.things]
    assert "-4  no agenda achieved" in words
    assert any("-4 for no agenda achieved" in line for line in points_made(model))


def test_what_changed_a_roll_is_told_whole(window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In as many lines as it takes: letters a few pixels high tell nobody anything."""
    changes = (
        "-3 Hunter",
        "-2 Long Rifle: Penetration",
        "+1 cover: over 99% hidden (Ponte dei Remi 47%, Banco Est 9%)",
    )
    window.play(free_fight(street(), tmp_path, [member("a", (12, 12, 0))], [member("b", (17, 12, 0))]))
    window.table.tray = DiceTray("a", "protection", [7, 2], 7, "success", 1, changes)
    with watched(monkeypatch) as watch:
        steps(window, 3)
        watch.begin()
        steps(window, 1)
    (told,) = [each for each in watch.things if each.words == ", ".join(changes)]
    assert told.box.bottom - told.box.top > 30


@pytest.mark.parametrize("still", [True, False])
def test_what_a_mini_gains_rises_from_over_its_label(window: Any, monkeypatch: pytest.MonkeyPatch, still: bool) -> None:
    """Both were written in one place, and neither could be read."""
    feet = list[float]()
    drawn = SimpleNamespace(add_text=lambda at, _, __: feet.append(at.y + 22))
    faked = SimpleNamespace(get_background_draw_list=lambda: drawn, calc_text_size=lambda _: imgui.ImVec2(60, 22))
    monkeypatch.setattr(rising_words, "imgui", faked)
    monkeypatch.setattr(rising_words, "font", lambda *_: nullcontext())
    rising = rising_words.RisingWords()
    rising.rise("+1 AP", "action", (0.0, 0.0, 0.0))
    for _ in range(5):
        rising.draw(window.fonts, lambda _: (100.0, 400.0), still=still)
        rising.pass_time(0.25)
    label = 400.0 - window.fonts.px(32)  # its upper edge, where its foot is over the head
    assert all(foot < label for foot in feet)
    assert (min(feet) < max(feet) - 10) is not still


def test_a_card_does_not_say_a_name_twice(window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever has no keywords has nothing below its name."""
    said: list[str] = []
    real = widgets.wrapped
    monkeypatch.setattr(widgets, "wrapped", lambda words, *paint: (said.append(words), real(words, *paint)))
    enemies = [member("b", (17, 12, 0), keywords=("Hero",))]
    window.play(free_fight(street(), tmp_path, [member("a", (12, 12, 0), name="Zanetta")], enemies))
    until(window, lambda: window.table.menu is not None)
    for who, words in (("a", None), ("b", "Hero")):
        window.table.selected = who
        said.clear()
        steps(window, 2)
        assert window.hud.card.about == who
        assert ("Zanetta" in said, "Hero" in said) == (False, words is not None)


@pytest.mark.rule("WATER-02", "SPELL-Fates-Bounty")
def test_a_card_tells_how_many_there_are_of_what_counts(
    window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two counters under water stood there as one does, and dice left to re-roll nowhere."""
    said: list[str] = []
    wrapped, coloured = widgets.wrapped, mini_card.colour
    monkeypatch.setattr(widgets, "wrapped", lambda words, *paint: (said.append(words), wrapped(words, *paint)))
    monkeypatch.setattr(mini_card, "colour", lambda words, *paint: (said.append(words), coloured(words, *paint)))
    enemies = [member("b", (17, 12, 0), keywords=("Hero",))]
    window.play(free_fight(street(), tmp_path, [member("a", (12, 12, 0))], enemies))
    until(window, lambda: window.table.menu is not None)
    game = window.table.model.shown
    bounty = FatesBounty.name
    game.apply(EffectBegan(who="a", effect=Effect(bounty, "end_of_next_turn", trait=Trait(bounty))))
    game.apply(Remembered(who="a", what=bounty, value=3))
    game.apply(CounterGained(who="a", counter="underwater", number=2))
    window.table.selected = "a"
    said.clear()
    steps(window, 2)
    assert any(words.startswith("Fate's Bounty, 3 dice left to re-roll (") for words in said)
    assert any("Underwater (2)" in words for words in said)
