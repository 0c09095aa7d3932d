"""Prompts of language models: text files with named slots. A set of prompts is identified by its hash."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, cached_property
from pathlib import Path

from simulator.agents.policy import PlayerFailed
from simulator.config import EpisodeConfig
from simulator.trace.hashing import json_hash
from simulator.words.english import close_to, spoken

FOLDER = Path(__file__).parent.parent / "prompts"
ENDING = ".txt"
# Maximum number of characters of a prompt.
LONGEST = 100_000
_SLOT = re.compile(r"\{\{([a-z][a-z0-9_]*)\}\}")
_OPENING = re.compile(r"\{\{(?![a-z][a-z0-9_]*\}\})")


class PromptError(ValueError):
    """Raised if a prompt can't be used. The message names the file and says how to fix it."""


class PromptSet:
    """All prompts by the name of their file, such as `observe.txt`."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self.texts = dict(sorted(texts.items()))

    @cached_property
    def hash(self) -> str:
        return json_hash(self.texts)

    def render(self, name: str, /, **slots: str) -> str:
        """Return the text with its slots filled.

        Pass every slot of the built-in text, even if the text that replaces it uses fewer slots.
        """
        known = built_in().texts
        wanted = slots_in(known.get(name, self.texts[name]))
        if wanted != slots.keys():
            raise TypeError(f"{name} has the slots {sorted(wanted)}, not {sorted(slots)}")
        return _SLOT.sub(lambda found: slots[found[1]], self.texts[name])


def slots_in(text: str) -> set[str]:
    return set(_SLOT.findall(text))


@cache
def built_in() -> PromptSet:
    return PromptSet({file.name: _read(file) for file in FOLDER.glob(f"*{ENDING}")})


def effective(texts: Mapping[str, str]) -> PromptSet:
    """Return the built-in prompts, some replaced by `texts`. Raises PromptError for texts that can't be used."""
    known = built_in().texts
    for name, text in texts.items():
        if problem := _wrong_with(name, text, known):
            raise PromptError(problem)
    return PromptSet({**known, **texts})


def of_config(config: EpisodeConfig) -> PromptSet:
    """Return the prompts of a run. Raises PlayerFailed if they can't be used or their hash is not `prompt_set`."""
    try:
        prompts = effective(config.prompt_texts)
    except PromptError as error:
        raise PlayerFailed("setup", str(error)) from None
    if prompts.hash != config.prompt_set:
        told = f"set {config.prompt_set[:12]}" if config.prompt_set else "no set of prompts"
        raise PlayerFailed(
            "setup",
            f"The run names {told}, but the prompts here make set {prompts.hash[:12]}. "
            "Play the run with the version that started it, or start a new run.",
        )
    return prompts


def read_folder(folder: Path) -> dict[str, str]:
    """Return the texts in a folder that replace built-in prompts, by the prompt's name. Raises PromptError."""
    if not folder.is_dir():
        raise PromptError(f"{folder} is not a folder. Give a folder with prompts such as {_examples()}.")
    known = built_in().texts
    found: dict[str, str] = {}
    for file in sorted(folder.iterdir()):
        if file.name.startswith("."):
            continue
        if file.name not in known or not file.is_file():
            raise PromptError(f"{file}: {_unknown(file.name, known)}")
        text = _read(file)
        if problem := _wrong_with(file.name, text, known):
            raise PromptError(f"{folder}: {problem}")
        found[file.name] = text
    if not found:
        raise PromptError(f"{folder} contains no prompts. Add one or more of {_examples()}.")
    return found


def _wrong_with(name: str, text: str, known: Mapping[str, str]) -> str:
    """Return what is wrong with a text that replaces a prompt; empty if the text can be used."""
    if name not in known:
        return f"'{name}': {_unknown(name, known)}"
    if not text.strip():
        return f"{name} is empty. Write a prompt, or delete the file to use the built-in one."
    if len(text) > LONGEST:
        return f"{name} has {len(text):,} characters; at most {LONGEST:,} are allowed. Shorten it."
    if opening := _OPENING.search(text):
        line = text.count("\n", 0, opening.start()) + 1
        slots = _slots(known[name])
        return f"{name}, line {line}: the text after '{{{{' is not a slot. Write slots without spaces, such as {slots}."
    for slot in sorted(slots_in(text) - slots_in(known[name])):
        hint = close_to(slot, slots_in(known[name]))
        return f"{name} has an unknown slot {{{{{slot}}}}}{hint}. It may use {_slots(known[name])}."
    return ""


def _unknown(name: str, known: Mapping[str, str]) -> str:
    hint = close_to(name, known)
    return f"there is no prompt with this name{hint}. Remove the prompt, or rename it to {_examples()}."


def _examples() -> str:
    return spoken(built_in().texts, "or")


def _slots(text: str) -> str:
    return spoken((f"{{{{{slot}}}}}" for slot in sorted(slots_in(text))), "or") or "no slots at all"


def _read(file: Path) -> str:
    try:
        text = file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise PromptError(f"{file}: byte {error.start} is not UTF-8. Save the file as UTF-8 text.") from None
    except OSError as error:
        raise PromptError(f"{file}: can't be read ({error.strerror}). Check that it exists and is readable.") from None
    # Line ends and spaces at line ends do not change the hash of a set.
    return "\n".join(line.rstrip() for line in text.splitlines()).strip("\n")
