"""After a game: which talents are learned, at what price, and what each is."""

from __future__ import annotations

from imgui_bundle import imgui

from sim.app.campaign.desk import CampaignDesk
from sim.app.campaign.parts import DoubleClick, draw_face, face_tall, row, tall_of, wrapped_at
from sim.app.gang_builder.gallery import Gallery
from sim.app.hud import theme, widgets
from sim.app.hud.buttons import key_button
from sim.app.hud.theme import Fonts, ink
from sim.app.hud.widgets import V, font
from sim.app.table.glossary import explained
from sim.campaign.learning import TalentOffer
from sim.campaign.questions import AskTalent
from sim.words import joined, say, term
from sim.words.tongues import told

__all__ = ["TalentPane"]

FACE = 30.0  # at 1280x800: how wide a portrait is here


class TalentPane:
    """The talents of one desk. `who`: the id of whoever learns; `talent`, and `spell` that comes with it: picked."""

    def __init__(self, desk: CampaignDesk, gallery: Gallery, fonts: Fonts) -> None:
        self.desk, self.gallery, self.fonts = desk, gallery, fonts
        self.who = self.talent = self.spell = ""
        self._twice = DoubleClick()
        self._follow = False

    def _asked(self) -> list[AskTalent]:
        return [each for each in self.desk.view.of(self.desk.seat) if isinstance(each, AskTalent)]

    def _now(self) -> AskTalent | None:
        """The question of whoever is picked; of the first, where nobody is."""
        asked = self._asked()
        found = next((each for each in asked if each.who == self.who), asked[0] if asked else None)
        if found is not None and found.who != self.who:
            self.who, self.talent, self.spell = found.who, "", ""
        return found

    def _offer(self, asked: AskTalent) -> TalentOffer:
        """The talent that is picked; of those that may be learned the first, where none is."""
        found = next((each for each in asked.options if each.talent == self.talent), None)
        if found is None:
            found = next(each for each in asked.options if not each.against)
            self.talent = found.talent
        if self.spell not in found.spells:
            self.spell = found.spells[0] if found.spells else ""
        return found

    def draw(self) -> None:
        f, asked = self.fonts, self._now()
        if asked is None:
            return
        offer = self._offer(asked)
        if len(self._asked()) > 1:
            for each in self._asked():
                self._member(each, lit=each.who == asked.who)
        with font(f, "bold", 14):
            widgets.wrapped(say("A talent for {who}, who has {xp} XP", who=asked.name, xp=asked.xp), theme.GOLD_BRIGHT)
        foot = f.px(44) + self._spells_tall(offer)
        imgui.begin_child("talents", V(0, max(imgui.get_content_region_avail().y - foot, f.px(120))))
        for talent in asked.options:
            self._talent(talent, lit=talent.talent == offer.talent)
        imgui.end_child()
        self._spells(offer)
        label = say("Learn {talent}: {price} XP", talent=term(offer.talent), price=offer.price)
        wide = imgui.get_content_region_avail().x
        if key_button(f, label, "Enter", able=not offer.against and not self.desk.busy, lit=True, width=wide,
                      hint=explained(offer.talent)):  # fmt: skip
            self._learn(asked, offer)
        self._follow = False

    def _member(self, asked: AskTalent, *, lit: bool) -> None:
        f, profile = self.fonts, self.desk.view.cards[asked.who]
        pressed, at, wide = row(f"learns {asked.who}", face_tall(f, FACE) + f.px(6), lit=lit)
        if pressed:
            self.who, self.talent, self.spell = asked.who, "", ""
        draw_face(f, self.gallery, profile, at.x + f.px(3), at.y + f.px(3), wide=FACE)
        left, room, draw = at.x + f.px(FACE + 14), wide - f.px(FACE + 20), imgui.get_window_draw_list()
        with font(f, "title", 16):
            widgets.draw_fitted(draw, V(left, at.y + f.px(1)), asked.name, room, ink(theme.PARCHMENT))
        with font(f, "text", 12.5):
            widgets.draw_fitted(draw, V(left, at.y + f.px(19)), say("{xp} XP", xp=asked.xp), room, ink(theme.GOLD))

    def _talent(self, offer: TalentOffer, *, lit: bool) -> None:
        """A talent, its price, and what speaks against it; pointed at, what it is."""
        f = self.fonts
        wide = imgui.get_content_region_avail().x
        against = joined("; ", offer.against)
        tall = f.px(23) + tall_of(f, against, wide - f.px(12), 12)
        pressed, at, _ = row(offer.talent, tall, lit=lit, follow=lit and self._follow)
        hovered = imgui.is_item_hovered()
        price = told(say("{xp} XP", xp=offer.price))
        draw = imgui.get_window_draw_list()
        with font(f, "bold", 14):
            size = imgui.calc_text_size(price)
            paint = ink(theme.FADED if offer.against else theme.GOLD_BRIGHT)
            draw.add_text(V(at.x + wide - size.x - f.px(6), at.y + f.px(3)), paint, price)
        with font(f, "text", 15):
            paint = ink(theme.FADED if offer.against else theme.PARCHMENT)
            room = wide - size.x - f.px(20)
            widgets.draw_fitted(draw, V(at.x + f.px(6), at.y + f.px(2)), term(offer.talent), room, paint)
        wrapped_at(f, at.x + f.px(6), at.y + f.px(22), against, wide - f.px(12), theme.ALERT, 12)
        if hovered and (meaning := explained(offer.talent)):
            widgets.tooltip(f, say("{what}: {words}", what=term(offer.talent), words=meaning))
        if pressed:
            self.talent = offer.talent
            if self._twice.again(offer.talent) and (asked := self._now()) is not None:
                self._learn(asked, offer)

    def _spells_tall(self, offer: TalentOffer) -> float:
        lines = 1 + min(len(offer.spells), 4) if offer.spells and not offer.against else 0
        return float(lines * (imgui.get_frame_height() + self.fonts.px(6)))

    def _spells(self, offer: TalentOffer) -> None:
        """One of these comes with it."""
        if not offer.spells or offer.against:
            return
        widgets.colour(say("With it comes a spell:"), theme.FADED)
        imgui.begin_child("spells", V(0, self._spells_tall(offer) - imgui.get_frame_height() - self.fonts.px(6)))
        for spell in offer.spells:
            if imgui.radio_button(widgets.marked(term(spell), "spell"), spell == self.spell):
                self.spell = spell
            if imgui.is_item_hovered() and (meaning := explained(spell)):
                widgets.tooltip(self.fonts, say("{what}: {words}", what=term(spell), words=meaning))
        imgui.end_child()

    def _learn(self, asked: AskTalent, offer: TalentOffer) -> None:
        if offer.against:
            return
        seat, who, talent, spell = asked.seat, asked.who, offer.talent, self.spell
        self.desk.do(lambda: self.desk.campaign.learn(seat, who, talent, spell))

    def command(self, name: str) -> None:
        """What a key asks for."""
        asked = self._now()
        if asked is None:
            return
        offer, everybody = self._offer(asked), self._asked()
        if name in ("up", "down"):
            place = asked.options.index(offer) + (1 if name == "down" else -1)
            self.talent = asked.options[max(0, min(len(asked.options) - 1, place))].talent
            self._follow = True
        elif name in ("less", "more"):
            place = (everybody.index(asked) + (1 if name == "more" else -1)) % len(everybody)
            self.who, self.talent, self.spell = everybody[place].who, "", ""
        elif name.isdecimal() and 0 < int(name) <= len(offer.spells):
            self.spell = offer.spells[int(name) - 1]
        elif name == "enter":
            self._learn(asked, offer)
