"""What equal bots found of the boards that ship stands beside them, as long as they are as they were."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from sim.board.files.folders import maps_dir
from sim.cli.main import run
from sim.playtest import shipped
from sim.playtest.shares import wilson
from sim.playtest.shipped import figures_of, shipped_figures
from tools.playtests import PLAYED


def test_what_is_kept_is_of_boards_that_ship_as_they_are() -> None:
    assert {each.map: each.scenario for each in shipped_figures()} == PLAYED
    assert set(PLAYED) == {path.stem for path in maps_dir().glob("*.toml")}


@pytest.mark.parametrize("figures", shipped_figures(), ids=lambda each: each.map)
def test_figures_are_of_whole_pairs_and_the_zones_share_all_games(figures: shipped.ShippedFigures) -> None:
    one, two = figures.zones
    assert figures.games % 2 == 0
    assert one.share.share + two.share.share == pytest.approx(1.0, abs=0.001)
    assert wilson(one.share.share * figures.games, figures.games).low == pytest.approx(one.share.low, abs=0.001)


def test_a_board_that_was_changed_has_no_figures_until_it_is_played_on_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (maps_dir() / "campiello-dei-remi.toml").read_text(encoding="utf-8")
    there = tmp_path / "campiello-dei-remi.toml"
    there.write_text(text, encoding="utf-8")
    assert figures_of(there) == (), "another file of that name is another board"
    monkeypatch.setattr(shipped, "maps_dir", lambda: tmp_path)
    assert [each.map for each in figures_of(there)] == ["campiello-dei-remi"]
    there.write_text(text + "# moved\n", encoding="utf-8")
    assert figures_of(there) == ()


def test_map_info_tells_them_with_the_command_that_made_them(capsys: pytest.CaptureFixture[str]) -> None:
    (figures,) = figures_of(maps_dir() / "campiello-dei-remi.toml")
    assert run(["map", "info", "campiello-dei-remi"]) == 0
    assert f"Acquisition, {figures.games} games between equal bots: north-east corner " in capsys.readouterr().out
    assert run(["map", "info", "campiello-dei-remi", "--json"]) == 0
    (told,) = json.loads(capsys.readouterr().out)["playtests"]
    assert told.pop("command").startswith("bauta map playtest campiello-dei-remi --scenario acquisition --bot seasoned")
    assert msgspec.convert(told, shipped.ShippedFigures) == figures


def games_after(first: shipped.ShippedFigures, games: int, won: float, points: float) -> shipped.ShippedFigures:
    """So many games after some, of which the first zone won so many."""
    zones = tuple(
        shipped.ZoneFigures(zone.name, wilson(share, games), scored)
        for zone, share, scored in zip(first.zones, (won, games - won), (points, 2.0), strict=True)
    )
    return msgspec.structs.replace(
        first,
        seed=first.next_seed,
        gangs=first.next_gangs,
        games=games,
        draws=1,
        zones=zones,
        first_turn=wilson(games / 2, games),
    )


def test_more_games_are_added_as_if_all_had_been_played_at_once() -> None:
    (ships,) = figures_of(maps_dir() / "campiello-dei-remi.toml")
    first = games_after(msgspec.structs.replace(ships, seed=8, games=2), 90, 44.0, 3.0)
    both = shipped.added(first, games_after(first, 110, 50.5, 4.0))
    assert (both.seed, both.games, both.draws, both.gangs) == (9, 200, 2, ships.gangs[::-1])
    assert [zone.share for zone in both.zones] == [wilson(94.5, 200), wilson(105.5, 200)]
    assert [zone.points for zone in both.zones] == [3.55, 2.0]
    assert both.first_turn == wilson(100, 200)


@pytest.mark.parametrize(("name", "other"), [("seed", 8), ("gangs", ("guild-75", "patricians-75")), ("bot", "novice")])
def test_only_the_games_that_come_next_are_added(name: str, other: object) -> None:
    (ships,) = figures_of(maps_dir() / "campiello-dei-remi.toml")
    first = games_after(msgspec.structs.replace(ships, seed=8, games=2), 4, 2.0, 3.0)
    with pytest.raises(ValueError, match=f"campiello-dei-remi: {name} is"):
        shipped.added(first, msgspec.structs.replace(games_after(first, 4, 2.0, 3.0), **{name: other}))
