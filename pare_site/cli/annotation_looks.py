"""How items look is worked out by the site's workers, or without a site by the command, so that nobody waits later."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def looks_prepared() -> Iterator[list[int]]:
    """Studies that are put into the list get the looks of their items at the end, by workers or here."""
    from annotation.jobs import preparing
    from pare_site.runtime import running

    log = logging.getLogger(preparing.__name__)
    is_alone = not running()
    # Without a site there is no queue either, and nobody needs to be told.
    log.disabled = is_alone
    studies: list[int] = []
    try:
        yield studies
        for study in studies if is_alone else ():
            preparing.prepare(study)
    finally:
        log.disabled = False
