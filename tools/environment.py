"""Makes the environment that the program runs in. Needs Python's standard library only.

The environment is `.venv` in the checkout, or a folder of the user's cache where the checkout cannot be written.
It is made once, and filled again only when `pyproject.toml` or the Python that made it changes.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path

LEAST = (3, 11)
CHECKOUT = Path(__file__).resolve().parents[1]


def python_of_the_project(*extras: str) -> str:
    """The Python that has the project installed, with extras of `pyproject.toml`; made first where it is missing.

    Ends the program with one line where that cannot be done.
    """
    if sys.version_info < LEAST:
        sys.exit(
            f"Bauta needs Python {LEAST[0]}.{LEAST[1]} or newer; this is {sys.version.split()[0]} ({sys.executable})"
        )
    folder = _folder()
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    digest = _digest()
    stamp = _read_stamp(folder)
    if not _runs(python):
        print(f"Making the environment in {folder}; this happens once and takes a few minutes.", flush=True)
        _make(folder, python)
        stamp = {}
    there = stamp.get("extras", [])
    if stamp.get("digest") != digest or not {*extras} <= {*there}:
        wanted = sorted({*extras, *there})
        _install(python, wanted)
        _stamp(folder).write_text(json.dumps({"digest": digest, "extras": wanted}), encoding="utf-8")
    return str(python)


def run(command: list[str]) -> int:
    """Run a program in the checkout, with what it prints; returns its exit code."""
    try:
        return subprocess.call(command, cwd=CHECKOUT, env=variables())
    except KeyboardInterrupt:
        return 130


def _folder() -> Path:
    if os.access(CHECKOUT, os.W_OK):
        return CHECKOUT / ".venv"
    name = "bauta-" + hashlib.sha256(str(CHECKOUT).encode()).hexdigest()[:8]
    if os.name == "nt":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData/Local")) / name
    if sys.platform == "darwin":
        return Path.home() / "Library/Caches" / name
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / name


def _digest() -> str:
    """Of all that the environment depends on."""
    depends_on = (CHECKOUT / "pyproject.toml").read_bytes() + f"{sys.version_info[:2]} {CHECKOUT}".encode()
    return hashlib.sha256(depends_on).hexdigest()


def _stamp(folder: Path) -> Path:
    return folder / "bauta-stamp.json"


def _read_stamp(folder: Path) -> dict:
    try:
        return json.loads(_stamp(folder).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}


def variables() -> dict[str, str]:
    """The caller's variables without those that would mix two Pythons."""
    return {name: value for name, value in os.environ.items() if name not in ("PYTHONHOME", "PYTHONPATH")}


def _runs(python: Path) -> bool:
    """Is there a Python at all, and of a fit version? One that was moved or removed leaves a dead link."""
    test = f"import sys; sys.exit(sys.version_info[:2] != {sys.version_info[:2]})"
    try:
        return subprocess.run([str(python), "-c", test], capture_output=True, env=variables()).returncode == 0
    except OSError:
        return False


def _make(folder: Path, python: Path) -> None:
    """An empty environment; without its own pip where Python came without ensurepip (as on Debian)."""
    if importlib.util.find_spec("venv") is None:
        sys.exit(_no_venv("has no module venv"))
    with_pip = importlib.util.find_spec("ensurepip") is not None
    if not with_pip and importlib.util.find_spec("pip") is None:
        sys.exit(_no_venv("has neither ensurepip nor pip"))
    command = [sys.executable, "-m", "venv", "--clear", *([] if with_pip else ["--without-pip"]), str(folder)]
    done = subprocess.run(command, env=variables(), capture_output=True, text=True)
    if done.returncode != 0 or not _runs(python):
        said = (done.stdout + done.stderr).strip().splitlines()
        sys.exit(_no_venv(f"could not make {folder}: {said[-1] if said else 'it does not run'}"))


def _no_venv(what: str) -> str:
    number = f"{sys.version_info[0]}.{sys.version_info[1]}"
    return (
        f"This Python ({sys.executable}) {what}. On Debian and Ubuntu: sudo apt-get install python{number}-venv; "
        "elsewhere install Python from python.org."
    )


def _install(python: Path, extras: list[str]) -> None:
    """Install the project as it lies in the checkout. pip's own settings (index, proxy, certificates) hold."""
    has_pip = subprocess.run([str(python), "-c", "import pip"], capture_output=True, env=variables()).returncode == 0
    pip = [str(python), "-m", "pip"] if has_pip else [sys.executable, "-m", "pip", "--python", str(python)]
    what = f"{CHECKOUT}[{','.join(extras)}]" if extras else str(CHECKOUT)
    quiet = [] if sys.stdout.isatty() else ["--quiet"]
    print("Installing Bauta and its libraries.", flush=True)
    code = run([*pip, "install", "--disable-pip-version-check", *quiet, "--editable", what])
    if code != 0:
        sys.exit(f"Bauta could not be installed (see above); it needs the internet once. Try again: {sys.argv[0]}")
