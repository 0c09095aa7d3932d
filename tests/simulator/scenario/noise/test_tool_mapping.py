"""Files that give tools other names and words."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from simulator.scenario.noise.noise_content import NoiseError
from simulator.scenario.noise.tool_noise import read_mapping

YAML = """\
tool_names_mapping:
  Emails__send_email: Post__dispatch
  Messages__send_message: chat-away
tool_descriptions_mapping:
  Emails__send_email: Hands a letter to the post.
"""
NAMES = {"Emails__send_email": "Post__dispatch", "Messages__send_message": "chat-away"}
WORDS = {"Emails__send_email": "Hands a letter to the post."}


def file(folder: Path, text: str | bytes, name: str = "mapping.yaml") -> str:
    path = folder / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return str(path)


def refusal(name: str) -> str:
    with pytest.raises(NoiseError) as caught:
        read_mapping(name)
    assert name in str(caught.value)
    return str(caught.value)


def test_a_file_in_yaml_is_read(tmp_path: Path) -> None:
    assert read_mapping(file(tmp_path, YAML)) == (NAMES, WORDS)


def test_a_file_in_json_is_read(tmp_path: Path) -> None:
    data = {"tool_names_mapping": NAMES, "tool_descriptions_mapping": WORDS}
    assert read_mapping(file(tmp_path, json.dumps(data, indent=1), "mapping.json")) == (NAMES, WORDS)


def test_one_of_the_two_is_enough(tmp_path: Path) -> None:
    names, _, words = YAML.partition("tool_descriptions_mapping")
    assert read_mapping(file(tmp_path, names)) == (NAMES, {})
    assert read_mapping(file(tmp_path, f"tool_descriptions_mapping{words}")) == ({}, WORDS)


def test_an_empty_mapping_changes_nothing(tmp_path: Path) -> None:
    assert read_mapping(file(tmp_path, "tool_names_mapping: {}\ntool_descriptions_mapping:\n")) == ({}, {})


def test_whatever_else_a_file_holds_is_left_alone(tmp_path: Path) -> None:
    assert read_mapping(file(tmp_path, f"apps: []\n{YAML}")) == (NAMES, WORDS)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "give `tool_names_mapping` or `tool_descriptions_mapping`"),
        ("- a", "give `tool_names_mapping` or `tool_descriptions_mapping`"),
        ("names: {}", "give `tool_names_mapping` or `tool_descriptions_mapping`"),
        ("tool_names_mapping: []", "tool_names_mapping must map tool names to texts"),
        ("tool_names_mapping: 0", "tool_names_mapping must map tool names to texts"),
        ("tool_names_mapping: {Emails__send_email: 7}", "tool_names_mapping must map tool names to texts"),
        ("tool_descriptions_mapping: {Emails__send_email: null}", "tool_descriptions_mapping must map tool names"),
        ("tool_names_mapping: {Emails__send_mail: x}", "There is no tool 'Emails__send_mail' (did you mean 'Emails__"),
        ("tool_names_mapping: {3: x}", "There is no tool '3'"),
        ("tool_names_mapping: {Emails__send_email: a b}", "'a b' cannot be the name of a tool"),
        ("tool_descriptions_mapping: {Emails__send_email: ' '}", "The description of Emails__send_email is empty"),
        ("tool_names_mapping: {Emails__send_email: x", "mapping.yaml:1"),
        ("tool_names_mapping: &a {}\nb: *c", "an alias has no anchor"),
        (b"\xff\xfe", "is not UTF-8 text; save it as UTF-8"),
    ],
)
def test_a_file_that_is_no_mapping_is_refused(tmp_path: Path, text: str | bytes, says: str) -> None:
    assert says in refusal(file(tmp_path, text))


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    assert "No such file or directory. Name a readable file." in refusal(str(tmp_path / "gone.yaml"))
    assert "Is a directory" in refusal(str(tmp_path))
    assert "cannot be read" in refusal("a\0b")
