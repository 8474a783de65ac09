"""Attacks and throws before they are made: the line, the cover, the exact odds."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

import msgspec

from sim.app.table.previews.kinds import AttackPreview, PushPreview
from sim.board.model.queries import CoverOf, DistanceOf, DropOf, GroundOf, PushAlong, SightOf
from sim.board.model.terrain import Landing
from sim.board.model.verdicts import Cover, Distance, Drop, Ground, Push, Sight
from sim.carnevale import action_odds, landing, preview
from sim.carnevale.action import Attack, How
from sim.carnevale.actions import Combat, Drown, Grapple
from sim.carnevale.actions.combat import laid, met_in_words, usual_start
from sim.carnevale.actions.drown import FUMBLED
from sim.carnevale.actions.grapple import ThrowPoints, at_length
from sim.carnevale.characters import Point
from sim.carnevale.dice import DROWN, GRAPPLE, Outcome, Result
from sim.carnevale.evidence import hidden_behind
from sim.carnevale.names import names_of
from sim.carnevale.odds import Odds
from sim.carnevale.sighting import CoverFrom
from sim.carnevale.state import State, rounded
from sim.engine.requests import Measure, Region, measured
from sim.percent import EXACT, percent
from sim.words import joined, listed, say, term

__all__ = ["preview_attack", "preview_push"]

SLIGHT = 0.005  # landings less likely than this are left out
LITTLE = 0.05  # inches: so little of a fall, or aside, is not spoken of


def preview_attack(
    state: State, measure: Measure, who: str, attack: Attack, region: Region, how: How | None = None
) -> AttackPreview:
    """An attack with its line and its exact odds (DICE-13)."""
    refusal = region.refusal(state, measure, attack)
    target = state[attack.target]
    apart: Distance = measure(state, DistanceOf(who, attack.target))
    sight: Sight = measure(state, SightOf(who, attack.target, minis_block=state.options.minis_block))
    words = [_apart(apart)]
    made = AttackPreview(
        answer=attack, refusal=refusal, title=_attack_title(state, attack), who=who, target=attack.target,
        distance=apart, sight=sight,
    )  # fmt: skip
    if refusal is not None:
        return msgspec.structs.replace(made, words=(*words, refusal.words))
    if isinstance(attack, Combat):
        shown = measured(preview.combat(state, who, attack, how), state, measure)
        seen = sight.visible and not apart.base_contact
        cover = _hidden(state, measure, who, attack.target, shown.cover) if seen else None
        loss, odds = shown.loss, shown.loss.roll
        behind = hidden_behind(cover, names_of(state)) if cover is not None else ""
        numbers = _combat_words(shown)
        weapon = state[who].profile.weapon(attack.weapon)
        markers = measured(laid(state, who, attack.target, weapon), state, measure) if weapon is not None else ()
        hits = tuple([each.hit for each in markers])
        under = markers[usual_start(state, who, attack.target, hits)] if markers else None
        words += [
            *(() if apart.base_contact and not shown.cover.in_cover else _cover_words(shown.cover, behind)),
            *numbers,
            *_marker_words(state, who, attack, hits),
            say(
                "hits {chance} (critical {critical}), fumbles {fumble}",
                chance=percent(odds.succeeds),
                critical=percent(odds.of(Outcome.CRITICAL)),
                fumble=percent(odds.of(Outcome.FUMBLE)),
            ),
            _takes(loss.taken(target.lp), target.lp, loss.kill(target.lp)),
        ]
        overboard = measured(landing.overboard_chance(state, attack.target, loss), state, measure)
        if overboard is not None:
            words.append(say("throws it overboard {chance}", chance=percent(overboard)))
        if how is None:
            words += _kill_words(measured(action_odds.kill(state, who, attack), state, measure))
        return msgspec.structs.replace(
            made, words=tuple(words), cover=cover, loss=loss, odds=odds, numbers=tuple(numbers), under=under
        )
    pools = measured(preview.opposed(state, who, attack, how), state, measure)
    odds, best = pools.odds, measured(action_odds.contest(state, who, attack), state, measure)
    words.append(say("ATTACK {attack}", attack=pools.attack))
    if pools.against is not None:
        words.append(say("against ATTACK {against}", against=pools.against))
    words.append(_chance(best, odds.succeeds))
    if isinstance(attack, Grapple):
        far = max(GRAPPLE.read(Result(o, a)) for o, a, p in odds.joint if p > SLIGHT)
        words.append(say('throws up to {far}"; fumbles {fumble}', far=far, fumble=percent(odds.of(Outcome.FUMBLE))))
    elif isinstance(attack, Drown):
        words += _drown_words(odds, target.lp)
    return msgspec.structs.replace(made, words=tuple(words), odds=odds)


def _hidden(state: State, measure: Measure, who: str, target: str, ruled: CoverFrom) -> Cover:
    """How much of a target is hidden, whether or not its cover hangs on that; `in_cover` as it is ruled."""
    minis, low = state.options.minis_block, state.options.low_terrain_gives_cover
    cover: Cover = measure(state, CoverOf(who, target, minis_block=minis, low_terrain=low))
    return msgspec.structs.replace(cover, in_cover=ruled.in_cover)


def _drown_words(odds: Odds, life: int) -> list[str]:
    """The Life Points that it costs, which nothing protects, and what a Fumble costs whoever makes it (WATER-05)."""
    lost = [(min(life, DROWN.read(Result(outcome, aces))), p) for outcome, aces, p in odds.joint]
    mean, kill = sum(taken * p for taken, p in lost), sum(p for taken, p in lost if taken == life)
    return [
        _takes(mean, life, kill),
        say("fumbles {fumble}, and loses {n} LP", fumble=percent(odds.of(Outcome.FUMBLE)), n=FUMBLED),
    ]


def _takes(mean: float, life: int, kill: float) -> str:
    """The Life Points that it takes; whether it kills only where it can."""
    told = {"mean": mean, "lp": life}
    if kill <= EXACT:
        return say("takes {mean:.1f} of {lp} LP on average", **told)
    return say("takes {mean:.1f} of {lp} LP on average; kills {kill}", kill=percent(kill), **told)


def _apart(apart: Distance) -> str:
    if apart.base_contact:
        return say("base contact")
    return say('{distance:.1f}" away', distance=apart.distance)


def _chance(best: float, plain: float) -> str:
    """The chance; also with will points on both sides, where that is another."""
    if abs(best - plain) <= SLIGHT:
        return say("succeeds {chance}", chance=percent(plain))
    return say("succeeds {chance}, with will points on both sides {best}", chance=percent(plain), best=percent(best))


def _kill_words(found: action_odds.KillOdds) -> list[str]:
    """What all attacks of the turn come to."""
    held = bool(found.attacker.will or found.target.will)
    if (found.attacks < 2 and not held) or found.by_attack[-1] <= EXACT:
        return []
    chances, last = joined(", ", map(percent, found.by_attack)), found.attacks
    if last < 2:
        return [say("kills with will points: {chances}", chances=chances)]
    if held:
        return [say("kills by attack 1 to {last} with will points: {chances}", last=last, chances=chances)]
    return [say("kills by attack 1 to {last}: {chances}", last=last, chances=chances)]


def _attack_title(state: State, attack: Attack) -> str:
    name = names_of(state)(attack.target)
    match attack:
        case Combat():
            return say("{weapon} against {name}", weapon=term(attack.weapon), name=name)
        case Grapple():
            return say("Grapple {name}", name=name)
        case Drown():
            return say("Drown {name}", name=name)
        case _:
            return say("{action} {name}", action=term(attack.name().capitalize()), name=name)


def _combat_words(shown: preview.CombatPreview) -> list[str]:
    """The numbers of both sides, each with what it is made of."""
    return [
        say("ATTACK {attack}", attack=shown.attack),
        say("needs {needed}+ (DEXTERITY {dexterity})", needed=shown.needed, dexterity=shown.dexterity),
        say("PROTECTION {protection}", protection=shown.protection),
    ]


def _marker_words(state: State, who: str, attack: Combat, found: Sequence[tuple[str, ...]]) -> list[str]:
    """Whom a marker hits besides the target, or instead of it: of a template, wherever it may begin."""
    if all(whom == (attack.target,) for whom in found):
        return []
    if len(found) == 1:
        return [say("hits {whom}", whom=met_in_words(state, who, found[0]))]
    words = []
    for whom, alike in groupby(range(len(found)), key=lambda start: found[start]):
        first, *more = alike
        hit = met_in_words(state, who, whom)
        if more:
            words.append(
                say('a template begun {first} to {last}" away hits {whom}', first=first, last=more[-1], whom=hit)
            )
        else:
            words.append(say('a template begun {first}" away hits {whom}', first=first, whom=hit))
    return words


def _cover_words(cover: CoverFrom, behind: str) -> list[str]:
    """Whether the target is in cover, why, and what that is worth; `behind`: what hides how much of it."""
    measured_so = isinstance(cover.evidence, Cover)
    why = behind if behind and measured_so else cover.why
    worth = sum(modifier.change for modifier in cover.modifiers)
    if not cover.in_cover:
        words = say("no cover: {why}", why=why)
    elif cover.lost_to:
        words = say("in cover, and gains nothing from it ({ability}): {why}", ability=term(cover.lost_to), why=why)
    elif worth:
        words = say("in cover, {worth:+d} PROTECTION: {why}", worth=worth, why=why)
    else:
        words = say("in cover: {why}", why=why)
    return [words] if measured_so or not behind else [words, behind]


def preview_push(state: State, measure: Measure, region: ThrowPoints, at: Point) -> PushPreview:
    """A throw towards a point (ACT-07)."""
    to = rounded(at)
    refusal = region.refusal(state, measure, to)
    if refusal is not None and refusal.evidence is None:
        return PushPreview(answer=to, refusal=refusal, title=say("Throw"), words=(refusal.words,), who=region.who)
    end = at_length(state, region.who, to, region.inches)
    push: Push = measure(state, PushAlong(region.who, end, region.inches, ignore=(region.by,)))
    drop: Drop | None = measure(state, DropOf(region.who, push.end)) if push.falls else None
    ground: Ground | None = drop.ground if drop is not None else measure(state, GroundOf(region.who, push.end))
    words = [
        say('{moved:.1f}" of {inches:g}"', moved=push.moved, inches=round(region.inches, 1)),
        *_end_words(state, ground, drop),
    ]
    if push.stopped_by:
        words.append(say("stopped by {what}", what=names_of(state)(push.stopped_by)))
    if refusal is not None:
        words.append(refusal.words)
    return PushPreview(
        answer=to, refusal=refusal, title=say("Throw here"), words=tuple(words), who=region.who, push=push, drop=drop
    )


def _end_words(state: State, ground: Ground | None, drop: Drop | None) -> list[str]:
    """How somebody who was thrown comes down, and on what (FALL-01, 03)."""
    if drop is not None and drop.rest is None:
        return [say("falls, and nothing there carries it")]
    fell = drop is not None and drop.height >= LITTLE
    where = "" if ground is None else _where(ground, fell)
    words = [where] if where else []
    if drop is not None and fell:
        words = [say('falls {height:.1f}"', height=drop.height)]
        if where:
            words = [say('falls {height:.1f}" {where}', height=drop.height, where=where)]
    if drop is not None and drop.nudged >= LITTLE:
        words.append(say('put {nudged:.1f}" aside', nudged=drop.nudged))
    if drop is not None and drop.onto:
        words.append(say("falls on {whom}", whom=listed(map(names_of(state), drop.onto))))
    return words


def _where(ground: Ground, fell: bool) -> str:
    """Onto what; nothing where it is plain ground that one is not hurt by."""
    if ground.water:
        return say("into the water: swims") if fell else say("lands in the water: swims")
    if ground.vessel is not None:
        return say("onto the {vessel}", vessel=term(ground.vessel.partition("#")[0].replace("-", " ")))
    if ground.landing is Landing.SOLID:
        return say("onto solid ground") if fell else ""
    return say("onto {kind} ground", kind=term(ground.landing.value))
