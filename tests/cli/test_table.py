"""`bauta table`: a real table kept as a file, who sees whom on it, and whom a template hits."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

import sim
from sim.app.hud.measure_page import RealTableRequest
from sim.cli.main import run
from tests.cli.test_measuring import stl
from tests.shapes import box

ROOM = [box((0, 0, -0.2), (20, 10, 0)), box((8, -1, -0.1), (8.2, 4, 5))]  # a wall across the southern half


@pytest.fixture
def table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """North of the wall a and b see each other with big between them; c stands behind the wall."""
    file = str(tmp_path / "evening.toml")
    assert run(["table", "new", file, stl(tmp_path / "room.stl", *ROOM)]) == 0
    for words in ("a --at 5,7 --side guild", "b --at 11,7,0", "c --at 9.2,2", "big --at 8,7 --body giant --base 50"):
        assert run(["table", "put", file, *words.split()]) == 0
    capsys.readouterr()
    return file


def shown(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    assert run([*arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.mark.rule("GEO-07")
def test_others_stand_in_the_way(table: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = {(pair["from"], pair["to"]): pair for pair in shown(capsys, "table", "show", table)["pairs"]}
    assert len(found) == 12
    hidden = found["a", "b"]["cover"]["hidden"]
    assert hidden > 0.5
    assert {each["part"] for each in found["a", "b"]["cover"]["by"]} == {"big"}
    assert found["a", "c"]["visible"] is False
    assert run(["table", "remove", table, "big"]) == 0
    capsys.readouterr()
    (alone,) = shown(capsys, "table", "show", table, "--from", "a", "--to", "b")["pairs"]
    assert (alone["visible"], alone["cover"]["hidden"]) == (True, 0.0)
    assert alone["distance"] == pytest.approx(6 - 30 / 25.4)


def test_the_way_to_a_mini_is_to_its_side(table: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["reach", table, "--at", "a", "--move", "5", "--to", "b"]) == 0
    beside = capsys.readouterr().out
    assert beside.startswith("1 turn, 2 actions, ")
    assert run(["reach", table, "--at", "a", "--move", "5", "--to", "11,7,0"]) == 0
    assert capsys.readouterr().out.startswith("no base stands at 11,7,0: dropped there it rests at ")


def test_the_matrix_has_a_row_for_each_that_looks(table: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["table", "put", table, "d", "--at", "6.1811,7"]) == 0
    capsys.readouterr()
    assert run(["table", "show", table, "--from", "a", "--from", "c"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert "  guild: a at 5,7,0, 30 mm, human" in out.splitlines()
    head, row_a, row_c = out.splitlines()[-3:]
    assert head.split() == ["a", "b", "c", "big", "d"]
    assert row_a.split()[:1] == ["a"]
    assert row_a.endswith("0% =")
    assert row_c.split()[:3] == ["c", "-", '5.35"']


def test_a_mini_moves_and_keeps_what_is_not_said(table: str, capsys: pytest.CaptureFixture[str]) -> None:
    path = Path(table)
    path.write_text(path.read_text(encoding="utf-8").replace("[[minis]]", "# ours\n[[minis]]", 1), encoding="utf-8")
    assert run(["table", "put", table, "big", "--at", "15,5,0", "--facing", "90"]) == 0
    assert capsys.readouterr().out == "big stands at 15,5,0\n"
    assert "# ours\n[[minis]]" in path.read_text(encoding="utf-8")
    (big,) = (mini for mini in shown(capsys, "table", "show", table)["minis"] if mini["id"] == "big")
    assert big == {"id": "big", "side": "", "at": [15, 5, 0], "base": 50, "body": "giant", "facing": 90}


def test_a_mini_stays_where_it_was_let_down(table: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Whoever is put down beside it later does not push it away: the file says where it came to rest."""
    assert run(["table", "put", table, "e", "--at", "5.2,7,0"]) == 0
    assert 'note: the bases of e and a overlap by 0.98"' in capsys.readouterr().err
    told = shown(capsys, "table", "show", table)["notes"]
    assert [(each["kind"], each["words"]) for each in told] == [
        ("bases_overlap", 'the bases of a and e overlap by 0.98"')
    ]
    (a,) = (mini for mini in shown(capsys, "table", "show", table)["minis"] if mini["id"] == "a")
    assert a["at"] == [5, 7, 0]


def test_what_finds_no_room_is_told(table: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["table", "put", table, "e", "--at", "5.9,7"]) == 0
    assert "note: e finds no room where it is let down, and rests at" in capsys.readouterr().err


