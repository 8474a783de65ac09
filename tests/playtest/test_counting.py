"""Shares with their intervals, when enough games have been played, and what a pair is."""

from __future__ import annotations

from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from random import Random
from threading import Event

import msgspec
import pytest

from sim.engine.jobs import Crew, KeptResults, results
from sim.engine.requests import GameError
from sim.playtest.games import Asked, GameSeen, RoundScore, SeenEvent, pairs, restrictions_of
from sim.playtest.report_numbers import findings_of
from sim.playtest.reporting import summary
from sim.playtest.running import PlayedTest, Restricted
from sim.playtest.shares import difference, wilson
from sim.playtest.stopping import FairEnough, NarrowEnough, until_of
from sim.playtest.tally import CELL, TELLING, GameTally

ASKED = Asked("m", "key", "s", ("north edge", "south edge"), ("one", "other"), "greedy", 10, "players")


def seen(vp: tuple[int, int], standings: tuple[RoundScore, ...] = (), events: tuple[SeenEvent, ...] = ()) -> GameSeen:
    game = next(pairs(ASKED))[0]
    return GameSeen(game, vp, 5, 0, 1, standings, (2, 3), events, {"bridge": (1, 2)}, {"chest": (0, 1)}, 100)


def scores(share: float, count: int, seed: int) -> list[float]:
    """Pairs of independent games, without draws."""
    rng = Random(seed)
    return [((rng.random() < share) + (rng.random() < share)) / 2 for _ in range(count)]


def test_the_interval_of_a_share_is_wilsons() -> None:
    """The numbers of Newcombe (1998), table I: 81 of 263."""
    known = wilson(81, 263)
    assert (known.low, known.high) == (0.2553, 0.3662)
    assert wilson(0, 0).half_width == 0.5
    assert wilson(20, 20).high == 1.0


def test_what_a_difference_is_known_to_depends_on_how_pairs_differ() -> None:
    alike = difference([0.0] * 50, [0.5] * 50)
    assert alike.change == 0.5
    assert alike.is_clear
    wild = difference([0.0, 1.0] * 5, [1.0, 0.0] * 5)
    assert wild.change == 0.0
    assert not wild.is_clear
    assert difference([0.5], [1.0]).low < 0.0 < difference([0.5], [1.0]).high


def stopped(share: float, seed: int) -> tuple[str | None, int]:
    test, played = FairEnough(), scores(share, 200, seed)
    for n in range(1, len(played) + 1):
        verdict = test.verdict(played[:n])
        if verdict is not None:
            return verdict, n
    return None, len(played)


def test_what_is_fair_is_seldom_called_unfair_and_the_reverse() -> None:
    fair = [stopped(0.5, seed)[0] for seed in range(60)]
    better = [stopped(share, seed)[0] for seed, share in enumerate((0.65, 0.35) * 30)]
    assert fair.count("unfair") <= 6
    assert fair.count("fair") >= 45
    assert better.count("fair") <= 3
    assert better.count("unfair") >= 50


def test_what_is_plainly_unfair_is_told_within_a_hundred_games() -> None:
    assert all(stopped(0.85, seed) == ("unfair", n) for seed in range(20) if (n := stopped(0.85, seed)[1]) <= 50)
    assert max(stopped(0.85, seed)[1] for seed in range(20)) <= 50


def test_narrow_is_so_many_games() -> None:
    test = NarrowEnough(0.05)
    assert test.verdict([0.5] * 100) is None
    assert test.verdict([0.5] * 200) == "narrow"


@pytest.mark.parametrize("text", ["unfair", "", "5", "nan%", "inf%", "-3%", "0%", "99%", "1_0%", "%"])
def test_when_to_stop_is_fair_or_a_percentage(text: str) -> None:
    with pytest.raises(GameError, match="write fair, or how far"):
        until_of(text)
    assert until_of("5%") == NarrowEnough(0.05)
    assert until_of("fair") == FairEnough()


def test_a_pair_is_the_same_game_with_the_zones_exchanged() -> None:
    (there, back), (other, _) = islice(pairs(ASKED), 2)
    assert (there.zones, there.gangs, there.seed) == (("north edge", "south edge"), ("one", "other"), 10)
    assert back == msgspec.structs.replace(there, zones=("south edge", "north edge"))
    assert (other.gangs, other.seed) == (("other", "one"), 11)


def test_what_is_forgone_is_named_once() -> None:
    assert restrictions_of(("roofs", "jumping", "roofs")) == ("jumping", "roofs")
    with pytest.raises(GameError, match="is it 'swimming'"):
        restrictions_of(("swiming",))


def test_a_game_is_decided_when_the_winner_is_never_behind_again() -> None:
    standings = tuple(RoundScore(n, vp) for n, vp in enumerate([(1, 0), (0, 2), (3, 3), (4, 3)], 1))
    assert seen((5, 4), standings).decided == 3
    assert seen((4, 5), standings).decided == 5
    assert seen((5, 5), standings).decided == 5
    assert seen((5, 4)).decided == 1


