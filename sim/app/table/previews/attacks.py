"""Attacks and throws before they are made: the line, the cover, the exact odds."""

from __future__ import annotations

import msgspec

from sim.app.table.previews.kinds import AttackPreview, PushPreview
from sim.board.model.queries import CoverOf, DistanceOf, DropOf, GroundOf, PushAlong, SightOf
from sim.board.model.terrain import Landing
from sim.board.model.verdicts import Cover, Distance, Drop, Ground, Push, Sight
from sim.carnevale import action_odds, preview
from sim.carnevale.action import Attack, How
from sim.carnevale.actions import Combat, Drown, Grapple
from sim.carnevale.actions.grapple import ThrowPoints, at_length
from sim.carnevale.characters import Point
from sim.carnevale.dice import GRAPPLE, Outcome, Result
from sim.carnevale.evidence import hiders
from sim.carnevale.names import names_of
from sim.carnevale.state import State, rounded
from sim.engine.requests import Measure, Region, measured
from sim.percent import percent

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
    minis = state.options.minis_block
    sight: Sight = measure(state, SightOf(who, attack.target, minis_block=minis))
    words = [f'{apart.distance:.1f}" away' + (", in base contact" if apart.base_contact else "")]
    made = AttackPreview(
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
        by = hiders(cover, names_of(state)) if cover is not None else []
        words += [
            *_combat_words(shown),
            *([f"hidden by {', '.join(by)}"] if by else []),
            f"hits {percent(odds.succeeds)} (critical {percent(odds.of(Outcome.CRITICAL))}), "
            f"fumbles {percent(odds.of(Outcome.FUMBLE))}",
            f"takes {loss.mean:.1f} of {target.lp} LP on average; kills {percent(loss.kill(target.lp))}",
        ]
        if how is None:
            words += _kill_words(measured(action_odds.kill(state, who, attack), state, measure))
        return msgspec.structs.replace(made, words=tuple(words), cover=cover, loss=loss, odds=odds)
    pools = measured(preview.opposed(state, who, attack, how), state, measure)
    odds, best = pools.odds, measured(action_odds.contest(state, who, attack), state, measure)
    words += [f"ATTACK {pools.attack}", *([] if pools.against is None else [f"against ATTACK {pools.against}"])]
    words.append(f"succeeds {percent(odds.succeeds)}" + _at_best(best, odds.succeeds))
    if isinstance(attack, Grapple):
        far = max(GRAPPLE.read(Result(o, a)) for o, a, p in odds.joint if p > SLIGHT)
        words.append(f'throws up to {far}"; fumbles {percent(odds.of(Outcome.FUMBLE))}')
    return msgspec.structs.replace(made, words=tuple(words), odds=odds)


def _at_best(best: float, plain: float) -> str:
    """The chance with will points on both sides, where that is another."""
    return f", with will points {percent(best)}" if abs(best - plain) > SLIGHT else ""


def _kill_words(found: action_odds.KillOdds) -> list[str]:
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


def preview_push(state: State, measure: Measure, region: ThrowPoints, at: Point) -> PushPreview:
    """A throw towards a point (ACT-07)."""
    to = rounded(at)
    refusal = region.refusal(state, measure, to)
    if refusal is not None and refusal.evidence is None:
        return PushPreview(answer=to, refusal=refusal, title="Throw", words=(str(refusal),), who=region.who)
    end = at_length(state, region.who, to, region.inches)
    push: Push = measure(state, PushAlong(region.who, end, region.inches, ignore=(region.by,)))
    drop: Drop | None = measure(state, DropOf(region.who, push.end)) if push.falls else None
    ground: Ground | None = drop.ground if drop is not None else measure(state, GroundOf(region.who, push.end))
    words = [f'{push.moved:.1f}" of {region.inches:g}"', *_end_words(state, ground, drop)]
    if push.stopped_by:
        words.append(f"stopped by {push.stopped_by}")
    if refusal is not None:
        words.append(str(refusal))
    return PushPreview(
        answer=to, refusal=refusal, title="Throw here", words=tuple(words), who=region.who, push=push, drop=drop
    )


def _end_words(state: State, ground: Ground | None, drop: Drop | None) -> list[str]:
    """How somebody who was thrown comes down, and on what (FALL-01, 03)."""
    if drop is not None and drop.rest is None:
        return ["falls, and nothing there carries it"]
    fell = drop is not None and drop.height >= LITTLE
    where = "" if ground is None else _where(ground, fell)
    words = [f'falls {drop.height:.1f}" {where}'] if drop is not None and fell else [where] if where else []
    if drop is not None and drop.nudged >= LITTLE:
        words.append(f'put {drop.nudged:.1f}" aside')
    if drop is not None and drop.onto:
        words.append(f"falls on {' and '.join(state[each].name for each in drop.onto)}")
    return words


def _where(ground: Ground, fell: bool) -> str:
    """Onto what; nothing where it is plain ground that one is not hurt by."""
    if ground.water:
        return "into the water: swims" if fell else "lands in the water: swims"
    if ground.vessel is not None:
        return f"onto the {ground.vessel.partition('#')[0].replace('-', ' ')}"
    if ground.landing is Landing.SOLID:
        return "onto solid ground" if fell else ""
    return f"onto {ground.landing.value} ground"
