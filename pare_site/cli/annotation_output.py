"""Prints new studies and their strata for the study commands, and prepares the items of new studies."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from pare_site.cli.output import Console
from pare_site.cli.tables import show_table
from simulator.words.english import counted

WORDS = {"gather_context": "more info", "none": "no reaction"}


def drawn_lines(study: Any) -> Iterator[str]:
    """Yield lines that describe a new or extended study and say what to do next."""
    roles = [item.role for item in study.items.only("role")]
    parts = [counted(roles.count("real"), "item") + " to judge"]
    parts += [f"{roles.count(role)} {role}" for role in ("practice", "gold") if role in roles]
    yield f"Study {study.pk} “{study.title}” is {state_words(study)}: {', '.join(parts)}."
    if study.state == "draft":
        yield f"Look at the study in the browser, or open it with: pare annotation launch {study.pk}"


def state_words(study: Any) -> str:
    """Return the state of a study in words that fit after "is"."""
    return "a draft" if study.state == "draft" else str(study.state)


def show_strata(console: Console, strata: Iterable[dict[str, Any]]) -> None:
    """Print a table of strata: the items available, wanted and drawn for each model and decision.

    A decision is a reaction of the simulated user to an offer, or a silence of the assistant.
    """
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
        show_table(
            console, ("model", "decision", "available", "wanted", "taken", "short", "by outcome"), rows, flexible=0
        )


@contextmanager
def items_prepared() -> Iterator[list[int]]:
    """Yield an empty list. Afterwards, prepare the items of the studies whose numbers the caller put into the list.

    If a site is running, the site prepares the items instead.
    """
    from annotation.studies import item_preparation
    from pare_site.runtime import running

    log = logging.getLogger(item_preparation.__name__)
    is_alone = not running()
    # Without a site there is no queue. The warning that the queue is missing is muted: the items are prepared below.
    log.disabled = is_alone
    studies: list[int] = []
    try:
        yield studies
        for study in studies if is_alone else ():
            item_preparation.prepare(study)
    finally:
        log.disabled = False
