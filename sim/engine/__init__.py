"""Games in general: seats, requests, answers, events, sessions, journals, bots, duels, scripts and tables.

The engine knows no game and no board. A rule is a generator that yields requests and is sent their answers; a game is
the list of these answers, so it can be saved at any request, resumed, cloned, replayed and verified.

How to add a game (`tests/engine/lagoon.py` follows these steps, in 150 lines):

1. *What can be measured.* If something lies between the rules and the board, make each question to it a frozen
   `msgspec.Struct` with the type of its answer as `verdict` (a ClassVar), and write the referee: a function `(state,
   query) -> verdict`. A game without a board has none, and `replay.no_referee` for a referee.
2. *What can happen.* Derive a base of your events from `GameEvent["YourState"]`, and from that each kind, frozen, with
   a `tag`: its facts, and in `apply` the change that it makes. Where not every seat may see it, `seen_by` says so;
   where it shows a seat something hidden, `reveals` does, and undo stops there.
3. *What can be asked.* Derive each question from `Choice`, frozen, with typed fields: its `gesture` is how it is
   answered, `asks` and `label` are its words. It has `options`, or a `region` (anything with `answers`, the type of an
   answer, and `refusal`, the one check whether it is legal), or both, perhaps a `default`, and what it `offers` of
   its region. Where its default does nothing it is a `window`, and may be yielded (`yields` says how). Dice are asked
   for with a `Roll`, the board with a `Ruling`.
4. *How it goes on.* Derive each part of the game from `GameStep["YourState"]`, frozen, with a `tag`. `run` is its rule:
   it yields requests, emits events (`state.emit`) and says what comes next (`state.then`). The game is over when
   nothing is left to come, or when an event sets `over`. Long rules that leave nothing behind but the state and what
   they return are made with `requests.subroutine`: clones need not run them again.
5. *The state.* Derive it from `GameState[YourEvent, YourStep]`: plain fields that msgspec can encode, lists and dicts
   of frozen values; changed by events alone.
6. *The rules.* Derive from `StepwiseGame[YourState]`: `name`, the types of state, events and steps (their bases),
   `begin` (the first state of a setup, a plain dict; what is wrong raises a GameError), `seats`, and, if there are
   secrets besides events, `view`, which hides them in what `super().view` returns.
7. *The kit.* `GameKit(rules, measure, dice)`: of a setup, its referee and its dice.

What then works without another line:

- `GameKit.start(setup, journal)` begins a game, `Session` plays it: answer, refusal, undo, save, load, clone;
- `replay.replay(kit, path)` shows it, with `verify=True` measures it anew, `replay.resume(kit, path)` goes on with it;
- `bots.Bots` keeps bots by name; `bots.RandomBot` is one as it stands, if choices have options or offers;
  `duel.one_game(kit, setup, bots)` lets them play; where the rules say what a seat knows and what might be hidden from
  it (`foresight.Imaginable`), bots are handed games to look ahead in;
- `script.run_script` plays a script, given a `Grammar`: how its entries are read;
- `table.GameTable` seats people and bots and shows what happened event by event; `playback.EventSequencer` gives each
  its time.

Modules, each using only those before it: `requests`, `events`, `reasons`, `event_log`, `yields`, `line_file`, `header`,
`jobs`, `dice`, `journal`, `game`, `state`, `stepwise`, `past`, `running`, `answers`, `session`, `playout`,
`finality`, `foresight`, `kit`, `replay`, `branching`, `bot_files`, `bots`, `duel`, `script`, `playback`, `table`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sim.lazy import handed_on

if TYPE_CHECKING:
    from sim.engine.bots import Bots, RandomBot
    from sim.engine.duel import Duel
    from sim.engine.events import GameEvent
    from sim.engine.journal import Journal
    from sim.engine.kit import GameKit
    from sim.engine.playback import EventSequencer
    from sim.engine.requests import Choice, Gesture, Label, Refusal, Roll, Ruling
    from sim.engine.session import Session
    from sim.engine.state import GameState, GameStep
    from sim.engine.stepwise import StepwiseGame
    from sim.engine.table import GameTable

__all__ = [
    "Bots",
    "Choice",
    "Duel",
    "EventSequencer",
    "GameEvent",
    "GameKit",
    "GameState",
    "GameStep",
    "GameTable",
    "Gesture",
    "Journal",
    "Label",
    "RandomBot",
    "Refusal",
    "Roll",
    "Ruling",
    "Session",
    "StepwiseGame",
]

__getattr__, __dir__ = handed_on(
    __name__,
    {
        "sim.engine.bots": (
            "Bots",
            "RandomBot",
        ),
        "sim.engine.duel": ("Duel",),
        "sim.engine.events": ("GameEvent",),
        "sim.engine.journal": ("Journal",),
        "sim.engine.kit": ("GameKit",),
        "sim.engine.playback": ("EventSequencer",),
        "sim.engine.requests": (
            "Choice",
            "Gesture",
            "Label",
            "Refusal",
            "Roll",
            "Ruling",
        ),
        "sim.engine.session": ("Session",),
        "sim.engine.state": (
            "GameState",
            "GameStep",
        ),
        "sim.engine.stepwise": ("StepwiseGame",),
        "sim.engine.table": ("GameTable",),
    },
)
