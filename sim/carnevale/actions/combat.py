"""Combat (ACT-03 to 05; GEO-10, 11; WATER-04)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from sim.board.model.verdicts import Distance, Sight, Under
from sim.carnevale import acting, equipment, hooks, rulings, sighting
from sim.carnevale.action import Action, Attack, How
from sim.carnevale.characters import Weapon
from sim.carnevale.damage import lose_life, take_damage
from sim.carnevale.dice import Modifier, Outcome, Result
from sim.carnevale.events import Attacked, TemplateTouched
from sim.carnevale.hook_values import Hit
from sim.carnevale.hooks import RollContext
from sim.carnevale.names import Names, names_of
from sim.carnevale.questions import Question
from sim.carnevale.rolls import basic_roll
from sim.carnevale.sighting import CoverFrom
from sim.carnevale.state import State
from sim.carnevale.stats import Number, stat
from sim.engine.requests import Gesture, Label, Option, Refusal, Rule
from sim.words import joined, listed, say, term

__all__ = [
    "Combat",
    "WhereTemplateBegins",
    "attack_context",
    "evasion",
    "in_reach",
    "laid",
    "marker_of",
    "met",
    "met_in_words",
    "needed",
    "penetration",
    "protection_context",
    "usual_start",
]

FROM_ABOVE = Modifier(-5, say("charge from above"))  # Penetration (MOVE-11)


class Combat(Attack, frozen=True, tag="combat"):
    """Attack an enemy in sight and in range with one weapon, by its name, for 1 AP (ACT-03)."""

    weapon: str

    @classmethod
    def against(cls, game: State, who: str, target: str) -> Sequence[Attack]:
        return [cls(target, weapon.name) for weapon in game[who].profile.armoury]

    def label(self, name: Names) -> str:
        return say("{what}: {whom}", what=term(self.weapon), whom=name(self.target))

    # --- may it? ---

    def barred(self, game: State, who: str, how: How) -> Rule[Refusal | None]:
        c, target = game[who], game.characters.get(self.target)
        weapon = c.profile.weapon(self.weapon)
        if weapon is None:
            has = joined(", ", (term(w.name) for w in c.profile.armoury))
            return Refusal(
                "ACT-03",
                say("{who} has no '{weapon}', but {has}", who=names_of(game)(c.id), weapon=term(self.weapon), has=has),
            )
        if target is None or not target.on_board or target.seat == c.seat:
            return Refusal("ACT-03", say("'{target}' is no enemy on the board", target=self.target))
        apart = yield from rulings.distance(who, self.target)
        if not in_reach(weapon, apart):
            return _too_far(game, self.target, weapon, apart)
        wet = not how.ashore and not hooks.is_so(game, who, "works_in_water", weapon)
        if wet and (yield from rulings.in_water(who)):
            return Refusal(
                "WATER-04",
                say(
                    "{who} is swimming, and {weapon} is not Aquatic", who=names_of(game)(c.id), weapon=term(weapon.name)
                ),
            )
        unable = yield from _unable(game, who, weapon)
        return unable or (yield from sighting.sees(game, who, self.target))

    @classmethod
    def offers(cls, game: State, who: str) -> Rule[Sequence[Action]]:
        reaches = [(weapon.name, weapon.range + rulings.CLOSE) for weapon in game[who].profile.armoury]
        gaps = rulings.gaps(game, who, game.enemies(who))
        return [cls(target, weapon) for target, gap in gaps for weapon, reach in reaches if gap <= reach]
        yield

    # --- what happens ---

    def strike(self, game: State, who: str, how: How) -> Rule[None]:
        weapon = game[who].profile.weapon(self.weapon)
        assert weapon is not None
        sight = yield from sighting.shown(game, who, self.target)
        apart = yield from rulings.distance(who, self.target)
        context = attack_context(who, self.target, weapon, how, apart)
        context = msgspec.structs.replace(context, opponents=(yield from rulings.opponents(game, who)))
        for plug_in, trait in hooks.traits(game, who, weapon):
            context = yield from plug_in.targeted(game, context, game[who], trait.x)
        context = yield from equipment.armed(game, context)
        dexterity = evasion(game, context)
        result = yield from basic_roll(game, context, needed(dexterity), explained=dexterity.modifiers)
        if result.outcome is Outcome.FUMBLE:
            yield from _fumble(game, context)
        elif result.outcome.succeeded:
            struck: list[Struck] = []  # measured before anybody falls, the attacker under its own marker included
            for target in (yield from under(game, context)):
                apart = yield from rulings.distance(who, target)
                cover = yield from sighting.cover_of(game, who, target, apart)
                struck.append(Struck(target, apart, cover, sight if target == self.target else None))
            for hit in struck:
                yield from _hit(game, context, hit, result)


class Struck(NamedTuple):
    """One target of an attack, and what was measured of it before it was struck."""

    target: str
    apart: Distance
    cover: CoverFrom
    sight: Sight | None


def in_reach(weapon: Weapon, apart: Distance) -> bool:
    """0" weapons reach base contact and obstacle contact only (ACT-05, GEO-05)."""
    return apart.base_contact or apart.obstacle is not None or (weapon.range > 0 and apart.distance <= weapon.range)


