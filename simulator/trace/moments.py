"""The kinds of moments that make up a run, and their values. All other data of a run is computed from its moments."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Literal, TypeVar

import msgspec

from simulator.phone.actions import Side
from simulator.phone.perform import BAD_REPLY, Refusal
from simulator.phone.store import Change, Patch, patch_of
from simulator.phone.writable import writable, writable_text
from simulator.trace.exchange import Exchange

Phase = Literal["observe", "execute"]
# `unknown`: the trace of another system ends without saying why.
EndReason = Literal["turn_limit", "quiet", "stopped", "crashed", "unknown"]


class Envelope(msgspec.Struct, frozen=True, omit_defaults=True):
    """Data that may differ between two runs with the same content, such as costs. The content hash leaves it out."""

    wall: str = ""
    latency_ms: float | None = None
    tokens_in: int | None = None
    tokens_out: int | None = None
    cost: float | None = None
    """US dollars; None where no price is known."""
    attempt: int | None = None
    versions: dict[str, str] = {}
    thought: str = ""
    exchange: Exchange | None = None
    parts: dict[str, Any] = {}
    """The messages and tool schemas that the exchange is the first to use, by hash."""
    original: dict[str, Any] = {}
    """For a moment imported from another system's trace: the original record, unchanged."""


# `gc=False` keeps the many small structs of a run out of Python's garbage collector; they hold no cycles.
# `omit_defaults` also keeps hashes stable: a field that is added later does not appear in moments without it.
class Moment(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="kind", gc=False):
    """One moment. `at`: simulated time in UTC seconds since 1970. `local`: the same time on the owner's clock."""

    n: int
    at: int
    local: str
    turn: int = 0
    patches: tuple[Patch, ...] = ()
    """Every record this moment touched: applying the patches of all moments rebuilds the phone."""
    envelope: Envelope | None = None


M = TypeVar("M", bound=type[Moment])
_KINDS: dict[str, type[Moment]] = {}


def moment_kind(cls: M) -> M:
    """Register a kind of moment. The tag is `name@version`; a change of meaning needs a new version."""
    tag = str(cls.__struct_config__.tag)
    # The tag in a file selects the class, so a tag that is used twice would make traces ambiguous.
    if tag in _KINDS:
        raise ValueError(f"the moment kind {tag} is registered twice")
    _KINDS[tag] = cls
    return cls


def moment_kinds() -> dict[str, type[Moment]]:
    return dict(_KINDS)


@moment_kind
class Started(Moment, frozen=True, tag="started@1"):
    """The first moment of a run, with the hash of the phone at the start, which a rebuilt phone must match."""

    state_hash: str


@moment_kind
class Acted(Moment, frozen=True, tag="action@1"):
    """One action of the user, the assistant or the environment, with its result, or with its error if it failed."""

    actor: Side
    app: str
    name: str
    args: dict[str, Any] = {}
    write: bool = False
    result: Any = None
    error: Refusal | None = None
    phase: Phase | None = None
    """For the assistant: the phase in which it decided."""
    proposal: str = ""
    """For the assistant's writes: the accepted offer that allowed the write."""
    seen: int | None = None
    """Number of notices in the actor's inbox that the actor had been shown when it decided."""
    thinking: int = 0
    """Seconds of simulated time that the decision took."""
    event: str = ""
    """For the environment: the event's label, which starts with `noise:` for events of noise; empty for alarms."""
    tags: tuple[str, ...] = ()
    asked: str | None = None
    """The name that was called, if no action has that name or the assistant knows the tool by another name."""

    @property
    def misread(self) -> str:
        """Return why no action could be read from the actor's reply; empty if an action was read."""
        return self.error.message if self.error is not None and self.error.code == BAD_REPLY else ""


@moment_kind
class Skipped(Moment, frozen=True, tag="skipped@1"):
    """An event of the timeline that was cancelled because its `unless` condition was met."""

    event: str
    why: str


@moment_kind
class Remembered(Moment, frozen=True, tag="memory@1"):
    """A private note of a player."""

    actor: Side
    note: Any


@moment_kind
class Said(Moment, frozen=True, tag="said@1"):
    """A message in a transcript of another system; its effect is unknown."""

    actor: Side
    role: str
    text: str


@moment_kind
class Forked(Moment, frozen=True, tag="forked@1"):
    """The moment after the copied moments of a fork; from here on, a different configuration applies."""

    parent: str
    parent_moment: int
    config: dict[str, Any]


@moment_kind
class Ended(Moment, frozen=True, tag="ended@1"):
    """The end of the run, with the reason."""

    reason: EndReason
    error: str = ""


# Tag of an imported moment that this phone cannot show; it changes nothing here.
UNTOLD = "untold"
# Tag of an imported moment whose screen differed in the other system; it is shown here as far as possible.
FITTED = "fitted"
# Tag of an imported moment whose figures are this phone's own, because the trace does not have them.
ESTIMATED = "estimated"
# Code of an error that the other system reported.
FAILED_THERE = "failed_there"


_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")


def plain(value: Any) -> Any:
    """Return the value as it will be read back from JSON: lists for tuples, text for values that JSON cannot hold."""
    # ASCII text and None come back from JSON unchanged, so they skip the round trip.
    if value is None or (type(value) is str and value.isascii()):
        return value
    try:
        return msgspec.json.decode(msgspec.json.encode(value))
    except (TypeError, ValueError, OverflowError, RecursionError):
        return msgspec.json.decode(msgspec.json.encode(writable(value)))


def patches_of(changes: Iterable[Change]) -> tuple[Patch, ...]:
    """Return the changes as patches, which a moment stores."""
    return tuple(patch_of(change) for change in changes)


def plain_text(text: str) -> str:
    """Return text without memory addresses, which differ from run to run, and with broken characters escaped."""
    return writable_text(_ADDRESS.sub("", text))
