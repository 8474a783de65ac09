"""What is in hand at the table: the tool, what it points at, what it would do, and what was picked with it so far."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from sim.app.table.aimed_buttons import opened, target_of
from sim.app.table.fresh_question import FreshQuestion
from sim.app.table.model import TableModel
from sim.app.table.preview_requests import (
    AimRequest,
    AttackRequest,
    ChargeRequest,
    PlaceRequest,
    PreviewRequest,
    TapeRequest,
)
from sim.app.table.previews import End, FromThere, Glances, Perils, Preview, VesselPreview, beside
from sim.app.table.tools import Button, Menu, Tool
from sim.board.model.tableau import Point
from sim.board.model.verdicts import Reach
from sim.carnevale.abilities.bodyguard import StepIn
from sim.carnevale.action import Attack
from sim.carnevale.actions import Combat
from sim.carnevale.actions.counter import Counter
from sim.carnevale.actions.row import WhereRowed
from sim.carnevale.legality import END
from sim.carnevale.questions import Question
from sim.carnevale.turn import WhoseTurn
from sim.carnevale.yielding import YieldOffer
from sim.engine.past import Final
from sim.engine.requests import Refusal, Selection
from sim.engine.yields import Yield
from sim.words import capital, say

__all__ = ["ToolState"]

SAME = 0.35  # inches: a second click so near to the first confirms it


class ToolState:
    """The tool in hand over one game."""

    def __init__(self, model: TableModel) -> None:
        self.model = model
        self.menu: Menu | None = None
        self.asked: Question | None = None  # the choice that `menu` answers
        self.fresh = FreshQuestion()
        self.early = ""  # a key that was pressed while nothing was asked yet
        self.whole: Menu | None = None  # all answers, while `menu` asks at whom one of them is aimed
        self.staked: Button | None = None  # at nobody, or an end of a turn: it waits to be confirmed
        self.tool = Tool.LOOK
        self.attacks: tuple[Attack, ...] = ()  # what an attack tool may do
        self.weapon = 0  # of several attacks on the same target, which
        self.controlled = False  # jumps: a controlled landing
        self.turn = 0.0  # degrees, of a vessel to be laid
        self.turned = False
        self.deploying: str | None = None
        self.sets_up_rest = False  # until the next question: the table looks for places for the rest of a gang
        self.corners: tuple[Point, ...] = ()
        self.by_corners = False  # each click is a corner of the way, as with Shift held
        self.selected: str | None = None
        self.hovered: str | None = None
        self.point: Point | None = None
        self.tape_from: End | None = None
        self.pinned = False
        self.preview: Preview | None = None
        self.previewed: PreviewRequest | None = None  # what `preview` is of
        self.final: Final = ""  # what would keep the previewed answer from being taken back
        self.final_of: PreviewRequest | None = None  # what `final` is of
        self.from_there: FromThere | None = None  # what comes of it if the mini stands where the preview ends
        self.looked_from: PreviewRequest | None = None  # what `from_there` is of
        self.looks_out = True  # what comes of standing somewhere is measured: all kernels are there
        self.tinted = False  # the reach is to be tinted by what it costs to stand there
        self.perils: Perils | None = None
        self.perils_of: Question | None = None  # the choice that `perils` is of
        self.turns_go_on = False  # by themselves, where there is one answer
        self.went_back = False  # the question was answered before, and that was taken back
        self.asks_sight = False  # who sees whom is to be shown
        self.looks: Glances | None = None
        self.looks_of: tuple[int, str] | None = None  # after how many answers, and of which mini `looks` is
        self.reach: Reach | None = None
        self.reach_of: tuple[Question, Tool] | None = None  # the choice that `reach` is of, and the tool
        self.picked: set[int] = set()  # dice to re-roll
        self.typed: list[int] = []  # faces of real dice
        self.held = 2  # Will Points of the yield "unless I hold"
        self.chosen: tuple[str, ...] = ()  # minis picked for an answer of several
        self.pointed: Point | None = None  # where a mini is set by agreement

    def take(self, tool: Tool, attacks: Sequence[Attack] = ()) -> None:
        """Take up a tool."""
        self._forget_aim()
        self.tool, self.attacks = tool, tuple(attacks)
        self.tape_from, self.turned = None, False
        if tool is Tool.AGREED:
            self.model.notice = say("Choose where it is to stand; by keys [B] points. Esc goes back to the agreement.")

    def take_up(self, button: Button) -> None:
        """Take up the tool of a button, if it has one."""
        if button.tool is None:
            return
        self.model.notice = ""  # it was about what was in hand before
        self.take(button.tool, button.targets)
        if button.tool is Tool.ATTACK and len({a.target for a in button.targets}) == 1:
            self.hovered = button.targets[0].target

    def holds(self, button: Button) -> bool:
        """Does the board show what it does: its tool, or the spell or ability that waits to be confirmed?"""
        if self.staked is not None:
            return button == self.staked
        own = button.tool is not Tool.ATTACK or button.targets == self.attacks
        return button.tool is not None and button.tool is self.tool and own

    def barred(self, refusal: Refusal) -> None:
        """The rules refuse what was chosen."""
        self.model.notice = capital(refusal.words)

    def put_back(self) -> None:
        """Put away what is in hand, for what the question asks."""
        if self.whole is not None:
            self.menu, self.whole = self.whole, None
        self.take_first()

    def take_first(self) -> None:
        """Take up what the menu has in hand at first."""
        if self.menu is not None:
            self.take(self.menu.tool, self.menu.attacks)
        else:
            self.take(Tool.LOOK)

    def put_question(self, choice: Question, menu: Menu) -> None:
        """This is asked from now on. A key that came early takes an action in hand; it answers nothing."""
        self.drop_question()
        self.asked, self.menu = choice, menu
        self.selected = menu.who if menu.who is not None else self.selected
        self.fresh.appear()
        self.take_first()
        early, self.early = self.early, ""
        for button in menu.buttons:
            if early and button.key.lower() == early and not button.why:
                self.take_up(button)

    def settled(self, menu: Menu, choice: Question) -> Button | None:
        """The answer that is given without a click: how much, where there is one amount; if turns go on by themselves,
        who is next, where one is left, and the end of a turn that has nothing else left and harms nobody, unless it was
        just taken back."""
        able = [button for button in menu.buttons if not button.why]
        if menu.is_settled:
            return menu.buttons[0]
        if not self.turns_go_on or self.went_back or len(able) != 1 or able[0].risk:
            return None
        return able[0] if able[0].answer == END or isinstance(choice, WhoseTurn) else None

    def drop_question(self) -> None:
        """Nothing is asked any more: what was picked for it is let go; a tape stays in hand."""
        self._forget_aim()
        self.menu, self.asked, self.whole, self.sets_up_rest = None, None, None, False
        self.attacks, self.picked, self.chosen = (), set(), ()
        self.reach = self.reach_of = self.perils = self.perils_of = None
        if self.tool is not Tool.TAPE:
            self.tool = Tool.LOOK

    def _forget_aim(self) -> None:
        """Nothing is aimed at, and nothing is known of what was."""
        self.pinned, self.corners, self.by_corners, self.staked = False, (), False, None
        self.preview = self.previewed = self.from_there = self.looked_from = None
        self.final, self.final_of = "", None

    @property
    def reach_shown(self) -> Reach | None:
        """Where the tool in hand reaches, as far as it is known."""
        return self.reach if self.reach_of is not None and self.reach_of[1] is self.tool else None

    @property
    def counters(self) -> dict[str | None, Counter]:
        """Who may counter now, each by the first who commands it."""
        answers = [button.answer for button in self.menu.buttons] if self.menu is not None else []
        return {pair.who: pair for pair in reversed(answers) if isinstance(pair, Counter)}

    @property
    def targets(self) -> dict[str, Button]:
        """Whom what is in hand may be aimed at, and the button that does."""
        if self.menu is None or self.whole is None:
            return {}
        aims = ((target_of(button.answer), button) for button in self.menu.buttons)
        return {aim[1]: button for aim, button in aims if aim is not None}

    def turn_menu(self, button: Button) -> None:
        """Ask at whom it is aimed; a button that opens nothing goes back to all answers. A second click of two quick
        ones is not meant for whom it finds there."""
        self.model.notice = ""  # it was about what was in hand before
        self.fresh.appear()
        if self.menu is not None and button.within:
            self.whole, self.menu = self.menu, opened(self.menu, button)
            self.take(self.menu.tool)
        else:
            self.put_back()

    @property
    def by_enter(self) -> Button | None:
        """The button that Enter presses where nothing is typed, pinned or picked: what happens by default; of minis the
        only one that is left."""
        if self.menu is None or self.tool is Tool.MANY:
            return None
        answers = [b for b in self.menu.buttons if b.tool is None and not b.why]
        first = next((b for b in answers if b.primary), None)
        only = answers[0] if len(answers) == 1 else None
        if self.menu.tool is Tool.LOOK:
            return first or only
        if self.menu.tool is Tool.PICK and only is not None:
            return only
        return first if first is not None and first.answer is None else None

    def pin(self) -> None:
        """Keep what is pointed at, to be confirmed, or given at once where little is at stake. An enemy in base contact
        is to be struck, also with a run in hand."""
        if self.staked is None and self.whole is None and (blows := self._blows()) is not None:
            self.take_up(blows)
        self.pinned = True
        if self.preview_request() != self.previewed:
            self.preview = None

    def stake(self, button: Button) -> None:
        """Wait with a spell or an ability at nobody, or with the end of a turn, until it is confirmed."""
        self.take(self.tool, self.attacks)
        self.staked = button
        self.pin()

    def let_go(self) -> None:
        """Confirm nothing, and begin a path or a measurement anew."""
        self.pinned, self.corners, self.tape_from, self.staked = False, (), None, None
        self.preview = self.previewed = None

    def turn_by(self, degrees: float) -> None:
        """Turn the vessel in hand, from how it is shown."""
        if not self.turned and isinstance(self.preview, VesselPreview):
            self.turn = self.preview.turn
        self.turn, self.turned = (self.turn + degrees) % 360.0, True

    def turn_corners(self) -> None:
        """Let each click be a corner from now on, or no longer."""
        self.by_corners, self.corners = not self.by_corners, ()

    def is_corner(self, figure: str | None, point: Point | None, *, asked: bool) -> bool:
        """Is a click here a corner of a path? One on the last corner again ends there instead."""
        if self.tool is not Tool.RUN or point is None or not (asked or (self.by_corners and figure is None)):
            return False
        last = self.corners[-1] if self.corners else None
        if self.by_corners and last is not None and max(abs(a - b) for a, b in zip(point, last, strict=True)) < SAME:
            self.corners = self.corners[:-1]
            return False
        return True

    def choose(self, mini: str, choice: Question) -> None:
        """Take a mini among those picked, or out of them."""
        region = choice.region
        if not isinstance(region, Selection):
            return
        if mini in self.chosen:
            self.chosen = tuple(who for who in self.chosen if who != mini)
        elif mini in region.among and len(self.chosen) < region.most:
            self.chosen = (*self.chosen, mini)

    def choose_die(self, die: int, choice: Question) -> None:
        """Take a die among those picked for a re-roll, or put it back."""
        region = choice.region
        if not isinstance(region, Selection) or die not in region.among:
            return
        if die in self.picked:
            self.picked.discard(die)
        elif len(self.picked) < region.most:
            self.picked.add(die)

    @property
    def offers_held(self) -> bool:
        """May the question be yielded unless so many Will Points are held?"""
        return self.menu is not None and any("will" in offer.said.unless for offer in self.menu.offers)

    def hold(self, more: int) -> None:
        """So many Will Points more or less in that yield."""
        self.held = min(max(1, self.held + more), 9)

    def said(self, offer: YieldOffer) -> Yield:
        """What is said by an offer, with the Will Points that it shows."""
        unless = {"will": self.held} if "will" in offer.said.unless else offer.said.unless
        return msgspec.structs.replace(offer.said, unless=unless)

    def untype_die(self, die: int = -1) -> None:
        """Take a typed face back: the last one, unless another is named."""
        if -1 <= die < len(self.typed) and self.typed:
            self.typed.pop(die)

    def is_same_place(self, figure: str | None, point: Point | None) -> bool:
        """Is this what was pointed at before?"""
        if self.staked is not None:
            return False
        if self.tool is Tool.ATTACK or self.targets or (self.tool is Tool.RUN and figure is not None):
            return figure is not None and figure == self.hovered
        if point is None or self.point is None:
            return False
        return max(abs(a - b) for a, b in zip(point, self.point, strict=True)) < SAME

    def aims_at(self, figure: str | None, point: Point | None, choice: Question | None) -> bool:
        """Does a click here mean something to the tool in hand?"""
        if self.targets:
            return figure in self.targets
        if self.tool is Tool.ATTACK:
            return any(attack.target == figure for attack in self.attacks)
        state = self.model.shown
        friend = figure is not None and choice is not None and state[figure].seat == choice.seat
        return point is not None and not (friend and self.tool is Tool.RUN)

    def preview_request(self) -> PreviewRequest | None:
        """What should be previewed, as a value to compare; None: nothing."""
        if self.tool is Tool.TAPE:
            end: End | None = self.hovered or self.point
            return None if self.tape_from is None or end is None else TapeRequest(self.tape_from, end, self.selected)
        if (aimed := self.staked or self.targets.get(self.hovered or "")) is not None:
            return AimRequest(aimed)
        if self.asked is None or self.tool in (Tool.LOOK, Tool.PICK, Tool.ZONE, Tool.MANY, Tool.AGREED):
            return None
        if self.tool is Tool.ATTACK:
            return self._attack_request(self.attacks)
        if self.point is None:
            return self._aimed_row()
        at, target = (round(self.point[0], 2), round(self.point[1], 2), round(self.point[2], 2)), None
        if self.tool is Tool.RUN and not self.corners:
            if (blows := self._blows()) is not None:
                return self._attack_request(blows.targets)
            charge = self._charge_request(at)
            if charge is not None:
                return charge
        if self.hovered is not None and self.tool is Tool.RUN:
            at = self.model.shown[self.hovered].here
            target = self.hovered if self.menu is not None and self.menu.who not in (None, self.hovered) else None
            if target is not None and not self.aims_at(target, at, self.asked):
                return None  # a friend, who is chosen by a click
        return PlaceRequest(
            self.tool, at, self.corners, self.controlled, self.turn, self.turned, self.deploying, target
        )

    def _attack_request(self, attacks: Sequence[Attack]) -> AttackRequest | None:
        """Of these attacks the one on whom one points at, with the weapon in hand."""
        own = [each for each in attacks if each.target == self.hovered]
        return AttackRequest(own[self.weapon % len(own)]) if own else None

    def _blows(self) -> Button | None:
        """The attacks among which are some on the enemy that is pointed at with a run in hand, where a run would only
        stay: one with bare hands is among them, so that they touch."""
        if self.tool is not Tool.RUN or self.menu is None or self.menu.who is None or self.corners:
            return None
        close = {weapon.name for weapon in self.model.shown[self.menu.who].profile.armoury if not weapon.range}
        for button in self.menu.buttons:
            if any(isinstance(a, Combat) and a.target == self.hovered and a.weapon in close for a in button.targets):
                return button
        return None

    def _aimed_row(self) -> PlaceRequest | None:
        """Where a vessel goes if nothing else is pointed at: as it was aimed before its roll."""
        aim = self.asked.aim if isinstance(self.asked, WhereRowed) else None
        if aim is None:
            return None
        return PlaceRequest(self.tool, aim.to, (), False, aim.turn or 0.0, aim.turn is not None, None, None)

    def _charge_request(self, at: Point) -> ChargeRequest | None:
        """The enemy that a run would charge which points here, and the side that is pointed at, if one is."""
        who = self.menu.who if self.menu is not None else None
        state = self.model.shown
        if who is None or self.asked is None or isinstance(self.asked, StepIn):
            return None
        if self.hovered is not None:
            return ChargeRequest(self.hovered, None) if state[self.hovered].seat != state[who].seat else None
        target = beside(state, who, at)
        return None if target is None else ChargeRequest(target, at)
