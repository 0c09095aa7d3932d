"""One process that has runs with language models played on a site that is up, and prints how long that took."""

from __future__ import annotations

import json
import sys
import time
from datetime import timedelta
from statistics import median

from pare_site.django_setup import set_up

set_up()

from django.utils import timezone  # noqa: E402

from simulator.agents.llm.assistant import LLMAssistant  # noqa: E402
from simulator.agents.llm.choosing import with_models  # noqa: E402
from simulator.agents.llm.litellm_client import LiteLLMClient, preload  # noqa: E402
from simulator.agents.llm.user import LLMUser  # noqa: E402
from simulator.agents.llm.wire import Answer, Request  # noqa: E402
from simulator.agents.llm.wire_format import body  # noqa: E402
from simulator.agents.registry import ASSISTANTS, USERS  # noqa: E402
from simulator.config import EpisodeConfig  # noqa: E402
from simulator.jobs.leases import Lease  # noqa: E402
from simulator.jobs.queues import enqueue  # noqa: E402
from simulator.jobs.runner import Runner  # noqa: E402
from simulator.jobs.start_run import start_episode  # noqa: E402
from simulator.models import Episode, Scenario, State  # noqa: E402
from tests.waiting import until  # noqa: E402

STORY = "errands_already_run"
MODEL = "hosted_vllm/idle"
AT_ONCE = 32
TURNS_AT_ONCE = 5
TURNS_ALONE = 12


class Noting:
    """The client of a run, which remembers what it was asked last."""

    def __init__(self) -> None:
        self._client = LiteLLMClient()
        self.asked: Request | None = None

    def complete(self, request: Request) -> Answer:
        self.asked = request
        return self._client.complete(request)


def held_run(url: str, turns: int) -> Episode:
    version = Scenario.objects.get(slug=STORY).current
    assert version is not None
    config = with_models(EpisodeConfig(max_turns=turns), user=MODEL, observe=MODEL, endpoint=url)
    return start_episode(version, config, hold=True)


def taken(row: Episode) -> Lease:
    """The run in our own hands, out of reach of the workers of the site."""
    Episode.objects.filter(pk=row.pk).update(
        state=State.RUNNING, attempt=1, tries=1, worker="bench", heartbeat_at=timezone.now() + timedelta(hours=1)
    )
    return Lease(row.pk, 1)


def overheads_ms(url: str) -> list[float]:
    """One for every call: prompt, reading the reply, engine and record, but neither litellm nor the store."""
    client = Noting()
    USERS["llm"] = lambda story, config, evidence: LLMUser(story, config, client, evidence=evidence)
    ASSISTANTS["llm"] = lambda story, config, evidence: LLMAssistant(story, config, client)
    runner = Runner(taken(held_run(url, TURNS_ALONE)), at_once=1)
    found: list[float] = []
    is_held = True
    while is_held:
        runner.prepare()
        began = time.perf_counter()
        made = runner.make()
        spent = (time.perf_counter() - began) * 1000
        is_held = runner.keep(made)
        if client.asked is not None:
            found.append(spent - plain_call_ms(client.asked))
            client.asked = None
    assert len(found) == 2 * TURNS_ALONE, len(found)
    return found


def plain_call_ms(request: Request) -> float:
    """The same request without us."""
    litellm = preload()
    asked = body(request)
    began = time.perf_counter()
    litellm.completion(
        **asked, model=MODEL, api_base=request.route.endpoint, api_key="none", max_retries=0, drop_params=True
    )
    return (time.perf_counter() - began) * 1000


def seconds_for(url: str, count: int) -> float:
    """From all being queued at once to the last being over."""
    rows = [held_run(url, TURNS_AT_ONCE) for _ in range(count)]
    played = Episode.objects.filter(pk__in=[row.pk for row in rows])
    began = timezone.now()
    played.update(state=State.QUEUED)
    enqueue(rows[0].pk, rows[0].queue)
    until(lambda: not played.under_way().exists(), f"{count} runs are over", 600, every=0.2)
    assert set(played.values_list("state", flat=True)) == {State.FINISHED}, played.values_list("reason", flat=True)
    assert all(row.turn == TURNS_AT_ONCE for row in played)
    return max((row.ended_at - began).total_seconds() for row in played if row.ended_at)


def main() -> None:
    quick, slow, rounds = sys.argv[1], sys.argv[2], int(sys.argv[3])
    preload()  # takes longer than a lease lasts
    # The first of each only warms up.
    overheads_ms(quick)
    overheads = [median(overheads_ms(quick)) for _ in range(rounds)]
    seconds_for(slow, 1)
    ideal = 2 * TURNS_AT_ONCE
    ratios = [seconds_for(slow, AT_ONCE) / ideal for _ in range(rounds)]
    print(json.dumps({"model_overhead_ms": overheads, "models_32_ratio": ratios}))


if __name__ == "__main__":
    main()
