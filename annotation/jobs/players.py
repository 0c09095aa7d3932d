"""Who played the assistant of a run, and whether it was played with noise: of imported runs what their file says."""

from __future__ import annotations

from typing import Any

from simulator.models import Episode
from simulator.showing.cast import cast_of

UNNAMED = "model without a name"
_ASSISTANT = ("observe", "execute")
_SAID_OF_NOISE = ("has_tool_augmentation", "has_env_events_augmentation")


def model_of(row: Episode) -> str:
    """`oracle`, `llm (gpt-5 and gpt-5-mini)`; of a foreign run the models that its file names."""
    if not row.is_foreign:
        return cast_of(row.config_now).assistant
    named = (_said(row).get("models") or {}) if isinstance(_said(row).get("models"), dict) else {}
    names = dict.fromkeys(_short(str(named[stage])) for stage in _ASSISTANT if named.get(stage))
    return " and ".join(names) or UNNAMED


def is_noisy(row: Episode) -> bool:
    """Whether unrelated events came, or tools were made to fail; both kinds count."""
    if row.is_foreign:
        return any(_said(row).get(name) for name in _SAID_OF_NOISE)
    return any(
        config.get(name)
        for config in filter(None, (row.config, row.forked_config))
        for name in ("tool_failure_probability", "env_events_per_minute", "failing_writes")
    )


def _said(row: Episode) -> dict[str, Any]:
    said: dict[str, Any] = (row.imported or {}).get("said") or {}
    return said


def _short(name: str) -> str:
    """The last part of a long address, which is the one that names the model."""
    return name.rpartition("/")[2] if name.startswith("arn:") else name
