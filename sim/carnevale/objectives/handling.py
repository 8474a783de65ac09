"""What can be done with objectives at the end of a turn in base contact with them (SCEN-04)."""

from __future__ import annotations

import msgspec

from sim.board.model.verdicts import Distance
from sim.carnevale import rulings, scenario
from sim.carnevale.events.objectives import ObjectiveClaimed, ObjectiveRevealed, ObjectiveTaken, TurnBeganAt
from sim.carnevale.names import names_of
from sim.carnevale.objective import Objective
from sim.carnevale.objectives import carrying
from sim.carnevale.questions import Question
from sim.carnevale.state import State
from sim.engine.requests import Gesture, Label, Option, Rule
from sim.words import capital, say, term

__all__ = ["begin_turn", "end_turn", "in_words", "offered"]

CLAIM, REVEAL, PICK_UP, TAKE = "claim", "reveal", "pick up", "take"


class Offer(msgspec.Struct, frozen=True):
    """One thing that the character may do. `source`: the friend that hands it over."""

    verb: str
    objective: str
    source: str | None = None
    touching: Distance | None = None

    def __str__(self) -> str:
        return f"{self.verb} {self.objective}"


class HandleObjective(Question, frozen=True, kw_only=True, tag="objective"):
    """What a character does with an objective where its turn ends (SCEN-04)."""

    gesture = Gesture.LIST
    declines = say("Leave it")

    who: str
    able: tuple[Offer, ...]
    useful: str | None  # of these, the first that takes nothing from a friend

    @property
    def options(self) -> tuple[Option, ...]:
        return (*map(str, self.able), None)

    @property
    def default(self) -> str | None:
        return self.useful

    def asks(self, state: State) -> str:
        return say("{who} ends its turn at an objective", who=names_of(state)(self.who))

    def label(self, state: State, answer: object) -> Label:
        offer = next((offer for offer in self.able if str(offer) == answer), None)
        return super().label(state, answer) if offer is None else Label(capital(in_words(state, offer)))


def in_words(state: State, offer: Offer) -> str:
    """What is done with which objective, and who hands it over."""
    does = say("{verb} {thing}", verb=term(offer.verb), thing=names_of(state)(offer.objective))
    return say("{does} from {whom}", does=does, whom=names_of(state)(offer.source)) if offer.source else does


def begin_turn(game: State, who: str) -> Rule[None]:
    """A turn that begins in base contact may destroy a Destructible objective: it is noted."""
    touched: dict[str, Distance] = {}
    for o in list(game.objectives.values()):
        touching = (yield from rulings.touches(game, who, o.id)) if "destructible" in o.kinds else None
        if touching is not None:
            touched[o.id] = touching
    if touched or game.began_at:
        game.emit(TurnBeganAt(who=who, objectives=tuple(touched), touching=tuple(touched.values())))


def end_turn(game: State, who: str) -> Rule[None]:
    """Claim, reveal, pick up, or take over from a friend: its player chooses, one after the other."""
    while game.objectives and game[who].on_board:
        offers = yield from offered(game, who)
        if not offers:
            return
        useful = next((str(offer) for offer in offers if offer.verb != TAKE), None)
        wanted = yield HandleObjective(seat=game[who].seat, who=who, able=tuple(offers), useful=useful)
        if wanted is None:
            return
        offer = next(offer for offer in offers if str(offer) == wanted)
        id, touching = offer.objective, offer.touching
        match offer.verb:
            case "claim":
                game.emit(ObjectiveClaimed(objective=id, seat=game[who].seat, who=who, touching=touching))
            case "reveal":
                value = game.objectives[id].value
                game.emit(ObjectiveRevealed(objective=id, who=who, value=value, touching=touching))
            case _:
                verb, source = offer.verb, offer.source
                game.emit(ObjectiveTaken(objective=id, who=who, source=source, why=verb, touching=touching))


def offered(game: State, who: str) -> Rule[list[Offer]]:
    """Everything that the character may do with objectives where it stands."""
    found: list[Offer] = []
    enemies = yield from rulings.in_contact(game, who)
    for o in list(game.objectives.values()):
        if o.carrier is not None:
            touching = yield from _hands_over(game, o, who)
            if touching is not None:
                found.append(Offer(TAKE, o.id, o.carrier, touching))
        elif not enemies:
            touching = yield from rulings.touches(game, who, o.id)
            found += (yield from _of(game, o, who, touching)) if touching is not None else []
    return found


def _of(game: State, o: Objective, who: str, touching: Distance) -> Rule[list[Offer]]:
    seat, found = game[who].seat, []
    if "claimable" in o.kinds and scenario.may_claim(game, o, seat):
        contested = False
        for enemy in game.enemies(who):
            contested = contested or (yield from rulings.touches(game, enemy.id, o.id)) is not None
        if not contested:
            found.append(Offer(CLAIM, o.id, touching=touching))
    if "hidden" in o.kinds and not o.revealed:
        found.append(Offer(REVEAL, o.id, touching=touching))
    if carrying.takes(game, who, o) is None and scenario.may_pick_up(game, o, seat):
        found.append(Offer(PICK_UP, o.id, touching=touching))
    return found


def _hands_over(game: State, o: Objective, who: str) -> Rule[Distance | None]:
    """The base contact with a friend that carries it, where this character can; else None."""
    carrier = o.carrier
    assert carrier is not None
    if game[carrier].seat != game[who].seat or carrying.takes(game, who, o) is not None:
        return None
    if rulings.apart(game, who, carrier) > 1.1:
        return None
    verdict = yield from rulings.distance(who, carrier)
    return verdict if verdict.base_contact else None
