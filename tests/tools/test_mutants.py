"""The run of mutants: what it changes in a source, which tests it asks, and what it makes of their verdicts."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.mutants import Line, table
from tools.mutation.equal import Equal, listed, stale
from tools.mutation.mentions import Mentions
from tools.mutation.operators import Mutant, mutants_of, sources
from tools.mutation.reached import CHECKOUT, RULES, LinesRun, Reached


def changes(source: str) -> set[str]:
    """The lines that mutants put in place of those of a function."""
    made = mutants_of("m.py", f"def f(a, b, c):\n    {source}\n".encode())
    return {mutant.now for mutant in made}


@pytest.mark.parametrize(
    ("source", "now"),
    [
        ("x = a < b", {"x = (a <= b)"}),
        ("x = a == b", {"x = (a != b)"}),
        ("x = 0 <= a <= b + HAIR", {"x = (0 < a <= b + HAIR)", "x = 1 <= a <= b + HAIR", "x = 0 <= a <= (b - HAIR)"}),
        ("x = 3", {"x = 2", "x = 4"}),
        ("x = 0", {"x = 1"}),
        ("x = 0.005", {"x = 1.005"}),
        ("x = True", {"x = False"}),
        ("x = a and b", {"x = (a)", "x = (b)"}),
        ("x = not a", {"x = bool(a)"}),
        ("x = -a", {"x = (a)"}),
        ("x = a + b", {"x = (a - b)"}),
        ("x = min(a, b)", {"x = max(a, b)"}),
        (
            "x = a in ('run', 'jump')",
            {"x = (a not in ('run', 'jump'))", "x = a in (\"?\", 'jump')"} | {"x = a in ('run', \"?\")"},
        ),
        ("g(a, b)", {"pass", "g(b, a)"}),
        ("a += b", {"pass", "a -= b"}),
        ("yield from g(a)", {"yield from ()"}),
        ("return a", {"return None"}),
        ("if a: b()", {"if True: b()", "if False: b()", "if a: pass"}),
        ("if a < b: return", {"if True: return", "if False: return", "if (a <= b): return"}),
        ("x = [c for c in b if c]", {"x = [c for c in b if True]", "x = [c for c in b if False]"}),
    ],
)
def test_a_mutant_is_one_small_change(source: str, now: set[str]) -> None:
    assert changes(source) == now


@pytest.mark.parametrize(
    "source",
    [
        '"""A docstring of 3 words."""',
        "assert a < 3",
        "x: Literal[1, 2]",
        "return Refusal('ACT-03', f'{a + 1} is too far', -a)",
        "x = f'{a} dice' if a > 1 else 'a die'",
        "x = say('{n} dice', n=a + 1) if a > 1 else say('a die')",
        "raise ValueError(1)",
    ],
)
def test_what_no_rule_hangs_on_is_left_alone(source: str) -> None:
    assert changes(source) <= {"return None"}


def test_what_is_said_to_players_is_left_alone() -> None:
    assert not mutants_of("m.py", b'class A:\n    def asks(self):\n        return "who?" if 1 < 2 else ""\n')


def test_a_yield_that_is_never_reached_is_left_alone() -> None:
    assert changes("return\n    yield a + b") == set()


def test_each_mutant_of_the_rules_is_python_and_has_an_id_of_its_own() -> None:
    module = CHECKOUT / RULES / "abilities" / "fighting.py"
    source = module.read_bytes()
    mutants = mutants_of("fighting.py", source)
    assert len({m.id for m in mutants}) == len(mutants) > 20
    for mutant in mutants:
        assert mutant.of(source) != source
        compile(mutant.of(source), "fighting.py", "exec")


def test_what_is_assigned_outside_of_functions_is_known_by_its_names() -> None:
    made = mutants_of("m.py", b"REACH = 3.0\nclass A:\n    cost, most = 1, REACH\n    def f(self, n=2): return n\n")
    named = {(m.now, m.names) for m in made if m.at_import}
    assert ("REACH = 2.0", ("REACH",)) in named
    assert ("cost, most = 2, REACH", ("cost", "most")) in named
    assert ("def f(self, n=3): return n", ("f",)) in named
    assert [m.now for m in made if not m.at_import] == ["def f(self, n=2): return None"]


def test_functions_are_found_by_what_they_read_and_where_they_stand() -> None:
    mentions = Mentions(
        {"m.py": b"class A:\n    def f(self):\n        return self.cost\ndef g():\n    return has('cost')\n"}
    )
    assert [f.name for f in mentions.reading("cost")] == ["A.f", "g"]
    assert [f.name for f in mentions.within("m.py", "A")] == ["A.f"]


def test_a_mutant_is_shown_to_the_tests_that_run_its_lines() -> None:
    found = {
        "one": Reached("", 0.1, lines={"m.py": hex(1 << 3)}),
        "two": Reached("", 0.1, lines={"m.py": hex(1 << 5 | 1 << 9)}),
        "broken": Reached("", 0.1, passes=False, lines={"m.py": hex(1 << 3)}),
    }
    tests = LinesRun(found)
    assert tests.running("m.py", [(1, 4)]) == {"one"}
    assert tests.running("m.py", [(3, 3), (9, 12)]) == {"one", "two"}
    assert tests.running("m.py", [(6, 8)]) == tests.running("n.py", [(3, 3)]) == set()


def test_the_share_of_the_killed_leaves_equal_mutants_out() -> None:
    def line(fate: str, module: str) -> Line:
        return Line("", f"{RULES}/{module}", "f", 1, "a", "b", fate)

    lines = [line("killed", "magic/a.py")] * 3 + [line("survived", "magic/a.py"), line("equal", "magic/a.py")]
    rows = table([*lines, line("uncovered", "turn.py")]).splitlines()
    assert rows[1].split() == ["(carnevale)", "0", "0", "1", "0", "0.0%"]
    assert rows[2].split() == ["magic", "3", "1", "0", "1", "75.0%"]
    assert rows[3].split() == ["all", "3", "1", "1", "1", "60.0%"]


def test_equal_mutants_are_found_by_function_and_text(tmp_path: Path) -> None:
    file = tmp_path / "equal.toml"
    file.write_text(
        '[[mutant]]\nmodule = "m.py"\nfunction = "f"\nwas = "x = a < b"\nnow = "x = (a <= b)"\nreason = "never equal"\n'
    )
    known = listed(file)
    here = mutants_of("m.py", b"\n\ndef f(a, b):\n    x = a < b\n")
    assert not stale(known, here)
    assert stale(known, mutants_of("m.py", b"def g(a, b):\n    x = a < b\n")) == list(known)


def test_every_mutant_that_is_listed_as_equal_stands_in_the_rules_and_has_a_reason() -> None:
    mutants: list[Mutant] = []
    for path in sources(CHECKOUT / RULES):
        mutants += mutants_of(path.relative_to(CHECKOUT).as_posix(), path.read_bytes())
    known: tuple[Equal, ...] = listed()
    assert not stale(known, mutants)
    assert all(each.reason for each in known)
