"""The mutants of a module: every small change of its source that a test of a rule should notice.

Changed are bounds, numbers, conditions, operators, calls for their effects, what is returned, and arguments of one kind
in a row. Left alone is what no rule hangs on: annotations, docstrings, assertions, what is raised, and what is said to
players: refusals, labels, formatted strings, sentences and the methods of `SPOKEN`; and `<` for `<=` where a measured
number is compared with a bound that forgives rounding.
"""

from __future__ import annotations

import ast
import hashlib
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

SPOKEN = frozenset({"__repr__", "__str__", "asks", "by_default", "detail", "explained", "hint", "label", "words"})
SENTENCES = frozenset({"capital", "counted", "joined", "listed", "phrase", "say", "sense", "term"})  # of `sim.words`
SAID = SENTENCES | {"Label", "Refusal", "TypeVar", "NewType"}  # calls whose arguments are words and evidence
SYMMETRIC = frozenset({"apart", "dist", "distance", "gcd", "hypot", "isinstance", "max", "min"})
SLACK = frozenset({"AT_EDGE", "HAIR", "MOVED", "NEAR", "ON_LINE", "SAME", "SNAP"})  # rounding is forgiven so much
LEAST = 0.05  # so is less than this
WORD = re.compile(r"[a-z][a-z_ -]*")
REASONS = frozenset({"name", "strict", "tag", "text", "title", "why"})  # arguments: words for players, own checks

ORDERS = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt}
OPPOSITES = {ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn}
OPPOSITES |= {ast.NotIn: ast.In}
ARITHMETIC = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult, ast.FloorDiv: ast.Mult}
ARITHMETIC |= {ast.BitOr: ast.BitAnd, ast.BitAnd: ast.BitOr}
TWINS = {"min": "max", "max": "min", "any": "all", "all": "any"}


class Mutant(NamedTuple):
    """One change of the bytes of a module."""

    module: str  # its path in the checkout
    function: str  # or class, by qualified name; "" for the module itself
    start: int  # of the bytes that are replaced
    end: int
    text: str  # that replaces them
    line: int
    lines: tuple[int, int]  # first and last of the statement
    names: tuple[str, ...]  # what is assigned, where a mutant stands outside of functions
    was: str  # the line as it stands
    now: str  # and as the mutant has it
    nth: int  # of those that read alike in this function

    @property
    def id(self) -> str:
        text = "\0".join((self.module, self.function, self.was, self.now, str(self.nth)))
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    @property
    def at_import(self) -> bool:
        """Does it change what is run when the module is imported?"""
        return bool(self.names)

    def of(self, source: bytes) -> bytes:
        """The module's source with this change."""
        return source[: self.start] + self.text.encode() + source[self.end :]


def mutants_of(module: str, source: bytes) -> list[Mutant]:
    """All mutants of one module."""
    return list(_Finder(module, source).found())


def sources(folder: Path) -> Iterator[Path]:
    """The modules below a folder, or the one that is named."""
    yield from [folder] if folder.is_file() else sorted(folder.rglob("*.py"))


class _Place(NamedTuple):
    """Where in the module something stands."""

    scope: tuple[str, ...] = ()
    lines: tuple[int, int] = (0, 0)
    inside: bool = False  # a function
    names: tuple[str, ...] = ()


_Change = tuple[ast.AST, str, _Place]  # what is replaced, and by which text


