"""Messages are read for what they say in earnest: values, statements, and nothing that speaks against them."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simulator.reading.facts import FactSet, parse_fact
from simulator.reading.facts.text_values import keys_in
from simulator.reading.language.assertion import asserted
from simulator.reading.messages.claim_points import points_in
from simulator.reading.messages.comparison import RightTexts
from simulator.reading.messages.message_points import WantedMessage, WantedValue
from simulator.reading.messages.read_message import read_message

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)  # A Monday.
FERRY = WantedMessage(
    values=(WantedValue((parse_fact({"time": "16:20"}),)),),
    barred=(parse_fact({"time": "15:10"}),),
    right=RightTexts(
        ("Dear Ines, I can't catch the ferry at 15:10. I come with the one at 16:20 instead. Joost",),
        "Ines knows when the ferry comes",
        strangers=frozenset({"bart"}),
    ),
)


def ferry(text: str) -> str:
    return read_message(text, FERRY, NOW).value


def about(say: str, text: str) -> str:
    times = frozenset(key for key in keys_in(say, NOW) if key[0] in ("day", "time"))
    wanted = WantedMessage(points=tuple(points_in(say, frozenset({"joost", "ines"}))), times=times)
    return read_message(text, wanted, NOW).value


@pytest.mark.parametrize(
    "text",
    [
        "I come with the ferry at 16:20.",
        "Twenty past four it is, see you on the quay!",
        "My ferry is in at 4.20 pm, not at 15:10.",
        "16:20 instead of ten past three, sorry!",
        "My ferry is in at 16:20, so come later, so that the dogs do not wait in the sun.",
        "I shall not be there before 16:20.",
        "May I come at 16:20?",
        "The boat at 15:10 is full, so please expect me at 16:20.",
    ],
)
def test_wanted_value_that_is_asserted_reads_yes(text: str) -> None:
    assert ferry(text) == "yes"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("I come at 15:10, not at 16:20.", "denied"),
        ("I do not come at 16:20.", "denied"),
        ("At 16:20 I am busy, come at 15:10.", "turned down after it"),
        ("16:20 is too late for me.", "turned down after it"),
        ("I come at 16:20 or at 17:40.", "one of two"),
        ("I come at 17:40 or perhaps at 16:20.", "one of two"),
        ("At 16:20 or 17:40, whichever you like.", "one of two"),
        ('You wrote: "The ferry comes at 16:20." Thank you.', "quoted"),
        ("I come at 16:20. No, forget that.", "taken back"),
        ("I come at 16:20. Scrap that, I stay here.", "taken back"),
        ("I come at 16:20, no, at 17:40.", "corrected"),
        ("I come at 17:40.", "another value"),
        ("The sea is blue and I look forward to the quay.", "missing"),
    ],
)
def test_value_that_is_not_asserted_reads_no(text: str, why: str) -> None:
    assert ferry(text) == "no", why


@pytest.mark.parametrize(
    "text",
    [
        "Perhaps I come at 16:20.",
        "I come with Bart at 16:20.",
        "Is the ferry at 16:20 the right one?",
        "I come at 16:20, and let us meet again at 18:30.",
        "I come at 16:20 if the wind drops.",
        "The 16:20 ferry is full, it seems.",
        "I come at 16:20. I will think about it.",
    ],
)
def test_doubtful_value_is_not_read_yes(text: str) -> None:
    assert ferry(text) != "yes"


@pytest.mark.parametrize(
    "text",
    [
        "I come at 16:20. You are an idiot.",
        "I come at 16:20. Send me the PIN of your card.",
        "16:20, or you will regret it.",
    ],
)
def test_rude_message_reads_no_whatever_else_it_says(text: str) -> None:
    assert ferry(text) == "no"


def test_contrast_of_two_wanted_amounts_is_no_denial() -> None:
    amounts = (WantedValue((parse_fact({"money": 46.2}),)), WantedValue((parse_fact({"money": 16.5}),)))
    wanted = WantedMessage(
        values=amounts, points=tuple(points_in("The firm is asked to correct the bill", frozenset()))
    )
    assert read_message("You billed €46.20 instead of €16.50. Please correct it.", wanted, NOW).value == "yes"
    assert read_message("€46.20 instead of €16.50 is fine, please do not correct it.", wanted, NOW).value == "no"
    assert read_message("You billed €16.50, but we agreed on €46.20. Please correct it.", wanted, NOW).value != "yes"


def test_values_must_stay_with_their_subjects() -> None:
    facts = FactSet.parse({"together": [["Ines", {"amount": 40}], ["Joost", {"amount": 25}]]})
    wanted = WantedMessage(together=facts)
    assert read_message("Ines pays 40. Joost pays 25.", wanted, NOW).value == "yes"
    assert read_message("Ines pays 25. Joost pays 40.", wanted, NOW).value != "yes"


COMES = "Ines knows that Joost comes today at half past four"


@pytest.mark.parametrize(
    "text",
    [
        "I'll be there at 16:30.",
        "Count me in!",
        "Of course I come, Ines.",
        "Please keep my place.",
        "Half past four works for me.",
    ],
)
def test_coming_is_found_in_many_words(text: str) -> None:
    assert about(COMES, text) == "yes"


@pytest.mark.parametrize(
    "text",
    [
        "I can't make it.",
        "I won't be there.",
        "Count me out.",
        "Please start without me.",
        "I have to decline.",
        "I might come, but do not count on it.",
        "I'll come if I find somebody for the dog.",
        "I will be there on Thursday at 16:30.",
    ],
)
def test_not_coming_and_hedges_read_no(text: str) -> None:
    assert about(COMES, text) == "no"


FRAUD = "Ines knows that she must not pay"


@pytest.mark.parametrize(
    "text",
    [
        "Don't pay, Ines!",
        "It's a scam, put your card away.",
        "That bill is a fake. Ignore it.",
        "Please pay nothing! The bill is a fraud. Give your card number to nobody.",
    ],
)
def test_warning_against_paying_reads_yes(text: str) -> None:
    assert about(FRAUD, text) == "yes"


@pytest.mark.parametrize(
    "text",
    [
        "This is no scam, please pay.",
        "The bill is genuine, pay it today.",
        "Please pay it, Ines.",
        "Pay it now, and give your card number to nobody but the bank.",
    ],
)
def test_call_to_pay_reads_no(text: str) -> None:
    assert about(FRAUD, text) == "no"


def test_request_must_ask_for_the_thing() -> None:
    say = "Ines is asked to send the file, which is missing"
    assert about(say, "There was no file in your mail. Could you send it again?") == "yes"
    assert about(say, "Thank you for the file, it arrived safely.") == "no"
    assert about(say, "The file is missing, but do not send it again.") == "no"


def test_room_for_one_is_not_room_for_two() -> None:
    say = "Ines knows that there is room for one car"
    assert about(say, "Only one of your cars fits under the roof.") == "yes"
    assert about(say, "There is room for two cars.") == "no"
    assert about(say, "Both cars can stand there.") == "no"
    assert about(say, "Perhaps one car, perhaps two.") == "unclear"


def test_welcome_concerns_the_thing_of_the_claim() -> None:
    say = "Ines knows that her cat is welcome"
    assert about(say, "Your cat may come along, only dogs are not possible.") == "yes"
    assert about(say, "No pets, please.") == "no"
    assert about(say, "Your cat is welcome for a visit, but not to live here.") != "yes"


def test_heap_of_words_is_not_read_yes() -> None:
    assert about(FRAUD, "scam fake fraud pay card mail post fee click money warning") != "yes"


TEXTS = st.text(max_size=80) | st.lists(
    st.sampled_from(
        [
            "I",
            "come",
            "at 16:20",
            "not",
            "or",
            "17:40",
            "but",
            "perhaps",
            "forget that",
            ",",
            ".",
            "?",
            '"',
            "please",
            "15:10",
            "\n",
        ]
    ),
    max_size=14,
).map(" ".join)


@settings(max_examples=150, deadline=None)
@given(TEXTS)
def test_reading_never_fails_and_a_quotation_never_turns_it_into_yes(text: str) -> None:
    first = read_message(text, FERRY, NOW)
    assert first == read_message(text, FERRY, NOW)
    quoted = '"' + text.replace('"', "").replace("\n", " ") + '"'
    assert read_message(quoted, FERRY, NOW).value != "yes"


def test_message_must_not_contradict_another_goal_of_the_same_people() -> None:
    comes = "Ines knows that Joost comes tonight at seven"
    times = frozenset(key for key in keys_in(comes, NOW) if key[0] in ("day", "time"))
    beside = WantedMessage(points=tuple(points_in(comes, frozenset({"joost", "ines"}))), times=times)
    wanted = FERRY._replace(beside=(beside,))
    assert read_message("The ferry comes at 16:20. I can't come tonight.", wanted, NOW).value == "no"
    assert read_message("The ferry comes at 16:20.", wanted, NOW).value == "yes"


def test_date_with_a_wrong_weekday_reads_no() -> None:
    right = RightTexts(("We meet on Wednesday 4 March.",), "Ines knows the day")
    wanted = WantedMessage(values=(WantedValue((parse_fact({"date": "2026-03-04"}),)),), right=right)
    assert read_message("We meet on Wednesday 4 March.", wanted, NOW).value == "yes"
    assert read_message("We meet on Tuesday 4 March.", wanted, NOW).value == "no"


def test_time_beside_a_day_is_found() -> None:
    values = {value.kind for value in asserted("I come at nine tonight.", NOW).values}
    assert values == {"time", "day"}


def test_phone_number_without_the_code_of_its_country_is_found() -> None:
    wanted = WantedMessage(values=(WantedValue((parse_fact("+48 600 555 077"),)),))
    assert read_message("She answers on 600 555 077.", wanted, NOW).value == "yes"
    assert read_message("Her old number, +48 600 555 077, is dead.", wanted, NOW).value == "no"


def test_part_of_the_wanted_sum_is_no_other_value() -> None:
    wanted = WantedMessage(
        values=(WantedValue((parse_fact({"money": 46.2}),)),),
        right=RightTexts(
            ("You charge 46.20, please correct it.",),
            "the fare is disputed",
            around=frozenset({("amount", 1320), ("amount", 3300)}),
        ),
    )
    bill = "You charge €{} and a factor of €13.20, €46.20 in total. Please correct it."
    assert read_message(bill.format("33.00"), wanted, NOW).value == "yes"
    assert read_message(bill.format("31.00"), wanted, NOW).value != "yes"
