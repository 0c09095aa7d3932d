"""A run that is longer than its page shows at once, with offers, errors and noise in it."""

from __future__ import annotations

from simulator.agents.registry import USERS
from simulator.jobs import control
from simulator.jobs.leases import claim
from simulator.jobs.runner import Runner
from simulator.jobs.serialization import source_text
from simulator.models import Episode, Scenario, ScenarioVersion
from simulator.scenario.library import Library
from tests.perf.long_runs import CONFIG, STORY, Tireless


def long_run(moments: int) -> Episode:
    """Of at least so many moments, then stopped."""
    told = Library().get(STORY)
    scenario, _ = Scenario.objects.get_or_create(slug=STORY)
    version, _ = ScenarioVersion.objects.get_or_create(
        scenario=scenario, content_hash=told.hash, defaults={"source": source_text(told), "title": STORY}
    )
    row = Episode.objects.create(
        version=version, config=CONFIG.model_dump(mode="json"), config_hash="", seed=0, pace=1000, engine="test"
    )
    lease = claim(row.pk, "test")
    assert lease is not None
    USERS["tireless"] = lambda *_: Tireless()
    try:
        runner = Runner(lease)
        while runner.advance():
            row.refresh_from_db(fields=["moment_count"])
            if row.moment_count >= moments:
                control.stop(row)
    finally:
        del USERS["tireless"]
    row.refresh_from_db()
    return row
