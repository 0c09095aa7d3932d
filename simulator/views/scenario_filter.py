"""Filters of the list of scenarios: app, category, difficulty, tag and text, read from the address."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import msgspec
from django.db.models import Count, Q
from django.http import QueryDict

from simulator.models import Scenario, ScenarioVersion
from simulator.models.episode import EpisodeQuerySet
from simulator.views.filter_form import ScenarioTraitsFilter, app_title


class Tally(NamedTuple):
    """Numbers of a scenario's runs: all runs, runs with an outcome, successes, and undecided ones."""

    runs: int = 0
    judged: int = 0
    won: int = 0
    undecided: int = 0


class Card(NamedTuple):
    """A scenario as the list shows it."""

    scenario: Scenario
    version: ScenarioVersion
    about: str
    apps: list[tuple[str, str]]
    tally: Tally


# msgspec skips all other fields, which is much faster than decoding the whole file of every scenario.
class _Blurb(msgspec.Struct):
    about: str = ""


class ScenarioFilter(ScenarioTraitsFilter):
    """The filters of the list of scenarios."""

    def __init__(self, data: QueryDict, cards: list[Card]) -> None:
        super().__init__(data)
        self._cards = cards
        self.offer_traits([card.version for card in cards])

    def found(self) -> list[Card]:
        return [card for card in self._cards if self.fits(card.version, _searched(card))]


def _searched(card: Card) -> str:
    return f"{card.scenario.slug} {card.version.title} {card.about} {' '.join(card.version.tags)}"


def cards_of(scenarios: Iterable[Scenario], runs: EpisodeQuerySet) -> list[Card]:
    """Return a card per scenario, sorted by title. Scenarios without a file come last."""
    tallies = tallies_of(runs)
    cards = [
        Card(one, one.current, about_of(one.current), apps_of(one.current), tallies.get(one.pk, Tally()))
        for one in scenarios
        if one.current is not None
    ]
    return sorted(cards, key=lambda card: (card.scenario.removed_at is not None, card.version.title.casefold()))


def tallies_of(runs: EpisodeQuerySet) -> dict[int, Tally]:
    counts = {
        "runs": Count("pk"),
        "judged": Count("pk", filter=Q(success__isnull=False)),
        "won": Count("pk", filter=Q(success=True)),
        "open": Count("pk", filter=Q(undecided=True)),
    }
    rows = runs.order_by().values_list("version__scenario").annotate(**counts)
    return {scenario: Tally(*counts) for scenario, *counts in rows}


def about_of(version: ScenarioVersion) -> str:
    return msgspec.json.decode(version.source, type=_Blurb).about


def apps_of(version: ScenarioVersion) -> list[tuple[str, str]]:
    """Return name and title of each app that a scenario version uses."""
    return [(name, app_title(name)) for name in version.apps]
