"""Labels on the board never lie over each other."""

from __future__ import annotations

from random import Random

from sim.app.render.label_layout import GAP, LabelBox, clear_of, lay_labels, outside, spread_labels
from sim.app.render.label_pictures import label_node


def test_labels_that_do_not_meet_stay_where_they_are() -> None:
    assert spread_labels([LabelBox(100, 100, 40, 20), LabelBox(100, 130, 40, 20), LabelBox(200, 100, 40, 20)]) == [
        0,
        0,
        0,
    ]


def test_of_two_at_one_place_the_second_stands_just_above_or_below() -> None:
    first, second = spread_labels([LabelBox(100, 100, 40, 20), LabelBox(104, 104, 40, 20)])
    assert first == 0
    assert second == 16 + GAP


def test_any_number_of_labels_is_moved_apart() -> None:
    rng = Random(1)
    boxes = [LabelBox(rng.uniform(0, 300), rng.uniform(0, 120), rng.uniform(20, 90), 20) for _ in range(60)]
    laid = [LabelBox(b.x, b.y + down, b.wide, b.tall) for b, down in zip(boxes, spread_labels(boxes), strict=True)]
    assert not any(one.meets(other) for i, one in enumerate(laid) for other in laid[:i])


def test_a_label_gives_way_to_a_panel_by_as_little_as_may_be() -> None:
    bar, card = LabelBox(500, 20, 1000, 40), LabelBox(100, 500, 200, 400)
    assert clear_of(LabelBox(600, 35, 80, 20), (bar, card)) == LabelBox(600, 50 + GAP, 80, 20)
    assert clear_of(LabelBox(195, 500, 80, 20), (bar, card)) == LabelBox(240 + GAP, 500, 80, 20)
    assert clear_of(LabelBox(600, 300, 80, 20), (bar, card)) == LabelBox(600, 300, 80, 20)


def test_a_label_that_stands_under_a_panel_does_not_look_out_from_there() -> None:
    panel = LabelBox(100, 100, 80, 60)
    under, aside = lay_labels([LabelBox(70, 80, 90, 20), LabelBox(50, 60, 90, 20)], [panel])
    assert under.x < -under.wide
    assert not aside.meets(panel)


def test_a_label_at_the_edge_of_the_window_stays_in_it() -> None:
    """Evidence was read from its second letter on where it lay at the left edge."""
    edges = outside(800, 600)
    left, below, beyond = lay_labels(
        [LabelBox(20, 300, 90, 20), LabelBox(400, 598, 90, 20), LabelBox(-5, 9, 9, 9)], edges
    )
    assert left.x - left.wide / 2 >= 0
    assert below.y + below.tall / 2 <= 600
    assert beyond.x < -beyond.wide, "what it is about is not in the window"


def test_every_letter_of_the_languages_can_be_written_on_a_label() -> None:
    """`l'échelle` had a box in place of its é."""
    letters = "éèêëàâäçîïìôöòûùüñœæÉÈÀÇÎÔÙŒ–’«»"
    boxes = {letter: bytes(label_node(letter, (1.0, 1.0, 1.0, 1.0), 15)[1].get_ram_image()) for letter in letters}
    missing = bytes(label_node("\uffff", (1.0, 1.0, 1.0, 1.0), 15)[1].get_ram_image())
    assert [letter for letter, box in boxes.items() if box == missing] == []
    assert len(set(boxes.values())) == len(letters)
