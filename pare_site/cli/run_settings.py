"""Reads the settings of a run from `--set key=value`, and lists all settings for the help."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from pare_site.cli.exits import Trouble
from pare_site.cli.parser import help_section
from simulator.config import EpisodeConfig
from simulator.options import BadOption, allowed, config_of, known_option, read_option

# `allowed` is exported for `run_plan`, which needs it in its own error messages about settings.
__all__ = ["allowed", "read_settings", "settings_help"]


def read_settings(pairs: Iterable[str], options: Mapping[str, Any]) -> EpisodeConfig:
    """Return the configuration from `key=value` pairs and flags. Raises Trouble for a bad or repeated setting."""
    values = {name: value for name, value in options.items() if value is not None}
    try:
        for pair in pairs:
            name, value = split_setting(pair)
            if name in values:
                raise Trouble(f"'{name}' is given twice. Keep one of them.")
            values[name] = value
        return config_of({name: read_option(name, value) for name, value in values.items()})
    except BadOption as error:
        raise Trouble(str(error)) from None


def split_setting(pair: str) -> tuple[str, str]:
    """Return name and value of `key=value`. Raises BadOption for an unknown name, and Trouble if `=` is missing."""
    name, sign, value = pair.partition("=")
    name = known_option(name)
    if not sign:
        raise Trouble(f"'{pair}' has no value. Write --set {name}=VALUE, with {allowed(name)}.")
    return name, value.strip()


def settings_help() -> str:
    """Return every setting with its default and range, for `pare run --help`."""
    lines = {}
    for name, field in EpisodeConfig.model_fields.items():
        default = "none" if field.default is None else _shown(field.default)
        lines[f"{name}={default}"] = f"{field.description} Takes {allowed(name)}."
    return help_section("settings for --set, with their defaults", lines)


def _shown(value: Any) -> str:
    if isinstance(value, tuple | dict) and not value:
        return "none"
    if isinstance(value, dict):
        return json.dumps(value)
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)
