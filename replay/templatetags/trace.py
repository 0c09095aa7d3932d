"""Tags for pages about files of runs."""

from __future__ import annotations

from collections.abc import Iterable

from django import template

from replay.formats import FORMATS, Format
from replay.origin import Origin, origin_of
from simulator.models import Episode
from simulator.models.episode import OWN_FORMAT
from simulator.showing.config_words import MODEL_ROLES

register = template.Library()


@register.filter
def origin(run: Episode) -> Origin | None:
    """Return the origin of an imported run; None for a run that was played here."""
    if not run.imported:
        return None
    found = origin_of(run.imported, OWN_FORMAT)
    # Models that the config names are already shown at the top of the page.
    return found._replace(models=()) if any(run.config.get(role) for role in MODEL_ROLES) else found


@register.filter
def formats(run: Episode) -> Iterable[tuple[str, Format]]:
    """Return the formats in which a run can be downloaded now."""
    return [(name, one) for name, one in FORMATS.items() if run.result is not None or not one.only_whole]
