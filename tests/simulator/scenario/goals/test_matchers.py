"""What one field must be, and the clause that says why it is not."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from pydantic import ValidationError

from simulator.scenario.goals.evidence import Evidence
from simulator.scenario.goals.matchers import Bounds, FieldMatch, equal, folded
from tests.simulator.scenario.stories import before_all, parsed

DERIVED = "derived: {third: 100 / 3, noon: ferns.due - hours(28), names: lower('ODILE')}"


@pytest.fixture(scope="module")
def evidence() -> Evidence:
    return before_all(DERIVED)


def miss(evidence: Evidence, wanted: str, value: Any) -> str | None:
    return FieldMatch.model_validate(parsed(wanted)).miss(value, "field", evidence)


def local(evidence: Evidence, text: str) -> int:
    return evidence.time(text)


@pytest.mark.parametrize(
    ("wanted", "value"),
    [
        ("Tomáš Novák", "tomas  NOVAK"),
        ("Sørensen", "Sorensen"),
        ("tomas", "Tomáš Novák"),
        ("tomas", "T.Novak@orchard.example"),
        ("tomas", "+352 621 555 014"),
        ("owner", "Leila Haddad"),
        ("owner", "leila@orchard.example"),
        ("it’s on", "It's on"),
        (12, 12.0),
        (0.1 + 0.2, 0.3),
        (4711, "4711"),
        (None, ""),
        (None, ()),
        ("", None),
        (True, True),
        ("=third", 100 / 3),
        ("=names", "Odile"),
    ],
)
def test_these_are_the_same_to_a_person(evidence: Evidence, wanted: Any, value: Any) -> None:
    assert equal(wanted, value, evidence)


@pytest.mark.parametrize(
    ("wanted", "value"),
    [
        ("Tomáš Novák", "Tomáš"),
        ("tomas", "Wanjiru Kamau"),
        ("tomas", "odile@marchand.example"),
        (1, True),
        (True, 1),
        (False, None),
        (0, None),
        (0, ""),
        (12, 13),
        ("noon", 12),
        ("ferns", "rent"),
        (None, 0),
    ],
)
def test_these_are_not(evidence: Evidence, wanted: Any, value: Any) -> None:
    assert not equal(wanted, value, evidence)


def test_a_label_stands_for_the_id_of_its_record(evidence: Evidence) -> None:
    _, record_id = evidence.labels["ferns"]
    assert equal("ferns", record_id, evidence)
    assert not equal("rent", record_id, evidence)


def test_a_time_stands_for_its_second(evidence: Evidence) -> None:
    assert equal("+2d 16:00", local(evidence, "+2d 16:00"), evidence)
    assert not equal("+2d 16:00", local(evidence, "+2d 16:01"), evidence)


def test_folding_drops_case_accents_and_spaces() -> None:
    assert folded("  Ćevapčići  und\tKäse ") == "cevapcici und kase"


@pytest.mark.parametrize(
    ("wanted", "value", "clause"),
    [
        ("Dinner", "Supper", "field should be Dinner, but is Supper"),
        ("eq: tomas", "odile@marchand.example", "field should be Tomáš Novák, but is odile@marchand.example"),
        ("null", "month", "field should be empty, but is month"),
        ("month", None, "field should be month, but is empty"),
        ("one_of: [a, b]", "c", "field should be one of a, b, but is c"),
        ("near: 10", 11, "field should be 10, but is 11"),
        ("{near: 10, within: 0.5}", 11, "field should be 10 (within 0.5), but is 11"),
        ("{near: 10, within: 0.5}", "ten", "field should be 10 (within 0.5), but is ten"),
        ("set: [tomas]", ("Odile Marchand",), "field should have Tomáš Novák as well"),
        ("set: [tomas]", ("Tomáš Novák", "Odile Marchand"), "field should not have Odile Marchand"),
        ("includes: [tomas, owner]", ("Leila Haddad",), "field should have Tomáš Novák"),
        ("multiset: {a: 2}", ("a", "b"), "field should be 2 x a, but is 1 x a, 1 x b"),
        ("multiset: {a: 2}", (), "field should be 2 x a, but is nothing"),
        ("count: 2", ("a",), "field has the wrong number of entries, 1 instead of 2"),
        ("count: {max: 1}", ("a", "b"), "field has the wrong number of entries, 2 instead of at most 1"),
        ("empty: true", ("a",), "field should be empty"),
        ("empty: false", "", "field should not be empty"),
        ("mentions: [ferns]", "Water the oak", 'field is not right: the text does not mention "ferns"'),
        ("mentions: {none: [oak]}", "The oak", 'field is not right: the text mentions "oak", which must not be there'),
    ],
)
def test_a_miss_is_one_clause(evidence: Evidence, wanted: str, value: Any, clause: str) -> None:
    assert miss(evidence, wanted, value) == clause


@pytest.mark.parametrize(
    ("wanted", "value"),
    [
        ("Dinner", "dinner"),
        ("eq: [tomas, owner]", ("Tomáš Novák", "Leila Haddad")),
        ("one_of: [a, b]", "B"),
        ("one_of: [null, a]", ""),
        ("{near: =third, within: 0.01}", 33.33),
        ("near: 3", 3),
        ("set: [tomas, owner]", ("Leila Haddad", "Tomáš Novák")),
        ("set: []", ()),
        ("includes: [tomas]", ("Tomáš Novák", "Odile Marchand")),
        ("count: 2", ("a", "b")),
        ("count: {min: 1}", ("a", "b")),
        ("empty: true", None),
        ("empty: false", 0),
        ("mentions: [big]", "The big ones"),
    ],
)
def test_a_hit_says_nothing(evidence: Evidence, wanted: str, value: Any) -> None:
    assert miss(evidence, wanted, value) is None


def test_a_list_in_another_order_is_another_list(evidence: Evidence) -> None:
    clause = miss(evidence, "eq: [a, b]", ("b", "a"))
    assert clause == "field should be a, b, but is b, a"


def test_a_time_may_be_off_by_so_much_and_no_more(evidence: Evidence) -> None:
    late = local(evidence, "16:15")
    assert miss(evidence, "{at: '16:00', within: 15m}", late) is None
    clause = miss(evidence, "{at: '16:00', within: 15m}", late + 1)
    assert clause == "field should be 2026-03-05 16:00:00 (within 15m), but is 2026-03-05 16:15:01"
    assert miss(evidence, "{at: '16:00', within: 900}", late) is None


def test_a_derived_time_is_a_time(evidence: Evidence) -> None:
    assert miss(evidence, "at: =noon", local(evidence, "+1d 12:00")) is None


def test_an_empty_field_is_not_at_a_time(evidence: Evidence) -> None:
    assert miss(evidence, "at: '16:00'", None) == "field should be 2026-03-05 16:00:00, but is empty"


class Line(msgspec.Struct):
    item_id: str
    quantity: int
    price: float = 1.0


@pytest.mark.parametrize(
    "value",
    [
        {"tea": 2, "cup": 1},
        ("cup", "tea", "tea"),
        (Line("tea", 1), Line("cup", 1), Line("tea", 1)),
        ({"item_id": "tea", "quantity": 2}, {"item_id": "cup"}),
        {"tea": {"quantity": 2}, "cup": {"quantity": 1}},
    ],
)
def test_a_multiset_is_counted_in_mappings_lists_and_lines(evidence: Evidence, value: Any) -> None:
    assert miss(evidence, "multiset: {tea: 2, cup: 1}", value) is None
    assert (
        miss(evidence, "multiset: {tea: 1, cup: 1}", value)
        == "field should be 1 x cup, 1 x tea, but is 1 x cup, 2 x tea"
    )


def test_a_multiset_knows_labels_and_people(evidence: Evidence) -> None:
    _, ferns = evidence.labels["ferns"]
    assert miss(evidence, "multiset: {ferns: 2, tomas: 1}", (ferns, "Tomáš Novák", ferns)) is None


def test_several_conditions_all_hold(evidence: Evidence) -> None:
    both = "{includes: [tomas], count: 1}"
    assert miss(evidence, both, ("Tomáš Novák",)) is None
    assert miss(evidence, both, ("Tomáš Novák", "b")) == "field has the wrong number of entries, 2 instead of 1"


def test_tomorrow_in_a_text_is_the_day_after_it_was_written(evidence: Evidence) -> None:
    match = FieldMatch.model_validate({"mentions": [{"date": "2026-03-06"}]})
    written = evidence.start
    assert match.miss("Call her tomorrow", "title", evidence, written) is None
    assert match.miss("Call her tomorrow", "title", evidence, written + 86_400) is not None


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({}, "say what the field must be"),
        ({"within": 3}, "say what the field must be"),
        ({"eq": 3, "within": 3}, "within is allowed only beside near"),
        ({"count": {"min": 3, "max": 2}}, "raise max or lower min"),
        ({"count": -1}, "greater than or equal to 0"),
        ({"colour": "red"}, "Extra inputs"),
    ],
)
def test_what_says_nothing_or_nonsense_is_refused(wrong: Any, says: str) -> None:
    with pytest.raises(ValidationError, match=says):
        FieldMatch.model_validate(wrong)


def test_bounds_name_the_number_that_would_be_right() -> None:
    assert Bounds.model_validate(2).miss(2) is None
    assert Bounds.model_validate(2).miss(3) == "3 instead of 2"
    assert Bounds(min=1).miss(0) == "0 instead of at least 1"


@pytest.mark.parametrize(
    ("wanted", "value"),
    [
        ("{not_before: '09:00', not_after: '17:00'}", "12:00"),
        ("{not_before: '09:00'}", "09:00"),
        ("{not_after: '09:00'}", "09:00"),
        ("{not_after: =noon}", "12:00"),
    ],
)
def test_a_time_between_two_others_is_right(evidence: Evidence, wanted: str, value: str) -> None:
    assert miss(evidence, wanted, local(evidence, value)) is None


def test_a_time_outside_its_bounds_is_told(evidence: Evidence) -> None:
    early, late = local(evidence, "08:59"), local(evidence, "17:01")
    says = "field should not be before 2026-03-05 09:00:00, but is 2026-03-05 08:59:00"
    assert miss(evidence, "{not_before: '09:00'}", early) == says
    says = "field should not be after 2026-03-05 17:00:00, but is 2026-03-05 17:01:00"
    assert miss(evidence, "{not_before: '09:00', not_after: '17:00'}", late) == says
    assert miss(evidence, "{not_after: '17:00'}", "soon") is not None
