"""Which language whoever sits here reads: what was asked for, else what the system says."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable, Mapping

from sim.words.tongues import LANGUAGES, PSEUDO

__all__ = ["VARIABLE", "language_for"]

VARIABLE = "BAUTA_LANGUAGE"
UNIX = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")  # in the order in which gettext asks them


def language_for(chosen: str = "system", environ: Mapping[str, str] = os.environ, system: str = sys.platform) -> str:
    """The code of a language: what the variable says, else what was `chosen`, else what the system says, else English.

    Of a variable, the first language that there is counts; "fr_CA.UTF-8" is French, and "C" is English.
    """
    for asked in (environ.get(VARIABLE, ""), "" if chosen == "system" else chosen):
        if found := _first(asked.split(":"), also=(PSEUDO,)):
            return found
    named = [environ[name] for name in UNIX if environ.get(name)]
    if named and system not in ("win32", "darwin"):
        # LANGUAGE lists several, and counts only where the locale is not C; the others name one, and the first is it.
        locale = next((value for name in UNIX[1:] if (value := environ.get(name))), "C")
        if _plain(locale) in ("C", "POSIX"):
            return "en"
        wanted = environ["LANGUAGE"].split(":") if environ.get("LANGUAGE") else [locale]
        return _first(wanted) or "en"
    return _first(_of_windows() if system == "win32" else _of_macos() if system == "darwin" else ()) or "en"


def _plain(locale: str) -> str:
    return locale.partition(".")[0].partition("@")[0]


def _first(locales: Iterable[str], *, also: tuple[str, ...] = ()) -> str:
    """The first of some locales that is a language of ours."""
    codes = (_plain(locale).replace("-", "_").partition("_")[0].lower() for locale in locales)
    return next((code for code in codes if code in LANGUAGES or code in also), "")


def _of_windows() -> Iterable[str]:
    """The language of the user's Windows."""
    import ctypes
    from locale import windows_locale

    kernel = getattr(ctypes, "windll").kernel32  # noqa: B009 - there only on Windows, and mypy reads elsewhere
    return [windows_locale.get(kernel.GetUserDefaultUILanguage(), "")]


def _of_macos() -> Iterable[str]:
    """The languages that the user of a Mac prefers, the first one first."""
    try:
        said = subprocess.run(
            ["/usr/bin/defaults", "read", "-g", "AppleLanguages"], capture_output=True, text=True, timeout=5, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return []
    return [line.strip(' ",()') for line in said.stdout.splitlines() if line.strip(' ",()')]
