"""A second reckoning: every roll, blow, fall and score of a game, worked out again from its log with nothing of the
rules' own arithmetic. It reads what was told, and asks whether the numbers follow from one another.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from math import floor, hypot
from typing import Any, NoReturn

from sim.carnevale import events as e
from sim.carnevale import hooks
from sim.carnevale.agendas.check import AgendaAchieved, AgendaKept
from sim.carnevale.characters import Character, Point
from sim.carnevale.events.objectives import ObjectiveDropped, ObjectiveTaken
from sim.carnevale.state import State
from tests.laws.broken import Broken

MM = 1 / 25.4
MARKER = 15 * MM  # inches: an objective's radius
PLAIN = ("initiative", "deployment", "agenda", "leather doublet", "poison")  # read by rules of their own
OPPOSED = ("disengage", "grapple", "drown", "dispel")
SHOCK = 3  # LP in one action


class Reckoning:
    """The numbers of one game. `catch_up` reads what has been told since and raises Broken where they do not fit."""

    def __init__(self, game: str, begun: State) -> None:
        self.game, self.read = game, len(begun.log)
        self.rolls: dict[tuple[str, str], e.Rolled] = {}  # the latest of each character and purpose
        self.again: dict[str, set[int]] = {}  # dice of the roll in hand that were thrown again
        self.acting: list[tuple[str, str, Counter[str]]] = []  # who does what, and the LP lost in that alone
        self.fallen: dict[str, e.Fell] = {}  # whoever is falling
        self.struck: e.Attacked | None = None
        self.reloads: Counter[tuple[str, str]] = Counter()  # this round
        self.stunned: dict[str, bool] = {}  # whoever began its turn so
        self.commanded: set[tuple[str, str]] = set()
        self.initiative: dict[str, list[int]] = {}  # what each seat has thrown for it, ties thrown again
        self.agendas: Counter[str] = Counter()  # VP, by seat
        self.kept: set[tuple[str, str]] = set()
        self.acted: dict[str, int] = {}  # the numbers of the latest events
        self.moved: dict[str, int] = {}
        self.gained: dict[tuple[str, str], int] = {}  # counters
        self.checks: dict[type[Any], Callable[[State, Any], None]] = {
            e.Rolled: self._rolled,
            e.Rerolled: self._rerolled,
            e.PointsSpent: self._spent,
            e.ActionBegan: self._acts,
            e.ActionEnded: self._acted,
            e.Fell: self._falls,
            e.LostLife: self._loses,
            e.Attacked: self._strikes,
            e.Damaged: self._hurts,
            e.Jumped: self._jumps,
            e.Used: self._uses,
            e.RoundBegan: self._round_begins,
            e.TurnBegan: self._turn_begins,
            e.TurnEnded: self._turn_ends,
            e.InitiativeTaken: self._begins,
            e.GameEnded: self._ends,
            AgendaAchieved: self._achieves,
            AgendaKept: lambda _, event: self.kept.add((event.seat, event.agenda)),
        }

    def catch_up(self, state: State) -> None:
        """`state` is as the latest event left it; only what no later event of an answer changes is read from it."""
        for event in state.log[self.read :]:
            self.read += 1
            check = self.checks.get(type(event))
            if check is not None:
                check(state, event)
            self._counters(event)
        self._keeps(state)

    def _counters(self, event: Any) -> None:
        match event:
            case e.ActionBegan():
                self.acted[event.who] = self.read
            case e.Moved() | e.Jumped() | e.Pushed() | e.Fell():
                self.moved[event.who] = self.read
            case e.CounterGained():
                self.gained[event.who, event.counter] = self.read

    def _keeps(self, state: State) -> None:
        """Who has moved or acted since is neither hidden nor on guard, and who has acted is not underwater."""
        for c in state.on_board():
            acted, moved = self.acted.get(c.id, 0), self.moved.get(c.id, 0)
            for law, counter, until in (
                ("ACT-01", "hidden", max(acted, moved)),
                ("ACT-02", "guarding", max(acted, moved)),
                ("WATER-02", "underwater", acted),
            ):
                kept = not getattr(c, counter) or self.gained.get((c.id, counter), 0) >= until
                self.must(kept, law, f"{c.id} is still {counter}, and has moved or acted since")

    def broken(self, law: str, why: str) -> NoReturn:
        raise Broken(self.game, self.read, law, why)

    def must(self, holds: bool, law: str, why: str) -> None:
        if not holds:
            self.broken(law, why)

    # --- dice ---------------------------------------------------------------------------------------------

    def _rolled(self, state: State, event: e.Rolled) -> None:
        self.rolls[event.who, event.purpose] = event
        self.again.clear()
        self.must(0 <= event.dice <= 10, "DICE-01", f"{event.who} rolls {event.dice} dice for {event.purpose}")
        if event.purpose == "initiative":
            commands = event.who in state.characters  # else one die is compared by its face
            seat = state[event.who].seat if commands else event.who
            self.initiative.setdefault(seat, []).append(event.aces if commands else event.faces[0])
        if event.purpose in PLAIN:
            return
        aces = sum(face == 10 or (face > 1 and face >= event.needed) for face in event.faces)
        first = event.faces[0] if event.faces else 0
        read = "success" if aces else "fumble" if first == 1 else "fail"
        read = "critical" if first == 10 and aces >= 2 else read
        told = (event.aces, event.outcome)
        settled = not event.faces  # by an ability or an item: nothing was rolled
        targeted = event.purpose in OPPOSED and event.aces <= aces  # has no Critical or Fumble (DICE-08)
        plainly = targeted and event.outcome == ("success" if event.aces else "fail")
        fits = told == (aces, read) or plainly
        self.must(settled or fits, "DICE-04", f"{event.faces} on {event.needed}+ is told as {told}")

    def _rerolled(self, state: State, event: e.Rerolled) -> None:
        done = self.again.setdefault(event.who, set())
        twice = done & set(event.dice)
        self.must(not twice, "DICE-06", f"dice {sorted(twice)} of {event.who} are thrown again a second time")
        self.must(len(event.dice) == len(event.faces) == len(set(event.dice)), "DICE-06", f"{event}")
        done.update(event.dice)

    def _begins(self, state: State, event: e.InitiativeTaken) -> None:
        """The last to roll, after all ties, are those who had tied."""
        throws = self.initiative
        rounds = max(map(len, throws.values()), default=0)
        last = {seat: thrown[-1] for seat, thrown in throws.items() if len(thrown) == rounds}
        if last:
            self.must(last.get(event.seat) == max(last.values()), "TURN-02", f"{event.seat} begins with {last}")
        self.initiative = {}

    # --- actions ------------------------------------------------------------------------------------------

    def _spent(self, state: State, event: e.PointsSpent) -> None:
        if event.what == "cp":
            done = (event.who, event.on)
            self.must(event.on == "plan" or done not in self.commanded, "TURN-10", f"{done} twice in a round")
            self.commanded.add(done)

    def _acts(self, state: State, event: e.ActionBegan) -> None:
        self.acting.append((event.who, event.action, Counter()))
        carried = _carried(state, self.read, event.who)
        laden = event.action in ("run", "climb") or not carried
        self.must(laden, "SCEN-04", f"{event.who} carries {carried}, and does {event.action}")

    def _acted(self, state: State, event: e.ActionEnded) -> None:
        who, action, lost = self.acting.pop()
        self.fallen.clear()
        self.must((who, action) == (event.who, event.action), "TURN-04", f"{event} ends {who}'s {action}")
        for hurt, points in lost.items():
            still = _carried(state, self.read, hurt) if points >= SHOCK else None
            self.must(not still, "SCEN-04", f"{hurt} lost {points} LP in one action, and still carries {still}")

    def _uses(self, state: State, event: e.Used) -> None:
        if event.what.startswith("weapon:"):
            weapon = state[event.who].profile.weapon(event.what.removeprefix("weapon:"))
            most = next((t.x for t in weapon.traits if t.name == "Reload"), None) if weapon is not None else None
            self.reloads[event.who, event.what] += 1
            shots = self.reloads[event.who, event.what]
            self.must(most is None or shots <= most, "WEAP-Reload", f"{event.who}: {shots} shots of {event.what}")

    def _jumps(self, state: State, event: e.Jumped) -> None:
        roll = self.rolls[event.who, "jump"]
        table = {"success": 2 + roll.aces, "fail": 2, "critical": 4 + roll.aces, "fumble": 1}
        most = table[roll.outcome]
        gained = event.rolled - most  # a Critical disengage adds 2"
        self.must(gained in (0, 2), "JUMP-01", f"{event.who} jumps {event.rolled} with {roll.outcome}, {roll.aces}")
        far = event.length <= event.rolled + 1.0 + 0.51  # to stand wholly (JUMP-04), and helped (MOVE-05)
        self.must(far, "JUMP-01", f'{event.who} jumps {event.length}" of {event.rolled}"')
        high = event.to[2] - event.path[0][2] <= 3.0 + 1.0 + 0.01
        self.must(high, "JUMP-01", f"{event.who} jumps up from {event.path[0]} to {event.to}")

    # --- harm ---------------------------------------------------------------------------------------------

    def _falls(self, state: State, event: e.Fell) -> None:
        self.fallen[event.who] = event
        spot = {"soft": -4, "water": -2, "solid": 0, "difficult": 2, "dangerous": 4}[event.landing]
        counts = event.fallen + spot if event.fallen > 1.005 else event.fallen
        self.must(abs(max(0.0, counts) - event.height) < 0.01, "FALL-03", f"{event} counts {counts}")

    def _strikes(self, state: State, event: e.Attacked) -> None:
        self.struck = event
        weapon = state[event.who].profile.weapon(event.weapon)
        assert weapon is not None
        harmless = any(t.name == "Harmless" for t in weapon.traits)
        hit = event.outcome in ("success", "critical") and not harmless
        roll = self.rolls.get((event.who, "combat"))
        self.must(roll is not None and roll.aces == event.aces, "ACT-03", f"{event} is not by {roll}")
        expected = max(0, event.aces + weapon.damage) if hit else 0
        self.must(event.damage == expected, "ACT-04", f"{event.damage} Damage of {event}, not {expected}")
        if weapon.range == 0.0 and not any(t.name == "Template" for t in weapon.traits):
            self.must(event.contact, "ACT-05", f"{event.weapon} reaches {event.target} out of contact")
        elif event.apart is not None and not any(t.name in ("Template", "Blast") for t in weapon.traits):
            self.must(event.apart.distance <= weapon.range + 0.01, "ACT-03", f"{event} is out of range")

    def _hurts(self, state: State, event: e.Damaged) -> None:
        roll = self.rolls[event.who, "protection"]
        saved = {"success": roll.aces, "fail": 0, "critical": roll.aces + 1, "fumble": -1}[roll.outcome]
        left = max(0, event.before_protection - saved)
        self.must(event.damage == left, "DICE-11", f"{event} with {roll.outcome}, {roll.aces}: not {left}")

    def _loses(self, state: State, event: e.LostLife) -> None:
        if self.acting:
            self.acting[-1][2][event.who] += event.lost
        fell = self.fallen.get(event.who)
        if fell is not None and event.why == fell.why:
            roll = self.rolls[event.who, "fall"]
            saved = {"success": roll.aces, "critical": roll.aces + 2}.get(roll.outcome, 0)
            most = floor(fell.height + 0.006) - saved
            self.must(event.lost <= most, "FALL-02", f"{event.who} loses {event.lost} of {fell.height}, saved {saved}")
            spared = any(hooks.has(state, event.who, name) for name in ("Flight", "Aerial Attack"))
            self.must(spared or event.lost == most, "FALL-02", f"{event.who} loses {event.lost}, not {most}")
            del self.fallen[event.who]

    # --- turns and rounds ---------------------------------------------------------------------------------

    def _round_begins(self, state: State, event: e.RoundBegan) -> None:
        self.reloads.clear()
        self.commanded.clear()

    def _turn_begins(self, state: State, event: e.TurnBegan) -> None:
        self.stunned = {event.who: _was_stunned(state, self.read, event.who)}

    def _turn_ends(self, state: State, event: e.TurnEnded) -> None:
        self.fallen.clear()
        if self.stunned.get(event.who):
            again = _was_stunned(state, self.read, event.who) and not _since_turn(state, self.read, event.who)
            self.must(not again, "ACT-09", f"{event.who} is still stunned after its turn")

    # --- scores -------------------------------------------------------------------------------------------

    def _achieves(self, state: State, event: AgendaAchieved) -> None:
        self.agendas[event.seat] += 2 if (event.seat, event.agenda) in self.kept else 1

    def _ends(self, state: State, event: e.GameEnded) -> None:
        expected = {seat: self.agendas[seat] + primary(state, seat) for seat in state.seats}
        if state.scenario == "secure-arms":  # Secondary
            expected = {seat: vp if self.agendas[seat] else 0 for seat, vp in expected.items()}
        if state.scenario != "free":
            self.must(event.scores == expected, "TURN-03", f"scores are {event.scores}, counted again {expected}")


def primary(state: State, seat: str) -> int:
    """A gang's points of its scenario's primary objective, counted again."""
    here = [c for c in state.on_board() if c.seat == seat]
    match state.scenario:
        case "gang-war":
            return len(here)
        case "street-fight":
            away = sum(isinstance(x, e.Escaped) and state[x.who].seat == seat for x in state.log)
            killed = [x for x in state.log if isinstance(x, e.Killed) and x.by is not None]
            foes = (x for x in killed if state[x.by].seat == seat != state[x.who].seat)  # type: ignore[index]
            return away + sum(state.seats[state[x.who].seat].side == "attacker" for x in foes)
        case "secure-arms":
            return 2 * sum(_holds(state, seat, o.at) for o in state.objectives.values() if o.at is not None)
        case "acquisition":
            return sum(_goods(state, seat, o) for o in state.objectives.values())
        case "take-what-is-theirs":
            return 3 * sum(_home(state, seat, o) for o in state.objectives.values())
    return 0


def _goods(state: State, seat: str, o: Any) -> int:
    if o.carrier is None:
        return 2 * _holds(state, seat, o.at)
    carrier = state[o.carrier]
    if not _mindless(state, carrier):
        return 3 if carrier.seat == seat else 0
    return 2 * _holds(state, seat, carrier.here, carrier.profile.size * MM / 2)


def _home(state: State, seat: str, o: Any) -> bool:
    at, r = (o.at, MARKER) if o.carrier is None else (state[o.carrier].here, state[o.carrier].profile.size * MM / 2)
    zone = state.seats[seat].zone or ""
    x = state.size[0] if "east" in zone else 0.0
    y = state.size[1] if "north" in zone else 0.0
    return at is not None and hypot(at[0] - x, at[1] - y) - r <= 12.0


def _holds(state: State, seat: str, at: Point, r: float = MARKER) -> bool:
    """Has it somebody within 3" of this place, and no other gang anybody?"""
    near = {c.seat for c in state.on_board() if not _mindless(state, c) and _gap(c, at, r) <= 3.0}
    return near == {seat}


def _gap(c: Character, at: Point, r: float) -> float:
    level = max(0.0, hypot(c.here[0] - at[0], c.here[1] - at[1]) - c.profile.size * MM / 2 - r)
    return hypot(level, c.here[2] - at[2])


def _mindless(state: State, c: Character) -> bool:
    return any(t.name == "Mindless" for t in c.profile.traits)


def _carried(state: State, upto: int, who: str) -> str | None:
    """What somebody carries after so many events."""
    held = None
    for event in state.log[:upto]:
        match event:
            case ObjectiveTaken():
                held = event.objective if event.who == who else None if held == event.objective else held
            case ObjectiveDropped() if event.objective == held:
                held = None
    return held


def _was_stunned(state: State, upto: int, who: str) -> bool:
    for event in reversed(state.log[:upto]):
        if isinstance(event, e.Stunned) and event.who == who:
            return True
        if isinstance(event, e.CounterLost) and event.who == who and event.counter == "stunned":
            return False
    return False


def _since_turn(state: State, upto: int, who: str) -> bool:
    """Was it stunned in the turn that ends?"""
    for event in reversed(state.log[:upto]):
        if isinstance(event, e.Stunned) and event.who == who:
            return True
        if isinstance(event, e.TurnBegan):
            return False
    return False
