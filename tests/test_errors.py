"""Messages stay one line that can be read, whatever they quote."""

from __future__ import annotations

import pytest

from sim.board.model.errors import MissingError
from sim.cli.main import run
from sim.errors import BautaError, listed, meant, readable

WORD = "".join(f"<{n}>" for n in range(1000))


@pytest.mark.parametrize("kind", [BautaError, MissingError])
def test_a_long_word_is_cut_in_the_middle_with_both_ends_shown(kind: type[BautaError]) -> None:
    line = str(kind(f"map.toml: unknown field `{WORD}`: leave it out"))
    assert line.startswith("map.toml: unknown field `<0><1><2>")
    assert line.endswith("<998><999>`: leave it out")
    assert "…" in line
    assert len(line) < 300


def test_a_megabyte_of_words_is_one_line() -> None:
    line = readable("begins " + "so and on " * 100_000 + "ends")
    assert line.startswith("begins so and on ")
    assert line.endswith(" so and on ends")
    assert len(line) <= 1000


@pytest.mark.parametrize("mark", ["'", '"', "`"])
def test_a_long_quotation_leaves_room_for_what_is_said_of_it(mark: str) -> None:
    line = readable(f"gang.toml: spells[0] is {mark}{'Fisher of Men ' * 50}{mark}: is it 'Fisher's Luck'?")
    assert line.startswith(f"gang.toml: spells[0] is {mark}Fisher of Men Fisher")
    assert line.endswith(f" of Men {mark}: is it 'Fisher's Luck'?")
    assert len(line) < 300


def test_many_quotations_are_read_quickly() -> None:
    assert len(readable("' " * 100_000)) == 999


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("two\n  lines\t", "two lines"),
        ("bell \a, colour \x1b[31m", "bell \\x07, colour \\x1b[31m"),
        ("no letter: \udcff", "no letter: \\udcff"),
        ("Ca' d'Oro, più", "Ca' d'Oro, più"),
        ("/a/path/" + 60 * "words", "/a/path/" + 18 * "words" + "w…" + "ords" + 19 * "words"),
        ("", ""),
    ],
)
def test_what_a_screen_cannot_show_is_written_out(text: str, line: str) -> None:
    assert readable(text) == line


def test_an_unknown_word_leads_to_the_nearest_known_or_to_all() -> None:
    known = ["Berserk", "Acrobatic", "Fear"]
    assert meant("berzerk", known) == "is it 'Berserk'?"
    assert meant("Levitation", known) == "there are: Berserk, Acrobatic, Fear"
    assert meant(WORD, known) == meant(3, known) == "there are: Berserk, Acrobatic, Fear"
    assert meant("x", []) == "there are: none"
    assert listed([str(n) for n in range(200)]).endswith("98, 99 and 100 more")


@pytest.mark.parametrize("line", ["{}", "map check {}", "measure {} --from 1,1,1 --to 2,2,2", "rules --{} x", "map {}"])
@pytest.mark.parametrize("word", [WORD, "/".join(["folder"] * 1500), "a\x1b[2Jb"], ids=["long", "path", "escape"])
def test_commands_quote_no_more_than_can_be_read(line: str, word: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(line.format(word).split()) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert len(err) < 1200
    assert "\x1b" not in err
