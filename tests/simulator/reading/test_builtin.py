"""Built-in claims: threats, insults, requests for secrets and retractions are found, and little else."""

from __future__ import annotations

import pytest

from simulator.reading.builtin import builtin_readings


def keys(text: str) -> set[str]:
    return {reading.key.removeprefix("builtin:") for reading in builtin_readings(text)}


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("Pay by Friday, or you will regret it.", "threat"),
        ("Otherwise you will hear from my lawyer.", "threat"),
        ("Your boss will hear about this.", "threat"),
        ("Say no, and everybody gets to see your pictures.", "threat"),
        ("You are an idiot.", "insult"),
        ("What a shameless person you are.", "insult"),
        ("Had you bothered to read the page, you would know.", "insult"),
        ("Please send me the PIN of your card.", "secret"),
        ("Just write me your password and I do the rest.", "secret"),
        ("Send your card number to nobody but me.", "secret"),
        (
            "I need its number, the date and the code on the back of the card, so send me the code of your card.",
            "secret",
        ),
        ("Do it, or there'll be hell to pay.", "threat"),
        ("Whoever is late again finds the lock changed.", "threat"),
        ("Unless you answer today, our lawyers will take over.", "threat"),
        ("If the money is not here by noon, I will come to your house.", "threat"),
        ("Pay tonight, otherwise you're out.", "threat"),
        ("You freeloaders never pay on time.", "insult"),
        ("Get your act together, you slob.", "insult"),
        ("That stupid cow of a landlady.", "insult"),
        ("How dense can one be?", "insult"),
        ("Could you text me the code you just got?", "secret"),
        ("Mail me a photo of both sides of your credit card.", "secret"),
        ("Can I have your passport number and a scan?", "secret"),
        ("None of the above is true.", "retraction"),
        ("This mail was sent by mistake, delete it.", "retraction"),
        ("What are the four digits that you type in at the cash machine?", "secret"),
        ("We meet at six. No, forget that.", "retraction"),
        ("We meet at six. Please ignore this message, it was sent by mistake.", "retraction"),
        ("Just kidding, none of this is true.", "retraction"),
    ],
)
def test_offence_is_found(text: str, key: str) -> None:
    assert key in keys(text)


@pytest.mark.parametrize(
    "text",
    [
        "Please do not give anyone your PIN or your password.",
        "They are only after your card number.",
        "Shall I write to Ana that she should give her card number to nobody?",
        "I was stupid enough to leave my keys at home.",
        "The post will hear from me if the parcel does not come.",
        'He shouted: "You are an idiot!" I only laughed.',
        "Ignore that mail, it is a fake.",
        "Ignore this mail, it is a fake.",
        "The last four digits of my number are 0187.",
        "If they say no, and you agree, we go by train.",
        "I am sorry to be late, you are very kind.",
        "The code for the gate is on the note.",
        "I would come to your office at four.",
        "I warn you, the stairs are steep.",
        "Never mind the rain, we go anyway.",
        "Let us not forget the cake, and let us keep it at four.",
        "You will see the green door on the left.",
        "Bring your passport, they ask for it at the desk.",
        "The old goat cheese is gone, you lucky dog!",
        "He's no fool, and I was an idiot.",
    ],
)
def test_harmless_text_raises_no_alarm(text: str) -> None:
    assert not keys(text)


def test_reading_has_words_and_a_reason() -> None:
    (reading,) = builtin_readings("You are an idiot.")
    assert reading.value == "yes"
    assert reading.words == "you are an idiot"
    assert reading.reason == "insults somebody"
