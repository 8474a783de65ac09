"""Why bots did what they did is told in the chronicle and at the terminal, as far as whoever looks may know."""

from __future__ import annotations

from pathlib import Path

import pytest

from sim.app.hud.log_panel import LogPanel
from sim.app.table.controller import TableController
from sim.app.table.model import TableModel
from sim.carnevale.events import TurnBegan
from sim.carnevale.film import FilmLine
from sim.carnevale.film_making import film_of
from sim.carnevale.replay import replay
from tests.app.table_games import free_fight, member
from tests.app.text_games import told
from tests.carnevale.tables import street

WHY = "B charges A: "
WORTH = "It values that at "


def fight(folder: Path) -> TableModel:
    """A person's A, and the B of a bot two runs off, which is on its way to it."""
    a = [member("a", (6, 6, 0), ap=3, lp=40)]
    b = [member("b", (6, 11, 0), ap=2, weapons=({"name": "Axe", "damage": 1},))]
    return free_fight(street(), folder, a, b, {"south": "seasoned"}, dice=[8, 3, 2] * 200)


@pytest.fixture(autouse=True)
def wide(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("COLUMNS", "1000")
    monkeypatch.setenv("BAUTA_DATA", str(tmp_path / "data"))


def test_nothing_is_told_of_it_unasked(tmp_path: Path) -> None:
    assert WHY not in told(fight(tmp_path), "a", "end", "look")


def test_why_tells_what_was_last_and_all_that_follows(tmp_path: Path) -> None:
    """But not what the bot makes of it, while the game goes on."""
    asked = told(fight(tmp_path / "last"), "a", "end", "why")
    before = told(fight(tmp_path / "next"), "a", "why", "end")
    for said in (asked, before):
        assert WHY in said
        assert WORTH not in said
    assert WHY not in told(fight(tmp_path / "off"), "a", "why", "why", "end")


def test_the_reason_belongs_to_the_turn_that_followed(tmp_path: Path) -> None:
    model = fight(tmp_path)
    told(model, "a", "end")
    log = model.session.state.log
    begun = next(n for n, event in enumerate(log) if isinstance(event, TurnBegan) and event.who == "b")
    assert not model.reasons(0, begun)
    assert any(WHY in why for why in model.reasons(begun, len(log)))


def test_a_line_of_the_chronicle_tells_it_when_it_is_opened(tmp_path: Path) -> None:
    model = fight(tmp_path)
    told(model, "a", "end")
    panel = LogPanel(TableController(model), None, [])  # type: ignore[arg-type]
    panel._read_log()
    (line,) = [each for each in panel._entries() if any(WHY in why for why in panel._reasons_of(each))]
    assert "b" in line.concerns
    assert not any(WORTH in why for why in panel._reasons_of(line))


def told_in_a_film(model: TableModel, *seats: str) -> tuple[FilmLine, ...]:
    """Lines of a film of the game that was kept, in which somebody tells why."""
    assert model.session.journal is not None
    kept = replay(model.session.journal.path).session
    return tuple(line for line in film_of(kept.state, kept.state.log, seats, kept.reasons).lines if line.why)


def test_a_line_of_a_film_tells_it(tmp_path: Path) -> None:
    """As much of it as all may know for whom the film is."""
    model = fight(tmp_path)
    told(model, "a", "end")
    (all_may,) = [line for line in told_in_a_film(model, "north", "south") if any(WHY in why for why in line.why)]
    assert "b" in all_may.concerns
    for seats, whole in ((("north", "south"), False), (("north",), False), (("south",), True), ((), True)):
        lines = told_in_a_film(model, *seats)
        assert any(WHY in why for line in lines for why in line.why)
        assert any(WORTH in why for line in lines for why in line.why) == whole
