"""Style sheets, scripts and icons over a real connection."""

from __future__ import annotations

import urllib.request
from email.message import Message
from http.client import HTTPResponse
from pathlib import Path
from urllib.error import HTTPError

import pytest

pytestmark = pytest.mark.django_db(transaction=True)
FILE = "site/tokens.css"


def ask(site: str, method: str = "GET", **headers: str) -> tuple[int, Message, bytes]:
    request = urllib.request.Request(f"{site}/static/{FILE}", headers=headers, method=method)
    try:
        answer: HTTPResponse = urllib.request.urlopen(request, timeout=60)
    except HTTPError as refusal:
        with refusal:
            return refusal.code, refusal.headers, refusal.read()
    with answer:
        return answer.status, answer.headers, answer.read()


def test_a_file_is_served_whole_and_without_signing_in(site: str, root: Path) -> None:
    status, headers, content = ask(site)
    assert (status, content) == (200, (root / "static" / FILE).read_bytes())
    assert headers["Content-Type"] == 'text/css; charset="utf-8"'
    assert headers["Content-Length"] == str(len(content))


def test_a_file_that_the_browser_has_is_not_sent_again(site: str) -> None:
    known = ask(site)[1]["Last-Modified"]
    status, _, content = ask(site, **{"If-Modified-Since": known})
    assert (status, content) == (304, b"")


def test_the_head_alone_and_a_part_can_be_asked_for(site: str) -> None:
    status, headers, content = ask(site, "HEAD")
    assert (status, content) == (200, b"")
    assert int(headers["Content-Length"]) > 100
    status, _, content = ask(site, Range="bytes=0-9")
    assert (status, len(content)) == (206, 10)


def test_nothing_can_be_written(site: str) -> None:
    assert ask(site, "POST")[0] == 405
