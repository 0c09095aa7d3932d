"""The kinds of moments that an episode is a list of. Everything else about an episode is computed from them."""

from __future__ import annotations

from typing import Any, Literal, TypeVar

import msgspec

from simulator.phone.actions import Side
from simulator.phone.perform import BAD_REPLY, Refusal
from simulator.phone.store import Patch
from simulator.trace.exchange import Exchange

Phase = Literal["observe", "execute"]
EndReason = Literal["turn_limit", "quiet", "stopped", "crashed", "unknown"]
"""Unknown: the trace of another system ends here and does not say why."""


class Envelope(msgspec.Struct, frozen=True, omit_defaults=True):
    """What differs between two runs of the same thing; outside both hashes."""

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
    """By hash: the messages and tool schemas that an exchange is the first to use."""
    original: dict[str, Any] = {}
    """Of a moment that was read from another system's trace: its record there, word for word."""


class Moment(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="kind", gc=False):
    """One entry. `at` is simulated time in UTC seconds since 1970, `local` the same on the owner's clock."""

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
    """Register a kind. Its tag is `name@version`; a changed meaning takes a new version."""
    tag = str(cls.__struct_config__.tag)
    if tag in _KINDS:
        raise ValueError(f"the moment kind {tag} is registered twice")
    _KINDS[tag] = cls
    return cls


def moment_kinds() -> dict[str, type[Moment]]:
    return dict(_KINDS)


@moment_kind
class Started(Moment, frozen=True, tag="started@1"):
    """The phone as the scenario lays it out; the hash guards that it is built the same again."""

    state_hash: str


@moment_kind
class Acted(Moment, frozen=True, tag="action@1"):
    """One action of the user, the assistant or the environment: a result, or an error and no change."""

    actor: Side
    app: str
    name: str
    args: dict[str, Any] = {}
    write: bool = False
    result: Any = None
    error: Refusal | None = None
    phase: Phase | None = None
    """For the assistant: watching, or carrying out an accepted offer."""
    proposal: str = ""
    """For the assistant's writes: the accepted offer they were made under."""
    seen: int | None = None
    """How many notices of its inbox the actor had been shown when it decided."""
    thinking: int = 0
    """Seconds of simulated time that the decision took."""
    event: str = ""
    """For the environment: the label in the scenario's timeline."""
    tags: tuple[str, ...] = ()
    asked: str | None = None
    """The name as it was called, where no action answers to it or the assistant knows the tool by another name."""

    @property
    def misread(self) -> str:
        """Why no action could be read from what the actor said; empty if one could."""
        return self.error.message if self.error is not None and self.error.code == BAD_REPLY else ""


@moment_kind
class Skipped(Moment, frozen=True, tag="skipped@1"):
    """An event of the timeline whose time came while something stood against it; it will not come any more."""

    event: str
    why: str


@moment_kind
class Remembered(Moment, frozen=True, tag="memory@1"):
    """A private note that a policy keeps for itself."""

    actor: Side
    note: Any


@moment_kind
class Said(Moment, frozen=True, tag="said@1"):
    """Words in a transcript of another system, of which it is not known what they did."""

    actor: Side
    role: str
    text: str


@moment_kind
class Forked(Moment, frozen=True, tag="forked@1"):
    """From here on another configuration holds."""

    parent: str
    parent_moment: int
    config: dict[str, Any]


@moment_kind
class Ended(Moment, frozen=True, tag="ended@1"):
    """Why the episode is over."""

    reason: EndReason
    error: str = ""
