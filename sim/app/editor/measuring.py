"""The process that measures for the editor: `python -m sim.app.editor.measuring`. It knows what is played on boards."""

from __future__ import annotations

from sim.builder.measuring.server import main
from sim.carnevale.rehearsal import unready

__all__: list[str] = []

if __name__ == "__main__":
    main(unready)