def _too_far(game: State, target: str, weapon: Weapon, apart: Distance) -> Refusal:
    if not weapon.range:
        return Refusal(
            "ACT-05",
            say("{weapon} needs base contact with {target}", weapon=term(weapon.name), target=names_of(game)(target)),
            apart,
        )
    far = say(
        "{target} is {distance:.2f} inches away, and {weapon} reaches {range:g}",
        target=names_of(game)(target),
        distance=apart.distance,
        weapon=term(weapon.name),
        range=weapon.range,
    )
    return Refusal("ACT-03", far, apart)


def _unable(game: State, who: str, weapon: Weapon) -> Rule[Refusal | None]:
    """What the weapon's own abilities say against its use now (Reload, Black Powder)."""
    if not weapon.abilities:
        return None
    touching = bool((yield from rulings.in_contact(game, who)))
    for plug_in, trait in hooks.traits(game, who, weapon):
        refusal = plug_in.bars_weapon(game, game[who], weapon, touching, trait.x)
        if refusal is not None:
            return refusal
    return None


def attack_context(who: str, target: str, weapon: Weapon, how: How, apart: Distance) -> RollContext:
    """What an attack roll is about; obstacle contact counts as base contact here (GEO-05)."""
    return RollContext(
        purpose="combat",
        who=who,
        stat="attack",
        against=target,
        weapon=weapon,
        opportunity=how.opportunity,
        charging=how.charging,
        from_above=how.from_above,
        contact=apart.base_contact or apart.obstacle is not None,
        action="combat",
    )


def evasion(game: State, context: RollContext) -> Number:
    """The target's DEXTERITY against this attack (ACT-04)."""
    assert context.against is not None
    assert context.weapon is not None
    target = msgspec.structs.replace(
        context,
        purpose="evasion",
        who=context.against,
        stat="dexterity",
        against=context.who,
        attacker=False,
        opponents=0,
    )
    return stat(
        game, target, [Modifier(context.weapon.evasion, say("{weapon}: Evasion", weapon=term(context.weapon.name)))]
    )


def needed(dexterity: Number) -> int:
    """The Ace of an attack roll: the target's DEXTERITY, between 2 and 10 (DICE-09)."""
    return max(2, min(10, dexterity.base + sum(m.change for m in dexterity.modifiers)))


def protection_context(context: RollContext, target: str, *, in_cover: bool) -> RollContext:
    """What the target's protection roll against an attack is about."""
    return msgspec.structs.replace(
        context,
        purpose="protection",
        who=target,
        stat="protection",
        against=context.who,
        attacker=False,
        in_cover=in_cover,
        opponents=0,
    )


def penetration(context: RollContext) -> list[Modifier]:
    """What the weapon and the charge change of the target's PROTECTION (ACT-04, MOVE-11)."""
    assert context.weapon is not None
    pierced = [Modifier(context.weapon.penetration, say("{weapon}: Penetration", weapon=term(context.weapon.name)))]
    return [*pierced, FROM_ABOVE] if context.from_above else pierced


def _fumble(game: State, context: RollContext) -> Rule[None]:
    """The attacker loses 1 Life Point, and the target attacks it."""
    assert context.against is not None
    more = sum(
        p.fumbled(game, context, game[context.who], t.x) for p, t in hooks.traits(game, context.who, context.weapon)
    )
    lose_life(game, context.who, 1 + more, say("fumbled attack"))
    yield from acting.attack_of_opportunity(game, context.against, [context.who], why="fumble")


def marker_of(game: State, who: str, weapon: Weapon) -> str:
    """What is laid where its attack is made: "blast", "teardrop", or nothing."""
    markers = {plug_in.marker for plug_in, _ in hooks.traits(game, who, weapon)}
    return next((marker for marker in ("teardrop", "blast") if marker in markers), "")


def under(game: State, context: RollContext) -> Rule[tuple[str, ...]]:
    """Whom the attack hits: its target, or all under the weapon's marker, friend or enemy (GEO-13, 14)."""
    assert context.against is not None
    assert context.weapon is not None
    match marker_of(game, context.who, context.weapon):
        case "teardrop":
            start = yield from _template(game, context.who, context.against, context.weapon)
            found = yield from rulings.under_teardrop(game, context.who, context.against, start)
        case "blast":
            found = yield from rulings.under_blast(game, context.against)
        case _:
            return (context.against,)
    game.emit(TemplateTouched(who=context.who, source=context.weapon.name, under=found))
    return found.hit


def met(game: State, who: str, target: str, weapon: Weapon) -> Rule[tuple[tuple[str, ...], ...]]:
    """Whom an attack would hit: under a teardrop begun 0, 1, 2, ... inches away, or at once.

    Not to decide what happens: of a journal that was written before this was asked, nothing is known.
    """
    if not marker_of(game, who, weapon):
        return ((target,),)
    return tuple([each.hit for each in (yield from laid(game, who, target, weapon))])


