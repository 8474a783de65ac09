"""The card of a character as the builder shows it: beside the gang, and under the mouse."""

from __future__ import annotations

from imgui_bundle import imgui

from sim.app.hud import theme, widgets
from sim.app.hud.card_parts import draw_stats, draw_weapons, draw_words
from sim.app.hud.squeezed import squeezed
from sim.app.hud.theme import Fonts
from sim.app.hud.widgets import V, colour, font
from sim.carnevale.characters import Character, Profile
from sim.carnevale.magic import spells
from sim.words import counted, joined, say, term

__all__ = ["card_tooltip", "draw_card", "ducats", "keywords_of"]


def ducats(number: int) -> str:
    """An amount as people say it."""
    return counted("{n} ducat", "{n} ducats", number)


def keywords_of(profile: Profile) -> str:
    """What stands under a name: the faction is everybody's."""
    return joined(", ", (term(word) for word in profile.keywords if not word.startswith("Faction")))


def draw_card(fonts: Fonts, p: Profile, width: float) -> None:
    """A whole card, `width` pixels wide."""
    f = fonts
    with font(f, "title", 21):
        squeezed(fonts, p.name, width, theme.GOLD_BRIGHT)
    with font(f, "text", 12.5):
        widgets.wrapped(keywords_of(p), theme.FADED)
        colour(say("{ducats}, {size} mm base", ducats=ducats(p.cost), size=p.size), theme.FADED)
    for label, value, paint in (
        (say("LP"), p.lp, theme.LIFE), (say("AP"), p.ap, theme.ACTION), (say("WP"), p.wp, theme.WILL),
        (say("CP"), p.cp, theme.COMMAND),
    ):  # fmt: skip
        with font(f, "bold", 14):
            colour(say("{label} {value}", label=label, value=value), paint)
        imgui.same_line(0, f.px(16))
    imgui.new_line()
    draw_stats(f, p, width)
    draw_weapons(f, p, whole=True)
    imgui.dummy(V(1, f.px(1)))
    draw_words(f, [str(trait) for trait in p.traits])
    if known := spells.known(Character.enter(p.name, "", p)):
        with font(f, "text", 12.5):
            colour(say("Spells"), theme.WILL)
        draw_words(f, [spell_words(spell) for spell in known])
    with font(f, "text", 12.5):
        for command in p.commands:
            form, cost = term(command.form), say("{cost} CP", cost=command.cost)
            reach = say('{reach:g}"', reach=command.reach) if command.on != "self" else ""
            kind = joined(", ", (form, cost, reach))
            widgets.wrapped(
                say("{command} ({kind}): {text}", command=term(command.name), kind=kind, text=term(command.text))
            )
        if p.about:
            widgets.wrapped(term(p.about), theme.FADED)


def card_tooltip(fonts: Fonts, p: Profile) -> None:
    """The card under the mouse; nothing while keys choose, and the mouse only happens to lie there."""
    if not fonts.stops.points:
        return
    width = fonts.px(290)
    imgui.set_next_window_size(V(width + fonts.px(26), 0))
    if imgui.begin_tooltip():
        draw_card(fonts, p, width)
        imgui.end_tooltip()


def spell_words(spell: spells.Spell) -> str:
    """A spell with its numbers."""
    return say(
        "{spell} ({cost} WP, {difficulty}+)", spell=term(spell.name), cost=spell.cost, difficulty=spell.difficulty
    )