class _Finder:
    def __init__(self, module: str, source: bytes) -> None:
        self.module, self.source = module, source
        self.starts = [0]
        for line in source.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))

    def found(self) -> Iterator[Mutant]:
        alike: Counter[tuple[str, str, str]] = Counter()
        for node, text, place in self._body(ast.parse(self.source).body, _Place()):
            start = self.starts[node.lineno - 1] + node.col_offset  # type: ignore[attr-defined]
            end = self.starts[node.end_lineno - 1] + node.end_col_offset  # type: ignore[attr-defined]
            first, last = self.starts[node.lineno - 1], self.starts[node.end_lineno]  # type: ignore[attr-defined]
            was = " ".join(self.source[first:last].decode().split())
            new = self.source[first:start] + text.encode() + self.source[end:last]
            now = " ".join(new.decode().split())
            function = ".".join(place.scope)
            nth = alike[function, was, now]
            alike[function, was, now] += 1
            names = () if place.inside else place.names or ("",)
            line = node.lineno  # type: ignore[attr-defined]
            yield Mutant(self.module, function, start, end, text, line, place.lines, names, was, now, nth)

    # --- statements ----------------------------------------------------------------------------------

    def _body(self, body: list[ast.stmt], place: _Place) -> Iterator[_Change]:
        for statement in body:
            yield from self._statement(statement, place)
            if isinstance(statement, ast.Return | ast.Raise):
                return  # a `yield` below only makes it a generator

    def _statement(self, node: ast.stmt, place: _Place) -> Iterator[_Change]:
        place = place._replace(lines=_lines(node))
        match node:
            case ast.FunctionDef():
                if node.name not in SPOKEN:
                    yield from self._function(node, place)
            case ast.ClassDef():
                yield from self._body(node.body, place._replace(scope=(*place.scope, node.name), inside=False))
            case ast.Assign() | ast.AnnAssign() | ast.AugAssign():
                yield from self._assignment(node, place)
            case ast.Expr(value=ast.Call()):
                yield node, "pass", place
                yield from self._expression(node.value, place)
            case ast.Expr(value=ast.YieldFrom() as value):
                yield node, "yield from ()", place
                yield from self._expression(value.value, place)
            case ast.Return(value=ast.expr() as value) if not _is(value, None):
                if not _is(value, True, False):
                    yield node, "return None", place
                yield from self._expression(value, place)
            case ast.If():
                yield from self._condition(node.test, place)
                yield from self._body(node.body, place)
                yield from self._body(node.orelse, place)
            case ast.While():
                yield from self._condition(node.test, place, loop=True)
                yield from self._body(node.body, place)
            case ast.For():
                yield from self._expression(node.iter, place)
                yield from self._body([*node.body, *node.orelse], place)
            case ast.Break():
                yield node, "continue", place
            case ast.Continue():
                yield node, "break", place
            case ast.Match():
                yield from self._expression(node.subject, place)
                for case in node.cases:
                    yield from self._condition(case.guard, place) if case.guard else ()
                    yield from self._body(case.body, place)
            case ast.With():
                yield from self._body(node.body, place)
            case ast.Try():
                yield from self._body(node.body, place)
                for handler in node.handlers:
                    yield from self._body(handler.body, place)

    def _function(self, node: ast.FunctionDef, place: _Place) -> Iterator[_Change]:
        inner = place._replace(scope=(*place.scope, node.name))
        for default in (*node.args.defaults, *(d for d in node.args.kw_defaults if d is not None)):
            yield from self._expression(default, inner if place.inside else inner._replace(names=(node.name,)))
        yield from self._body(node.body, inner._replace(inside=True))

    def _assignment(self, node: ast.Assign | ast.AnnAssign | ast.AugAssign, place: _Place) -> Iterator[_Change]:
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        flat = [each for t in targets for each in (t.elts if isinstance(t, ast.Tuple) else [t])]
        names = tuple(each.id for each in flat if isinstance(each, ast.Name))
        if node.value is None or "__all__" in names:
            return
        if isinstance(node, ast.AugAssign):
            yield node, "pass", place
            other = ARITHMETIC.get(type(node.op))
            if other is not None:
                yield node, ast.unparse(ast.AugAssign(node.target, other(), node.value)), place
        yield from self._expression(node.value, place if place.inside else place._replace(names=names))

    # --- expressions ---------------------------------------------------------------------------------

    def _condition(self, test: ast.expr, place: _Place, *, loop: bool = False) -> Iterator[_Change]:
        """What is asked, always so or never; what follows from killing these two is left out."""
        if isinstance(test, ast.Name) and test.id == "TYPE_CHECKING":
            return
        both = isinstance(test, ast.BoolOp)
        if not (both and isinstance(test.op, ast.And)) and not loop:  # type: ignore[attr-defined]
            yield test, "True", place
        if not (both and isinstance(test.op, ast.Or)):  # type: ignore[attr-defined]
            yield test, "False", place
        yield from self._expression(test, place, asked=True)

    def _expression(self, node: ast.expr | None, place: _Place, *, asked: bool = False) -> Iterator[_Change]:
        """`asked`: whether it is so decides, and both cases are mutants already."""
        match node:
            case None:
                return
            case _ if _sentence(node) or (
                isinstance(node, ast.IfExp) and any(map(_sentence, (node.body, node.orelse)))
            ):
                return
            case ast.Constant(value=value):
                yield from ((node, text, place) for text in _numbers(value))
                return
            case ast.Compare():
                yield from self._comparison(node, place, asked=asked)
                return
            case ast.Call():
                yield from self._call(node, place)
                return
            case ast.IfExp():
                yield from self._condition(node.test, place)
                yield from self._expression(node.body, place)
                yield from self._expression(node.orelse, place)
                return
            case ast.BoolOp(op=op, values=values):
                for i in range(len(values)):
                    rest = [*values[:i], *values[i + 1 :]]
                    yield node, f"({ast.unparse(rest[0] if len(rest) == 1 else ast.BoolOp(op, rest))})", place
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                if not asked:
                    yield node, f"bool({ast.unparse(operand)})", place
                yield from self._expression(operand, place, asked=True)
                return
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                yield node, f"({ast.unparse(operand)})", place
            case ast.BinOp(left=left, op=op, right=right) if type(op) in ARITHMETIC:
                yield node, f"({ast.unparse(ast.BinOp(left, ARITHMETIC[type(op)](), right))})", place
            case ast.ListComp() | ast.SetComp() | ast.GeneratorExp() | ast.DictComp():
                for part in node.generators:
                    yield from self._expression(part.iter, place)
                    for test in part.ifs:
                        yield from self._condition(test, place)
                of = [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
                for each in of:
                    yield from self._expression(each, place)
                return
            case ast.Set(elts=elements):
                yield from (each for element in elements for each in self._words(element, place))
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr):
                yield from self._expression(child, place)

    def _comparison(self, node: ast.Compare, place: _Place, *, asked: bool) -> Iterator[_Change]:
        sides = (node.left, *node.comparators)
        for i, op in enumerate(node.ops):
            other = ORDERS.get(type(op)) or (None if asked and len(node.ops) == 1 else OPPOSITES.get(type(op)))
            if other is not None and not (type(op) in ORDERS and any(map(_slack, sides[i : i + 2]))):
                ops = [*node.ops[:i], other(), *node.ops[i + 1 :]]
                yield node, f"({ast.unparse(ast.Compare(node.left, ops, node.comparators))})", place
        for operand in sides:
            elements = operand.elts if isinstance(operand, ast.Tuple) else []
            yield from (each for element in elements for each in self._words(element, place))
            yield from self._expression(operand, place)

    def _call(self, node: ast.Call, place: _Place) -> Iterator[_Change]:
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        if name in SAID:
            return
        if isinstance(node.func, ast.Name) and name in TWINS:
            yield node.func, TWINS[name], place
        if name == "abs":
            yield node, f"({ast.unparse(node.args[0])})", place
        for a, b in zip(node.args, node.args[1:], strict=False):
            plain = isinstance(a, ast.Name | ast.Attribute) and isinstance(b, ast.Name | ast.Attribute)
            texts = {ast.unparse(a), ast.unparse(b)}
            if plain and name not in SYMMETRIC and len(texts) == 2 and "game" not in texts:
                args = [{a: b, b: a}.get(each, each) for each in node.args]
                yield node, ast.unparse(ast.Call(node.func, args, node.keywords)), place
        yield from self._expression(node.func, place)
        for argument in node.args[:1] if name == "round" else node.args:
            yield from self._expression(argument, place)
        for keyword in node.keywords:
            if keyword.arg not in REASONS:
                yield from self._words(keyword.value, place)
                yield from self._expression(keyword.value, place)

    def _words(self, node: ast.expr, place: _Place) -> Iterator[_Change]:
        """Another word, where words tell cases apart."""
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and WORD.fullmatch(node.value):
            yield node, '"?"', place


