"""What happened: frozen facts in the past tense, and the one change of state that each makes.

An event encodes to JSON as `{"event": "lost_life", ...}`. Rules tell events; nothing else changes a state.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from sim.board.tableau import VesselAt
from sim.carnevale.characters import Character, Effect, Point
from sim.carnevale.dice import Modifier
from sim.carnevale.objectives.objective import carried_along
from sim.engine.events import GameEvent

if TYPE_CHECKING:
    from sim.carnevale.state import State


class Event(GameEvent["State"], frozen=True, kw_only=True):
    """Base of all events."""


# --- the course of the game ---------------------------------------------------------------------------


class RoundBegan(Event, frozen=True, tag="round_began"):
    round: int

    def apply(self, state: State) -> None:
        state.round = self.round
        for who, c in state.characters.items():
            state.set(who, ap=c.profile.ap, used_ap=0, had_turn=False, used=())


class InitiativeTaken(Event, frozen=True, tag="initiative_taken"):
    seat: str
    order: tuple[str, ...]

    def apply(self, state: State) -> None:
        state.initiative = self.order


class TurnBegan(Event, frozen=True, tag="turn_began"):
    who: str

    def apply(self, state: State) -> None:
        state.active, state.turn_over = self.who, False
        state.set(self.who, used_turn=(), had_turn=True, acted=False)


class TurnCutShort(Event, frozen=True, tag="turn_cut_short"):
    """The turn ends with the action in hand (Hide, Guard); out of sequence there is no turn to end."""

    who: str
    why: str

    def apply(self, state: State) -> None:
        state.turn_over = state.turn_over or self.who == state.active


class TurnEnded(Event, frozen=True, tag="turn_ended"):
    who: str

    def apply(self, state: State) -> None:
        state.active, state.turn_over = None, False
        if state.agreed:
            state.agreed = {}
        state.set(self.who, ap=0, turns_ended=state[self.who].turns_ended + 1)


class RoundEnded(Event, frozen=True, tag="round_ended"):
    round: int


class GameEnded(Event, frozen=True, tag="game_ended"):
    winners: tuple[str, ...]
    scores: dict[str, int]

    def apply(self, state: State) -> None:
        state.over = True
        state.winners = self.winners


class Scored(Event, frozen=True, tag="scored"):
    seat: str
    vp: int
    why: str

    def apply(self, state: State) -> None:
        state.set_seat(self.seat, vp=state.seats[self.seat].vp + self.vp)


# --- dice ---------------------------------------------------------------------------------------------


class Rolled(Event, frozen=True, tag="rolled"):
    """A roll as it stands after its re-rolls. The first face is the Destiny Die's."""

    who: str
    purpose: str
    faces: tuple[int, ...]
    needed: int
    aces: int
    outcome: str
    dice: int  # the pool, after modifiers
    modifiers: tuple[Modifier, ...] = ()
    needed_modifiers: tuple[Modifier, ...] = ()  # what changed the number needed (Evasion)
    against: str | None = None


class DiceThrown(Event, frozen=True, omit_defaults=True, tag="dice_thrown"):
    """Dice have left the hand: counts them, so that the next roll throws the next dice."""

    who: str
    purpose: str
    faces: tuple[int, ...]
    secret: str | None = None  # only this seat may see them ("": nobody)

    def seen_by(self, seat: str) -> bool:
        return self.secret in (None, seat)

    def apply(self, state: State) -> None:
        state.thrown += len(self.faces)


class Rerolled(Event, frozen=True, tag="rerolled"):
    seat: str
    who: str
    dice: tuple[int, ...]  # which of the roll's dice, from 0
    faces: tuple[int, ...]
    sources: tuple[str, ...]


# --- points -------------------------------------------------------------------------------------------


class PointsSpent(Event, frozen=True, tag="points_spent"):
    """AP, WP or CP spent, or LP as if they were WP; AP counts towards the 3 of the round (TURN-04)."""

    who: str
    what: str  # "ap", "lp", "wp", "cp"
    points: int
    on: str

    def apply(self, state: State) -> None:
        c = state[self.who]
        if self.what == "ap":
            state.set(self.who, ap=max(0, c.ap - self.points), used_ap=c.used_ap + self.points)
        else:
            state.set(self.who, **{self.what: max(0, getattr(c, self.what) - self.points)})


