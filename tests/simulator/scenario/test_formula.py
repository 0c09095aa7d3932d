from __future__ import annotations

import time
from typing import Any, NamedTuple

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator.scenario.formula import FormulaError, evaluate, names_in


class Ride(msgspec.Struct, frozen=True):
    service: str
    price: float
    at: int
    _secret: int = 7

    def total(self) -> float:
        return self.price


class Place(NamedTuple):
    street: str
    number: int


RIDES = [Ride("Default", 17.4, 1000), Ride("Van", 30.0, 4000), Ride("Default", 12.6, 9000)]
NAMES: dict[str, Any] = {
    "ride": RIDES[0],
    "rides": RIDES,
    "cart": {"fee": 2.5, "items": [1, 2, 3], "_hidden": 1},
    "place": Place("Rue Erasme", 9),
    "start": 100_000,
    "guests": ["Ann", "Bo"],
    "empty": [],
    "nothing": None,
    "trap": print,
}


@pytest.mark.parametrize(
    ("formula", "value"),
    [
        ("1 + 2 * 3 - 4", 3),
        ("7 / 2", 3.5),
        ("7 // 2", 3),
        ("7 % 4", 3),
        ("-(2 + 3)", -5),
        ("'a' + 'b'", "ab"),
        ("[1] + [2]", [1, 2]),
        ("1 < 2 <= 2", True),
        ("1 < 2 > 5", False),
        ("1 == 1.0 and 'a' != 'b'", True),
        ("nothing or 'x'", "x"),
        ("0 and missing", 0),
        ("not empty", True),
        ("'Ann' in guests", True),
        ("'an' not in 'Ann'", True),
        ("'fee' in cart", True),
        ("'yes' if ride.price > 10 else missing", "yes"),
        ("(1, 'a', True, None)", (1, "a", True, None)),
        ("ride.price", 17.4),
        ("cart.fee + cart.items.x if False else cart.fee", 2.5),
        ("cart.items", [1, 2, 3]),
        ("place.street", "Rue Erasme"),
        ("sum(r.price for r in rides)", 60.0),
        ("[r.at for r in rides if r.price > 13 if r.service == 'Default']", [1000]),
        ("count(r for r in rides if r.service == 'Van')", 1),
        ("len(guests) + len('abc')", 5),
        ("max(r.price for r in rides)", 30.0),
        ("min(3, 1, 2)", 1),
        ("max(empty) if empty else 0", 0),
        ("round(2.567, 1)", 2.6),
        ("round(2.4)", 2),
        ("abs(-3)", 3),
        ("sorted([3, 1, 2])", [1, 2, 3]),
        ("any(r.price > 20 for r in rides)", True),
        ("all(r.price > 20 for r in rides)", False),
        ("start + minutes(25)", 101_500),
        ("hours(1.5)", 5400),
        ("days(2)", 172_800),
        ("lower('LATE')", "late"),
        ("  1 + 1\n", 2),
        ("sum(sum(r.price for x in guests) for r in rides)", 120.0),
    ],
)
def test_a_formula_has_its_value(formula: str, value: object) -> None:
    found = evaluate(formula, NAMES)
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize(
    ("amount", "rounded"), [(1.005, 1.01), (2.675, 2.68), (0.125, 0.13), (-1.005, -1.01), (3, 3.0), (-0.001, 0.0)]
)
def test_money_is_rounded_half_up_to_cents(amount: float, rounded: float) -> None:
    assert str(evaluate("money(x)", {"x": amount})) == str(rounded)


@given(st.integers(-(10**12), 10**12))
def test_money_leaves_whole_cents_alone(cents: int) -> None:
    assert evaluate("money(x)", {"x": cents / 100}) == cents / 100


