"""Filters of the list of scenarios: app, category, difficulty, tag and text, as the address gives them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

import msgspec
from django import forms
from django.db.models import Count, Q
from django.http import QueryDict

from simulator.models import Scenario, ScenarioVersion
from simulator.models.episode import EpisodeQuerySet
from simulator.phone.registry import all_apps
from simulator.words.english import in_words


class Tally(NamedTuple):
    """Runs of a scenario: all, those with an outcome, and successes."""

    runs: int = 0
    judged: int = 0
    won: int = 0


class Card(NamedTuple):
    """A scenario as the list shows it."""

    scenario: Scenario
    version: ScenarioVersion
    about: str
    apps: list[tuple[str, str]]
    tally: Tally


class _Blurb(msgspec.Struct):
    about: str = ""


class ScenarioFilter(forms.Form):
    """The filters of the list. An invalid value is reported at its field and filters nothing."""

    q = forms.CharField(label="Find a scenario", required=False, max_length=200)
    app = forms.ChoiceField(label="App", required=False)
    category = forms.ChoiceField(label="Category", required=False)
    difficulty = forms.ChoiceField(label="Difficulty", required=False)
    tag = forms.ChoiceField(label="Tag", required=False)

    def __init__(self, data: QueryDict, cards: list[Card]) -> None:
        super().__init__(data)
        self._cards = cards
        versions = [card.version for card in cards]
        self._offer("app", "Any app", dict(pair for card in cards for pair in card.apps))
        self._offer("category", "Any category", {one.category: in_words(one.category) for one in versions})
        self._offer("difficulty", "Any difficulty", {one.difficulty: f"Level {one.difficulty}" for one in versions})
        self._offer("tag", "Any tag", {tag: tag for one in versions for tag in one.tags})

    def found(self) -> list[Card]:
        self.full_clean()
        return [card for card in self._cards if self._fits(card)]

    def _fits(self, card: Card) -> bool:
        given, version = self.cleaned_data, card.version
        text = f"{card.scenario.slug} {version.title} {card.about} {' '.join(version.tags)}".casefold()
        return (
            given.get("app", "") in ("", *version.apps)
            and given.get("category", "") in ("", version.category)
            and given.get("difficulty", "") in ("", version.difficulty)
            and given.get("tag", "") in ("", *version.tags)
            and all(word in text for word in given.get("q", "").casefold().split())
        )

    def _offer(self, name: str, nothing: str, choices: Mapping[str, str]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [("", nothing), *sorted((value, label) for value, label in choices.items() if value)]
        field.error_messages["invalid_choice"] = "There is no “%(value)s”, so all are shown. Choose from the list."


def cards_of(scenarios: Iterable[Scenario], runs: EpisodeQuerySet) -> list[Card]:
    """Return the cards by title; scenarios whose file is gone come last."""
    tallies = tallies_of(runs)
    cards = [
        Card(one, one.current, about_of(one.current), apps_of(one.current), tallies.get(one.pk, Tally()))
        for one in scenarios
        if one.current is not None
    ]
    return sorted(cards, key=lambda card: (card.scenario.removed_at is not None, card.version.title.casefold()))


def tallies_of(runs: EpisodeQuerySet) -> dict[int, Tally]:
    judged, won = Count("pk", filter=Q(success__isnull=False)), Count("pk", filter=Q(success=True))
    rows = runs.order_by().values_list("version__scenario").annotate(runs=Count("pk"), judged=judged, won=won)
    return {scenario: Tally(*counts) for scenario, *counts in rows}


def about_of(version: ScenarioVersion) -> str:
    return msgspec.json.decode(version.source, type=_Blurb).about


def apps_of(version: ScenarioVersion) -> list[tuple[str, str]]:
    """Return names and titles of apps; a removed app goes by its name."""
    known = all_apps()
    return [(name, known[name].title if name in known else name) for name in version.apps]
