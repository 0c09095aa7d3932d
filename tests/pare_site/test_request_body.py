"""Bodies of requests: what is refused holds nothing, what is accepted is bounded in size, space and time."""

from __future__ import annotations

import errno
import time
from collections.abc import Iterator
from contextlib import ExitStack
from typing import NoReturn
from urllib.parse import urlsplit

import pytest
from django.conf import LazySettings
from django.contrib.sessions.models import Session
from django.db import OperationalError

from pare_site import asgi, request_body
from simulator.models import Episode
from tests.pare_site.raw_http import PATIENCE, answer, connected, form, head, send, session_headers, spooled
from tests.replay.files import own
from tests.simulator.views.cast import person, signed_in
from tests.waiting import until

pytestmark = pytest.mark.django_db(transaction=True)
IMPORT = "/runs/import/"
MB = 1_000_000
ANONYMOUS = {"Content-Type": "multipart/form-data; boundary=limit", "Accept": "text/html"}


@pytest.fixture
def host(site: str) -> Iterator[str]:
    yield urlsplit(site).netloc
    until(lambda: asgi.pages.spool.reserved == 0, "all space is free again")


@pytest.fixture
def researcher() -> dict[str, str]:
    return session_headers(signed_in("researcher"))


def unfinished(stack: ExitStack, host: str, headers: dict[str, str], sent: int, announced: int = 60 * MB) -> None:
    """Begin an upload and leave it there until the stack is closed."""
    connection = stack.enter_context(connected(host))
    told = {name.replace("-", "_"): value for name, value in headers.items()}
    connection.sendall(head(IMPORT, content_length=announced, **told))
    connection.sendall(b"x" * sent)


def test_anonymous_uploads_that_never_finish_hold_nothing(host: str) -> None:
    before = spooled()
    with ExitStack() as stack:
        for _ in range(10):
            unfinished(stack, host, ANONYMOUS, sent=6 * MB)
        # Whatever the server keeps, it has by now or within the next moments.
        for _ in range(20):
            time.sleep(0.05)
            assert spooled() - before < MB


@pytest.mark.parametrize("path", ["/", "/sign-in/", "/annotate/1/answer/", "/no/such/page/"])
def test_only_import_pages_take_more_than_a_megabyte(host: str, researcher: dict[str, str], path: str) -> None:
    status, html = send(host, path, b"x" * (MB + 1), researcher)
    assert status == 413
    assert "Too large" in html and "1 MB" in html and "Traceback" not in html


def test_without_a_session_an_import_page_takes_no_more_either(host: str) -> None:
    status, html = send(host, IMPORT, b"x" * (MB + 1), ANONYMOUS)
    assert status == 413
    assert "Sign in" in html


def test_a_body_that_does_not_say_its_size_is_counted(host: str) -> None:
    assert send(host, IMPORT, (b"x" * 100_000 for _ in range(20)), ANONYMOUS)[0] == 413


@pytest.mark.parametrize("change", ["expired", "signed out", "inactive", "new password", "forged"])
def test_a_session_that_is_no_longer_good_counts_as_none(host: str, change: str) -> None:
    client = signed_in("researcher")
    headers = session_headers(client)
    user = client.session["_auth_user_id"]
    if change == "expired":
        Session.objects.update(expire_date="2000-01-01T00:00:00Z")
    elif change == "signed out":
        Session.objects.all().delete()
    elif change == "forged":
        headers["Cookie"] = headers["Cookie"].replace("pare_session_", "other_session_")
    else:
        row = type(person("viewer")).objects.get(pk=user)
        row.is_active = change != "inactive"
        row.set_password("another")
        row.save()
    assert send(host, IMPORT, b"x" * (MB + 1), headers)[0] == 413


def test_what_is_small_enough_comes_through(host: str) -> None:
    # Nobody has signed in, and the form has no token.
    assert send(host, IMPORT, b"x" * MB, ANONYMOUS)[0] in (302, 403)


def test_signed_in_people_import_large_files(host: str, researcher: dict[str, str]) -> None:
    status, html = send(host, IMPORT, form(dentist=own(), large=b"x" * (5 * MB)), researcher)
    assert status == 200
    assert "Imported as" in html and html.count(">Refused<") == 1
    assert Episode.objects.count() == 1


def test_a_large_body_that_does_not_say_its_size_reaches_the_view(host: str, researcher: dict[str, str]) -> None:
    status, html = send(host, IMPORT, (b"x" * 300_000 for _ in range(10)), researcher)
    # Django looks for files only in forms that announce their size.
    assert status == 409 and "No file was chosen" in html


def test_more_than_an_upload_may_have_is_refused_with_a_page(
    host: str, researcher: dict[str, str], settings: LazySettings
) -> None:
    settings.MOST_UPLOAD = 2 * MB
    for body in (b"x" * (3 * MB), (b"x" * 500_000 for _ in range(6))):
        status, html = send(host, IMPORT, body, researcher)
        assert status == 413
        assert "2 MB" in html and "PARE_MOST_UPLOAD_MB" in html


