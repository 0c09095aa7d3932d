"""A small, safe expression language for derived values: Python's syntax, a few functions, a limit on steps.

Error messages of formulas may become recorded reasons of an outcome, so they must not be reworded.
"""

from __future__ import annotations

import ast
import difflib
import operator
from collections.abc import Callable, Iterable, Iterator, Mapping
from decimal import ROUND_HALF_UP, Decimal
from functools import lru_cache
from typing import Any

import msgspec

# Formulas are part of files that may come from other people, so length, depth, steps and sizes are limited.
LONGEST_FORMULA = 1000
DEEPEST = 60
MOST_STEPS = 100_000
LARGEST_NUMBER = 10**15
LONGEST_VALUE = 100_000
# Handling a long text or list costs one step per this many characters or items.
ITEMS_A_STEP = 16
TOO_LARGE = "the number is too large; at most 10^15 is allowed"
ALLOWED = (
    "use numbers, texts, lists, + - * / // %, comparisons, and, or, not, in, if-else, "
    "fields such as ride.price, one 'for' with 'if's, and the known functions"
)


class FormulaError(ValueError):
    """A formula is wrong or can't be computed; the message names the formula, the part and the problem."""


class _Failure(Exception):
    """A mistake in a formula. `_Evaluation.value` catches it and adds the part of the formula."""


def _kind(value: object) -> str:
    kinds = ((bool, "true or false"), (int | float, "a number"), (str, "a text"), (list | tuple, "a list"))
    return "nothing" if value is None else next((word for kind, word in kinds if isinstance(value, kind)), "a record")


def _number(value: object) -> int | float:
    if not isinstance(value, int | float):
        raise _Failure(f"a number is needed here, not {_kind(value)}")
    if not -LARGEST_NUMBER <= value <= LARGEST_NUMBER:
        raise _Failure(TOO_LARGE)
    return value


def _sound(value: Any) -> Any:
    """Return the value unchanged; raise `_Failure` if it is too large, too long or callable."""
    if isinstance(value, int | float):
        return _number(value)
    if isinstance(value, str | list | tuple) and len(value) > LONGEST_VALUE:
        raise _Failure(f"the value is too long; at most {LONGEST_VALUE} characters or items are allowed")
    if callable(value):
        raise _Failure("only values can be used here, not functions")
    return value


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise _Failure(f"a text is needed here, not {_kind(value)}")
    return value


def _items(value: Any) -> list[Any]:
    if not isinstance(value, list | tuple | Mapping):
        raise _Failure(f"a list is needed here, not {_kind(value)}")
    return list(value)


def _candidates(values: tuple[Any, ...]) -> list[Any]:
    found = _items(values[0]) if len(values) == 1 else list(values)
    if not found:
        raise _Failure("the list is empty; guard it, as in 'max(prices) if prices else 0'")
    return found


def _round(value: Any, digits: Any = None) -> int | float:
    if not isinstance(digits, int | None) or not -15 <= (digits or 0) <= 15:
        raise _Failure("the second value of round is a whole number of digits, such as 2")
    return round(_number(value), digits)


def _money(value: Any) -> float:
    # Through `repr`, so that 1.005 becomes 1.01: the float itself is slightly less than 1.005.
    cents = Decimal(repr(_number(value) + 0)).quantize(Decimal("0.01"), ROUND_HALF_UP)
    return float(cents) + 0.0


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "sum": lambda values: sum(_number(value) for value in _items(values)),
    "min": lambda *values: min(_candidates(values)),
    "max": lambda *values: max(_candidates(values)),
    "len": lambda values: len(values if isinstance(values, str) else _items(values)),
    "count": lambda values: len(values if isinstance(values, str) else _items(values)),
    "round": _round,
    "abs": lambda value: abs(_number(value)),
    "sorted": lambda values: sorted(_items(values)),
    "any": lambda values: any(_items(values)),
    "all": lambda values: all(_items(values)),
    "money": _money,
    "minutes": lambda amount: round(_number(amount) * 60),
    "hours": lambda amount: round(_number(amount) * 3600),
    "days": lambda amount: round(_number(amount) * 86400),
    "lower": lambda value: _text(value).lower(),
}
MOST_ARGUMENTS = {"min": 20, "max": 20, "round": 2}
# Without **, which can make huge numbers before a limit is checked.
ARITHMETIC: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}
COMPARISONS: dict[type[ast.cmpop], Callable[[Any, Any], bool]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.In: lambda item, container: item in container,
    ast.NotIn: lambda item, container: item not in container,
}
SIGNS: dict[type[ast.unaryop], Callable[[Any], Any]] = {
    ast.UAdd: lambda value: +_number(value),
    ast.USub: lambda value: -_number(value),
    ast.Not: operator.not_,
}


def names_in(formula: str) -> frozenset[str]:
    """Return the names that a formula uses but does not define itself."""
    return frozenset(_free_names(_parsed(formula), frozenset()))


