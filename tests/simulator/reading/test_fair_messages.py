"""Right messages of a rowing club that say more than they must, and wrong ones that look alike."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from simulator.reading.facts import parse_fact
from simulator.reading.facts.text_values import keys_in, values_in
from simulator.reading.messages.claim_points import points_in
from simulator.reading.messages.comparison import RightTexts
from simulator.reading.messages.message_points import WantedMessage, WantedValue
from simulator.reading.messages.read_message import read_message

NOW = datetime(2026, 5, 11, 15, 30, tzinfo=UTC)  # A Monday.
PEOPLE = {"readers": frozenset({"maud"}), "people": frozenset({"ivar"}), "owner": frozenset({"runa"})}


def wanted(say: str, *texts: str, values: tuple[Any, ...] = (), spoken: bool = False) -> WantedMessage:
    return WantedMessage(
        values=tuple(WantedValue((parse_fact(value),)) for value in values),
        points=tuple(points_in(say, frozenset({"maud", "runa"}))) if spoken else (),
        times=keys_in(say, NOW),
        right=RightTexts(texts, say, around=keys_in("The club meets on 14 May.", NOW), **PEOPLE),  # type: ignore[arg-type]
    )


NUMBER = wanted(
    "Maud knows that Ivar's number is 020 555 7781", "Maud, Ivar's number is 020 555 7781.", values=("020 555 7781",)
)
DECISION = wanted(
    "Maud is asked to decide on the trailer by Friday 15 May",
    "Maud, could you please decide on the trailer by Friday 15 May?",
    values=({"date": "2026-05-15"},),
    spoken=True,
)
START = wanted(
    "Maud knows that Ivar can row from 30 May or 1 June",
    "Maud, Ivar can row from 30 May.",
    "Maud, Ivar could start on 1 June, at the latest by 1 June.",
    values=({"date": "2026-05-30"},),
)
KEY = wanted(
    "Maud knows that Ivar has the key of the shed", "Maud, Ivar has the key of the shed now. Runa", values=("Ivar",)
)
COMES = wanted("Maud knows that Runa comes on Wednesday 13 May", "Maud, I come on Wednesday 13 May. Runa", spoken=True)
FEES = wanted(
    "Maud knows what each of them owes",
    "The coach cost 30.00, so each of us owes 7.50, Ivar too.",
    values=({"amount": 7.5},),
)
BOAT = wanted(
    "Maud is asked for a visit to the boathouse on Friday 15 May",
    "Maud, could we see the boathouse on Friday 15 May, after half past five? The price is 90.00 by contract.",
    values=({"date": "2026-05-15"},),
    spoken=True,
)


@pytest.mark.parametrize(
    ("message", "text"),
    [
        (NUMBER, "Maud, two corrections: Ivar 020 555 7781 (not 7718). Your own line is right."),
        (NUMBER, "Ivar's number is 020 555 7781 (not the old 1178)."),
        (DECISION, "Maud, could you decide on the trailer by Friday 15 May?"),
        (START, "Maud, Ivar can row from 30 May, and the club meets on 14 May, as you know."),
        (KEY, "Maud, Ivar has the key of the shed now, I handed it to him at 15:10."),
        (KEY, "Maud, Ivar has had the key of the shed since 15:10. It is stiff at first, then you forget it."),
        (COMES, "Maud, let us say Wednesday 13 May."),
        (COMES, "I am in, Wednesday 13 May at the shed."),
        (FEES, "Each of us owes 7.50. Maud, it is 7.50 for you and the same for Ivar, so 15.00 together."),
        (BOAT, "Maud, could we see the boathouse on Friday 15 May? We will take the bus."),
    ],
)
def test_right_message_is_read_yes(message: WantedMessage, text: str) -> None:
    found = read_message(text, message, NOW)
    assert found.value == "yes", found


@pytest.mark.parametrize(
    ("message", "text"),
    [
        (NUMBER, "Ivar's number is 020 555 7718 (not 7781)."),
        (NUMBER, "Ivar's number is 020 555 7781 (not sure)."),
        (DECISION, "Maud, the trailer is there until Friday 15 May. You decide."),
        (KEY, "Maud, Ivar has the key of the shed. Please be there at 18:10."),
        (KEY, "Maud, Ivar has the key of the shed. You can forget it."),
        (COMES, "Maud, let us say Thursday 14 May."),
        (COMES, "Maud, I am in Bergen on Wednesday 13 May."),
        (FEES, "It is 7.50 together."),
        (BOAT, "Maud, could we see the boathouse on Friday 15 May? We take the place."),
        (BOAT, "Maud, could we see the boathouse on Friday 15 May? I will sign that day."),
        (BOAT, "Maud, could we see the boathouse on Friday 15 May? I have already transferred the money."),
    ],
)
def test_wrong_message_is_not_read_yes(message: WantedMessage, text: str) -> None:
    assert read_message(text, message, NOW).value != "yes"


def test_number_may_have_the_unit_of_right_texts() -> None:
    weight = wanted("Maud knows that the boat weighs 96 kilos", "The boat weighs 96 kilos.", values=({"number": 96},))
    assert read_message("Maud, the boat weighs its 96 kilos.", weight, NOW).value == "yes"


def test_amount_with_another_in_brackets_is_no_phone_number() -> None:
    kinds = [value.kind for value in values_in("it was 84.50 (21.50 off), call 020 (555) 7781", NOW)]
    assert kinds == ["money", "money", "phone"]
