"""A report page uses one reader: the sweep's judge, or the one that is chosen."""

from __future__ import annotations

import pytest

from benchmark.models import Sweep
from simulator.engine_version import ENGINE_VERSION
from simulator.jobs.play_job import drain
from simulator.models import Episode, Verdict
from tests.benchmark.jobs.planned import begun
from tests.markup import markup_of
from tests.simulator.views.cast import signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_server")]


@pytest.fixture
def sweep() -> Sweep:
    """Four runs, of which a person has judged one: undecided, although the rules call it a success."""
    made = begun()
    drain("batch")
    run = Episode.objects.filter(cells__sweep=made, success=True).earliest("pk")
    for key, value in (("run:success", "unclear"), ("run:goals_met", "unclear"), ("run:clean", "yes")):
        Verdict.objects.create(
            episode=run, key=key, value=value, rater_kind="person", rater="Tansy", version=ENGINE_VERSION
        )
    return made


def test_the_report_is_by_rules_unless_another_reader_is_chosen(sweep: Sweep) -> None:
    client, address = signed_in("viewer"), f"/sweeps/{sweep.pk}/report/"
    by_rules = markup_of(client.get(address))
    assert "These figures apply to user scripted, reader rules." in by_rules and "person:Tansy" in by_rules
    assert "has not judged" not in by_rules
    by_person = markup_of(client.get(address, {"reader": "person:Tansy"}))
    assert "These figures apply to user scripted, reader person:Tansy." in by_person
    assert "3 runs that this reader has not judged" in by_person and "1 run is undecided." in by_person


def test_exports_use_the_chosen_reader_and_name_it(sweep: Sweep) -> None:
    client, address = signed_in("viewer"), f"/sweeps/{sweep.pk}/export/report.md/"
    assert "reader rules" in client.get(address).content.decode()
    assert "person:Tansy" in client.get(address, {"reader": "person:Tansy"}).content.decode()
    rows = client.get(f"/sweeps/{sweep.pk}/export/json/", {"reader": "person:Tansy"}).json()
    read = [row for row in rows if row["reader"] == "person:Tansy"]
    assert len(read) == 1 and (read[0]["success_numeric"], read[0]["undecided_numeric"]) == (0.0, 1.0)
    assert (read[0]["undecided_parts"], read[0]["blame"]) == ("goals_met", "reader")


def test_a_reader_that_has_read_nothing_is_not_found(sweep: Sweep) -> None:
    response = signed_in("viewer").get(f"/sweeps/{sweep.pk}/report/", {"reader": "model:nobody"})
    assert response.status_code == 404 and "Readers: rules, person:Tansy" in response.content.decode()
