"""Water is painted with a brush: canals grow, join, get islands, and are painted away."""

from __future__ import annotations

import msgspec
import pytest
import shapely

from sim.board.files.canals import ground_parts, land_and_water
from sim.board.files.map_sense import shapeless
from sim.board.files.mapfile import Canal, MapFile
from sim.builder.edits import Edit
from sim.builder.errors import EditRefused
from sim.builder.water_brush import dried, flooded, outlines_of

EMPTY = MapFile(1, "Empty", (24.0, 24.0))
ROUND = [(12.0 + 6 * x, 12.0 + 6 * y) for x, y in ((1, 0), (0, 1), (-1, 0), (0, -1), (1, 0))]


def after(made: MapFile, *edits: Edit) -> MapFile:
    for edit in edits:
        made = edit.applied(made)
    assert list(shapeless(made)) == []
    assert ground_parts(made)
    return made


def water(made: MapFile) -> shapely.Geometry:
    return shapely.union_all(land_and_water(made)[1])


def test_a_stroke_is_a_canal_of_the_brushes_width_up_to_the_boards_edge() -> None:
    made = after(EMPTY, flooded(EMPTY, [(-3.0, 12.0), (8.0, 12.0), (30.0, 12.0)], 4.0))
    assert [canal.id for canal in made.canals] == ["rio"]
    assert water(made).area == pytest.approx(4 * 24, rel=0.01)


def test_water_joins_what_it_meets_and_keeps_its_level_and_its_name() -> None:
    low = Canal("low", ((0, 0), (4, 0), (4, 24), (0, 24)), surface=-1.5, bed=-3.0)
    other = Canal("other", ((20, 0), (24, 0), (24, 24), (20, 24)), surface=-1.5, bed=-3.0)
    made = after(made := msgspec.structs.replace(EMPTY, canals=(low, other)), flooded(made, [(2, 9), (22, 9)], 2.0))
    assert [(canal.id, canal.surface, canal.bed) for canal in made.canals] == [("low", -1.5, -3.0)]
    assert water(made).area == pytest.approx(2 * 4 * 24 + 16 * 2, rel=0.01)
    higher = msgspec.structs.replace(EMPTY, canals=(low, msgspec.structs.replace(other, surface=-0.75)))
    assert [canal.id for canal in after(higher, flooded(higher, [(2, 9), (22, 9)], 2.0)).canals] == ["low", "other"]


def test_an_island_stays_dry() -> None:
    made = after(EMPTY, flooded(EMPTY, ROUND, 3.0))
    assert not water(made).contains(shapely.Point(12, 12))
    assert len(made.canals) == 2
    assert water(made).area == pytest.approx(shapely.LineString(ROUND).buffer(1.5).area, rel=0.02)


def test_water_is_painted_away_also_of_canals_along_a_line() -> None:
    rio = msgspec.structs.replace(EMPTY, canals=(Canal("rio", line=((0, 12), (24, 12)), width=4.0, surface=-1.0),))
    cut = after(rio, dried(rio, [(12, 6), (12, 18)], 3.0))
    assert [(canal.id, canal.surface) for canal in cut.canals] == [("rio", -1.0), ("rio-2", -1.0)]
    assert water(cut).area == pytest.approx(4 * 21, rel=0.01)
    assert after(rio, dried(rio, [(0, 12), (24, 12)], 5.0)).canals == ()
    with pytest.raises(EditRefused, match="no water"):
        dried(rio, [(12, 2)], 3.0)


def test_a_dab_is_no_canal_alone_and_widens_one_that_it_touches() -> None:
    with pytest.raises(EditRefused, match="no canal"):
        flooded(EMPTY, [(12, 12)], 1.0)
    made = after(EMPTY, flooded(EMPTY, [(12, 12)], 3.0))
    wider = after(made, flooded(made, [(13.5, 12)], 1.0))
    assert water(wider).area > water(made).area + 0.2
    assert len(wider.canals) == 1


def test_rings_never_hold_islands() -> None:
    holed = shapely.box(0, 0, 20, 20) - shapely.box(3, 3, 6, 6) - shapely.box(10, 12, 15, 15) - shapely.box(4, 9, 5, 10)
    rings = [shapely.Polygon(ring) for ring in outlines_of(holed)]
    assert all(ring.is_valid for ring in rings)
    assert shapely.union_all(rings).symmetric_difference(holed).area < 0.1
