"""What viewers of a run get over a real socket, and who gets nothing."""

from __future__ import annotations

import pytest
from pytest_django.fixtures import Settings
from websockets.exceptions import InvalidStatus

from simulator.consumers.feed import Feed
from tests.simulator.consumers.watched import Watched, batch, code_at_the_end, frames_until, numbers, watching
from tests.waiting import until

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_viewer_follows_a_run_to_its_end(site: str, session: str) -> None:
    run = Watched(2)
    with watching(site, run.pk, session) as socket:
        assert numbers(frames_until(socket, 1)) == [0, 1]
        run.advance()
        assert numbers(frames_until(socket, 2)) == [2]
        count = run.finish()
        assert numbers(frames_until(socket, count - 1)) == list(range(3, count))
        assert code_at_the_end(socket) == 1000


def test_the_first_message_comes_at_once_even_if_there_is_nothing_yet(site: str, session: str) -> None:
    run = Watched()
    with watching(site, run.pk, session) as socket:
        first = batch(socket)
    assert first["frames"] == []
    assert first["status"]["state"] == "running"


def test_a_late_viewer_gets_the_same_frames(site: str, session: str) -> None:
    run = Watched()
    with watching(site, run.pk, session) as early:
        batch(early)
        count = run.finish()
        live = frames_until(early, count - 1)
    with watching(site, run.pk, session) as late:
        stored = frames_until(late, count - 1)
        assert code_at_the_end(late) == 1000
    assert numbers(stored) == numbers(live) == list(range(count))
    assert [frame["story"] for frame in stored] == [frame["story"] for frame in live]


def test_a_viewer_who_comes_back_gets_only_what_is_missing(site: str, session: str) -> None:
    run = Watched(5)
    with watching(site, run.pk, session, after=2) as socket:
        assert numbers(frames_until(socket, 4)) == [3, 4]


def test_a_run_that_is_over_ends_at_once_for_whoever_has_it_all(site: str, session: str) -> None:
    run = Watched()
    count = run.finish()
    with watching(site, run.pk, session, after=count - 1) as socket:
        last = batch(socket)
        assert (last["frames"], last["status"]["state"]) == ([], "finished")
        assert code_at_the_end(socket) == 1000


def test_a_change_of_state_alone_is_told(site: str, session: str) -> None:
    run = Watched(1)
    with watching(site, run.pk, session) as socket:
        assert batch(socket)["status"]["state"] == "running"
        run.row.__class__.objects.filter(pk=run.pk).update(state="paused")
        told = batch(socket)
    assert (told["frames"], told["status"]["state"]) == ([], "paused")


@pytest.mark.parametrize("after", ["", "-2", "one", "1.5", "1&after=2", "9999999999", "%D9%A1"])
def test_an_unclear_number_is_refused(site: str, session: str, after: str) -> None:
    with watching(site, Watched(1).pk, session, after=after) as socket:
        assert code_at_the_end(socket) == 4400


@pytest.mark.parametrize("message", ["", "{}", '{"after": -1}', b"\x00\x01"])
def test_whoever_speaks_is_refused(site: str, session: str, message: str | bytes) -> None:
    with watching(site, Watched(1).pk, session) as socket:
        socket.send(message)
        assert code_at_the_end(socket) == 4400


def test_whoever_speaks_and_goes_leaves_nothing_behind(
    site: str, session: str, caplog: pytest.LogCaptureFixture
) -> None:
    run = Watched(1)
    for _ in range(20):
        with watching(site, run.pk, session) as socket:
            frames_until(socket, 0)
            socket.send("hello")
    until(lambda: not Feed._feeds, "no feed is left")
    assert "Traceback" not in caplog.text


@pytest.mark.parametrize("origin", ["https://elsewhere.example", "http://127.0.0.1", "null"])
def test_a_page_of_another_site_is_refused(site: str, session: str, origin: str) -> None:
    with watching(site, Watched(1).pk, session, origin=origin) as socket:
        assert code_at_the_end(socket) == 4403


def test_a_trusted_origin_is_welcome(site: str, session: str, settings: Settings) -> None:
    settings.CSRF_TRUSTED_ORIGINS = ["https://lab.example"]
    with watching(site, Watched(1).pk, session, origin="https://lab.example") as socket:
        assert numbers(frames_until(socket, 0)) == [0]


@pytest.mark.parametrize("session", ["", "forged"])
def test_whoever_is_not_signed_in_is_refused(site: str, session: str) -> None:
    with watching(site, Watched(1).pk, session) as socket:
        assert code_at_the_end(socket) == 4401


def test_whoever_lacks_the_right_is_refused(site: str, session_without_rights: str) -> None:
    with watching(site, Watched(1).pk, session_without_rights) as socket:
        assert code_at_the_end(socket) == 4401


def test_nobody_learns_by_guessing_which_runs_there_are(site: str) -> None:
    with watching(site, 999) as socket:
        assert code_at_the_end(socket) == 4401


@pytest.mark.parametrize("episode_id", [999, 10**17])
def test_an_unknown_run_is_refused(site: str, session: str, episode_id: int) -> None:
    with watching(site, episode_id, session) as socket:
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
    site: str, session: str, path: str, caplog: pytest.LogCaptureFixture
) -> None:
    with pytest.raises(InvalidStatus, match="403"), watching(site, path, session):
        pass
    assert not caplog.records