@pytest.mark.rule("GEO-13")
def test_a_round_marker_hits_those_under_it(table: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert shown(capsys, "table", "template", table, "a")["hit"] == ["a"]
    assert shown(capsys, "table", "template", table, "9.6,7,0", "--across", "4")["hit"] == ["b", "big"]
    behind = shown(capsys, "table", "template", table, "7,2,0", "--across", "8")
    assert behind["hit"] == []
    assert [each["mini"] for each in behind["shielded"]] == ["c"]
    assert "notes" not in behind
    assert "lies off the board" in shown(capsys, "table", "template", table, "90,2,0")["notes"][0]["words"]


@pytest.mark.rule("GEO-14")
def test_a_teardrop_goes_on_through_whom_it_hits(
    table: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    picture = str(tmp_path / "fire.png")
    assert run(["table", "template", table, "b", "--from", "a", "--picture", picture]) == 0
    assert capsys.readouterr().out == "hit: b and big\n"
    with Image.open(picture) as drawn:
        assert drawn.size[0] == 1000


@pytest.mark.rule("GEO-14")
def test_a_teardrop_is_laid_towards_a_place(table: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert shown(capsys, "table", "template", table, "11,7,0", "--from", "a")["hit"] == ["b", "big"]
    assert shown(capsys, "table", "template", table, "5,1,0", "--from", "a")["hit"] == []
    assert run(["table", "template", table, "nobody", "--from", "a"]) == 2
    assert "there is no mini 'nobody'" in capsys.readouterr().err


def test_smoke_off_the_board_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = str(tmp_path / "evening.toml")
    assert run(["table", "new", file, "calle-lunga"]) == 0
    capsys.readouterr()
    assert run(["table", "smoke", file, "fog", "--at", "90,9,0"]) == 0
    assert capsys.readouterr().out == 'fog lies at 90,9,0\n90,9,0 lies off the board, which is 24" x 48"\n'


def test_the_page_holds_the_picture_and_every_pair(
    table: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "evening.html"
    assert run(["table", "put", table, "<b>", "--at", "2,2"]) == 0
    assert run(["table", "show", table, "--page", str(page)]) == 0
    text = page.read_text(encoding="utf-8")
    assert '<html lang="en">' in text
    assert text.count("<li>") == 20
    assert "data:image/jpeg;base64," in text
    assert "<b>&lt;b&gt; → a</b>: visible; 0% hidden" in text
    assert "http" not in text


def test_a_table_is_loaded_with_its_minis(table: str) -> None:
    top = sim.load(table)
    assert [figure.id for figure in top.tableau.figures] == ["a", "b", "c", "big"]
    assert top.cover("a", "b").hidden > 0.5


def test_the_board_is_found_from_everywhere(
    table: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Beside the table it is kept by its name, so that both can be moved; else by its whole path."""
    (tmp_path / "games").mkdir()
    monkeypatch.chdir(tmp_path)
    assert 'board = "room.stl"' in Path(table).read_text(encoding="utf-8")
    assert run(["table", "new", "games/other.toml", "room.stl", "--scale", "0.5"]) == 0
    monkeypatch.chdir(tmp_path / "games")
    capsys.readouterr()
    assert run(["table", "put", "other.toml", "a", "--at", "2,3"]) == 0
    assert capsys.readouterr().out == "a stands at 2,3,0\n"


def test_smoke_of_the_file_hides(table: str, capsys: pytest.CaptureFixture[str]) -> None:
    path = Path(table)
    smoke = '\n[[markers]]\nid = "s"\nkind = "smoke"\nat = [8, 7, 0]\n'
    path.write_text(path.read_text(encoding="utf-8") + smoke, encoding="utf-8")
    assert run(["table", "remove", table, "big"]) == 0
    capsys.readouterr()
    (pair,) = shown(capsys, "table", "show", table, "--from", "a", "--to", "b")["pairs"]
    assert pair["visible"] is False


def test_every_measuring_command_knows_the_minis_of_a_table(table: str, capsys: pytest.CaptureFixture[str]) -> None:
    (pair,) = shown(capsys, "table", "show", table, "--from", "a", "--to", "b")["pairs"]
    seen = shown(capsys, "los", table, "--from", "a", "--to", "b")
    assert seen == {key: value for key, value in pair.items() if key not in ("from", "to")}
    assert shown(capsys, "measure", table, "--from", "a", "--to", "b")["distance"] == pair["distance"]
    assert shown(capsys, "measure", table, "--from", "big", "--to", "8,9,0")["distance"] == pytest.approx(2 - 80 / 50.8)
    assert shown(capsys, "drop", table, "--at", "a")["rest"] == [5, 7, 0]
    assert run(["los", table, "--from", "a", "--to", "a"]) == 2


def test_the_others_of_a_table_are_in_the_way_of_jumps_moves_and_falls(
    table: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert shown(capsys, "jump", table, "--from", "a", "--to", "6.2,7,0", "--distance", "1.2")["end"] == [6.2, 7, 0]
    assert shown(capsys, "jump", table, "--from", "a", "--to", "8,7,0", "--distance", "3")["end"] != [8, 7, 0]
    assert shown(capsys, "drop", table, "--at", "8,7,3")["rest"] != [8, 7, 0]
    among = shown(capsys, "reach", table, "--at", "a", "--move", "3")["area"]
    assert run(["table", "remove", table, "big"]) == 0
    capsys.readouterr()
    assert among < shown(capsys, "reach", table, "--at", "a", "--move", "3")["area"] - 2


def test_a_mini_may_be_called_as_an_option(table: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["table", "put", table, "from", "--at", "2,2,0"]) == 0
    capsys.readouterr()
    assert shown(capsys, "measure", table, "--from", "2,5,0", "--to", "from")["distance"] == pytest.approx(
        3 - 30 / 25.4
    )


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """What a window is asked to show, in place of one."""
    found: list[object] = []

    class Window:
        def __init__(self, size: tuple[int, int]) -> None:
            pass

        def run(self, **given: object) -> None:
            found.append(given)

    monkeypatch.setattr("sim.app.system.has_display", lambda: True)
    monkeypatch.setattr("sim.app.window.table_window.TableWindow", Window)
    return found


def test_a_table_is_opened_in_a_window_and_what_is_wrong_with_it_is_told_before(
    table: str, asked: list[object], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run(["open", table]) == 0
    assert asked == [{"build": RealTableRequest(table=Path(table))}]
    assert run(["table", "put", table, "a", "--at", "5,7"]) == 0
    text = Path(table).read_text("utf-8")
    Path(table).write_text(text.replace('body = "giant"', 'body = "nobody"'), "utf-8")
    capsys.readouterr()
    assert run(["open", table]) == 2
    assert "no body 'nobody'" in capsys.readouterr().err
    assert len(asked) == 1
    monkeypatch.setattr("sim.app.system.has_display", lambda: False)
    Path(table).write_text(text, "utf-8")
    assert run(["open", table]) == 2
    assert f"measure it: bauta table show {table}" in capsys.readouterr().err


@pytest.mark.rule("ACT-07")
def test_whoever_is_pushed_off_an_edge_is_told_where_it_lands(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(tmp_path / "roof.toml")
    roof = stl(tmp_path / "roof.stl", box((0, 0, -0.2), (20, 10, 0)), box((2, 2, 0), (8, 8, 3)))
    assert run(["table", "new", file, roof]) == 0
    for words in ("a --at 7.2,5", "b --at 5,5"):
        assert run(["table", "put", file, *words.split()]) == 0
    capsys.readouterr()
    found = shown(capsys, "table", "push", file, "a", "--from", "b")
    assert found["push"]["moved"] == pytest.approx(2.0)
    assert found["fall"]["height"] == pytest.approx(3.0)
    assert found["rest"] == pytest.approx([9.2, 5.0, 0.0])
    assert run(["table", "push", file, "a", "--to", "20,5,3", "--distance", "0.2"]) == 0
    assert capsys.readouterr().out.startswith('a is pushed 0.20", to 7.40, 5.00, 3.00')


def test_smoke_is_laid_moved_and_taken_away_by_command(table: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["table", "smoke", table, "fog", "--at", "14,2,0"]) == 0
    assert run(["table", "smoke", table, "fog", "--at", "9.5,7,0", "--radius", "1"]) == 0
    capsys.readouterr()
    (pair,) = shown(capsys, "table", "show", table, "--from", "a", "--to", "b")["pairs"]
    assert not pair["visible"]
    assert run(["table", "remove", table, "fog"]) == 0
    assert run(["table", "remove", table, "big"]) == 0
    capsys.readouterr()
    (pair,) = shown(capsys, "table", "show", table, "--from", "a", "--to", "b")["pairs"]
    assert pair["visible"]


@pytest.mark.rule("GEO-13")
def test_without_a_mini_a_template_is_laid_over_each_the_most_first(
    table: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["table", "put", table, "d", "--at", "12.5,7"]) == 0
    capsys.readouterr()
    templates = shown(capsys, "table", "template", table)["templates"]
    assert {each["over"] for each in templates} == {"a", "b", "c", "big", "d"}
    assert (templates[0]["over"], sorted(templates[0]["hit"])) == ("b", ["b", "d"])
    assert run(["table", "template", table]) == 0
    assert capsys.readouterr().out.splitlines()[0] == "over b: 2 hit, b and d"


def test_the_way_to_a_mini_ends_beside_it(table: str, capsys: pytest.CaptureFixture[str]) -> None:
    way = shown(capsys, "reach", table, "--at", "a", "--to", "c", "--move", "5")
    assert way["arrives"]
    assert way["goal"][:2] != [9.2, 2]


def test_a_boat_is_brought_moved_stood_on_and_taken_away(table: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["table", "boat", table, "ours", "--at", "15,3,0"]) == 0
    assert run(["table", "boat", table, "ours", "--at", "15,5,0", "--turn", "90"]) == 0
    assert run(["table", "put", table, "rower", "--at", "15,5"]) == 0
    capsys.readouterr()
    assert run(["los", table, "--from", "rower", "--to", "b"]) == 0
    assert capsys.readouterr().err == ""
    ground = sim.load(table).ground("rower")
    assert (ground.vessel, ground.at[2] > 0) == ("gondola#ours", True)
    assert run(["table", "remove", table, "ours"]) == 0
    assert "boats" not in Path(table).read_text("utf-8")


CANAL = """
format = 1
name = "Canal"
size = [24, 24]
canals = [{id = "rio", outline = [[0, 2], [24, 2], [24, 8], [0, 8]]}]
"""


@pytest.mark.rule("TERR-12")
def test_a_boat_that_could_not_float_where_it_is_put_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A gondola lay on the quay, and nothing said so."""
    (tmp_path / "canal.toml").write_text(CANAL, encoding="utf-8")
    file = str(tmp_path / "evening.toml")
    assert run(["table", "new", file, str(tmp_path / "canal.toml")]) == 0
    assert run(["table", "put", file, "capo", "--at", "12,12"]) == 0
    for at, said in (
        ("12,5,-0.75", ""),
        ("12,5,0", 'ours lies +0.75" from the height of its water'),
        ("12,15,0", "ours lies there, but could not: there is no water"),
        ("12,7,-0.75", "ours lies there, but could not: the place is taken by"),
    ):
        capsys.readouterr()
        assert run(["table", "boat", file, "ours", "--at", at]) == 0
        out, err = capsys.readouterr()
        lies, *told = out.splitlines()
        assert (lies, err) == (f"ours lies at {at}", "")
        assert " ".join(told).startswith(said)
        assert bool(told) == bool(said)
    assert run(["table", "boat", file, "ours", "--at", "12,5,-0.75"]) == 0
    assert run(["table", "put", file, "rower", "--at", "12,5"]) == 0
    capsys.readouterr()
    assert run(["table", "boat", file, "ours", "--at", "12,5,-0.75"]) == 0
    assert capsys.readouterr().out == "ours lies at 12,5,-0.75\n"  # whoever stands on it is in no way of its


def test_a_template_tells_whom_it_hits_and_then_what_is_amiss_with_those_it_concerns(
    table: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Notes of everybody on the table stood before the answer."""
    assert run(["table", "put", table, "aloft", "--at", "5,3,4"]) == 0
    capsys.readouterr()
    assert run(["table", "template", table, "b"]) == 0
    assert capsys.readouterr() == ("hit: b\n", "")
    amiss = "no base stands at 5,3,4: dropped there it rests at 5,3,0"
    assert run(["table", "template", table, "aloft"]) == 0
    assert capsys.readouterr() == (f"hit: aloft\n{amiss}\n", "")
    assert run(["table", "template", table]) == 0
    out, err = capsys.readouterr()
    assert (out.splitlines()[-1], err) == (amiss, "")
    (note,) = shown(capsys, "table", "template", table, "aloft")["notes"]
    assert note["kind"] == "rests_elsewhere"
    assert "notes" not in shown(capsys, "table", "template", table, "b")


def test_a_mesh_is_opened_as_a_real_table_and_a_line_says_how_it_becomes_a_piece(
    tmp_path: Path, asked: list[object], capsys: pytest.CaptureFixture[str]
) -> None:
    mesh = Path(stl(tmp_path / "house.stl", box((0, 0, 0), (120, 90, 140))))
    assert run(["open", str(mesh)]) == 0
    assert run([str(mesh)]) == 0  # as a double click does
    assert asked == [{"mesh": mesh}] * 2
    assert "bauta piece import" in capsys.readouterr().out
    mesh.write_bytes(b"solid of nothing")
    assert run(["open", str(mesh)]) == 2
    assert len(asked) == 2


def test_a_mesh_that_lies_on_its_side_is_told_with_what_rights_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A table of 20" x 20" in a file that points up by y."""
    mesh = stl(tmp_path / "side.stl", box((0, -0.5, -20), (20, 0, 0)), box((4, 0, -9), (9, 6, -4)))
    assert run(["table", "new", str(tmp_path / "side.toml"), mesh]) == 0
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert err.endswith('20" high and 6" deep: if it lies on its side, give --up y\n')
    assert run(["table", "new", str(tmp_path / "up.toml"), mesh, "--up", "y"]) == 0
    assert capsys.readouterr().err == ""


def test_blanks_about_a_name_make_no_other_mini_of_it(table: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["table", "put", table, "a ", "--at", "5,6.5,0"]) == 0
    capsys.readouterr()
    assert len(shown(capsys, "table", "show", table)["minis"]) == 4
    assert run(["table", "put", table, " ", "--at", "5,6.5,0"]) == 2
    assert "' ' is no name: write letters" in capsys.readouterr().err


def test_a_table_whose_board_is_gone_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Only the board was, which nobody had typed."""
    file, board = str(tmp_path / "evening.toml"), Path(stl(tmp_path / "room.stl", *ROOM))
    assert run(["table", "new", file, str(board)]) == 0
    board.unlink()
    capsys.readouterr()
    assert run(["table", "show", file]) == 2
    assert capsys.readouterr().err.startswith(f"bauta table: {file}: its board: ")


def test_the_picture_of_a_pair_is_of_the_ground_round_the_two(table: str, tmp_path: Path) -> None:
    """And that of all is of the ground round all."""
    shares = []
    for number, two in enumerate(([], ["--from", "a", "--to", "c"])):
        picture = str(tmp_path / f"{number}.png")
        assert run(["table", "put", table, "far", "--at", "1,1"]) == 0
        assert run(["table", "show", table, *two, "--picture", picture]) == 0
        with Image.open(picture) as drawn:
            shares.append(drawn.size[0] / drawn.size[1])
    assert shares[0] != shares[1]


def test_beside_a_building_alone_it_is_told_that_a_mesh_holds_its_ground(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(tmp_path / "evening.toml")
    assert run(["table", "new", file, stl(tmp_path / "tower.stl", box((-2, -2, 0), (2, 2, 6)))]) == 0
    assert run(["table", "put", file, "a", "--at", "5,0"]) == 0
    said = capsys.readouterr().err.splitlines()
    assert said[0] == 'note: 5,0,6 lies off the board, which is 4" x 4" from -2,-2'
    assert "bauta piece import makes a piece" in said[1]
    assert said[2].startswith("note: a finds no room where it is let down, and rests at 1.4")


def test_a_mini_put_off_a_map_is_told_to_be_off_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = str(tmp_path / "evening.toml")
    assert run(["table", "new", file, "campiello-dei-remi"]) == 0
    assert run(["table", "put", file, "a", "--at", "24.4,14.5"]) == 0
    said = capsys.readouterr().err.splitlines()
    assert 'lies off the board, which is 24" x 24"' in said[0]
    assert len(said) == 2


@pytest.mark.rule("JUMP-09")
def test_a_jump_at_a_mini_ends_in_base_contact_with_it(table: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["table", "put", table, "d", "--at", "5,2"]) == 0
    capsys.readouterr()
    assert run(["jump", table, "--from", "a", "--to", "d", "--distance", "6"]) == 0
    ends, *more = capsys.readouterr().out.splitlines()
    assert ends.startswith("the jump ends at 5,3.1")
    assert more == ["stopped by d", "it ends in base contact with d"]
    assert run(["jump", table, "--from", "a", "--to", "d", "--distance", "2"]) == 0
    assert capsys.readouterr().out.splitlines() == ["the jump ends at 5,5,0"]
