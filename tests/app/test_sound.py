"""What is heard of a game: the sounds themselves, which event has which, captions, and what is chosen."""

from __future__ import annotations

import io
import wave
from itertools import combinations
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from sim.app.sound.choices import SoundChoices, keep_choices, kept_choices
from sim.app.sound.event_sounds import heard_of
from sim.app.sound.speakers import wav
from sim.app.sound.stage import SoundStage
from sim.app.sound.synthesis import AMBIENCE, MAKERS, RATE, ambience, made
from sim.app.window.table_scene import TableScene
from sim.board.model.tableau import Point
from sim.carnevale import events
from sim.carnevale.state import State
from tests.app.table_games import free_fight, member
from tests.carnevale.tables import street
from tests.golden.games import GAME, JOURNALS, played

KILLED = events.Killed("b", "a", "attack", (6, 14, 0))
EYE, AHEAD = (5.0, -20.0, 20.0), (0.0, 0.7, -0.7)


class Tape:
    """A player that keeps what it was given."""

    def __init__(self) -> None:
        self.played: list[tuple[str, Point | None, float]] = []
        self.around: list[float] = []

    def play(self, kind: str, at: Point | None, volume: float) -> None:
        self.played.append((kind, at, volume))

    def surround(self, volume: float) -> None:
        self.around.append(volume)

    def listen(self, eye: Point, forward: Point) -> None:
        return

    def stop(self) -> None:
        self.played.clear()


@pytest.fixture(autouse=True)
def own_choices(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("BAUTA_DATA", str(tmp_path / "data"))


@pytest.fixture
def state(tmp_path: Path) -> State:
    model = free_fight(street(), tmp_path, [member("a", (6, 6, 0))], [member("b", (6, 14, 0))])
    return model.session.state


# --- the sounds -----------------------------------------------------------------------------------------------------


def test_there_are_more_than_twenty_kinds_of_sound() -> None:
    assert len(MAKERS) >= 20


@pytest.mark.parametrize("kind", sorted(MAKERS))
def test_a_sound_is_short_loud_enough_clips_nowhere_and_ends_in_silence(kind: str) -> None:
    sound = made(kind)
    assert 0.05 * RATE <= len(sound) <= 3.0 * RATE
    assert np.abs(sound).max() == pytest.approx(0.89, abs=1e-6)
    assert abs(sound[0]) < 0.01
    assert abs(sound[-1]) < 0.01
    assert np.isfinite(sound).all()
    assert np.array_equal(sound, made(kind))


def test_sounds_are_told_apart() -> None:
    """By how their loudness goes and where in the scale it lies: no two are nearly the same."""

    def print_of(kind: str) -> np.ndarray:
        spectrum = np.abs(np.fft.rfft(made(kind), 1 << 16))
        bands = np.array([part.sum() for part in np.array_split(spectrum[:24_000], 40)])
        shape = np.array([np.abs(part).mean() for part in np.array_split(made(kind), 12)])
        return np.concatenate([bands / np.linalg.norm(bands), shape / np.linalg.norm(shape)])

    prints = {kind: print_of(kind) for kind in MAKERS}
    for one, other in combinations(prints, 2):
        assert np.linalg.norm(prints[one] - prints[other]) > 0.1, f"{one} sounds as {other}"


def test_the_quarter_goes_round_without_a_seam() -> None:
    heard = ambience()
    assert len(heard) == round(AMBIENCE * RATE)
    usual = np.abs(np.diff(heard)).max()
    assert abs(heard[0] - heard[-1]) <= usual


def test_a_sound_is_written_as_panda3d_reads_it() -> None:
    with wave.open(io.BytesIO(wav(made("coin")))) as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, RATE)
        assert file.getnframes() == len(made("coin"))