def laid(game: State, who: str, target: str, weapon: Weapon) -> Rule[tuple[Under, ...]]:
    """The marker of an attack where it would lie: a teardrop begun 0, 1, 2, ... inches away, or a blast; none without
    one, or where nothing is known, as of a journal that was written before this was asked."""
    marker = marker_of(game, who, weapon)
    found: list[Under] = []
    for start in range(int(weapon.range) + 1) if marker == "teardrop" else range(int(marker == "blast")):
        lies = rulings.under_teardrop(game, who, target, start)
        verdict = yield from rulings.as_evidence(lies if marker == "teardrop" else rulings.under_blast(game, target))
        if verdict is None:
            return ()
        found.append(verdict)
    return tuple(found)


def usual_start(game: State, who: str, target: str, hits: Sequence[Sequence[str]]) -> int:
    """Of how many inches away a teardrop may begin, that which hits the target, few friends and many enemies."""
    return min(range(len(hits)), key=lambda start: _harm(game, who, target, hits[start]), default=0)


def met_in_words(game: State, who: str, whom: Sequence[str]) -> str:
    """Those whom a marker meets by name, and which of them are on the attacker's side: they suffer as others do."""
    name = names_of(game)
    friends = [each for each in whom if game[each].seat == game[who].seat]
    enemies = [name(each) for each in whom if each not in friends]
    own = [say("itself") if each == who else say("{name} (friend)", name=name(each)) for each in friends]
    return listed([*enemies, *own]) if whom else say("nobody")


class WhereTemplateBegins(Question, frozen=True, kw_only=True, tag="template"):
    """How far from the attacker the small end of the teardrop lies (GEO-14)."""

    gesture = Gesture.NUMBER

    who: str  # attacks
    target: str
    weapon: str
    reach: int  # inches, at most
    hits: tuple[tuple[str, ...], ...] = ()  # at each inch; empty where that is not known
    default: int = 0

    @property
    def options(self) -> tuple[Option, ...]:
        return tuple(range(self.reach + 1))

    @property
    def foregone(self) -> bool:
        """Does it hit the same wherever it begins?"""
        return len(set(map(frozenset, self.hits))) == 1

    def asks(self, state: State) -> str:
        return say(
            "Where does the template of {who}'s {weapon} begin?",
            who=names_of(state)(self.who),
            weapon=term(self.weapon),
        )

    def detail(self, state: State) -> str:
        return say("Its small end, towards {target}.", target=names_of(state)(self.target))

    def label(self, state: State, answer: object) -> Label:
        if not isinstance(answer, int) or not self.hits:
            return Label(say('{far}" away', far=answer))
        whom = met_in_words(state, self.who, self.hits[answer])
        return Label(say('{far}" away: hits {whom}', far=answer, whom=whom))


def _template(game: State, who: str, target: str, weapon: Weapon) -> Rule[float]:
    """How far from the attacker the small end of the template lies, as its player chooses."""
    reach = int(weapon.range)
    if reach == 0:
        return 0.0
    hits = yield from met(game, who, target, weapon)
    usual = usual_start(game, who, target, hits)
    inches: int = yield WhereTemplateBegins(
        seat=game[who].seat, who=who, target=target, weapon=weapon.name, reach=reach, hits=hits, default=usual
    )
    return float(inches)


def _harm(game: State, who: str, target: str, whom: Sequence[str]) -> tuple[bool, int, int]:
    """The less, the rather a template is laid so: its target is hit, few friends are, many enemies are."""
    friends = sum(game[each].seat == game[who].seat for each in whom)
    return target not in whom, friends, friends - len(whom)


def _hit(game: State, context: RollContext, struck: Struck, result: Result) -> Rule[None]:
    """1 Damage an Ace and the weapon's; a Critical also costs 1 Life Point (ACT-03)."""
    weapon, who = context.weapon, context.who
    target, apart, cover, sight = struck
    assert weapon is not None
    if not game[target].on_board:
        return
    contact = apart.base_contact or apart.obstacle is not None
    harmless = hooks.is_so(game, who, "harmless", weapon)
    damage = 0 if harmless else max(0, result.aces + weapon.damage)
    game.emit(
        Attacked(
            who=who,
            target=target,
            weapon=weapon.name,
            distance=round(apart.distance, 3),
            contact=contact,
            in_cover=cover.in_cover,
            outcome=result.outcome.value,
            aces=result.aces,
            damage=damage,
            sight=sight,
            apart=apart,
            cover=cover.evidence,
            lost_to=cover.lost_to,
        )
    )
    besides = int(result.outcome is Outcome.CRITICAL)
    defence = protection_context(context, target, in_cover=bool(cover.modifiers))
    defence = msgspec.structs.replace(defence, besides=besides)
    harm = yield from take_damage(game, defence, damage, weapon.name, who, [*penetration(context), *cover.modifiers])
    lose_life(game, target, besides, "critical", by=who)
    lost = harm.lost + besides
    hit = Hit(context.against, target, weapon, contact, result.outcome.value, harm.taken, lost, harmless)
    for plug_in, trait in hooks.traits(game, who, weapon):
        yield from plug_in.attacked(game, game[who], trait, hit)
