"""Speed and memory of all parts, measured: the median of five, printed and kept in var/bench.json."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from statistics import median

from simulator.agents.baselines import Silent
from simulator.agents.policy import Decision, UserView
from simulator.config import EpisodeConfig
from simulator.episode.loop import Episode
from simulator.phone.registry import all_apps
from simulator.scenario.library import Library
from simulator.scenario.load import from_source
from simulator.scenario.story import Story
from simulator.trace.trace_writer import trace_bytes
from tests.perf.annotation import annotation_figures
from tests.perf.big_phone import big_phone, big_phone_actions_per_s, big_phone_folds_per_s, browse
from tests.perf.live import live_figures
from tests.perf.models import models_figures
from tests.perf.play import play_figures
from tests.perf.replay import replay_figures
from tests.perf.scenario_list import scenario_list_figures
from tests.perf.sweep_page import sweep_page_figures
from tests.perf.sweeps import sweep_figures

ROUNDS = 5
ROOT = Path(__file__).resolve().parents[2]
TARGETS = {
    "actions_per_s": 20_000,
    "ms_per_turn": 0.6,
    "oracle_runs_per_s": 350,
    "help_s": 0.4,
    "rss_mb": 90,
    "late_to_early": 1.2,
    "check_s": 60,
    "big_phone_actions_per_s": 1000,
    "big_phone_folds_per_s": 20_000,
    "live_p50_ms": 100,
    "live_p99_ms": 400,
    "web_rss_mb": 150,
    "batch_rss_mb": 150,
    "model_overhead_ms": 5,
    "play_p50_ms": 100,
    "play_p95_ms": 150,
    "play_growth_mb": 10,
    "models_32_ratio": 1.25,
    "models_pss_mb": 1500,
    "replay_open_s": 1,
    "replay_parts_ms": 50,
    "replay_page_ms": 50,
    "replay_open_s_10k": 1,
    "replay_parts_ms_10k": 50,
    "replay_page_ms_10k": 50,
    "replay_mb": 150,
    "export_kb": 1000,
    "sweep_episodes_per_s": 60,
    "sweep_page_s": 1,
    "scenario_list_s": 0.3,
    "scenario_list_later_s": 0.3,
    "annotation_claims_per_s_sqlite": 300,
    "annotation_claims_per_s_postgres": 300,
    "annotation_decide_p95_ms": 80,
    "annotation_decide_p95_ms_beside_sweep": 80,
    "annotation_http_per_s": 50,
}
HIGHER_IS_BETTER = (
    "actions_per_s",
    "oracle_runs_per_s",
    "big_phone_actions_per_s",
    "big_phone_folds_per_s",
    "sweep_episodes_per_s",
    "annotation_claims_per_s_sqlite",
    "annotation_claims_per_s_postgres",
    "annotation_http_per_s",
)
WALK_STORY = "email_reminder_batch_cancellation"
WALK: tuple[tuple[str, dict[str, object]], ...] = (
    ("go_home", {}),
    ("open_app", {"app_name": "Reminders"}),
    ("list_upcoming_reminders", {}),
    ("list_all_reminders", {}),
    ("create_new", {}),
    ("set_title", {"title": "Post the parcel"}),
    ("set_due_datetime", {"due_datetime": "2026-05-08 10:00:00"}),
    ("cancel", {}),
    ("go_home", {}),
    ("open_app", {"app_name": "Emails"}),
    ("open_email_by_index", {"index": 1}),
    ("go_back", {}),
    ("switch_folder", {"folder_name": "SENT"}),
    ("switch_folder", {"folder_name": "INBOX"}),
)


class Walker:
    """A user who taps the same round again and again."""

    def decide(self, view: UserView) -> Decision:
        name, args = WALK[len(view.own) % len(WALK)]
        return Decision(name, args)


def walk(story: Story, actions: int) -> list[float]:
    """Plays so many user actions with everything recorded; gives the time after each hundred."""
    config = EpisodeConfig(user_iterations=100, max_turns=10_000, user_action_seconds=0)
    episode = Episode(story, config, user=lambda *_: Walker(), assistant=lambda *_: Silent())
    marks = [time.perf_counter()]
    for moment, _ in episode.play():
        if moment.n and moment.n % 100 == 0:
            marks.append(time.perf_counter())
        if moment.n >= actions:
            break
    failed = [act for act in episode.ledger.user_acts if act.error is not None]
    assert not failed, failed[0]
    return marks


def actions_per_s(story: Story) -> float:
    marks = walk(story, 5000)
    return 5000 / (marks[-1] - marks[0])


def late_to_early(story: Story) -> float:
    """Cost of an action near moment 10,000 against one near moment 100."""
    marks = walk(story, 10_200)
    spans = [after - before for before, after in pairwise(marks)]
    return median(spans[-5:]) / median(spans[:5])


def oracle_runs_per_s(stories: list[Story]) -> float:
    began = time.perf_counter()
    for story in stories:
        episode = Episode(story, EpisodeConfig()).run()
        assert episode.outcome().success or story.scenario.silent
        trace_bytes(episode)
    return len(stories) / (time.perf_counter() - began)


def ms_per_turn(stories: list[Story]) -> float:
    turns, spent = 0, 0.0
    for story in stories:
        began = time.perf_counter()
        episode = Episode(story, EpisodeConfig()).run()
        spent += time.perf_counter() - began
        turns += episode.position.turn
    return spent / turns * 1000


def with_all_apps(story: Story) -> Story:
    """The same phone with everything installed that there is."""
    apps = [name for name, app in all_apps().items() if not app.system]
    return from_source({**story.source, "apps": apps})


def check_s() -> float:
    """All proofs of all scenarios, on two cores."""
    began = time.perf_counter()
    command = [_pare(), "scenarios", "check", "--workers", "2"]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=ROOT, timeout=1800)
    return time.perf_counter() - began


def help_s() -> float:
    began = time.perf_counter()
    subprocess.run([_pare(), "--help"], check=True, stdout=subprocess.DEVNULL, cwd=ROOT, timeout=1800)
    return time.perf_counter() - began


def rss_mb() -> float:
    """Peak memory of a process that loads a scenario, plays it and writes the trace."""
    # Not from getrusage: its maximum survives exec, so that it would be the memory of this process at the fork.
    code = (
        "import sys; from pathlib import Path; from pare_site.cli.main import main; "
        f"main(['run', '{WALK_STORY}', '--json']); "
        "sys.stderr.write(Path('/proc/self/status').read_text().split('VmHWM:')[1].split()[0])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True, cwd=ROOT, timeout=1800
    )
    return int(done.stderr) / 1024


def _pare() -> str:
    return str(Path(sys.executable).with_name("pare"))


def measure(name: str, once: Callable[[], float]) -> float:
    return report(name, [once() for _ in range(ROUNDS)])


def report(name: str, values: list[float]) -> float:
    value = median(values)
    spread = f"{min(values):,.2f} to {max(values):,.2f}"
    target = TARGETS[name]
    met = "met" if (value >= target if name in HIGHER_IS_BETTER else value <= target) else "MISSED"
    print(f"{name:>37}  {value:>12,.2f}  target {target:>10,}  {met}  ({spread})", flush=True)
    return value


def _on_a_big_phone() -> dict[str, float]:
    story = big_phone()
    episode = browse(story, 1000)
    return {
        "big_phone_actions_per_s": measure("big_phone_actions_per_s", lambda: big_phone_actions_per_s(story)),
        "big_phone_folds_per_s": measure("big_phone_folds_per_s", lambda: big_phone_folds_per_s(story, episode)),
    }


def main() -> None:
    library = Library()
    stories = library.stories()
    story = with_all_apps(library.get(WALK_STORY))
    walk(story, 500)
    oracle_runs_per_s(stories)
    results = {
        "actions_per_s": measure("actions_per_s", lambda: actions_per_s(story)),
        "ms_per_turn": measure("ms_per_turn", lambda: ms_per_turn(stories * 6)),
        "oracle_runs_per_s": measure("oracle_runs_per_s", lambda: oracle_runs_per_s(stories * 6)),
        "help_s": measure("help_s", help_s),
        "rss_mb": measure("rss_mb", rss_mb),
        "late_to_early": measure("late_to_early", lambda: late_to_early(story)),
        "check_s": measure("check_s", check_s),
        **_on_a_big_phone(),
        **{name: report(name, values) for name, values in live_figures(ROUNDS).items()},
        **{name: report(name, values) for name, values in play_figures(ROUNDS).items()},
        **{name: report(name, values) for name, values in models_figures(ROUNDS).items()},
        **{name: report(name, values) for name, values in replay_figures(ROUNDS).items()},
        **{name: report(name, values) for name, values in sweep_figures(ROUNDS).items()},
        **{name: report(name, values) for name, values in sweep_page_figures(ROUNDS).items()},
        **{name: report(name, values) for name, values in scenario_list_figures(ROUNDS).items()},
        **{name: report(name, values) for name, values in annotation_figures(ROUNDS).items()},
    }
    target = ROOT / "var" / "bench.json"
    target.parent.mkdir(exist_ok=True)
    known = json.loads(target.read_text()) if target.exists() else {}
    target.write_text(json.dumps({**known, **results}, indent=2) + "\n")
    print(f"kept in {target.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
