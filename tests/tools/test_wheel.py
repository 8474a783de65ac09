"""The wheel holds all that the program needs: it runs without the checkout."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel unpacked, as an installation leaves it."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=CHECKOUT, check=True, capture_output=True, timeout=300)
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder / "installed")
    return folder / "installed"


def bauta(installed: Path, *arguments: str) -> str:
    """What a command prints, run from the installation and away from the checkout."""
    variables = {**os.environ, "PYTHONPATH": str(installed)}
    command = [sys.executable, "-m", "sim", *arguments]
    done = subprocess.run(command, cwd=installed.parent, env=variables, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_every_asset_and_map_is_in_the_wheel(installed: Path) -> None:
    for folder in ("assets", "maps"):
        there = {p.relative_to(CHECKOUT / folder) for p in tracked(folder)}
        packed = installed / "sim" / "_data" / folder
        assert there <= {p.relative_to(packed) for p in packed.rglob("*") if p.is_file()}


def test_assets_are_found_in_the_installation(installed: Path) -> None:
    assert "legal" in bauta(installed, "gang", "check", "guild")
    printed = bauta(installed, "doctor", "--json")
    assert str(installed / "sim" / "_data" / "assets").replace("\\", "\\\\") in printed


def tracked(folder: str) -> list[Path]:
    done = subprocess.run(["git", "ls-files", folder], cwd=CHECKOUT, capture_output=True, text=True)
    return [CHECKOUT / line for line in done.stdout.splitlines() if (CHECKOUT / line).is_file()]
