"""The golden traces: every pilot scenario played by five baselines, without and with noise, packed into one file.

`python -m tests.golden.traces` plays them again and replaces the file. Do that only in a change that is meant to alter
what happens in a run or how it is judged, and say in the commit why it may.
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
from simulator.episode.loop import Episode
from simulator.scenario.library import Library
from simulator.trace.trace_writer import dump

ARCHIVE = Path(__file__).parent / "traces.tar.xz"
ASSISTANTS = ("oracle", "silent", "eager", "random", "parrot")
NOISE: dict[str, Any] = {"env_events_per_minute": 6, "tool_failure_probability": 0.2}
SPLIT = "pilot"


class Golden(NamedTuple):
    """One stored trace."""

    scenario: str
    assistant: str
    noise: bool

    @property
    def file(self) -> str:
        return f"{self.scenario}.{self.assistant}{'.noise' if self.noise else ''}.jsonl"

    @property
    def config(self) -> EpisodeConfig:
        return EpisodeConfig(assistant=self.assistant, **(NOISE if self.noise else {}))


def scenario_ids() -> list[str]:
    return sorted(story.id for story in Library.standard({}).filter(split=SPLIT))


def goldens_of(scenario: str) -> Iterator[Golden]:
    for assistant in ASSISTANTS:
        yield from (Golden(scenario, assistant, noise) for noise in (False, True))


def stored_goldens_of(scenario: str) -> list[Golden]:
    """Return those that are stored: engine 0.3.0, which played them, had no `parrot` yet."""
    return [golden for golden in goldens_of(scenario) if golden.file in stored()]


def play(golden: Golden) -> Episode:
    return Episode(Library.standard({}).get(golden.scenario), golden.config).run()


@cache
def stored() -> dict[str, bytes]:
    """Return the stored traces by file name."""
    with tarfile.open(ARCHIVE, "r:xz") as archive:
        members = [(member.name, archive.extractfile(member)) for member in archive.getmembers()]
        return {name: content.read() for name, content in members if content is not None}


def _replace_archive() -> None:
    buffer = BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        for golden in (golden for scenario in scenario_ids() for golden in goldens_of(scenario)):
            episode = play(golden)
            trace = dump(episode.header(), episode.moments, episode.result())
            member = tarfile.TarInfo(golden.file)
            member.size = len(trace)
            archive.addfile(member, BytesIO(trace))
    ARCHIVE.write_bytes(lzma.compress(buffer.getvalue(), preset=9 | lzma.PRESET_EXTREME))


if __name__ == "__main__":
    _replace_archive()
