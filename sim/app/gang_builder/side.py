"""Beside the gang: what the chosen member may choose (its name, weapons, spells), and the card in full."""

from __future__ import annotations

from imgui_bundle import imgui

from sim.app.gang_builder.cards import draw_card
from sim.app.gang_builder.desk import GangDesk
from sim.app.hud import theme, widgets
from sim.app.hud.buttons import key_button
from sim.app.hud.card_parts import weapon_words
from sim.app.hud.layout import Rect
from sim.app.hud.theme import Fonts
from sim.app.hud.widgets import V, colour, font
from sim.carnevale.characters import Profile
from sim.carnevale.magic.spells import Spell
from sim.carnevale.recruiting import SpellChoice, spell_choice
from sim.carnevale.rosters import Sheet
from sim.words import counted, joined, say, term
from sim.words.tongues import told

__all__ = ["SidePane"]


class SidePane:
    """The pane of one desk."""

    def __init__(self, desk: GangDesk, fonts: Fonts) -> None:
        self.desk, self.fonts = desk, fonts
        self._named: tuple[int | None, str] = (None, "")  # whose name is typed, and what it was

    def draw(self, rect: Rect) -> None:
        f, desk = self.fonts, self.desk
        with widgets.panel("gang side", rect):
            place = desk.selected
            profile = desk.check.profiles[place] if place is not None else None
            width = rect.w - f.px(26)
            if place is not None and profile is not None and desk.picked == desk.gang.members[place].character:
                self._choices(place, profile, width)
                draw_card(f, profile, imgui.get_content_region_avail().x)
                return
            self.take_typed()
            self._named = (None, "")
            draw_card(f, desk.card(desk.picked), imgui.get_content_region_avail().x)
            imgui.dummy(V(1, f.px(4)))
            if key_button(
                f, say("Add {picked}", picked=desk.picked), "Enter", lit=True, width=imgui.get_content_region_avail().x
            ):
                desk.add(desk.picked)

    def take_typed(self) -> None:
        """The member's name that is being typed, as it is by now, also where another member was chosen meanwhile."""
        place, typed = self._named
        if place is not None and place < len(self.desk.gang.members):
            self.desk.call(place, typed[:100])

    def _choices(self, place: int, profile: Profile, width: float) -> None:
        f, desk = self.fonts, self.desk
        member = desk.gang.members[place]
        widgets.headline(f, f"{place + 1}. {member.character}", 18, width)
        self._name(place)
        sheet = desk.roster.sheet(member.character)
        if sheet is not None:
            self._weapons(place, sheet)
        choice = spell_choice(profile)
        if choice.spells or member.spells:
            self._spells(place, choice)
        for fault in desk.faults_of(place):
            widgets.wrapped(say("{words}.", words=fault.words), theme.ALERT)
        imgui.separator()

    def _name(self, place: int) -> None:
        """A name of its own, taken when the field is left."""
        _f, desk = self.fonts, self.desk
        member = desk.gang.members[place]
        if self._named[0] != place:
            self.take_typed()
            self._named = (place, member.name)
        imgui.set_next_item_width(-1)
        _, typed = imgui.input_text_with_hint(f"##name{place}", told(say("a name of its own")), self._named[1])
        self.fonts.stops.here()
        if imgui.is_item_deactivated_after_edit():
            desk.call(place, typed[:100])
            self._named = (None, "")
        elif imgui.is_item_active():
            self._named = (place, typed)
        else:
            self._named = (None, "")

    def _weapons(self, place: int, sheet: Sheet) -> None:
        f, desk = self.fonts, self.desk
        member = desk.gang.members[place]
        for number, choice in enumerate(sheet.choices):
            with font(f, "text", 13):
                colour(say("One of these weapons"), theme.FADED)
                for weapon in choice:
                    if imgui.radio_button(widgets.marked(term(weapon.name), number), weapon.name in member.weapons):
                        desk.arm(place, number, weapon.name)
                    if imgui.is_item_hovered():
                        widgets.tooltip(f, weapon_words(weapon))

    def _spells(self, place: int, choice: SpellChoice) -> None:
        f, desk = self.fonts, self.desk
        member = desk.gang.members[place]
        own = [spell for spell in choice.spells if spell.name in member.spells and not spell.cantrip]
        full = len(own) == choice.number
        with font(f, "bold", 13):
            words = counted(
                "{own} of {n} spell beside the cantrip", "{own} of {n} spells beside the cantrip",
                choice.number, own=len(own),
            )  # fmt: skip
            colour(words, theme.WILL if full else theme.ALERT)
        with font(f, "text", 12.5):
            imgui.push_style_var(imgui.StyleVar_.frame_padding, V(f.px(3), f.px(0)))
            imgui.push_style_var(imgui.StyleVar_.item_spacing, V(f.px(6), f.px(2)))
            disciplines = dict.fromkeys(spell.discipline for spell in choice.spells)
            for discipline in disciplines:
                colour(term(discipline), theme.FADED)
                for spell in choice.spells:
                    if spell.discipline == discipline:
                        self._spell(place, spell, settled=spell.cantrip and len(disciplines) == 1)
            for name in (name for name in member.spells if name not in [spell.name for spell in choice.spells]):
                pressed, _ = imgui.checkbox(told(say("{name}, of no discipline of its card", name=term(name))), True)
                f.stops.here()
                if pressed:
                    desk.learn(place, name)
            imgui.pop_style_var(2)

    def _spell(self, place: int, spell: Spell, *, settled: bool) -> None:
        """A line to tick. `settled`: it is known without being named."""
        desk = self.desk
        known = spell.name in desk.gang.members[place].spells
        needs_no_tick = settled and not known
        imgui.begin_disabled(needs_no_tick)
        numbers = say("{cost} WP, {difficulty}+", cost=spell.cost, difficulty=spell.difficulty)
        label = joined(", ", (term(spell.name), say("cantrip") if spell.cantrip else "", numbers))
        pressed, _ = imgui.checkbox(told(label), known or settled)
        self.fonts.stops.here()
        imgui.end_disabled()
        if imgui.is_item_hovered(int(imgui.HoveredFlags_.allow_when_disabled) if needs_no_tick else 0):
            widgets.tooltip(self.fonts, term(" ".join(spell.text.split())))
        if pressed:
            desk.learn(place, spell.name)
