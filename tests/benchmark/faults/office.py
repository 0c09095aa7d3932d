"""Starts sweeps and looks at them, in a process that has the database and the Redis of a ground."""

from __future__ import annotations

import json
import subprocess
import sys
import traceback
from collections.abc import Callable, Mapping
from types import TracebackType
from typing import Any, Self

from tests.benchmark.faults.ground import HERE, ROOT, Ground, Machine
from tests.waiting import PATIENCE, read_line

Answer = dict[str, Any]
_PATIENCE = 240.0
"""Seconds; a look at a big sweep takes a while, and its database may be away at first."""


class Office:
    """Asks line by line. What goes wrong over there is an AssertionError here."""

    def __init__(self, ground: Ground, machine: Machine = HERE) -> None:
        self._process = subprocess.Popen(
            [*machine.within, sys.executable, "-m", "tests.benchmark.faults.office"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=ROOT,
            env=ground.environment(machine),
            text=True,
        )

    def start(self, plan: Mapping[str, Any]) -> int:
        """Gives the id of the sweep."""
        return int(self._ask("start", dict(plan))["sweep"])

    def look(self, sweep: int) -> Answer:
        """`state`, `why`, `cells`, `finished`, and `playing`: the names of the workers that play now."""
        return self._ask("look", sweep)

    def alive(self) -> dict[str, int]:
        """How many workers each queue has."""
        return self._ask("alive")

    def audit(self, sweep: int) -> Answer:
        """Fails unless every cell was played once, whole, and to the end that it has undisturbed. Gives totals."""
        return self._ask("audit", sweep)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait(PATIENCE)
        self._process.stdout.close()

    def _ask(self, *question: Any) -> Answer:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(question) + "\n")
        self._process.stdin.flush()
        answer: Answer = json.loads(read_line(self._process.stdout, f"the answer to {question}", _PATIENCE))
        assert "trouble" not in answer, answer["trouble"]
        return answer


def _serve() -> None:
    """The process of the office."""
    from pare_site.django_setup import set_up

    set_up()
    from django.db import connection

    from tests.benchmark.faults import looking

    doings: dict[str, Callable[..., Answer]] = {
        "start": looking.start,
        "look": looking.look,
        "alive": looking.alive,
        "audit": looking.audit,
    }
    for line in sys.stdin:
        name, *arguments = json.loads(line)
        try:
            answer = doings[name](*arguments)
        except Exception:
            answer = {"trouble": traceback.format_exc()}
        finally:
            # The database may be another one by the next question.
            connection.close()
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    _serve()
