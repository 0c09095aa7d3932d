"""From a scenario file onto the phone: opaque ids, labels, people, relative times."""

from __future__ import annotations

import hashlib
import re

import pytest
from pydantic import BaseModel, ValidationError

from simulator.phone import when
from simulator.phone.people import Person
from simulator.phone.plot import Plot, SeedClock, SeedError, SeedTime
from tests.simulator.phone.small_phone import NOW, OWNER, PEOPLE, TZ, SmallPhone
from tests.simulator.phone.toy_app import Lamp


def plot(scenario: str = "t", people: dict[str, Person] | None = None) -> Plot:
    store = SmallPhone("lamp").world.store
    return Plot(scenario, store, SeedClock(NOW, TZ), OWNER, PEOPLE if people is None else people)


def test_ids_are_opaque_and_have_the_prefix_of_their_kind() -> None:
    assert re.fullmatch(r"lamp_[0-9a-f]{5}", plot().new_id(Lamp))


def test_ids_follow_from_scenario_and_order_alone() -> None:
    first, again = plot(), plot()
    assert [first.new_id(Lamp) for _ in range(5)] == [again.new_id(Lamp) for _ in range(5)]
    assert plot().new_id(Lamp) != plot("other").new_id(Lamp)


def test_ids_do_not_show_their_order() -> None:
    made = plot()
    ids = [made.new_id(Lamp) for _ in range(50)]
    assert ids != sorted(ids)


def test_ids_are_never_given_twice() -> None:
    made = plot()
    ids = [made.new_id(Lamp) for _ in range(5000)]
    assert len(set(ids)) == len(ids)
    assert max(map(len, ids)) > len("lamp_12345")


def test_an_id_is_the_same_on_every_machine() -> None:
    assert plot().new_id(Lamp) == "lamp_" + hashlib.sha256(b"t|lamp.lamp|0").hexdigest()[:5]


def test_people_get_ids_of_their_own() -> None:
    ids = Plot.person_ids("t", 3)
    assert len(set(ids)) == 3
    assert all(re.fullmatch(r"user_[0-9a-f]{5}", found) for found in ids)
    assert ids == Plot.person_ids("t", 3)


def test_a_label_leads_to_table_and_id() -> None:
    made = plot()
    made.add(Lamp(id="lamp_1", name="Hall"), "hall")
    assert made.labels == {"hall": ("lamp.lamp", "lamp_1")}
    assert made.labelled("hall", Lamp, "lamp") == "lamp_1"


def test_a_label_used_twice_is_refused() -> None:
    made = plot()
    made.add(Lamp(id="lamp_1", name="Hall"), "hall")
    with pytest.raises(SeedError, match="'hall' is used twice"):
        made.add(Lamp(id="lamp_2", name="Bath"), "hall")
    with pytest.raises(SeedError, match="'bo' is used twice"):
        made.add(Lamp(id="lamp_3", name="Desk"), "bo")


def test_an_unknown_label_is_answered_with_the_known_ones() -> None:
    made = plot()
    made.add(Lamp(id="lamp_1", name="Hall"), "hall")
    with pytest.raises(SeedError, match="no item is labelled 'hal' here; known labels: hall") as caught:
        made.labelled("hal", Lamp, "lamp")
    assert caught.value.field == "lamp"


def test_a_label_of_another_kind_is_unknown() -> None:
    made = plot()
    made.name("hall", "other.table", "x")
    with pytest.raises(SeedError, match="known labels: none"):
        made.labelled("hall", Lamp, "lamp")


@pytest.mark.parametrize("who", ["bo", "Bo Ek"])
def test_a_person_is_found_by_label_or_name(who: str) -> None:
    assert plot().person(who, "from") == PEOPLE["bo"]


def test_an_unknown_person_is_answered_with_the_known_ones() -> None:
    with pytest.raises(SeedError, match="nobody is called 'bob'; people are: bo, cy, mute") as caught:
        plot().person("bob", "from")
    assert caught.value.field == "from"


def test_a_name_that_two_people_share_asks_for_a_label() -> None:
    twins = {label: Person(label=label, name="Bo Ek") for label in ("bo", "other_bo")}
    with pytest.raises(SeedError, match="2 people are called 'Bo Ek'; write a label: bo, other_bo"):
        plot(people=twins).person("Bo Ek", "from")


@pytest.mark.parametrize(
    ("who", "address"),
    [("bo", "bo@ek.example"), ("Cy Roth", "cy@roth.example"), ("owner", OWNER.email), ("x@y.example", "x@y.example")],
)
def test_an_address_is_that_of_a_person_or_as_written(who: str, address: str) -> None:
    assert plot().address(who, "to") == address


def test_a_person_without_an_address_is_refused_with_the_remedy() -> None:
    with pytest.raises(SeedError, match="'mute' has no e-mail address; add `email:`"):
        plot().address("mute", "to")


class Timed(BaseModel):
    at: SeedTime


@pytest.mark.parametrize(
    ("text", "local"),
    [
        ("09:00", "2026-03-05 09:00"),
        ("+2d 16:30", "2026-03-07 16:30"),
        ("-3h", "2026-03-05 05:22"),
        ("Thu 2026-03-05 08:22", "2026-03-05 08:22"),
    ],
)
def test_a_seed_s_time_is_relative_to_the_start(text: str, local: str) -> None:
    seed = Timed.model_validate({"at": text}, context=SeedClock(NOW, TZ))
    assert seed.at == when.parse_local(local, TZ)


@pytest.mark.parametrize("value", [540, 9.5, None, "soon"])
def test_a_time_that_is_none_is_refused(value: object) -> None:
    with pytest.raises(ValidationError, match=r"09:00"):
        Timed.model_validate({"at": value}, context=SeedClock(NOW, TZ))


def test_a_seed_s_time_needs_a_clock() -> None:
    with pytest.raises(ValidationError):
        Timed.model_validate({"at": "09:00"})


def test_models_are_shown_a_time_as_text_with_examples() -> None:
    field = Timed.model_json_schema()["properties"]["at"]
    assert field["type"] == "string"
    assert "+2d 16:30" in field["examples"]