def literals_in(formula: str) -> list[int | float | str]:
    """Return the numbers and texts written in a formula."""
    constants = [node.value for node in ast.walk(_parsed(formula)) if isinstance(node, ast.Constant)]
    return [value for value in constants if isinstance(value, int | float | str) and not isinstance(value, bool)]


def evaluate(formula: str, names: Mapping[str, Any]) -> Any:
    return _Evaluation(formula, names).value(_parsed(formula))


def _error(formula: str, node: ast.AST | None, problem: str) -> FormulaError:
    part = ast.get_source_segment(formula.strip(), node) if node else None
    place = f" at {_short(part)}" if part and part != formula.strip() else ""
    return FormulaError(f"The formula {_short(formula.strip())} is wrong{place}: {problem}.")


def _short(text: str) -> str:
    return repr(text if len(text) <= 120 else f"{text[:117]}...")


@lru_cache(maxsize=1024)
def _parsed(formula: str) -> ast.expr:
    if len(formula) > LONGEST_FORMULA:
        raise _error(formula, None, f"it is longer than {LONGEST_FORMULA} characters")
    try:
        tree = ast.parse(formula.strip(), mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError) as error:
        reason = error.msg if isinstance(error, SyntaxError) else "it cannot be read"
        raise _error(formula, None, f"{reason}; {ALLOWED}") from None
    # A list instead of recursion: a hostile formula may be nested too deeply to recurse into.
    waiting: list[tuple[ast.AST, int]] = [(tree, 1)]
    while waiting:
        node, depth = waiting.pop()
        problem = "it is nested too deeply; use sum([...]) for long sums" if depth > DEEPEST else _forbidden(node)
        if problem:
            raise _error(formula, node, problem)
        waiting.extend((child, depth + 1) for child in ast.iter_child_nodes(node))
    return tree


def _forbidden(node: ast.AST) -> str:
    """Return why a part is not allowed in a formula; an empty string if it is allowed."""
    match node:
        case ast.BinOp(op=op) if type(op) not in ARITHMETIC:
            return "this operator is not allowed; only + - * / // % are"
        case ast.UnaryOp(op=sign) if type(sign) not in SIGNS:
            return "~ is not allowed; only - + and not are"
        case ast.Compare(ops=ops) if any(type(op) not in COMPARISONS for op in ops):
            return "'is' is not allowed; use == or !="
        case ast.Constant(value=int() | float() as value) if not -LARGEST_NUMBER <= value <= LARGEST_NUMBER:
            return TOO_LARGE
        case ast.Constant(value=value) if not isinstance(value, int | float | str | None):
            return "only numbers, texts, True, False and None can be written out"
        # Fields such as __class__ would give a formula access to Python's internals.
        case ast.Attribute(attr=name) if name.startswith("_"):
            return "fields that start with _ are private"
        case ast.Call():
            return _forbidden_call(node)
        case ast.comprehension() if node.is_async or not isinstance(node.target, ast.Name):
            return "'for' needs one plain name, as in 'for item in cart'"
        case ast.GeneratorExp(generators=loops) | ast.ListComp(generators=loops) if len(loops) > 1:
            return "only one 'for' is allowed"
        case ast.expr() if type(node) not in _EVALUATORS:
            return f"this is not allowed; {ALLOWED}"
    return ""


def _forbidden_call(call: ast.Call) -> str:
    if not isinstance(call.func, ast.Name) or call.func.id not in FUNCTIONS:
        return f"only these can be called: {', '.join(FUNCTIONS)}"
    most = MOST_ARGUMENTS.get(call.func.id, 1)
    starred = any(isinstance(argument, ast.Starred) for argument in call.args)
    if call.keywords or starred or not 1 <= len(call.args) <= most:
        return f"{call.func.id} takes " + ("one plain value" if most == 1 else f"one to {most} plain values")
    return ""


def _free_names(node: ast.AST, bound: frozenset[str]) -> Iterator[str]:
    if isinstance(node, ast.Name):
        yield from () if node.id in bound else (node.id,)
    elif isinstance(node, ast.GeneratorExp | ast.ListComp):
        loop = node.generators[0]
        yield from _free_names(loop.iter, bound)
        inside = bound | frozenset(_free_names(loop.target, frozenset()))
        for part in (node.elt, *loop.ifs):
            yield from _free_names(part, inside)
    else:
        for child in node.args if isinstance(node, ast.Call) else ast.iter_child_nodes(node):
            yield from _free_names(child, bound)


def _public_fields(value: Any) -> list[str]:
    names: Iterable[Any] = ()
    if isinstance(value, msgspec.Struct):
        names = value.__struct_fields__
    elif isinstance(value, Mapping):
        names = value
    elif isinstance(value, tuple):
        names = getattr(value, "_fields", ())
    return [name for name in names if isinstance(name, str) and not name.startswith("_")]


def _suggestion(name: str, known: Iterable[str]) -> str:
    ordered = sorted(known)
    if close := difflib.get_close_matches(name, ordered, n=3):
        return f"did you mean {' or '.join(close)}?"
    return f"known are {', '.join(ordered[:12])}" if ordered else "nothing is known here"


