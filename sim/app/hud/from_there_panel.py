"""From there, in the panel of a preview: each enemy in a line, and the Life Points that standing there costs."""

from __future__ import annotations

from imgui_bundle import imgui

from sim.app.hud import theme, widgets
from sim.app.hud.theme import Fonts, Rgba
from sim.app.hud.widgets import V, font
from sim.app.table.previews import FromThere
from sim.app.table.previews.from_there import Facing
from sim.carnevale.names import names_of
from sim.carnevale.state import State
from sim.percent import hidden_share, percent
from sim.words import counted, say, term
from sim.words.tongues import told

__all__ = ["ROWS", "WIDE", "cost", "draw", "tall"]

WIDE = 392  # at 1280x800
ROWS = (6, 4, 3, 2)  # enemies that have a line, as there is room; more are counted
SIZE, SMALL = 12.5, 10.5  # of its letters; of names that take two lines
SECOND = 10  # at 1280x800: how much taller a row is for a second line
COLUMNS = (0.25, 0.185, 0.19, 0.165, 0.21)  # of the width
COMES = ("comes and shoots", "comes and casts", "comes and drowns")
VERBS = {how: say("runs up") for how in COMES}  # where the word is too long
SLIGHT = 0.005  # chances that are not spoken of
LITTLE = 0.05  # Life Points that are not spoken of
NOBODY = say("Nobody reaches it before its next turn")


def _lines(found: FromThere) -> list[Facing]:
    """Those that matter: who could harm it, whom it could attack, who sees it."""
    return [each for each in found.facing if each.threat is not None or each.attack is not None or each.sees]


def tall(fonts: Fonts, found: FromThere, state: State, width: float, rows: int) -> float:
    """How tall it is with so many enemies, in pixels."""
    lines = _lines(found)
    two = sum(_has_two_lines(fonts, names_of(state)(each.enemy), width) for each in lines[:rows])
    listed = min(len(lines), rows) + bool(lines) + (len(lines) > rows) if rows else 0
    return fonts.px(34 + 17 * listed + SECOND * two)


def cost(found: FromThere, state: State) -> tuple[str, Rgba]:
    """What standing there costs, in a line, and how grave that is."""
    if not found.whole:
        return say("What it costs is being reckoned"), theme.FADED
    if found.lost < LITTLE:
        could = any(each.threat is not None for each in found.facing)
        words = say("In hardly any danger before its next turn") if could else NOBODY
        return words, theme.ACTION
    life = state[found.who].lp
    words = say("Costs about {lost:.1f} of {life} LP until its next turn", lost=found.lost, life=life)
    return words, theme.LIFE if found.lost >= life / 2 else theme.ALERT


def draw(fonts: Fonts, found: FromThere, state: State, width: float, rows: int) -> None:
    """Whom it could attack from there, who sees it and how much is hidden, what they could do to it next turn, in so
    many `rows`; with none only what that comes to."""
    f, draw = fonts, imgui.get_window_draw_list()
    at = imgui.get_cursor_screen_pos()
    draw.add_line(V(at.x, at.y + f.px(3)), V(at.x + width, at.y + f.px(3)), theme.ink(theme.GOLD_DIM), 1.0)
    imgui.dummy(V(width, f.px(4)))
    with font(f, "text", 13.5):
        widgets.colour(*cost(found, state))
    lines = _lines(found) if rows else []
    with font(f, "text", SIZE):
        if lines:
            _row(
                f,
                width,
                (say("From there"), say("sees it"), say("it attacks"), say("next turn"), say("costs, kills")),
                (theme.FADED,) * 5,
            )
        for each in lines[:rows]:
            _row(f, width, _words(each, state), _colours(each))
        if len(lines) > rows:
            widgets.colour(counted("and {n} more", "and {n} more", len(lines) - rows), theme.FADED)


def _words(each: Facing, state: State) -> tuple[str, ...]:
    if not each.sees:
        sees: str = say("no")
    elif each.own is None:
        sees = say("touches")
    elif each.own.hidden >= SLIGHT:
        sees = say("{share} hidden", share=hidden_share(each.own.hidden, brief=True))
    else:
        sees = say("in cover") if each.own.in_cover else say("openly")
    own, threat = each.attack, each.threat
    attacks = (
        ""
        if own is None
        else say("kills {chance}", chance=percent(own.kills, brief=True))
        if own.kills >= SLIGHT
        else say("-{lost:.1f} LP", lost=own.lost)
    )
    if threat is None:
        return names_of(state)(each.enemy), sees, attacks, "", ""
    lost = say("-{lost:.1f}", lost=threat.lost)
    if threat.kills >= SLIGHT:
        lost = say("{lost}, {kills}", lost=lost, kills=percent(threat.kills, brief=True))
    return names_of(state)(each.enemy), sees, attacks, term(VERBS.get(threat.how, threat.how)), lost


def _colours(each: Facing) -> tuple[theme.Rgba, ...]:
    threat = each.threat
    harm = theme.FADED if threat is None or threat.likely < 0.2 else theme.LIFE if threat.kills > 0.5 else theme.ALERT
    seen = theme.PARCHMENT if each.sees else theme.FADED
    return (theme.PARCHMENT, seen, theme.ACTION, harm, harm)


def _row(f: Fonts, width: float, words: tuple[str, ...], colours: tuple[theme.Rgba, ...]) -> None:
    """One line, each word in its column, in smaller letters where it is longer; of a long name two."""
    start, draw = imgui.get_cursor_screen_pos(), imgui.get_window_draw_list()
    x, two = start.x, _has_two_lines(f, words[0], width)
    for text, share, paint in zip(words, COLUMNS, colours, strict=True):
        room = share * width - f.px(4)
        if two and x == start.x:
            with font(f, "text", SMALL):
                letters = imgui.get_font_size()
                draw.add_text(imgui.get_font(), letters, start, theme.ink(paint), told(text), None, room)
        else:
            widgets.draw_fitted(draw, V(x, start.y), text, room, theme.ink(paint))
        x += share * width
    imgui.dummy(V(width, f.px(17 + SECOND * two) - imgui.get_style().item_spacing.y))


def _has_two_lines(f: Fonts, name: str, width: float) -> bool:
    """Is a name so long that its column holds it in two lines only?"""
    with font(f, "text", SMALL):
        return float(imgui.calc_text_size(told(name)).x) > COLUMNS[0] * width - f.px(4)
