"""The page of language models: which are ready to use, and which setting each of the others lacks."""

from __future__ import annotations

from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from simulator.access import START, need
from simulator.agents.llm import providers
from simulator.agents.llm.aliases import UnknownModel, known_models


class Listed(NamedTuple):
    alias: str
    provider: str
    name: str
    # Never the value of the variable, which may be a key.
    lacking: str
    """Name of the environment variable to set or fix; empty if the model is ready."""


@require_safe
def models(request: HttpRequest) -> HttpResponse:
    need(request.user, START)
    try:
        rows, problem = _rows(), ""
    except UnknownModel as error:
        rows, problem = [], str(error)
    ready = sum(not row.lacking for row in rows)
    shown = {"rows": rows, "ready": ready, "problem": problem, "wrong_addresses": providers.wrong_addresses()}
    return render(request, "models/models.html", shown)


def _rows() -> list[Listed]:
    """Return the models, with models that are ready to use first."""
    known = known_models().items()
    rows = [Listed(alias, one.provider, one.name, providers.lacking(one.route)) for alias, one in known]
    # The sort is stable, so each group keeps the order of the list.
    return sorted(rows, key=lambda row: bool(row.lacking))
