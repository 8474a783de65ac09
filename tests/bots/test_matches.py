"""Many games between bots: the same whoever plays how many at a time, none played twice, and each pair fair."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import msgspec
import pytest

from sim.bots import matches
from sim.bots.matches import DuelPlayed, DuelToPlay, PairToPlay, pairs_of, play_all, read_played
from sim.carnevale.gangs import IllegalGang

GAMES = [
    DuelToPlay("campiello-dei-remi", "acquisition", ("guild-75", "patricians-75"), ("random", "random"), seed)
    for seed in (1, 2, 3)
]


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
    assert [played.game for played in play_all(GAMES, kept=kept)] == GAMES
    assert began == [2, 3]
    assert [played.game for played in read_played(kept)] == GAMES


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
