"""The client of the live stream in a real browser: every frame once and in order, whatever happens in between."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from playwright.sync_api import Browser, Page, WebSocketRoute

from tests.browser.chromium import until_true
from tests.live_site import live_site
from tests.simulator.consumers.watched import Watched, a_viewer, session_of

pytestmark = pytest.mark.django_db(transaction=True)

FOLLOW = """async ([url, after]) => {
  const { follow } = await import("/static/run/stream.js");
  window.numbers = [];
  window.states = [];
  window.follower = follow({
    url, after,
    onBatch: (batch) => window.numbers.push(...batch.frames.map((frame) => frame.n)),
    onState: (state, detail) => window.states.push([state, detail]),
  });
}"""

WOKEN = "document.dispatchEvent(new Event('visibilitychange'))"


class Follower:
    """A page on which stream.js follows a run."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def follow(self, episode_id: int, after: int = -1) -> None:
        self.page.evaluate(FOLLOW, [f"/ws/runs/{episode_id}/", after])

    def until_number(self, number: int) -> list[int]:
        until_true(self.page, "(number) => window.numbers.at(-1) >= number", number)
        return list(self.page.evaluate("window.numbers"))

    def until_state(self, state: str) -> str:
        """What was said with it."""
        until_true(self.page, "(state) => window.states.at(-1)?.[0] === state", state)
        return str(self.page.evaluate("window.states.at(-1)[1]"))

    @property
    def states(self) -> list[str]:
        return [state for state, _ in self.page.evaluate("window.states")]


def _sign_in(page: Page, site: str) -> str:
    session = session_of(a_viewer())
    page.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": site}])
    return session


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context()
    yield context.new_page()
    context.close()


@pytest.fixture
def complaints(page: Page) -> list[str]:
    """What the browser's console says and what is thrown."""
    found: list[str] = []
    page.on("console", lambda message: found.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: found.append(str(error)))
    return found


@pytest.fixture
def follower(page: Page, site: str, complaints: list[str]) -> Follower:
    _sign_in(page, site)
    page.goto(f"{site}/sign-in/")
    return Follower(page)


def test_every_frame_comes_once_and_in_order(follower: Follower, complaints: list[str]) -> None:
    run = Watched(3)
    follower.follow(run.pk)
    assert follower.until_number(2) == [0, 1, 2]
    assert follower.page.evaluate("window.follower.last") == 2
    count = run.finish()
    assert follower.until_number(count - 1) == list(range(count))
    follower.until_state("ended")
    assert follower.states == ["live", "ended"]
    assert not complaints


def test_a_page_that_has_some_frames_asks_for_the_rest(follower: Follower) -> None:
    follower.follow(Watched(5).pk, after=2)
    assert follower.until_number(4) == [3, 4]


def test_after_a_restart_of_the_server_it_goes_on_where_it_was(
    page: Page, redis_server: str, django_db_setup: None, complaints: list[str]
) -> None:
    run, follower = Watched(3), Follower(page)
    with live_site() as site:
        _sign_in(page, site)
        page.goto(f"{site}/sign-in/")
        follower.follow(run.pk)
        follower.until_number(2)
    follower.until_state("reconnecting")
    run.advance(2)
    with live_site(urlsplit(site).port or 0):
        follower.until_state("live")
        count = run.finish()
        assert follower.until_number(count - 1) == list(range(count))
        follower.until_state("ended")
        page.goto("about:blank")
    assert all("ERR_CONNECTION_REFUSED" in each or "WebSocket" in each for each in complaints), complaints


def test_whoever_is_signed_out_is_told_so_and_stays_out(follower: Follower) -> None:
    run = Watched(1)
    follower.follow(run.pk)
    follower.until_number(0)
    Session.objects.all().delete()
    run.advance()
    assert "Sign in" in follower.until_state("refused")
    assert follower.states == ["live", "refused"]


def test_a_run_that_is_not_there_is_refused(follower: Follower, complaints: list[str]) -> None:
    follower.follow(999)
    assert "no longer exists" in follower.until_state("refused")
    assert not complaints


