"""The golden traces: every pilot scenario played by the baselines, without and with noise, one archive per engine.

`python -m tests.golden.traces` plays them with the engine of today and writes `traces_<version>.tar.xz` beside the
archives of earlier engines, which stay: they show that old traces can still be opened and verified. An archive of this
engine is replaced. Do that only in a change that is meant to alter what happens in a run or how it is judged, and say
in the commit why it may.
"""

from __future__ import annotations

import lzma
import tarfile
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

from simulator.config import EpisodeConfig
from simulator.engine_version import ENGINE_VERSION
from simulator.episode.loop import Episode
from simulator.scenario.library import Library
from simulator.trace.trace_writer import dump

FOLDER = Path(__file__).parent
ASSISTANTS = ("oracle", "silent", "eager", "random", "parrot")
# The engine whose stored screens `surface.py` compares.
FIRST = "0.3.0"
# Baselines that an engine did not have yet.
MISSING = {FIRST: {"parrot"}}
NOISE: dict[str, Any] = {"env_events_per_minute": 6, "tool_failure_probability": 0.2}
SPLIT = "pilot"


class Golden(NamedTuple):
    """One stored trace."""

    engine: str
    scenario: str
    assistant: str
    noise: bool

    @property
    def file(self) -> str:
        return f"{self.scenario}.{self.assistant}{'.noise' if self.noise else ''}.jsonl"

    @property
    def config(self) -> EpisodeConfig:
        return EpisodeConfig(assistant=self.assistant, **(NOISE if self.noise else {}))


def archive_of(engine: str) -> Path:
    return FOLDER / f"traces_{engine.replace('.', '_')}.tar.xz"


def stored_engines() -> list[str]:
    """Return the versions of the engines whose traces are stored."""
    names = (file.name.removesuffix(".tar.xz").removeprefix("traces_") for file in FOLDER.glob("traces_*.tar.xz"))
    return sorted(name.replace("_", ".") for name in names)


def scenario_ids() -> list[str]:
    return sorted(story.id for story in Library.standard({}).filter(split=SPLIT))


def goldens_of(engine: str, scenario: str) -> Iterator[Golden]:
    for assistant in ASSISTANTS:
        if assistant not in MISSING.get(engine, ()):
            yield from (Golden(engine, scenario, assistant, noise) for noise in (False, True))


def play(golden: Golden) -> Episode:
    return Episode(Library.standard({}).get(golden.scenario), golden.config).run()


@cache
def stored(engine: str) -> dict[str, bytes]:
    """Return the stored traces of an engine by file name."""
    with tarfile.open(archive_of(engine), "r:xz") as archive:
        members = [(member.name, archive.extractfile(member)) for member in archive.getmembers()]
        return {name: content.read() for name, content in members if content is not None}


def _write_archive(engine: str) -> None:
    buffer = BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        for golden in (golden for scenario in scenario_ids() for golden in goldens_of(engine, scenario)):
            episode = play(golden)
            trace = dump(episode.header(), episode.moments, episode.result())
            member = tarfile.TarInfo(golden.file)
            member.size = len(trace)
            archive.addfile(member, BytesIO(trace))
    archive_of(engine).write_bytes(lzma.compress(buffer.getvalue(), preset=9 | lzma.PRESET_EXTREME))


if __name__ == "__main__":
    _write_archive(ENGINE_VERSION)
