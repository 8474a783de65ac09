"""After a game: who joins the gang and what is bought, with what speaks against each."""

from __future__ import annotations

from imgui_bundle import imgui

from sim.app.campaign.desk import CampaignDesk
from sim.app.campaign.joining_fields import JoiningFields
from sim.app.campaign.parts import DoubleClick, draw_face, face_tall, row, tall_of, wrapped_at
from sim.app.gang_builder.cards import card_tooltip, ducats
from sim.app.gang_builder.gallery import Gallery
from sim.app.hud import theme, widgets
from sim.app.hud.buttons import key_button
from sim.app.hud.theme import Fonts, ink
from sim.app.hud.widgets import V, font
from sim.app.table.glossary import explained
from sim.campaign.questions import AskHire
from sim.campaign.recruits import ItemOffer, RecruitOffer
from sim.carnevale.characters import Profile
from sim.carnevale.rosters import Sheet
from sim.words import joined, say, term
from sim.words.tongues import told

__all__ = ["HirePane", "recruit_cards"]

FACE = 40.0  # at 1280x800: how wide a portrait is here


def recruit_cards(desk: CampaignDesk) -> dict[tuple[str, bool], Profile]:
    """The cards of all whom the gang may think of, as they join; by name and whether it is one of the Gifted."""
    found = {}
    for gifted in (False, True):
        roster = desk.roster(gifted)
        for sheet in roster.characters:
            weapons = tuple(choice[0] for choice in sheet.choices)
            found[sheet.name, gifted] = sheet.profile(roster.faction, weapons)
    return found


