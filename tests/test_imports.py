"""No module of the program needs, over others, itself."""

from __future__ import annotations

from graphlib import CycleError, TopologicalSorter

import grimp


def circle(imports: dict[str, set[str]]) -> list[str]:
    """The modules of a circle, one importing the next; empty where there is none."""
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as error:
        found: list[str] = error.args[1]
        return found[::-1]
    return []


def test_no_module_imports_itself_over_others() -> None:
    """Imports inside functions count; those for the sake of a type alone (TYPE_CHECKING) do not."""
    graph = grimp.build_graph("sim", exclude_type_checking_imports=True)
    imports = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    assert len(imports) > 300
    assert circle(imports) == []


def test_a_circle_is_found() -> None:
    assert circle({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}) in (list("abca"), list("bcab"), list("cabc"))
