"""Where the panes of a campaign lie, and what its keys do."""

from __future__ import annotations

import msgspec

from sim.app.hud.layout import Rect
from sim.words import say

__all__ = ["HINTS", "KEYS", "CampaignLayout", "campaign_command", "campaign_layout"]

SIDE, SHARE = 470, 0.40  # at 1280x800: of what is decided, at most; the same, of the window


class CampaignLayout(msgspec.Struct, frozen=True):
    """The panes of a window."""

    bar: Rect
    main: Rect  # the gangs, or whatever fills the page
    side: Rect  # what is decided, or the story
    foot: Rect

    @property
    def panes(self) -> tuple[Rect, ...]:
        return (self.bar, self.main, self.side, self.foot)

    def columns(self, count: int, gap: float) -> tuple[Rect, ...]:
        """The main pane, divided among so many."""
        wide = (self.main.w - gap * (count - 1)) / count
        return tuple(Rect(self.main.x + n * (wide + gap), self.main.y, wide, self.main.h) for n in range(count))


def campaign_layout(width: float, height: float, scale: float) -> CampaignLayout:
    """The panes of a window of so many pixels."""
    gap, bar, foot = round(8 * scale), round(92 * scale), round(34 * scale)
    side = round(min(SIDE * scale, width * SHARE))
    top = bar + gap
    tall = height - top - foot - 2 * gap
    return CampaignLayout(
        bar=Rect(0, 0, width, bar),
        main=Rect(gap, top, width - side - 3 * gap, tall),
        side=Rect(width - side - gap, top, side, tall),
        foot=Rect(gap, height - foot - gap, width - 2 * gap, foot),
    )


KEYS: tuple[tuple[str, tuple[tuple[str, str, str], ...]], ...] = (
    (
        say("After a game"),
        (
            (say("Up, Down"), "", say("pick: a member, a talent, a recruit")),
            (say("Left, Right"), "", say("less and more experience; a member")),
            ("Enter", "enter", say("learn, hire, go on: what is lit")),
            ("D", "done", say("nothing more is decided of this")),
            ("A", "accept", say("decide it all as a bot would")),
            ("Ctrl Z", "undo", say("take back")),
            ("Delete", "dismiss", say("let the picked member go")),
            (say("1 to 9, 0"), "", say("a real die, or a spell")),
        ),
    ),
    (
        say("The campaign"),
        (
            ("Tab", "next", say("the next gang")),
            ("N", "game", say("the next game")),
            ("F4", "story", say("the story so far; what is next")),
            ("F3", "rules", say("the rules: talents, spells and what cards name")),
            ("C", "campaigns", say("all campaigns")),
            ("F", "found", say("a new campaign")),
            ("Delete", "dismiss", say("in the list: lay it aside, or bring it back")),
            ("G", "tick gang", say("in the list: those that are laid aside")),
            ("F1", "help", say("this page")),
            ("Esc", "menu", say("back; leave")),
        ),
    ),
    (
        say("The next game"),
        (
            (say("Up, Down"), "", say("pick a member")),
            (say("Left, Right"), "", say("the gang beside")),
            (say("Space"), "", say("it takes part, or does not")),
            ("G", "tick gang", say("the gang takes part, or does not")),
            ("B", "bots play", say("let bots play a game of theirs")),
            ("Enter", "enter", say("begin the game")),
        ),
    ),
    (
        say("Mouse"),
        (
            (say("Click"), "", say("choose; on a game of the story: its film")),
            (say("Double click"), "", say("learn, hire")),
            (say("Point"), "", say("at a word for its rule, at a row for its card")),
        ),
    ),
)
"""Groups of keys: the key as it is shown, its command ("" where it is none of a single key), and what it does."""

HINTS = {
    "campaign": say(
        "[Tab]: the next gang     [Up], [Down]: pick     Enter: what is lit     [D]: done     F1: all keys"
    ),
    "game": say("[Tab]: the next gang     [Up], [Down]: pick     [Space]: it takes part, or not     Enter: begin"),
}
"""What stands at the foot of a page, with the keys in brackets as the player has them."""

PLAIN = {
    "arrow_up": "up", "arrow_down": "down", "arrow_left": "less", "arrow_right": "more", "-": "less", "+": "more",
    "=": "more", "escape": "menu", "return": "enter", "?": "help",
}  # fmt: skip


def campaign_command(key: str, held: set[str]) -> str:
    """What a key asks for; empty for those that ask for nothing; a digit is itself."""
    if key in PLAIN:
        return PLAIN[key]
    if key.isdecimal() and len(key) == 1:
        return key
    modifier = "Ctrl " if "control" in held else ""
    if key in ("space", " "):
        return "tick"
    shown = modifier + (key.upper() if len(key) <= 2 else key.capitalize())
    return next((command for _, rows in KEYS for own, command, _ in rows if own == shown and command), "")
