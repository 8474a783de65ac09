"""Without the libraries that draw, Bauta measures and lets bots play; what draws says how to install them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parents[2]
HIDDEN = (
    "import sys\n"
    "for name in ('panda3d', 'direct', 'imgui_bundle', 'p3dimgui', 'mapbox_earcut', 'manifold3d'):\n"
    "    sys.modules[name] = None\n"
    "from sim.cli.main import main\n"
    "main()\n"
)
HOW = "pip install 'bauta-tabletop[table]'"


def bauta(*arguments: str, data: Path) -> subprocess.CompletedProcess[str]:
    """A command where none of these libraries can be imported."""
    return subprocess.run(
        [sys.executable, "-c", HIDDEN, *arguments],
        cwd=CHECKOUT,
        env={**os.environ, "BAUTA_DATA": str(data)},
        capture_output=True,
        text=True,
    )


@pytest.mark.parametrize(
    "line",
    [
        "los san-canciano --from 10,10,0 --to 20,14,0",
        "measure san-canciano --from 10,10,0 --to 20,14,0",
        "drop san-canciano --at 10,10,4",
        "jump san-canciano --from 10,10,0 --to 12,10,0 --distance 3",
        "reach san-canciano --at 10,10,0 --move 3",
        "odds --dice 5 --ace 7",
        "map check san-canciano",
        "map info san-canciano",
        "gang check guild",
        "rules Fear",
        "duel --seat north=random --seat south=random --seed 3",
        "doctor",
    ],
    ids=lambda line: line.split(" --")[0],
)
def test_what_needs_no_window_works_without_the_table(line: str, tmp_path: Path) -> None:
    done = bauta(*line.split(), data=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout


@pytest.mark.parametrize(
    "line",
    [
        "play",
        "play --seat north=human",
        "map render san-canciano --out map.png",
        "los san-canciano --from 28,14,0 --to 28,24,0 --picture sight.png",
    ],
)
def test_what_draws_says_in_one_line_how_to_install_it(line: str, tmp_path: Path) -> None:
    done = bauta(*line.split(), data=tmp_path)
    assert done.returncode == 2
    (said,) = done.stderr.splitlines()
    assert HOW in said


def test_the_doctor_names_what_is_missing(tmp_path: Path) -> None:
    said = bauta("doctor", data=tmp_path).stdout
    assert f"(panda3d, imgui_bundle, p3dimgui, mapbox_earcut): {HOW}" in said
    assert said.rstrip().endswith("All is well.")