@pytest.mark.parametrize(
    "formula",
    [
        "2 ** 3", "1 << 9", "5 & 3", "5 | 3", "5 ^ 3", "a @ b", "~1", "ride is nothing", "ride is not nothing",
        "lambda: 1", "(x := 1)", "{1: 2}", "{1, 2}", "{x for x in rides}", "{x: 1 for x in rides}", "f'{ride}'",
        "b'x'", "1j", "...", "guests[0]", "guests[0:1]", "[*guests]", "sum(*guests)", "len(s=guests)",
        "max(guests, key=len)", "[x for x in rides for y in rides]", "[x for x, y in rides]",
        "[x for ride.price in rides]", "[x async for x in rides]", "open('x')", "eval('1')", "getattr(ride, 'price')",
        "ride.total()", "(lambda: 1)()", "guests.append(1)", "trap(1)", "'a'.upper()",
        "'{0.x}'.format(ride)", "print(1)", "sum()", "sum(guests, 0)", "money(1, 2)", "min()",
        "ride._secret", "ride.__class__", "cart._hidden", "place._fields", "place._asdict", "ride.\uff3fsecret",
        "x = 1", "1; 2", "import os", "", "   ", "(", "1 +", "yield 1", "await x", "a\0b", "\ud800", "9" * 400, "1e999",
        "10000000000000000",
    ],
)  # fmt: skip
def test_what_is_not_allowed_is_refused_before_any_work(formula: str) -> None:
    with pytest.raises(FormulaError):
        names_in(formula)
    with pytest.raises(FormulaError):
        evaluate(formula, NAMES)


@pytest.mark.parametrize(
    ("formula", "problem"),
    [
        ("1 + pric", "at 'pric': 'pric' is not known here"),
        ("rdies", "did you mean rides or ride"),
        ("ride.prise + 1", "at 'ride.prise': a record has no field 'prise'; did you mean price"),
        ("ride.total", "has no field 'total'"),
        ("guests.count", "a list has no field 'count'"),
        ("'a'.upper", "a text has no field"),
        ("nothing.price", "nothing has no field"),
        ("start.real", "a number has no field"),
        ("cart.keys", "has no field 'keys'"),
        ("place.index", "has no field 'index'"),
        ("trap", "not functions"),
        ("len", "call it, as in len"),
        ("2 * (1 / 0)", "at '1 / 0': this divides by zero"),
        ("1 % 0", "divides by zero"),
        ("'ab' * 3", "a number is needed here, not a text"),
        ("3 * [1]", "a number is needed here, not a list"),
        ("'%d' % 3", "a number is needed here, not a text"),
        ("'a' + 1", "a text and a number cannot be added"),
        ("1 + 'a'", "a number is needed"),
        ("[1] + 'a'", "a list and a text cannot be added"),
        ("1 < 'a'", "a number and a text cannot be compared"),
        ("1 in 2", "cannot be compared"),
        ("[1] in cart", "cannot be compared"),
        ("-guests", "a number is needed"),
        ("sum(guests)", "a number is needed"),
        ("sum(3)", "a list is needed here, not a number"),
        ("[x for x in 'abc']", "a list is needed here, not a text"),
        ("min(empty)", "the list is empty"),
        ("max([1, 'a'])", "no order"),
        ("sorted([1, 'a'])", "no order"),
        ("round(1, 'a')", "digits"),
        ("round(1, 99)", "digits"),
        ("lower(3)", "a text is needed"),
        ("money('3')", "a number is needed"),
        ("900000000000000 * 900000000000000", "too large"),
        ("days(900000000000000)", "too large"),
        ("1 / 0.0000000000000000001", "too large"),
        ("2 ** 3", "only [+] - [*] / // % are"),
        ("open('x')", "only these can be called: sum, min"),
        ("guests[0]", "this is not allowed; use numbers"),
        ("1 +", "invalid syntax"),
    ],
)
def test_an_error_names_the_part_and_the_remedy(formula: str, problem: str) -> None:
    with pytest.raises(FormulaError, match=problem):
        evaluate(formula, NAMES)


@pytest.mark.parametrize("value", [float("inf"), float("nan"), 10**400])
def test_numbers_without_bounds_are_refused(value: float) -> None:
    with pytest.raises(FormulaError, match="too large"):
        evaluate("x", {"x": value})


