"""A run in one file: what is in it, and what a run says is never anything but text there."""

from __future__ import annotations

import gzip
import json
import re
from base64 import b64decode
from typing import Any

import pytest

from replay.views import offline
from replay.views.exchange import exchange_html
from replay.views.offline import html_of
from simulator.config import EpisodeConfig
from simulator.jobs.fork_run import fork_episode
from simulator.jobs.play_job import run_episode
from simulator.jobs.serialization import moments_of
from simulator.models import Episode
from simulator.trace.exchange_parts import parts_used
from tests.markup import one_line
from tests.simulator.jobs.background import started
from tests.simulator.talking import talkers
from tests.simulator.views.cast import SCRIPT

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_server")]


def played(**options: Any) -> Episode:
    row = started("late_train", **options)
    run_episode(row.pk)
    row.refresh_from_db()
    return row


def packed_in(file: str) -> Any:
    found = re.search(r'id="packed">([^<]+)<', file)
    assert found is not None
    return json.loads(gzip.decompress(b64decode(found[1])))


def test_links_of_the_run_lead_to_steps_of_the_file_and_no_other_is_left() -> None:
    row = played()
    file = html_of(row).decode()
    addresses = set(re.findall(r'<a [^>]*href="([^"]*)"', file))
    assert {"#0", f"#{row.moment_count - 1}"} <= addresses
    assert all(re.fullmatch(r"#\d+", address) for address in addresses)
    latest = re.search(r'<a [^>]*aria-label="Latest step"[^>]*>', file)
    assert latest is not None and f'href="#{row.moment_count - 1}"' in latest[0]
    assert f'href="/runs/{row.pk}' not in json.dumps(packed_in(file)).replace('\\"', '"')


def test_a_fork_says_what_it_was_forked_from() -> None:
    parent = played(assistant="silent")
    assert "Forked from run" not in one_line(html_of(parent).decode()).partition("<body>")[2]
    fork = fork_episode(parent, 4, EpisodeConfig(assistant="oracle"))
    run_episode(fork.pk)
    fork.refresh_from_db()
    assert f"Forked from run {parent.pk}, step 4" in one_line(html_of(fork).decode())


def test_what_models_were_told_is_whole_though_each_piece_lies_there_once() -> None:
    with talkers() as named:
        row = played(**named)
    packed = packed_in(html_of(row).decode())
    pieces = packed["pieces"]
    assert len(packed["exchanges"]) > 3 and len(set(pieces)) == len(pieces)
    for address, numbers in packed["exchanges"].items():
        shown = exchange_html(row, int(address.split("/")[3]))
        assert _text("".join(pieces[n] for n in numbers)) == _text(shown)
    told = sum(len(numbers) for numbers in packed["exchanges"].values())
    assert told > 2 * len(pieces), "most of what is told was told before"


def test_what_there_is_no_room_for_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(offline, "MOST_EXCHANGES", 20_000)
    with talkers() as named:
        row = played(**named)
    packed = packed_in(html_of(row).decode())
    assert sum(map(len, packed["pieces"])) <= 20_000
    assert 0 < len(packed["exchanges"]) < len([moment for moment in moments_of(row.pk) if parts_used(moment)])


def _text(html: str) -> str:
    return re.sub(r"<[^>]*>", "", html)


def test_a_run_of_a_hundred_steps_is_under_a_megabyte() -> None:
    row = played(assistant="eager", max_turns=200, env_events_per_minute=6, seed=3)
    assert row.moment_count >= 100
    assert len(html_of(row)) < 1_000_000


def test_what_people_call_things_is_text() -> None:
    row = played(note=SCRIPT)
    row.version.title = f"{SCRIPT}</title></script>"
    file = html_of(row).decode()
    assert SCRIPT not in file
    assert file.count("<script") == 4 and file.count("</script") == 4, "only our own"
