"""Attacks and throws before they are made: the line, the cover, the exact odds."""

from __future__ import annotations

from typing import Any

import msgspec

from sim.app.table.previews.kinds import Shove, Strike
from sim.board.queries import CoverOf, DistanceOf, DropOf, PushAlong, SightOf
from sim.board.verdicts import Cover, Distance, Drop, Push, Sight
from sim.carnevale import outlook, preview
from sim.carnevale.actions import Combat, Drown, Grapple
from sim.carnevale.actions.base import Attack, How
from sim.carnevale.actions.grapple import Throw, at_length
from sim.carnevale.characters import Point
from sim.carnevale.dice import GRAPPLE, Outcome, Result
from sim.carnevale.state import State, rounded
from sim.engine.requests import Measure, measured
from sim.percent import percent

SLIGHT = 0.005  # landings less likely than this are left out


def strike(state: State, measure: Measure, who: str, attack: Attack, region: Any, how: How | None = None) -> Strike:
    """An attack with its line and its exact odds (DICE-13)."""
    refusal = region.refusal(state, measure, attack)
    target = state[attack.target]
    apart: Distance = measure(state, DistanceOf(who, attack.target))
    minis = state.options.minis_block
    sight: Sight = measure(state, SightOf(who, attack.target, minis_block=minis))
    words = [f'{apart.distance:.1f}" away' + (", in base contact" if apart.base_contact else "")]
    made = Strike(
        answer=attack, refusal=refusal, title=_attack_title(state, attack), who=who, target=attack.target,
        distance=apart, sight=sight,
    )  # fmt: skip
    if refusal is not None:
        return msgspec.structs.replace(made, words=(*words, str(refusal)))
    cover: Cover | None = None
    if isinstance(attack, Combat):
        if not apart.base_contact and sight.visible:
            low = state.options.low_terrain_gives_cover
            cover = measure(state, CoverOf(who, attack.target, minis_block=minis, low_terrain=low))
        shown = measured(preview.combat(state, who, attack, how), state, measure)
        loss, odds = shown.loss, shown.loss.attack
        words += [
            *_combat_words(shown),
            f"hits {percent(odds.succeeds)} (critical {percent(odds.of(Outcome.CRITICAL))}), "
            f"fumbles {percent(odds.of(Outcome.FUMBLE))}",
            f"takes {loss.mean:.1f} of {target.lp} LP on average; kills {percent(loss.kill(target.lp))}",
        ]
        if how is None:
            words += _kill_words(measured(outlook.kill(state, who, attack), state, measure))
        return msgspec.structs.replace(made, words=tuple(words), cover=cover, loss=loss, odds=odds)
    pools = measured(preview.opposed(state, who, attack, how), state, measure)
    odds, best = pools.odds, measured(outlook.contest(state, who, attack), state, measure)
    words += [f"ATTACK {pools.attack}", *([] if pools.against is None else [f"against ATTACK {pools.against}"])]
    words.append(f"succeeds {percent(odds.succeeds)}" + _at_best(best, odds.succeeds))
    if isinstance(attack, Grapple):
        far = max(GRAPPLE.read(Result(o, a)) for o, a, p in odds.joint if p > SLIGHT)
        words.append(f'throws up to {far}"; fumbles {percent(odds.of(Outcome.FUMBLE))}')
    return msgspec.structs.replace(made, words=tuple(words), odds=odds)


def _at_best(best: float, plain: float) -> str:
    """The chance with will points on both sides, where that is another."""
    return f", with will points {percent(best)}" if abs(best - plain) > SLIGHT else ""


def _kill_words(found: outlook.KillOutlook) -> list[str]:
    """What all attacks of the turn come to."""
    held = bool(found.attacker.will or found.target.will)
    if found.attacks < 2 and not held:
        return []
    times = f"by attack 1 to {found.attacks}" if found.attacks > 1 else ""
    how = " ".join(filter(None, ("kills", times, "with will points" if held else "")))
    return [f"{how}: " + ", ".join(percent(chance) for chance in found.by_attack)]


def _attack_title(state: State, attack: Attack) -> str:
    name = state[attack.target].name
    match attack:
        case Combat():
            return f"{attack.weapon} against {name}"
        case Grapple():
            return f"Grapple {name}"
        case Drown():
            return f"Drown {name}"
        case _:
            return f"{attack.name().capitalize()} {name}"


def _combat_words(shown: preview.CombatPreview) -> list[str]:
    """The numbers of both sides, each with what it is made of."""
    return [
        f"in cover: {shown.cover.why}" if shown.cover.in_cover else f"no cover: {shown.cover.why}",
        f"ATTACK {shown.attack}",
        f"needs {shown.needed}+ (DEXTERITY {shown.dexterity})",
        f"PROTECTION {shown.protection}",
    ]


def shove(state: State, measure: Measure, region: Throw, at: Point) -> Shove:
    """A throw towards a point (ACT-07)."""
    to = rounded(at)
    refusal = region.refusal(state, measure, to)
    if refusal is not None and refusal.evidence is None:
        return Shove(answer=to, refusal=refusal, title="Throw", words=(str(refusal),), who=region.who)
    end = at_length(state, region.who, to, region.inches)
    push: Push = measure(state, PushAlong(region.who, end, region.inches, ignore=(region.by,)))
    words = [f'{push.moved:.1f}" of {region.inches:g}"']
    drop: Drop | None = None
    if push.falls:
        drop = measure(state, DropOf(region.who, push.end))
        assert drop is not None
        words.append(f'falls {drop.height:.1f}" onto {drop.landing.value} ground')
    if push.stopped_by:
        words.append(f"stopped by {push.stopped_by}")
    if refusal is not None:
        words.append(str(refusal))
    return Shove(
        answer=to, refusal=refusal, title="Throw here", words=tuple(words), who=region.who, push=push, drop=drop
    )
