"""Minis that share a name are told apart wherever something is refused."""

from __future__ import annotations

import pytest

from tests.carnevale.tables import fight, house, mini, plain_street, refused, street

GUARDS = ("House Guard 1", "House Guard 2")


@pytest.mark.rule("GEO-06")
def test_who_does_not_see_whom_says_which_of_those_that_share_a_name() -> None:
    pair = [mini(f"guard-{n}", seat, at, name="House Guard") for n, seat, at in
            ((1, "north", (2, 10, 0)), (2, "south", (16, 10, 0)))]  # fmt: skip
    pair[0]["profile"]["weapons"] = [{"name": "Bow", "range": 24}]
    table = fight(street(house((5, 5), (12, 15), 6.0)), *pair)
    why = refused(table, "guard-1", {"act": "combat", "target": "guard-2", "weapon": "Bow"}).words
    assert all(name in why for name in GUARDS)


@pytest.mark.rule("ACT-06")
def test_a_grapple_from_afar_says_which_of_those_that_share_a_name() -> None:
    pair = [mini(f"guard-{n}", seat, (4.0 + 6 * n, 6, 0), name="House Guard") for n, seat in
            ((1, "north"), (2, "south"))]  # fmt: skip
    why = refused(fight(plain_street(), *pair), "guard-1", {"act": "grapple", "target": "guard-2"}).words
    assert why.endswith(f"{GUARDS[0]} is not in base contact with {GUARDS[1]} (ACT-06)")
