"""One process full of people who play the user: each taps, and waits for the new screen. Prints the delays."""

from __future__ import annotations

import json
import random
import sys
import threading
import time
from http.client import HTTPConnection
from typing import NamedTuple
from urllib.parse import urlencode, urlsplit

from pare_site.django_setup import set_up
from pare_site.runtime import running

set_up()

from django.conf import settings  # noqa: E402
from django.contrib.auth.models import User  # noqa: E402
from django.test import Client  # noqa: E402
from websockets.sync.client import ClientConnection, connect  # noqa: E402
from websockets.typing import Origin  # noqa: E402

from simulator.config import EpisodeConfig  # noqa: E402
from simulator.jobs.seats import start_play  # noqa: E402
from simulator.models import Episode, Scenario, Side, State  # noqa: E402
from tests.waiting import join, until  # noqa: E402

PEOPLE = 30
SECONDS = 30.0
# People read the new screen before they tap again.
THINKING = (2.0, 6.0)
STORY = "email_notification"
# More turns than anybody can use in this time.
CONFIG = EpisodeConfig(user="human", assistant="silent", max_turns=10_000)
TAPS: tuple[dict[str, str], ...] = (
    {"action": "open_app", "arg.app_name": "Emails"},
    {"action": "open_email_by_index", "arg.index": "0"},
    {"action": "go_back"},
    {"action": "go_home"},
)
_PATIENCE = 60.0
_TOKEN = "a" * 32


class Place(NamedTuple):
    """A person's run and session."""

    run: int
    cookie: str


class Tapper:
    """A person with a browser: one connection for pages, and one socket."""

    def __init__(self, site: str, place: Place) -> None:
        self._at = urlsplit(site)
        self._place = place
        self._headers = {"Cookie": f"{place.cookie}; {settings.CSRF_COOKIE_NAME}={_TOKEN}", "X-CSRFToken": _TOKEN}
        self._line = HTTPConnection(self._at.hostname or "", self._at.port, timeout=_PATIENCE)
        url = f"ws://{self._at.netloc}/ws/play/{place.run}/"
        self._socket: ClientConnection = connect(
            url, additional_headers={"Cookie": place.cookie}, origin=Origin(site), open_timeout=_PATIENCE, legacy=True
        )
        self._number = self._count()

    def tap(self, fields: dict[str, str]) -> float:
        """Return the seconds from the tap until the new screen is there."""
        began = time.perf_counter()
        body = urlencode({"number": self._number, "seconds": "1", **fields})
        headers = {**self._headers, "Content-Type": "application/x-www-form-urlencoded"}
        status, text = self._ask("POST", f"/play/{self._place.run}/act/", headers, body)
        assert status == 202, text[:400]
        while True:
            said = json.loads(self._socket.recv(timeout=_PATIENCE))
            assert said["state"] not in ("failed", "abandoned", "finished"), said
            if not said["yours"]:
                continue
            before, self._number = self._number, self._count()
            if self._number > before:
                return time.perf_counter() - began

    def leave(self) -> None:
        self._socket.close()
        self._line.close()

    def _count(self) -> int:
        """Return the number of the next step, as the part of the page says it that changes."""
        status, text = self._ask("GET", f"/play/{self._place.run}/now/", self._headers, None)
        assert status == 200, text[:400]
        return int(text.partition('data-number="')[2].partition('"')[0])

    def _ask(self, method: str, path: str, headers: dict[str, str], body: str | None) -> tuple[int, str]:
        self._line.request(method, path, body, headers)
        answer = self._line.getresponse()
        return answer.status, answer.read().decode()


def places() -> list[Place]:
    """Start a run for each person, and wait until all runs wait for their people."""
    version = Scenario.objects.select_related("current").get(slug=STORY).current
    assert version is not None
    found = []
    for number in range(PEOPLE):
        player = User.objects.create_user(f"bench-{time.time_ns()}-{number}")
        client = Client()
        client.force_login(player)
        cookie = f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}"
        found.append(Place(start_play(version, CONFIG, Side.USER, player).row.pk, cookie))
    waiting = Episode.objects.filter(pk__in=[place.run for place in found], state=State.WAITING)
    until(lambda: waiting.count() == PEOPLE, "everybody can tap", _PATIENCE, every=0.1)
    return found


def one_round(site: str) -> list[float]:
    spent: list[float] = []
    troubles: list[BaseException] = []
    begin, over = threading.Barrier(PEOPLE + 1), threading.Event()

    def play(place: Place) -> None:
        chance = random.Random(place.run)
        try:
            person = Tapper(site, place)
            begin.wait(_PATIENCE)
            over.wait(chance.uniform(0, THINKING[1]))
            taps = 0
            while not over.is_set():
                spent.append(person.tap(TAPS[taps % len(TAPS)]))
                taps += 1
                over.wait(chance.uniform(*THINKING))
            person.leave()
        except BaseException as trouble:
            troubles.append(trouble)
            begin.abort()

    people = [threading.Thread(target=play, args=(place,)) for place in places()]
    for person in people:
        person.start()
    begin.wait(_PATIENCE)
    time.sleep(SECONDS)
    over.set()
    join(*people)
    if troubles:
        raise troubles[0]
    return sorted(spent)


def main() -> None:
    site = running()["local_url"]
    for _ in range(int(sys.argv[1])):
        spent = one_round(site)
        figures = {
            "taps": len(spent),
            "p50": 1000 * spent[len(spent) // 2],
            "p95": 1000 * spent[len(spent) * 95 // 100],
        }
        print(json.dumps(figures), flush=True)


if __name__ == "__main__":
    main()