class PointsGained(Event, frozen=True, tag="points_gained"):
    """Points came back or were given; LP, WP and CP never pass the starting number (TURN-05)."""

    who: str
    what: str  # "ap", "lp", "wp", "cp"
    points: int
    why: str

    def apply(self, state: State) -> None:
        state.set(self.who, **{self.what: getattr(state[self.who], self.what) + self.came(state)})

    def came(self, state: State) -> int:
        """How many of these points there is room for."""
        c = state[self.who]
        if self.what == "ap":
            return self.points
        room: int = getattr(c.profile, self.what) - getattr(c, self.what)
        return max(0, min(self.points, room))


class Damaged(Event, frozen=True, tag="damaged"):
    """Damage left after the protection roll; the life that it costs is told by `lost_life`."""

    who: str
    damage: int
    before_protection: int
    by: str | None = None
    why: str = ""


class LostLife(Event, frozen=True, tag="lost_life"):
    who: str
    lost: int
    why: str
    by: str | None = None

    def apply(self, state: State) -> None:
        state.set(self.who, lp=max(0, state[self.who].lp - self.lost))


class Killed(Event, frozen=True, tag="killed"):
    """Removed as a casualty (TURN-05); `where` it stood, for agendas and the table."""

    who: str
    by: str | None
    why: str
    where: Point

    def apply(self, state: State) -> None:
        state.set(self.who, alive=False, ap=0, aboard=None, on_wall=False, effects=())


class Escaped(Event, frozen=True, tag="escaped"):
    """Left the board by an edge, and is out of the game alive (SCEN-09)."""

    who: str
    where: Point

    def apply(self, state: State) -> None:
        state.set(self.who, escaped=True, ap=0, aboard=None, on_wall=False, effects=())


class CommandGranted(Event, frozen=True, tag="command_granted"):
    """More Command Points than the profile has, from the start (SCEN-09)."""

    who: str
    points: int
    why: str

    def apply(self, state: State) -> None:
        c = state[self.who]
        profile = msgspec.structs.replace(c.profile, cp=c.profile.cp + self.points)
        state.set(self.who, profile=profile, cp=c.cp + self.points)


class Forfeited(Event, frozen=True, tag="forfeited"):
    """All Victory Points of a seat are void (SCEN-10, Secondary)."""

    seat: str
    vp: int
    why: str

    def apply(self, state: State) -> None:
        state.set_seat(self.seat, vp=state.seats[self.seat].vp - self.vp)


# --- places -------------------------------------------------------------------------------------------


class Deployed(Event, frozen=True, tag="deployed"):
    who: str
    at: Point
    facing: float = 0.0
    aboard: str | None = None

    def apply(self, state: State) -> None:
        state.set(self.who, at=self.at, facing=self.facing, aboard=self.aboard)


class Moved(Event, frozen=True, tag="moved"):
    """A figure moved along a path. `how`: run, climb, swim, fly, underwater, rowed, placed, nudged, ..."""

    who: str
    how: str
    path: tuple[Point, ...]
    cost: float = 0.0
    on_wall: bool = False
    aboard: str | None = None
    in_water: bool = False  # where it ends

    @property
    def to(self) -> Point:
        return self.path[-1]

    def apply(self, state: State) -> None:
        state.set(self.who, at=self.path[-1], on_wall=self.on_wall, aboard=self.aboard, hidden=False, guarding=False)


class Jumped(Event, frozen=True, tag="jumped"):
    """A jump, up to where it leaves its way: on the ground, or in mid-air before a fall (`falls`)."""

    who: str
    path: tuple[Point, ...]
    to: Point
    length: float  # inches jumped, along the straight line to the point, and the nudge to stand wholly (JUMP-04)
    rolled: float = 0.0  # inches that the roll allowed
    outcome: str = ""  # of the roll: success, fail, critical, fumble
    aimed_at: Point | None = None
    run_on: float = 0.0  # inches run on beyond the point aimed at (JUMP-03)
    falls: bool = False
    controlled: bool = False  # meant as a controlled landing (JUMP-08)
    chained: bool = False  # for 0 AP, from an obstacle (JUMP-07)
    stopped_by: str | None = None
    aboard: str | None = None

    @property
    def succeeded(self) -> bool:
        return self.outcome in ("success", "critical")

    def apply(self, state: State) -> None:
        state.set(self.who, at=self.to, on_wall=False, aboard=self.aboard, hidden=False, guarding=False)


