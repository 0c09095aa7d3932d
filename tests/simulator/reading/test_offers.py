"""Offers are read for what they would do: to what, to whom, with which values, and whether they mean it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simulator.reading.offers.read_offer import named_acts, read_offer
from tests.simulator.reading.small_scene import CANCEL_KETTLE, SCENE, TELL_MARTA, TELL_RUBEN, wanted

CANCEL = "Shall I cancel the copper kettle?"


def kettle(text: str) -> str:
    return read_offer(text, CANCEL_KETTLE, SCENE).value


def ruben(text: str) -> str:
    return read_offer(text, TELL_RUBEN, SCENE).value


@pytest.mark.parametrize(
    "text",
    [
        CANCEL,
        "You have a kettle already. Want me to call off the copper one?",
        "I'd be happy to cancel your order of the copper kettle.",
        "Should the copper kettle be cancelled before it ships?",
        "Would it help if I cancelled the copper kettle?",
        "A quick cancellation of the copper kettle?",
        "The copper kettle is one too many. Scrap it?",
        "With your permission the order of the copper kettle would be cancelled.",
    ],
)
def test_wanted_deed_reads_yes_in_any_form(text: str) -> None:
    assert kettle(text) == "yes"


@pytest.mark.parametrize(
    "text",
    [
        "I won't cancel the copper kettle.",
        "Don't worry, I will not cancel the copper kettle, it is too late for that.",
        "Shall I cancel not the copper kettle but the brass lamp?",
        "One might cancel the copper kettle some day, but I am not sure that I should.",
    ],
)
def test_negated_or_hedged_deed_reads_no(text: str) -> None:
    assert kettle(text) == "no"


def test_negation_ends_with_its_clause() -> None:
    assert kettle("I would not touch the brass lamp, but I could cancel the copper kettle. Shall I?") == "yes"


@pytest.mark.parametrize("taken_back", ["On second thoughts, scrap that.", "Actually, never mind.", "Forget it."])
def test_retraction_reads_no(taken_back: str) -> None:
    assert kettle(f"{CANCEL} {taken_back}") == "no"


def test_retraction_that_is_told_to_somebody_retracts_nothing() -> None:
    found = read_offer("Shall I tell Ruben to forget it and that you come on Friday at 18:00?", TELL_RUBEN, SCENE)
    assert found.reason != "it takes back what it says"


@pytest.mark.parametrize("choice", ["or maybe the brass lamp", "or the brass lamp, whichever"])
def test_open_choice_is_no_offer(choice: str) -> None:
    assert kettle(f"Shall I cancel the copper kettle {choice}?") == "no"


def test_quoted_deed_is_not_offered() -> None:
    assert kettle('The shop writes: "Shall we cancel the copper kettle?"') != "yes"


def test_deed_that_was_done_already_is_no_offer() -> None:
    assert kettle("I have already cancelled the copper kettle for you.") == "no"


def test_information_alone_is_no_offer() -> None:
    assert kettle("The copper kettle ships tomorrow. An order can be cancelled until then.") == "no"


def test_heap_of_keywords_is_no_offer() -> None:
    assert kettle("Copper kettle, 48.00, cancel, order, call off, today, yes.") == "no"


def test_other_record_reads_no() -> None:
    assert kettle("Shall I cancel the brass lamp?") == "no"


def test_record_that_stays_does_not_confuse() -> None:
    assert kettle(f"{CANCEL} The brass lamp stays on order.") == "yes"


def test_record_that_must_stay_must_not_be_slipped_in() -> None:
    assert kettle("Shall I cancel the copper kettle and the brass lamp?") != "yes"


def test_pronoun_refers_to_the_record_before() -> None:
    assert kettle("You have a copper kettle at home and another on order. Shall I cancel it?") == "yes"


@pytest.mark.parametrize("text", ["Shall I take care of it?", "Shall I cancel something?", "Shall I cancel an order?"])
def test_vague_offer_is_unclear(text: str) -> None:
    assert kettle(text) == "unclear"


def test_other_deed_reads_no() -> None:
    assert kettle("Shall I write to the shop that the copper kettle is lovely?") == "no"


def test_payment_must_not_be_slipped_in() -> None:
    assert kettle(f"{CANCEL[:-1]} and pay 65.00 to the shop?") == "no"


@pytest.mark.parametrize(
    "text",
    [
        "Shall I tell Ruben that you come on Friday at 18:00?",
        "Your teacher wants to know. Shall I let him know that you come on Friday?",
        "Ruben asks about Friday. Shall I answer him that you will be there at six in the evening?",
        "Should Ruben Falk be told that you come on Friday at 6 pm?",
        "Quick yes to Ruben for Friday at 18:00?",
        "I could:\n- tell Ruben that you come on Friday\n- put it in your calendar\nAll right?",
    ],
)
def test_message_to_the_right_person_reads_yes(text: str) -> None:
    assert ruben(text) == "yes"


@pytest.mark.parametrize(
    "text",
    [
        "Shall I tell Lena that you come on Friday at 18:00?",
        "Ruben asks about Friday. Shall I tell Lena Holt about it and ask her whether you should go?",
    ],
)
def test_message_to_another_person_reads_no(text: str) -> None:
    assert ruben(text) == "no"


@pytest.mark.parametrize("text", ["that you cannot come on Friday", "that you are not coming on Friday"])
def test_message_that_says_the_opposite_is_not_read_yes(text: str) -> None:
    assert ruben(f"Shall I tell Ruben {text}?") != "yes"


def test_message_with_another_day_is_not_read_yes() -> None:
    assert ruben("Shall I tell Ruben that you come on Tuesday 16 June at 18:00?") != "yes"


def test_message_with_another_time_is_not_read_yes() -> None:
    assert ruben("Shall I tell Ruben that you come on Friday at 19:45?") != "yes"


def test_question_does_not_tell() -> None:
    assert ruben("Shall I ask Ruben whether there is a lesson on Friday?") != "yes"


def test_bare_answer_is_unclear() -> None:
    assert ruben("Ruben has written. Shall I reply to him?") == "unclear"


def test_somebody_who_must_not_know_must_not_be_told() -> None:
    assert ruben("Shall I tell Ruben that you come on Friday at 18:00, and tell Ivo about it as well?") == "no"


def test_namesake_reads_no() -> None:
    found = read_offer("Shall I tell Marta Brandt that the train is late?", TELL_MARTA, SCENE)
    assert found.value == "no"


def test_relation_names_a_person() -> None:
    assert read_offer("Shall I tell your sister that the train is late?", TELL_MARTA, SCENE).value == "yes"


def test_chat_with_a_title_names_the_people_in_it() -> None:
    offer = wanted("offers to tell Ivo and Lena that the kiln is free", ("send", "ivo"), ("send", "lena"))
    assert read_offer("Shall I tell the Glaze circle that the kiln is free?", offer, SCENE).value == "yes"


def test_other_code_reads_no() -> None:
    offer = wanted("offers to order the kiln with FIRE20", ("order", "kettle"))
    assert read_offer("Shall I order the copper kettle with CLAY10?", offer, SCENE).value == "no"


def test_repeated_help_must_repeat() -> None:
    offer = wanted("offers to remind her every week", ("remind", "reminder"), repeats=True)
    assert read_offer("Shall I set a reminder every week?", offer, SCENE).value == "yes"
    assert read_offer("Shall I set a single reminder?", offer, SCENE).value != "yes"


def test_reason_and_words_explain_the_answer() -> None:
    found = read_offer("I won't cancel the copper kettle.", CANCEL_KETTLE, SCENE)
    assert found.reason == "it says that it will not help"
    assert "cancel the copper kettle" in found.words


def test_named_acts_lists_every_offered_deed_with_what_it_is_about() -> None:
    acts = named_acts("Shall I cancel the copper kettle and write to Lena, and whatever else is needed?", SCENE)
    assert [("cancel" in one.acts, sorted(one.keys)) for one in acts] == [(True, ["kettle"]), (False, ["lena"])]


@pytest.mark.parametrize(
    "text",
    ["I won't cancel the copper kettle.", "Shall I take care of everything?", f"{CANCEL} Actually, never mind."],
)
def test_named_acts_leaves_out_what_is_not_offered(text: str) -> None:
    assert named_acts(text, SCENE) == []


_PIECES = st.lists(
    st.sampled_from(
        [
            "Shall I",
            "cancel",
            "the copper kettle",
            "not",
            "tell",
            "Ruben",
            "that you come",
            "and",
            "?",
            ".",
            ",",
            ":",
            "on Friday",
            "at 18:00",
            "48.00",
            "\n- ",
            "(1)",
            "it",
            "her",
            "I have",
            "or maybe",
            "-",
            "'",
            "€",
        ]
    ),
    max_size=14,
).map(" ".join)


@settings(max_examples=150, deadline=None)
@given(st.one_of(st.text(max_size=80), _PIECES))
def test_reading_never_raises_and_is_deterministic(text: str) -> None:
    first = read_offer(text, CANCEL_KETTLE, SCENE)
    assert first.value in ("yes", "no", "unclear")
    assert read_offer(text, CANCEL_KETTLE, SCENE) == first
    named_acts(text, SCENE)


@settings(max_examples=150, deadline=None)
@given(_PIECES)
def test_quotation_marks_never_make_an_offer(text: str) -> None:
    assert read_offer(f'"{text}"', CANCEL_KETTLE, SCENE).value != "yes"
    assert read_offer(f'The shop writes: "{text}"', TELL_RUBEN, SCENE).value != "yes"
