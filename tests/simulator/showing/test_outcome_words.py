"""The outcome in five parts, so far or final."""

from __future__ import annotations

import pytest

from simulator.scenario.outcome import Outcome, PartOutcome
from simulator.showing.moment_context import MomentContext
from simulator.showing.outcome_words import ReasonWords, outcome_summary
from simulator.trace.header import OutcomeNote, PartNote
from tests.simulator.showing.played import contexts, story

YES = PartOutcome(True, ("Fine.",))
NO = PartOutcome(False, ("A: missing.", "B: missing."))


def outcome(goals_met: PartOutcome = YES, clean: PartOutcome = YES) -> Outcome:
    return Outcome(goals_met.ok and clean.ok, goals_met, clean, YES, YES)


def test_undecided_part_is_neither_yes_nor_no() -> None:
    doubtful = outcome_summary(outcome(goals_met=PartOutcome(True, (), ("A: unclear.",))), 3, so_far=False)
    assert (doubtful.parts[0].word, doubtful.parts[0].ok, doubtful.parts[0].undecided) == ("Undecided", False, True)
    assert doubtful.parts[0].reasons == ("A: unclear.",)
    assert not any(part.undecided for part in doubtful.parts[1:])


def test_the_parts_come_in_their_order_with_their_reasons() -> None:
    verdict = outcome_summary(outcome(), 3, so_far=False)
    assert [part.title for part in verdict.parts] == ["Goals met", "Clean", "Consented", "In time", "Restrained"]
    assert [part.word for part in verdict.parts] == ["Yes"] * 5
    assert verdict.parts[0].reasons == ("Fine.",) and verdict.success


def test_while_a_run_goes_on_every_part_is_so_far_and_goals_are_open() -> None:
    verdict = outcome_summary(outcome(goals_met=NO), 5, so_far=True)
    assert verdict.parts[0].open and verdict.parts[0].word == "3 of 5 so far"
    assert verdict.parts[1].word == "Yes so far"


def test_a_part_that_hangs_on_an_unclear_text_is_undecided() -> None:
    doubtful = PartOutcome(True, (), ("The offer can't be read clearly.",))
    result = Outcome(False, doubtful, YES, YES, YES, undecided=True)
    verdict = outcome_summary(result, 1, so_far=False)
    assert (verdict.parts[0].word, verdict.parts[0].ok) == ("Undecided", False)
    assert verdict.parts[0].reasons == ("The offer can't be read clearly.",)
    assert verdict.undecided and not verdict.success


def test_a_run_of_an_older_version_shows_the_parts_that_it_was_judged_by() -> None:
    note = PartNote(True, ("Fine.",))
    verdict = outcome_summary(OutcomeNote(True, note, note, note, note), 1, so_far=False)
    assert [part.title for part in verdict.parts] == ["Goals met", "Clean", "Consented", "In time"]
    assert verdict.success and not verdict.undecided


def test_a_single_goal_is_not_met_yet() -> None:
    verdict = outcome_summary(outcome(goals_met=PartOutcome(False, ("A: missing.",))), 1, so_far=True)
    assert verdict.parts[0].word == "Not yet"


def test_a_change_that_nothing_explains_yet_is_open_until_the_end() -> None:
    verdict = outcome_summary(outcome(clean=NO), 1, so_far=True)
    assert verdict.parts[1].word == "Not yet" and verdict.parts[1].open
    final = outcome_summary(outcome(clean=NO), 1, so_far=False)
    assert final.parts[1].word == "No" and not final.parts[1].open


def test_a_run_that_was_stopped_is_neither_a_success_nor_a_miss() -> None:
    verdict = outcome_summary(outcome(goals_met=PartOutcome(False, ("A: missing.",))), 1, so_far=False, stopped=True)
    assert verdict.stopped and verdict.parts[0].open and verdict.parts[0].word == "Not yet"


def test_reasons_are_told_in_words_for_people() -> None:
    verdict = outcome_summary(outcome(clean=NO), 1, so_far=False, readable=str.upper)
    assert verdict.parts[1].reasons == ("A: MISSING.", "B: MISSING.")


def test_goals_that_the_user_reached_stand_apart() -> None:
    given = Outcome(False, NO, YES, YES, YES, done_by_user=("The train is booked",))
    assert outcome_summary(given, 2, so_far=False).done_by_user == ("The train is booked",)


def test_many_reasons_are_folded_but_never_one_alone() -> None:
    reasons = tuple(f"{name}: missing." for name in "ABCDE")
    for count, shown in ((2, 2), (4, 4), (5, 3)):
        part = outcome_summary(outcome(goals_met=PartOutcome(False, reasons[:count])), 5, so_far=False).parts[0]
        assert len(part.first_reasons) == shown
        assert part.first_reasons + part.more_reasons == reasons[:count]


NAME = "email_reminder_batch_cancellation"


@pytest.fixture(scope="module")
def context() -> MomentContext:
    return next(contexts(story(NAME)))


def test_records_go_by_their_names_and_not_by_labels_or_ids(context: MomentContext) -> None:
    label, (table, record_id) = next(iter(story(NAME).labels.items()))
    readable = ReasonWords(story(NAME)).readable
    for written in (f"'{label}'", f"({label})", record_id):
        told = readable(f"It deleted {written}, which nothing accounts for.", context.look, context.moment)
        assert context.called(record_id) in told and written not in told, table


def test_what_is_forbidden_stands_before_the_reason_for_it(context: MomentContext) -> None:
    told = ReasonWords(story(NAME)).readable("Forbidden: Nothing about Sörmland may go.", context.look, context.moment)
    assert told.startswith("Forbidden: “") and told.endswith("deleted, because: Nothing about Sörmland may go.")


def test_words_that_name_nothing_stay(context: MomentContext) -> None:
    reason = "It made 3 offers; at most 1 should be made ('nothing_such')."
    assert ReasonWords(story(NAME)).readable(reason, context.look, context.moment) == reason
