"""The language models that have a short name: which can be asked now, and what the others still need."""

from __future__ import annotations

from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from simulator.agents.llm import providers
from simulator.agents.llm.aliases import UnknownModel, known_models
from simulator.views.access import START, need


class Listed(NamedTuple):
    alias: str
    provider: str
    name: str
    lacking: str
    """The variable that has to be set first; never what is in it."""


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
    """Those that can be asked come first."""
    known = known_models().items()
    rows = [Listed(alias, one.provider, one.name, providers.lacking(one.route)) for alias, one in known]
    return sorted(rows, key=lambda row: bool(row.lacking))
