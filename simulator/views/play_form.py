"""The form that starts a run with people: scenario, side, partner, seed and noise."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from django import forms
from django.contrib.auth.models import User
from django.http import QueryDict

from simulator.agents import addresses
from simulator.agents.human import HUMAN
from simulator.config import EpisodeConfig
from simulator.jobs.seats import Seated, start_play
from simulator.models import Scenario, ScenarioVersion, Side
from simulator.scenario.load import ScenarioError
from simulator.views.run_form import RunForm
from simulator.views.start_form import BEGINNERS, why_not
from simulator.words.english import in_words

ANOTHER_PERSON = ("A person", [(HUMAN, "another person, by a link")])
_SIDES = [(Side.USER.value, "The user"), (Side.ASSISTANT.value, "The assistant")]
_MAY_NOT = (
    "You are not allowed to name servers. Choose a partner from the list, or ask an administrator for the right "
    "“Can use models, servers and prompt folders that are not listed”."
)
_PARTNERS = {Side.USER.value: "assistant", Side.ASSISTANT.value: "user"}


class ScenarioChoice(NamedTuple):
    """A scenario in the list: no more than its title, category and difficulty, which give nothing of the story away."""

    slug: str
    title: str
    category: str
    difficulty: str
    is_first: bool


class PlayForm(RunForm):
    """The form of a run in which you play one side. An empty field means the default."""

    # Not a ChoiceField: its error could not say that the file of a known scenario was removed.
    scenario = forms.CharField(label="Scenario", required=False)
    side = forms.ChoiceField(
        label="You play",
        required=False,
        choices=_SIDES,
        widget=forms.RadioSelect,
        error_messages={"invalid_choice": "Choose the user or the assistant."},
    )

    address = forms.CharField(
        label="Address of a server",
        required=False,
        help_text=f"a program of your own, such as {addresses.EXAMPLE}; it plays instead of the partner above",
    )

    folded: tuple[str, ...] = ("seed", "env_events_per_minute", "tool_failure_probability")

    def __init__(
        self, data: QueryDict | None = None, given: Mapping[str, Any] | None = None, *, names_servers: bool = False
    ) -> None:
        """Fill the form. `given`: initial values from the address of the page, which may be anything.

        `names_servers`: the person may let the site send requests to any server.
        """
        self.names_servers = names_servers
        there = Scenario.objects.filter(removed_at=None, current__isnull=False)
        self._rows = list(there.select_related("current").defer("current__source"))
        known = {name: value for name, value in (given or {}).items() if name in self.base_fields and value}
        if known.get("side") not in _PARTNERS:
            known["side"] = Side.USER.value
        super().__init__(data, EpisodeConfig(), {"scenario": first_scenario(self._rows), **known})
        for name in ("assistant", "user"):
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            self.offer(name, [*field.choices, ANOTHER_PERSON])  # type: ignore[misc]

    @property
    def scenarios(self) -> list[ScenarioChoice]:
        """Return the scenarios by title; those for beginners come first."""
        rows = [(row.slug, row.current) for row in self._rows if row.current is not None]
        found = [
            ScenarioChoice(slug, now.title, in_words(now.category), now.difficulty, BEGINNERS in now.tags)
            for slug, now in rows
        ]
        return sorted(found, key=lambda one: (not one.is_first, one.title))

    @property
    def chosen(self) -> str:
        return str(self["scenario"].value() or self.initial["scenario"])

    def clean(self) -> dict[str, Any]:
        side = self.cleaned_data.get("side") or self.initial["side"]
        version = self._version(self.cleaned_data.get("scenario") or self.initial["scenario"])
        if "side" in self.errors:
            return self.cleaned_data
        # The player that was chosen for your own side does not matter: you play it.
        self.errors.pop(side, None)
        self.cleaned_data[side] = HUMAN
        if address := self.cleaned_data.get("address", ""):
            self._invite_server(_PARTNERS[side], address)
        return {**super().clean(), "side": Side(side), "version": version}

    def start(self, user: User) -> Seated | None:
        """Start the run. If the scenario can't be played, add the reason to the form and return None."""
        made = self.cleaned_data
        try:
            return start_play(made["version"], made["config"], made["side"], user)
        except ScenarioError as error:
            why = f"This scenario can’t be played: {error.faults[0].text}."
            self.add_error("scenario", f"{why} Fix the scenario’s file, or choose a different scenario.")
            return None

    def _invite_server(self, side: str, address: str) -> None:
        """Let the program at this address play `side`, if the person may name servers and the address can be used."""
        problem = _MAY_NOT if not self.names_servers else ""
        if not problem and not addresses.is_address(address):
            problem = f"This is not the address of a server. Write an address such as {addresses.EXAMPLE}."
        problem = problem or addresses.wrong_with(address)
        if problem:
            self.add_error("address", problem)
            return
        self.errors.pop(side, None)
        self.cleaned_data[side] = address

    def _version(self, slug: str) -> ScenarioVersion | None:
        found = next((row.current for row in self._rows if row.slug == slug), None)
        if found is None:
            self.add_error("scenario", why_not(slug))
        return found


def first_scenario(rows: list[Scenario]) -> str:
    """Return the scenario that a newcomer should play; empty if there is none."""
    easy = (row.slug for row in rows if row.current and BEGINNERS in row.current.tags)
    return next(easy, rows[0].slug if rows else "")
