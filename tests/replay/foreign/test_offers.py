"""Offers and answers of another system give the decision points that its own logs contain."""

from __future__ import annotations

from simulator.episode.need_points import points_of
from simulator.episode.rebuild import config_of, story_of
from simulator.phone.state import Proposal
from simulator.trace.decisions import SilencePoint
from simulator.trace.moments import UNTOLD
from tests.replay.foreign.brought_runs import acted, answered, history_of, of, offers, phone, read
from tests.replay.foreign.foreign_run import ForeignRun
from tests.replay.foreign.foreign_states import all_apps, fid
from tests.replay.foreign.log_points import LogPoint, log_points
from tests.replay.foreign.runs import OFFER_1, OFFER_2, OFFER_3, evening


def test_the_decision_points_are_those_of_the_logs() -> None:
    assert answered(read()) == log_points(evening().bytes())
    assert answered(read()) == [
        LogPoint(OFFER_1, "reject", "rejected"),
        LogPoint(OFFER_2, "gather_context", "accepted"),
    ]


def test_an_offer_that_a_newer_one_replaces_is_withdrawn() -> None:
    third, fourth = offers(read())[2:]
    assert (third.text, third.final) == (OFFER_3, "withdrawn")
    assert (fourth.final, fourth.reaction) == ("none", "gather_context")


def test_silence_of_the_watching_assistant_is_a_point_too() -> None:
    trace = read().trace
    found = points_of(story_of(trace), config_of(trace), trace.moments)
    assert [point.turn for point in found if isinstance(point, SilencePoint)] == [3, 10]


def test_an_answer_to_nothing_stays_and_changes_nothing() -> None:
    stray = acted(read())[1]
    assert (stray.name, stray.tags, stray.patches) == ("reject_proposal", (UNTOLD,), ())
    told = history_of(read().trace).told[stray.n]
    assert told.text == "Rejects although no offer is open"
    assert told.quote == "There is nothing to accept."


def test_a_report_closes_the_offer() -> None:
    found = list(phone(read()).store.all(Proposal).values())
    assert [proposal.state for proposal in found] == ["rejected", "done", "withdrawn", "pending"]
    assert found[1].carried_out == ("Calendar__add_calendar_event",)


def test_an_assistant_that_watches_again_has_left_what_it_was_doing() -> None:
    run = ForeignRun(all_apps())
    run.says("Shall I?")
    run.accepts()
    run.agent("Notes", "create_note", result=fid("note x"), mode="execute", folder="Inbox", title="X", content="Y")
    run.turns()
    run.stays_silent()
    run.says("Or this?")
    brought = of(run)
    assert [offer.final for offer in offers(brought)] == ["accepted", "none"]
    assert [one.state for one in phone(brought).store.all(Proposal).values()] == ["abandoned", "pending"]
    assert brought.trace.result is not None
    assert brought.trace.result.metrics.abandoned == 1


def test_a_report_without_an_offer_is_a_report() -> None:
    run = ForeignRun(all_apps())
    run.says("I did it anyway.", mode="execute")
    brought = of(run)
    assert offers(brought) == []
    assert history_of(brought.trace).told[1].kind == "report"


def test_an_offer_without_words_is_an_offer() -> None:
    run = ForeignRun(all_apps())
    run.says("")
    run.rejects()
    assert [(point.reaction, point.final) for point in offers(of(run))] == [("reject", "rejected")]


def test_a_scripted_answer_noted_as_the_agents_is_the_users() -> None:
    run = ForeignRun(all_apps())
    run.says("Shall I?")
    run.accepts()
    run.events[-1]["event_type"] = "AGENT"
    run.logs.clear()
    assert [point.final for point in offers(of(run))] == ["accepted"]


def test_without_logs_the_points_are_the_same() -> None:
    run = evening()
    run.logs.clear()
    brought = of(run)
    assert answered(brought) == answered(read())
    assert not any(moment.envelope.exchange for moment in acted(brought) if moment.envelope is not None)
    assert any("The logs have no calls of models" in warning for warning in brought.warnings)


def test_without_modes_the_points_are_the_same() -> None:
    run = evening()
    for event in run.events:
        event["metadata"]["proactive_mode"] = None
    assert answered(of(run)) == answered(read())
