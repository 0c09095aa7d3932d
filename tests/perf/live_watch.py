"""One process full of viewers: starts a run on a site that is up, watches it two hundredfold, prints the delays."""

from __future__ import annotations

import asyncio
import gc
import json
import sys
from typing import Any

from pare_site.django_setup import set_up
from pare_site.runtime import running

set_up()

from django.conf import settings  # noqa: E402
from django.contrib.auth.models import User  # noqa: E402
from django.test import Client  # noqa: E402

from simulator.config import EpisodeConfig  # noqa: E402
from simulator.jobs import control  # noqa: E402
from simulator.jobs.start_run import start_episode  # noqa: E402
from simulator.models import Episode, Moment, Queue, Scenario, State  # noqa: E402
from tests.perf.live_viewer import LeanViewer, patient_loop  # noqa: E402
from tests.waiting import until  # noqa: E402

VIEWERS = 200
PACE = 20
STORY = "errands_already_run"
NOISY = EpisodeConfig(env_events_per_minute=20, env_events_horizon_seconds=3600)
AT_LEAST = 100
_PATIENCE = 600.0


def cookie() -> str:
    client = Client()
    client.force_login(User.objects.filter(is_superuser=True).first() or User.objects.create_superuser("bench"))
    return f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}"


def held_run() -> Episode:
    version = Scenario.objects.get(slug=STORY).current
    assert version is not None
    return start_episode(version, NOISY, queue=Queue.LIVE, pace=PACE, hold=True)


async def watch(site: str, row: Episode, session: str) -> list[LeanViewer]:
    """Everybody is there before the run goes on, and stays until the server says that it is over."""
    loop = asyncio.get_running_loop()
    host, _, port = site.removeprefix("http://").partition(":")
    url = f"{site}/ws/runs/{row.pk}/?after=-1"
    viewers = []
    for _ in range(VIEWERS):
        _, viewer = await loop.create_connection(lambda: LeanViewer(url, session), host, int(port))
        viewers.append(viewer)
    async with asyncio.timeout(_PATIENCE):
        await asyncio.gather(*(viewer.connected for viewer in viewers))
        await asyncio.to_thread(control.resume, row)
        await asyncio.gather(*(viewer.ended for viewer in viewers))
    return viewers


def delays_ms(row: Episode, viewers: list[LeanViewer]) -> list[float]:
    """From the time noted just before the commit to the receipt, of every moment by every viewer, sorted."""
    row.refresh_from_db()
    assert row.state == State.FINISHED, row.state
    stored = dict(Moment.objects.filter(episode=row).values_list("number", "stored_at"))
    assert len(stored) >= AT_LEAST, len(stored)
    for viewer in viewers:
        assert viewer.code == 1000, viewer.code
        assert [number for number, _ in viewer.got] == list(range(len(stored))), "a viewer missed something"
    return sorted((at - stored[n].timestamp()) * 1000 for viewer in viewers for n, at in viewer.got)


def one_round(site: str, session: str) -> dict[str, Any]:
    row = held_run()
    gc.collect()
    gc.disable()
    with asyncio.Runner(loop_factory=patient_loop) as runner:
        viewers = runner.run(watch(site, row, session))
    gc.enable()
    delays = delays_ms(row, viewers)
    return {
        "p50": delays[len(delays) // 2],
        "p99": delays[len(delays) * 99 // 100],
        "worst": delays[-1],
        "moments": len(delays) // VIEWERS,
        "messages": sum(viewer.messages for viewer in viewers),
    }


def keep_the_batch_worker_busy() -> None:
    """It plays every scenario once before its memory is measured."""
    versions = [scenario.current for scenario in Scenario.objects.select_related("current") if scenario.current]
    rows = [start_episode(version, EpisodeConfig(), queue=Queue.BATCH) for version in versions]
    under_way = Episode.objects.filter(pk__in=[row.pk for row in rows]).under_way()
    until(lambda: not under_way.exists(), "all scenarios are played", _PATIENCE, every=0.1)


def main() -> None:
    keep_the_batch_worker_busy()
    session = cookie()
    for _ in range(int(sys.argv[1])):
        print(json.dumps(one_round(running()["local_url"], session)), flush=True)


if __name__ == "__main__":
    main()
