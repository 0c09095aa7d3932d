"""Filters and order of the list of runs, read from the URL."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from django import forms
from django.contrib.auth.models import AnonymousUser
from django.db.models import F, Q
from django.http import QueryDict

from simulator.access import User
from simulator.blame.rules import PARTIES
from simulator.models import Scenario, State
from simulator.models.current_blame import BLAMED_ON
from simulator.models.episode import EpisodeQuerySet
from simulator.showing.config_words import MODEL_ROLES, SERVER, publicly
from simulator.views.filter_form import FilterForm
from simulator.words.numbers import whole_number

UNDER_WAY = "under_way"
_STATES = ((UNDER_WAY, "Under way"), *State.choices)
_OUTCOMES: Mapping[str, tuple[str, Q]] = {
    "success": ("Success", Q(success=True)),
    "undecided": ("Undecided", Q(undecided=True)),
    "no_success": ("No success", Q(success=False, undecided=False)),
    "none": ("No outcome", Q(success=None)),
}
_ORIGINS = (("here", "Played here"), ("imported", "Imported"))


class Column(NamedTuple):
    """A column of the list. `by` is the model field to sort by; empty if the column can't be sorted."""

    title: str
    name: str = ""
    by: str = ""
    numeric: bool = False
    aside: bool = False
    """True if the column is hidden on narrow screens."""


COLUMNS = (
    Column("Run", "run", "pk"),
    Column("Scenario", "scenario", "version__title"),
    Column("Assistant", "assistant", "assistant_player", aside=True),
    Column("Seed", "seed", "seed", numeric=True, aside=True),
    Column("Outcome", "outcome", "success"),
    Column("Five parts"),
    Column("Reason"),
    Column("Turns", "turns", "turn", numeric=True),
    Column("Ended", "ended", "ended_at", numeric=True),
)


class Heading(NamedTuple):
    """A column's heading: the current order, and the order after a click on the heading."""

    column: Column
    sorted: str
    next: str


class RunFilter(FilterForm):
    """The filters of the list of runs."""

    q = forms.CharField(label="Find a run", required=False, max_length=200)
    state = forms.ChoiceField(label="State", required=False)
    outcome = forms.ChoiceField(label="Outcome", required=False)
    blame = forms.ChoiceField(label="Blame", required=False)
    scenario = forms.ChoiceField(label="Scenario", required=False)
    assistant = forms.ChoiceField(label="Assistant", required=False)
    origin = forms.ChoiceField(label="Origin", required=False)
    mine = forms.BooleanField(label="Mine", required=False)

    def __init__(self, data: QueryDict, episodes: EpisodeQuerySet, private: bool) -> None:
        """Prepare the choices. `private`: server addresses may be shown."""
        super().__init__(data)
        self._episodes = episodes
        self._private = private
        played = Scenario.objects.filter(versions__in=episodes.values("version")).distinct().order_by("current__title")
        assistants = episodes.order_by("assistant_player").values_list("assistant_player", flat=True).distinct()
        self.offer("state", "Any state", _STATES)
        self.offer("outcome", "Any outcome", ((name, title) for name, (title, _) in _OUTCOMES.items()))
        self.offer("blame", "Any blame", PARTIES.items())
        self.offer("scenario", "Any scenario", played.values_list("slug", "current__title"))
        self.offer("origin", "Any origin", _ORIGINS)
        self.offer("assistant", "Any assistant", ((name, name) for name in self._known(assistants)))

    def found(self, user: User) -> EpisodeQuerySet:
        given, runs = self.given, self._episodes
        if "state" in given:
            runs = runs.under_way() if given["state"] == UNDER_WAY else runs.filter(state=given["state"])
        if "outcome" in given:
            runs = runs.filter(_OUTCOMES[given["outcome"]][1])
        if "blame" in given:
            # The database computes the blame, which depends on the scenario's flag. The flag may change after the run.
            runs = runs.alias(blamed_on=BLAMED_ON).filter(blamed_on=given["blame"])
        if "scenario" in given:
            runs = runs.filter(version__scenario__slug=given["scenario"])
        if "assistant" in given:
            runs = runs.filter(self._played_by(given["assistant"]))
        if "origin" in given:
            runs = runs.filter(imported__isnull=given["origin"] == "here")
        if "mine" in given:
            runs = runs.none() if isinstance(user, AnonymousUser) else runs.filter(started_by=user.pk)
        return runs.filter(_speaks_of(given["q"], self._private)) if "q" in given else runs

    def _known(self, players: Iterable[str]) -> Iterable[str]:
        return players if self._private else dict.fromkeys(map(publicly, players))

    def _played_by(self, name: str) -> Q:
        named = Q(assistant_player=name)
        return named if self._private or name != SERVER else named | _at_an_address("assistant_player")


def sorts(sort: str) -> bool:
    """Return whether the list can be sorted by this column; a `-` before the name means descending."""
    return any(column.by and column.name == sort.removeprefix("-") for column in COLUMNS)


def in_order(runs: EpisodeQuerySet, sort: str) -> EpisodeQuerySet:
    """Sort by a column; a `-` before its name means descending.

    Runs with equal values are sorted newest first, so pages never overlap.
    """
    by = next((column.by for column in COLUMNS if column.by and column.name == sort.removeprefix("-")), "")
    if not by:
        return runs.order_by("-pk")
    # By default SQLite and PostgreSQL sort rows without a value differently.
    key = F(by).desc(nulls_last=True) if sort.startswith("-") else F(by).asc(nulls_last=True)
    return runs.order_by(key, "-pk")


def headings(sort: str) -> list[Heading]:
    found = []
    for column in COLUMNS:
        now = {column.name: "ascending", f"-{column.name}": "descending"}.get(sort, "") if column.by else ""
        # People usually want numbers sorted from the largest, and names from A.
        down_first = column.numeric or column.name == "run"
        turned = now == "ascending" or (not now and down_first)
        found.append(Heading(column, now, f"-{column.name}" if turned else column.name))
    return found


def _at_an_address(player: str) -> Q:
    return Q(**{f"{player}__istartswith": "http:"}) | Q(**{f"{player}__istartswith": "https:"})


def _plays(player: str, word: str, private: bool) -> Q:
    """Return a condition that matches runs whose player has this word in its name.

    People who may not see the address of a server must not find the address by searching either.
    """
    named = Q(**{f"{player}__icontains": word})
    if private:
        return named
    at_address = _at_an_address(player)
    return at_address | named if word.lower() in SERVER else named & ~at_address


def _models_named(word: str) -> Q:
    """Return a condition that matches runs by the alias of a model. A fork matches by its own models only."""
    return _models_in("forked_config", word) | (Q(forked_config__isnull=True) & _models_in("config", word))


def _models_in(config: str, word: str) -> Q:
    return Q(*((f"{config}__{role}__alias__icontains", word) for role in MODEL_ROLES), _connector=Q.OR)


def _speaks_of(text: str, private: bool) -> Q:
    words = Q()
    for word in text.split():
        matches = (
            Q(version__title__icontains=word)
            | Q(version__scenario__slug__icontains=word)
            | _plays("assistant_player", word, private)
            | _plays("user_player", word, private)
            | _models_named(word)
            | Q(note__icontains=word)
            | Q(reason__icontains=word)
        )
        number = whole_number(word.removeprefix("#"))
        if number is not None:
            matches |= Q(pk=number)
        words &= matches
    return words
