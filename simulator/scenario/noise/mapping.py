"""Mapping files: tools under other names and in other words."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from simulator.phone.renaming import wrong_with_descriptions, wrong_with_names
from simulator.scenario.noise.content import NoiseError
from simulator.scenario.yaml12 import YamlError, load_yaml

NAMES, DESCRIPTIONS = "tool_names_mapping", "tool_descriptions_mapping"


class Mappings(NamedTuple):
    names: dict[str, str]
    descriptions: dict[str, str]


def read_mapping(file: str) -> Mappings:
    """The two mappings of a YAML or JSON file; whatever else the file holds is left alone."""
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
        raise NoiseError(f"{file}: give `{NAMES}` or `{DESCRIPTIONS}`, each a mapping from a published tool name.")
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
