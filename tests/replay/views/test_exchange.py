"""What a model was told and said: shown on a click to those who see all, and to nobody else, and sent nowhere else."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from django.conf import LazySettings
from django.test import Client

from simulator.agents.policy import Decision
from simulator.agents.registry import USERS
from simulator.jobs.play_job import run_episode
from simulator.jobs.serialization import moments_of
from simulator.models import Episode, Part
from simulator.rendering import frames
from simulator.trace.exchange_parts import parts_used
from simulator.trace.moments import Acted
from tests.markup import markup_of
from tests.simulator import talking
from tests.simulator.jobs.background import started
from tests.simulator.talking import NAME, Talker, talkers
from tests.simulator.views.cast import ESCAPED, SCRIPT, scenario, signed_in

pytestmark = pytest.mark.django_db
SECRET = "Your secret goal"
MISREAD = "The reply is text without a tool call: 'Aunt Ida must not know'."


class Mumbling(Talker):
    """Says at first something that nobody can read."""

    def decide(self, view: Any) -> Decision:
        decision = super().decide(view)
        return replace(decision, name="", args={}, problem=MISREAD) if not view.own else decision


@pytest.fixture(autouse=True)
def _redis_is_there(redis_server: str) -> None:
    """Runs are put into its queue."""


@pytest.fixture
def row() -> Iterator[Episode]:
    scenario("dentist")
    with talkers() as named:
        made = USERS[NAME]
        USERS[NAME] = lambda *given: Mumbling(made(*given)._inner)  # type: ignore[attr-defined]
        row = started("dentist", **named)
        run_episode(row.pk)
        row.refresh_from_db()
        yield row


def steps(row: Episode) -> list[int]:
    """Those in which a model was asked."""
    return [moment.n for moment in moments_of(row.pk) if parts_used(moment)]


def misread_step(row: Episode) -> int:
    acts = (moment for moment in moments_of(row.pk) if isinstance(moment, Acted))
    return next(act.n for act in acts if act.error is not None and act.error.code == "bad_reply")


def address(row: Episode, step: int) -> str:
    return f"/runs/{row.pk}/{step}/exchange/"


def text(client: Client, place: str, status: int = 200, part: bool = False) -> str:
    answer = client.get(place, headers={"HX-Request": "true"} if part else {})
    assert answer.status_code == status, answer.content[:400]
    return markup_of(answer)


def test_it_shows_what_was_told_and_said_what_it_took_and_what_went_wrong_before(row: Episode) -> None:
    again = next(moment.n for moment in moments_of(row.pk) if moment.envelope and moment.envelope.exchange.tries)  # type: ignore[union-attr]
    page = text(signed_in("viewer"), address(row, again))
    for part in (
        "acme/small-1",
        "900 tokens in, 100 out",
        "took 1.2 s",
        "$0.002",
        "temperature",
        SECRET,
        "Instructions",
    ):
        assert part in page
    assert "So be it." in page and "I weigh decision 1." in page
    assert "The provider is busy (status 429) after 12 ms, then waited 0.5 s." in page
    assert "tools available" in page


def test_the_run_page_gets_only_the_part(row: Episode) -> None:
    part = text(signed_in("viewer"), address(row, steps(row)[0]), part=True)
    assert part.startswith('<div class="talk by-user">')
    assert "<html" not in part


def test_a_reply_that_nobody_could_read_is_told_so(row: Episode) -> None:
    step, client = misread_step(row), signed_in("viewer")
    page = text(client, f"/runs/{row.pk}/{step}/")
    assert "Gives a reply without a readable action" in page
    assert "Aunt Ida must not know" in page
    item = page[page.index(f'id="s{step}"') - 60 :]
    assert 'class="user fail' in item[:60]


def test_a_step_without_a_model_and_one_that_is_not_there_have_none(row: Episode) -> None:
    client = signed_in("viewer")
    assert "No language model was asked at step 0" in text(client, address(row, 0), 404)
    text(client, address(row, 9999), 404)
    text(client, "/runs/999999/1/exchange/", 404)
    assert 'id="tab-model"' not in text(client, f"/runs/{row.pk}/0/")


@pytest.mark.parametrize("public", [False, True])
def test_strangers_are_sent_to_the_sign_in_whatever_is_public(
    row: Episode, public: bool, settings: LazySettings
) -> None:
    settings.PUBLIC_READ = public
    answer = signed_in("anonymous").get(address(row, steps(row)[0]))
    assert answer.status_code == 302
    assert "/sign-in/" in answer.headers["Location"]
    part = signed_in("anonymous").get(address(row, steps(row)[0]), headers={"HX-Request": "true"})
    assert SECRET not in markup_of(part)


@pytest.mark.parametrize("public", [False, True])
def test_who_may_not_see_runs_is_refused_whatever_is_public(row: Episode, public: bool, settings: LazySettings) -> None:
    settings.PUBLIC_READ = public
    assert SECRET not in text(signed_in("nobody"), address(row, steps(row)[0]), 403)


def test_public_pages_say_that_a_reply_could_not_be_read_but_not_what_it_was(
    row: Episode, settings: LazySettings
) -> None:
    settings.PUBLIC_READ = True
    step, client = misread_step(row), signed_in("anonymous")
    for place in (f"/runs/{row.pk}/", f"/runs/{row.pk}/{step}/", f"/runs/{row.pk}/{step}/parts/"):
        page = text(client, place)
        assert "Ida" not in page
        assert "I weigh decision" not in page and "tab-model" not in page and "data-exchange" not in page
    assert "The reply contains no readable action" in text(client, f"/runs/{row.pk}/{step}/")


def test_it_is_only_read(row: Episode) -> None:
    assert signed_in("researcher").post(address(row, steps(row)[0])).status_code == 405


def test_streams_steps_and_lists_carry_no_exchange(row: Episode) -> None:
    batch = frames.batch_after(row.pk, -1, limit=1000)
    client = signed_in("viewer")
    names = {name for moment in moments_of(row.pk) for name in parts_used(moment)}
    sent = json.dumps([batch.frames, batch.status])
    assert len(batch.frames) == row.moment_count
    for place in (sent, text(client, "/runs/"), text(client, "/")):
        assert SECRET not in place and "So be it." not in place
        assert not any(name in place for name in names)
    for step in steps(row):
        assert SECRET not in text(client, f"/runs/{row.pk}/{step}/parts/")


def test_the_raw_moment_has_hashes_only(row: Episode) -> None:
    step = steps(row)[1]
    page = text(signed_in("viewer"), f"/runs/{row.pk}/{step}/")
    used = parts_used(moments_of(row.pk, after=step - 1, upto=step)[0])
    assert all(name in page for name in used)
    assert SECRET not in page and "&quot;parts&quot;" not in page


def test_a_message_that_is_no_longer_kept_is_told_of(row: Episode) -> None:
    Part.objects.all().delete()
    page = text(signed_in("viewer"), address(row, steps(row)[0]))
    assert "is missing" in page and "So be it." in page


def test_no_text_is_taken_for_markup(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(talking, "SCREEN", SCRIPT)
    scenario("dentist")
    with talkers() as named:
        row = started("dentist", **named)
        run_episode(row.pk)
    page = text(signed_in("viewer"), address(row, steps(row)[0]))
    assert SCRIPT not in page and ESCAPED in page
