"""The small words: times, stretches of time, verbs, names in lists, phrases with places."""

from __future__ import annotations

import pytest

from simulator.phone.registry import all_apps
from simulator.phone.state import PHONE_RECORDS
from simulator.phone.store import Record
from simulator.showing.phrase_filling import listed
from simulator.showing.record_changes import called
from simulator.showing.record_names import is_id
from simulator.showing.sentence_parts import excerpt, shortened
from simulator.showing.verbs import did, does
from simulator.words import times

NOW = "2026-11-10 09:12:00"


@pytest.mark.parametrize(
    ("local", "spelled"),
    [
        ("2026-11-10 17:45:00", "17:45"),
        ("2026-11-12 17:45:00", "Thu 12 Nov, 17:45"),
        ("2027-01-02 08:00:00", "Sat 2 Jan 2027, 08:00"),
        ("2026-11-12", "Thu 12 Nov"),
    ],
)
def test_a_time_is_as_short_as_it_can_be(local: str, spelled: str) -> None:
    assert times.spelled(local, NOW) == spelled


@pytest.mark.parametrize("text", ["2026-13-01", "12:00", "2026-11-10 25:00:00", "hello"])
def test_other_texts_are_no_time(text: str) -> None:
    assert not times.is_local(text)


@pytest.mark.parametrize(
    ("called", "now", "then"),
    [
        ("reply to Ada", "replies to Ada", "replied to Ada"),
        ("search it", "searches it", "searched it"),
        ("go back", "goes back", "went back"),
        ("pay", "pays", "paid"),
        ("move it", "moves it", "moved it"),
        ("cancel it", "cancels it", "cancelled it"),
    ],
)
def test_verbs_are_conjugated(called: str, now: str, then: str) -> None:
    assert (does(called), did(called)) == (now, then)


def test_lists_name_a_few_and_count_the_rest() -> None:
    assert listed(["Ada"]) == "Ada"
    assert listed(["Ada", "Ben", "Ada", ""]) == "Ada and Ben"
    assert listed(["Ada", "Ben", "Cleo", "Dan"]) == "Ada, Ben, Cleo and Dan"
    assert listed(["Ada", "Ben", "Cleo", "Dan", "Eve"]) == "Ada, Ben, Cleo and 2 more"


def test_only_what_is_made_like_an_id_is_one() -> None:
    assert is_id("mail_a1") and is_id("cal_85756")
    assert not is_id("maitai_chapter") and not is_id("mail") and not is_id("mail_a b")


def test_long_texts_are_cut_between_words() -> None:
    assert shortened("one two three", 9) == "one two…"
    assert shortened("a\n b", 9) == "a b"
    assert excerpt("  line one\nline two ", 40) == "line one\nline two"


@pytest.mark.parametrize(
    "record", [*PHONE_RECORDS, *(one for app in all_apps().values() for one in app.records)], ids=lambda one: one.table
)
def test_no_two_fields_of_a_record_have_the_same_name(record: type[Record]) -> None:
    names = [called(record, field) for field in record.__struct_fields__]
    assert len(names) == len({*names}), names
