"""Base classes of forms that filter runs, scenarios, items or a sweep's matrix by values in the URL."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any, NamedTuple, Protocol

from django import forms

from simulator.phone.registry import all_apps
from simulator.words.english import in_words


class FilterForm(forms.Form):
    """A form with filters. An invalid value is reported at its field and otherwise ignored."""

    @cached_property
    def given(self) -> dict[str, Any]:
        """Return the values that are set and valid."""
        self.full_clean()
        return {name: value for name, value in self.cleaned_data.items() if value}

    @property
    def lists(self) -> list[forms.BoundField]:
        """Return the fields with choices."""
        return [self[name] for name, field in self.fields.items() if isinstance(field, forms.ChoiceField)]

    @property
    def boxes(self) -> list[forms.BoundField]:
        """Return the fields with a checkbox."""
        return [self[name] for name, field in self.fields.items() if isinstance(field, forms.BooleanField)]

    def offer(self, name: str, nothing: str, choices: Iterable[tuple[str, str]]) -> None:
        """Set the choices of a field. `nothing` is the label of the first choice, which turns the filter off."""
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [("", nothing), *choices]
        # A saved link may name a scenario, model or batch that no longer exists. The page must still show the list.
        field.error_messages["invalid_choice"] = "“%(value)s” is not in the list and is ignored. Choose a listed value."


class ScenarioTraits(Protocol):
    """The traits of a scenario by which people filter lists."""

    @property
    def apps(self) -> Sequence[str]: ...
    @property
    def category(self) -> str: ...
    @property
    def difficulty(self) -> str: ...
    @property
    def tags(self) -> Sequence[str]: ...


class TraitChoices(NamedTuple):
    """The choices of a filter for each trait: values with their labels."""

    apps: list[tuple[str, str]]
    categories: list[tuple[str, str]]
    difficulties: list[tuple[str, str]]
    tags: list[tuple[str, str]]


class ScenarioTraitsFilter(FilterForm):
    """Filters scenarios by words, app, category, difficulty and tag. Only values that occur can be chosen."""

    q = forms.CharField(label="Find a scenario", required=False, max_length=200)
    app = forms.ChoiceField(label="App", required=False)
    category = forms.ChoiceField(label="Category", required=False)
    difficulty = forms.ChoiceField(label="Difficulty", required=False)
    tag = forms.ChoiceField(label="Tag", required=False)

    def offer_traits(self, scenarios: Sequence[ScenarioTraits]) -> None:
        found = trait_choices(scenarios)
        self.offer("app", "Any app", found.apps)
        self.offer("category", "Any category", found.categories)
        self.offer("difficulty", "Any difficulty", found.difficulties)
        self.offer("tag", "Any tag", found.tags)

    def fits(self, scenario: ScenarioTraits, text: str) -> bool:
        """Return whether a scenario passes the filters. `text` must contain all words of the search, in any order."""
        given, searched = self.given, text.casefold()
        return (
            given.get("app", "") in ("", *scenario.apps)
            and given.get("category", "") in ("", scenario.category)
            and given.get("difficulty", "") in ("", scenario.difficulty)
            and given.get("tag", "") in ("", *scenario.tags)
            and all(word in searched for word in given.get("q", "").casefold().split())
        )


def trait_choices(scenarios: Sequence[ScenarioTraits]) -> TraitChoices:
    return TraitChoices(
        apps=by_label({(name, app_title(name)) for one in scenarios for name in one.apps}),
        categories=by_label({(one.category, in_words(one.category)) for one in scenarios}),
        difficulties=by_label({(one.difficulty, f"Level {one.difficulty}") for one in scenarios}),
        tags=by_label({(tag, tag) for one in scenarios for tag in one.tags}),
    )


def app_title(name: str) -> str:
    """Return the title of an app; for a removed app, its name."""
    known = all_apps()
    return known[name].title if name in known else name


def by_label(choices: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Sort choices by label, without the empty value, which `offer` adds as the first choice."""
    return sorted((choice for choice in choices if choice[0]), key=lambda choice: (choice[1].casefold(), choice[0]))
