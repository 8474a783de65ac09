"""What an answer would mean before it is given: measured through free queries (GEO-01) and the rules' own checks.

A preview holds the answer itself, the verdicts that the table draws, and the words that it shows beside them.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, degrees, dist, hypot
from typing import Any

import msgspec

from sim.board.queries import CoverOf, DistanceOf, DropOf, GroundOf, JumpAlong, MoorAt, PushAlong, ReachOf, SightOf
from sim.board.tableau import MM
from sim.board.verdicts import Cover, Distance, Drop, JumpSweep, Path, Push, Reach, Sight
from sim.board.verdicts import Row as Rowing
from sim.bots import places, worth
from sim.carnevale import moving, sighting
from sim.carnevale.abilities.bodyguard import Intercept
from sim.carnevale.actions import CastOff, Combat, Drown, Grapple, Jump, Row, Run
from sim.carnevale.actions.base import Attack, How
from sim.carnevale.actions.combat import attack_situation, evasion, needed, penetration, protection_situation
from sim.carnevale.actions.grapple import Throw, at_length, contest
from sim.carnevale.actions.row import Berths, Pose
from sim.carnevale.characters import Point
from sim.carnevale.dice import FALL_SAVED, GRAPPLE, JUMP, Outcome, Result
from sim.carnevale.falling import CONTROLLED, FREE, HAIR, LANDING_SPOTS, harm
from sim.carnevale.hooks import Situation
from sim.carnevale.landing import Footing, Stride
from sim.carnevale.objectives.placing import ObjectiveSpots
from sim.carnevale.odds import Loss, Odds, opposed_odds, roll_odds
from sim.carnevale.rolls import stat
from sim.carnevale.scenarios.deployment import Deployment
from sim.carnevale.scenarios.gondolas import Mooring, Moorings
from sim.carnevale.state import State, rounded
from sim.engine.requests import Measure, Refusal, measured

SLIGHT = 0.005  # landings less likely than this are left out
MOORED = (0.0, 90.0, 45.0, 135.0, 22.5, 67.5, 112.5, 157.5)  # ways round that a gondola is tried in
LIFTED = 0.4  # inches: minis are set down from so far above the place pointed at


class Preview(msgspec.Struct, frozen=True, kw_only=True):
    """Base of all previews. `refusal` says why the answer would be refused; `words` explain it."""

    answer: Any = None
    refusal: Refusal | None = None
    title: str = ""
    words: tuple[str, ...] = ()


class Way(Preview, frozen=True):
    """A run, climb or swim."""

    path: Path | None = None


class Landing(msgspec.Struct, frozen=True):
    """Where a jump may end: what leads there, how likely, and what it costs."""

    outcome: str
    chance: float
    length: float
    sweep: JumpSweep
    life: str = ""  # what the fall would cost, in words


class Leap(Preview, frozen=True):
    """A jump with all its landings, the likeliest first."""

    start: Point = (0.0, 0.0, 0.0)
    to: Point = (0.0, 0.0, 0.0)
    landings: tuple[Landing, ...] = ()


class Strike(Preview, frozen=True):
    """An attack: the line to its target, and its exact odds."""

    who: str = ""
    target: str = ""
    distance: Distance | None = None
    sight: Sight | None = None
    cover: Cover | None = None
    loss: Loss | None = None
    odds: Odds | None = None


class Shove(Preview, frozen=True):
    """Where a throw would end."""

    who: str = ""
    push: Push | None = None
    drop: Drop | None = None


class Placing(Preview, frozen=True):
    """A mini to be set down."""

    who: str = ""
    at: Point | None = None


class Marking(Preview, frozen=True):
    """An objective to be laid down."""

    at: Point | None = None


class Berth(Preview, frozen=True):
    """A vessel to be laid down or rowed."""

    piece: str = ""
    at: Point | None = None
    turn: float = 0.0


class Tape(Preview, frozen=True):
    """A measurement between two points or minis."""

    start: Point = (0.0, 0.0, 0.0)
    end: Point = (0.0, 0.0, 0.0)
    sight: Sight | None = None
    cover: Cover | None = None


# --- moving ---------------------------------------------------------------------------------------------------


def reach(state: State, measure: Measure, region: Any) -> Reach:
    """Everywhere that the run of this choice can end."""
    if isinstance(region, moving.Further):
        found: Reach = measure(state, ReachOf(region.by))
    else:
        found = measure(state, ReachOf(places.runner(state, region.who, measure)))
    return found


def touching(state: State, who: str, target: str) -> Point:
    """A place in base contact with a mini, on the side that one comes from."""
    (x, y, _), (ex, ey, ez) = state[who].here, state[target].here
    gap = (state[who].profile.size + state[target].profile.size) * MM / 2 - 0.01
    far = hypot(x - ex, y - ey) or 1.0
    return (ex + (x - ex) / far * gap, ey + (y - ey) / far * gap, ez)


def way(state: State, measure: Measure, region: Any, at: Point, corners: Sequence[Point] = ()) -> Way:
    """A run to a place by the shortest way, or along corners that end there."""
    to = rounded(at)
    answer: Any
    if isinstance(region, moving.Further):
        who, most = region.by.figure, region.by.move
        plan = moving.Way(path=(*corners, to)) if corners else moving.Way(to=to)
        answer, path = plan, measured(moving.path_for(region.by, plan), state, measure)
    else:
        who = region.who
        answer = Run(path=(*corners, to)) if corners else Run(to=to)
        path, most = measured(moving.path_of_run(state, who, answer.way), state, measure)
    refusal = region.refusal(state, measure, answer)
    words = [f'{path.cost:.1f}" of {most:g}"', *_rolls(state, who, path), *_meetings(state, path)]
    if refusal is not None:
        words.append(str(refusal))
    verb = "Charge" if isinstance(region, Intercept) or path.contacts else "Go here"
    return Way(answer=answer, refusal=refusal, title=verb, words=tuple(words), path=path)


def _rolls(state: State, who: str, path: Path) -> list[str]:
    """The rolls that a path takes, with their odds."""
    words = []
    for leg in path.legs:
        if leg.roll:
            purpose = "difficult ground" if leg.kind == "difficult" else "climb"
            dice = stat(state, Situation(purpose=purpose, who=who, stat="dexterity", action="run")).total
            odds = roll_odds(dice)
            words.append(
                f'{purpose} {leg.cost:.1f}": {dice} dice, {odds.succeeds:.0%}, fumble {odds.of(Outcome.FUMBLE):.0%}'
            )
        elif leg.kind in ("ladder", "ruin", "swim", "leave_water"):
            words.append(f'{leg.kind.replace("_", " ")} {leg.cost:.1f}"')
        elif leg.kind == "off_edge":
            words.append("over the edge: it falls")
    return words


def _meetings(state: State, path: Path) -> list[str]:
    words = [f"breaks away from {state[contact.id].name}: opposed DEXTERITY" for contact in path.left]
    words += [f"charges {state[contact.id].name}: attack of opportunity" for contact in path.contacts]
    return words


# --- jumping --------------------------------------------------------------------------------------------------


def leap(state: State, measure: Measure, region: Any, at: Point, *, controlled: bool = False) -> Leap:
    """A jump towards a point: where each result of the roll would land it (JUMP-01 to 05)."""
    who: str = region.who
    c, to = state[who], rounded(at)
    answer = Jump(to, controlled=controlled)
    refusal = region.refusal(state, measure, answer)
    far = dist(c.here, to)
    if refusal is not None:
        words: tuple[str, ...] = (f'{far:.1f}" away', str(refusal))
        return Leap(answer=answer, refusal=refusal, title="Jump", words=words, start=c.here, to=to)
    about = Situation(purpose="jump", who=who, stat="dexterity", action="jump", controlled=controlled)
    number = stat(state, about)
    landings = _landings(state, measure, who, to, roll_odds(number.total), controlled)
    words = (
        f'{far:.1f}" away, {to[2] - c.here[2]:+.1f}" high',
        f"DEXTERITY {number}",
        *(_landing_words(landing) for landing in landings),
    )
    return Leap(answer=answer, title="Jump", words=words, start=c.here, to=to, landings=landings)


def _landings(state: State, measure: Measure, who: str, to: Point, odds: Odds, controlled: bool) -> tuple[Landing, ...]:
    enemies = tuple(c.id for c in state.enemies(who))
    found: dict[tuple[Point, bool], Landing] = {}
    for outcome, aces, chance in sorted(odds.joint, key=lambda each: JUMP.read(Result(each[0], each[1]))):
        if chance < SLIGHT:
            continue
        length = float(JUMP.read(Result(outcome, aces)))
        sweep: JumpSweep = measure(state, JumpAlong(who, to, length, enemies=enemies))
        key = (rounded(sweep.rest), sweep.falls)
        before = found.get(key)
        if before is not None:
            label = before.outcome if outcome.value in before.outcome else f"{before.outcome}, {outcome.value}"
            found[key] = msgspec.structs.replace(before, outcome=label, chance=before.chance + chance)
        else:
            life = _fall_cost(state, who, sweep, controlled) if sweep.falls else ""
            found[key] = Landing(outcome.value, chance, length, sweep, life)
    return tuple(sorted(found.values(), key=lambda landing: -landing.chance))


def _fall_cost(state: State, who: str, sweep: JumpSweep, controlled: bool) -> str:
    """What a fall from this jump costs, in Life Points (FALL-02)."""
    lost = harm(sweep.fall_height + LANDING_SPOTS[sweep.ground.landing]) if sweep.fall_height > FREE + HAIR else 0
    if not lost:
        return "no harm"
    about = Situation(purpose="fall", who=who, stat="dexterity", action="jump", controlled=controlled)
    odds = roll_odds(stat(state, about).total, CONTROLLED if controlled else 7)
    mean = sum(p * max(0, lost - saved) for saved, p in odds.read(FALL_SAVED).items())
    return f"up to {lost} LP, {mean:.1f} on average"


def _landing_words(landing: Landing) -> str:
    falls = landing.sweep.falls and landing.sweep.fall_height > 0.05
    fall = f', falls {landing.sweep.fall_height:.1f}": {landing.life}' if falls else ""
    stop = f", stopped by {landing.sweep.stopped_by}" if landing.sweep.stopped_by and not landing.sweep.falls else ""
    return f'{landing.chance:.0%} {landing.outcome} ({landing.length:g}"){fall}{stop}'


# --- attacks --------------------------------------------------------------------------------------------------


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


# --- throws, strides, deployment, vessels ---------------------------------------------------------------------


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


def place(state: State, measure: Measure, region: Any, at: Point) -> Tape:
    """A point for an answer that is any point."""
    answer = rounded(at)
    refusal = region.refusal(state, measure, answer)
    who = getattr(region, "who", None)
    start = state[who].here if isinstance(who, str) else answer
    words = (f'{dist(start, answer):.1f}" away', *(() if refusal is None else (str(refusal),)))
    return Tape(answer=answer, refusal=refusal, title="Here", words=words, start=start, end=answer)


def stride(state: State, measure: Measure, region: Footing, at: Point) -> Way:
    """A step on shaking ground (TERR-03)."""
    answer = Stride(rounded(at))
    refusal = region.refusal(state, measure, answer)
    far = dist(state[region.who].here, answer.to)
    words = (f'{far:.1f}" of {region.inches:g}"', *(() if refusal is None else (str(refusal),)))
    return Way(answer=answer, refusal=refusal, title="Step here", words=words)


def placing(state: State, measure: Measure, region: Deployment, who: str, at: Point) -> Placing:
    """A mini set down where one points, facing the middle of the board."""
    place = region.settle(state, measure, who, (at[0], at[1], at[2] + LIFTED))
    name = state[who].name
    if place is None:
        none = Refusal("SCEN-02", "there is nothing to stand on")
        return Placing(refusal=none, title=name, words=(str(none),), who=who)
    x, y = state.size[0] / 2 - place.at[0], state.size[1] / 2 - place.at[1]
    place = msgspec.structs.replace(place, facing=round(degrees(atan2(y, x)), 1))
    refusal = region.refusal(state, measure, place)
    aboard = (f"aboard {place.aboard}",) if place.aboard else ()
    words = (f'{place.at[2]:+.1f}" from street level', *aboard, *(() if refusal is None else (str(refusal),)))
    return Placing(answer=place, refusal=refusal, title=f"Set up {name}", words=words, who=who, at=place.at)


def marking(state: State, measure: Measure, region: ObjectiveSpots, at: Point) -> Marking:
    """An objective laid where one points (SCEN-03)."""
    lies = region.settle(state, measure, (at[0], at[1], at[2] + LIFTED))
    title = f"Lay the {region.objective.name} here"
    if lies is None:
        none = Refusal("SCEN-03", "there is nothing for it to lie on")
        return Marking(refusal=none, title=title, words=(str(none),))
    refusal = region.refusal(state, measure, lies)
    words = () if refusal is None else (str(refusal),)
    return Marking(answer=lies, refusal=refusal, title=title, words=words, at=lies.at)


def mooring(state: State, measure: Measure, region: Moorings, at: Point, turn: float | None) -> Berth:
    """A gondola laid in the water. `turn` None: the first way round that it fits."""
    x, y = round(at[0], 3), round(at[1], 3)
    turns = MOORED if turn is None else (turn,)
    found = ((each, _moored(state, measure, region, x, y, each)) for each in turns)
    turn, verdict = next((pair for pair in found if pair[1].refusal is None), (turns[0], None))
    if verdict is None:
        verdict = _moored(state, measure, region, x, y, turn)
    answer = Mooring(x, y, turn)
    refusal = None if verdict.refusal is None else Refusal(*verdict.refusal)
    words = () if refusal is None else (str(refusal),)
    return Berth(
        answer=answer, refusal=refusal, title="Moor here", words=words, piece=region.piece, at=verdict.at, turn=turn
    )


def _moored(state: State, measure: Measure, region: Moorings, x: float, y: float, turn: float) -> Rowing:
    verdict: Rowing = measure(state, MoorAt(region.piece, (x, y), turn))
    return verdict


def rowing(state: State, measure: Measure, region: Any, at: Point, turn: float | None) -> Berth:
    """A gondola rowed towards a place, as far as the roll carries it; or a boat cast off."""
    who: str = region.who
    piece = state[who].aboard or ""
    lies = next(v for v in state.vessels if v.piece == piece)
    to = rounded((at[0], at[1], lies.at[2]))
    gondola = measure(state, GroundOf(who)).gondola
    answer: Any = (
        Pose(to, turn) if isinstance(region, Berths) else Row(to=to, turn=turn) if gondola else CastOff(to, turn)
    )
    refusal = region.refusal(state, measure, answer)
    words = [f'{dist(lies.at, to):.1f}" away']
    if isinstance(answer, Row):
        dice = stat(state, Situation(purpose="row", who=who, stat="dexterity", action="row")).total
        odds = roll_odds(dice)
        words.append(f"{dice} dice: {odds.succeeds:.0%}, fumble {odds.of(Outcome.FUMBLE):.0%}")
    if refusal is not None:
        words.append(str(refusal))
    shown = lies.turn if turn is None else turn
    return Berth(answer=answer, refusal=refusal, title="Row here", words=tuple(words), piece=piece, at=to, turn=shown)


# --- measuring ------------------------------------------------------------------------------------------------

End = str | Point  # a mini, or a point of the board


def tape(state: State, measure: Measure, a: End, b: End) -> Tape:
    """Between two minis base to base with sight and cover; else between points."""
    if isinstance(a, str) and isinstance(b, str) and a != b:
        apart: Distance = measure(state, DistanceOf(a, b))
        sight: Sight = measure(state, SightOf(a, b, minis_block=state.options.minis_block))
        cover: Cover | None = None
        words = [f'{apart.distance:.2f}" base to base', "base contact" if apart.base_contact else ""]
        words.append("in sight" if sight.visible else f"no sight: {sight.blocker or 'blocked'}")
        if sight.visible and not apart.base_contact:
            cover = measure(state, CoverOf(a, b, minis_block=state.options.minis_block))
            words.append(f"{cover.hidden:.0%} hidden" + (", in cover" if cover.in_cover else ""))
        return Tape(
            title=f"{state[a].name} to {state[b].name}", words=tuple(filter(None, words)), start=apart.closest[0],
            end=apart.closest[1], sight=sight, cover=cover,
        )  # fmt: skip
    start = state[a].here if isinstance(a, str) else a
    end = state[b].here if isinstance(b, str) else b
    level = dist(start[:2], end[:2])
    words = [f'{dist(start, end):.2f}"', f'{level:.2f}" level, {end[2] - start[2]:+.2f}" high']
    return Tape(title="Tape", words=tuple(words), start=start, end=end)
