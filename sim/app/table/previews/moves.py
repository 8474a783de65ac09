"""Runs, climbs, swims and jumps before they are made."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil, dist, hypot

import msgspec

from sim.app.table.previews import walls
from sim.app.table.previews.areas import joined_reach
from sim.app.table.previews.kinds import JumpLanding, JumpPreview, PathPreview
from sim.app.table.previews.minis_in_the_way import with_all_in_the_way
from sim.app.table.previews.turn_ends import objective_words, put_aside, put_aside_words
from sim.board.model.queries import ReachOf
from sim.board.model.tableau import MM
from sim.board.model.verdicts import Leg, Path, Reach
from sim.bots import candidate_places
from sim.carnevale import action_odds, hooks, moving, preview, rulings, scenario, ways
from sim.carnevale.abilities.bodyguard import Intercept
from sim.carnevale.actions import Combat, Jump, Run
from sim.carnevale.actions.jump import jump_context
from sim.carnevale.actions.run import run_along
from sim.carnevale.characters import Point
from sim.carnevale.dice import JUMP, Outcome, Result
from sim.carnevale.hooks import RollContext
from sim.carnevale.names import Names, names_of, roll_named
from sim.carnevale.odds import roll_odds
from sim.carnevale.questions import OfOne
from sim.carnevale.state import State, rounded
from sim.carnevale.stats import stat
from sim.carnevale.will import will_left
from sim.engine.requests import Measure, measured
from sim.percent import EXACT, percent
from sim.words import counted, joined, listed, say, term

__all__ = ["chance_words", "preview_jump", "preview_path", "reach_area", "touching"]

SLIGHT = 0.005  # landings less likely than this are left out
HAIR = 1e-6  # inches: what is not measured more exactly
SHORT = 0.05  # inches: what would be told as 0.0" is not
BY_OTHER_WAYS = ("climb", "ladder", "ruin", "swim", "leave_water", "fly")  # than walking, without a roll
TOO_FAR_OR_FACE = ("MOVE-01", "TERR-01")  # what refuses a place that is too far, or a wall's face
FROM_WALL = "TERR-06"  # and a face for whoever hangs on it
LITTLE = 0.05  # Life Points: a fall that costs less on average is not spoken of


def reach_area(state: State, measure: Measure, region: OfOne) -> Reach:
    """Everywhere that the run of this choice can end."""
    *in_the_air, by = walls.movers_of(state, measure, region)
    spared = 0.0
    if not isinstance(region, moving.Further):
        spared = candidate_places.runner(state, region.who, measure, spared=True).move
    found: Reach = measure(state, ReachOf(by, spared if spared > by.move else 0.0))
    for flier in in_the_air:
        flown: Reach = measure(state, ReachOf(flier))
        found = joined_reach(flown, found)
    return found


def touching(state: State, who: str, target: str) -> Point:
    """A place in base contact with a mini, on the side that one comes from."""
    (x, y, _), (ex, ey, ez) = state[who].here, state[target].here
    gap = (state[who].profile.size + state[target].profile.size) * MM / 2 - 0.01
    far = hypot(x - ex, y - ey) or 1.0
    return (ex + (x - ex) / far * gap, ey + (y - ey) / far * gap, ez)


def preview_path(
    state: State, measure: Measure, region: OfOne, at: Point, corners: Sequence[Point] = ()
) -> PathPreview:
    """A run to a place by the shortest way, or along corners that end there; at an edge by which one leaves the board,
    as far as it, if it reaches that."""
    who, to = _runner(region), rounded(at)
    out = None if corners else scenario.way_out(state, who, to)
    meant = [to] if out is None else [rounded(out), to]
    shown = [_preview_path(state, measure, region, each, corners) for each in meant]
    return next((each for each in shown if each.refusal is None), shown[0])


def _runner(region: OfOne) -> str:
    return region.by.figure if isinstance(region, moving.Further) else region.who


def _preview_path(
    state: State, measure: Measure, region: OfOne, to: Point, corners: Sequence[Point] = ()
) -> PathPreview:
    who = _runner(region)
    if state[who].on_wall and dist(to, state[who].here) < SHORT:
        to = rounded(state[who].here)  # where it hangs: that is no climb
    way = ways.Way(path=(*corners, to)) if corners else ways.Way(to=to)
    answer, path, most = _aimed(state, measure, region, way)
    refusal = region.refusal(state, measure, answer)
    held = None
    off = refusal is None and state[who].on_wall and not path.ends.whole  # on along the wall
    far = refusal is not None and (
        refusal.rule in TOO_FAR_OR_FACE or (state[who].on_wall and refusal.rule == FROM_WALL)
    )
    if (off or far) and not corners:
        held = walls.hold(state, measure, region, to)
    if held is not None:
        answer, path = held
        refusal = None
    if refusal is not None and (corners or not path.legs):

        def refused(other: State) -> bool:
            thought = _among(other, region)
            return thought.refusal(other, measure, _aimed(other, measure, thought, way)[0]) is not None

        refusal = with_all_in_the_way(state, who, (*corners, to), refusal, refused)
    nowhere = path.cost < SHORT
    stays = refusal is None and nowhere and dist(path.ends.at, state[who].here) < SHORT
    words = [
        *([] if nowhere else [_way_words(path.cost, most)]),
        *_spared(state, measure, region, most),
        *_rolls(state, who, path),
        *_meetings(state, path),
        *_boards(state, who, path),
    ]
    if held is not None and not stays:
        words.append(walls.words(state, measure, who, path))
    away = refusal is None and any(scenario.leaves(state, who, each) for each in path.points)
    if refusal is None:
        words += _end_words(state, measure, who, path, away)
    if refusal is not None:
        words.append(refusal.words)
    elif isinstance(answer, Run) and not isinstance(region, Intercept):
        words += _run_words(state, measure, who, answer, path)
    if isinstance(region, Intercept) or path.contacts:
        title = say("Charge")
    elif stays or held is not None:
        title = say("Stay here") if stays else say("Climb this far")
    else:
        title = say("Fly here") if isinstance(answer, Run) and answer.fly else say("Go here")
    return PathPreview(
        answer=answer, refusal=refusal, title=title, words=tuple(words), who=who, path=path, to=to, away=away
    )


def _end_words(state: State, measure: Measure, who: str, path: Path, away: bool) -> list[str]:
    """What comes of standing where a path ends."""
    if away:
        return [say("away over the far edge: it scores, and is out of the game")]
    words = []
    if path.ends.kind == "air" and path.legs and path.legs[-1].kind == "fly":
        words.append(say("in mid-air: it can only fly on, and falls if its turn ends there"))
    if path.legs and path.legs[-1].kind == "inside":
        words.append(say("inside what is solid: it can only run on, and must come out before its turn ends"))
    if path.ends.whole:
        words += put_aside_words(put_aside(state, measure, who, path.points[-1]))
        words += objective_words(state, measure, who, path.points[-1])
    return words


def _boards(state: State, who: str, path: Path) -> list[str]:
    """The vessel that a path ends in, where that is another than it began in."""
    vessel = path.ends.vessel
    return [] if vessel in (None, state[who].aboard) else [say("aboard {aboard}", aboard=names_of(state)(vessel))]


def _way_words(cost: float, most: float) -> str:
    """How much of what it may go it goes; by a hair too far is told as such, not as `5.0" of 5"`."""
    if cost > most + HAIR and round(cost, 1) <= round(most, 1):
        return say('{cost:.2f}" of {most:g}"', cost=ceil(100 * cost) / 100, most=round(most, 1))
    return say('{cost:.1f}" of {most:g}"', cost=cost, most=round(most, 1))


def _aimed(state: State, measure: Measure, region: OfOne, way: ways.Way) -> tuple[ways.Way | Run, Path, float]:
    """The answer that leads along a way, its path, and the inches that it may take at most."""
    if isinstance(region, moving.Further):
        path = moving.going_on(state, region.who, measured(ways.path_for(region.by, way), state, measure))
        return way, measured(ways.foreseen(state, region.who, path), state, measure), region.by.move
    run = measured(run_along(state, region.who, way), state, measure)
    path, most = measured(ways.path_of_run(state, region.who, way, fly=run.fly), state, measure)
    return run, measured(ways.foreseen(state, region.who, path), state, measure), most


def _among(state: State, region: OfOne) -> OfOne:
    """The same ways where some are thought away: how somebody goes on was told while they stood there, and names
    enemies by what they were then."""
    if not isinstance(region, moving.Further):
        return region
    there = {each.id for each in state.on_board()}
    enemies = tuple(each for each in region.by.enemies if each in there)
    ignore = tuple(each for each in region.by.ignore if each in there)
    return moving.Further(msgspec.structs.replace(region.by, enemies=enemies, ignore=ignore))


def _spared(state: State, measure: Measure, region: OfOne, most: float) -> list[str]:
    """What the water would have cost that is left by an access (MOVE-09)."""
    spared = 0.0
    if not isinstance(region, moving.Further):
        spared = most - candidate_places.runner(state, region.who, measure).move
    return (
        [say('leaves the water by an access: no {spared:g}" less', spared=round(spared, 1))] if spared > SHORT else []
    )


def _rolls(state: State, who: str, path: Path) -> list[str]:
    """The rolls that a path takes, with their odds; and how far it goes by other ways than walking."""
    words = []
    for leg in _joined(path.legs):
        if leg.roll:
            context = moving.crossing(who, leg)
            dice = stat(state, context).total
            odds = roll_odds(dice)
            found = {"chance": percent(odds.succeeds), "fumble": percent(odds.of(Outcome.FUMBLE))}
            found |= {"purpose": roll_named(context.purpose), "dice": str(dice)}
            words.append(
                say('{purpose} {cost:.1f}": {dice} dice, {chance}, fumble {fumble}', cost=leg.cost, **found)
                if leg.cost >= SHORT
                else say("{purpose}: {dice} dice, {chance}, fumble {fumble}", **found)
            )
        elif leg.kind in BY_OTHER_WAYS and leg.cost >= SHORT:
            words.append(say('{way} {cost:.1f}"', way=term(leg.kind.replace("_", " ")), cost=leg.cost))
        elif leg.kind == "off_edge":
            words.append(say("over the edge: it falls"))
    return words


def _joined(legs: Iterable[Leg]) -> list[Leg]:
    """The stretches of a path, those of a ladder in one, in however many pieces it was found: what is too short to be
    told does not part them. All that it swims is one stretch, wherever it comes ashore between."""
    made = list[Leg]()
    for leg in legs:
        begun = made if leg.kind == "swim" else made[-1:]
        last = next(
            (each for each in begun if each.kind == leg.kind in BY_OTHER_WAYS and not (each.roll or leg.roll)), None
        )
        if last is not None:
            more = msgspec.structs.replace(last, points=(*last.points, *leg.points), cost=last.cost + leg.cost)
            made[made.index(last)] = more
        elif leg.roll or leg.cost >= SHORT or leg.kind == "off_edge":
            made.append(leg)
    return made


def _run_words(state: State, measure: Measure, who: str, run: Run, path: Path) -> list[str]:
    """What a run comes to in all: whether it arrives, and what a charge and the attacks after it may do."""
    words = []
    if path.left or path.rolls > 1 or (path.rolls and will_left(state, who)):
        found = measured(action_odds.climb(state, who, run), state, measure)
        words.append(say("arrives {arrives}, will points played best", arrives=percent(found.arrives)))
    for contact in path.contacts[:1]:
        swims = measured(rulings.in_water(who), state, measure)
        arms = [weapon for weapon in state[who].profile.armoury if not weapon.range]
        able = [weapon for weapon in arms if not swims or hooks.is_so(state, who, "works_in_water", weapon)]
        blows = [Combat(contact.id, weapon.name) for weapon in able]
        charges = [measured(action_odds.charge_to_kill(state, who, blow), state, measure) for blow in blows]
        best = max(charges, key=lambda each: each.first.loss.mean, default=None)
        if best is not None:
            kill, loss, life = percent(best.kill), best.first.loss, state[contact.id].lp
            told = {"chance": percent(loss.roll.succeeds), "lost": loss.taken(life), "lp": life}
            words.append(say("its attack hits {chance}, takes {lost:.1f} of {lp} LP on average", **told))
            if best.kill <= EXACT and not best.before:
                continue
            line = say("the charge kills {chance}", chance=kill)
            if best.attacks > 1:
                line = counted(
                    "the charge and {n} more kill {chance}",
                    "the charge and {n} more kill {chance}",
                    best.attacks - 1,
                    chance=kill,
                )
            if best.before:
                line = say("{kills}, after {whom}", kills=line, whom=listed(map(names_of(state), best.before)))
            words.append(line)
    return words


def _meetings(state: State, path: Path) -> list[str]:
    name = names_of(state)
    words = [say("breaks away from {name}: opposed DEXTERITY", name=name(contact.id)) for contact in path.left]
    words += [say("charges {name}: attack of opportunity", name=name(contact.id)) for contact in path.contacts]
    return words


def preview_jump(state: State, measure: Measure, region: OfOne, at: Point, *, controlled: bool = False) -> JumpPreview:
    """A jump towards a point: where each result of the roll would land it (JUMP-01 to 05)."""
    who = region.who
    c, to = state[who], rounded(at)
    answer, may_control = Jump(to, controlled=controlled), will_left(state, who) > 0
    refusal = region.refusal(state, measure, answer)
    far = dist(c.here, to)
    if refusal is not None:
        words: tuple[str, ...] = (say('{far:.1f}" away', far=far), refusal.words)
        return JumpPreview(
            answer=answer, refusal=refusal, title=say("Jump"), words=words, start=c.here, to=to, may_control=may_control
        )
    context = measured(jump_context(state, who, to, controlled), state, measure)
    found = measured(action_odds.jump(state, who, answer), state, measure)
    landings = _landings(state, context, found)
    words = (
        _how_far(far, to[2] - c.here[2]),
        say("DEXTERITY {dexterity}", dexterity=stat(state, context)),
        *(_landing_words(landing, names_of(state)) for landing in landings if landing.chance >= SLIGHT),
        *put_aside_words(put_aside(state, measure, who, rounded(landings[0].sweep.rest))),
        joined("; ", (*_chances(found), _cost_words(found))),
    )
    return JumpPreview(
        answer=answer, title=say("Jump"), words=words, who=who, start=c.here, to=to, landings=landings,
        may_control=may_control,
    )  # fmt: skip


def _how_far(far: float, rise: float) -> str:
    """How far away a point is, and how much higher or lower, in inches."""
    if abs(rise) < SHORT:
        return say('{far:.1f}" away, level', far=far)
    if rise > 0:
        return say('{far:.1f}" away, {rise:.1f}" up', far=far, rise=rise)
    return say('{far:.1f}" away, {fall:.1f}" down', far=far, fall=-rise)


def chance_words(chance: action_odds.JumpChance, held: int = 0) -> str:
    """How likely a jump lands, and comes to its point where that is another number; what it costs, where it falls, with
    those Will Points played best that are left of those held."""
    if chance.life_lost is not None and chance.lands == 0 and chance.life_lost < LITTLE:
        return say("falls unharmed")
    lands, arrives = percent(chance.lands), percent(chance.arrives)
    arrival = say("arrives {chance}", chance=arrives) if arrives != lands else ""
    lost = chance.life_lost or 0.0
    cost = ""
    if lost >= LITTLE and held > chance.will:
        cost = say("costs {lost:.1f} LP on average, will points played best", lost=lost)
    elif lost >= LITTLE:
        cost = say("costs {lost:.1f} LP on average", lost=lost)
    return joined(", ", (say("lands {chance}", chance=lands), arrival, cost))


def _chances(found: action_odds.JumpOdds) -> tuple[str, ...]:
    """The chance to land, as the labels on the board add up to it; then with Will Points."""
    plain, *more = found.by_will
    will = joined(", ", (say("{points} WP {chance}", points=each.will, chance=percent(each.lands)) for each in more))
    away = say("breaks away {chance}", chance=percent(found.breaks_away)) if found.breaks_away < 1 else ""
    return chance_words(plain), say("with {will}", will=will) if more else "", away


def _cost_words(found: action_odds.JumpOdds) -> str:
    """What its falls cost: as the labels on the board add up to it, and with Will Points, on its roll and on theirs."""
    if found.unaided < LITTLE:
        return ""
    if found.unaided - found.life_lost < LITTLE:
        return say("costs {lost:.1f} LP on average", lost=found.unaided)
    return say(
        "costs {lost:.1f} LP on average, {best:.1f} with will points played best",
        lost=found.unaided,
        best=found.life_lost,
    )


def _landings(state: State, context: RollContext, found: action_odds.JumpOdds) -> tuple[JumpLanding, ...]:
    """Each place where the jump may end, without Will Points, and the chance of all results that lead there.

    A result that falls is jumped shorter where that lands or costs less, so that these chances add up to those of the
    odds.
    """
    odds = roll_odds(stat(state, context).total, rerolls=preview.rerolls(state, context, context.who))
    ends = {end.length: end for end in found.ends}
    ends_at: dict[tuple[Point, bool], JumpLanding] = {}
    for outcome, aces, chance in sorted(odds.joint, key=lambda each: JUMP.read(Result(each[0], each[1]))):
        most = int(JUMP.read(Result(outcome, aces)))
        least = most - aces if most > JUMP.success.base else most
        end = ends[most]
        if end.sweep.falls:
            end = min((ends[n] for n in range(most, least - 1, -1)), key=lambda e: (e.sweep.falls, e.life_lost))
        key = (rounded(end.sweep.rest), end.sweep.falls)
        before = ends_at.get(key)
        if before is not None:
            label = before.outcome if outcome.value in before.outcome else f"{before.outcome}, {outcome.value}"
            ends_at[key] = msgspec.structs.replace(before, outcome=label, chance=before.chance + chance)
        else:
            life = _fall_cost(end) if end.sweep.falls else ""
            ends_at[key] = JumpLanding(outcome.value, chance, float(end.length), end.sweep, life)
    return tuple(sorted(ends_at.values(), key=lambda landing: -landing.chance))


def _fall_cost(end: action_odds.JumpEnd) -> str:
    """What a fall from this jump costs, in Life Points, without Will Points (FALL-02)."""
    if not end.harm:
        return say("no harm")
    return say("up to {harm} LP, {mean:.1f} on average", harm=end.harm, mean=end.life_lost)


def _landing_words(landing: JumpLanding, name: Names) -> str:
    falls = landing.sweep.falls and landing.sweep.fall_height > 0.05
    words = say(
        '{chance} {outcome} ({inches:g}")',
        chance=percent(landing.chance),
        outcome=listed(map(term, landing.outcome.split(", ")), last="or"),
        inches=landing.length,
    )
    if falls:
        height, life = landing.sweep.fall_height, landing.life
        if landing.sweep.ground.water:
            return say('{landing}, falls {height:.1f}" into the water: {life}', landing=words, height=height, life=life)
        return say('{landing}, falls {height:.1f}": {life}', landing=words, height=height, life=life)
    if landing.sweep.stopped_by and not landing.sweep.falls:
        return say("{landing}, stopped by {what}", landing=words, what=name(landing.sweep.stopped_by))
    return words
