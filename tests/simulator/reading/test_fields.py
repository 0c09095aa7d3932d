"""Fields are read for their values and for what they are about."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from simulator.reading.facts import parse_fact
from simulator.reading.facts.fact_sets import FactSet
from simulator.reading.messages.claim_points import points_in
from simulator.reading.messages.comparison import RightTexts
from simulator.reading.messages.message_points import WantedMessage, WantedValue
from simulator.reading.messages.read_field import FieldMatter, read_field
from simulator.reading.scene import content_words

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
OTHERS = (content_words("Rehearsal of the brass band"), content_words("Dentist"))
CHOIR = FieldMatter(
    content_words("The rehearsal of the choir stands in the calendar"), OTHERS, content_words("choir rehearsal")
)
QUAY = WantedMessage(values=(WantedValue((parse_fact("Quay 4"), parse_fact("Quay Four"))),))


def title(text: str) -> str:
    return read_field(text, WantedMessage(), CHOIR, NOW).value


def place(text: str) -> str:
    return read_field(text, QUAY, FieldMatter(frozenset(), OTHERS), NOW).value


def test_title_must_be_about_the_matter() -> None:
    assert title("Choir rehearsal") == "yes"
    assert title("Dentist") == "no"
    assert title("Rehearsal of the brass band") == "no"
    assert title("Rehearsal with the brass people") != "yes"
    assert title("") == "no"


def test_title_may_be_that_of_another_record_about_the_same_matter() -> None:
    matter = CHOIR._replace(others=(*OTHERS, content_words("Choir rehearsal")))
    assert read_field("Choir rehearsal", WantedMessage(), matter, NOW).value == "yes"
    assert read_field("Rehearsal of the brass band", WantedMessage(), matter, NOW).value == "no"


@pytest.mark.parametrize(
    ("text", "value"), [("Quay 4, harbour", "yes"), ("at Quay Four", "yes"), ("Quay 7", "no"), ("Market square", "no")]
)
def test_place_must_be_the_named_one(text: str, value: str) -> None:
    assert place(text) == value


def test_place_that_leaves_a_choice_is_not_read_yes() -> None:
    assert place("Quay 4 or Quay 7") != "yes"


def test_list_must_name_every_thing() -> None:
    wanted = WantedMessage(
        points=tuple(points_in("A page has what to bring: the tent, the dog, the lift", frozenset()))
    )
    matter = FieldMatter(frozenset(), ())
    assert read_field("Tent\nDog (on the leash)\nAsk about the elevator", wanted, matter, NOW).value == "yes"
    assert read_field("Tent\nAsk about the elevator", wanted, matter, NOW).value == "unclear"
    assert read_field("Dog and lift. Not the tent but the van.", wanted, matter, NOW).value == "no"


def test_title_that_calls_its_matter_off_reads_no() -> None:
    assert title("No choir rehearsal") == "no"
    assert title("CANCELLED: choir rehearsal") == "no"


def test_title_with_other_people_is_not_read_yes() -> None:
    wanted = WantedMessage(right=RightTexts(("Choir rehearsal with Ines",), "The rehearsal", frozenset({"bart"})))
    matter = CHOIR._replace(people=frozenset({"bart", "ines"}))
    assert read_field("Choir rehearsal with Ines", wanted, matter, NOW).value == "yes"
    assert read_field("Choir rehearsal with Bart", wanted, matter, NOW).value == "no"


def test_amount_that_no_right_text_has_is_not_read_yes() -> None:
    right = RightTexts(("Collect 2,400.50 for the choir",), "A reminder of the choir", prose=False)
    wanted = WantedMessage(right=right)
    assert read_field("Choir: collect 2,400.50", wanted, CHOIR, NOW).value == "yes"
    assert read_field("Choir: collect 3,200.67", wanted, CHOIR, NOW).value == "unclear"


@pytest.mark.parametrize("text", ["Q4, harbour", "the 4th quay", "fourth quay"])
def test_place_may_be_abbreviated(text: str) -> None:
    assert place(text) == "yes"


SHEDS = WantedMessage(
    together=FactSet.parse({"together": [["Barn", {"amount": 340}], ["Mill", {"amount": 510}]]}),
    right=RightTexts(("Barn: 340 a year, no dogs. Mill: 510 a year, dogs are welcome.",), "The sheds", prose=False),
)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Barn, 340 a year, dogs banned. Mill, 510 a year, any dog allowed, ask Bart Kok for the key.", "yes"),
        ("Barn, 340 a year, dogs are fine there too. Mill, 510 a year, any dog is allowed in.", "unclear"),
    ],
)
def test_note_must_not_permit_what_right_notes_forbid(text: str, value: str) -> None:
    assert read_field(text, SHEDS, FieldMatter(frozenset(), ()), NOW).value == value