class _Evaluation:
    """One computation of a formula, with the values of its names and the number of steps left."""

    def __init__(self, formula: str, names: Mapping[str, Any]) -> None:
        self._formula = formula
        self._names = names
        self._bound: dict[str, Any] = {}
        self._steps = MOST_STEPS

    def value(self, node: ast.expr) -> Any:
        try:
            self._spend()
            return _sound(_EVALUATORS[type(node)](self, node))
        except _Failure as failure:
            raise _error(self._formula, node, str(failure)) from None

    def _spend(self, *handled: Any) -> None:
        sizes = (len(value) for value in handled if isinstance(value, str | list | tuple | Mapping))
        self._steps -= 1 + sum(sizes) // ITEMS_A_STEP
        if self._steps < 0:
            raise _Failure("it takes too many steps; use shorter lists or fewer loops")

    def constant(self, node: ast.Constant) -> Any:
        return node.value

    def name(self, node: ast.Name) -> Any:
        if node.id in self._bound:
            return self._bound[node.id]
        if node.id in self._names:
            return self._names[node.id]
        if node.id in FUNCTIONS:
            raise _Failure(f"{node.id} is a function; call it, as in {node.id}(...)")
        raise _Failure(f"{node.id!r} is not known here; {_suggestion(node.id, {*self._names, *self._bound})}")

    def attribute(self, node: ast.Attribute) -> Any:
        owner = self.value(node.value)
        fields = _public_fields(owner)
        if node.attr not in fields:
            problem = f"{_kind(owner)} has no field {node.attr!r}"
            raise _Failure(f"{problem}; {_suggestion(node.attr, fields)}" if fields else problem)
        return owner[node.attr] if isinstance(owner, Mapping) else getattr(owner, node.attr)

    def arithmetic(self, node: ast.BinOp) -> Any:
        left, right = self.value(node.left), self.value(node.right)
        if isinstance(node.op, ast.Add) and isinstance(left, str | list | tuple):
            self._spend(left, right)
            if _kind(left) != _kind(right):
                raise _Failure(f"{_kind(left)} and {_kind(right)} cannot be added")
            return left + right if isinstance(left, str) else [*left, *right]
        try:
            # Numbers only: a text times a large number would fill the memory.
            return ARITHMETIC[type(node.op)](_number(left), _number(right))
        except ZeroDivisionError:
            raise _Failure("this divides by zero") from None

    def sign(self, node: ast.UnaryOp) -> Any:
        return SIGNS[type(node.op)](self.value(node.operand))

    def logic(self, node: ast.BoolOp) -> Any:
        result: Any = None
        for part in node.values:
            result = self.value(part)
            if bool(result) is isinstance(node.op, ast.Or):
                break
        return result

    def comparison(self, node: ast.Compare) -> bool:
        left = self.value(node.left)
        for sign, part in zip(node.ops, node.comparators, strict=True):
            right = self.value(part)
            self._spend(left, right)
            try:
                holds = COMPARISONS[type(sign)](left, right)
            except TypeError:
                raise _Failure(f"{_kind(left)} and {_kind(right)} cannot be compared like this") from None
            if not holds:
                return False
            left = right
        return True

    def choice(self, node: ast.IfExp) -> Any:
        return self.value(node.body if self.value(node.test) else node.orelse)

    def sequence(self, node: ast.List | ast.Tuple) -> Any:
        values = [self.value(part) for part in node.elts]
        return values if isinstance(node, ast.List) else tuple(values)

    def loop(self, node: ast.GeneratorExp | ast.ListComp) -> list[Any]:
        loop, outer, results = node.generators[0], self._bound, []
        assert isinstance(loop.target, ast.Name)
        for item in _items(self.value(loop.iter)):
            self._bound = {**outer, loop.target.id: item}
            if all(self.value(test) for test in loop.ifs):
                results.append(self.value(node.elt))
        self._bound = outer
        return results

    def call(self, node: ast.Call) -> Any:
        assert isinstance(node.func, ast.Name)
        values = [self.value(argument) for argument in node.args]
        self._spend(*values)
        try:
            return FUNCTIONS[node.func.id](*values)
        except TypeError:
            raise _Failure("these values have no order; compare numbers with numbers, texts with texts") from None


_EVALUATORS: dict[type[ast.AST], Callable[[_Evaluation, Any], Any]] = {
    ast.Constant: _Evaluation.constant,
    ast.Name: _Evaluation.name,
    ast.Attribute: _Evaluation.attribute,
    ast.BinOp: _Evaluation.arithmetic,
    ast.UnaryOp: _Evaluation.sign,
    ast.BoolOp: _Evaluation.logic,
    ast.Compare: _Evaluation.comparison,
    ast.IfExp: _Evaluation.choice,
    ast.List: _Evaluation.sequence,
    ast.Tuple: _Evaluation.sequence,
    ast.GeneratorExp: _Evaluation.loop,
    ast.ListComp: _Evaluation.loop,
    ast.Call: _Evaluation.call,
}
