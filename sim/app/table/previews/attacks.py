"""Attacks and throws before they are made: the line, the cover, the exact odds."""

from __future__ import annotations

from typing import Any

import msgspec

from sim.app.table.previews.kinds import Shove, Strike
from sim.board.queries import CoverOf, DistanceOf, DropOf, PushAlong, SightOf
from sim.board.verdicts import Cover, Distance, Drop, Push, Sight
from sim.bots import worth
from sim.carnevale import sighting
from sim.carnevale.actions import Combat, Drown, Grapple
from sim.carnevale.actions.base import Attack, How
from sim.carnevale.actions.combat import attack_situation, evasion, needed, penetration, protection_situation
from sim.carnevale.actions.grapple import Throw, at_length, contest
from sim.carnevale.characters import Point
from sim.carnevale.dice import GRAPPLE, Outcome, Result
from sim.carnevale.odds import opposed_odds, roll_odds
from sim.carnevale.rolls import stat
from sim.carnevale.state import State, rounded
from sim.engine.requests import Measure, measured

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
        loss = worth.combat_loss(state, measure, who, attack, how or How())
        words += _combat_words(state, measure, who, attack, how or How(), apart)
        odds = loss.attack
        words += [
            f"hits {odds.succeeds:.0%} (critical {odds.of(Outcome.CRITICAL):.0%}), "
            f"fumbles {odds.of(Outcome.FUMBLE):.0%}",
            f"takes {loss.mean:.1f} of {target.lp} LP on average; kills {loss.kill(target.lp):.0%}",
        ]
        return msgspec.structs.replace(made, words=tuple(words), cover=cover, loss=loss, odds=odds)
    about, by, bigger, smaller = measured(
        contest(state, attack.name(), who, attack.target, how or How()), state, measure
    )
    own, other = stat(state, about, bigger), stat(state, by, smaller)
    friend = target.seat == state[who].seat
    odds = roll_odds(own.total) if friend else opposed_odds(own.total, other.total)
    words += [f"ATTACK {own}", *([] if friend else [f"against ATTACK {other}"]), f"succeeds {odds.succeeds:.0%}"]
    if isinstance(attack, Grapple):
        far = max(GRAPPLE.read(Result(o, a)) for o, a, p in odds.joint if p > SLIGHT)
        words.append(f'throws up to {far}"; fumbles {odds.of(Outcome.FUMBLE):.0%}')
    return msgspec.structs.replace(made, words=tuple(words), odds=odds)


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


def _combat_words(state: State, measure: Measure, who: str, attack: Combat, how: How, apart: Distance) -> list[str]:
    """The numbers of both sides, each with what it is made of."""
    weapon = state[who].profile.weapon(attack.weapon)
    assert weapon is not None
    about = attack_situation(who, attack.target, weapon, how, apart)
    cover = measured(sighting.cover_of(state, who, attack.target, apart), state, measure)
    guarded = protection_situation(about, attack.target, contact=about.contact, in_cover=cover.in_cover)
    dexterity = evasion(state, about)
    defence = stat(state, guarded, [*penetration(about), *cover.modifiers])
    return [
        f"in cover: {cover.why}" if cover.in_cover else f"no cover: {cover.why}",
        f"ATTACK {stat(state, about)}",
        f"needs {needed(dexterity)}+ (DEXTERITY {dexterity})",
        f"PROTECTION {defence}",
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
