"""What is too large to be taken in is refused with a page, by the real server, whoever sends it."""

from __future__ import annotations

import http.client
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.conf import LazySettings
from django.conf import settings as django_settings

from pare_site.body_limit import BodyLimit
from tests.live_site import live_site

LIMIT = 100_000
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def small_site(monkeypatch: pytest.MonkeyPatch, settings: LazySettings, redis_server: str) -> Iterator[str]:
    """The site with a limit of its own."""
    from pare_site import asgi

    settings.MOST_UPLOAD = 1_000_000
    routes = {**asgi.application.application_mapping, "http": BodyLimit(asgi.pages, LIMIT)}
    monkeypatch.setattr(asgi.application, "application_mapping", routes)
    with live_site() as address:
        yield urlsplit(address).netloc


def _sent(site: str, body: bytes | Iterator[bytes], path: str = "/runs/import/") -> tuple[int, str]:
    connection = http.client.HTTPConnection(site, timeout=20)
    try:
        connection.request("POST", path, body, encode_chunked=not isinstance(body, bytes), headers=_headers(body))
        response = connection.getresponse()
        return response.status, response.read().decode()
    finally:
        connection.close()


def _headers(body: object) -> dict[str, str]:
    chunked = {} if isinstance(body, bytes) else {"Transfer-Encoding": "chunked"}
    return {"Content-Type": "multipart/form-data; boundary=x", "Accept": "text/html", **chunked}


def test_a_body_that_is_too_large_is_refused_with_a_page(small_site: str) -> None:
    status, html = _sent(small_site, b"x" * (LIMIT + 1))
    assert status == 413
    assert "This is too large" in html and "PARE_MOST_UPLOAD_MB" in html
    assert "Traceback" not in html


def test_so_is_one_that_does_not_say_how_large_it_is(small_site: str) -> None:
    assert _sent(small_site, (b"x" * 10_000 for _ in range(20)))[0] == 413


def test_nothing_of_it_stays_on_the_disk(small_site: str) -> None:
    def kept() -> list[Path]:
        return sorted(Path(django_settings.FILE_UPLOAD_TEMP_DIR).glob("*upload*"))

    before = kept()
    _sent(small_site, b"x" * (30 * LIMIT))
    assert kept() == before


def test_what_is_small_enough_comes_through(small_site: str) -> None:
    # Nobody has signed in, and the form has no token.
    assert _sent(small_site, b"x" * LIMIT)[0] in (302, 403)


def test_a_client_that_goes_away_does_no_harm(small_site: str) -> None:
    connection = http.client.HTTPConnection(small_site, timeout=20)
    connection.putrequest("POST", "/runs/import/")
    connection.putheader("Content-Length", str(10 * LIMIT))
    connection.endheaders(b"x" * 1000)
    connection.close()
    assert _sent(small_site, b"x")[0] in (302, 403)