class HirePane:
    """The recruits of one desk. `picked`: an offer's key; `fitting`: only those that nothing speaks against."""

    def __init__(self, desk: CampaignDesk, gallery: Gallery, fonts: Fonts) -> None:
        self.desk, self.gallery, self.fonts = desk, gallery, fonts
        self.picked = ""
        self.fitting = True
        self.fields = JoiningFields(fonts)
        self._cards: dict[tuple[str, bool], Profile] = {}
        self._of = ""  # whose cards they are
        self._twice = DoubleClick()
        self._follow = False

    def _asked(self) -> AskHire | None:
        return next((each for each in self.desk.view.of(self.desk.seat) if isinstance(each, AskHire)), None)

    def cards(self) -> dict[tuple[str, bool], Profile]:
        """Of whom the gang may think of now."""
        if self._of != self.desk.seat:
            self._of, self._cards = self.desk.seat, recruit_cards(self.desk)
        return self._cards

    def _recruits(self, asked: AskHire) -> list[RecruitOffer]:
        """Those who may join first; of the others none, where only those are wanted."""
        ordered = sorted(asked.recruits, key=lambda each: (bool(each.against), each.gifted))
        return [each for each in ordered if not (self.fitting and each.against)]

    def _items(self, asked: AskHire) -> list[ItemOffer]:
        return [each for each in asked.items if not (self.fitting and each.against)]

    def draw(self) -> None:
        f, asked = self.fonts, self._asked()
        if asked is None:
            return
        with font(f, "bold", 14):
            heading = say("{ducats} in hand: who joins, and what is bought?", ducats=ducats(asked.ducats))
            widgets.wrapped(heading, theme.GOLD_BRIGHT)
        _, self.fitting = imgui.checkbox(told(say("only what may be had now")), self.fitting)
        f.stops.here()
        recruits, items = self._recruits(asked), self._items(asked)
        offers: list[RecruitOffer | ItemOffer] = [*recruits, *items]
        keys = list(map(_key, offers))
        if keys and self.picked not in keys:
            self.picked = keys[0]
        offer = next((each for each in offers if _key(each) == self.picked), None)
        fields = self.fields.tall(offer) if isinstance(offer, RecruitOffer) else 0.0
        foot = fields + f.px(48)
        imgui.begin_child("recruits", V(0, max(imgui.get_content_region_avail().y - foot, f.px(90))))
        for each in recruits:
            self._recruit(each)
        for item in items:
            self._item(item)
        if not keys:
            widgets.wrapped(say("Nobody and nothing may be had now."), theme.FADED)
        imgui.end_child()
        if isinstance(offer, RecruitOffer) and not offer.again:
            self.fields.draw(self._sheet(offer), self.cards()[offer.name, offer.gifted])
        if offer is not None:
            self._button(offer)
        self._follow = False

    def _sheet(self, offer: RecruitOffer) -> Sheet:
        sheet = self.desk.roster(offer.gifted).sheet(offer.name)
        assert sheet is not None
        return sheet

    def _button(self, offer: RecruitOffer | ItemOffer) -> None:
        f = self.fonts
        named = _named(offer)
        label = say("Hire {who}: {ducats}", who=named, ducats=ducats(offer.cost))
        if isinstance(offer, ItemOffer):
            label = say("Buy {what}: {ducats}", what=named, ducats=ducats(offer.cost))
        wide = imgui.get_content_region_avail().x
        able = not offer.against and not self.desk.busy
        if key_button(f, label, "Enter", able=able, lit=True, width=wide, hint=joined("; ", offer.against)):
            self._take(offer)

    def _recruit(self, offer: RecruitOffer) -> None:
        f = self.fonts
        profile = self._profile(offer)
        wide = imgui.get_content_region_avail().x
        left = f.px(FACE + 14)
        against, room = joined("; ", offer.against), wide - left - f.px(6)
        about = term(offer.rank)
        if offer.again:
            about = say("{rank}, who went by night", rank=term(offer.rank))
        elif offer.gifted:
            about = say("{rank}, one of the Gifted: may go after any game", rank=term(offer.rank))
        tall = f.px(23) + tall_of(f, about, room) + tall_of(f, against, room, 12)
        tall = max(tall, face_tall(f, FACE)) + f.px(6)
        lit = _key(offer) == self.picked
        pressed, at, _ = row(_key(offer), tall, lit=lit, follow=lit and self._follow)
        hovered = imgui.is_item_hovered()
        draw_face(f, self.gallery, profile, at.x + f.px(3), at.y + f.px(3), wide=FACE, gone=bool(offer.against))
        self._price(offer.name if offer.again else term(offer.name), offer.cost, at, left, wide, able=not offer.against)
        y = wrapped_at(f, at.x + left, at.y + f.px(23), about, room, theme.FADED)
        wrapped_at(f, at.x + left, y, against, room, theme.ALERT, 12)
        if hovered:
            card_tooltip(f, profile)
        if pressed:
            self._pick(offer)

    def _item(self, offer: ItemOffer) -> None:
        f = self.fonts
        wide, left = imgui.get_content_region_avail().x, f.px(8)
        against, room = joined("; ", offer.against), wide - left - f.px(6)
        tall = f.px(25) + tall_of(f, against, room, 12)
        lit = _key(offer) == self.picked
        pressed, at, _ = row(_key(offer), tall, lit=lit, follow=lit and self._follow)
        hovered = imgui.is_item_hovered()
        self._price(term(offer.title), offer.cost, at, left, wide, able=not offer.against)
        wrapped_at(f, at.x + left, at.y + f.px(24), against, room, theme.ALERT, 12)
        if hovered and (meaning := explained(offer.title)):
            widgets.tooltip(f, say("{what}: {words}", what=term(offer.title), words=meaning))
        if pressed:
            self._pick(offer)

    def _price(self, name: str, cost: int, at: imgui.ImVec2, left: float, wide: float, *, able: bool) -> None:
        """A name, and at the right end what it costs."""
        f, draw = self.fonts, imgui.get_window_draw_list()
        with font(f, "bold", 15):
            size = imgui.calc_text_size(str(cost))
            draw.add_text(V(at.x + wide - size.x - f.px(6), at.y + f.px(3)), ink(theme.GOLD_BRIGHT), str(cost))
        with font(f, "title", 16.5):
            room = wide - left - size.x - f.px(18)
            paint = ink(theme.PARCHMENT if able else theme.FADED)
            widgets.draw_fitted(draw, V(at.x + left, at.y + f.px(2)), name, room, paint)

    def _profile(self, offer: RecruitOffer) -> Profile:
        return self.desk.view.cards[offer.again] if offer.again else self.cards()[offer.name, offer.gifted]

    def _pick(self, offer: RecruitOffer | ItemOffer) -> None:
        self.picked = _key(offer)
        if self._twice.again(self.picked):
            self._take(offer)

    def _take(self, offer: RecruitOffer | ItemOffer) -> None:
        """Hire or buy it."""
        if offer.against:
            return
        seat, campaign = self.desk.seat, self.desk.campaign
        if isinstance(offer, ItemOffer):
            id = offer.id
            self.desk.do(lambda: campaign.buy(seat, id))
            return
        who, name = offer.again or offer.name, self.fields.name.strip()
        weapons, spells = self.fields.weapons, self.fields.spells
        self.desk.do(lambda: campaign.hire(seat, who, name=name, weapons=weapons, spells=spells))
        self.fields.clear()

    def command(self, name: str) -> None:
        """What a key asks for."""
        asked = self._asked()
        if asked is None:
            return
        offers: list[RecruitOffer | ItemOffer] = [*self._recruits(asked), *self._items(asked)]
        place = next((n for n, each in enumerate(offers) if _key(each) == self.picked), 0)
        if name in ("up", "down") and offers:
            place = max(0, min(len(offers) - 1, place + (1 if name == "down" else -1)))
            self.picked, self._follow = _key(offers[place]), True
        elif name == "enter" and offers:
            self._take(offers[place])
        elif name == "dismiss":
            self.dismiss()

    def dismiss(self) -> None:
        """Let the chosen member go."""
        desk = self.desk
        who, seat = desk.chosen, desk.seat
        if who and any(member.id == who for member in desk.view.state.gang(seat).present):
            desk.do(lambda: desk.campaign.dismiss(seat, who))
            desk.chosen = ""


def _key(offer: RecruitOffer | ItemOffer) -> str:
    if isinstance(offer, ItemOffer):
        return f"item {offer.id}"
    return f"recruit {offer.again or offer.name} {offer.gifted}"


def _named(offer: RecruitOffer | ItemOffer) -> str:
    if isinstance(offer, ItemOffer):
        return term(offer.title)
    return offer.name if offer.again else term(offer.name)
