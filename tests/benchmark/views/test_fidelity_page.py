"""The page that compares simulated users with people: orders, progress, figures and rights."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from benchmark.fidelity.resampling import SimulatedUser
from benchmark.jobs.fidelity_job import choices, compute, order_report, stored_runs
from benchmark.models import Fidelity, FidelityState
from simulator.config import EpisodeConfig
from simulator.models import Episode, Seat, Side, State
from tests.benchmark.fidelity.generated_people import Habits, Played, population
from tests.benchmark.fidelity.stored_people import store
from tests.markup import markup_of
from tests.simulator.views.cast import signed_in

pytestmark = pytest.mark.django_db
ADDRESS = "/fidelity/"


@pytest.fixture(scope="module")
def people() -> list[Played]:
    return population(("email_notification", "cab_booking_for_airport_flight"), 5, Habits())


def ordered(**changes: object) -> Fidelity:
    row = order_report(SimulatedUser(), 5, None)
    Fidelity.objects.filter(pk=row.pk).update(**changes)
    return Fidelity.objects.get(pk=row.pk)


def test_without_people_the_page_says_what_to_do() -> None:
    page = markup_of(signed_in("researcher").get(ADDRESS))
    assert "No person has finished a run yet." in page
    assert "pare fidelity -t FOLDER" in page
    assert "/fidelity/compute/" not in page


def test_a_report_is_ordered_computed_and_shown(people: list[Played]) -> None:
    store(people)
    browser = signed_in("researcher")
    assert "People have finished 10 runs with 10 offers." in markup_of(browser.get(ADDRESS))
    answer = browser.post("/fidelity/compute/", {"user": "scripted"})
    assert answer["Location"] == "/fidelity/?user=scripted"
    row = Fidelity.objects.get()
    assert (row.state, row.k, row.total) == (FidelityState.QUEUED, 1, 10)
    assert "Comparing 0 of 10 runs of people." in markup_of(browser.get(ADDRESS))
    compute(row.pk)
    row.refresh_from_db()
    assert (row.state, row.done, row.problem) == (FidelityState.FINISHED, 10, "")
    page = markup_of(browser.get(ADDRESS))
    for text in ("5 people", "10 finished runs", "Accepts at once", "W1 of log delays", "Compute again", "least 50"):
        assert text in page
    assert "Runs have changed" not in page


def test_a_second_order_joins_the_report_under_way(people: list[Played]) -> None:
    store(people[:2])
    assert ordered().pk == ordered().pk
    assert Fidelity.objects.count() == 1


def test_new_runs_make_a_report_old(people: list[Played]) -> None:
    store(people[:4])
    compute(ordered().pk)
    store(people[4:6])
    page = markup_of(signed_in("researcher").get(ADDRESS))
    assert "Runs have changed since this report: the studio has 6 by people now." in page


def test_a_job_that_fails_says_why_and_can_be_ordered_again(people: list[Played]) -> None:
    store(people[:1])
    row = ordered(config={**SimulatedUser("vanished").config(EpisodeConfig()).model_dump(mode="json")})
    compute(row.pk)
    row.refresh_from_db()
    assert row.state == FidelityState.FAILED
    assert "There is no user called 'vanished'." in row.problem
    page = markup_of(signed_in("researcher").get(ADDRESS))
    assert "The last report failed." in page
    assert "/fidelity/compute/" in page


def test_a_report_is_computed_by_one_worker_only(people: list[Played]) -> None:
    store(people[:1])
    row = ordered(state=FidelityState.RUNNING)
    compute(row.pk)
    row.refresh_from_db()
    assert row.state == FidelityState.RUNNING


def test_a_report_in_an_older_form_is_not_shown(people: list[Played]) -> None:
    store(people[:1])
    ordered(state=FidelityState.FINISHED, report={"user": "scripted"})
    assert "No report on the scripted user yet." in markup_of(signed_in("viewer").get(ADDRESS))


def test_simulated_users_with_runs_in_the_same_scenarios_can_be_chosen(people: list[Played]) -> None:
    store(people[:1])
    version = Episode.objects.get().version
    for name in ("scripted", "http://127.0.0.1:9/user"):
        config = EpisodeConfig(user=name)
        Episode.objects.create(
            version=version,
            config=config.model_dump(mode="json"),
            config_hash=config.config_hash,
            engine="1",
            user_player=name,
            assistant_player="oracle",
            seed=0,
            state=State.FINISHED,
            moment_count=3,
        )
    assert list(choices()) == ["scripted", "http://127.0.0.1:9/user"]
    assert len(stored_runs(SimulatedUser()).simulated) == 1
    page = markup_of(signed_in("viewer").get(ADDRESS))
    assert "http://127.0.0.1:9/user" in page


def test_abandoned_runs_are_counted_beside_the_figures(people: list[Played]) -> None:
    store(people[:5])
    left = Episode.objects.order_by("pk")[:2]
    Episode.objects.filter(pk__in=[row.pk for row in left]).update(state=State.ABANDONED, result=None)
    compute(ordered().pk)
    page = markup_of(signed_in("viewer").get(ADDRESS))
    assert "3 finished runs" in page
    assert "left out: 2 abandoned" in page


def test_players_are_told_apart_by_their_seats_and_count_only_while_blind(people: list[Played]) -> None:
    store(people[:6])
    guest = User.objects.create_user("guest")
    for place, row in enumerate(Episode.objects.order_by("pk")):
        looked = 3 if place == 0 else None
        Seat.objects.create(episode=row, side=Side.USER, player=guest, looked_at=looked)
    compute(ordered().pk)
    page = markup_of(signed_in("viewer").get(ADDRESS))
    for text in ("1 person", "5 finished runs", "left out: 1 not blind"):
        assert text in page


def test_an_unknown_user_is_refused_with_the_known_ones() -> None:
    answer = signed_in("viewer").get(f"{ADDRESS}?user=nobody")
    assert answer.status_code == 404
    assert "Known: scripted." in markup_of(answer)


def test_viewers_read_and_only_researchers_compute(people: list[Played]) -> None:
    store(people[:1])
    viewer, nobody, anonymous = (signed_in(role) for role in ("viewer", "nobody", "anonymous"))
    assert "/fidelity/compute/" not in markup_of(viewer.get(ADDRESS))
    assert nobody.get(ADDRESS).status_code == 403
    assert anonymous.get(ADDRESS).status_code == 302
    for browser, status in ((viewer, 403), (nobody, 403), (anonymous, 302)):
        assert browser.post("/fidelity/compute/", {"user": "scripted"}).status_code == status
    assert not Fidelity.objects.exists()


def test_wrong_numbers_of_decisions_are_refused(people: list[Played]) -> None:
    store(people[:1])
    answer = signed_in("researcher").post("/fidelity/compute/", {"user": "scripted", "k": "500"}, follow=True)
    assert "enter a number from 1 to 100" in markup_of(answer)


def test_the_list_of_sweeps_links_to_the_page() -> None:
    assert 'href="/fidelity/"' in markup_of(signed_in("viewer").get("/sweeps/"))
