"""The one window without a display that all tests of the table and of the editor share: a program has only one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest


@pytest.fixture(scope="session", autouse=True)
def own_choices(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """What a player has chosen on this machine does not show in tests, and they change nothing of it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BAUTA_DATA", str(tmp_path_factory.mktemp("data")))
        yield


@pytest.fixture(scope="session")
def window() -> Iterator[Any]:
    from sim.app.window.table_window import TableWindow

    made = TableWindow((1280, 800), offscreen=True, threaded=False)
    yield made
    made.close()
    made.close_game()
    made.screen.close()


@pytest.fixture(autouse=True)
def drawn_where_asked(request: pytest.FixtureRequest) -> Iterator[None]:
    """Frames of the shared window are drawn only in tests that are marked `drawn`, as they look at pixels: in software,
    drawing takes a third of the time, or more."""
    if "window" not in request.fixturenames or request.node.get_closest_marker("drawn"):
        yield
        return
    from tests.app.window_sizes import panels_alone

    with panels_alone(request.getfixturevalue("window")):
        yield