def test_a_closed_follower_asks_no_more(follower: Follower) -> None:
    run = Watched(1)
    follower.follow(run.pk)
    follower.until_number(0)
    follower.page.evaluate("window.follower.close()")
    run.advance(2)
    other = Follower(follower.page.context.new_page())
    other.page.goto(follower.page.url)
    other.follow(run.pk)
    other.until_number(2)
    assert follower.page.evaluate("window.numbers") == [0]


def _frames(*numbers: int) -> str:
    inside = ",".join(f'{{"n":{number}}}' for number in numbers)
    return f'{{"frames":[{inside}],"status":{{}}}}'


@pytest.fixture
def asked(follower: Follower) -> Callable[[Callable[[WebSocketRoute, int], None]], list[int]]:
    """Stands between page and server, because the real one never leaves a gap; notes what the page asks for."""

    def stand_between(answer: Callable[[WebSocketRoute, int], None]) -> list[int]:
        numbers: list[int] = []

        def take(socket: WebSocketRoute) -> None:
            numbers.append(int(urlsplit(socket.url).query.removeprefix("after=")))
            answer(socket, len(numbers))

        follower.page.route_web_socket("**/ws/runs/**", take)
        return numbers

    return stand_between


def test_a_gap_is_asked_for_again(follower: Follower, asked: Any) -> None:
    def answer(socket: WebSocketRoute, time: int) -> None:
        if time == 1:
            socket.send(_frames(0, 1))
            socket.send(_frames(3))
        else:
            socket.send(_frames(2, 3))

    numbers = asked(answer)
    follower.follow(7)
    assert follower.until_number(3) == [0, 1, 2, 3]
    assert numbers == [-1, 1]


def test_what_comes_twice_is_shown_once(follower: Follower, asked: Any) -> None:
    def answer(socket: WebSocketRoute, time: int) -> None:
        socket.send(_frames(0, 1))
        socket.send(_frames(0, 1, 2))
        socket.send(_frames(2))
        socket.send(_frames(3))

    numbers = asked(answer)
    follower.follow(7)
    assert follower.until_number(3) == [0, 1, 2, 3]
    assert numbers == [-1]


@pytest.mark.parametrize("sign", ["window.dispatchEvent(new Event('online'))", WOKEN])
def test_a_wait_ends_when_the_network_or_the_tab_is_back(follower: Follower, asked: Any, sign: str) -> None:
    numbers = asked(lambda socket, time: socket.close(code=1012) if time == 1 else socket.send(_frames(0)))
    follower.page.evaluate("window.setTimeout = () => 0  // so that no wait ends by itself")
    follower.follow(7)
    follower.until_state("reconnecting")
    follower.page.evaluate(sign)
    assert follower.until_number(0) == [0]
    assert numbers == [-1, -1]
    assert follower.states == ["reconnecting", "live"]


def test_a_machine_that_slept_asks_anew_although_the_tab_was_in_sight(follower: Follower, asked: Any) -> None:
    numbers = asked(lambda socket, time: socket.send(_frames(time - 1)))
    follower.page.evaluate("window.setInterval = (look) => { window.lookAtClock = look; return 0; }")
    follower.follow(7)
    follower.until_number(0)
    follower.page.evaluate("window.lookAtClock()")
    follower.page.evaluate(
        """() => {
          const now = Date.now;
          Date.now = () => now() + 60_000;
          window.lookAtClock();
          window.lookAtClock();
        }"""
    )
    assert follower.until_number(1) == [0, 1]
    assert numbers == [-1, 0]
    assert follower.states == ["live"]


def test_a_tab_that_slept_long_asks_anew_with_one_socket(follower: Follower, asked: Any) -> None:
    numbers = asked(lambda socket, time: socket.send(_frames(time - 1)))
    follower.follow(7)
    follower.until_number(0)
    follower.page.evaluate(
        """() => {
          const now = Date.now;
          let hidden = true;
          Object.defineProperty(document, "hidden", { get: () => hidden });
          document.dispatchEvent(new Event("visibilitychange"));
          Date.now = () => now() + 60_000;
          hidden = false;
          document.dispatchEvent(new Event("visibilitychange"));
          document.dispatchEvent(new Event("visibilitychange"));
        }"""
    )
    assert follower.until_number(1) == [0, 1]
    assert numbers == [-1, 0]
    assert follower.states == ["live"]
