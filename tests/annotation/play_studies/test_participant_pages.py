"""The pages of a person in a play study: from the link to the completion code, and what they can't open."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from annotation.models import PlayAssignment, Rater, Study
from annotation.people.invite_links import make_invitation, token_of
from annotation.studies.lifecycle import close_study
from simulator.jobs.leases import Fenced, claim
from simulator.jobs.play_job import run_episode
from simulator.jobs.runner import Runner
from simulator.models import Episode, Seat, State
from simulator.views.play_return import hides_outcome, return_link
from tests.annotation.play_studies.played_studies import ends, play_study
from tests.annotation.study_fixtures import browser_of, rater
from tests.markup import markup_of
from tests.simulator.views.cast import run, signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_server")]


class Participant:
    """Somebody who has joined a play study by an open link."""

    def __init__(self, study: Study, query: str = "") -> None:
        self.study = study
        self.client = Client(headers={"accept": "text/html"})
        self.link = reverse("join", args=[token_of(make_invitation(study))]) + query
        welcome = markup_of(self.client.get(self.link))
        assert "You play a made-up person" in welcome and "What is stored" in welcome
        assert self.client.post(self.link, {"version": "1"}).status_code == 302
        self.rater = Rater.objects.latest("pk")

    def page(self, name: str = "annotate") -> str:
        answer = self.client.get(reverse(name, args=[self.study.pk]))
        assert answer.status_code == 200, answer
        return markup_of(answer)

    def plays(self, state: State = State.FINISHED, **fields: Any) -> PlayAssignment:
        answer = self.client.post(reverse("play_next", args=[self.study.pk]))
        one = PlayAssignment.objects.filter(rater=self.rater).latest("pk")
        assert answer.headers["Location"] == reverse("play", args=[one.episode_id])
        ends(one, state, **fields)
        return one


def test_from_the_link_to_the_completion_code() -> None:
    one = Participant(play_study(completion_code="C0DE"))
    assert "Start with a practice run" in one.page()
    one.plays()
    assert "Play your first scenario" in one.page()
    one.plays()
    page = one.page()
    assert "1 of 2" in page and "C0DE" not in page
    one.plays(success=False)
    page = one.page()
    assert "You have played all your runs" in page and "C0DE" in page
    assert page.count("Look back") == 3
    assert one.rater.play_runs.filter(is_practice=True).count() == 1
    one.rater.refresh_from_db()
    assert one.rater.finished_at is not None


def test_the_page_names_no_scenario_and_no_partner() -> None:
    one = Participant(play_study())
    played = one.plays()
    page = one.page()
    assert played.scenario.version.title not in page and "oracle" not in page


def test_outcomes_are_shown_only_if_the_lead_allows_it() -> None:
    for shows in (True, False):
        one = Participant(play_study(practice="", shows_outcome=shows))
        seat = Seat.objects.get(episode=one.plays(success=False).episode)
        assert ("No success" in one.page()) == shows
        assert hides_outcome(seat) != shows


def test_a_lost_run_is_explained_and_does_not_count() -> None:
    one = Participant(play_study(practice=""))
    one.plays(State.ABANDONED)
    page = one.page()
    assert "does not count" in page and "0 of 2" in page and "Play your first scenario" in page


def test_the_end_of_a_run_leads_back_to_the_study() -> None:
    one = Participant(play_study(practice="", per_person=1))
    answer = one.client.post(reverse("play_next", args=[one.study.pk]))
    assert answer.status_code == 302
    seat = Seat.objects.get()
    assert return_link(seat) == (reverse("annotate", args=[one.study.pk]), "Continue with the study")
    ends(PlayAssignment.objects.get())
    assert return_link(seat) == (reverse("annotate", args=[one.study.pk]), "Finish the study")


def test_a_run_of_no_study_has_no_way_back() -> None:
    seat = Seat.objects.create(episode=run(), side="user", player=rater(play_study()).user)
    assert return_link(seat) is None and not hides_outcome(seat)


def test_a_closed_study_starts_no_run() -> None:
    one = Participant(play_study(practice=""))
    close_study(one.study)
    answer = one.client.post(reverse("play_next", args=[one.study.pk]))
    assert answer.headers["Location"] == reverse("annotate", args=[one.study.pk])
    assert not Episode.objects.exists()
    assert "This study is closed" in one.page()


def test_everything_full_says_so_and_gives_the_code_to_those_who_played() -> None:
    study = play_study(practice="", per_item=1, per_person=3, completion_code="C0DE")
    first, second = Participant(study), Participant(study)
    first.plays()
    for _ in range(2):
        second.plays()
    assert "C0DE" in first.page() and "Enough people have played" in first.page()
    assert "C0DE" in second.page()
    third = Participant(study)
    assert "No scenario is left" in third.page() and "C0DE" not in third.page()


def test_a_participant_opens_only_their_own_runs_and_study() -> None:
    study = play_study(practice="")
    one, other = Participant(study), Participant(study)
    own, foreign = one.plays(State.WAITING), other.plays(State.WAITING)
    assert one.client.get(reverse("play_end", args=[own.episode_id])).status_code in (200, 302)
    for name in ("play", "play_now", "play_end"):
        assert one.client.get(reverse(name, args=[foreign.episode_id])).status_code == 404
    assert one.client.post(reverse("play_act", args=[foreign.episode_id])).status_code == 404
    hidden = [own.episode, foreign.episode]
    assert [one.client.get(each.get_absolute_url()).status_code for each in hidden if each] in ([404, 404], [403, 403])
    for address in ("/runs/", "/scenarios/", "/studies/", study.get_absolute_url(), "/play/start/"):
        assert one.client.get(address).status_code == 403, address
    elsewhere = play_study(practice="")
    for name in ("annotate", "leave", "withdraw", "consent"):
        assert one.client.get(reverse(name, args=[elsewhere.pk])).status_code == 404
    assert one.client.post(reverse("play_next", args=[elsewhere.pk])).status_code == 404


@pytest.mark.parametrize("who", ["anonymous", "researcher", "admin"])
def test_people_who_do_not_take_part_start_no_run(who: str) -> None:
    made = play_study()
    answer = signed_in(who).post(reverse("play_next", args=[made.pk]))
    assert answer.status_code == (302 if who == "anonymous" else 404)
    assert not Episode.objects.exists()


def test_a_study_of_judgements_has_no_pages_for_playing_and_the_other_way_round(client: Client) -> None:
    from tests.annotation.study_fixtures import items, study

    judged = study()
    items(judged, 1)
    judge = browser_of(rater(judged))
    assert judge.post(reverse("play_next", args=[judged.pk])).status_code == 404
    assert judge.get(reverse("own_leaderboard", args=[judged.pk])).status_code == 404
    player = Participant(play_study())
    for name in ("practice", "guidelines"):
        assert player.client.get(reverse(name, args=[player.study.pk])).status_code == 404
    assert player.client.post(reverse("answer", args=[player.study.pk])).status_code == 404
    assert player.client.get(reverse("my_answers", args=[player.study.pk])).status_code == 302


def test_another_browser_with_the_panel_id_needs_the_code_also_for_playing() -> None:
    one = Participant(play_study(practice="", panel_parameter="PROLIFIC_PID"), "?PROLIFIC_PID=5f3a")
    played = one.plays(State.WAITING)
    thief = Client(headers={"accept": "text/html"})
    assert "Type your personal code" in markup_of(thief.get(one.link))
    assert thief.post(one.link, {"code": "0000-0000-0000-0000", "secret": "7KQM-2WPX-9RTD-HB4N"}).status_code == 403
    # Somebody with the session of this person, but without the cookie that holds the code.
    thief.cookies["sessionid"] = ""
    assert one.rater.user is not None
    thief.force_login(one.rater.user)
    for name in ("play_now", "play_end"):
        assert thief.get(reverse(name, args=[played.episode_id])).status_code == 403
    assert thief.post(reverse("play_act", args=[played.episode_id])).status_code == 403
    assert thief.post(reverse("play_next", args=[one.study.pk])).status_code == 403
    assert one.client.get(reverse("play_end", args=[played.episode_id])).status_code == 302


def test_withdrawing_deletes_the_runs_and_gives_the_places_back() -> None:
    study = play_study(practice="", per_item=1, per_person=1, scenarios="late_train")
    one = Participant(study)
    one.plays()
    assert "delete my runs" in one.page("withdraw")
    assert one.client.post(reverse("withdraw", args=[study.pk])).status_code == 200
    assert not Episode.objects.exists() and not Seat.objects.exists() and not PlayAssignment.objects.exists()
    Participant(study).plays()


def test_somebody_can_withdraw_while_a_worker_plays_their_run() -> None:
    one = Participant(play_study(practice=""))
    one.client.post(reverse("play_next", args=[one.study.pk]))
    row = Episode.objects.get()
    lease = claim(row.pk, "here:1")
    assert lease is not None
    runner = Runner(lease)
    runner.prepare()
    made = runner.make()
    one.client.post(reverse("withdraw", args=[one.study.pk]))
    with pytest.raises(Fenced):
        runner.keep(made)
    run_episode(row.pk)
    assert not Episode.objects.exists()


def test_a_run_that_is_an_item_of_another_study_stays_without_its_player() -> None:
    from tests.annotation.study_fixtures import items, study

    one = Participant(play_study(practice=""))
    kept = one.plays().episode
    assert kept is not None
    items(study(), 1, episode=kept)
    one.client.post(reverse("withdraw", args=[one.study.pk]))
    kept.refresh_from_db()
    assert kept.started_by is None and kept.note == "" and not Seat.objects.exists()
    assert not PlayAssignment.objects.exists()


def test_the_leaderboard_shows_pseudonyms_and_shares_if_it_is_allowed() -> None:
    study = play_study(practice="", shows_leaderboard=True)
    best, other, idle = Participant(study), Participant(study), Participant(study)
    for success in (True, False):
        best.plays()
        other.plays(success=success)
    page = idle.page("own_leaderboard")
    assert page.index(best.rater.pseudonym) < page.index(other.rater.pseudonym)
    # Wilson's intervals for 2 of 2 and 1 of 2.
    assert "34 to 100 %" in page and "9 to 91 %" in page
    closed = Participant(play_study())
    assert closed.client.get(reverse("own_leaderboard", args=[closed.study.pk])).status_code == 404


def test_people_come_back_by_their_own_link_and_see_their_studies() -> None:
    one = Participant(play_study(practice=""))
    one.plays()
    one.client.post(reverse("leave", args=[one.study.pk]))
    assert "1 of 2 runs" in one.page("leave")
    assert "1 of 2" in markup_of(one.client.get(reverse("my_studies")))
