"""One completed event of a foreign trace: the call, its arguments, and its result or error."""

from __future__ import annotations

import ast
import json
import math
from collections.abc import Callable, Mapping
from typing import Any, Literal, NamedTuple

from replay.foreign.node import AS_EXPORTED, Node
from simulator.phone.writable import writable

Kind = Literal["ENV", "USER", "AGENT"]
KINDS: tuple[Kind, ...] = ("ENV", "USER", "AGENT")
# Maximum number of characters. `ast.literal_eval` builds a syntax tree, which takes far more memory than the text.
LONGEST_LITERAL = 100_000
MOST_TURNS = 10_000


class ForeignEvent(NamedTuple):
    number: int
    """Position in the file's list of events, counted from 0."""
    kind: Kind
    id: str
    time: float | None
    app: str
    """Name of the app in the trace."""
    function: str
    args: dict[str, Any]
    write: bool
    result: str | None
    error: str | None
    mode: str
    """The assistant's mode: observe, awaiting_confirmation or execute; empty if the file does not say."""
    turn: int | None
    raw: dict[str, Any]

    @property
    def called(self) -> str:
        """Return the app and the function as the logs name them."""
        return f"{self.app}__{self.function}"


def read_event(node: Node, number: int, kind: Kind) -> ForeignEvent:
    """Return a completed event. Raise ForeignError if it names no function or an argument has no name."""
    action, metadata = node["action"], node["metadata"]
    function = action["function"].text()
    if not function:
        action["function"].refuse("The event does not say which function was called.", AS_EXPORTED)
    return ForeignEvent(
        number=number,
        kind=kind,
        id=node["event_id"].text(),
        time=node["event_time"].time() or None,
        app=action["app"].text(),
        function=function,
        args=_arguments(action["args"]),
        write=action["operation_type"].text().upper() == "WRITE",
        result=_result(metadata["return_value"].value),
        error=metadata["exception"].text() or None,
        mode=metadata["proactive_mode"].text(),
        turn=metadata["turn_number"].whole(0, MOST_TURNS - 1),
        raw=writable(node.fields()),
    )


def _arguments(listed: Node) -> dict[str, Any]:
    args: dict[str, Any] = {}
    for one in listed.items():
        name = one["name"].text()
        if not name:
            one["name"].refuse("This argument has no name.", AS_EXPORTED)
        args[name] = typed_value(one["value"].value, one["value_type"].text())
    return args


def _result(value: Any) -> str | None:
    """Return the result as text: a string as the file has it, any other value as JSON; None if there is no result."""
    if value is None or isinstance(value, str):
        return None if value is None else str(writable(value))
    return json.dumps(writable(value), ensure_ascii=False)


def typed_value(value: Any, kind: str) -> Any:
    """Return the value of an argument, converted from its text in the file; the text itself if that fails."""
    if not isinstance(value, str):
        return writable(value)
    read = _READERS.get(kind.removeprefix("builtins."))
    if read is None:
        # Enumerations are written as `Gender.FEMALE`.
        return writable(value.removeprefix(f"{kind}.") if kind else value)
    try:
        return writable(read(value))
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError, OverflowError):
        return writable(value)


def _whole(text: str) -> int:
    return int(text)


def _real(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(text)
    return number


def _truth(text: str) -> bool:
    word = text.strip().lower()
    return word == "true" if word in ("true", "false") else bool(int(word))


def _literal(text: str) -> Any:
    """Return the value of a text in JSON or of a Python literal. Nothing in the text is executed."""
    try:
        return json.loads(text)
    except ValueError:
        if len(text) > LONGEST_LITERAL:
            raise
    value = ast.literal_eval(text)
    # The order of a set differs from process to process. It is sorted, so that the same file always gives the same run.
    return sorted(value, key=repr) if isinstance(value, set | frozenset) else value


def _nothing(text: str) -> None:
    return None


_READERS: Mapping[str, Callable[[str], Any]] = {
    "int": _whole,
    "float": _real,
    "bool": _truth,
    "list": _literal,
    "tuple": _literal,
    "set": _literal,
    "dict": _literal,
    "NoneType": _nothing,
}
