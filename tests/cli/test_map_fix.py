"""`bauta map check --fix` as a command: what of a file it leaves as it is."""

from __future__ import annotations

from pathlib import Path

from sim.cli.main import run

WRONG = """format = 1
name = "Test"  # by hand
size = [24, 24]

# over the edge
[[pieces]]
piece = "cassa"
at = [0, 4]
"""


def test_a_file_keeps_the_ends_of_lines_that_it_has(tmp_path: Path) -> None:
    mended = {}
    for name, newline in (("unix", "\n"), ("windows", "\r\n")):
        path = tmp_path / f"{name}.toml"
        path.write_bytes(WRONG.replace("\n", newline).encode())
        run(["map", "check", str(path), "--fix"])
        mended[name] = path.read_bytes()
    assert mended["unix"] != WRONG.encode()
    assert mended["windows"] == mended["unix"].replace(b"\n", b"\r\n")
