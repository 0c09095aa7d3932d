"""The reader `rules` on the texts of an ended run: answers, words, and what the words are about."""

from __future__ import annotations

from functools import cache

import pytest

from simulator.config import EpisodeConfig
from simulator.episode.loop import Episode
from simulator.episode.rule_readings import RulesReader
from simulator.reading.claims import Reader, Reading, RunText, text_hash
from simulator.reading.reading_lines import ReadingLine, StoredReadings
from simulator.scenario.library import Library
from simulator.scenario.run_claims import texts_of_run


@cache
def played() -> Episode:
    return Episode(Library.standard({}).get("email_reminder_batch_cancellation"), EpisodeConfig()).run()


def texts() -> list[RunText]:
    return texts_of_run(played().story, played().evidence())


def offer(text: str) -> RunText:
    return next(one for one in texts() if one.where == "offer")._replace(text=text)


def read(text: str) -> Reading:
    claims = offer(text).claims
    return next(one for one in RulesReader(played()).read(offer(text), claims) if one.key == "need:clear")


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        (
            "Shall I delete the reminders for the hut, the boots and the packing?",
            ("yes", "delete", "Fetch borrowed boots, Pack for night train, Pay hut share to Henrik", "affirmed"),
        ),
        (
            "I will not delete the reminders for the hut, the boots and the packing.",
            ("no", "delete", "Fetch borrowed boots, Pack for night train, Pay hut share to Henrik", "denied"),
        ),
        (
            "Abisko is off, so you no longer need the three reminders for it. Shall I delete them?",
            ("yes", "delete", "Fetch borrowed boots, Pack for night train, Pay hut share to Henrik", "affirmed"),
        ),
        ("Shall I write to Sanna Ek?", ("no", "send", "Sanna Ek", "affirmed")),
    ],
)
def test_a_reading_says_which_act_and_record_its_words_name_and_whether_they_are_denied(
    text: str, answer: tuple[str, ...]
) -> None:
    found = read(text)
    assert found.words
    assert (found.value, found.act, found.record, found.polarity) == answer


def test_a_reading_without_words_has_no_details() -> None:
    reader = RulesReader(played())
    quiet = [one for text in texts() for one in reader.read(text, text.claims) if not one.words]
    assert quiet and {(one.act, one.record, one.polarity) for one in quiet} == {("", "", "")}


def test_texts_may_be_read_in_any_order_and_by_claim() -> None:
    forwards, backwards = RulesReader(played()), RulesReader(played())
    found = [forwards.read(text, text.claims) for text in texts()]
    assert found == [backwards.read(text, text.claims) for text in reversed(texts())][::-1]
    first = texts()[0]
    assert [one.key for one in forwards.read(first, first.claims[:1])] == [first.claims[0].key]


def test_rules_and_stored_readings_of_people_are_read_through_one_interface() -> None:
    text = texts()[0]
    line = ReadingLine("need:clear", text_hash(text.text), "no", "person", "Tansy")
    readers: list[Reader] = [RulesReader(played()), StoredReadings([line])]
    found = {reader.name: reader.read(text, text.claims[:1]) for reader in readers}
    assert {name: one[0].value for name, one in found.items()} == {"rules": "yes", "Tansy": "no"}