def test_uploads_together_take_no_more_than_their_space(
    host: str, researcher: dict[str, str], settings: LazySettings
) -> None:
    settings.UPLOAD_SPACE = 9 * MB
    body = form(dentist=own(), large=b"x" * (2 * MB))
    with ExitStack() as stack:
        unfinished(stack, host, researcher, sent=2 * MB, announced=3 * MB)
        until(lambda: asgi.pages.spool.reserved == 6 * MB, "the first upload has its space")
        status, html = send(host, IMPORT, body, researcher)
        assert status == 503
        assert "9 MB" in html and "PARE_UPLOAD_SPACE_MB" in html
    until(lambda: asgi.pages.spool.reserved == 0, "the client that went away gives its space back")
    assert send(host, IMPORT, body, researcher)[0] == 200


def test_a_client_that_goes_away_leaves_no_file(host: str, researcher: dict[str, str]) -> None:
    before = spooled()
    with ExitStack() as stack:
        unfinished(stack, host, researcher, sent=6 * MB)
        until(lambda: spooled() - before >= 5 * MB, "the upload is on the disk")
    until(lambda: spooled() == before, "the file is gone")


def test_a_client_that_asks_first_is_refused_before_it_sends(host: str) -> None:
    with connected(host) as connection:
        connection.sendall(head(IMPORT, content_length=60 * MB, expect="100-continue"))
        received = answer(connection)
    assert received.startswith(b"HTTP/1.1 413 ")


def test_a_client_that_asks_first_and_may_send_is_told_so(host: str, researcher: dict[str, str]) -> None:
    body = form(dentist=own(), large=b"x" * (2 * MB))
    told = {name.replace("-", "_"): value for name, value in researcher.items()}
    with connected(host) as connection:
        connection.sendall(head(IMPORT, content_length=len(body), expect="100-continue", connection="close", **told))
        assert connection.recv(100) == b"HTTP/1.1 100 Continue\r\n\r\n"
        connection.sendall(body)
        assert answer(connection).startswith(b"HTTP/1.1 200 ")


def test_below_a_path_the_address_is_found_too(host: str, researcher: dict[str, str], settings: LazySettings) -> None:
    settings.FORCE_SCRIPT_NAME = "/pare"
    body = form(dentist=own(), large=b"x" * (2 * MB))
    assert send(host, f"/pare{IMPORT}", body, researcher)[0] == 200
    assert send(host, "/pare/runs/", body, researcher)[0] == 413


def test_a_disk_that_is_full_is_told(host: str, researcher: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    def full() -> NoReturn:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(request_body, "open_spool_file", full)
    status, html = send(host, IMPORT, b"x" * (2 * MB), researcher)
    assert status == 503
    assert "The disk is full" in html and "Traceback" not in html


def test_a_database_that_is_away_is_told(
    host: str, researcher: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(headers: object) -> NoReturn:
        raise OperationalError("connection refused")

    monkeypatch.setattr(request_body, "_is_signed_in", away)
    status, html = send(host, IMPORT, b"x" * (2 * MB), researcher)
    assert status == 503
    assert "The database does not answer" in html and "Traceback" not in html


@pytest.mark.parametrize("is_trickle", [False, True])
@pytest.mark.parametrize("is_signed_in", [False, True])
def test_a_body_that_is_too_slow_is_cut_off(
    host: str, researcher: dict[str, str], settings: LazySettings, is_trickle: bool, is_signed_in: bool
) -> None:
    settings.BODY_SECONDS = 0.5
    told = {name.replace("-", "_"): value for name, value in (researcher if is_signed_in else ANONYMOUS).items()}
    began = time.monotonic()
    with connected(host) as connection:
        connection.sendall(head(IMPORT, content_length=3 * MB, **told) + b"x" * 1000)
        try:
            while is_trickle and time.monotonic() < began + PATIENCE:
                connection.sendall(b"x")
                time.sleep(0.05)
        except (BrokenPipeError, ConnectionResetError):
            pass
        received = answer(connection)
    assert time.monotonic() - began < PATIENCE
    assert is_trickle or received.startswith(b"HTTP/1.1 408 ")


def test_a_body_that_keeps_coming_has_all_the_time_it_needs(host: str, settings: LazySettings) -> None:
    settings.BODY_SECONDS, settings.SLOWEST_BODY = 1.5, 20_000
    with connected(host) as connection:
        connection.sendall(head(IMPORT, content_length=400_000, connection="close"))
        for _ in range(20):
            connection.sendall(b"x" * 20_000)
            time.sleep(0.15)
        assert answer(connection).startswith((b"HTTP/1.1 302 ", b"HTTP/1.1 403 "))
