"""Frames: each moment is folded and rendered once for all, and looks alike to followers and on its page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec
import pytest
from django.db import connection

from simulator.config import EpisodeConfig
from simulator.jobs.start_run import start_episode
from simulator.models import Episode, State
from simulator.rendering import frames, run_histories
from simulator.rendering.byte_cache import Kept
from tests.simulator.consumers.watched import Watched
from tests.simulator.views.cast import ESCAPED, SCRIPT, scenario, signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nothing_is_kept() -> None:
    run_histories._histories.clear()
    run_histories.kept.forget_all()


@pytest.fixture
def rendered(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Counts what is rendered."""
    counts: Counter[str] = Counter()

    def counted(name: str, render: Callable[..., str]) -> Callable[..., str]:
        def counting(*given: Any, **named: Any) -> str:
            counts[name] += 1
            return render(*given, **named)

        return counting

    for name in ("item_html", "mark_html", "render_phone"):
        monkeypatch.setattr(run_histories, name, counted(name, getattr(run_histories, name)))
    return counts


def test_frames_are_consecutive_and_begin_after_the_number() -> None:
    run = Watched(moments=6)
    assert [frame["n"] for frame in frames.batch_after(run.pk, -1).frames] == [0, 1, 2, 3, 4, 5]
    assert [frame["n"] for frame in frames.batch_after(run.pk, 3).frames] == [4, 5]
    assert frames.batch_after(run.pk, 5).frames == ()
    assert frames.batch_after(run.pk, 99).frames == ()
    assert [frame["n"] for frame in frames.batch_after(run.pk, 0, limit=2).frames] == [1, 2]


def test_a_frame_has_all_that_a_follower_needs() -> None:
    run = Watched(moments=3)
    frame = frames.batch_after(run.pk, 0).frames[0]
    assert 'id="s1"' in frame["story"] and "Opens <b>Email</b>" in frame["story"]
    assert 'data-n="1"' in frame["mark"]
    assert "data-tapped" in frame["tapping"] and "data-tapped" not in frame["phone"]
    assert frame["head"] == {"turn": 1, "turn_limit": 10, "simulated": "Thu 11 Jun, 13:20:00"}


@pytest.mark.parametrize(
    ("used", "told"),
    [
        ({}, ""),
        ({"tokens_in": 900, "tokens_out": 100}, "1,000 tokens, price unknown"),
        ({"tokens_in": 900, "tokens_out": 100, "cost": 0.126}, "1,000 tokens, $0.126"),
    ],
)
def test_the_status_says_what_models_have_used(used: dict[str, Any], told: str) -> None:
    run = Watched(moments=1)
    Episode.objects.filter(pk=run.pk).update(**used)
    assert frames.batch_after(run.pk, -1).status["spent"] == told


def test_calls_without_a_price_are_told() -> None:
    run = Watched(moments=1)
    Episode.objects.filter(pk=run.pk).update(tokens_in=5, cost=0.5)
    run_histories.history_of(run.row).history.episode.spent.unpriced = 1
    assert frames.batch_after(run.pk, -1).status["spent"] == "5 tokens, $0.50 and calls without a known price"


def test_the_status_says_how_the_run_stands() -> None:
    run = Watched(moments=4)
    status = frames.batch_after(run.pk, -1).status
    assert status["state"] == State.RUNNING
    assert "Live" in status["chip"] and "so far" in status["outcome"] and "waiting" in status["schedule"]
    run.finish()
    status = frames.batch_after(run.pk, 3).status
    assert status["state"] == State.FINISHED
    assert "Success" in status["chip"] and "so far" not in status["outcome"]


def test_a_phone_that_did_not_change_is_sent_once_in_a_batch() -> None:
    run = Watched()
    run.finish()
    whole = frames.batch_after(run.pk, -1).frames
    assert None in [frame["phone"] for frame in whole]
    for frame in whole:
        alone = frames.batch_after(run.pk, frame["n"] - 1, limit=1).frames[0]
        assert alone["phone"] is not None
        assert frame["phone"] in (None, alone["phone"])


def test_every_moment_is_rendered_once_however_many_ask(rendered: Counter[str]) -> None:
    run = Watched(moments=5)
    for after in (-1, 2, -1, 3):
        frames.batch_after(run.pk, after)
    assert (rendered["item_html"], rendered["mark_html"]) == (5, 5)
    once = rendered["render_phone"]
    run.advance(2)
    frames.batch_after(run.pk, 4)
    frames.batch_after(run.pk, -1)
    assert rendered["item_html"] == 7
    assert rendered["render_phone"] <= once + 2 * 2