def test_games_are_added_up_by_zone() -> None:
    tally = GameTally((24.0, 12.0))
    tally.add(
        seen(
            (3, 1),
            events=(SeenEvent("stood", 1, (23.9, 0.1, 0.0)), SeenEvent("jumped", 0, (1.0, 1.0, 4.0), (2.0, 1.0, 0.0))),
        )
    )
    tally.add(seen((2, 2)))
    assert (tally.wins, tally.draws, tally.pairs) == ([1, 0], 1, [0.75])
    assert (tally.first_turn, tally.first_zone) == (1.5, 0.5)
    assert tally.gangs == {"one": 1.5, "other": 0.5}
    assert tally.grids["stood"][1][0, int(23.9 / CELL)] == 1
    assert tally.grids["stood"][0].sum() == 0
    assert [event.what for event in tally.drawn["jumped"]] == ["jumped"]
    assert tally.used == {"bridge": [2, 4]}
    assert [c.seen.vp for c in tally.telling["most one-sided"]] == [(3, 1), (2, 2)]
    for _ in range(5):
        tally.add(seen((2, 2)))
    assert all(len(kept) == TELLING for kept in tally.telling.values())


@pytest.mark.parametrize(("gangs", "share"), [(("one", "other"), 0.75), (("one", "one"), None)])
def test_how_much_a_gang_wins_is_told_where_there_are_two(gangs: tuple[str, str], share: float | None) -> None:
    asked, tally = msgspec.structs.replace(ASKED, gangs=gangs), GameTally((24.0, 12.0))
    for vp in ((3, 1), (2, 2)):
        tally.add(msgspec.structs.replace(seen(vp), game=next(pairs(asked))[0]))
    found = findings_of(PlayedTest(asked, tally, None, ()), None, "A Board", (24.0, 12.0), {})
    assert (found.first_gang and found.first_gang.share) == share
    assert ("one: 75%" in summary(found)) == (share is not None)


class Doubling:
    """Doubles numbers; with `waits`, an even one is done only after the next."""

    def __init__(self, waits: bool) -> None:
        self.done: list[int] = []
        self._waits = waits
        self._ended: defaultdict[int, Event] = defaultdict(Event)

    def work(self, job: bytes) -> bytes:
        number = int(job)
        while self._waits and number % 2 == 0 and not self._ended[number + 1].wait(0.01):
            pass
        self.done.append(number)
        self._ended[number].set()
        return msgspec.json.encode({"job": number, "twice": 2 * number})

    def release(self) -> None:
        """Nobody waits any more."""
        self._waits = False


def test_what_nobody_did_is_not_told_to_be_worth_nothing() -> None:
    """Bots that never jump had "+0%" for jumping, with an interval."""
    stood, fell = SeenEvent("stood", 0, (3, 3, 0)), SeenEvent("fell", 0, (3, 3, 4), (4, 3, 0))
    courses = {None: (stood,), "jumping": (stood,), "roofs": (stood, fell)}
    tallies = {}
    for without, events in courses.items():
        tallies[without] = GameTally((24.0, 12.0))
        for _ in range(2):
            tallies[without].add(seen((1, 0), events=events))
    again = (Restricted("jumping", tallies["jumping"]), Restricted("roofs", tallies["roofs"]))
    found = findings_of(PlayedTest(ASKED, tallies[None], None, again), None, "Own", (24.0, 12.0), {})
    assert [worth.unused for worth in found.without] == [True, False]
    said = summary(found)
    assert "without jumping: all games went as before: nobody used it, its worth is not known" in said
    assert "without roofs: it is worth +0% to" in said


def job_in(line: bytes) -> bytes:
    return str(msgspec.json.decode(line)["job"]).encode()


def test_results_come_in_order_however_jobs_end_and_no_more_are_taken_than_needed(tmp_path: Path) -> None:
    handed: list[int] = []

    def jobs() -> object:
        for n in range(100_000):
            handed.append(n)
            yield str(n).encode()

    slow, file = Doubling(waits=True), KeptResults(tmp_path / "kept.jsonl", job_in)
    with ThreadPoolExecutor(4) as pool:
        lines = results(jobs(), slow.work, Crew(4, pool), file)  # type: ignore[arg-type]
        found = [msgspec.json.decode(line)["twice"] for line in islice(lines, 200)]
        lines.close()
        slow.release()
    assert found == [2 * n for n in range(200)]
    assert len(handed) < 500
    held = len(file)
    assert 200 <= held <= len(slow.done)
    file.close()
    again, file = Doubling(waits=False), KeptResults(tmp_path / "kept.jsonl", job_in)
    assert len(file) == held
    first = list(results((str(n).encode() for n in range(200)), again.work, Crew(), file))
    assert [msgspec.json.decode(line)["twice"] for line in first] == found
    assert again.done == []
    file.close()


def test_a_line_that_is_no_game_is_named(tmp_path: Path) -> None:
    from sim.playtest.playing import game_in

    path = tmp_path / "games.jsonl"
    path.write_bytes(b'{"game": 3}\n')
    with pytest.raises(GameError, match="a line of the games that were played is none"):
        KeptResults(path, game_in)
