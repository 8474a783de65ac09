"""What tests that draw pictures without a display share: a small screen, and a cache of their own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from sim.app.render.screen import NoScreen, Screen, open_screen

__all__ = ["SIZE", "own_cache", "screen"]

SIZE = (320, 200)


@pytest.fixture(scope="module", autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BAUTA_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture(scope="module")
def screen() -> Iterator[Screen]:
    try:
        made = open_screen(SIZE)
    except NoScreen as error:
        pytest.skip(str(error))
    yield made
    made.close()
