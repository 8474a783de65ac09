"""What went wrong, when it is the input that is wrong."""

from __future__ import annotations

__all__ = ["BautaError"]


class BautaError(Exception):
    """Something that a person or a program gave to Bauta is wrong: a file, a key, an option, an action.

    The message is one line. It says what is wrong, where (file, key, character, rule), and what would mend it.
    The command line shows it as it is and exits with 2; every other exception is a fault of Bauta's own.
    """
