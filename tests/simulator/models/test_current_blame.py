"""Who is to blame as things stand: the row and the database say the same for every run there can be."""

from __future__ import annotations

from itertools import product

import pytest
from django.utils import timezone

from simulator.blame.rules import RULES
from simulator.models import Episode, Failure, ScenarioVersion, State
from simulator.models.current_blame import BLAMED_ON, current_blame
from tests.simulator.views.cast import run, scenario

pytestmark = pytest.mark.django_db


def party_of(row: Episode) -> str:
    standing = current_blame(Episode.objects.select_related("version").get(pk=row.pk))
    return standing.party if standing is not None else ""


def faulted(rule: str) -> dict[str, str]:
    return {"fault": RULES[rule].party, "fault_rule": rule, "fault_why": "It was seen."}


@pytest.mark.parametrize("flagged", [False, True])
def test_the_database_says_what_the_row_says(flagged: bool) -> None:
    version = scenario().current
    assert version is not None
    ScenarioVersion.objects.update(flagged_at=timezone.now() if flagged else None)
    for state, success, overruled in product(State, (True, False, None), ("", "scenario")):
        for failure in ("", *Failure):
            run(state, version=version, success=success, overruled_fault=overruled, failure=failure)
        for rule in ("user_refused", "assistant_no_offer", "need_never_came"):
            run(state, version=version, success=success, overruled_fault=overruled, **faulted(rule))
    for row in Episode.objects.annotate(blamed_on=BLAMED_ON).select_related("version"):
        standing = current_blame(row)
        assert row.blamed_on == (standing.party if standing is not None else ""), row.__dict__  # type: ignore[attr-defined]


@pytest.mark.parametrize("state", [state for state in State if state not in (State.FINISHED, State.FAILED)])
def test_nobody_is_to_blame_for_a_run_that_was_stopped_or_goes_on(state: State) -> None:
    assert party_of(run(state, **faulted("assistant_no_offer"))) == ""


def test_nobody_is_to_blame_for_a_success_even_of_a_faulty_scenario() -> None:
    row = run()
    ScenarioVersion.objects.update(flagged_at=timezone.now(), flag_note="Broken.")
    assert party_of(row) == ""


@pytest.mark.parametrize(
    ("failure", "party"),
    [
        ("provider", "provider"),
        ("setup", "provider"),
        ("engine", "engine"),
        ("", "engine"),
        ("budget", "undetermined"),
        ("deadline", "undetermined"),
    ],
)
def test_a_failed_run_is_blamed_on_what_failed(failure: str, party: str) -> None:
    row = run(State.FAILED, failure=failure, reason="It went wrong.")
    standing = current_blame(row)
    assert standing is not None
    assert (standing.party, standing.blame.why) == (party, "It went wrong.")


@pytest.mark.parametrize(
    ("fields", "party"),
    [
        ({"state": State.FAILED, "failure": "provider"}, "provider"),
        ({"state": State.FAILED, "failure": "engine"}, "engine"),
        ({"state": State.FAILED, "failure": "budget"}, "scenario"),
        ({"success": False, **faulted("user_refused")}, "scenario"),
        ({"success": False, **faulted("assistant_no_offer")}, "scenario"),
        ({"success": False, **faulted("assistant_no_offer"), "overruled_fault": "user"}, "user"),
    ],
)
def test_a_flag_comes_after_failures_and_before_the_players_and_a_person_before_all(
    fields: dict[str, object], party: str
) -> None:
    row = run(**fields)  # type: ignore[arg-type]
    ScenarioVersion.objects.update(flagged_at=timezone.now(), flag_note="Broken.")
    assert party_of(row) == party
    ScenarioVersion.objects.update(flagged_at=None, flag_note="")
    assert party_of(row) != "scenario"


def test_a_miss_from_before_blame_was_kept_is_undetermined() -> None:
    standing = current_blame(run(success=False))
    assert standing is not None
    assert standing.party == "undetermined"
