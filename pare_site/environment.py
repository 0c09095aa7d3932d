"""Reads typed settings from environment variables. A wrong value raises an error that says what to write."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from urllib.parse import SplitResult, urlsplit

from pare_site.machine import is_open
from simulator.words.numbers import whole_number

YES = ("1", "true", "yes", "on")
NO = ("", "0", "false", "no", "off")
OWN = "PARE_"
# Every variable with our prefix. DATABASE_URL and REDIS_URL have their usual names, which hosting services set.
KNOWN = (
    "PARE_ALLOWED_HOSTS",
    "PARE_BASE_URL",
    "PARE_BENCHMARK_SPLITS_DIR",
    "PARE_BODY_SECONDS",
    "PARE_CACHE_DIR",
    "PARE_DEBUG",
    "PARE_ENDPOINT_API_KEY",
    "PARE_ENV_FILE",
    "PARE_HEADER_SECONDS",
    "PARE_HOST",
    "PARE_MODELS_FILE",
    "PARE_MOST_UPLOAD_MB",
    "PARE_PLAY_HOURS",
    "PARE_PORT",
    "PARE_PUBLIC_READ",
    "PARE_SCENARIOS_DIR",
    "PARE_SECRET_KEY",
    "PARE_TRUSTED_ORIGINS",
    "PARE_UPLOAD_SPACE_MB",
    "PARE_VAR_DIR",
    "PARE_WORKERS",
)

_HOST = re.compile(r"\.?[\w-]+(\.[\w-]+)*|\[[0-9a-fA-F:.]+\]|\*")


class BadSetting(ValueError):
    """Raised for a variable with a wrong value. The message has the variable's name, the problem and a remedy."""

    def __init__(self, name: str, problem: str, remedy: str) -> None:
        super().__init__(f"{name}: {problem} {remedy}")


