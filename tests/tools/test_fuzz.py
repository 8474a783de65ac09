"""What was once found by `tools/fuzz.py` stays mended, and a short row of its cases finds nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.fuzzing.case import Case, read_case, write_case
from tools.fuzzing.faces import run_case
from tools.fuzzing.formats import FORMATS, make_case, sound_cases
from tools.fuzzing.judge import judge

CORPUS = Path(__file__).parents[1] / "corpus"
FOUND = sorted(CORPUS.glob("*.json"))
ROW = 8  # cases of each format
ROWS = {"doctor": 1}  # where one takes seconds
LARGEST = 20_000  # bytes of a file in the corpus


@pytest.fixture(autouse=True)
def _folders_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BAUTA_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("BAUTA_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("BAUTA_DEBUG", "1")
    monkeypatch.delenv("DISPLAY", raising=False)


@pytest.mark.parametrize("path", FOUND, ids=[path.stem for path in FOUND])
def test_what_was_once_found_is_mended(path: Path, tmp_path: Path) -> None:
    case, ends, _ = read_case(path)
    outcome = run_case(case, tmp_path / "case")
    assert judge(case, outcome) is None, outcome.err
    assert outcome.code == ends, outcome.err


def test_the_corpus_is_there_and_small() -> None:
    assert len(FOUND) > 20
    assert [path.name for path in FOUND if path.stat().st_size > LARGEST] == []


@pytest.fixture(scope="session")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the journals lie that are mutated."""
    return tmp_path_factory.mktemp("seeds")


@pytest.mark.parametrize("format", FORMATS)
def test_a_short_row_of_cases_finds_nothing(format: str, begun: Path, tmp_path: Path) -> None:
    for number in range(ROWS.get(format, ROW)):
        case = make_case(format, 0, number, begun)
        outcome = run_case(case, tmp_path / f"case-{number}")
        assert judge(case, outcome) is None, (number, case.words, outcome.err)


def test_what_is_mutated_is_sound(begun: Path, tmp_path: Path) -> None:
    for number, case in enumerate(sound_cases(begun)):
        outcome = run_case(case, tmp_path / f"case-{number}")
        assert outcome.code == 0, (case.about, case.words, outcome.err)
        assert judge(case, outcome) is None, (case.about, case.words, outcome.err)


def test_a_case_is_the_same_for_its_seed(begun: Path) -> None:
    assert make_case("maps", 7, 3, begun) == make_case("maps", 7, 3, begun)
    assert make_case("maps", 7, 3, begun) != make_case("maps", 7, 4, begun)


@pytest.mark.parametrize("content", [b"plain", b"\xff\0", b"a = " + b"[" * 100_000, "città".encode()])
def test_what_is_kept_is_read_again(content: bytes, tmp_path: Path) -> None:
    case = Case(("script", "{dir}/x"), {"x": content}, "refuse", "made")
    write_case(tmp_path / "kept.json", case, 2, "found")
    assert read_case(tmp_path / "kept.json") == (case, 2, "found")
    assert (tmp_path / "kept.json").stat().st_size < 1000