@pytest.mark.parametrize(
    ("formula", "problem"),
    [
        ("-" * 500 + "1", "nested too deeply"),
        ("+".join("1" * 400), "nested too deeply"),
        ("1 +" * 400 + "1", "longer than 1000 characters"),
    ],
)
def test_deep_and_long_formulas_are_refused(formula: str, problem: str) -> None:
    with pytest.raises(FormulaError, match=problem):
        evaluate(formula, {})


def test_many_parentheses_do_no_harm() -> None:
    assert evaluate("(" * 150 + "1" + ")" * 150, {}) == 1


def test_a_sum_of_forty_terms_is_fine() -> None:
    assert evaluate(" + ".join(["1"] * 40), {}) == 40


@pytest.mark.parametrize(
    "formula",
    [
        "sum(sum(sum(1 for a in many) for b in many) for c in many)",
        "[text + text for a in many]",
        "[many + many for a in many]",
        "[sorted(many) for a in many]",
        "[lower(text) for a in many]",
        "[many == others for a in many]",
        "[-1 in many for a in many]",
    ],
)
def test_work_is_bounded(formula: str) -> None:
    names = {"many": list(range(5000)), "others": [*range(4999), -1], "text": "A" * 40_000}
    began = time.perf_counter()
    with pytest.raises(FormulaError, match="too many steps"):
        evaluate(formula, names)
    assert time.perf_counter() - began < 5


def test_long_values_are_refused() -> None:
    with pytest.raises(FormulaError, match="too long"):
        evaluate("text + text", {"text": "A" * 60_000})


def test_a_loop_name_hides_an_outer_one_only_inside() -> None:
    assert evaluate("sum(start for start in [1, 2]) + start", {"start": 10}) == 13


def test_a_field_that_holds_a_function_is_refused() -> None:
    with pytest.raises(FormulaError, match="not functions"):
        evaluate("box.run", {"box": {"run": print}})


@pytest.mark.parametrize(
    ("formula", "names"),
    [
        ("1 + 2", set()),
        ("ride.price + fee", {"ride", "fee"}),
        ("sum(r.price for r in rides if r.at > start)", {"rides", "start"}),
        ("x + sum(x for x in y)", {"x", "y"}),
        ("[x for x in x]", {"x"}),
        ("[[a + b for b in a] for a in c]", {"c"}),
        ("max(a, b) if len(c) else None", {"a", "b", "c"}),
    ],
)
def test_the_names_a_formula_needs_are_known(formula: str, names: set[str]) -> None:
    assert names_in(formula) == names


PIECES = [
    "ride", "rides", "guests", "cart", "nothing", "start", ".price", ".items", ".__class__", "sum(", "min(", "lower(",
    "round(", "money(", "(", ")", "[", "]", ",", " for x in ", " if ", " else ", "x", "1", "0", "2.5", "'a'", "+",
    "-", "*", "/", "//", "%", "**", "<", "==", " in ", " not ", " and ", " or ", "\n", "\\", "0x1", " is ", "_",
]  # fmt: skip


@pytest.mark.filterwarnings("ignore::SyntaxWarning", "ignore::DeprecationWarning")
@given(st.text(max_size=40) | st.lists(st.sampled_from(PIECES), max_size=14).map("".join))
def test_random_text_is_computed_or_refused_as_our_own_error(formula: str) -> None:
    try:
        evaluate(formula, NAMES)
    except FormulaError as error:
        assert "formula" in str(error)


numbers = st.integers(-50, 50).map(str) | st.floats(-50, 50).map(repr)
expressions = st.recursive(
    numbers,
    lambda inner: (
        st.builds("({} {} {})".format, inner, st.sampled_from(["+", "-", "*", "<", "==", "and", "or"]), inner)
        | st.builds("({} if {} else {})".format, inner, inner, inner)
        | st.builds("(not {})".format, inner)
    ),
    max_leaves=12,
)


@given(expressions)
def test_allowed_expressions_mean_what_they_mean_in_python(formula: str) -> None:
    assert evaluate(formula, {}) == eval(formula, {"__builtins__": {}})
