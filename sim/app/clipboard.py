"""The clipboard of the system, and what stands in for it where there is none."""

from __future__ import annotations

__all__ = ["SystemClipboard"]


class SystemClipboard:
    """Text that other programs take and give. Where the system has no clipboard that can be asked, ours alone."""

    def __init__(self) -> None:
        self._own = ""

    def put(self, text: str) -> None:
        self._own = text
        try:
            import pyperclip

            pyperclip.copy(text)
        except (ImportError, OSError, RuntimeError):  # nothing here that keeps one, as xclip or wl-copy
            return

    def text(self) -> str:
        try:
            import pyperclip

            return str(pyperclip.paste() or "")
        except (ImportError, OSError, RuntimeError):
            return self._own
