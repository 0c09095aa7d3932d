"""What viewers of a run get over a real socket, and who gets nothing."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from pytest_django.fixtures import Settings
from websockets.exceptions import InvalidStatus

from simulator.consumers.feed import Feed
from tests.simulator.consumers.watched import (
    Watched,
    a_viewer,
    batch,
    code_at_the_end,
    frames_until,
    numbers,
    session_of,
    until,
    watching,
)

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def ann() -> str:
    """The session of somebody who may see runs."""
    return session_of(a_viewer())


def test_a_viewer_follows_a_run_to_its_end(site: str, ann: str) -> None:
    run = Watched(2)
    with watching(site, run.pk, ann) as socket:
        assert numbers(frames_until(socket, 1)) == [0, 1]
        run.advance()
        assert numbers(frames_until(socket, 2)) == [2]
        count = run.finish()
        assert numbers(frames_until(socket, count - 1)) == list(range(3, count))
        assert code_at_the_end(socket) == 1000


def test_the_first_message_comes_at_once_even_if_there_is_nothing_yet(site: str, ann: str) -> None:
    run = Watched()
    with watching(site, run.pk, ann) as socket:
        first = batch(socket)
    assert first["frames"] == []
    assert first["status"]["state"] == "running"


def test_a_late_viewer_gets_the_same_frames(site: str, ann: str) -> None:
    run = Watched()
    with watching(site, run.pk, ann) as early:
        batch(early)
        count = run.finish()
        live = frames_until(early, count - 1)
    with watching(site, run.pk, ann) as late:
        stored = frames_until(late, count - 1)
        assert code_at_the_end(late) == 1000
    assert numbers(stored) == numbers(live) == list(range(count))
    assert [frame["story"] for frame in stored] == [frame["story"] for frame in live]


def test_a_viewer_who_comes_back_gets_only_what_is_missing(site: str, ann: str) -> None:
    run = Watched(5)
    with watching(site, run.pk, ann, after=2) as socket:
        assert numbers(frames_until(socket, 4)) == [3, 4]


def test_a_run_that_is_over_ends_at_once_for_whoever_has_it_all(site: str, ann: str) -> None:
    run = Watched()
    count = run.finish()
    with watching(site, run.pk, ann, after=count - 1) as socket:
        last = batch(socket)
        assert (last["frames"], last["status"]["state"]) == ([], "finished")
        assert code_at_the_end(socket) == 1000


def test_a_change_of_state_alone_is_told(site: str, ann: str) -> None:
    run = Watched(1)
    with watching(site, run.pk, ann) as socket:
        assert batch(socket)["status"]["state"] == "running"
        run.row.__class__.objects.filter(pk=run.pk).update(state="paused")
        told = batch(socket)
    assert (told["frames"], told["status"]["state"]) == ([], "paused")


@pytest.mark.parametrize("after", ["", "-2", "one", "1.5", "1&after=2", "9999999999", "%D9%A1"])
def test_an_unclear_number_is_refused(site: str, ann: str, after: str) -> None:
    with watching(site, Watched(1).pk, ann, after=after) as socket:
        assert code_at_the_end(socket) == 4400


@pytest.mark.parametrize("message", ["", "{}", '{"after": -1}', b"\x00\x01"])
def test_whoever_speaks_is_refused(site: str, ann: str, message: str | bytes) -> None:
    with watching(site, Watched(1).pk, ann) as socket:
        socket.send(message)
        assert code_at_the_end(socket) == 4400


def test_whoever_speaks_and_goes_leaves_nothing_behind(site: str, ann: str, caplog: pytest.LogCaptureFixture) -> None:
    run = Watched(1)
    for _ in range(20):
        with watching(site, run.pk, ann) as socket:
            frames_until(socket, 0)
            socket.send("hello")
    until(lambda: not Feed._feeds)
    assert "Traceback" not in caplog.text


@pytest.mark.parametrize("origin", ["https://elsewhere.example", "http://127.0.0.1", "null"])
def test_a_page_of_another_site_is_refused(site: str, ann: str, origin: str) -> None:
    with watching(site, Watched(1).pk, ann, origin=origin) as socket:
        assert code_at_the_end(socket) == 4403


def test_a_trusted_origin_is_welcome(site: str, ann: str, settings: Settings) -> None:
    settings.CSRF_TRUSTED_ORIGINS = ["https://lab.example"]
    with watching(site, Watched(1).pk, ann, origin="https://lab.example") as socket:
        assert numbers(frames_until(socket, 0)) == [0]


@pytest.mark.parametrize("session", ["", "forged"])
def test_whoever_is_not_signed_in_is_refused(site: str, session: str) -> None:
    with watching(site, Watched(1).pk, session) as socket:
        assert code_at_the_end(socket) == 4401


def test_whoever_lacks_the_right_is_refused(site: str) -> None:
    session = session_of(User.objects.create_user("bob"))
    with watching(site, Watched(1).pk, session) as socket:
        assert code_at_the_end(socket) == 4401


def test_nobody_learns_by_guessing_which_runs_there_are(site: str) -> None:
    with watching(site, 999) as socket:
        assert code_at_the_end(socket) == 4401


@pytest.mark.parametrize("episode_id", [999, 10**17])
def test_an_unknown_run_is_refused(site: str, ann: str, episode_id: int) -> None:
    with watching(site, episode_id, ann) as socket:
        assert code_at_the_end(socket) == 4404


def test_public_reading_opens_no_socket(site: str, settings: Settings) -> None:
    settings.PUBLIC_READ = True
    run = Watched(1)
    with watching(site, run.pk) as socket:
        assert code_at_the_end(socket) == 4401
    run.finish()
    with watching(site, run.pk) as socket:
        assert code_at_the_end(socket) == 4401


@pytest.mark.parametrize("path", ["x", "-1", "1/2", "9" * 30])
def test_an_unknown_address_is_refused_without_a_fuss(
    site: str, ann: str, path: str, caplog: pytest.LogCaptureFixture
) -> None:
    with pytest.raises(InvalidStatus, match="403"), watching(site, path, ann):
        pass
    assert not caplog.records