class Environment:
    """Reads environment variables by name."""

    def __init__(self, variables: Mapping[str, str] | None = None) -> None:
        self._variables = os.environ if variables is None else variables

    def text(self, name: str, default: str = "") -> str:
        """Return a variable without surrounding spaces, or the default if it is empty or not set."""
        return self._variables.get(name, "").strip() or default

    def names(self, name: str) -> list[str]:
        """Return the comma-separated parts of a variable; an empty list if the variable is not set."""
        return [part.strip() for part in self.text(name).split(",") if part.strip()]

    def flag(self, name: str) -> bool:
        """Return True for 1, true, yes or on, and False for 0, false, no, off or no value. Raises BadSetting."""
        given = self.text(name).lower()
        if given in YES:
            return True
        if given in NO:
            return False
        raise BadSetting(name, f"'{given}' is neither yes nor no.", "Write 1 or 0.")

    def number(self, name: str, default: int, smallest: int, largest: int) -> int:
        """Return a whole number, or the default if the variable is not set.

        Raises BadSetting if the value is not a whole number or is outside the limits.
        """
        given = self.text(name, str(default))
        number = whole_number(given, largest)
        if number is not None and number >= smallest:
            return number
        raise BadSetting(name, f"'{given}' is not allowed.", f"Write a whole number from {smallest} to {largest}.")

    def upload_space(self, name: str, most_upload: int) -> int:
        """Return the maximum bytes of all uploads in progress. Raises BadSetting if the largest upload does not fit."""
        least = -(-2 * most_upload // 1_000_000)
        space = self.number(name, max(512, least), 1, 1_000_000)
        if space < least:
            problem = f"'{space}' is too small for one upload of PARE_MOST_UPLOAD_MB: an upload takes twice its size."
            raise BadSetting(name, problem, f"Write at least {least}, or lower PARE_MOST_UPLOAD_MB.")
        return space * 1_000_000

    def url(self, name: str, schemes: tuple[str, ...], example: str) -> str:
        """Return an address without a trailing slash; empty if the variable is not set. Raises BadSetting."""
        given = self.text(name)
        if not given:
            return ""
        parts = _split(given)
        if parts is None or parts.scheme not in schemes or (not parts.hostname and parts.scheme != "unix"):
            # The message does not repeat the address, which may contain a password.
            raise BadSetting(name, "the value is not a valid address.", f"Write it like {example}.")
        return given.rstrip("/")

    def base_url(self, name: str) -> str:
        """Return the public address of the site, like https://lab.example/pare; empty if not set. Raises BadSetting."""
        given = self.url(name, ("http", "https"), "https://lab.example/pare")
        parts = urlsplit(given)
        if parts.query or parts.fragment or parts.username is not None or parts.password is not None:
            raise BadSetting(
                name, "the address has more than a host, a port and a path.", "Write it like https://lab.example/pare."
            )
        return given

    def redis_url(self, name: str) -> str:
        """Return the address of a Redis server; empty if the variable is not set."""
        return self.url(name, ("redis", "rediss", "unix"), "redis://127.0.0.1:6379/0")

    def hosts(self, name: str) -> list[str]:
        """Return host names without schemes and ports; `.lab.example` includes all subdomains. Raises BadSetting."""
        found = self.names(name)
        for host in found:
            if not _HOST.fullmatch(host):
                raise BadSetting(
                    name, f"'{host}' is not a host name.", "Write only names such as lab.example,192.168.1.7."
                )
        return found

    def origins(self, name: str) -> list[str]:
        """Return origins: a scheme, a host and optionally a port, such as `https://lab.example`. Raises BadSetting."""
        found = [origin.rstrip("/") for origin in self.names(name)]
        for origin in found:
            parts = _split(origin)
            if parts is None or parts.scheme not in ("http", "https") or f"{parts.scheme}://{parts.netloc}" != origin:
                raise BadSetting(name, f"'{origin}' is not an origin.", "Write origins like https://lab.example:8443.")
        return found


def refuse_public_debug(env: Environment, host_option: str = "") -> None:
    """Raise BadSetting if PARE_DEBUG is on while other machines can reach the site.

    `host_option` is the address from the command line, which replaces PARE_HOST.
    """
    if not env.flag("PARE_DEBUG"):
        return
    hosts = [("--host ", host_option)] if host_option else [("PARE_HOST=", env.text("PARE_HOST"))]
    # Behind a proxy the site listens on loopback. Then only these three settings show that other machines reach it.
    hosts.append(("PARE_BASE_URL=", urlsplit(env.base_url("PARE_BASE_URL")).hostname or ""))
    hosts += [("PARE_ALLOWED_HOSTS=", host) for host in env.hosts("PARE_ALLOWED_HOSTS")]
    hosts += [("PARE_TRUSTED_ORIGINS=", urlsplit(each).hostname or "") for each in env.origins("PARE_TRUSTED_ORIGINS")]
    public = [f"{setting}{host}" for setting, host in hosts if is_open(host)]
    if public:
        raise BadSetting(
            "PARE_DEBUG",
            "debug pages show source code and settings, and these settings let other machines reach them: "
            f"{', '.join(public)}.",
            "Set PARE_DEBUG=0, or use only loopback hosts in these settings (localhost, 127.0.0.1, ::1).",
        )


def unknown_names(names: Iterable[str]) -> list[str]:
    """Return a warning for every variable that has our prefix but is unknown: most likely it is misspelt."""
    remarks = []
    for name in sorted(name for name in names if name.startswith(OWN) and name not in KNOWN):
        close = get_close_matches(name, KNOWN, n=1, cutoff=0.8)
        meant = f"; did you mean {close[0]}?" if close else "."
        remarks.append(f"{name} is not a setting of PARE Studio{meant}")
    return remarks


def _split(address: str) -> SplitResult | None:
    try:
        parts = urlsplit(address)
        _ = parts.port
    except ValueError:
        return None
    return parts
