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
    "drop san-canciano --at 1,2": "2 of the 3 numbers",
    "measure san-canciano --from 1,2,0": "--to",
    "measure san-canciano --from 1,2,nan --to 1,2,3": "'nan' is not a number",
    "measure san-canciano --from 1,2,0 --to 1,2,3 --to-base 0": "must be at least 1",
    "measure san-canciano --scale 2 --from 1,2,3 --to 1,2,3": "--scale",
    "los san-canciano": "--from",
    "los san-canciano --from 1,2,3 --to 9,9,0 --from-body nobody": "nobody",
    "los san-canciano --pairs {dir}/noise.txt": "noise.txt",
    "los san-canciano --pairs {dir}/none.json": "none.json",
    "measure san-canciano --from 1e6,2,0 --to 1,2,3": "off any table",
    "measure san-canciano --from 1_0,2,0 --to 1,2,3": "'1_0' is not a number",
    "measure {dir}/cut.stl --from 1,2,3 --to 1,2,3": "is cut off or no STL file",
    "drop san-canciano --at 1,2,3 --base 301": "must be at most 300",
    "jump san-canciano --from 1,2,3 --to 4,2,3 --distance 1e308": "must be at most",
    "reach san-canciano --at 1,2,3 --move -1": "must be at least 0",
    "los san-canciano --from 1,2,3 --to 9,9,0 --picture {dir}/none/a.png": "no file can be written in",
    "los san-canciano --from 1,2,3 --to 9,9,0 --picture {dir}/a.mesh": "let it end in .png",
    "los san-canciano --pairs {dir}/pairs.json": "[1].from_base is -1: give a number from 1 to 300",
    "map render san-canciano --out {dir}/none/a.png": "no file can be written in",
    "map check {dir}": "no map",
    "map check san-cancian": "is it 'san-canciano'?",
    "map check {dir}/noise.txt": "noise.txt: not valid TOML",
    "map check {dir}/noise.glb": "noise.glb",
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
    (tmp_path / "cut.stl").write_bytes(bytes(80) + b"\x02\0\0\0" + bytes(60))
    (tmp_path / "pairs.json").write_text(
        '[{"from": [1, 2, 0], "to": [9, 2, 0]}, {"from": [1, 2, 0], "to": [9, 2, 0], "from_base": -1}]'
    )
    (tmp_path / "noise.glb").write_bytes(bytes(range(256)) * 4)
    (tmp_path / "noise.txt").write_text("not what you think")
    assert main.run(line.format(dir=tmp_path).split()) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"bauta {line.split()[0]}")
    assert err.count("\n") == 1
    assert says in err
