"""A run of five thousand moments in which much happens, and ten thousand others beside it, put into the store."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from itertools import islice

from pare_site.django_setup import set_up
from pare_site.runtime import running

set_up()

from django.conf import settings  # noqa: E402
from django.contrib.auth.models import User  # noqa: E402
from django.test import Client  # noqa: E402

from replay.views.offline import html_of  # noqa: E402
from simulator.agents.policy import Decision, UserView  # noqa: E402
from simulator.agents.registry import USERS  # noqa: E402
from simulator.config import EpisodeConfig  # noqa: E402
from simulator.jobs.play_job import run_episode  # noqa: E402
from simulator.jobs.start_run import start_episode  # noqa: E402
from simulator.models import Episode, Moment, Queue, Scenario, State, Wish  # noqa: E402
from simulator.trace.moments import Envelope  # noqa: E402

STORY = "email_reminder_batch_cancellation"
MOMENTS = 5000
OTHERS = 10_000
MOMENTS_OF_OTHERS = 10
_AT_ONCE = 500
WALK: tuple[tuple[str, dict[str, object]], ...] = (
    ("go_home", {}),
    ("open_app", {"app_name": "Reminders"}),
    ("list_upcoming_reminders", {}),
    ("create_new", {}),
    ("set_title", {"title": "Post the parcel"}),
    ("set_due_datetime", {"due_datetime": "2026-05-08 10:00:00"}),
    ("cancel", {}),
    ("go_home", {}),
    ("open_app", {"app_name": "Emails"}),
    ("open_email_by_index", {"index": 1}),
    ("reply", {"content": "Thank you, I have read it. " * 8}),
    ("go_back", {}),
    ("switch_folder", {"folder_name": "SENT"}),
    ("switch_folder", {"folder_name": "INBOX"}),
)
CONFIG = EpisodeConfig(
    user="tireless",
    assistant="random",
    max_turns=10_000,
    user_iterations=8,
    env_events_per_minute=3,
    env_events_horizon_seconds=86_400,
    tool_failure_probability=0.1,
)


class Tireless:
    """Goes the same round again and again, thinks aloud, and answers every offer: yes to one, no to the next."""

    def decide(self, view: UserView) -> Decision:
        count = len(view.own)
        thought = Envelope(
            thought=f"This is what I do as number {count}, and I shall go on with the next thing then. " * 3
        )
        if view.offer is not None:
            return Decision("accept_proposal" if count % 2 else "reject_proposal", envelope=thought)
        name, args = WALK[count % len(WALK)]
        return Decision(name, args, envelope=thought)


def played_run(moments: int) -> Episode:
    """Played and stored as a worker does, and stopped so that it has so many moments."""
    USERS["tireless"] = lambda *_: Tireless()
    version = Scenario.objects.get(slug=STORY).current
    assert version is not None
    row = start_episode(version, CONFIG, queue=Queue.BATCH, hold=True)
    ours = Episode.objects.filter(pk=row.pk)
    # Workers of the site are not told, since they do not know this player.
    ours.update(state=State.QUEUED, steps_left=moments - 1)
    run_episode(row.pk)
    ours.update(state=State.QUEUED, wish=Wish.STOP)
    run_episode(row.pk)
    row.refresh_from_db()
    assert (row.state, row.moment_count) == (State.STOPPED, moments), (row.state, row.moment_count, row.reason)
    return row


def add_others(like: Episode) -> None:
    """Rows as full as those of real runs, with some moments each."""
    lines = list(like.moments.filter(number__lt=MOMENTS_OF_OTHERS).values_list("number", "line", "chain"))
    fields = [field.attname for field in Episode._meta.concrete_fields if not field.primary_key]
    known = {name: getattr(like, name) for name in fields} | {"moment_count": len(lines)}
    remaining: Iterator[int] = iter(range(OTHERS))
    while batch := list(islice(remaining, _AT_ONCE)):
        rows = Episode.objects.bulk_create(Episode(**known) for _ in batch)
        Moment.objects.bulk_create(
            Moment(episode_id=row.pk, number=number, line=line, chain=chain, stored_at=row.created_at)
            for row in rows
            for number, line, chain in lines
        )


def cookie() -> str:
    client = Client()
    client.force_login(User.objects.filter(is_superuser=True).first() or User.objects.create_superuser("bench"))
    return f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}"


def export_kb() -> float:
    """A run of a hundred steps as one file that needs no server."""
    return len(html_of(played_run(100))) / 1000


def main() -> None:
    """`runs N`: so many long runs; `others N`: ten thousand like run N."""
    what, number = sys.argv[1], int(sys.argv[2])
    if what == "others":
        add_others(Episode.objects.get(pk=number))
        return
    rows = [played_run(MOMENTS) for _ in range(number)]
    about = {"runs": [row.pk for row in rows], "last": min(row.moment_count for row in rows) - 1}
    print(json.dumps({**about, "url": running()["local_url"], "cookie": cookie(), "export_kb": export_kb()}))


if __name__ == "__main__":
    main()
