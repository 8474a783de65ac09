"""Over a campaign: its keys, and what is asked before something is given up."""

from __future__ import annotations

from sim.app.campaign.layout import KEYS
from sim.app.campaign.view import CampaignView
from sim.app.gang_builder.dialogs import draw_question
from sim.app.hud.keys_page import KeySheet
from sim.app.hud.theme import Fonts
from sim.words import listed, say

__all__ = ["ENTERED", "SHEET", "draw_asked"]

SHEET = KeySheet(
    say("Keys of campaigns"),
    tuple((heading, tuple((key, words) for key, _, words in rows)) for heading, rows in KEYS),
    (820, 480),
    columns=2,
    wide=108,
)
ENTERED = {"end": "back", "abandon": "back", "undecided": "back"}  # what Enter says to each question


def draw_asked(dialog: str, view: CampaignView, fonts: Fonts, width: float, height: float) -> str:
    """The question that is open; its answer, "back" or "sure", or nothing yet."""
    back = (say("Back"), "Enter", "back")
    match dialog:
        case "end":
            words = say("No game follows, and nothing more is decided. Each gang can be kept for another campaign.")
            rows = (back, (say("End it"), "", "sure"))
            return draw_question(say("End the campaign?"), words, rows, fonts, width, height)
        case "abandon":
            words = say("All is as it was before the game was begun. Its journal stays.")
            rows = (back, (say("Abandon it"), "", "sure"))
            return draw_question(say("Abandon the game?"), words, rows, fonts, width, height)
        case "undecided":
            gangs = [view.state.gang(seat).name for seat in view.asked]
            words = say(
                "Not all is decided yet by {gangs}. Experience that is not given by then is lost.", gangs=listed(gangs)
            )
            rows = (back, (say("Play all the same"), "", "sure"))
            return draw_question(say("The next game?"), words, rows, fonts, width, height)
    return ""
