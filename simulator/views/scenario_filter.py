"""The form that filters the list of scenarios by values in the URL, and the cards of that list."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec
from django import forms
from django.db.models import Count, Q
from django.http import QueryDict

from simulator.models import Scenario, ScenarioVersion
from simulator.models.episode import EpisodeQuerySet
from simulator.scenario.splits import Split
from simulator.views.filter_form import ScenarioTraitsFilter, app_title, by_label
from simulator.views.split_choices import SplitLine, split_lines
from simulator.words.english import in_words

# Name of the split with which the filter “Hard” selects scenarios.
HARD = "hard"


class Tally(NamedTuple):
    """Numbers of a scenario's runs: all runs, runs with an outcome, successes, and undecided runs."""

    runs: int = 0
    judged: int = 0
    won: int = 0
    undecided: int = 0


class Card(NamedTuple):
    """A scenario as the list shows it."""

    scenario: Scenario
    version: ScenarioVersion
    about: str
    pattern: str
    apps: list[tuple[str, str]]
    tally: Tally


# msgspec skips all other fields, which is much faster than decoding the whole file of every scenario.
class _Blurb(msgspec.Struct):
    about: str = ""
    pattern: str | None = None


class ScenarioFilter(ScenarioTraitsFilter):
    """The filters of the list of scenarios. The form leaves out checkboxes that no scenario passes."""

    split = forms.ChoiceField(label="Split", required=False)
    pattern = forms.ChoiceField(label="Pattern", required=False)
    silent = forms.BooleanField(label="Silence is right", required=False)
    hard = forms.BooleanField(label="Hard", required=False)
    field_order = ("q", "split", "app", "pattern", "category", "difficulty", "tag", "silent", "hard")

    def __init__(self, data: QueryDict, cards: list[Card], splits: Sequence[Split]) -> None:
        super().__init__(data)
        self._cards = cards
        self._ids = {split.name: frozenset(split.ids) for split in splits}
        self.splits = split_lines(splits, [card.scenario.slug for card in cards])
        self.offer_traits([card.version for card in cards])
        self.offer("split", "Any split", ((split.name, split.name) for split in self.splits))
        patterns = {card.pattern for card in cards}
        self.offer("pattern", "Any pattern", by_label((pattern, in_words(pattern)) for pattern in patterns))
        if not any(card.version.wants_silence for card in cards):
            del self.fields["silent"]
        if HARD not in [split.name for split in self.splits]:
            del self.fields["hard"]

    @property
    def chosen_split(self) -> SplitLine | None:
        return next((split for split in self.splits if split.name == self.given.get("split")), None)

    def found(self) -> list[Card]:
        return [card for card in self._cards if self.fits(card.version, _searched(card)) and self._fits_card(card)]

    def _fits_card(self, card: Card) -> bool:
        given, slug = self.given, card.scenario.slug
        wanted = [name for name in (given.get("split"), HARD if given.get("hard") else None) if name]
        return (
            all(slug in self._ids[name] for name in wanted)
            and given.get("pattern", "") in ("", card.pattern)
            and (card.version.wants_silence or not given.get("silent"))
        )


def _searched(card: Card) -> str:
    return f"{card.scenario.slug} {card.version.title} {card.about} {' '.join(card.version.tags)}"


def cards_of(scenarios: Iterable[Scenario], runs: EpisodeQuerySet) -> list[Card]:
    """Return a card per scenario, sorted by title. Scenarios without a file come last."""
    tallies = tallies_of(runs)
    cards = [_card(one, one.current, tallies.get(one.pk, Tally())) for one in scenarios if one.current is not None]
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


def _card(scenario: Scenario, version: ScenarioVersion, tally: Tally) -> Card:
    blurb = msgspec.json.decode(version.source, type=_Blurb)
    return Card(scenario, version, blurb.about, blurb.pattern or "", apps_of(version), tally)


def apps_of(version: ScenarioVersion) -> list[tuple[str, str]]:
    """Return name and title of each app that a scenario version uses."""
    return [(name, app_title(name)) for name in version.apps]