class Fell(Event, frozen=True, tag="fell"):
    """Fell straight down to `rest`. `fallen` is the height measured, `height` what counts of it (FALL-03)."""

    who: str
    start: Point
    rest: Point
    height: float  # inches that count, landing spot included
    landing: str
    part: str | None
    fallen: float = 0.0  # inches measured, from the start of the jump where one led to it
    why: str = "fall"
    by: str | None = None  # whoever made it fall
    onto: tuple[str, ...] = ()  # the minis that it fell on (FALL-04)
    controlled: bool = False
    aboard: str | None = None

    def apply(self, state: State) -> None:
        state.set(self.who, at=self.rest, on_wall=False, aboard=self.aboard, hidden=False, guarding=False)


class Disengaged(Event, frozen=True, tag="disengaged"):
    """A try to leave base contact (MOVE-12). `stays`: it did not come away."""

    who: str
    against: str
    outcome: str
    stays: bool = False
    barricade: str | None = None  # it was the crossing of a barricade (TERR-11)


class MoveGained(Event, frozen=True, tag="move_gained"):
    """More inches for the move in hand (MOVE-03, MOVE-12)."""

    who: str
    inches: float
    why: str


class MoveLost(Event, frozen=True, tag="move_lost"):
    """The rest of the move in hand is lost."""

    who: str
    inches: float
    why: str


class Rowed(Event, frozen=True, tag="rowed"):
    """A vessel moved on its water, everybody on it with it (TERR-13)."""

    who: str
    piece: str
    start: VesselAt
    to: VesselAt
    length: float  # the most that anyone on it moved
    rolled: float
    riders: tuple[tuple[str, Point], ...] = ()

    def apply(self, state: State) -> None:
        state.vessels = (*(v for v in state.vessels if v.piece != self.piece), self.to)
        for rider, at in self.riders:
            state.set(rider, at=at, aboard=self.piece, hidden=False, guarding=False)
        for o in list(state.objectives.values()):
            if o.aboard == self.piece:
                state.objectives[o.id] = carried_along(o, self.start, self.to)


class Shaken(Event, frozen=True, tag="shaken"):
    """Unstable ground shook under a character because of another (TERR-03)."""

    who: str
    by: str
    outcome: str


class Pushed(Event, frozen=True, tag="pushed"):
    """Moved by force: grapple or knockback."""

    who: str
    by: str | None
    path: tuple[Point, ...]
    why: str
    aboard: str | None = None
    in_water: bool = False  # where it ends

    def apply(self, state: State) -> None:
        state.set(self.who, at=self.path[-1], on_wall=False, aboard=self.aboard, hidden=False, guarding=False)


# --- counters and effects -----------------------------------------------------------------------------


class Stunned(Event, frozen=True, tag="stunned"):
    who: str
    why: str

    def apply(self, state: State) -> None:
        own_turn = state.active == self.who  # its next turn is then the one after this
        state.set(self.who, stunned=True, stunned_since=state[self.who].turns_ended + own_turn)


class CounterGained(Event, frozen=True, tag="counter_gained"):
    """`counter`: hidden, guarding, or underwater."""

    who: str
    counter: str
    number: int = 1

    def apply(self, state: State) -> None:
        if self.counter == "underwater":
            state.set(self.who, underwater=state[self.who].underwater + self.number)
        else:
            state.set(self.who, **{self.counter: True})


class CounterLost(Event, frozen=True, tag="counter_lost"):
    """`counter`: stunned, hidden, guarding, or underwater (all of them)."""

    who: str
    counter: str
    why: str

    def apply(self, state: State) -> None:
        state.set(self.who, **{self.counter: 0 if self.counter == "underwater" else False})


class EffectBegan(Event, frozen=True, tag="effect_began"):
    who: str
    effect: Effect

    def apply(self, state: State) -> None:
        state.set(self.who, effects=(*state[self.who].effects, self.effect))


class EffectsEnded(Event, frozen=True, tag="effects_ended"):
    who: str
    effects: tuple[Effect, ...]

    def apply(self, state: State) -> None:
        state.set(self.who, effects=tuple(e for e in state[self.who].effects if e not in self.effects))


class Used(Event, frozen=True, tag="used"):
    """Something that can be done so many times a round or a turn was done."""

    who: str
    what: str
    each: str  # "round" or "turn"

    def apply(self, state: State) -> None:
        c = state[self.who]
        if self.each == "round":
            state.set(self.who, used=(*c.used, self.what))
        else:
            state.set(self.who, used_turn=(*c.used_turn, self.what))


