"""Whoever judges learns nothing that the simulated user was not given: all that is sent is read, of several players."""

from __future__ import annotations

import gzip
import html
import json
from collections.abc import Iterator
from typing import Any

import pytest

from annotation.models import Item, Rater
from annotation.questions import DECISION, MISSED
from simulator.jobs.serialization import moments_of
from simulator.models import Episode
from simulator.trace.moments import Acted
from tests.annotation.answered import answered
from tests.annotation.judged import item_of, points_of
from tests.annotation.played import played
from tests.annotation.study_fixtures import browser_of, rater, study
from tests.simulator.talking import talkers

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_server")]
OTHERS = "Said by somebody else."


@pytest.fixture
def runs() -> list[Episode]:
    with talkers() as players:
        return [played(**players), played(assistant="eager"), played("market_day")]


def all_sent(person: Rater, count: int) -> Iterator[tuple[str, str]]:
    """By code of an item, everything that a browser gets while one goes through all of them."""
    client, address = browser_of(person), f"/annotate/{person.study_id}/"
    for _ in range(count):
        page = client.get(address)
        code = page.content.decode().partition('name="code" value="')[2].partition('"')[0]
        frames = client.get(f"{address}item/{code}/frames/")
        # The next item stands ready on the page, and is judged on its own when it is shown.
        shown, *_ = text_of(page).partition("data-held=")
        yield code, "\n".join((shown, text_of(frames), client.get(f"{address}guidelines/").content.decode()))
        sent = {"code": code, "q_decision": "accept", "q_missed": "not_needed"}
        asked = Item.objects.get(code=code).kind
        del sent["q_missed" if asked == "offer" else "q_decision"]
        response = client.post(f"{address}answer/", sent, headers={"accept": "application/json"})
        found = response.json()
        for item in found["items"]:
            yield item["code"], json.dumps(item["parts"], ensure_ascii=False) + text_of(response, body=False)
        yield code, found["entry"] + json.dumps(found["progress"])


def text_of(response: Any, body: bool = True) -> str:
    """Headers and content as one reads them."""
    content = response.content if body else b""
    if response.headers.get("Content-Encoding") == "gzip" and body:
        content = json.dumps(json.loads(gzip.decompress(content)), ensure_ascii=False).encode()
    return f"{dict(response.headers)}\n{html.unescape(content.decode())}"


def hidden_of(item: Item) -> Iterator[tuple[str, str]]:
    """What must not be in anything that is sent of an item."""
    run, moments = item.episode, moments_of(item.episode_id)
    for player in (run.assistant_player, run.user_player, "acme", "small-1"):
        yield "a player", player
    yield "the scenario", run.version.scenario.slug
    yield "the scenario", run.version.title
    yield "the run", f"runs/{run.pk}"
    for moment in moments:
        if moment.envelope is not None and moment.envelope.thought:
            yield "a thought", moment.envelope.thought
    known = said_in(moments[: item.moment + 1])
    for words in said_in(moments[item.moment + 1 :]) - known:
        yield "later words", words
    yield "others", OTHERS
    for word in ('"outcome"', "gather_context_delta", "simulated", "goals_met"):
        yield "the outcome", word


def said_in(moments: Any) -> set[str]:
    acts = (moment for moment in moments if isinstance(moment, Acted))
    said = {str(value) for act in acts for value in act.args.values() if isinstance(value, str)}
    return {words for words in said if len(words) > 12 and " " in words and any(map(str.isalpha, words))}


def test_nothing_that_is_sent_tells_more_than_the_user_knew(runs: list[Episode]) -> None:
    of = study(title="Offers", asks=(DECISION, MISSED))
    for point in (*points_of(runs, "offer"), *points_of(runs, "silence")[::4]):
        item_of(of, point)
    count = Item.objects.filter(study=of).count()
    other = rater(of, "Maple")
    for item in Item.objects.filter(study=of):
        key = "decision" if item.kind == "offer" else "missed"
        answered(other, item, {key: "reject" if item.kind == "offer" else "missed"}, reason=OTHERS)
    items = {item.code: item for item in Item.objects.select_related("episode__version__scenario")}
    hidden = {code: list(hidden_of(item)) for code, item in items.items()}
    assert {what for found in hidden.values() for what, _ in found} > {"a thought", "later words", "a player"}
    read = 0
    for code, sent in all_sent(rater(of), count):
        read += 1
        found = [(what, words) for what, words in hidden[code] if words in sent]
        assert not found, (items[code].kind, items[code].moment, found)
    assert read > 2 * count