# --- which event has which --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("event", "kind", "at"),
    [
        (events.Moved("a", "run", ((6, 6, 0), (7, 6, 0))), "step", (7, 6, 0)),
        (events.Moved("a", "climb", ((6, 6, 0), (6, 6, 3)), on_wall=True), "climb", (6, 6, 3)),
        (events.Moved("a", "swim", ((6, 6, 0), (7, 6, -0.75)), in_water=True), "splash", (7, 6, -0.75)),
        (events.Fell("a", (6, 6, 5), (6, 6, 0), 5, "solid", None), "fall", (6, 6, 0)),
        (events.Fell("a", (6, 6, 5), (6, 6, -0.75), 3, "water", None), "splash", (6, 6, -0.75)),
        (events.Attacked("a", "b", "Sabre", 0.0, True, False, "success", 2, 1), "blade", (6, 6, 0)),
        (events.Attacked("a", "b", "Musket", 7.0, False, False, "success", 2, 1), "shot", (6, 6, 0)),
        (KILLED, "toll", (6, 14, 0)),
        (events.Fled("b", (6, 14, 0)), "rush", (6, 14, 0)),
        (events.DiceThrown("a", "attack", (3, 4)), "dice", None),
        (events.RoundBegan(2), "round", None),
    ],
)
def test_an_event_is_heard_where_it_happens(event: events.Event, kind: str, at: Point | None, state: State) -> None:
    heard = heard_of(event, state)
    assert heard is not None
    assert (heard.kind, heard.at) == (kind, at)


def test_whatever_is_heard_of_whole_games_can_be_made() -> None:
    """Over the kept games: each sound exists, lies on the board where it has a place, and most kinds occur."""
    kinds = set()
    for name in sorted(JOURNALS)[::4]:
        session = played(name)
        before = GAME.begin(session.state.setup)
        for event in session.state.log:
            heard = heard_of(event, before)
            if heard is not None:
                assert heard.kind in MAKERS
                assert heard.words or heard.kind == "click"
                kinds.add(heard.kind)
            event.apply(before)
            before.log.append(event)
    assert len(kinds) >= 15, sorted(set(MAKERS) - kinds)


# --- the stage ------------------------------------------------------------------------------------------------------


def test_what_is_shown_at_once_does_not_clatter(state: State) -> None:
    tape = Tape()
    stage = SoundStage(tape, SoundChoices())
    step = events.Moved("a", "run", ((6, 6, 0), (7, 6, 0)))
    stage.hear(step, state)
    stage.hear(step, state)
    stage.hear(KILLED, state)
    assert [kind for kind, _, _ in tape.played] == ["step", "toll"]
    stage.tick(0.2, EYE, AHEAD)
    stage.hear(step, state)
    assert [kind for kind, _, _ in tape.played] == ["step", "toll", "step"]


def test_volume_and_mute_are_obeyed_and_kept_for_the_next_time(state: State) -> None:
    tape = Tape()
    stage = SoundStage(tape)
    assert stage.said == "60%"
    stage.obey("louder")
    stage.hear(events.RoundBegan(1), state)
    assert tape.played == [("round", None, 0.7)]
    stage.obey("mute")
    assert stage.said == "off"
    assert tape.around[-1] == 0.0
    stage.tick(1.0, EYE, AHEAD)
    stage.hear(events.RoundBegan(2), state)
    assert len(tape.played) == 1
    assert kept_choices() == SoundChoices(volume=0.7, muted=True)
    for _ in range(12):
        stage.obey("quieter")
    assert stage.said == "0%"


def test_captions_tell_what_is_heard_also_where_nothing_plays(state: State) -> None:
    stage = SoundStage(None, SoundChoices(captions=True))
    assert not stage.can_play
    stage.hear(KILLED, state)
    stage.hear(events.RoundBegan(1), state)
    assert [(each.words, each.at) for each in stage.captions] == [("a bell tolls", (6, 14, 0)), ("bells", None)]
    stage.tick(3.0, EYE, AHEAD)
    assert stage.captions == ()


def test_choices_that_cannot_be_read_are_those_at_first_and_it_is_told(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    assert kept_choices() == SoundChoices()
    keep_choices(SoundChoices(volume=0.2))
    assert kept_choices().volume == 0.2
    assert not caplog.messages
    (tmp_path / "data" / "sound.json").write_text('{"volume": 7}')
    assert kept_choices() == SoundChoices()
    assert "sound.json: cannot be read" in caplog.text
    assert "it is as loud as at first" in caplog.text


def test_what_one_side_may_not_know_is_not_heard(state: State) -> None:
    tape, scene = Tape(), TableScene.__new__(TableScene)
    scene.sound = SoundStage(tape, SoundChoices())
    for open_to_all in (False, True):
        scene.model = SimpleNamespace(open_to_all=lambda _, known=open_to_all: known)  # type: ignore[assignment]
        scene.hear(events.DiceThrown("a", "agenda", (3, 4), secret="north"), state)
        assert len(tape.played) == int(open_to_all)
