"""Where equipment takes hold of the rules: hooks that every bought item may have, and the question to use it.

The rules never ask for an item by name. A game in which nobody bought anything asks nothing here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar, TypeVar

import msgspec

from sim.carnevale.characters import Weapon
from sim.carnevale.dice import SIDES, Outcome
from sim.carnevale.events import DiceThrown, Event
from sim.carnevale.hook_values import Purpose
from sim.carnevale.hooks import RollContext
from sim.carnevale.names import names_of, roll_named
from sim.carnevale.questions import YesOrNo
from sim.carnevale.state import State
from sim.carnevale.steps import Step
from sim.engine.requests import Label, Roll, Rule
from sim.errors import meant
from sim.words import counted, joined, say, term

__all__ = [
    "EquipmentUsed",
    "Item",
    "UseItem",
    "armed",
    "deploying",
    "destiny",
    "faults",
    "find",
    "item",
    "known",
    "named",
    "price",
    "rerolls",
    "round_begins",
    "settled",
    "softened",
    "title",
    "use",
]


class EquipmentUsed(Event, frozen=True, tag="equipment_used"):
    seat: str
    item: str
    who: str | None = None  # for whom

    def apply(self, state: State) -> None:
        left = tuple(item for item in state.seats[self.seat].equipment if item != self.item)
        state.set_seat(self.seat, equipment=left)


class Item:
    """An item's part in the rules. Every hook does nothing unless it is overridden."""

    id: ClassVar[str]  # as it stands in gang files
    title: ClassVar[str]
    price: ClassVar[int]  # ducats
    text: ClassVar[str]

    def settles(self, context: RollContext) -> Outcome | None:
        """An outcome that it can bring about instead of a roll."""
        return None

    def rerolls(self, context: RollContext) -> int:
        """Dice that it lets its player re-roll."""
        return 0

    def destiny(self, context: RollContext) -> int | None:
        """A face that it can give the Destiny Die of a roll."""
        return None

    def softens(self, context: RollContext) -> bool:
        """Can it take a D10 off the Damage before this protection roll?"""
        return False

    def arms(self, context: RollContext) -> Weapon | None:
        """The attacker's weapon, made better for one attack."""
        return None

    def deploying(self, seat: str) -> Sequence[Step]:
        """What is done with it when its player has taken a zone, before the gang deploys."""
        return ()

    def round_begins(self, seat: str) -> Sequence[Step]:
        """What may be done with it at the start of a round."""
        return ()


I = TypeVar("I", bound=type[Item])  # noqa: E741
_ITEMS: dict[str, Item] = {}


def item(kind: I) -> I:
    """Register an item (a class decorator)."""
    _ITEMS[kind.id] = kind()
    return kind


def find(id: str) -> Item | None:
    return _ITEMS.get(id)


def known() -> tuple[str, ...]:
    return tuple(_ITEMS)


def title(id: str) -> str:
    """As the rulebook calls it; its id where there is none."""
    return _ITEMS[id].title if id in _ITEMS else id


def named(word: str) -> str | None:
    """The id of the item that is called so, by its id or its title; None where there is none."""
    folded = word.casefold()
    return next((id for id, gear in _ITEMS.items() if folded in (id.casefold(), gear.title.casefold())), None)


def faults(bought: Iterable[str]) -> list[str]:
    """Every reason why a gang cannot have bought these (EQUIP-01)."""
    bought = list(bought)
    reasons = [
        say("there is no equipment '{id}'; {near}", id=id, near=meant(id, _ITEMS)) for id in bought if id not in _ITEMS
    ]
    twice = {id for id in bought if id in _ITEMS and bought.count(id) > 1}
    return [
        *reasons,
        *(
            say("{id} can be bought once, not {count} times", id=_ITEMS[id].title, count=bought.count(id))
            for id in sorted(twice)
        ),
    ]


def price(bought: Iterable[str]) -> int:
    """Ducats for all of these."""
    return sum(_ITEMS[id].price for id in bought if id in _ITEMS)


# --- in play --------------------------------------------------------------------------------------------


def ready(game: State, seat: str) -> Iterator[Item]:
    """What a seat has bought and not used."""
    return (_ITEMS[id] for id in game.seats[seat].equipment)


