"""Runs that failed for a reason outside of them go on when somebody resumes them; others do not."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.utils import timezone

from simulator.agents.policy import AssistantView, Decision, FailureKind, PlayerFailed
from simulator.agents.registry import ASSISTANTS
from simulator.jobs import control
from simulator.jobs.control import CannotControl
from simulator.jobs.play_job import run_episode
from simulator.jobs.queues import waiting_in
from simulator.models import Episode, Failure, State
from simulator.models.current_blame import current_blame
from tests.simulator.jobs.background import assert_whole, started

pytestmark = pytest.mark.django_db
RESUMABLE = (Failure.PROVIDER, Failure.SETUP)


class Away:
    """An assistant who decides as another one does, and now and then cannot be reached."""

    def __init__(self, decide: Callable[[AssistantView], Decision], kind: FailureKind) -> None:
        self._decide = decide
        self._kind = kind

    def decide(self, view: AssistantView) -> Decision:
        if Episode.objects.filter(note="away").exists() and view.own:
            raise PlayerFailed(self._kind, "The model test-1 does not answer. Look whether its server runs.")
        return self._decide(view)


@pytest.fixture
def failed(monkeypatch: pytest.MonkeyPatch) -> Callable[[FailureKind], Episode]:
    """A run that was really played until its assistant could not be reached."""

    def play(kind: FailureKind) -> Episode:
        def make(story, config, evidence):  # type: ignore[no-untyped-def]
            return Away(ASSISTANTS["oracle"](story, config, evidence).decide, kind)

        monkeypatch.setitem(ASSISTANTS, "away", make)
        row = started("dentist", note="away", assistant="away")
        run_episode(row.pk)
        row.refresh_from_db()
        assert (row.state, row.failure) == (State.FAILED, kind)
        return row

    return play


@pytest.mark.parametrize("kind", ["provider", "setup"])
def test_it_goes_on_from_where_it_failed_to_the_same_end(
    failed: Callable[[FailureKind], Episode], kind: FailureKind
) -> None:
    row = failed(kind)
    standing, kept = current_blame(row), row.moment_count
    assert standing is not None and standing.party == "provider"
    assert kept > 1 and row.ended_at is not None and row.is_resumable
    Episode.objects.filter(pk=row.pk).update(note="")
    control.resume(row)
    row = Episode.objects.get(pk=row.pk)
    assert (row.state, row.failure, row.reason) == (State.QUEUED, "", "")
    assert row.ended_at is None and row.moment_count == kept and current_blame(row) is None
    run_episode(row.pk)
    row.refresh_from_db()
    assert_whole(row)
    assert row.state == State.FINISHED and row.success is True and row.failure == ""


def test_a_run_that_reached_its_ceiling_is_nobodys_fault_and_stays_over(
    failed: Callable[[FailureKind], Episode],
) -> None:
    row = failed("budget")
    standing = current_blame(row)
    assert standing is not None
    assert (standing.party, standing.blame.rule) == ("undetermined", "ceiling_reached")
    with pytest.raises(CannotControl):
        control.resume(row)


def test_it_may_fail_again(failed: Callable[[FailureKind], Episode]) -> None:
    row = failed("provider")
    before = row.moment_count
    control.resume(row)
    run_episode(row.pk)
    row.refresh_from_db()
    assert (row.state, row.failure, row.moment_count) == (State.FAILED, "provider", before)


def test_what_a_person_said_about_the_failure_goes_with_it(failed: Callable[[FailureKind], Episode]) -> None:
    row = failed("provider")
    said = {"overruled_fault": "engine", "overruled_note": "Our proxy.", "overruled_at": timezone.now()}
    Episode.objects.filter(pk=row.pk).update(**said)
    control.resume(row)
    row.refresh_from_db()
    assert (row.overruled_fault, row.overruled_note, row.overruled_at) == ("", "", None)


@pytest.mark.parametrize("failure", ["", *(kind for kind in Failure if kind not in RESUMABLE)])
def test_a_run_that_failed_by_itself_stays_failed(failure: str) -> None:
    row = started()
    Episode.objects.filter(pk=row.pk).update(state=State.FAILED, failure=failure)
    with pytest.raises(CannotControl, match=r"is over \(failed\)\. Step through the run, or start a new run"):
        control.resume(row)


@pytest.mark.parametrize("ask", [control.pause, control.step, control.stop])
@pytest.mark.parametrize("failure", RESUMABLE)
def test_it_can_only_be_resumed(failure: Failure, ask: Callable[[Episode], None]) -> None:
    row = started()
    Episode.objects.filter(pk=row.pk).update(state=State.FAILED, failure=failure)
    with pytest.raises(CannotControl, match=r"is over \(failed\)\. Fix the cause, then resume the run"):
        ask(row)


def test_a_failure_that_is_left_behind_does_not_make_a_finished_run_resumable() -> None:
    row = started()
    Episode.objects.filter(pk=row.pk).update(state=State.FINISHED, failure=Failure.PROVIDER)
    with pytest.raises(CannotControl):
        control.resume(row)


@pytest.mark.django_db(transaction=True)
def test_whoever_resumes_it_need_not_wait_behind_others() -> None:
    row = started(hold=True)
    Episode.objects.filter(pk=row.pk).update(state=State.FAILED, failure=Failure.PROVIDER)
    assert waiting_in(row.queue) == set()
    control.resume(row)
    assert waiting_in(row.queue) == {row.pk}
