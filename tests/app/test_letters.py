"""Letters are as large as they are wanted, also once the texture that holds them was full."""

from __future__ import annotations

from collections.abc import Iterator
from string import ascii_letters

import pytest
from imgui_bundle import imgui

from sim.app.hud.imgui_backend import begin_frame
from sim.app.hud.theme import Fonts, load_fonts

KEPT = [("text", 15.0, "x"), ("title", 20.0, "B")]


@pytest.fixture
def fonts() -> Iterator[Fonts]:
    """In a context of their own."""
    before, own = imgui.get_current_context(), imgui.create_context()
    imgui.set_current_context(own)
    io = imgui.get_io()
    io.display_size, io.delta_time = imgui.ImVec2(1280, 800), 1 / 60
    io.set_ini_filename("")
    io.backend_flags |= imgui.BackendFlags_.renderer_has_textures.value
    yield load_fonts(1.0)
    for texture in imgui.get_platform_io().textures:
        texture.status = imgui.ImTextureStatus.destroyed
    imgui.destroy_context(own)
    if before is not None:
        imgui.set_current_context(before)


def draw(fonts: Fonts, texts: list[tuple[str, float, str]]) -> list[float]:
    """A frame with these texts: how wide each is."""
    begin_frame()
    imgui.begin("texts")
    wide = []
    for face, size, words in texts:
        imgui.push_font(getattr(fonts, face), size)
        wide.append(imgui.calc_text_size(words).x)
        imgui.text(words)
        imgui.pop_font()
    imgui.end()
    imgui.render()
    for texture in imgui.get_platform_io().textures:
        gone = texture.status == imgui.ImTextureStatus.want_destroy
        texture.status = imgui.ImTextureStatus.destroyed if gone else imgui.ImTextureStatus.ok
    return wide


def test_new_letters_of_a_title_are_as_large_as_its_others_after_a_banner_is_gone(fonts: Fonts) -> None:
    """The name on a card was written with letters of the banner before it: "CaPodeCina"."""
    draw(fonts, [("title", 34.0, "T"), *KEPT])
    draw(fonts, [*KEPT, ("title", 34.0, "To play")])
    for _ in range(5):
        draw(fonts, KEPT)
    atlas = imgui.get_io().fonts
    full = atlas.tex_data.unique_id
    sizes = iter(range(12, 60))
    while atlas.tex_data.unique_id == full:
        draw(fonts, [*KEPT, ("bold", float(next(sizes)), ascii_letters)])
    for _ in range(2):
        draw(fonts, KEPT)
    wide, a_little_wider = draw(fonts, [("title", 20.0, "Capodecina"), ("title", 21.0, "Capodecina")])
    assert 0.9 * a_little_wider < wide < a_little_wider
