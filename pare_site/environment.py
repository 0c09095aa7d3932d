"""Settings from environment variables: typed, and refused with a remedy where they make no sense."""

from __future__ import annotations

import os
from collections.abc import Mapping
from urllib.parse import urlsplit

YES = ("1", "true", "yes", "on")
NO = ("", "0", "false", "no", "off")


class BadSetting(ValueError):
    """An environment variable that cannot be used: its name, why, and what to write instead."""

    def __init__(self, name: str, problem: str, remedy: str) -> None:
        super().__init__(f"{name}: {problem} {remedy}")


class Environment:
    """Reads variables by name."""

    def __init__(self, variables: Mapping[str, str] | None = None) -> None:
        self._variables = os.environ if variables is None else variables

    def text(self, name: str, default: str = "") -> str:
        return self._variables.get(name, "").strip() or default

    def names(self, name: str) -> list[str]:
        """A list separated by commas."""
        return [part.strip() for part in self.text(name).split(",") if part.strip()]

    def flag(self, name: str) -> bool:
        given = self.text(name).lower()
        if given in YES:
            return True
        if given in NO:
            return False
        raise BadSetting(name, f"'{given}' is neither yes nor no.", "Write 1 or 0.")

    def url(self, name: str, schemes: tuple[str, ...], example: str) -> str:
        """An address without a slash at its end; empty if none is given."""
        given = self.text(name)
        if not given:
            return ""
        parts = urlsplit(given)
        if parts.scheme not in schemes or (not parts.hostname and parts.scheme != "unix"):
            raise BadSetting(name, f"'{given}' is not such an address.", f"Write it like {example}.")
        return given.rstrip("/")
