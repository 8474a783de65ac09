"""What lies on the desk while a gang is built: its document, its roster, what the rules say, and every edit of it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from sim.carnevale import equipment
from sim.carnevale.characters import Profile
from sim.carnevale.gangs import Gang, GangFault, checked, shipped_rosters
from sim.carnevale.recruiting import GangOffer, GangOffers, newcomer, offers
from sim.carnevale.rosters import Roster
from sim.gangs.document import GangDocument
from sim.gangs.roster_choices import RosterChoice, roster_choices
from sim.words import capital, counted, say, term

__all__ = ["RANKS", "GangDesk"]

RANKS = (say("Leader"), say("Hero"), say("Henchman"))
NEW = "A new gang"


class GangDesk:
    """Edits of one gang, each with its words, and what is looked at.

    `leader`: whether the scenario demands one. `picked`: a character of the roster; `selected`: a member's place.
    """

    def __init__(self, document: GangDocument, roster: Roster, *, leader: bool = True) -> None:
        self.document, self.roster, self.leader = document, roster, leader
        self.rosters = roster_choices(document, roster)
        self.picked = roster.characters[0].name
        self.selected: int | None = None
        self.words = ""  # that are sought
        self.rank = ""  # that is shown alone
        self.fitting = False  # are those shown alone that nothing speaks against?
        self.said, self.alert = "", False
        self._look()

    @classmethod
    def new(cls, faction: str = "", ducats: int = 150, *, leader: bool = True) -> GangDesk:
        """A gang with nobody in it yet."""
        rosters = shipped_rosters()
        roster = next((each for each in rosters if each.faction == faction), rosters[0])
        gang = Gang(1, NEW, roster.faction, (), ducats)
        return cls(GangDocument(gang), roster, leader=leader)

    @property
    def gang(self) -> Gang:
        return self.document.gang

    @property
    def roster_title(self) -> str:
        """Of the roster that the gang is of."""
        return next((each.title for each in self.rosters if self._is_of(each)), self.roster.faction)

    def _is_of(self, choice: RosterChoice) -> bool:
        return (choice.roster.faction, choice.file) == (self.gang.faction, self.gang.roster)

    def _look(self) -> None:
        """Ask the rules, after every change."""
        gang = self.gang
        self.roster = next((each.roster for each in self.rosters if self._is_of(each)), self.roster)
        self.check = checked(gang, self.roster, gang.ducats, leader=self.leader)
        self.offers: GangOffers = offers(gang, self.roster, self.check, leader=self.leader)
        if self.selected is not None and self.selected >= len(gang.members):
            self.selected = len(gang.members) - 1 if gang.members else None
        if self.roster.sheet(self.picked) is None:
            self.picked = self.roster.characters[0].name

    def notify(self, words: str, *, alert: bool = False) -> None:
        """Tell what was done or refused."""
        self.said, self.alert = words, alert

    # -- what is looked at ----------------------------------------------------------------------------------

    def card(self, name: str) -> Profile:
        """A character's card as it joins."""
        sheet = self.roster.sheet(name)
        assert sheet is not None
        weapons = tuple(choice[0] for choice in sheet.choices)
        return sheet.profile(self.roster.faction, weapons)

    def shelf(self) -> list[GangOffer]:
        """The characters of the roster that are sought, in its order."""
        return [offer for offer in self.offers.characters if self._is_sought(offer)]

    def _is_sought(self, offer: GangOffer) -> bool:
        sheet = self.roster.sheet(offer.name)
        assert sheet is not None
        if (self.rank and sheet.rank != self.rank) or (self.fitting and offer.against):
            return False
        arms = [weapon for choice in (sheet.weapons, *sheet.choices) for weapon in choice]
        text = " ".join(
            (
                sheet.name,
                sheet.rank,
                "Unique" if sheet.unique else "",
                *sheet.keywords,
                *sheet.abilities,
                *(weapon.name for weapon in arms),
                *(word for weapon in arms for word in weapon.abilities),
                *(command.name for command in sheet.commands),
            )
        )
        return all(word in text.casefold() for word in self.words.casefold().split())

    def pick(self, step: int) -> None:
        """The next of those that are sought."""
        names = [offer.name for offer in self.shelf()]
        if names:
            now = names.index(self.picked) if self.picked in names else -1 if step > 0 else 0
            self.picked = names[max(0, min(len(names) - 1, now + step))]

    def choose(self, step: int) -> None:
        """The next member."""
        count = len(self.gang.members)
        if count:
            now = self.selected if self.selected is not None else -1 if step > 0 else count
            self.selected = max(0, min(count - 1, now + step))

    def faults_of(self, place: int) -> list[GangFault]:
        """What is wrong with a member alone, or with it among others."""
        return [fault for fault in self.check.faults if place in fault.members]

    # -- edits ----------------------------------------------------------------------------------------------

    def add(self, name: str, at: int | None = None) -> None:
        """A character joins, before the member at a place or last."""
        sheet = self.roster.sheet(name)
        if sheet is None:
            return
        members = self.gang.members
        place = len(members) if at is None else at
        kept = list[int | None](range(len(members)))
        kept.insert(place, None)
        joined = (*members[:place], newcomer(sheet), *members[place:])
        if self._edit(say("{name} joins", name=name), kept, members=joined):
            self.selected, self.picked = place, name

    def remove(self, place: int) -> None:
        members = self.gang.members
        if 0 <= place < len(members):
            kept = [i for i in range(len(members)) if i != place]
            self._edit(
                say("{character} leaves", character=members[place].character),
                kept,
                members=tuple(members[i] for i in kept),
            )

    def move(self, place: int, to: int) -> None:
        """A member takes another place in the list."""
        members = self.gang.members
        to = max(0, min(len(members) - 1, to))
        if 0 <= place < len(members) and place != to:
            kept = [i for i in range(len(members)) if i != place]
            kept.insert(to, place)
            words = say("{character} moves in the list", character=members[place].character)
            if self._edit(words, kept, members=tuple(members[i] for i in kept)):
                self.selected = to

    def call(self, place: int, name: str) -> None:
        """A member takes a name of its own; none: that of its card."""
        chosen = self.gang.members[place]
        self._change(place, _called(chosen.character, name.strip()), name=name.strip())

    def arm(self, place: int, choice: int, weapon: str) -> None:
        """A member takes a weapon of one of the choices of its card."""
        chosen = self.gang.members[place]
        sheet = self.roster.sheet(chosen.character)
        if sheet is None:
            return
        there = {each.name for each in sheet.choices[choice]}
        others = tuple(each for each in chosen.weapons if each not in there)
        self._change(
            place,
            say("{character} takes {weapon}", character=chosen.character, weapon=term(weapon)),
            weapons=(*others, weapon),
        )

    def learn(self, place: int, spell: str) -> None:
        """A mage knows a spell, or does not any more."""
        chosen = self.gang.members[place]
        if spell in chosen.spells:
            known = tuple(each for each in chosen.spells if each != spell)
            self._change(
                place, say("{character} forgets {spell}", character=chosen.character, spell=term(spell)), spells=known
            )
        else:
            self._change(
                place,
                say("{character} learns {spell}", character=chosen.character, spell=term(spell)),
                spells=(*chosen.spells, spell),
            )

    def buy(self, id: str) -> None:
        """Equipment is bought, or given back."""
        own = self.gang.equipment
        title = equipment.title(id)
        if id in own:
            self._edit(
                say("{title} is given back", title=term(title)), equipment=tuple(each for each in own if each != id)
            )
        else:
            self._edit(say("{title} is bought", title=term(title)), equipment=(*own, id))

    def rename(self, name: str) -> None:
        if name.strip():
            self._edit(say("the gang is called {name}", name=name.strip()), name=name.strip()[:100])

    def limit(self, ducats: int) -> None:
        self._edit(say("a limit of {ducats} ducats", ducats=ducats), ducats=max(1, min(10_000, ducats)))

    def take_roster(self, title: str) -> None:
        """Another faction's roster, or another one of the same: nobody of the old one is in it."""
        choice = next((each for each in self.rosters if each.title == title), None)
        if choice is None or self._is_of(choice):
            return
        gone = len(self.gang.members)
        words = say("the faction is {faction}", faction=title)
        if self._edit(words, (), faction=choice.roster.faction, members=(), roster=choice.file) and gone:
            self.notify(
                counted(
                    "{n} of the old faction has left; Ctrl Z brings it back.",
                    "{n} of the old faction have left; Ctrl Z brings them back.",
                    gone,
                )
            )

    def _change(self, place: int, words: str, **fields: object) -> None:
        members = list(self.gang.members)
        members[place] = msgspec.structs.replace(members[place], **fields)
        self._edit(words, members=tuple(members))

    def _edit(self, words: str, kept: Sequence[int | None] | None = None, **fields: object) -> bool:
        """`kept`: of each member its place before, None of a new one; all as they were if it is not given."""
        after = msgspec.structs.replace(self.gang, **fields)
        kept = range(len(self.gang.members)) if kept is None else kept
        if not self.document.apply(after, kept, capital(words)):
            return False
        self.notify("")
        self._look()
        return True

    def undo(self) -> None:
        words = self.document.undo()
        self._look()
        self.notify(say("Taken back: {what}.", what=words) if words else say("There is nothing to take back."))

    def redo(self) -> None:
        words = self.document.redo()
        self._look()
        self.notify(say("Done again: {what}.", what=words) if words else say("There is nothing to do again."))


def _called(character: str, name: str) -> str:
    if name:
        return say("{character} is called {name}", character=character, name=name)
    return say("{character} is called as its card", character=character)
