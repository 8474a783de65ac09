"""A second game on the engine, and nothing of the first: played, saved, resumed, cloned, replayed, hidden, shown."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.engine import duel
from sim.engine.bots import BadBot, NoAnswer, RandomBot, UnknownBot
from sim.engine.dice import ScriptedDice, TypedDice
from sim.engine.event_log import EventLog
from sim.engine.journal import Journal, read
from sim.engine.kit import GameKit
from sim.engine.playback import EventSequencer, Playback
from sim.engine.replay import no_referee, replay, resume
from sim.engine.requests import Choice, CorruptJournal, GameError, Gesture
from sim.engine.script import WrongScript, run_script
from sim.engine.session import Session
from sim.engine.table import HUMAN, GameTable
from sim.engine.yields import Yield
from tests.engine import lagoon
from tests.engine.lagoon import BOTS, ISLANDS, KIT, PASS, CardDrawn, Entries, Event, Lagoon, Sailed, measure

SEATS = ("north", "east", "south", "west")
NEITHER = ("carnevale", "bots", "board", "geometry", "app", "cli")  # folders of `sim` that are not the engine's


def setup(seats: int = 2, seed: int = 1, turns: int = 6) -> dict[str, Any]:
    return {"seats": list(SEATS[:seats]), "seed": seed, "turns": turns}


def played(agreed: dict[str, Any], journal: Path | None = None) -> Session[Lagoon]:
    bots = BOTS.seated(dict.fromkeys(agreed["seats"], "random"), agreed["seed"])
    return duel.one_game(KIT, agreed, bots, journal).session


def requests(agreed: dict[str, Any]) -> Iterator[Session[Lagoon]]:
    """A bots' game at each of its requests, rulings too."""
    bots = BOTS.seated(dict.fromkeys(agreed["seats"], "random"), agreed["seed"])
    session = KIT.start(agreed, step=True)
    while not session.over:
        yield session
        if isinstance(choice := session.request, Choice):
            view = session.game.view(session.state, choice.seat)
            session.answer(bots[choice.seat].choose(view, choice, measure))
        else:
            session.settle()


def test_it_is_tiny_and_needs_nothing_of_carnevale() -> None:
    """Its module has 150 lines at most; with it no other folder of `sim` is imported, nor arrays."""
    file = Path(lagoon.__file__)
    assert len(file.read_text(encoding="utf-8").splitlines()) <= 150
    others = [*(f"sim.{folder}" for folder in NEITHER), "numpy", "numba"]
    code = f"import sys, tests.engine.lagoon; print([name for name in {others} if name in sys.modules])"
    ran = subprocess.run([sys.executable, "-c", code], cwd=file.parents[2], capture_output=True, text=True, check=True)
    assert ran.stdout == "[]\n"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_bots_play_it_to_its_end_and_the_same_again(seats: int) -> None:
    first, again = played(setup(seats)), played(setup(seats))
    assert first.over
    assert sum(first.state.points.values()) > 0
    assert (first.events, first.state) == (again.events, again.state)
    assert first.game.dice_thrown(first.state) == 0


def test_a_wrong_setup_is_told() -> None:
    with pytest.raises(GameError, match="2 to 4 seats"):
        KIT.start({**setup(), "seats": ["north"]})


@pytest.mark.parametrize("seats", [2, 4])
def test_it_can_be_saved_and_loaded_at_every_request(seats: int) -> None:
    for session in requests(setup(seats)):
        again = Session.load(session.save(), KIT.game, TypedDice(), measure, step=True)
        assert (again.request, again.state, again.count) == (session.request, session.state, session.count)


def test_a_clone_at_every_request_ends_like_a_game_of_its_own() -> None:
    for session in requests(setup(3)):
        before, clone = session.save(), session.clone()
        assert (clone.request, clone.state, clone.count) == (session.request, session.state, session.count)
        clone.step = False
        clone.settle()
        duel.play(clone, BOTS.seated(dict.fromkeys(SEATS, "random"), 5))
        assert clone.over
        assert session.save() == before


@pytest.mark.parametrize("answers", range(0, 20, 3))
def test_an_interrupted_game_is_resumed_where_it_was(tmp_path: Path, answers: int) -> None:
    agreed, path = setup(), tmp_path / "game.jsonl"
    bots = BOTS.seated(dict.fromkeys(agreed["seats"], "random"), agreed["seed"])
    session = KIT.start(agreed, path)
    duel.play(session, bots, until=lambda: session.count >= answers)
    assert session.journal is not None
    session.journal.close()
    again = resume(KIT, path)
    assert (again.request, again.state, again.count) == (session.request, session.state, session.count)
    duel.play(again, bots)
    assert again.state == played(agreed).state
    assert replay(KIT, path).session.state == again.state


