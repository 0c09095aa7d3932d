"""Keys of results: changed by all that can change an outcome, and by nothing else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from benchmark.plan import policy_versions, result_keys
from benchmark.plan.configurations import configurations_of
from benchmark.plan.policy_versions import source_hash, version_of
from benchmark.plan.result_keys import is_cacheable, key_of, material_of
from benchmark.plan.schema import SweepPlan
from simulator.config import EpisodeConfig, changes_outcome
from simulator.trace.hashing import json_hash
from tests.benchmark.plan.plans import plan
from tests.simulator.agents.installing import Shelf
from tests.simulator.test_config import OTHERS

POLICY = "def assistant(story, config, evidence):\n    return None\n"
INCIDENTAL: dict[str, Any] = {
    "experiment_name": "another",
    "observe_endpoint": "http://127.0.0.1:8000/v1",
    "observe_provider": "openrouter",
    "max_cost": 3,
    "judge_model": "gpt-4o",
    "judge_budget": 2,
    "max_concurrent": 2,
    "timeout": 60,
    "cache": False,
    "priority": "high",
    "limit": 5,
    "baselines": "none",
}
RELEVANT: dict[str, Any] = {
    "observe_model": "gpt-4o",
    "user_model": "gpt-4o",
    "tool_failure_probability": 0.1,
    "env_events_per_min": 2,
    "env_events_seed": 1,
    "max_turns": 4,
    "observe_max_iterations": 2,
    "execute_max_iterations": 2,
    "user_max_iterations": 2,
    "set": {"user_style": "lenient"},
}
WITHOUT_A_CONFIG = {"split", "scenarios", "filter", "pairing", "execute_model", "noise", "seeds", "runs", "prompts"}
ALIKE = {"execute_provider", "user_provider", "execute_endpoint", "user_endpoint"}
"""As for who watches."""


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shelf:
    return Shelf(tmp_path, monkeypatch)


@pytest.mark.parametrize("name", sorted(OTHERS))
def test_the_key_changes_with_an_option_exactly_if_the_outcome_can(name: str) -> None:
    other = EpisodeConfig(**{name: OTHERS[name]})
    assert (key_of("h", other, 1) != key_of("h", EpisodeConfig(), 1)) is changes_outcome(name)


def first_key(**values: Any) -> str:
    found = configurations_of(plan(**{"observe_model": "gpt-5", **values}), keys=False)[0]
    return key_of("h", found.config, 1)


@pytest.mark.parametrize("name", INCIDENTAL)
def test_what_of_a_plan_cannot_change_an_outcome_leaves_the_key_alone(name: str) -> None:
    # A budget without a judge is refused.
    needed = {"judge_model": INCIDENTAL["judge_model"]} if name == "judge_budget" else {}
    assert first_key(**needed, **{name: INCIDENTAL[name]}) == first_key()


@pytest.mark.parametrize("name", RELEVANT)
def test_what_of_a_plan_can_change_an_outcome_changes_the_key(name: str) -> None:
    assert first_key(**{name: RELEVANT[name]}) != first_key()


def test_every_key_of_a_plan_is_tried_here() -> None:
    assert {*INCIDENTAL, *RELEVANT, *WITHOUT_A_CONFIG, *ALIKE} == set(SweepPlan.model_fields)


def test_prompts_change_the_key_of_models_only(tmp_path: Path) -> None:
    (tmp_path / "observe.txt").write_text("Watch.", encoding="utf-8")
    assert first_key(prompts=str(tmp_path)) != first_key()
    oracle = {"observe_model": "oracle"}
    assert first_key(prompts=str(tmp_path), **oracle) == first_key(**oracle)


def test_sampling_parameters_change_the_key_and_prices_do_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def with_entry(entry: str) -> str:
        file = tmp_path / f"{len(list(tmp_path.iterdir()))}.yaml"
        file.write_text(f"mine: {{provider: openai, name: m, {entry}}}\n", encoding="utf-8")
        monkeypatch.setenv("PARE_MODELS_FILE", str(file))
        return first_key(observe_model="mine")

    plain = with_entry("about: x")
    assert with_entry("dollars_per_million_in: 1, dollars_per_million_out: 2") == plain
    assert with_entry("key_variable: OTHER_KEY") == plain
    assert with_entry("parameters: {temperature: 0.5}") != plain
    assert with_entry("reply_format: text") != plain


def test_scenario_and_engine_are_in_the_key(monkeypatch: pytest.MonkeyPatch) -> None:
    config = EpisodeConfig()
    before = key_of("h", config, 1)
    assert key_of("other", config, 1) != before
    monkeypatch.setattr(result_keys, "ENGINE_VERSION", "99")
    assert key_of("h", config, 1) != before


@pytest.mark.parametrize(
    ("players", "counts"),
    [
        ({}, False),
        ({"assistant": "random"}, False),
        ({"assistant": "llm"}, True),
        ({"user": "llm"}, True),
        ({"assistant": "http://127.0.0.1:1/"}, True),
        ({"assistant": "somebody_installed"}, True),
    ],
)
def test_the_run_counts_only_where_the_next_one_may_go_otherwise(players: dict[str, str], counts: bool) -> None:
    config = EpisodeConfig(**players)
    assert (key_of("h", config, 1) != key_of("h", config, 2)) is counts


def test_the_material_is_what_the_key_is_made_of() -> None:
    config = EpisodeConfig(assistant="silent", seed=4)
    material = material_of("h", config, 3)
    assert json_hash(material) == key_of("h", config, 3)
    assert material["scenario"] == "h"
    assert material["config"] == config.config_hash
    assert material["run"] is None


def test_who_sits_behind_an_address_is_asked_again_every_time() -> None:
    assert is_cacheable(EpisodeConfig())
    assert is_cacheable(EpisodeConfig(assistant="llm", user="llm"))
    assert not is_cacheable(EpisodeConfig(assistant="http://127.0.0.1:1/"))
    assert not is_cacheable(EpisodeConfig(user="https://agent.example/"))


def test_an_installed_policy_is_known_by_its_package_and_its_code(shelf: Shelf) -> None:
    shelf.install(POLICY, {"mine": "own_agent"})
    config = EpisodeConfig(assistant="mine")
    (told,) = material_of("h", config, 1)["policies"]["mine"]
    assert (told["distribution"], told["version"], told["value"]) == ("package1", "1.0", "own_agent")
    assert len(told["source"]) == 64
    before = key_of("h", config, 1)
    assert key_of("h", config, 1) == before
    (shelf.folder / "site1" / "own_agent.py").write_text(f"{POLICY}\n# other\n", encoding="utf-8")
    changed = key_of("h", config, 1)
    assert changed != before
    metadata = shelf.folder / "site1" / "package1-1.0.dist-info" / "METADATA"
    metadata.write_text(metadata.read_text().replace("1.0", "1.1"))
    assert key_of("h", config, 1) != changed
    assert key_of("h", EpisodeConfig(), 1) == key_of("h", EpisodeConfig(assistant="oracle"), 1)


def test_a_policy_is_not_imported_to_know_its_version(shelf: Shelf) -> None:
    shelf.install("raise RuntimeError('imported')", {"mine": "own_agent:Thing"})
    assert version_of("mine")[0]["source"]
    assert version_of("nobody") == []


def packaged(folder: Path, name: str = "deep") -> Path:
    place = folder / name / "inner"
    place.mkdir(parents=True)
    for init in (place / "__init__.py", place.parent / "__init__.py"):
        init.write_text("raise RuntimeError('imported')\n")
    (place / "agent.py").write_text("x = 1\n")
    (place.parent / "prompt.txt").write_text("Watch.\n")
    (place / "__pycache__").mkdir()
    (place / "__pycache__" / "agent.pyc").write_bytes(b"1")
    return place


def test_the_whole_package_counts_with_its_prompts_and_without_what_python_leaves_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = packaged(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    before = source_hash("deep.inner.agent")
    assert before == source_hash("deep.inner")
    (place / "__pycache__" / "agent.pyc").write_bytes(b"2")
    assert source_hash("deep.inner.agent") == before
    (place.parent / "prompt.txt").write_text("Look out.\n")
    assert source_hash("deep.inner.agent") != before


def test_where_a_package_is_installed_does_not_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    packaged(tmp_path / "a")
    packaged(tmp_path / "somewhere" / "else")
    with monkeypatch.context() as first:
        first.syspath_prepend(tmp_path / "a")
        one = source_hash("deep.inner.agent")
    monkeypatch.syspath_prepend(tmp_path / "somewhere" / "else")
    assert source_hash("deep.inner.agent") == one


def test_a_shared_namespace_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    packaged(tmp_path / "shared_space", "mine")
    other = tmp_path / "shared_space" / "other.py"
    other.write_text("x = 1\n")
    monkeypatch.syspath_prepend(tmp_path)
    before = source_hash("shared_space.mine.inner.agent")
    other.write_text("x = 2\n")
    assert source_hash("shared_space.mine.inner.agent") == before
    assert before


def test_of_a_very_large_package_the_times_of_its_files_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = packaged(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    small = source_hash("deep.inner.agent")
    monkeypatch.setattr(policy_versions, "MOST_FILES", 2)
    policy_versions._hashed.cache_clear()
    large = source_hash("deep.inner.agent")
    assert large != small
    (place / "agent.py").write_text("x = 22\n")
    assert source_hash("deep.inner.agent") != large
    policy_versions._hashed.cache_clear()


@pytest.mark.parametrize("module", ["no_such_module", "no_such.module", "sys", "sys.nothing"])
def test_a_module_that_cannot_be_found_has_no_hash(module: str) -> None:
    assert source_hash(module) == ""
