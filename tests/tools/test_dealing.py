"""Files of tests that take long are dealt to the workers before all others."""

from __future__ import annotations

from pathlib import Path

from tests.dealing import dealt, read

ROOT = Path(__file__).parents[2]


def test_what_takes_longest_is_dealt_first_and_what_is_not_known_by_how_much_it_tests() -> None:
    tests = ["a.py", "b.py", "b.py", "c.py", "b.py", "c.py", "d.py"]
    assert dealt(tests, {"d.py": 30.0, "a.py": 40.0}) == ["a.py", "d.py", "b.py", "c.py"]


def test_files_that_are_known_to_take_long_are_there() -> None:
    assert [file for file in read() if not (ROOT / file).is_file()] == []
