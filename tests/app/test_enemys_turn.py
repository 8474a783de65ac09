"""What a bot's mini does can be followed: who acts, of which gang, what came of it, and a moment to look at it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from imgui_bundle import imgui

from sim.app.hud import widgets
from sim.app.table.playback import LINGER, seconds_of
from sim.carnevale.events import ActionBegan, ActionEnded, TurnEnded
from tests.app.layout_watch import watched
from tests.app.table_games import free_fight, member
from tests.app.test_table_window import until
from tests.carnevale.tables import plain_street


@pytest.fixture
def window_of_a_bot(window: Any, tmp_path: Path) -> Any:
    """A has ended its turn, and the bot's B is seen at its own."""
    players = {"north": "human", "south": "random"}
    window.play(free_fight(plain_street(), tmp_path, [member("a", (3, 12, 0))], [member("b", (9, 16, 0))], players))
    table = window.table
    for answer in ("a", "end"):
        until(window, lambda: table.menu is not None)
        table.give(answer)
    until(window, lambda: table.model.shown.active == "b" and table.plays)
    return window


def test_the_panel_says_who_acts_and_what_came_of_it(window_of_a_bot: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    window, table = window_of_a_bot, window_of_a_bot.table
    told: set[str] = set()
    with watched(monkeypatch) as watch:
        for _ in range(400):
            watch.begin()
            window.step()
            told |= {each.words for each in watch.things if each.panel == "actions"}
            if not table.plays or table.model.shown.active != "b":
                break
    assert "B acts" in told
    assert "So it happens" not in told
    assert any(words.startswith("B ") and words.endswith(".") for words in told), "the chronicle's line"


@pytest.mark.rule("TURN-08")
def test_whoever_acts_out_of_its_turn_is_named_until_that_is_done(window_of_a_bot: Any) -> None:
    """A counter was told under the name of the enemy whose turn it was."""
    panel, state = window_of_a_bot.hud.actions, window_of_a_bot.table.model.shown
    before = panel.actor
    state.apply(ActionBegan(who="a", action="combat", ap=1))
    assert (before, panel.actor) == ("b", "a")
    state.apply(ActionEnded(who="a", action="combat"))
    assert panel.actor == "b"


def test_where_an_enemy_ends_its_turn_is_looked_at_for_a_moment(window_of_a_bot: Any) -> None:
    state = window_of_a_bot.table.model.shown
    assert seconds_of(TurnEnded("b"), state, {"south"}) == LINGER > 0
    assert seconds_of(TurnEnded("a"), state, {"south"}) == 0.0


def told_in(window: Any, monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """What the action panel says in the next frame."""
    with watched(monkeypatch) as watch:
        watch.begin()
        window.step()
        return {each.words for each in watch.things if each.panel == "actions"}


def test_only_a_bot_is_said_to_think(window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It was said, too, while one's own action was worked out."""
    players = {"north": "human", "south": "random"}
    window.play(free_fight(plain_street(), tmp_path, [member("a", (3, 12, 0))], [member("b", (9, 16, 0))], players))
    table = window.table
    until(window, lambda: table.menu is not None)
    with monkeypatch.context() as held:
        held.setattr(table.worker, "poll", lambda: None)
        table.give("a")
        assert table.busy
        own = told_in(window, monkeypatch)
    assert "The enemy is thinking" not in own
    until(window, lambda: table.menu is not None)
    table.give("end")
    until(window, lambda: "The enemy is thinking" in told_in(window, monkeypatch))


@pytest.mark.parametrize("times", [1, 12])
def test_what_came_last_is_told_in_letters_that_can_be_read(
    window_of_a_bot: Any, monkeypatch: pytest.MonkeyPatch, times: int
) -> None:
    """Such as a roll-off of three gangs that was tied: on several lines, where one does not hold it."""
    window = window_of_a_bot
    words = " ".join(["9 rolled by The Five of Rialto for deployment;"] * times)
    letters: list[float] = []

    def watching(real: Callable[..., None]) -> Callable[..., None]:
        def drawn(text: str, *more: Any) -> None:
            if text == words:
                letters.append(imgui.get_font_size())
            real(text, *more)

        return drawn

    for name in ("wrapped", "colour"):
        monkeypatch.setattr(widgets, name, watching(getattr(widgets, name)))
    monkeypatch.setattr(window.hud.actions, "lately", lambda: words)
    window.step()
    window.step()
    assert letters
    assert min(letters) >= 9.0


def test_the_mark_of_the_gang_that_thinks_stands_beside_it(
    window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was that of whoever had acted last."""
    players = {"north": "human", "south": "random"}
    south = [member("b", (9, 16, 0)), member("c", (12, 16, 0))]  # of whom one is to be chosen
    window.play(free_fight(plain_street(), tmp_path, [member("a", (3, 12, 0))], south, players))
    table = window.table
    until(window, lambda: table.menu is not None)
    table.give("a")
    until(window, lambda: table.menu is not None)
    marks: list[int] = []
    low, run = 0.8 * window.size()[1], table._jobs.run  # where the panel below the board is

    def seen(_: float, y: float, __: float, number: int, **___: Any) -> None:
        if y > low:
            marks.append(number)

    def held_back(work: Any, done: Any, *, thinks: bool = False) -> None:
        if not thinks:
            run(work, done)

    def is_told() -> bool:
        marks.clear()
        return "The enemy is thinking" in told_in(window, monkeypatch)

    with monkeypatch.context() as held:
        held.setattr(widgets, "seat_mark", seen)
        held.setattr(table._jobs, "run", held_back)
        table.give("end")
        until(window, is_told)
        assert set(marks) == {table.model.seat_number("south")}
