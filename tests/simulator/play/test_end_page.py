"""The page at the end of a played run: its outcome, the hidden steps, how others did, and the player's remark."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from simulator.config import EpisodeConfig
from simulator.episode.recording import record
from simulator.jobs import control
from simulator.jobs.abandoned_runs import end_abandoned_runs
from simulator.jobs.play_job import run_episode
from simulator.models import DecisionPoint, Episode, PlayRemark, Seat, Side, State
from simulator.rendering.frames import judged_of
from simulator.rendering.run_histories import history_of
from simulator.showing.play_summary import summary_of
from simulator.showing.run_history import RunHistory
from simulator.showing.sentence_parts import text_of
from simulator.views import play_return
from simulator.views.play_bars import answers_svg
from simulator.views.play_others import OfferAnswers, others_of
from tests.simulator.jobs.background import started
from tests.simulator.play.table import Player, decisions_of, sat_down
from tests.simulator.stories.shelf import story
from tests.simulator.views.cast import SCRIPT, person, scenario, signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_server")]


def _played(user: User | None = None) -> Player:
    """A finished run in which a person did what the scripted user does, made quickly from a run of that user."""
    scenario("late_train")
    row = started("late_train")
    run_episode(row.pk)
    row.refresh_from_db()
    row.config["user"] = row.user_player = "human"
    row.save()
    player = user or User.objects.create_user(f"player-{User.objects.count()}")
    Seat.objects.create(episode=row, side=Side.USER, player=player)
    client = Client()
    client.force_login(player)
    return Player(client, row, Side.USER)


def _refused(user: User | None = None) -> Player:
    """A finished run in which a person rejected the only offer."""
    scenario("late_train")
    player = sat_down("late_train", user=user)
    for moment in decisions_of("late_train", "user"):
        name = "reject_proposal" if moment.name == "accept_proposal" else moment.name
        if player.acts(name, moment.args).status_code != 202:
            break
        run_episode(player.row.pk)
    player.row.refresh_from_db()
    while player.row.state == State.WAITING:
        player.acts("put_phone_down")
        run_episode(player.row.pk)
        player.row.refresh_from_db()
    assert player.row.state == State.FINISHED
    return player


def _as_refused(player: Player) -> None:
    """Store a finished run as if the person had rejected the offer: enough for the counts of other people."""
    Episode.objects.filter(pk=player.row.pk).update(success=False)
    for point in DecisionPoint.objects.filter(episode=player.row, kind="offer"):
        point.body["final"] = point.final = "rejected"
        point.save()


def _end(player: Player) -> str:
    answer = player.client.get(f"/play/{player.row.pk}/end/")
    assert answer.status_code == 200
    return str(answer.content.decode())


def test_the_end_shows_outcome_hidden_steps_and_the_scripted_user_and_that_it_is_no_test() -> None:
    html = _end(_played())
    assert "The run has ended: success" in html and "This is not a test of you." in html
    assert "You could not see this." in html and "Stayed silent" in html
    assert "Scripted user" in html and "1 of 1" in html and "You: <b>accepted</b>" in html
    assert "Nobody else has played this version yet" in html


def test_a_miss_by_the_player_is_explained_without_blame_words_of_a_simulator() -> None:
    html = _end(_refused())
    assert "No success, because you turned down an offer that this scenario calls welcome." in html
    assert "You: <b>not now</b>" in html and "Scripted user: accepted" in html and "simulator" not in html.lower()


def test_a_guest_gets_no_link_that_leads_to_a_refusal() -> None:
    player = _played()
    html = _end(player)
    for address in ("/runs/", "/scenarios/", "/play/start/", "/sweeps/", 'href="/"'):
        assert f'href="{address}' not in html and f'action="{address}' not in html
    assert "Replay step by step" not in html and "Play again" not in html


def test_people_with_rights_replay_play_again_and_play_the_other_side() -> None:
    player = _played(person("researcher"))
    html = _end(player)
    assert f'href="/runs/{player.row.pk}/0/"' in html and 'href="/scenarios/late_train/"' in html
    assert "Play again" in html and "Play the assistant here" in html
    for side, human in (("user", "user_player"), ("assistant", "assistant_player")):
        player.client.post("/play/start/", {"scenario": "late_train", "side": side, "seed": "0"})
        assert getattr(Episode.objects.latest("pk"), human) == "human"


def test_other_people_are_counts_of_first_blind_runs_only() -> None:
    mine = _played()
    _played()
    _played()
    _as_refused(_played())
    again = User.objects.create_user("twice")
    _as_refused(_played(again))
    _played(again)
    looked = _played()
    Seat.objects.filter(episode=looked.row).update(looked_at=2)
    sweep_run = started("late_train", assistant="eager")
    run_episode(sweep_run.pk)
    mine.row.refresh_from_db()
    shared = history_of(mine.row)
    others = others_of(mine.seat, shared, judged_of(mine.row, shared).verdict)
    people = next(group for group in others.groups if group.sign == "people")
    assert (people.label, people.words) == ("4 other people", "2 of 4") and people.interval == "15–85 %"
    assert [group.label for group in others.groups] == ["You", "Scripted user", "4 other people"]
    assert [(one.yours, one.reference, one.accepted, one.rejected) for one in others.offers] == [
        ("accepted", "accepted", 2, 2)
    ]
    html = _end(mine)
    assert 'aria-label="4 people: 2 accepted, 2 not now"' in html and "twice" not in html


def test_the_assistant_is_compared_with_the_oracle() -> None:
    player = sat_down("late_train", Side.ASSISTANT)
    while player.row.state == State.WAITING:
        player.acts("PAREAgentUserInterface__wait")
        run_episode(player.row.pk)
        player.row.refresh_from_db()
    html = _end(player)
    assert "Oracle, which knows the solution" in html and "You made no offer." in html
    assert "No success, because you made no offer when an offer was welcome." in html


@pytest.mark.parametrize("state", ["stopped", "failed", "abandoned"])
def test_a_run_without_an_outcome_says_so(state: str) -> None:
    player = sat_down()
    row = player.row
    if state == "stopped":
        control.stop(row)
        run_episode(row.pk)
    elif state == "failed":
        Episode.objects.filter(pk=row.pk).update(state=State.FAILED, reason=SCRIPT, ended_at=timezone.now())
    else:
        Episode.objects.filter(pk=row.pk).update(waits_since=timezone.now() - timedelta(days=9))
        end_abandoned_runs()
    html = _end(player)
    titles = {
        "stopped": "The run was stopped",
        "failed": "The run failed",
        "abandoned": "The run ended because nobody decided for too long",
    }
    assert titles[state] in html and "no outcome" in html and SCRIPT not in html


def test_the_end_of_a_run_that_goes_on_leads_back_to_it() -> None:
    player = sat_down()
    for page in ("end/",):
        assert player.client.get(f"/play/{player.row.pk}/{page}").headers["Location"] == f"/play/{player.row.pk}/"
    assert player.client.post(f"/play/{player.row.pk}/remark/", {"about": "story", "text": "x"}).status_code == 302
    assert not PlayRemark.objects.exists()


def test_an_app_that_sent_the_player_is_offered_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play_return, "_senders", {})
    player = _played()
    play_return.register("test", lambda seat: play_return.ReturnLink("/studies/9/", "Back to the study"))
    assert '<a class="btn primary" href="/studies/9/">Back to the study</a>' in _end(player)


def test_a_study_can_keep_the_outcome_from_its_player(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play_return, "_senders", {})
    player = _played()
    link = play_return.ReturnLink("/studies/9/", "Back to the study")
    play_return.register("test", lambda seat: link, lambda seat: True)
    html = _end(player)
    assert "Back to the study" in html and "Did anything feel wrong?" in html
    for told in ("success", "Goals met", "accepted", "Scripted user", "Stayed silent", "Play again"):
        assert told not in html


def test_a_remark_is_kept_per_run_and_shown_to_those_who_look_after_the_scenario() -> None:
    player = _played()
    address = f"/play/{player.row.pk}/remark/"
    assert player.client.post(address, {"about": "story", "text": f"No file. {SCRIPT}"}).status_code == 302
    assert player.client.post(address, {"about": "phone", "text": "No file at all."}).status_code == 302
    assert [(one.about, one.text) for one in PlayRemark.objects.all()] == [("phone", "No file at all.")]
    assert "No file at all." in _end(player)
    page = signed_in("researcher").get("/scenarios/late_train/").content.decode()
    assert "No file at all." in page and "1 of 1 player said so" in page and "Flag this version" in page
    assert "No file at all." not in signed_in("viewer").get("/scenarios/late_train/").content.decode()


def test_a_remark_needs_words_unless_nothing_felt_wrong() -> None:
    player = _played()
    address = f"/play/{player.row.pk}/remark/"
    wrong = player.client.post(address, {"about": "story", "text": " "})
    assert wrong.status_code == 422 and "Say in a few words what felt wrong." in wrong.content.decode()
    empty = player.client.post(address, {"text": "kept words"})
    assert empty.status_code == 422 and "Choose what felt wrong, or No." in empty.content.decode()
    assert 'value="kept words"' in empty.content.decode()
    assert player.client.post(address, {"about": "user", "text": "x"}).status_code == 422
    assert player.client.post(address, {"about": "nothing", "text": ""}).status_code == 302
    assert PlayRemark.objects.get().about == "nothing"


def test_nobody_but_the_player_sees_the_end_or_leaves_a_remark() -> None:
    player = _played()
    owner = signed_in("administrator")
    assert owner.get(f"/play/{player.row.pk}/end/").status_code == 404
    assert owner.post(f"/play/{player.row.pk}/remark/", {"about": "nothing"}).status_code == 404
    assert signed_in("anonymous").get(f"/play/{player.row.pk}/end/").status_code == 302


def test_the_summary_joins_steps_and_marks_what_was_hidden() -> None:
    played = record(story("late_train"), EpisodeConfig())
    history = RunHistory(story("late_train"), EpisodeConfig())
    history.feed(played.episode.moments)
    user, assistant = summary_of(history, "user", True), summary_of(history, "assistant", True)
    hidden = [text_of(line.parts) for line in user.lines if line.is_hidden]
    assert hidden and all("tayed silent" in text or "ook" in text or "ead" in text for text in hidden)
    assert not any(line.is_hidden for line in summary_of(history, "user", False).lines)
    assert all(text_of(line.parts).startswith("You ") for line in assistant.lines if line.is_mine)
    assert len(user.lines) < len(history) and user.left_out == 0


def test_a_bar_has_room_for_small_counts() -> None:
    svg = answers_svg(OfferAnswers(1, "Shall I?", "accepted", accepted=97, rejected=1, unanswered=1))
    assert ">97 accepted<" in svg and svg.count(">1<") == 2 and "99 people: 97 accepted, 1 not now, 1 no answer" in svg
    assert answers_svg(OfferAnswers(1, "Shall I?", "accepted")) == ""
