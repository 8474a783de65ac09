"""Workers on other machines, by Dask: an extra, `pip install bauta-tabletop[cluster]`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sim.engine.jobs import Crew
from sim.engine.requests import GameError

__all__ = ["NoCluster", "cluster"]

PATIENCE = 20  # seconds that a scheduler has to answer


class NoCluster(GameError):
    """There is no cluster to play on."""


@contextmanager
def cluster(address: str) -> Iterator[Crew]:
    """The workers of a Dask scheduler, as many as there are when it is asked. Raises NoCluster.

    Each has Bauta, of this version, and the map where it lies here; one thread a worker is best, as games are Python.
    """
    try:
        from distributed import Client
    except ImportError:
        raise NoCluster("--scheduler needs Dask: pip install 'bauta-tabletop[cluster]'") from None
    try:
        client = Client(address, timeout=PATIENCE)
    except (OSError, ValueError, TimeoutError) as error:
        raise NoCluster(f"--scheduler {address}: no Dask scheduler answers there ({error})") from error
    with client:
        client.wait_for_workers(1, timeout=PATIENCE)
        yield Crew(sum(client.nthreads().values()), client.get_executor())
