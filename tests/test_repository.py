"""Keeps the repository portable: exact, hashed dependencies and no trace of the machine it was written on."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

# Put together from pieces, so that this file does not match itself.
REGISTRY = re.compile(
    "|".join(["pypi" + r"\.org", "python" + "hosted", "npm" + r"js\.", "yarn" + "pkg", "index" + "-url"])
)
MACHINE_PATH = re.compile(r"(?<![\w.~)}\]-])/(?:" + "|".join(["root", "work", "home", "tmp"]) + r")\b")
PINNED = re.compile(r"^(?P<name>[a-z0-9-]+)==(?P<version>\S+)(?P<rest>(?:.*\\\n)+.*)$", re.MULTILINE)
LOCKS = ["run", "test"]
SHIPPED = {".py", ".yaml", ".txt", ".json"}


def pins(lock: Path) -> dict[str, str]:
    """Name and version of each requirement that is pinned exactly and has a hash."""
    found = PINNED.finditer(lock.read_text(encoding="utf-8"))
    return {pin["name"]: pin["version"] for pin in found if "--hash=sha256:" in pin["rest"]}


def normal_name(requirement: str) -> str:
    name = re.split(r"[^\w.-]", requirement, maxsplit=1)[0]
    return re.sub(r"[-_.]+", "-", name).lower()


def matches(pattern: re.Pattern[str], root: Path, files: list[Path]) -> list[str]:
    found = []
    for path in files:
        try:
            lines = (root / path).read_text(encoding="utf-8").splitlines()
        except UnicodeDecodeError:
            continue
        found += [
            f"{path}:{number} {line.strip()[:100]}" for number, line in enumerate(lines, 1) if pattern.search(line)
        ]
    return found


@pytest.fixture
def text_files(repository_files: list[Path]) -> list[Path]:
    return [path for path in repository_files if path.suffix != ".svg"]


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_file_names_no_address(root: Path, lock: str) -> None:
    assert not re.search(r"https?://", (root / "requirements" / f"{lock}.lock").read_text(encoding="utf-8"))


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_file_pins_every_line_with_a_hash(root: Path, lock: str) -> None:
    path = root / "requirements" / f"{lock}.lock"
    starts = [
        line for line in path.read_text(encoding="utf-8").splitlines() if line and not line.startswith((" ", "#"))
    ]
    assert len(pins(path)) == len(starts) > 0


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_file_pins_every_dependency_of_the_project(root: Path, lock: str) -> None:
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = {normal_name(requirement) for requirement in project["dependencies"]}
    missing = wanted - pins(root / "requirements" / f"{lock}.lock").keys()
    assert not missing, f"Run `make lock`: requirements/{lock}.lock lacks {sorted(missing)}"


def test_the_test_lock_holds_every_pin_of_the_run_lock(root: Path) -> None:
    run, test = (pins(root / "requirements" / f"{lock}.lock") for lock in LOCKS)
    assert run.items() <= test.items()


def test_no_file_names_a_package_registry(root: Path, text_files: list[Path]) -> None:
    assert not matches(REGISTRY, root, text_files)


def test_no_file_names_a_path_of_one_machine(root: Path, text_files: list[Path]) -> None:
    assert not matches(MACHINE_PATH, root, text_files)


@pytest.mark.parametrize("text", ["cd /{}/x", '"/{}"', "=/{}/y"])
@pytest.mark.parametrize("folder", ["root", "work", "home", "tmp"])
def test_a_path_of_one_machine_is_recognised(text: str, folder: str) -> None:
    assert MACHINE_PATH.search(text.format(folder))


@pytest.mark.parametrize("text", ["home/work", "/homes", "./tmp", "$(DIR)/tmp", "phone/home/"])
def test_other_words_with_a_slash_are_no_machine_path(text: str) -> None:
    assert not MACHINE_PATH.search(text)


def test_every_module_with_code_has_the_future_import(root: Path, repository_files: list[Path]) -> None:
    lacking = []
    for path in repository_files:
        if path.suffix == ".py":
            tree = ast.parse((root / path).read_text(encoding="utf-8"))
            statements = tree.body if ast.get_docstring(tree) is None else tree.body[1:]
            if statements and ast.unparse(statements[0]) != "from __future__ import annotations":
                lacking.append(str(path))
    assert not lacking


@pytest.mark.all
def test_the_built_wheel_holds_the_code_and_data_and_nothing_else(
    root: Path, repository_files: list[Path], tmp_path: Path
) -> None:
    source = tmp_path / "source"
    for path in repository_files:
        (source / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(root / path, source / path)
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check", "--no-index"]
    subprocess.run([*command, "--no-deps", "--no-build-isolation", "-w", tmp_path, source], check=True, timeout=120)

    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        packed = {name for name in archive.namelist() if ".dist-info/" not in name}
    packages = {"simulator", "benchmark", "replay", "annotation", "pare_site"}
    ours = {path.as_posix() for path in repository_files if path.parts[0] in packages and path.suffix in SHIPPED}
    assert packed == ours
