"""A mistake of the caller is one line on stderr that names it, exit code 2, and nothing on stdout."""

from __future__ import annotations

from pathlib import Path

import pytest

from sim.cli import main

MISTAKES = {
    "measure nosuch --from 1,2,3 --to 1,2,3": "no map 'nosuch'",
    "measure {dir}/none.glb --from 1,2,3 --to 1,2,3": "none.glb",
    "measure {dir}/empty.obj --from 1,2,3 --to 1,2,3": "no triangles",
    "measure {dir}/noise.glb --from 1,2,3 --to 1,2,3": "noise.glb",
    "measure {dir}/noise.txt --from 1,2,3 --to 1,2,3": "noise.txt",
    "measure san-canciano --from 1,2 --to 1,2,3": "2 of the 3 numbers",
    "measure san-canciano --from 1,2,0": "--to",
    "measure san-canciano --from 1,2,nan --to 1,2,3": "'nan' is not a number",
    "measure san-canciano --from 1,2,0 --to 1,2,3 --to-base 0": "must be at least 1",
    "measure san-canciano --scale 2 --from 1,2,3 --to 1,2,3": "--scale",
    "los san-canciano": "--from",
    "los san-canciano --from 1,2,3 --to 9,9,0 --from-body nobody": "nobody",
    "los san-canciano --pairs {dir}/noise.txt": "noise.txt",
    "los san-canciano --pairs {dir}/none.json": "none.json",
    "odds --dice 5 --ace 12": "--ace",
    "script {dir}/none.json": "none.json",
    "script {dir}/noise.txt": "noise.txt",
    "gang check nosuch": "no gang 'nosuch'",
    "gang check {dir}/none.toml": "none.toml",
}


@pytest.mark.parametrize(("line", "says"), MISTAKES.items(), ids=MISTAKES)
def test_a_mistake_is_named_in_one_line(
    line: str, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "empty.obj").write_text("")
    (tmp_path / "noise.glb").write_bytes(bytes(range(256)) * 4)
    (tmp_path / "noise.txt").write_text("not what you think")
    assert main.run(line.format(dir=tmp_path).split()) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"bauta {line.split()[0]}")
    assert err.count("\n") == 1
    assert says in err
