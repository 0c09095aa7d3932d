"""A folder of finished episodes: which one it is, whole files only, and nothing that is believed unseen."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmark.cache_folder import VARIABLE, BadCacheFile, CacheFolder, choose, chosen_folder
from benchmark.plan.result_keys import key_of
from simulator.config import EpisodeConfig
from simulator.episode.loop import Episode
from simulator.scenario.library import Library
from simulator.trace.trace_writer import trace_bytes

CONFIG = EpisodeConfig(seed=3)


@pytest.fixture(scope="module")
def played() -> tuple[str, bytes]:
    """The key of an episode, and its trace."""
    story = Library.standard().get("email_notification")
    episode = Episode(story, CONFIG)
    list(episode.play())
    return key_of(story.hash, CONFIG, 1), trace_bytes(episode)


def test_the_variable_wins_over_what_was_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    assert chosen_folder(tmp_path) is None
    choose(tmp_path, tmp_path / "set")
    found = chosen_folder(tmp_path)
    assert found is not None and found.path == tmp_path / "set"
    monkeypatch.setenv(VARIABLE, str(tmp_path / "named"))
    found = chosen_folder(tmp_path)
    assert found is not None and found.path == tmp_path / "named"
    monkeypatch.delenv(VARIABLE)
    choose(tmp_path, None)
    assert chosen_folder(tmp_path) is None


def test_what_is_put_there_is_found_by_its_key(tmp_path: Path, played: tuple[str, bytes]) -> None:
    key, data = played
    folder = CacheFolder(tmp_path / "cache")
    assert folder.get(key) is None and folder.keys() == []
    folder.put(key, data)
    trace = folder.get(key)
    assert trace is not None and trace.header.config_hash == CONFIG.config_hash
    assert (folder.keys(), folder.size()) == ([key], len(data))
    assert folder.clear() == 1 and folder.keys() == []


@pytest.mark.parametrize("damage", ["cut", "changed", "renamed", "no trace"])
def test_what_is_not_as_its_name_says_is_refused(tmp_path: Path, played: tuple[str, bytes], damage: str) -> None:
    key, data = played
    folder = CacheFolder(tmp_path)
    if damage == "renamed":
        key = "ab" * 32
    bad = {"cut": data[:-200], "changed": data.replace(b'"turn":1', b'"turn":2', 1), "no trace": b"{}\n"}
    folder.put(key, bad.get(damage, data))
    with pytest.raises(BadCacheFile):
        folder.get(key)


def test_files_of_others_stay(tmp_path: Path, played: tuple[str, bytes]) -> None:
    folder = CacheFolder(tmp_path)
    folder.put(*played)
    other = tmp_path / "ab" / "notes.jsonl"
    other.parent.mkdir(exist_ok=True)
    other.write_text("mine")
    assert folder.clear() == 1
    assert other.read_text() == "mine"
