"""Where scenario and split files lie: the folders that a setting names, or those of the benchmark package."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path

SCENARIOS = "PARE_SCENARIOS_DIR"
SPLITS = "PARE_BENCHMARK_SPLITS_DIR"


class FolderError(Exception):
    """A folder that a setting names is not there."""


def scenario_folders(environ: Mapping[str, str]) -> list[Path]:
    """The folders in PARE_SCENARIOS_DIR, separated by commas; without it, the benchmark's own scenarios."""
    named = _named_folders(SCENARIOS, environ)
    if named:
        return named
    own = benchmark_folder() / "scenarios"
    if not own.is_dir():
        raise FolderError(f"There is no folder {own}. Set {SCENARIOS} to the folder that holds your scenario files.")
    return [own]


def split_folders(environ: Mapping[str, str]) -> list[Path]:
    """The folders in PARE_BENCHMARK_SPLITS_DIR, separated by commas; without it, the benchmark's own splits, if any."""
    own = benchmark_folder() / "splits"
    return _named_folders(SPLITS, environ) or ([own] if own.is_dir() else [])


def benchmark_folder() -> Path:
    """The benchmark package stands above the simulator, which must not import it, but it lies beside it on the disk."""
    return Path(str(files("simulator"))).parent / "benchmark"


def _named_folders(variable: str, environ: Mapping[str, str]) -> list[Path]:
    names = [name.strip() for name in environ.get(variable, "").split(",")]
    return list(dict.fromkeys(_existing(name, variable) for name in names if name))


def _existing(name: str, variable: str) -> Path:
    """A relative folder starts at the current one or, failing that, in the benchmark package."""
    wanted = Path(name).expanduser()
    places = [wanted] if wanted.is_absolute() else [Path.cwd() / wanted, benchmark_folder() / wanted]
    for place in places:
        if place.is_dir():
            return place.resolve()
    tried = " or ".join(str(place) for place in places)
    raise FolderError(f"{variable} names the folder '{name}', but there is no {tried}. Correct it or make the folder.")
