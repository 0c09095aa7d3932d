"""Who is to blame is stored with the end of a run, and only if there is something to blame anybody for."""

from __future__ import annotations

import pytest

from simulator.agents.policy import Decision, UserView
from simulator.agents.registry import USERS, EvidenceNow
from simulator.agents.scripted_user import ScriptedUser
from simulator.jobs import blame_rows, control, results
from simulator.jobs.play_job import run_episode
from simulator.models import Episode, State
from simulator.models.current_blame import current_blame
from simulator.scenario.story import Story
from simulator.showing.outcome_words import ReasonWords
from tests.simulator.jobs.background import started

pytestmark = pytest.mark.django_db


class Grumpy(ScriptedUser):
    """Turns every offer down."""

    def __init__(self, story: Story, evidence: EvidenceNow, words: str) -> None:
        super().__init__(story, evidence)
        self._words = words

    def decide(self, view: UserView) -> Decision:
        return super().decide(view) if view.offer is None else Decision("reject_proposal", {"content": self._words})


def over(name: str = "dentist", **options: object) -> Episode:
    row = started(name, **options)
    run_episode(row.pk)
    row.refresh_from_db()
    return row


def fault(row: Episode) -> tuple[str, str, int | None]:
    return row.fault, row.fault_rule, row.fault_moment


def test_a_success_has_no_fault() -> None:
    row = over()
    assert row.success is True
    assert fault(row) == ("", "", None) and current_blame(row) is None


def test_a_miss_says_who_why_and_where() -> None:
    row = over(assistant="silent")
    assert fault(row) == ("assistant", "assistant_no_offer", 0)
    assert row.fault_why == "The assistant never made an offer for “Move”, which was evident from step 0 on."


def test_a_user_who_turns_a_welcome_offer_down_is_stored_with_its_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(USERS, "grumpy", lambda story, config, evidence: Grumpy(story, evidence, "No\0!"))
    row = over(user="grumpy")
    assert row.fault_moment is not None
    assert fault(row)[:2] == ("user", "user_refused")
    assert (
        row.fault_why
        == f"At step {row.fault_moment} the user rejected the offer for “Move”: “No\N{REPLACEMENT CHARACTER}!”"
    )


def test_things_are_called_by_their_names() -> None:
    row = over(assistant="eager", observe_iterations=1)
    assert "'" not in row.fault_why and "rem_" not in row.fault_why


def test_a_run_that_breaks_down_is_the_engines_fault() -> None:
    row = over(assistant="test_clumsy")
    standing = current_blame(row)
    assert row.state == State.FAILED and fault(row) == ("", "", None)
    assert standing is not None
    assert (standing.party, standing.blame.rule) == ("engine", "engine_failed")
    assert "it has slipped" in standing.blame.why


def test_a_run_that_was_stopped_is_not_judged() -> None:
    row = started("dentist", hold=True, assistant="silent")
    control.step(row, 3)
    run_episode(row.pk)
    row.refresh_from_db()
    control.stop(row)
    run_episode(row.pk)
    row.refresh_from_db()
    assert row.state == State.STOPPED and fault(row) == ("", "", None) and current_blame(row) is None


def test_a_run_does_not_fail_because_nobody_knows_who_is_to_blame(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blame_rows, "findings_in", lambda episode: 1 // 0)
    row = over(assistant="silent")
    assert row.state == State.FINISHED
    assert fault(row) == ("undetermined", "nothing_found", None)


def test_a_run_does_not_fail_because_a_reason_cannot_be_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ReasonWords, "readable", lambda *about: 1 // 0)
    monkeypatch.setattr(results, "_reason", lambda *about: "")
    row = over(assistant="silent")
    assert row.state == State.FINISHED
    assert fault(row) == ("undetermined", "nothing_found", None)


def test_a_long_reason_is_cut_to_what_the_column_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(USERS, "grumpy", lambda story, config, evidence: Grumpy(story, evidence, "No" * 600))
    row = over(user="grumpy")
    assert len(row.fault_why) == blame_rows.LONGEST_WHY and row.fault_why.endswith("…")
