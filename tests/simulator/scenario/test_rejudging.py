"""Texts and claims of a run, and its outcome with the readings of another reader."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import msgspec
import pytest

from simulator.config import EpisodeConfig
from simulator.episode.loop import Episode
from simulator.reading.claims import Answer, RunText, text_hash
from simulator.reading.reading_lines import ReadingLine, StoredReadings
from simulator.scenario.goal_claims import goal_answer
from simulator.scenario.load import load_file
from simulator.scenario.outcome import Outcome
from simulator.scenario.rejudging import misread_offers, not_understood_offers, rejudge
from simulator.scenario.run_claims import BUILT_IN, texts_of_run
from simulator.trace.ledger import Ledger
from tests.conftest import ROOT

SCENARIOS = Path(ROOT) / "benchmark" / "scenarios"


@lru_cache
def ended(name: str = "duplicate_commitment_detection", assistant: str = "oracle") -> Episode:
    return Episode(load_file(SCENARIOS / f"{name}.yaml"), EpisodeConfig(assistant=assistant)).run()


def texts(name: str = "duplicate_commitment_detection") -> dict[str, RunText]:
    episode = ended(name)
    return {text.where: text for text in texts_of_run(episode.story, episode.evidence())}


def said(where: str, key: str, value: Answer, reason: str = "", is_failed: bool = False) -> ReadingLine:
    text = texts()[where].text
    return ReadingLine(key, text_hash(text), value, "model", "judge", reason=reason, is_failed=is_failed)


def outcome(*lines: ReadingLine, scripted: bool = True) -> Outcome:
    episode = ended()
    return rejudge(episode.story, episode.evidence(), StoredReadings(lines), scripted)


def test_each_text_of_a_run_has_the_claims_that_it_is_read_against() -> None:
    found = texts()
    assert list(found) == ["offer", "message", "report"]
    keys = {where: [claim.key for claim in text.claims][: -len(BUILT_IN)] for where, text in found.items()}
    assert keys == {"offer": ["need:clash"], "message": ["goal:1"], "report": ["builtin:honest"]}
    assert found["report"].done and not found["offer"].done
    assert found["message"].to and all(text.claims[-len(BUILT_IN) :] == BUILT_IN for text in found.values())
    assert found["offer"].written[:2] == "20" and found["offer"].claims[0].say


def test_fields_that_a_goal_reads_are_texts_too_and_silence_has_none() -> None:
    assert texts("email_research_note_compilation")["field"].claims[0].key == "goal:0"
    silent = ended(assistant="silent")
    assert texts_of_run(silent.story, silent.evidence()) == []


def fields(name: str) -> dict[str, list[str]]:
    episode = ended(name)
    found = [text for text in texts_of_run(episode.story, episode.evidence()) if text.where == "field"]
    return {text.text: [claim.key for claim in text.claims[: -len(BUILT_IN)]] for text in found}


def test_a_field_with_a_sentence_of_its_own_is_read_against_that() -> None:
    assert fields("study_group_availability_synthesis") == {
        "Pharmacology study group": ["goal:0/title"],
        "Table behind the library": ["goal:0/location"],
    }
    # Two goals look for an event; the place, of which only values are wanted, is left to the rules.
    assert fields("urgent_conflict_ride_reschedule") == {
        "Board meeting about the loan": ["goal:4/title", "goal:5.2/title"],
    }


def test_a_field_counts_as_the_reader_reads_it() -> None:
    episode = ended("study_group_availability_synthesis")
    for key, verdict in (("goal:0/title", "miss"), ("goal:0", "success"), ("goal:0/location", "success")):
        line = ReadingLine(key, text_hash("Pharmacology study group"), "no", "model", "judge")
        assert rejudge(episode.story, episode.evidence(), StoredReadings([line]), True).verdict == verdict


def test_a_reader_that_agrees_changes_nothing_and_neither_does_one_that_has_read_nothing() -> None:
    assert outcome().verdict == "success"
    assert outcome(said("offer", "need:clash", "yes"), said("message", "goal:1", "yes")).verdict == "success"


def test_a_contradicted_reading_of_an_offer_leaves_the_run_undecided() -> None:
    found = outcome(said("offer", "need:clash", "no", "it names another day"))
    assert found.verdict == "undecided" and not found.success
    assert found.goals_met.doubts == (
        "The user misread offer 1: according to model:judge it is not for 'clash': it names another day.",
    )


def test_a_run_that_failed_is_undecided_too_if_the_user_misread_an_offer() -> None:
    lines = said("offer", "need:clash", "no"), said("message", "goal:1", "no")
    assert outcome(*lines).verdict == "undecided"
    assert outcome(*lines, scripted=False).verdict == "miss"


def test_an_unclear_reading_of_the_accepted_offer_leaves_its_goals_in_doubt() -> None:
    found = outcome(said("offer", "need:clash", "unclear", "it names no day"))
    assert found.verdict == "undecided" and "can't be read clearly: it names no day" in found.goals_met.doubts[0]


@pytest.mark.parametrize(("value", "verdict"), [("no", "miss"), ("unclear", "undecided"), ("yes", "success")])
def test_a_message_counts_as_the_reader_reads_it(value: Answer, verdict: str) -> None:
    assert outcome(said("message", "goal:1", value, "it says something else")).verdict == verdict


def test_built_in_claims_count_only_when_read_yes() -> None:
    found = outcome(said("report", "builtin:insult", "yes", "it calls her a fool"))
    assert found.verdict == "miss" and "it calls her a fool" in found.clean.reasons[0]
    assert outcome(said("report", "builtin:insult", "unclear")).verdict == "success"
    assert outcome(said("message", "goal:1", "yes"), said("message", "builtin:retraction", "yes")).verdict == "miss"


def test_a_failed_request_never_hides_an_answer() -> None:
    lines = said("message", "goal:1", "no"), said("message", "goal:1", "unclear", is_failed=True)
    assert outcome(*lines).verdict == "miss"


def read_offers(value: Answer, **changes: object) -> tuple[list[str], list[str]]:
    """Return what is said about the offer if the user had read it otherwise: misread, not understood."""
    episode = ended()
    (offer,) = episode.ledger.offers.values()
    state = changes.pop("state", offer.proposal.state)
    other = replace(offer, proposal=msgspec.structs.replace(offer.proposal, state=state), **changes)  # type: ignore[arg-type]
    ledger, source = Ledger(offers={"proposal_1": other}), StoredReadings([said("offer", "need:clash", value)])
    return [*misread_offers(episode.story, ledger, source)], [*not_understood_offers(episode.story, ledger, source)]


def test_a_right_offer_that_the_user_did_not_understand_is_named() -> None:
    misread, not_understood = read_offers("yes", needs=(), unclear=("clash",), state="expired")
    assert not misread and not_understood == [
        "The user did not understand offer 1: according to model:judge it is for 'clash'."
    ]
    assert read_offers("no", needs=(), unclear=("clash",), state="expired") == ([], [])
    assert read_offers("unclear", needs=(), unclear=(), state="rejected") == ([], [])


def test_an_offer_for_help_that_was_done_already_was_not_misread() -> None:
    assert read_offers("yes", needs=(), kind="done_already", state="rejected") == ([], [])
    assert read_offers("yes", needs=(), kind="unneeded", state="rejected")[0]


def test_each_part_of_a_goal_must_be_said_but_one_way_of_several_is_enough() -> None:
    episode = ended()
    index = 1
    both = [
        goal.model_copy(update={"say": say})
        for goal, say in zip([episode.story.scenario.goals[index]] * 2, "ab", strict=True)
    ]
    for kind, expected in (("all_of", "no"), ("any_of", "yes")):
        whole = episode.story.scenario.goals[index].model_copy(update={"sent": None, "say": "whole", kind: both})
        goals = [*episode.story.scenario.goals[:index], whole, *episode.story.scenario.goals[index + 1 :]]
        story = replace(episode.story, scenario=episode.story.scenario.model_copy(update={"goals": goals}))
        source = StoredReadings([said("message", f"goal:{index}.0", "yes"), said("message", f"goal:{index}.1", "no")])
        found = goal_answer(whole, [texts()["message"].text], story, replace(episode.evidence(), readings=source))
        assert found is not None and found.value == expected
