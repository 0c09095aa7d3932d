"""Noise in tools: calls that fail by chance or as configured, and tools under other names and descriptions."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, NamedTuple

from simulator.config import EpisodeConfig
from simulator.phone.actions import Action
from simulator.phone.keyed_random import keyed
from simulator.phone.perform import assistant_tools
from simulator.phone.tool_names import wrong_with_descriptions, wrong_with_names
from simulator.phone.world import World
from simulator.scenario.noise.noise_content import NoiseError
from simulator.scenario.yaml12 import YamlError, load_yaml
from simulator.trace.ledger import Ledger

# Recorded as the error of a moment: rewording it would change content hashes.
BREAKDOWN = "The app had an internal error and did nothing."


def breakdown_of(
    asked: str, config: EpisodeConfig, world: World, ledger: Ledger, writes: int
) -> Literal["", "noise", "ordered"]:
    """Return "noise" if the assistant's next call must fail by chance, "ordered" if the configuration makes it fail.

    Return an empty string if neither is true. `writes`: the number of writes that the assistant tried before.
    """
    if not config.failing_writes and not config.tool_failure_probability:
        return ""
    tool = assistant_tools(world).get(config.naming.published(asked) or "")
    if tool is None:
        return ""
    if _by_chance(tool, config, ledger):
        return "noise"
    return "ordered" if tool.write and writes in config.failing_writes else ""


def _by_chance(tool: Action, config: EpisodeConfig, ledger: Ledger) -> bool:
    # Keyed by the tool and how often it was called: two assistants with the same calls meet the same failures, and
    # a call that fails at one probability also fails at a higher one.
    if not config.tool_failure_probability:
        return False
    calls = sum(1 for act in ledger.assistant_acts if act.app == tool.app and act.name == tool.name)
    chance = keyed(config.env_events_seed, f"noise.failure.{tool.full_name}", calls)
    return chance.random() < config.tool_failure_probability


NAMES, DESCRIPTIONS = "tool_names_mapping", "tool_descriptions_mapping"


class Mappings(NamedTuple):
    names: dict[str, str]
    descriptions: dict[str, str]


def read_mapping(file: str) -> Mappings:
    """Return the tool names and descriptions in a YAML or JSON file; other keys are ignored.

    Raise NoiseError if the file can't be read or a mapping is wrong.
    """
    try:
        data = load_yaml(Path(file).read_text(encoding="utf-8"), file).data
    except YamlError as error:
        raise NoiseError(str(error)) from None
    except UnicodeDecodeError:
        raise NoiseError(f"{file} is not UTF-8 text; save it as UTF-8.") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise NoiseError(f"'{file}' cannot be read: {reason}. Name a readable file.") from None
    if not isinstance(data, Mapping) or not {NAMES, DESCRIPTIONS} & data.keys():
        raise NoiseError(f"{file}: give `{NAMES}` or `{DESCRIPTIONS}`, which map published tool names to texts.")
    mappings = Mappings(*(_texts(data.get(part), part, file) for part in (NAMES, DESCRIPTIONS)))
    problem = wrong_with_names(mappings.names) or wrong_with_descriptions(mappings.descriptions)
    if problem:
        raise NoiseError(f"{file}: {problem}")
    return mappings


def _texts(part: Any, name: str, file: str) -> dict[str, str]:
    if part is None:
        return {}
    if not isinstance(part, Mapping) or not all(isinstance(value, str) for value in part.values()):
        raise NoiseError(f"{file}: {name} must map tool names to texts, as in `Emails__send_email: Post__dispatch`.")
    return {str(key): value for key, value in part.items()}
