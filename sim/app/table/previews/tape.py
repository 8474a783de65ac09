"""The measuring tape; between enemies, what each could do to the other from where both stand."""

from __future__ import annotations

from math import dist

import msgspec

from sim.app.table.previews.kinds import TapePreview
from sim.app.table.previews.who_sees import cover_words, glance, unseen
from sim.board.model.queries import CoverOf, DistanceOf, DropOf
from sim.board.model.verdicts import Cover, Distance, Drop, Sight
from sim.carnevale import action_odds, legality, rulings, scenario
from sim.carnevale.actions import Combat
from sim.carnevale.characters import Point
from sim.carnevale.names import names_of
from sim.carnevale.objective import RADIUS, Objective
from sim.carnevale.objectives.scoring import REACH
from sim.carnevale.state import State
from sim.engine.requests import Measure, Refusal, measured
from sim.percent import percent
from sim.words import counted, say, term

__all__ = ["End", "preview_tape"]

HIGH = 1.0  # inches over or under a marker that it is pointed at, with what it lies on

End = str | Point  # a mini, or a point of the board


def preview_tape(state: State, measure: Measure, a: End, b: End, stands: str | None = None) -> TapePreview:
    """Between two minis base to base with sight, cover and what enemies could do to each other; from a mini to an
    objective as near as counts (SCEN-03); else between points.

    `stands`: from a mini to a place, the enemy of that mini that would stand there.
    """
    if isinstance(a, str) and isinstance(b, str):
        return _between_minis(state, measure, a, b)
    for one, other in ((a, b), (b, a)):
        if isinstance(one, str) and not isinstance(other, str) and (o := _objective_at(state, other)) is not None:
            return _to_objective(state, measure, one, o)
    start = state[a].here if isinstance(a, str) else a
    end = state[b].here if isinstance(b, str) else b
    level = dist(start[:2], end[:2])
    words = [
        f'{dist(start, end):.2f}"',
        _rise(level, end[2] - start[2]),
    ]
    name = names_of(state)
    mini = a if isinstance(a, str) else b if isinstance(b, str) else None
    if mini is not None and stands is not None and state[stands].on_board and state[stands].seat != state[mini].seat:
        place: Drop = measure(state, DropOf(stands, end if isinstance(a, str) else start))
        if place.rest is not None:
            there = state.copy()
            there.set(stands, at=place.rest)
            found = _between_minis(
                there,
                measure,
                mini,
                stands,
                say("{one} to {other} there", one=name(mini), other=name(stands)),
            )
            return msgspec.structs.replace(found, stands=(stands, place.rest))
        words.append(say("{name} could not stand there", name=name(stands)))
    return TapePreview(title=say("Tape"), words=tuple(words), start=start, end=end)


def _objective_at(state: State, at: Point) -> Objective | None:
    """The objective whose marker lies there."""
    lying = [o for o in state.objectives.values() if o.at is not None and dist(o.at[:2], at[:2]) <= RADIUS]
    return next((o for o in lying if o.at is not None and abs(o.at[2] - at[2]) <= HIGH), None)


def _to_objective(state: State, measure: Measure, who: str, o: Objective) -> TapePreview:
    """From a mini's base to the edge of a marker."""
    name, apart = names_of(state), measure(state, DistanceOf(who, o.id))
    words = [say('{distance:.2f}" from the base to the marker', distance=apart.distance)]
    if apart.base_contact:
        words.append(say("base contact"))
    page = scenario.of(state)
    if page is not None and page.holders_score:
        near = measured(rulings.near(state, who, o.id, REACH), state, measure)
        words.append(
            say('within {reach:g}": it counts there', reach=REACH)
            if near is not None
            else say('not within {reach:g}": it does not count there', reach=REACH)
        )
    title = say("{one} to {other}", one=name(who), other=name(o.id))
    return TapePreview(title=title, words=tuple(words), start=apart.closest[0], end=apart.closest[1])


def _rise(level: float, rise: float) -> str:
    """How far it is over the ground, and how much higher or lower, in inches."""
    if abs(rise) < 0.005:
        return say("level")
    if rise > 0:
        return say('{level:.2f}" level, {rise:.2f}" up', level=level, rise=rise)
    return say('{level:.2f}" level, {fall:.2f}" down', level=level, fall=-rise)


def _between_minis(state: State, measure: Measure, a: str, b: str, title: str = "") -> TapePreview:
    """Two minis as they stand in this state."""
    name = names_of(state)
    title = title or say("{one} to {other}", one=name(a), other=name(b))
    if a == b:
        return TapePreview(title=title, words=('0.00"',), start=state[a].here, end=state[b].here)
    apart: Distance = measure(state, DistanceOf(a, b))
    seen = glance(state, measure, a, b)
    words = [
        say('{distance:.2f}" base to base', distance=apart.distance),
        say("base contact") if apart.base_contact else "",
        say("in sight") if seen.why_not is None else _why_not(state, measure, a, b, seen.why_not),
    ]
    if seen.ruled is not None and not apart.base_contact:
        words.append(cover_words(seen.ruled, names_of(state)))
    if state[a].seat != state[b].seat:
        words += [line for pair in ((a, b), (b, a)) for line in _attack_words(state, measure, *pair)]
    start, end = apart.closest
    sight = seen.sight if seen.sees or (seen.sight is not None and not seen.sight.visible) else None
    return TapePreview(
        title=title, words=tuple(filter(None, words)), start=start, end=end, sight=sight, cover=seen.cover
    )


def _why_not(state: State, measure: Measure, a: str, b: str, refusal: Refusal) -> str:
    """Why one does not see another: what all is in the way, or the rule's own words."""
    if not isinstance(refusal.evidence, Sight):
        return refusal.why
    options = state.options
    low = options.low_terrain_gives_cover
    cover: Cover = measure(state, CoverOf(a, b, minis_block=options.minis_block, low_terrain=low))
    return unseen(refusal.evidence, names_of(state), cover.by)


def _attack_words(state: State, measure: Measure, by: str, target: str) -> list[str]:
    """The best attack that one has on another in a turn of its own, with all its numbers (DICE-13)."""
    turn = state.copy()
    turn.set(by, ap=state[by].profile.ap, used_ap=0)
    found, why = [], ""
    for weapon in state[by].profile.armoury:
        attack = Combat(target, weapon.name)
        refusal = measured(legality.refusal(turn, by, attack), turn, measure)
        if refusal is None:
            found.append((weapon.name, measured(action_odds.kill(turn, by, attack), turn, measure)))
        else:
            why = why or refusal.words
    if not found:
        return [say("{name} cannot attack: {why}", name=names_of(state)(by), why=why)]
    name, odds = max(found, key=lambda each: (each[1].kill, each[1].first.loss.mean))
    first = odds.first
    return [
        counted(
            "{who}, {weapon}: hits {hits}, takes {mean:.1f} of {lp} LP; kills {kill}",
            "{who}, {weapon}: hits {hits}, takes {mean:.1f} of {lp} LP; {n} attacks kill {kill}",
            odds.attacks,
            who=names_of(state)(by),
            weapon=term(name),
            hits=percent(first.loss.roll.succeeds),
            mean=first.loss.taken(state[target].lp),
            lp=state[target].lp,
            kill=percent(odds.kill),
        ),
        say(
            "   ATTACK {attack}; needs {needed}+; PROTECTION {protection}",
            attack=first.attack,
            needed=first.needed,
            protection=first.protection,
        ),
    ]