def test_a_follower_and_the_page_of_a_step_see_the_same_phone() -> None:
    run = Watched(moments=8)
    client = signed_in("viewer")
    for n in range(8):
        frame = frames.batch_after(run.pk, n - 1, limit=1).frames[0]
        page = client.get(f"/runs/{run.pk}/{n}/").content.decode()
        parts = client.get(f"/runs/{run.pk}/{n}/parts/").json()
        assert frame["phone"] in page and parts["phone"] == frame["phone"]
        assert parts["tapping"] == frame["tapping"]


def test_what_was_forgotten_is_rendered_alike_again(monkeypatch: pytest.MonkeyPatch) -> None:
    run = Watched()
    run.finish()
    before = frames.batch_after(run.pk, -1).frames
    monkeypatch.setattr(run_histories, "kept", Kept(most=1))
    assert frames.batch_after(run.pk, -1).frames == before
    run_histories._histories.clear()
    assert frames.batch_after(run.pk, -1).frames == before


def test_only_so_many_bytes_and_reels_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = Kept(most=20_000)
    monkeypatch.setattr(run_histories, "kept", kept)
    monkeypatch.setattr(run_histories, "MOST_HISTORIES", 2)
    runs = [Watched(moments=6) for _ in range(3)]
    for run in runs:
        frames.batch_after(run.pk, -1)
    assert 0 < kept.size <= 20_000
    assert [shared.pk for shared in run_histories._histories.values()] == [run.pk for run in runs[1:]]


def test_very_long_runs_push_others_out(monkeypatch: pytest.MonkeyPatch) -> None:
    runs = [Watched(moments=6) for _ in range(3)]
    stored = sum(len(moment.line) for moment in runs[0].row.moments.all())
    monkeypatch.setattr(run_histories, "MOST_STORED", 2 * stored)
    monkeypatch.setattr(run_histories, "_USUAL", stored // 6)
    for run in runs:
        frames.batch_after(run.pk, -1)
    assert [shared.pk for shared in run_histories._histories.values()] == [run.pk for run in runs[1:]]
    assert all(shared.stored == stored for shared in run_histories._histories.values())


def test_the_run_in_use_stays_however_long_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run_histories, "MOST_STORED", 1)
    run = Watched(moments=6)
    assert len(frames.batch_after(run.pk, -1).frames) == len(frames.batch_after(run.pk, -1).frames) == 6
    assert [shared.pk for shared in run_histories._histories.values()] == [run.pk]


def test_a_run_that_failed_has_no_outcome_and_says_why() -> None:
    run = Watched(moments=3)
    Episode.objects.filter(pk=run.pk).update(state=State.FAILED, reason="The worker died three times.")
    outcome = frames.batch_after(run.pk, -1).status["outcome"]
    assert "no outcome" in outcome and "The worker died three times." in outcome
    assert "Goals met" not in outcome


def test_a_stored_moment_that_does_not_fit_leaves_the_rest_readable() -> None:
    run = Watched(moments=4)
    run.row.moments.filter(number=2).delete()
    batch = frames.batch_after(run.pk, -1)
    assert [frame["n"] for frame in batch.frames] == [0, 1]
    assert "step 2 is missing" in batch.status["outcome"]


def test_text_from_a_scenario_is_only_ever_text() -> None:
    run = Watched(moments=2)
    shared = run_histories.history_of(Episode.objects.get(pk=run.pk))
    told = shared.history.told[1]
    part = told.parts[0]._replace(text=SCRIPT)
    shared.history.told[1] = msgspec.structs.replace(told, parts=(part,), quote=SCRIPT, thought=SCRIPT)
    assert SCRIPT not in shared.item(1) and shared.item(1).count(ESCAPED) == 3
    assert SCRIPT not in shared.mark(1)


@pytest.mark.django_db(transaction=True)
def test_many_threads_get_the_same_and_render_it_once(rendered: Counter[str]) -> None:
    run = Watched()
    count = run.finish()

    def ask(after: int) -> list[int]:
        try:
            return [frame["n"] for frame in frames.batch_after(run.pk, after).frames]
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(ask, [-1, 3] * 8))
    assert found == [list(range(count)), list(range(4, count))] * 8
    assert rendered["item_html"] == count


def test_another_run_under_the_same_number_is_not_mistaken() -> None:
    """As after a database was put back to an earlier state."""
    run = Watched(moments=5)
    frames.batch_after(run.pk, -1)
    other = Episode.objects.get(pk=run.pk)
    other.moments.filter(number__gt=1).delete()
    Episode.objects.filter(pk=run.pk).update(created_at="2020-01-01T00:00:00Z", moment_count=2)
    assert len(frames.batch_after(run.pk, -1).frames) == 2


def test_a_run_before_its_first_moment_has_a_status_and_no_frames() -> None:
    row = start_episode(scenario().current, EpisodeConfig(), hold=True)  # type: ignore[arg-type]
    batch = frames.batch_after(row.pk, -1)
    assert batch.frames == () and "Paused" in batch.status["chip"]
