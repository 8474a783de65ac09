"""Many games between bots: the same whoever plays how many at a time, none played twice, and each pair fair."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from itertools import islice
from pathlib import Path

import msgspec
import pytest

from sim.board.files.folders import assets_dir
from sim.bots import matches
from sim.bots.matches import DuelPlayed, DuelToPlay, PairToPlay, as_it_is_now, pairs_of, play_all, read_played
from sim.carnevale.aftermath import outcome
from sim.carnevale.events import Fled, Killed, Wavered
from sim.carnevale.gangs import IllegalGang
from sim.carnevale.replay import replay
from sim.version import __version__

GAMES = [
    DuelToPlay("campiello-dei-remi", "acquisition", ("guild-75", "patricians-75"), ("random", "random"), seed)
    for seed in (1, 2, 3)
]

EVEN = Path(__file__).parents[1] / "playtest" / "even.toml"
BOT = """
from sim.bots.base import BOTS

class Mine:
    def __init__(self, seed):
        self.bot = BOTS.make("random", seed)

    def choose(self, view, choice, measure):
        return self.bot.choose(view, choice, measure)
"""


def told(played: DuelPlayed) -> DuelPlayed:
    """Without the time that it took."""
    return msgspec.structs.replace(played, record=msgspec.structs.replace(played.record, seconds=0.0))


def test_games_come_out_the_same_however_many_are_played_at_a_time() -> None:
    alone = [told(played) for played in play_all(GAMES)]
    together = [told(played) for played in play_all(GAMES, workers=2)]
    assert [played.game for played in alone] == GAMES
    assert together == alone


def test_who_is_stopped_goes_on_and_plays_no_game_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = tmp_path / "games.jsonl"
    first = next(iter(play_all(GAMES, kept=kept)))
    with kept.open("ab") as file:
        file.write(b'{"game": {"map": "camp')  # stopped while it was written
    began: list[int] = []
    play = matches._play

    def counted(game: DuelToPlay) -> DuelPlayed:
        began.append(game.seed)
        return play(game)

    monkeypatch.setattr(matches, "_play", counted)
    assert next(iter(play_all(GAMES, kept=kept))) == first
    whole = [as_it_is_now(each) for each in GAMES]
    assert [played.game for played in play_all(GAMES, kept=kept)] == whole
    assert began == [2, 3]
    assert [played.game for played in read_played(kept)] == whole


def _other_bot(folder: Path) -> None:
    (folder / "mine.py").write_text(BOT + "# thinks again\n")


def _other_gang(folder: Path) -> None:
    gang = folder / "gang.toml"
    gang.write_text(gang.read_text().replace('character = "Bravo"', 'character = "Cutpurse"', 1))


def _other_map(folder: Path) -> None:
    made = folder / "even.toml"
    made.write_text(made.read_text().replace("at = [9, 5]", "at = [9, 6]"))
    matches._board.cache_clear()  # another process begins


def _other_program(folder: Path) -> None:
    kept = folder / "games.jsonl"
    kept.write_text(kept.read_text().replace(f'"program":"{__version__}"', '"program":"0.0.1"'))


def _old_file(folder: Path) -> None:
    kept = folder / "games.jsonl"
    kept.write_text(re.sub(r',"board":"\w+","players":"\w+","program":"[^"]+"', "", kept.read_text()))


@pytest.mark.parametrize("change", [_other_bot, _other_gang, _other_map, _other_program, _old_file])
def test_a_kept_game_of_what_was_changed_since_is_played_anew(
    tmp_path: Path, change: Callable[[Path], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine.py").write_text(BOT)
    shutil.copy(EVEN, tmp_path)
    shutil.copy(assets_dir() / "gangs" / "guild-75.toml", tmp_path / "gang.toml")
    game = DuelToPlay(
        str(tmp_path / "even.toml"),
        "acquisition",
        (str(tmp_path / "gang.toml"), "patricians-75"),
        (f"{tmp_path / 'mine.py'}:Mine", "random"),
        1,
    )
    kept = tmp_path / "games.jsonl"
    (before,) = play_all([game], kept=kept)
    assert read_played(kept) == [before]
    change(tmp_path)
    assert read_played(kept) == []
    monkeypatch.setattr(matches, "_play", lambda again: DuelPlayed(again, before.record))
    (after,) = play_all([game], kept=kept)
    assert read_played(kept) == [after]
    assert len(kept.read_text().splitlines()) == 2


@pytest.mark.rule("CAMP-04", "CAMP-02")
def test_a_game_with_morale_replays_as_it_was_and_gives_a_campaign_its_outcome(tmp_path: Path) -> None:
    """The guild wins; one of either gang flees."""
    path = tmp_path / "game.jsonl"
    gangs, bots = ("guild-75", "patricians-75"), ("greedy", "greedy")
    game = DuelToPlay("campiello-dei-remi", "acquisition", gangs, bots, 11, journal=str(path), morale=True)
    (played,) = play_all([game])
    again = replay(path, verify=True)
    assert again.differences == []
    state = again.session.state
    assert state.options.morale
    assert any(isinstance(event, Wavered) for event in state.log)
    found = outcome(state)
    assert (found.winner, found.rounds) == (played.record.winner, played.record.rounds)
    fled = {event.who for event in state.log if isinstance(event, Fled)}
    for seat in found.seats:
        assert seat.vp == played.record.score[seat.seat] == seat.primary + sum(deed.vp for deed in seat.deeds)
        assert all(deed.by for deed in seat.deeds)
        assert set(seat.away) == {who for who in fled if state[who].seat == seat.seat}
        assert not fled & set(seat.casualties)
    assert sum(sum(seat.kills.values()) for seat in found.seats) == sum(
        isinstance(e, Killed) and e.by is not None and state[e.by].seat != state[e.who].seat for e in state.log
    )
    assert fled


def test_a_gang_that_may_not_play_is_named_by_whoever_else_plays_the_game() -> None:
    """Of another process, too: it is no worker that was lost."""
    wrong = DuelToPlay("campiello-dei-remi", "acquisition", ("guild", "patricians-75"), ("random", "random"), 1)
    with pytest.raises(IllegalGang, match="150 ducats") as refused:
        list(play_all([wrong], 2))
    assert refused.value.reasons


def test_a_pair_is_the_same_game_with_the_bots_exchanged() -> None:
    there, back = PairToPlay("m", "s", ("one", "other"), ("mine", "yours"), 7).games
    assert there.bots == ("mine", "yours")
    assert back == msgspec.structs.replace(there, bots=("yours", "mine"))


def test_pairs_go_over_all_boards_and_all_gangs_with_a_seed_each() -> None:
    boards, gangs = [("m", "a"), ("m", "b")], [("x", "y"), ("y", "x")]
    found = list(islice(pairs_of(boards, gangs, ("mine", "yours"), 10), 4))
    assert [(pair.scenario, pair.gangs) for pair in found] == [
        ("a", ("x", "y")),
        ("b", ("x", "y")),
        ("a", ("y", "x")),
        ("b", ("y", "x")),
    ]
    assert [pair.seed for pair in found] == [10, 11, 12, 13]
