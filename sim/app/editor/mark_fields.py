"""The fields of a zone, an objective or a note that is chosen."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from sim.app.editor.model import EditorModel
from sim.app.hud import theme, widgets
from sim.app.hud.buttons import key_button
from sim.app.hud.theme import Fonts
from sim.app.hud.widgets import colour, font
from sim.board.files.map_marks import MapMark, MapNote, MapObjective, MapZone
from sim.builder.edits import SetFlat
from sim.carnevale import scenarios
from sim.carnevale.scenario import Scenario
from sim.words import capital, say, term

__all__ = ["TITLES", "draw_mark"]

TITLES = {MapZone: say("Deployment zone"), MapObjective: say("Objective"), MapNote: say("Note")}
SIDE_WORDS = {"": say("anybody")}


def draw_mark(mark: MapMark, model: EditorModel, fonts: Fonts, number: Callable[[str, str, float], float | None],
              text: Callable[[str, str, str], str | None]) -> None:  # fmt: skip
    """`number` and `text` draw a field, and return what was typed into it."""
    after: MapMark = mark
    match mark:
        case MapNote():
            typed = text(say("Says"), f"{mark.id} text", mark.text)
            if typed is not None:
                after = msgspec.structs.replace(mark, text=typed.strip()[:200] or mark.text)
            with font(fonts, "text", 13):
                widgets.wrapped(say("Shown here, on the plan, and at the table while a game is set up."), theme.FADED)
        case MapObjective():
            high = number(say("Height"), f"{mark.id} z", mark.z)
            after = _for(mark, model, fonts) if high is None else msgspec.structs.replace(mark, z=high)
            with font(fonts, "text", 13):
                words = say("Players are not asked where it lies, if the rules allow it here. Drag it to move it.")
                widgets.wrapped(words, theme.FADED)
        case MapZone():
            after = _side(_for(mark, model, fonts), fonts)
            with font(fonts, "text", 13):
                words = say(
                    "In place of a zone of the scenario's own, where each gang finds one. Drag a corner to move it, "
                    "the dot between two to add one; Delete over a corner takes it away."
                )
                widgets.wrapped(words, theme.FADED)
    if after != mark:
        model.commit(SetFlat(after))


def _for(mark: MapZone | MapObjective, model: EditorModel, fonts: Fonts) -> MapZone | MapObjective:
    """Which scenarios it is for: a button each, and one for all."""
    colour(say("For"), theme.FADED)
    pages = [page for page in _pages() if page.id in scenarios.fitting(model.map.size)]
    named = mark.scenarios
    if key_button(fonts, say("All scenarios"), lit=not named):
        named = ()
    for page in pages:
        if not (page.map_zones or isinstance(mark, MapObjective)):
            continue
        on = page.id in mark.scenarios
        if key_button(
            fonts, page.title, lit=on, hint=say("Only for scenarios that are lit: {title}", title=page.title)
        ):
            named = tuple(id for id in named if id != page.id) if on else (*named, page.id)
    return msgspec.structs.replace(mark, scenarios=named)


def _side(zone: MapZone | MapObjective, fonts: Fonts) -> MapZone | MapObjective:
    """Whose it is, where a scenario that it is for has sides."""
    if not isinstance(zone, MapZone):
        return zone
    sides = dict.fromkeys(side for page in _pages() for side in page.sides)
    if not zone.side and not any(page.sides and (page.id in zone.scenarios) for page in _pages()):
        return zone
    colour(say("Side"), theme.FADED)
    for side in ("", *sides):
        words = SIDE_WORDS.get(side) or capital(term(side))
        if key_button(fonts, words, lit=zone.side == side, beside=side != ""):
            zone = msgspec.structs.replace(zone, side=side)
    return zone


def _pages() -> list[Scenario]:
    return [page for id in scenarios.known() if (page := scenarios.find(id)) is not None]
