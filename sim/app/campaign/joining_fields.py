"""What a recruit's card lets be chosen as it joins: a name of its own, weapons, spells."""

from __future__ import annotations

from imgui_bundle import imgui

from sim.app.hud import theme, widgets
from sim.app.hud.card_parts import weapon_words
from sim.app.hud.open_list import number_of
from sim.app.hud.theme import Fonts
from sim.app.hud.widgets import V, font
from sim.campaign.recruits import RecruitOffer
from sim.carnevale.characters import Profile
from sim.carnevale.fields import LONGEST_NAME
from sim.carnevale.recruiting import spell_choice
from sim.carnevale.rosters import Sheet
from sim.words import counted, say, term
from sim.words.tongues import told

__all__ = ["JoiningFields"]

SPELLS = 4  # rows that are seen at once


class JoiningFields:
    """The choices for whoever is picked. `weapons`: one of each choice; `spells`: beside the cantrip."""

    def __init__(self, fonts: Fonts) -> None:
        self.fonts = fonts
        self.clear()

    def clear(self) -> None:
        """For somebody else."""
        self.name = ""
        self.weapons: tuple[str, ...] = ()
        self.spells: tuple[str, ...] = ()
        self._of: Sheet | None = None
        self._mage = False

    def tall(self, offer: RecruitOffer) -> float:
        """How much room they take of a recruit who is drawn next."""
        if offer.again:
            return 0.0
        line = imgui.get_frame_height() + imgui.get_style().item_spacing.y
        choices = len(self._of.choices) if self._of is not None else 0
        return float(line * (1 + choices + (SPELLS if self._mage else 0)))

    def draw(self, sheet: Sheet, profile: Profile) -> None:
        f = self.fonts
        if self._of is not sheet:
            self.clear()
            self._begin(sheet, profile)
        imgui.set_next_item_width(-1)
        _, self.name = imgui.input_text_with_hint("##own name", told(say("a name of its own")), self.name)
        f.stops.here()
        self.name = self.name[:LONGEST_NAME]
        for number, choice in enumerate(sheet.choices):
            words = [told(weapon_words(weapon)) for weapon in choice]
            names = [weapon.name for weapon in choice]
            now = number_of(f, f"weapon {number}", names.index(self.weapons[number]), words, -1)
            self.weapons = (*self.weapons[:number], names[now], *self.weapons[number + 1 :])
            if imgui.is_item_hovered():
                widgets.tooltip(f, say("One of these weapons"))
        if self._mage:
            self._spells(profile)

    def _begin(self, sheet: Sheet, profile: Profile) -> None:
        """As bots choose: the first of everything."""
        self._of = sheet
        self.weapons = tuple(choice[0].name for choice in sheet.choices)
        choice = spell_choice(profile)
        self._mage = bool(choice.number)
        if self._mage:
            discipline = choice.spells[0].discipline
            own = [each.name for each in choice.spells if each.discipline == discipline and not each.cantrip]
            self.spells = tuple(own[: choice.number])

    def _spells(self, profile: Profile) -> None:
        f, choice = self.fonts, spell_choice(profile)
        line = imgui.get_frame_height() + imgui.get_style().item_spacing.y
        with font(f, "bold", 13):
            words = counted(
                "{own} of {n} spell beside the cantrip", "{own} of {n} spells beside the cantrip", choice.number,
                own=len(self.spells),
            )  # fmt: skip
            widgets.colour(words, theme.WILL if len(self.spells) == choice.number else theme.ALERT)
        imgui.begin_child("joining spells", V(0, line * (SPELLS - 1)))
        for spell in choice.spells:
            if spell.cantrip:
                continue
            known = spell.name in self.spells
            pressed, _ = imgui.checkbox(widgets.marked(term(spell.name), spell.discipline), known)
            f.stops.here()
            if imgui.is_item_hovered():
                widgets.tooltip(f, term(" ".join(spell.text.split())))
            if pressed:
                others = tuple(each for each in self.spells if each != spell.name)
                self.spells = others if known else (*others, spell.name)
        imgui.end_child()
