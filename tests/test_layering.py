"""Guards the architecture: dependencies point downwards only, and the core knows nothing of Django."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

# A module belongs to the layer with the longest matching name. It may import its own layer and every lower one;
# layers of equal height do not know each other.
HEIGHTS = {
    "simulator.words": 0,
    "simulator.engine_version": 0,
    "simulator.phone": 1,
    "simulator.reading": 1,
    "simulator.trace": 2,
    "simulator.language_models": 3,
    "simulator.config": 4,
    "simulator.scenario": 5,
    "simulator.agents": 6,
    "simulator.episode": 7,
    "simulator": 8,
    "benchmark": 9,
    "replay": 9,
    "annotation": 9,
    "pare_site": 10,
}
APPS = ("simulator", "benchmark", "replay", "annotation")
DJANGO_PARTS = {"models", "jobs", "consumers", "views", "admin", "migrations", "apps", "urls", "templatetags"}
DJANGO_PARTS |= {"access", "rendering"}  # of simulator: rights, and runs as HTML
DJANGO_PARTS |= {
    "labelling",
    "studies",
    "play_studies",
    "people",
    "results",
    "files",
}  # of annotation: what it does with its rows


class Module(NamedTuple):
    name: str
    source: str
    is_package: bool = False


class Import(NamedTuple):
    target: str
    line: int


def layer_of(name: str) -> str | None:
    parts = name.split(".")
    prefixes = (".".join(parts[:length]) for length in range(len(parts), 0, -1))
    return next((prefix for prefix in prefixes if prefix in HEIGHTS), None)


def may_use_django(name: str) -> bool:
    app, _, rest = name.partition(".")
    return app not in APPS or rest.partition(".")[0] in DJANGO_PARTS


def brings_django(target: str) -> bool:
    top = target.partition(".")[0]
    return top.startswith("django") or top == "channels" or (top in APPS and may_use_django(target))


def imports_of(module: Module) -> Iterator[Import]:
    """Every import, wherever it stands: at the top, in a function, under TYPE_CHECKING, or by `import_module`."""
    for node in ast.walk(ast.parse(module.source)):
        if isinstance(node, ast.Import):
            yield from (Import(alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = absolute_base(module, node)
            yield from (Import(f"{base}.{alias.name}", node.lineno) for alias in node.names)
        elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith(("import_module", "__import__")):
            constants = [part.value for part in node.args[:1] if isinstance(part, ast.Constant)]
            yield from (Import(str(value), node.lineno) for value in constants)


def absolute_base(module: Module, node: ast.ImportFrom) -> str:
    if not node.level:
        return node.module or ""
    parts = module.name.split(".")
    upwards = node.level - 1 if module.is_package else node.level
    kept = parts[: len(parts) - upwards]
    return ".".join([*kept, node.module] if node.module else kept)


def violations(module: Module) -> list[str]:
    own_layer = layer_of(module.name)
    assert own_layer is not None, f"{module.name} belongs to no layer"
    found = []
    for target, line in imports_of(module):
        layer = layer_of(target)
        if layer not in (None, own_layer) and HEIGHTS[layer] >= HEIGHTS[own_layer]:
            found.append(f"{module.name}:{line} imports {target}, but {own_layer} stands below or beside {layer}")
        if brings_django(target) and not may_use_django(module.name):
            found.append(f"{module.name}:{line} imports {target}, but only {sorted(DJANGO_PARTS)} may use Django")
    return found


@pytest.fixture(scope="session")
def modules(root: Path, repository_files: list[Path]) -> list[Module]:
    found = []
    for path in repository_files:
        if path.suffix == ".py" and path.parts[0] in HEIGHTS:
            is_package = path.name == "__init__.py"
            name = ".".join(path.parent.parts if is_package else path.with_suffix("").parts)
            found.append(Module(name, (root / path).read_text(encoding="utf-8"), is_package))
    return found


def test_every_module_imports_downwards_only_and_the_core_is_free_of_django(modules: list[Module]) -> None:
    broken = [violation for module in modules for violation in violations(module)]
    assert not broken, "\n".join(broken)


def test_only_the_teller_finds_words_for_moments(modules: list[Module]) -> None:
    """Everybody else formats what `simulator.showing.tell` and `owner_words` return."""
    words = tuple(f"simulator.showing.{name}" for name in ("action_words", "event_words", "phrase_filling", "verbs"))
    others = [module for module in modules if not module.name.startswith("simulator.showing")]
    found = [
        f"{module.name}:{line} imports {target}"
        for module in others
        for target, line in imports_of(module)
        if target.startswith(words)
    ]
    assert not found, "\n".join(found)


def test_the_guard_sees_every_package(modules: list[Module]) -> None:
    names = {module.name for module in modules}
    core = {f"simulator.{part}" for part in ("phone", "trace", "scenario", "agents", "episode")}
    packages = {*core, "pare_site", *APPS}
    assert packages <= names


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("simulator.phone.clock", "import simulator.trace.fold"),
        ("simulator.phone.clock", "from simulator import trace"),
        ("simulator.phone.clock", "from simulator.episode import play"),
        ("simulator.phone.clock", "from ..trace import fold"),
        ("simulator.phone.clock", "def late():\n    from simulator.agents import policy"),
        ("simulator.phone.clock", "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import simulator.scenario"),
        ("simulator.phone.clock", "import importlib\nimportlib.import_module('simulator.scenario')"),
        ("simulator.trace.fold", "from simulator.config import Config"),
        ("simulator.config", "from simulator.scenario.schema import Scenario"),
        ("simulator.scenario.loading", "from simulator.agents import policy"),
        ("simulator.episode", "import benchmark"),
        ("benchmark.report", "from pare_site.cli import main"),
        ("benchmark.report", "from replay import seek"),
        ("replay.seek", "import annotation.claim"),
        ("annotation.claim", "import benchmark.splits"),
    ],
)
def test_an_import_upwards_or_sideways_is_caught(name: str, source: str) -> None:
    assert len(violations(Module(name, source))) == 1


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("simulator.phone.apps.email", "import django"),
        ("simulator.trace.fold", "def late():\n    from django.db import models"),
        ("simulator.episode", "from channels.layers import get_channel_layer"),
        ("simulator.showing.tell", "from simulator.models import Run"),
        ("simulator.showing.tell", "from simulator import models"),
        ("benchmark.report", "import django_rq"),
    ],
)
def test_django_in_a_pure_module_is_caught(name: str, source: str) -> None:
    assert len(violations(Module(name, source))) == 1


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("simulator.phone.apps.email", "from simulator.phone.world import World"),
        ("simulator.agents.oracle", "from simulator.config import Config\nfrom simulator.scenario.goals import Goal"),
        ("simulator.showing.tell", "from simulator.episode import play\nfrom simulator.trace import fold"),
        ("simulator.models", "from django.db import models"),
        ("benchmark.report", "from simulator.episode import play\nimport json"),
        ("pare_site.cli.main", "import django\nfrom benchmark import check\nfrom replay import seek"),
    ],
)
def test_an_import_downwards_is_allowed(name: str, source: str) -> None:
    assert violations(Module(name, source)) == []


def test_a_relative_import_in_a_package_starts_at_the_package_itself() -> None:
    assert violations(Module("simulator.phone", "from .clock import Clock", is_package=True)) == []
    assert len(violations(Module("simulator.phone", "from .. import episode", is_package=True))) == 1


def test_what_is_shown_knows_no_app_by_name(modules: list[Module]) -> None:
    """Everything that is said about an app stands in its own words, so that a new one edits nothing else."""
    telling = [module for module in modules if module.name.startswith(("simulator.showing.", "simulator.agents."))]
    apps = "simulator.phone.apps."
    assert [module.name for module in telling if any(one.target.startswith(apps) for one in imports_of(module))] == []