def settled(game: State, context: RollContext) -> Rule[tuple[Outcome, str] | None]:
    """The outcome that the roller's player has an item bring about instead of this roll, and the item."""
    for gear in ready(game, game[context.who].seat):
        outcome = gear.settles(context)
        if outcome is not None and (yield from _wanted(game, gear, context)):
            return outcome, gear.title
    return None


def rerolls(game: State, context: RollContext, seat: str) -> list[Item]:
    """The items with which a seat may re-roll dice of its own character's roll."""
    if game[context.who].seat != seat:
        return []
    return [gear for gear in ready(game, seat) if gear.rerolls(context)]


def destiny(game: State, context: RollContext) -> Rule[int | None]:
    """The face that an item gives the Destiny Die of this roll."""
    for gear in ready(game, game[context.who].seat):
        face = gear.destiny(context)
        if face is not None and (yield from _wanted(game, gear, context)):
            return face
    return None


def softened(game: State, context: RollContext, damage: int) -> Rule[int]:
    """Damage before the protection roll, less a D10 where an item takes it off."""
    for gear in ready(game, game[context.who].seat):
        hit = msgspec.structs.replace(context, stake=damage)
        if gear.softens(context) and (yield from _wanted(game, gear, hit)):
            purpose = gear.title.casefold()
            seat = game[context.who].seat
            faces: tuple[int, ...] = yield Roll(seat=seat, who=context.who, purpose=purpose, dice=1, sides=SIDES)
            game.emit(DiceThrown(who=context.who, purpose=purpose, faces=faces))
            damage = max(0, damage - faces[0])
    return damage


def armed(game: State, context: RollContext) -> Rule[RollContext]:
    """An attack before its roll, with what items do to its weapon."""
    for gear in ready(game, game[context.who].seat):
        weapon = gear.arms(context)
        if weapon is not None and (yield from _wanted(game, gear, context)):
            context = msgspec.structs.replace(context, weapon=weapon)
    return context


def deploying(game: State, seat: str) -> list[Step]:
    """What a seat does with its equipment before its gang deploys."""
    return [step for gear in ready(game, seat) for step in gear.deploying(seat)]


def round_begins(game: State) -> list[Step]:
    """What seats may do with their equipment at the start of a round."""
    return [step for seat in game.seats for gear in ready(game, seat) for step in gear.round_begins(seat)]


def use(game: State, gear: Item, seat: str, who: str | None = None) -> None:
    game.emit(EquipmentUsed(seat=seat, item=gear.id, who=who))


class UseItem(YesOrNo, frozen=True, kw_only=True, tag="equipment"):
    """Whether an item is used for a roll."""

    window = say("equipment")

    item: str
    title: str
    text: str
    who: str
    purpose: Purpose
    against: str | None
    stake: int = 0  # Damage before a protection roll, Life Points before a falling roll
    besides: int = 0  # Life Points that are lost however it falls

    @property
    def matter(self) -> tuple[str, ...]:
        return (self.title, self.purpose)

    def asks(self, state: State) -> str:
        name = names_of(state)
        asked = {"item": term(self.title), "who": name(self.who), "purpose": roll_named(self.purpose)}
        if self.against:
            return say("{item} for {who}'s {purpose} against {other}?", other=name(self.against), **asked)
        return say("{item} for {who}'s {purpose}?", **asked)

    def detail(self, state: State) -> str:
        if self.purpose == "protection":
            return say("{damage} Damage is coming. {text}", damage=self.stake, text=term(self.text))
        if self.purpose == "fall":
            lost = counted("{n} Life Point is at stake.", "{n} Life Points are at stake.", self.stake)
            return joined(" ", (lost, term(self.text)))
        return term(self.text)

    def label(self, state: State, answer: object) -> Label:
        return Label(say("Use it") if answer else say("Keep it"))


def _wanted(game: State, gear: Item, context: RollContext) -> Rule[bool]:
    """Its player is asked; what is used is gone."""
    c = game[context.who]
    yes: bool = yield UseItem(
        seat=c.seat,
        item=gear.id,
        title=gear.title,
        text=gear.text,
        who=c.id,
        purpose=context.purpose,
        against=context.against,
        stake=context.stake,
        besides=context.besides,
    )
    if yes:
        use(game, gear, c.seat, c.id)
    return yes
