"""A board may be asked from several threads."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from sim.board.model.queries import CoverOf, GroundOf, Mover, PathTo, Query, ReachOf, SightOf
from sim.board.model.tableau import Figure, Tableau
from tests.board.movement.scenes import town

PLACES = [(3.0, 3.0), (9.0, 4.0), (15.0, 3.5), (4.0, 12.0), (10.0, 16.0), (17.0, 15.0)]


def asked() -> list[tuple[Query, Tableau]]:
    everything: list[tuple[Query, Tableau]] = []
    for k in range(4):
        figures = tuple(Figure(f"m{i}", (x + 0.1 * k, y, 0.0)) for i, (x, y) in enumerate(PLACES))
        tableau = Tableau(figures)
        for one in figures:
            mover = Mover(one.id, 4.0)
            everything += [(ReachOf(mover), tableau), (GroundOf(one.id), tableau)]
            everything.append((PathTo(mover, (one.at[0] + 2, one.at[1] + 1, 0.0)), tableau))
            for other in figures:
                if other.id != one.id:
                    everything += [(SightOf(one.id, other.id), tableau), (CoverOf(one.id, other.id), tableau)]
    return everything


def test_threads_are_answered_as_one_is() -> None:
    queries, alone, shared = asked(), town(), town()
    expected = [alone.answer(*each) for each in queries]
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda each: shared.answer(*each), queries))
    assert answers == expected
