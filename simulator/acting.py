"""The moment that an action becomes: what was done, what came of it, and by which name it was called."""

from __future__ import annotations

from typing import Any

from simulator.agents.policy import Decision
from simulator.phone.actions import Side
from simulator.phone.naming import Naming
from simulator.phone.perform import UNKNOWN_TOOL, Done
from simulator.trace.moments import Acted
from simulator.trace.values import patches_of, plain

_NO_SUCH_ACTION = ("not_available", UNKNOWN_TOOL)


def acted(actor: Side, done: Done, decision: Decision | None, naming: Naming, **fields: Any) -> Acted:
    """`decision`: of the player whose action it is; the environment has none."""
    return Acted(
        patches=patches_of(done.changes),
        envelope=decision.envelope if decision is not None else None,
        actor=actor,
        app=done.app,
        name=done.name,
        args=done.args if decision is not None else plain(done.args),
        write=done.write,
        result=plain(done.result),
        error=done.error,
        asked=None if decision is None else _asked(actor, done, decision, naming),
        **fields,
    )


def _asked(actor: Side, done: Done, decision: Decision, naming: Naming) -> str | None:
    """The name as it was called, where the moment does not tell it."""
    unknown = done.error is not None and done.error.code in _NO_SUCH_ACTION
    named = actor == "assistant" and not decision.problem
    renamed = named and naming.published(decision.name) != decision.name
    return decision.name if unknown or renamed else None