def _sentence(node: ast.expr) -> bool:
    """Is it a formatted string, or a sentence that can be told in other languages too?"""
    match node:
        case ast.Call(func=ast.Name(id=name)):
            return name in SENTENCES
    return isinstance(node, ast.JoinedStr)


def _numbers(value: object) -> Iterator[str]:
    """What a constant becomes: the next numbers to it, or the other truth value."""
    if isinstance(value, bool):
        yield repr(not value)
    elif isinstance(value, int):
        yield from ("1",) if value == 0 else (repr(value - 1), repr(value + 1))
    elif isinstance(value, float):
        yield from (repr(value - 1), repr(value + 1)) if value >= 0.5 else (repr(value + 1),)


def _slack(operand: ast.expr) -> bool:
    """Does it forgive rounding? A measured number equals such a bound to the last bit by chance only."""
    match operand.right if isinstance(operand, ast.BinOp) else operand:
        case ast.Name(id=name):
            return name in SLACK
        case ast.Constant(value=float(value)):
            return 0 < value < LEAST
        case _:
            return False


def _is(node: ast.expr, *values: object) -> bool:
    return isinstance(node, ast.Constant) and any(node.value is value for value in values)


def _lines(node: ast.stmt) -> tuple[int, int]:
    """The lines of a statement; of one with a body those before it."""
    body = getattr(node, "body", None) or getattr(node, "cases", None)
    last = node.end_lineno or node.lineno
    if body:
        first = body[0] if isinstance(body[0], ast.stmt) else body[0].pattern
        last = max(node.lineno, first.lineno - 1)
    return node.lineno, last
