"""A run whose player did not come back: it has no outcome anywhere, nobody is blamed, and it can't be resumed."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from benchmark.jobs.totals import STOPPED, _status
from benchmark.views.matrix_data import LEFT_OUT, letter_of
from simulator.jobs import control
from simulator.jobs.abandoned_runs import end_abandoned_runs
from simulator.models import Episode, State
from simulator.models.current_blame import BLAMED_ON, current_blame
from simulator.templatetags.site import chip_of, parts_of
from tests.simulator.play.table import sat_down
from tests.simulator.views.cast import signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_server")]


@pytest.fixture
def abandoned() -> Episode:
    row = sat_down().row
    Episode.objects.filter(pk=row.pk).update(waits_since=timezone.now() - timedelta(days=9))
    assert end_abandoned_runs() == 1
    row.refresh_from_db()
    return row


def test_lists_and_the_run_page_show_an_abandoned_run_without_an_outcome(abandoned: Episode) -> None:
    assert chip_of(abandoned).word == "Abandoned" and parts_of(abandoned)["none"]
    page = signed_in("researcher")
    html = page.get(f"/runs/{abandoned.pk}/").content.decode()
    assert "The player did not come back, so this run has no outcome" in html
    assert "counts neither as a success nor as a miss" in html and "Nobody decided for 24 hours" in html
    assert 'id="control-go"' not in html
    listed = page.get("/runs/?state=abandoned").content.decode()
    assert f'href="/runs/{abandoned.pk}/"' in listed and "Nobody decided for 24 hours" in listed


def test_nobody_is_blamed_for_an_abandoned_run(abandoned: Episode) -> None:
    assert current_blame(abandoned) is None
    assert Episode.objects.annotate(party=BLAMED_ON).values_list("party", flat=True).get(pk=abandoned.pk) == ""


def test_an_abandoned_run_is_refused_to_those_who_resume_it(abandoned: Episode) -> None:
    with pytest.raises(control.CannotControl, match=r"\(abandoned\)\. .* Fork it at its last step"):
        control.resume(abandoned)


def test_figures_of_sweeps_leave_an_abandoned_run_out() -> None:
    assert letter_of(State.ABANDONED, None, None, False) == LEFT_OUT
    assert _status(State.ABANDONED, None, None) == STOPPED


def test_every_state_has_a_chip() -> None:
    assert all(chip_of(Episode(state=state)).word for state in State)
