"""Who may name models, servers and folders on the launch page that no administrator has listed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import Permission, User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from benchmark.models import Sweep
from benchmark.plan.plan_file import write_plan
from benchmark.plan.schema import SweepPlan
from simulator.agents.llm.model_list import FILE_VARIABLE
from tests.benchmark.jobs.planned import STORIES, shelve
from tests.benchmark.views.filled import filled_sweep
from tests.markup import markup_of
from tests.simulator.views.cast import signed_in

pytestmark = pytest.mark.django_db
NEW = "/admin/sweeps/new/"
GIVEN: dict[str, Any] = {
    "experiment_name": "Two stories",
    "source": "list",
    "scenarios": "late_train, dentist",
    "baselines": ["oracle"],
    "user_model": ["scripted"],
    "seeds": "0",
    "runs": "1",
}
RIGHT = "use_unlisted_servers"
MAY_NOT = "You are not allowed to "
SMUGGLED = "bedrock/agentcore/arn:aws:bedrock-agentcore:x@evil.example/#:1:runtime/a"
UNLISTED: list[tuple[str, dict[str, Any]]] = [
    ("observe_endpoint", {"observe_model": ["gpt-5"], "observe_endpoint": "http://127.0.0.1:9/v1"}),
    ("user_endpoint", {"user_model": ["gpt-5"], "user_endpoint": "http://127.0.0.1:9/v1"}),
    ("observe_model", {"observe_model": ["http://127.0.0.1:9/"]}),
    ("user_model", {"user_model": ["http://127.0.0.1:9/"]}),
    ("observe_model", {"observe_model": ["groq/unlisted"]}),
    ("observe_model", {"observe_model": ["openai/gpt-5"]}),
    ("execute_model", {"observe_model": ["gpt-5"], "execute_model": ["groq/unlisted"]}),
    ("user_model", {"user_model": ["scripted", "groq/unlisted"]}),
    ("observe_provider", {"observe_model": ["gpt-5"], "observe_provider": "groq"}),
    ("observe_provider", {"observe_model": ["unlisted"], "observe_provider": "openai"}),
    ("execute_provider", {"observe_model": ["gpt-5"], "execute_provider": "groq"}),
    ("user_provider", {"user_model": ["gpt-5"], "user_provider": "groq"}),
    ("prompts", {"prompts": "prompts"}),
]
OTHERS = [("annotator", 403), ("viewer", 403), ("anonymous", 302)]


@pytest.fixture(autouse=True)
def _keys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(FILE_VARIABLE, raising=False)
    for name in ("OPENAI_API_KEY", "GROQ_API_KEY"):
        monkeypatch.setenv(name, "canary-4711")


def person_with(role: str, *rights: str) -> Client:
    """Return the browser of somebody who has these rights besides those of the role."""
    shelve(*STORIES)
    client = signed_in(role)
    User.objects.get(username=role).user_permissions.add(*Permission.objects.filter(codename__in=rights))
    return client


def preview(client: Client, changes: dict[str, Any]) -> str:
    answer = client.post(f"{NEW}preview/", {**GIVEN, **changes})
    assert answer.status_code == 200
    return markup_of(answer)


@pytest.mark.parametrize(("field", "changes"), UNLISTED)
def test_a_researcher_starts_nothing_that_is_not_listed(field: str, changes: dict[str, Any]) -> None:
    client = person_with("researcher")
    html = preview(client, changes)
    assert f'data-field="{field}"' in html and MAY_NOT in html
    assert "Ask an administrator to" in html
    started = client.post(NEW, {**GIVEN, **changes, "do": "start", "seen": "x-9"})
    assert started.status_code == 422 and MAY_NOT in markup_of(started)
    assert not Sweep.objects.exists()


@pytest.mark.parametrize(("field", "changes"), UNLISTED)
def test_the_right_is_a_permission_and_not_the_status_of_staff(field: str, changes: dict[str, Any]) -> None:
    assert MAY_NOT in preview(person_with("staff", "add_sweep"), changes)
    assert MAY_NOT not in preview(person_with("researcher", RIGHT), changes)
    assert MAY_NOT not in preview(signed_in("admin"), changes)
    assert MAY_NOT not in preview(signed_in("administrator"), changes)


@pytest.mark.parametrize("address", ["", "preview/", "plan.yaml"])
@pytest.mark.parametrize(("role", "status"), OTHERS)
def test_the_right_alone_starts_no_sweep(role: str, status: int, address: str) -> None:
    client = signed_in(role) if role == "anonymous" else person_with(role, RIGHT)
    answer = client.post(f"{NEW}{address}", {**GIVEN, "observe_model": ["groq/unlisted"], "do": "start"})
    assert answer.status_code == status
    assert not Sweep.objects.exists()


@pytest.mark.parametrize("values", [{"observe_model": (SMUGGLED,)}, {"observe_model": ("groq/unlisted",)}])
def test_a_plan_file_gives_a_researcher_no_more(values: dict[str, Any]) -> None:
    client = person_with("researcher")
    content = write_plan(SweepPlan(split="all", **values)).encode()
    loaded = markup_of(client.post(NEW, {"yaml": SimpleUploadedFile("plan.yaml", content)}))
    assert 'data-field="observe_model"' in loaded and MAY_NOT in loaded
    assert 'id="start" disabled' in loaded


@pytest.mark.parametrize(("role", "status"), OTHERS)
def test_others_load_no_plan_file(role: str, status: int) -> None:
    shelve(*STORIES)
    content = write_plan(SweepPlan(split="all", observe_model=(SMUGGLED,))).encode()
    assert signed_in(role).post(NEW, {"yaml": SimpleUploadedFile("plan.yaml", content)}).status_code == status


def test_a_copied_sweep_gives_a_researcher_no_more() -> None:
    client = person_with("researcher")
    plan = SweepPlan(split="all", observe_model=("groq/unlisted",), observe_endpoint="http://127.0.0.1:9/v1")
    sweep = filled_sweep(scenarios=1, seeds=(0,), models=(), plan=plan.model_dump(mode="json"))
    page = markup_of(client.get(f"{NEW}?from={sweep.pk}"))
    assert 'data-field="observe_endpoint"' in page and 'data-field="observe_model"' in page and MAY_NOT in page


@pytest.mark.parametrize("role", ["researcher", "administrator"])
def test_nobody_names_a_model_that_could_hold_a_host(role: str) -> None:
    html = preview(person_with(role), {"observe_model": [SMUGGLED]})
    assert 'data-field="observe_model"' in html
    assert (MAY_NOT if role == "researcher" else "it contains &#x27;arn:&#x27;") in html


@pytest.mark.parametrize(
    "changes",
    [
        {"observe_model": ["gpt-5"], "execute_model": ["gpt-5-mini"], "user_model": ["gpt-4o", "scripted"]},
        {"observe_model": ["oracle"]},
        {"observe_model": ["gpt-5"], "observe_provider": "openai"},
    ],
)
def test_a_researcher_starts_what_is_listed(changes: dict[str, Any]) -> None:
    assert "data-field=" not in preview(person_with("researcher"), changes)


def test_a_name_that_is_misspelt_is_told_as_before() -> None:
    html = preview(person_with("researcher"), {"observe_model": ["gpt-55"]})
    assert "There is no model or player" in html and MAY_NOT not in html


def test_a_model_that_an_administrator_lists_is_for_researchers_too(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "models.yaml"
    file.write_text("lab/qwen: {provider: groq, name: unlisted, key_variable: GROQ_API_KEY}", encoding="utf-8")
    monkeypatch.setenv(FILE_VARIABLE, str(file))
    client = person_with("researcher")
    assert "data-field=" not in preview(client, {"observe_model": ["lab/qwen"]})
    file.write_text("lab/qwen: 3", encoding="utf-8")
    assert "The model list can’t be read" in preview(client, {"observe_model": ["lab/qwen"]})
    assert not Sweep.objects.exists()