class Kept(Event, frozen=True, tag="kept"):
    """An ability remembers a number about a character."""

    who: str
    what: str
    value: int

    def apply(self, state: State) -> None:
        state.set(self.who, kept={**state[self.who].kept, self.what: self.value})


class ActionBegan(Event, frozen=True, tag="action_began"):
    """A character acts. `kind` is the action's name; `opportunity` an attack of opportunity."""

    who: str
    action: str
    ap: int
    target: str | None = None
    opportunity: bool = False
    facts: dict[str, Any] = msgspec.field(default_factory=dict)

    def apply(self, state: State) -> None:
        state.doing = (*state.doing, self.who)
        if self.who == state.active and len(state.doing) == 1:
            state.set(self.who, acted=True)


class ActionEnded(Event, frozen=True, tag="action_ended"):
    who: str
    action: str

    def apply(self, state: State) -> None:
        state.doing = state.doing[:-1]


class Charged(Event, frozen=True, tag="charged"):
    """Came into base contact with enemies (MOVE-10); `from_above`: with these, 3" or more down (MOVE-11)."""

    who: str
    targets: tuple[str, ...]
    from_above: tuple[str, ...] = ()


class PointsLost(Event, frozen=True, tag="points_lost"):
    """Points taken from a character, not spent by it."""

    who: str
    what: str  # "wp", "cp"
    points: int
    why: str

    def apply(self, state: State) -> None:
        state.set(self.who, **{self.what: max(0, getattr(state[self.who], self.what) - self.points)})


class Attacked(Event, frozen=True, tag="attacked"):
    """A Combat action met one target (ACT-03): what was measured, and how it went, before protection."""

    who: str
    target: str
    weapon: str
    distance: float
    contact: bool
    in_cover: bool
    outcome: str
    aces: int
    damage: int


class SpellCast(Event, frozen=True, tag="spell_cast"):
    """A spell was tried: the outcome of its magic roll (MAGIC-03)."""

    who: str
    spell: str
    target: str | None
    outcome: str


class Swayed(Event, frozen=True, tag="swayed"):
    """A character fights for this seat from now on (Madness), until it is swayed back."""

    who: str
    seat: str
    why: str

    def apply(self, state: State) -> None:
        state.set(self.who, seat=self.seat)


class DispelTried(Event, frozen=True, tag="dispel_tried"):
    """A mage paid to dispel an enemy's spell (MAGIC-04)."""

    who: str
    against: str
    spell: str


class CommandUsed(Event, frozen=True, tag="command_used"):
    """A command ability (TURN-09)."""

    who: str
    command: str
    cost: int


class Entered(Event, frozen=True, tag="entered"):
    """A character joined the game (it is on the roster; deployment places it)."""

    character: Character

    def apply(self, state: State) -> None:
        state.characters[self.character.id] = self.character


VERDICTS = ("sees", "in_cover")  # that the Golden Rule can turn


class Change(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is set of one character; what is left out stays."""

    at: Point | None = None
    lp: int | None = None
    wp: int | None = None
    ap: int | None = None
    cp: int | None = None
    stunned: bool | None = None
    hidden: bool | None = None
    guarding: bool | None = None
    underwater: int | None = None
    sees: dict[str, bool] = {}  # verdicts turned, to the end of the turn: does it see that one?
    in_cover: dict[str, bool] = {}  # is it in cover from that one?

    @property
    def fields(self) -> dict[str, Any]:
        """What is set of the character itself."""
        own = {field: getattr(self, field) for field in self.__struct_fields__ if field not in VERDICTS}
        return {field: value for field, value in own.items() if value is not None}

    @property
    def verdicts(self) -> dict[str, dict[str, bool]]:
        """The verdicts that are turned, a kind at a time."""
        return {kind: turned for kind in VERDICTS if (turned := getattr(self, kind))}


class Overruled(Event, frozen=True, tag="overruled"):
    """The Golden Rule: by agreement of all players, something was set by hand (TURN-12)."""

    who: str
    change: Change
    why: str
    on_wall: bool = False  # of the place where it is put
    aboard: str | None = None
    in_water: bool = False

    def apply(self, state: State) -> None:
        fields = self.change.fields
        if "at" in fields:
            fields |= {"on_wall": self.on_wall, "aboard": self.aboard}
        state.set(self.who, **fields)
        for kind, turned in self.change.verdicts.items():
            for other, verdict in turned.items():
                state.agreed = {**state.agreed, f"{self.who} {kind} {other}": verdict}