def test_a_journal_is_replayed_without_a_board_and_verified_with_it(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    session = played(setup(3), path)

    def no_board(plain: dict[str, Any]) -> Any:
        raise AssertionError("a replay needs no board")

    kit: GameKit[Lagoon] = GameKit(KIT.game, no_board)
    assert replay(kit, path).session.state == session.state
    assert len(replay(kit, path, to=4).session.events) < len(session.events)
    verified = replay(KIT, path, verify=True)
    assert verified.differences == []
    assert verified.rulings == sum(isinstance(event, Sailed) for event in session.events)


def test_a_ruling_that_was_tampered_with_is_found(tmp_path: Path) -> None:
    path, other = tmp_path / "game.jsonl", tmp_path / "other.jsonl"
    played(setup(), path)
    header, answers = read(path)
    journal = Journal.create(other, header.game, header.setup)
    at = next(i for i, answer in enumerate(answers) if answer.kind == "ruling")
    for i, answer in enumerate(answers):
        journal.write(msgspec.structs.replace(answer, value=answer.value + 0.01) if i == at else answer)
    journal.close()
    (found,) = replay(KIT, other, verify=True).differences
    assert found.answer == at + 1
    assert "was ruled" in str(found)


def test_a_journal_of_another_game_is_refused(tmp_path: Path) -> None:
    journal = Journal.create(tmp_path / "game.jsonl", "chess", setup())
    journal.close()
    for take in (replay, resume):
        with pytest.raises(CorruptJournal, match="a game of 'chess', not of 'lagoon'"):
            take(KIT, journal.path)


def test_a_replay_that_lacks_a_ruling_says_so() -> None:
    with pytest.raises(CorruptJournal, match="lacks the answer"):
        no_referee(None, "how far?")


# --- what is hidden ---------------------------------------------------------------------------------------------


@given(st.integers(0, 30), st.lists(st.sampled_from(ISLANDS), min_size=9, max_size=9), st.permutations(range(18)))
def test_only_the_opponents_secrets_changed_a_view_is_the_same_bytes(
    answers: int, cards: list[str], order: list[int]
) -> None:
    agreed = setup(seed=7)
    bots = BOTS.seated(dict.fromkeys(agreed["seats"], "random"), 7)
    session = KIT.start(agreed)
    duel.play(session, bots, until=lambda: session.count >= answers)
    one, other = session.state, session.state.copy()
    other.hands["east"] = tuple(cards[: len(other.hands["east"])])
    other.deck = tuple(sorted(other.deck, key=lambda card: (order[ISLANDS.index(card)], card)))
    other.setup = {**agreed, "seed": 8}
    other.log = EventLog(
        msgspec.structs.replace(event, card=cards[i % 9])
        if isinstance(event, CardDrawn) and event.seat == "east"
        else event
        for i, event in enumerate(other.log)
    )
    game = KIT.game
    assert game.encode(game.view(one, "north")) == game.encode(game.view(other, "north"))
    assert game.view(one, "north").hands["north"] == one.hands["north"]


def test_a_view_is_independent_of_the_state() -> None:
    state = played(setup()).state
    before = KIT.game.encode(state)
    view = KIT.game.view(state, "north")
    view.hands.clear()
    view.log.clear()
    assert KIT.game.encode(state) == before


# --- scripts ----------------------------------------------------------------------------------------------------


def script(*entries: dict[str, Any], dice: tuple[int, ...] = ()) -> Session[Lagoon]:
    session = KIT.start(setup(), dice=ScriptedDice(dice), step=True)
    run_script(session, Entries(), entries, "trip.json")
    return session


def way_to(session: Session[Lagoon], seat: str, end: str | None = None) -> list[str]:
    """A way that a seat may go; to an island, if one is named."""
    view, choice = session.game.view(session.state, seat), session.request
    assert isinstance(choice, Choice)
    ways = RandomBot(1).proposals(view, choice, measure, RandomBot(1)._rng)
    return list(next(way for way in ways if end in (None, way[-1])))


def test_a_script_sails_and_ends_at_the_next_turn() -> None:
    way = way_to(script(), "north")
    session = script({"sail": way}, {"sail": PASS})
    assert session.state.boats["north"] == way[-1]
    assert isinstance(session.request, Choice)
    assert (session.request.seat, session.request.prompt) == ("north", "sail")


@pytest.mark.parametrize(
    ("entries", "dice", "error"),
    [
        ([{"swim": 1}], (), r"trip.json: do\[0\]: an entry is"),
        ([{"sail": PASS}, {"sail": ["z"]}], (), r"trip.json: do\[1\]: refused by WAY"),
        ([{"sail": PASS, "answers": [{"prompt": "trade", "value": True}]}], (), "did not ask for"),
        ([{"sail": PASS}], (4,), r"trip.json: dice: 1 of 1 dice are left over"),
        ([{"sail": PASS}] * 13, (), r"do\[12\]: the game does not wait for .*: it is over"),
    ],
)
def test_a_wrong_script_names_the_place(entries: list[dict[str, Any]], dice: tuple[int, ...], error: str) -> None:
    with pytest.raises(WrongScript, match=error):
        script(*entries, dice=dice)


@pytest.mark.parametrize("wanted", [True, False])
def test_what_an_entry_brings_about_takes_its_answers_or_defaults(wanted: bool) -> None:
    """Boats are set beside each other: north's trade is asked for in the course of its entry."""
    session = KIT.start(setup(), dice=ScriptedDice(()), step=True)
    way = way_to(session, "north")
    session.state.boats["east"] = way[-1]
    answers = {"answers": [{"prompt": "trade", "seat": "north", "value": True}]} if wanted else {}
    run_script(session, Entries(), [{"sail": way, **answers}], "trip.json")
    assert [event for event in session.events if isinstance(event, lagoon.HandsTraded)] == (
        [lagoon.HandsTraded(seat="north", other="east")] if wanted else []
    )


# --- shown event by event, and the table ------------------------------------------------------------------------


def test_events_are_played_back_one_by_one_to_the_same_state() -> None:
    session = played(setup(4))
    playback: Playback[Lagoon, Event] = Playback(session, fresh=True)
    seen = []
    while not playback.caught_up:
        number = len(playback.shown.log)
        assert playback.before(number).boats == playback.shown.boats
        seen.append(playback.show_next())
    assert seen == session.events[4 * lagoon.HAND :]  # the first state holds the hands
    assert playback.shown == session.state


def test_a_reel_gives_each_event_its_time() -> None:
    playback: Playback[Lagoon, Event] = Playback(played(setup()), fresh=True)
    shown: list[tuple[Event, float, int]] = []

    def show(event: Event, seconds: float) -> None:
        shown.append((event, seconds, len(playback.shown.log)))

    sequencer = EventSequencer(playback, lambda event: 1.0 if isinstance(event, Sailed) else 0.0, show)
    first = len(playback.shown.log)
    sequencer.show_due()
    assert [isinstance(event, Sailed) for event, _, _ in shown] == [True]
    assert shown[0][1:] == (1.0, first)  # not applied yet
    assert sequencer.playing == first
    sequencer.pass_time(0.4)
    sequencer.show_due()
    assert len(shown) == 1
    sequencer.speed = 2.0
    sequencer.pass_time(0.3)
    sequencer.show_due()
    assert isinstance(shown[1][0], CardDrawn)
    assert isinstance(shown[2][0], Sailed)
    assert shown[2][1] == 0.5
    sequencer.show_all()
    assert (playback.caught_up, sequencer.waiting) == (True, 0.0)


def test_a_person_and_a_bot_at_a_table() -> None:
    table: GameTable[Lagoon, Event] = GameTable(KIT.start(setup()), {"east": "random"}, BOTS, fresh=True)
    assert (table.humans, table.players) == (("north",), {"north": HUMAN, "east": "random"})
    assert not table.answer(["z"])
    assert table.notice.endswith(" (WAY)")
    assert table.answer(PASS)
    assert table.undo()
    assert table.choice is not None
    assert table.answer(way_to(table.session, "north"))
    while not table.caught_up:
        assert table.pending is None
        table.show_next()
    assert not table.undo()  # a card was drawn
    if table.bot_turn:
        table.think()
    drawn = next(event for event in table.session.events if isinstance(event, CardDrawn) and event.seat == "east")
    assert not table.open_to_all(drawn)


# --- bots -------------------------------------------------------------------------------------------------------


def test_bots_go_by_name_and_bad_ones_are_named() -> None:
    assert BOTS.names() == ("random",)
    with pytest.raises(UnknownBot, match="no bot 'deep'; there are: random"):
        BOTS.make("deep", 1)

    class Cheat:
        def choose(self, view: Any, choice: Choice, measure: Any) -> Any:
            return "checkmate"

    session = KIT.start(setup())
    before = session.save()
    with pytest.raises(BadBot, match=r"Cheat \(north\) answered 'checkmate' to 'sail'"):
        duel.play(session, {"north": Cheat()})
    assert session.save() == before


def test_a_bot_yields_for_no_seat_but_its_own() -> None:
    class Silencer:
        def choose(self, view: Any, choice: Choice, measure: Any) -> Any:
            return Yield(seat="east", topic="shout")

    session = KIT.start(setup())
    before = session.save()
    with pytest.raises(BadBot, match=r"Silencer \(north\) answered 'sail' for another seat, east"):
        duel.play(session, {"north": Silencer()})
    assert session.save() == before


def test_an_answer_that_cannot_even_be_shown_is_told_all_the_same() -> None:
    class Endless:
        def choose(self, view: Any, choice: Choice, measure: Any) -> Any:
            deep: list[Any] = []
            for _ in range(100_000):
                deep = [deep]
            return deep

    with pytest.raises(BadBot, match=r"Endless \(north\) answered a list that cannot be shown to 'sail'"):
        duel.play(KIT.start(setup()), {"north": Endless()})


@pytest.mark.skipif(sys.platform == "win32", reason="has no alarm")
def test_a_bot_that_thinks_without_end_is_named() -> None:
    class Ponderer:
        def choose(self, view: Any, choice: Choice, measure: Any) -> Any:
            while True:
                pass

    session = KIT.start(setup())
    before = session.save()
    with pytest.raises(BadBot, match=r"Ponderer \(north\) has thought about 'sail' for more than"):
        duel.play(session, {"north": Ponderer()}, longest=0.01)
    assert session.save() == before


@pytest.mark.skipif(sys.platform == "win32", reason="has no alarm")
def test_a_bot_that_waits_without_end_is_named_though_it_takes_no_time_of_the_processor() -> None:
    class Sleeper:
        def choose(self, view: Any, choice: Choice, measure: Any) -> Any:
            threading.Event().wait()

    with pytest.raises(BadBot, match=r"Sleeper \(north\) has thought about 'sail' for more than"):
        duel.play(KIT.start(setup()), {"north": Sleeper()}, longest=0.01)


@pytest.mark.skipif(sys.platform == "win32", reason="has no alarm")
def test_a_bot_that_others_keep_waiting_is_left_to_think(monkeypatch: pytest.MonkeyPatch) -> None:
    class Starved:
        def choose(self, view: Any, choice: Choice, measure: Any) -> Any:
            threading.Event().wait(0.03)  # as if others had the processor
            raise Interrupted

    monkeypatch.setattr(duel, "PATIENCE", 1e6)
    with pytest.raises(Interrupted):
        duel.play(KIT.start(setup()), {"north": Starved()}, longest=0.01)


class Interrupted(Exception):
    """What a bot raises that had its time."""


class Riddle(Choice, frozen=True, kw_only=True):
    gesture = Gesture.POINT
    region = object()  # with answers that no bot could guess
    ways_out: tuple[str, ...] = ()

    @property
    def options(self) -> tuple[str, ...]:
        return self.ways_out

    def asks(self, state: Any) -> str:
        return "What has it got in its pockets?"


def test_a_random_bot_without_an_idea_takes_an_option_or_says_so() -> None:
    bot: RandomBot[None] = RandomBot(3)
    with pytest.raises(NoAnswer, match="north found no answer to 'riddle'"):
        bot.choose(None, Riddle(seat="north"), measure)
    assert {bot.choose(None, Riddle(seat="north", ways_out=(PASS,)), measure) for _ in range(9)} == {PASS}


class Idler(RandomBot):
    """Stays where it is."""

    def choose(self, view: Any, choice: Choice, measure: Any) -> object:
        return PASS


def test_a_game_of_which_nothing_comes_any_more_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """A play-test over night must not wait for it for ever."""
    monkeypatch.setattr(duel, "IDLE", 100)
    idlers = {"north": Idler(1), "east": Idler(2)}
    long = KIT.start(setup(turns=duel.IDLE // 2 + 1))
    with pytest.raises(BadBot, match="nothing came of the last 100 answers, of Idler"):
        duel.play(long, idlers)
    duel.play(short := KIT.start(setup(turns=duel.IDLE // 2 - 1)), idlers)
    assert short.over
