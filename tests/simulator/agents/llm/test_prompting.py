"""Prompts: built in, replaced from a folder, rendered strictly, and known by their hash."""

from __future__ import annotations

from pathlib import Path

import pytest

from simulator.agents.llm.prompting import (
    LONGEST,
    PromptError,
    PromptSet,
    built_in,
    effective,
    of_config,
    read_folder,
    slots_in,
)
from simulator.agents.policy import PlayerFailed
from simulator.config import EpisodeConfig


def with_slots() -> str:
    """A built-in prompt that has slots."""
    return next(name for name, text in built_in().texts.items() if slots_in(text))


def test_every_built_in_prompt_can_stand_for_itself() -> None:
    assert built_in().texts
    assert effective(built_in().texts).texts == built_in().texts


def test_slots_are_filled_once_and_what_fills_them_is_not_looked_into() -> None:
    name = with_slots()
    slots = slots_in(built_in().texts[name])
    first = sorted(slots)[0]
    rendered = built_in().render(name, **dict.fromkeys(slots, "{{" + first + "}}"))
    assert "{{" + first + "}}" in rendered
    assert built_in().render(name, **dict.fromkeys(slots, "x")) == rendered.replace("{{" + first + "}}", "x")


def test_a_slot_too_few_or_too_many_is_a_mistake_in_the_program() -> None:
    name = with_slots()
    slots = dict.fromkeys(slots_in(built_in().texts[name]), "")
    with pytest.raises(TypeError, match="has the slots"):
        built_in().render(name, **slots, unheard_of="")
    slots.popitem()
    with pytest.raises(TypeError, match="has the slots"):
        built_in().render(name, **slots)


def test_another_text_may_leave_slots_out() -> None:
    name = with_slots()
    prompts = effective({name: "Say nothing."})
    assert prompts.render(name, **dict.fromkeys(slots_in(built_in().texts[name]), "x")) == "Say nothing."


def test_the_hash_covers_every_text_and_no_order() -> None:
    name = with_slots()
    assert effective({}).hash == built_in().hash
    assert effective({name: "Another."}).hash != built_in().hash
    turned_round = dict(reversed(built_in().texts.items()))
    assert PromptSet(turned_round).hash == built_in().hash


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "is empty"),
        ("x" * (LONGEST + 1), "Shorten it"),
        ("one\ntwo {{ spaced }}", "line 2"),
        ("a {{slot_that_nothing_fills}}", "unknown slot"),
    ],
)
def test_a_text_that_could_not_be_used_is_refused_with_its_file_and_a_remedy(text: str, told: str) -> None:
    name = with_slots()
    with pytest.raises(PromptError, match=told) as refused:
        effective({name: text})
    assert name in str(refused.value)


def test_the_end_of_a_json_example_is_no_slot() -> None:
    example = '{"action": "wait", "action_input": {"a": {}}}'
    assert effective({with_slots(): example}).texts[with_slots()] == example


def test_an_unknown_name_is_refused_with_the_nearest_one() -> None:
    with pytest.raises(PromptError, match=r"did you mean 'observe\.txt'"):
        effective({"obsrve.txt": "Hello."})


def test_a_folder_replaces_the_prompts_that_it_holds(tmp_path: Path) -> None:
    (tmp_path / "observe.txt").write_bytes("\ufeffWatch.  \r\nWait.\r\n\r\n".encode())
    (tmp_path / ".hidden").write_text("of no concern")
    assert read_folder(tmp_path) == {"observe.txt": "Watch.\nWait."}


def test_a_folder_with_another_file_is_refused_whole(tmp_path: Path) -> None:
    (tmp_path / "observe.txt").write_text("Watch.")
    (tmp_path / "observes.txt").write_text("Watch.")
    with pytest.raises(PromptError, match=r"observes\.txt: there is no prompt with this name \(did you mean"):
        read_folder(tmp_path)


def test_what_is_wrong_in_a_folder_is_told_with_its_place(tmp_path: Path) -> None:
    with pytest.raises(PromptError, match="contains no prompts"):
        read_folder(tmp_path)
    with pytest.raises(PromptError, match="is not a folder"):
        read_folder(tmp_path / "nowhere")
    file = tmp_path / "observe.txt"
    file.write_bytes(b"caf\xe9")
    with pytest.raises(PromptError, match="byte 3 is not UTF-8"):
        read_folder(tmp_path)
    file.write_text("{{nonsense}}")
    with pytest.raises(PromptError, match="unknown slot") as refused:
        read_folder(tmp_path)
    assert str(tmp_path) in str(refused.value)
    file.unlink()
    file.mkdir()
    with pytest.raises(PromptError, match="there is no prompt with this name"):
        read_folder(tmp_path)


def test_a_run_takes_the_prompts_that_it_was_made_with() -> None:
    texts = {"observe.txt": "Watch."}
    config = EpisodeConfig(prompt_texts=texts, prompt_set=effective(texts).hash)
    assert of_config(config).texts["observe.txt"] == "Watch."


@pytest.mark.parametrize("prompt_set", ["", "0" * 64])
def test_a_run_with_other_prompts_than_its_own_is_not_played(prompt_set: str) -> None:
    with pytest.raises(PlayerFailed, match="start a new run") as failed:
        of_config(EpisodeConfig(prompt_set=prompt_set))
    assert failed.value.kind == "setup"


def test_a_run_with_a_prompt_that_is_unknown_here_is_not_played() -> None:
    with pytest.raises(PlayerFailed, match="there is no prompt with this name"):
        of_config(EpisodeConfig(prompt_texts={"other.txt": "x"}, prompt_set="0"))
