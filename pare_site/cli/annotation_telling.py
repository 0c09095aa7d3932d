"""What the commands of studies tell, in lines and tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from pare_site.cli.output import Console, counted
from pare_site.cli.tables import show_table

WORDS = {"gather_context": "more info", "none": "no reaction"}


def drawn_lines(study: Any) -> Iterator[str]:
    """A study that was made or has grown, and what comes next."""
    roles = [item.role for item in study.items.only("role")]
    parts = [counted(roles.count("real"), "item") + " to judge"]
    parts += [f"{roles.count(role)} {role}" for role in ("practice", "gold") if role in roles]
    yield f"Study {study.pk} “{study.title}” is {state_words(study)}: {', '.join(parts)}."
    if study.state == "draft":
        yield f"Look at it in the browser, or open it: pare annotation launch {study.pk}"


def state_words(study: Any) -> str:
    return "a draft" if study.state == "draft" else str(study.state)


def show_strata(console: Console, strata: Iterable[dict[str, Any]]) -> None:
    """What there was of each model and decision, and what is short."""
    rows = [
        [
            stratum["model"],
            WORDS.get(stratum["decision"], stratum["decision"]),
            str(stratum["available"]),
            str(stratum["wanted"]),
            str(stratum["taken"]),
            str(stratum["short"] or "-"),
            ", ".join(f"{one['taken']}/{one['available']} {one['outcome']}" for one in stratum["outcomes"]) or "-",
        ]
        for stratum in strata
        if stratum["available"] or stratum["wanted"]
    ]
    if rows:
        show_table(console, ("model", "decision", "there", "wanted", "taken", "short", "by outcome"), rows, flexible=0)
