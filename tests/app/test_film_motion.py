"""What moves in a moment of a film: the table plays its own game from the same moments as films and videos."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from sim.app.render.film_motion import set_in_motion
from sim.app.render.film_video import STANDS, seconds_of
from sim.app.table.controller import TableController
from sim.carnevale.events import Deployed, Fell, Jumped, Moved, Rowed
from sim.carnevale.film_making import FilmMaker, film_of
from sim.carnevale.names import names_of
from sim.carnevale.replay import replay
from sim.carnevale.setup import begin
from tests.app.table_games import free_fight, member, ready
from tests.carnevale.tables import street

GOLDEN = Path(__file__).parents[1] / "golden"


class Seen:
    """A view that only notes what would move, and how."""

    def __init__(self) -> None:
        self.moves: list[tuple[str, str, tuple[Any, ...]]] = []

    def animate_move(self, id: str, points: Any, seconds: float) -> None:
        self.moves.append(("move", id, tuple(map(tuple, points))))

    def animate_jump(self, id: str, way: Any, seconds: float) -> None:
        self.moves.append(("jump", id, tuple(map(tuple, way))))


def seen_in(game: str) -> list[tuple[Any, list[tuple[str, str, tuple[Any, ...]]]]]:
    """Each event of a game with what moves in it."""
    state = replay(GOLDEN / f"{game}.jsonl.gz").session.state
    maker, found = FilmMaker(begin(state.setup), names_of(state)), []
    for event in state.log:
        poses, view = maker.poses, Seen()
        moment = maker.show(event)
        set_in_motion(view, moment, poses, moment.seconds)  # type: ignore[arg-type]
        found.append((event, view.moves))
    return found


def test_runs_leaps_falls_and_boats_move_and_what_is_set_down_does_not() -> None:
    kinds = set()
    for event, moves in [*seen_in("rowers"), *seen_in("leapers"), *seen_in("roofs")]:
        match event:
            case Jumped() if len(set(event.path)) > 1:
                assert moves == [("jump", event.who, event.path)]
            case Moved() if len(set(event.path)) > 1:
                ((how, who, points),) = moves
                assert (how, who, points[-1]) == ("move", event.who, event.to)
            case Fell() if event.start != event.rest:
                ((how, who, points),) = moves
                assert (how, who, points[-1]) == ("move", event.who, event.rest)
            case Rowed():
                assert {who for _, who, _ in moves} == {event.piece, *(rider for rider, _ in event.riders)}
            case Deployed():
                assert moves == []
            case _:
                continue
        kinds.add(type(event))
    assert kinds == {Jumped, Moved, Fell, Rowed, Deployed}


class Animator:
    """Keeps what the table gives it to be shown."""

    def __init__(self) -> None:
        self.moments: list[Any] = []
        self.heard: list[Any] = []

    def hear(self, event: Any, before: Any) -> None:
        self.heard.append(event)

    def play(self, moment: Any, poses: Any, seconds: float) -> None:
        self.moments.append(moment)


def after_a_run(folder: Path) -> tuple[TableController, Animator]:
    """A has run two inches, and it was shown."""
    model = free_fight(street(), folder, [member("a", (12, 12, 0))], [member("b", (18, 16, 0))])
    animator = Animator()
    table = ready(TableController(model, animator=animator))
    table.click("a", (12, 12, 0))
    ready(table)
    table.give({"act": "run", "path": [(14, 12, 0)]})
    return ready(table), animator


def test_the_table_plays_its_game_from_the_moments_of_its_film(tmp_path: Path) -> None:
    table, animator = after_a_run(tmp_path)
    state = table.model.session.state
    film = film_of(state, state.log, table.model.humans)
    first = animator.moments[0].number
    last = first + len(animator.moments) - 1
    assert animator.heard == state.log[first - 1 : last]
    shown, filmed = (  # the table calls seats by their gangs
        [msgspec.structs.replace(moment, words="") for moment in moments]
        for moments in (animator.moments, film.moments[first - 1 : last])
    )
    assert shown == filmed
    assert any(moment.kind == "moved" for moment in animator.moments)


def test_after_an_undo_the_film_begins_again_from_what_stands(tmp_path: Path) -> None:
    table, animator = after_a_run(tmp_path)
    table.undo()
    animator.moments.clear()
    ready(table)
    table.give({"act": "run", "path": [(12, 14, 0)]})
    ready(table)
    (moved,) = [moment for moment in animator.moments if moment.kind == "moved"]
    assert moved.poses["a"].at == (12, 14, 0)
    assert table.model.session.state.log[moved.number - 1].to == (12, 14, 0)


def test_a_video_does_not_stand_still_for_dice_that_it_does_not_show() -> None:
    state = replay(GOLDEN / "blood-1.jsonl.gz").session.state
    moments = film_of(state, state.log).moments
    seconds = list(seconds_of(moments))
    stood, longest, before = 0.0, 0.0, 0.0
    for moment, shown in zip(moments, seconds, strict=True):
        if moment.poses:
            assert shown == moment.seconds
        stood = 0.0 if moment.poses else stood + shown
        longest = max(longest, stood)
        before = 0.0 if moment.poses else before + moment.seconds
        if before <= STANDS:
            assert shown == moment.seconds
    assert longest == pytest.approx(STANDS)
    assert sum(seconds) < sum(moment.seconds for moment in moments)
