"""From there: what a mini could attack from a place, who would see it, and what enemies could do to it next turn.

Sight and cover are measured with the mini at the place, odds are those of the engine with Will Points played best by
both sides (DICE-13), ways are measured as enemies would walk them. Of spells those that harm are told, as they are
cast from where an enemy stands or from where one run leads it. What is left out: other spells, guards of friends, and
that two enemies may not both find room beside the mini.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import ceil, dist, inf, isfinite
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from sim.app.table.previews.blows import Blows, at_most, blows_of, drownings, mean_of, worth_of
from sim.app.table.previews.moves import touching
from sim.app.table.previews.turn_ends import put_aside
from sim.app.table.previews.who_sees import glance
from sim.board.model.queries import DistanceOf, GroundOf, Mover, PathTo, ProspectOf
from sim.board.model.verdicts import Distance, Ground, Path, Prospect
from sim.bots.banes import Bane, best_of
from sim.bots.danger import Outlook
from sim.bots.strikes import Strike
from sim.bots.turn_plans import TurnPlans
from sim.bots.weights import weights_of
from sim.carnevale import action_odds, hooks, legality, preview, ways
from sim.carnevale.action import How
from sim.carnevale.actions import Combat, Drown
from sim.carnevale.characters import MOST_AP, Character, Point
from sim.carnevale.sighting import CoverFrom, cover_of, look
from sim.carnevale.state import State, rounded
from sim.carnevale.will import will_left
from sim.engine.requests import Measure, Refusal, measured

__all__ = ["Facing", "FromThere", "Lookout", "OwnAttack", "Perils", "Threatened", "lost_to_all"]

NEAR = 1.4  # inches: a way into contact passes places of a prospect so near to its end
LONGER, MORE = 1.1, 1.5  # of a way and in inches: what a prospect, over a lattice, may take it for too long
PLACES = 14  # of all that a shooter could run to, so many are looked at for a line of sight


class OwnAttack(msgspec.Struct, frozen=True):
    """The best attack on an enemy from the place, with the AP that are left there."""

    weapon: str
    attacks: int
    kills: float
    lost: float  # Life Points, on average


class Threatened(msgspec.Struct, frozen=True):
    """The worst that an enemy could do in its next turn."""

    weapon: str  # or the spell that it would begin with
    how: str  # "shoots", "strikes", "drowns", "casts", or comes first: "charges", "comes and shoots", and so on
    attacks: int  # spells included
    kills: float
    lost: float  # Life Points, on average
    likely: float  # whose turn comes when, and whom else it could attack
    chances: tuple[float, ...] = ()  # of each number of Life Points lost, from none


class Facing(msgspec.Struct, frozen=True):
    """One enemy, as it looks from the place."""

    enemy: str
    apart: float  # inches, base to base
    sees: bool
    own: CoverFrom | None  # the mini's cover from it; None: it sees nothing, or they touch
    cover: CoverFrom | None  # its cover from the mini, the same way
    attack: OwnAttack | None
    threat: Threatened | None

    @property
    def expected(self) -> float:
        """The Life Points that it costs, with how likely it is that the enemy does it."""
        return 0.0 if self.threat is None else self.threat.lost * self.threat.likely


class FromThere(msgspec.Struct, frozen=True):
    """All enemies, the worst first; and how many Life Points are lost on average until the mini's next turn.

    `at`: where it is then, which is elsewhere if no turn ends at the place. `whole`: False where so far only who sees
    whom was measured, and the enemies stand in the order of how near they are.
    """

    who: str
    at: Point
    facing: tuple[Facing, ...]
    lost: float
    whole: bool = True

    @property
    def seen_by(self) -> int:
        return sum(each.sees for each in self.facing)


Prospects = dict[tuple[str, str, float], NDArray[np.float64]]
"""Places (n, 3) by the mini that is not in the way, who runs, and for how many inches."""


class Perils(NamedTuple):
    """Places (n, 3), the Life Points (n,) that each costs, and how many the mini has."""

    at: NDArray[np.float64]
    lost: NDArray[np.float64]
    life: float


class Lookout:
    """What is to be seen from places on the table as it stands. Good until the next answer."""

    def __init__(self, state: State, measure: Measure, before: Lookout | None = None) -> None:
        """`before`: that on the same game a moment ago, whose attacks between minis mostly are still the same."""
        self.state, self.measure = state, measure
        known = before._outlook.strikes.known.afresh() if before is not None else None
        self._outlook: Outlook = Outlook(state, measure, weights_of("seasoned"), known=known)
        self._prospects: Prospects = {}

    def from_there(
        self,
        who: str,
        at: Point,
        ap: int,
        wanted: Callable[[], bool] = lambda: True,
        partly: Callable[[FromThere], object] = lambda _: None,
    ) -> FromThere | None:
        """What comes of it if a mini stands at a place with so many AP left; `partly` hears of it sooner, as far as it
        is known. None where there is no enemy, and once it is not wanted any more."""
        acts = self.state.copy()
        stays = rounded(at) == self.state[who].at  # whoever moves is hidden no more (ACT-01)
        acts.set(who, at=at, ap=ap, hidden=self.state[who].hidden and stays)
        aside = put_aside(self.state, self.measure, who, at)
        if aside is not None and aside.at is not None:
            at = rounded(aside.at)
        there = acts.copy()
        there.set(who, at=at)
        looks = _Looks(acts, there, self.measure, who, self._outlook, self._prospects)
        enemies, seen, facing = sorted(there.enemies(who), key=lambda c: dist(c.here, at)), list[Facing](), []
        for enemy in enemies:
            if not wanted():
                return None
            seen.append(looks.glimpse(enemy.id))
        if not seen:
            return None
        partly(FromThere(who, at, tuple(seen), 0.0, whole=False))
        for enemy, glimpse in zip(enemies, seen, strict=True):
            if not wanted():
                return None
            facing.append(looks.facing(enemy, glimpse))
        facing.sort(key=lambda each: -each.expected)
        threats = [each.threat for each in facing if each.threat is not None]
        return FromThere(who, at, tuple(facing), lost_to_all(threats, there[who].lp))

    def perils(self, who: str) -> Perils:
        """Of all places that one run leads to: about how many Life Points it costs to end the turn there.

        Less exact than `from_there`: lines of sight of those who shoot are guessed, as the bots do it.
        """
        plans = TurnPlans(self._outlook, who)
        near = plans.runs <= 1
        life = float(self.state[who].lp)
        share = plans.dangers[:, near].sum(axis=0) / max(self._outlook.worth.whole(who), 1e-9)
        return Perils(plans.at[near], np.minimum(life, share * life), life)


class _Looks:
    """A mini at a place, and its enemies one by one: it `acts` from where it goes, and is `there` after its turn."""

    def __init__(
        self, acts: State, there: State, measure: Measure, who: str, outlook: Outlook, prospects: Prospects
    ) -> None:
        """`prospects`: where enemies could run to, as far as that was looked at."""
        self.acts, self.there, self.measure, self.who, self._outlook = acts, there, measure, who, outlook
        self._prospects = prospects

    def glimpse(self, enemy: str) -> Facing:
        """Who of the two sees how much of the other: a third of the work, and asked first."""
        there, who = self.there, self.who
        apart: Distance = self.measure(there, DistanceOf(who, enemy))
        seen = glance(there, self.measure, enemy, who)
        cover = None
        if seen.sees and not apart.base_contact:
            cover = measured(cover_of(there, who, enemy, apart), there, self.measure)
        return Facing(enemy, apart.distance, seen.sees, seen.ruled if cover is not None else None, cover, None, None)

    def facing(self, enemy: Character, seen: Facing) -> Facing:
        """And what either could do to the other."""
        apart: Distance = self.measure(self.there, DistanceOf(self.who, enemy.id))
        return msgspec.structs.replace(seen, attack=self._own(enemy.id), threat=self._threat(enemy, apart))

    def _own(self, enemy: str) -> OwnAttack | None:
        c = self.acts[self.who]
        if c.ap <= 0:
            return None
        best = max(self._legal(self.acts, self.who, enemy), key=worth_of, default=None)
        return None if best is None else OwnAttack(best.weapon, best.attacks, best.kill, best.lost)

    def _legal(self, state: State, by: str, target: str, how: str = "strikes") -> Iterator[Blows]:
        """What somebody could do to another from where both stand, with each weapon."""
        for weapon in state[by].profile.armoury:
            attack = Combat(target, weapon.name)
            if measured(legality.refusal(state, by, attack), state, self.measure) is None:
                odds = measured(action_odds.kill(state, by, attack), state, self.measure)
                yield blows_of(state, target, weapon.name, how, odds)

    # --- what an enemy could do -----------------------------------------------------------------------

    def _threat(self, enemy: Character, apart: Distance) -> Threatened | None:
        there, who = self.there, self.who
        ap = self._outlook.ap_of(enemy)
        move = max(1.0, float(ways.allowance(there, enemy.id, in_water=self._outlook.wet(enemy.id)).total))
        casts = self._banes(enemy.id)
        farthest = max((*(float(w.range) for w in enemy.profile.armoury), *(bane.reach for bane in casts)), default=0.0)
        if ap <= 0 or apart.distance > ap * move + farthest:
            return None
        turn = self._at_turn(enemy, ap)
        found = list(self._legal(turn, enemy.id, who, "strikes" if apart.base_contact else "shoots"))
        if apart.base_contact:
            found += self._drowns(turn, enemy.id, "drowns")
        else:
            found += self._charges(turn, enemy.id, ap, move)
            found += self._comes_nearer(enemy, ap, move, {blows.weapon for blows in found}, casts)
        found += self._casts(turn, enemy.id, casts, found)
        worst = max(found, key=lambda blows: blows.lost, default=None)
        if worst is None or worst.lost <= 0.0:
            return None
        harm = worst.lost / max(1, there[who].lp) * self._outlook.worth.whole(who)
        likely = self._outlook.likely(enemy.id, who, harm) / max(harm, 1e-9)
        likely = min(1.0, likely)
        return Threatened(worst.weapon, worst.how, worst.attacks, worst.kill, worst.lost, likely, worst.chances)

    def _at_turn(self, enemy: Character, ap: int, at: Point | None = None) -> State:
        """When it acts, with so many AP."""
        turn = self.there.copy()
        used = MOST_AP - ap if not enemy.had_turn else 0
        effects = (*self.there[enemy.id].effects, *hooks.turn_boost(self.there, enemy.id).effects)
        hides = enemy.hidden and at is None  # who comes nearer is hidden no more (ACT-01)
        turn.set(enemy.id, ap=ap, used_ap=min(enemy.used_ap, used), at=at or enemy.at, effects=effects, hidden=hides)
        return turn

    def _banes(self, enemy: str) -> tuple[Bane, ...]:
        """Spells that an enemy could harm the mini with."""
        banes = self._outlook.banes(enemy)
        return () if banes is None else banes.of(enemy, self.who)

    def _casts(
        self, turn: State, enemy: str, banes: Sequence[Bane], blows: Sequence[Blows], how: str = "casts"
    ) -> Iterator[Blows]:
        """The spells that reach the mini from where an enemy stands, and attacks with what AP are left then."""
        if not banes:
            return
        apart: Distance = self.measure(turn, DistanceOf(enemy, self.who))
        sees = self._sees(turn, enemy)
        able = [b for b in banes if apart.distance <= b.reach + 0.005 and (sees or not b.sight)]
        if not able:
            return
        life, will = turn[self.who].lp, will_left(turn, enemy)
        still = [each for each in blows if each.how in ("strikes", "shoots")]
        for each in (None, *still):
            attack = None if each is None else Strike(each.weapon, 0.0, each.attacks, each.each, 0.0)
            best = best_of(able, will, turn[enemy].ap, lambda lost, _: mean_of(lost, life), attack)
            if best.casts:
                times = len(best.casts) + (0 if each is None else min(each.attacks, turn[enemy].ap - len(best.casts)))
                chances = tuple(map(float, at_most(best.lost, life)))
                kill = chances[life] if len(chances) > life else 0.0
                yield Blows(best.casts[0].spell, how, times, kill, chances)

    def _sees(self, turn: State, enemy: str) -> bool:
        return not isinstance(measured(look(turn, enemy, self.who), turn, self.measure), Refusal)

    def _charges(self, turn: State, enemy: str, ap: int, move: float) -> Iterator[Blows]:
        """Into contact by the shortest way, with the attack of opportunity that this gives (MOVE-10)."""
        wet = self._outlook.wet(enemy)
        if dist(turn[enemy].here, turn[self.who].here) > move * ap + 2.0:
            return
        ways = [self._way_to(turn, enemy, move * ap, wet=wet, fly=fly) for fly in {False, hooks.flies(turn, enemy)}]
        runs = max(1, ceil(round(min(ways) / move, 3))) if isfinite(min(ways)) else ap + 1
        if runs > ap:
            return
        begins = self._at_turn(turn[enemy], ap - runs + 1)
        swims = wet and runs == 1  # it begins its charge in water (WATER-04)
        yield from self._drowns(begins, enemy, "comes and drowns", charging=True)
        for weapon in turn[enemy].profile.armoury:
            if not weapon.range and (not swims or hooks.is_so(begins, enemy, "works_in_water", weapon)):
                odds = measured(
                    action_odds.charge_to_kill(begins, enemy, Combat(self.who, weapon.name)), begins, self.measure
                )
                yield blows_of(begins, self.who, weapon.name, "charges", odds)

    def _drowns(self, turn: State, enemy: str, how: str, *, charging: bool = False) -> Iterator[Blows]:
        """What holding the mini under water comes to, if that is where it is (WATER-05)."""
        ground: Ground = self.measure(self.there, GroundOf(self.who))
        if ground.water and not hooks.at_home_in_water(turn, self.who):
            begins = How(opportunity=True, charging=True) if charging else None
            pools = measured(preview.opposed(turn, enemy, Drown(self.who), begins), turn, self.measure)
            yield drownings(pools.odds, turn[self.who].lp, how, turn[enemy].ap)

    def _way_to(self, turn: State, enemy: str, most: float, *, wet: bool, fly: bool) -> float:
        """How many inches an enemy's way into contact with the mini has, on foot or through the air; infinite: none."""
        mover, to = ways.mover(turn, enemy, most, in_water=wet, fly=fly), touching(turn, enemy, self.who)
        if not fly and not self._may_come(turn, mover, to):
            return inf
        way: Path = self.measure(turn, PathTo(mover, to, beyond=0.0))
        met = way.refusal is None and any(contact.id == self.who for contact in way.contacts)
        return way.cost if met else inf

    def _may_come(self, turn: State, mover: Mover, to: Point) -> bool:
        """Could an enemy perhaps come there on foot? To find that it cannot takes a search for a way ten times as long
        as all places that it could run to, which are the same wherever the mini stands."""
        key = (self.who, mover.figure, mover.move)
        if key not in self._prospects:
            farther = msgspec.structs.replace(mover, move=LONGER * mover.move + MORE, ignore=(*mover.ignore, self.who))
            found: Prospect = self.measure(turn, ProspectOf(farther))
            self._prospects[key] = found.at
        return bool((np.linalg.norm(self._prospects[key] - np.array(to), axis=1) < NEAR).any())

    def _comes_nearer(
        self, enemy: Character, ap: int, move: float, has: set[str], banes: Sequence[Bane]
    ) -> Iterator[Blows]:
        """What it shoots and casts from a place that one run leads to and that sees the mini, where it does not from
        here."""
        ranges = [float(w.range) for w in enemy.profile.armoury if w.range and w.name not in has]
        shoots = bool(ranges)
        ranges += [bane.reach for bane in banes]
        if not ranges or ap < 2:
            return
        there = self.there
        wet, fly = self._outlook.wet(enemy.id), hooks.flies(there, enemy.id)
        mover = ways.mover(there, enemy.id, move, in_water=wet, fly=fly)
        prospect: Prospect = self.measure(there, ProspectOf(mover))
        near = prospect.at[np.linalg.norm(prospect.at - np.array(there[self.who].here), axis=1) < max(ranges) + 2.0]
        for row in near[:: max(1, len(near) // PLACES)][:PLACES]:
            place = (round(float(row[0]), 3), round(float(row[1]), 3), round(float(row[2]), 3))
            turn = self._at_turn(enemy, ap - 1, place)
            if not self._sees(turn, enemy.id):
                continue
            if shoots:
                yield from (b for b in self._legal(turn, enemy.id, self.who, "comes and shoots") if b.weapon not in has)
            cast = list(self._casts(turn, enemy.id, banes, (), "comes and casts"))
            yield from cast
            shoots, banes = False, () if cast else banes
            if not banes:
                return


def lost_to_all(threats: Sequence[Threatened], life: int) -> float:
    """How many Life Points all of these take together on average, each of them as likely as it is: where one takes what
    there is left, there is nothing for the next."""
    lost = np.ones(1)
    for each in threats:
        one = each.likely * np.array(each.chances)
        one[0] += 1.0 - each.likely
        lost = at_most(np.convolve(lost, one), life)
    return float(lost @ np.arange(len(lost)))
