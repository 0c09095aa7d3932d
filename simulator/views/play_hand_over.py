"""Letting somebody else go on: forks a run at its current step, with another player in the person's place."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponseBase, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods
from pydantic import ValidationError

from simulator.access import START, may_see, may_start, need, seat_for
from simulator.agents.human import HUMAN
from simulator.agents.llm.aliases import UnknownModel
from simulator.agents.llm.prompting import PromptError
from simulator.agents.llm.recasting import recast
from simulator.agents.registry import UnknownPlayer, assistant_names, user_names
from simulator.config import EpisodeConfig
from simulator.jobs.fork_run import CannotFork, fork_episode
from simulator.jobs.seats import end_blindness
from simulator.models import Seat, Side
from simulator.scenario.load import ScenarioError
from simulator.trace.exchange import Stage
from simulator.views.option_fields import OptionField
from simulator.views.paces import USUAL_PACE
from simulator.views.player_choices import alias_in, models_now, player_groups, players_in

_WITH_PERSON = (
    "A person plays the other side of this run and would be left waiting, so nobody else can go on in your place. "
    "Go on yourself, or end the run by putting the phone down or staying silent."
)


class HandOverForm(forms.Form):
    """The form that chooses the next player for the person's side, and the cost limit of a language model."""

    player = forms.ChoiceField(label="Who goes on")
    max_cost = OptionField("max_cost", "Cost limit", "in US dollars, for the fork; without a limit, leave it empty")

    def __init__(self, data: QueryDict | None, seat: Seat) -> None:
        self._seat = seat
        self._base = EpisodeConfig.model_validate(seat.episode.config_now)
        super().__init__(data, initial={"max_cost": self._base.max_cost})
        self.models = models_now()
        names = user_names() if seat.side == Side.USER else assistant_names()
        field = self.fields["player"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = player_groups(names, self.models)
        field.error_messages["invalid_choice"] = "“%(value)s” can’t go on here. Choose a player from the list."
        field.initial = "scripted" if seat.side == Side.USER else "oracle"

    def clean(self) -> dict[str, Any]:
        given = self.cleaned_data
        if "player" not in given or "max_cost" in self.errors:
            return given
        side = str(self._seat.side)
        players = {**{each: value for each, value in players_in(self._base).items() if each != "execute_model"}}
        players[side] = given["player"]
        try:
            config = recast(self._base, players=players, models=_models(players, self._base))
            return {**given, "config": config.model_copy(update={"max_cost": given.get("max_cost")})}
        except (UnknownModel, PromptError) as error:
            self.add_error("player", str(error))
            return given


def hand_over_form(request: HttpRequest, seat: Seat) -> HandOverForm | None:
    """Return the form that templates/play/_hand_over.html shows; None if this person can't hand over this run."""
    if not may_start(request.user) or _other_is_person(seat):
        return None
    try:
        return HandOverForm(None, seat)
    except ValidationError:
        # The run was started with options that this version does not know.
        return None


@require_http_methods(["GET", "HEAD", "POST"])
def hand_over(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Show the form on a page of its own, or fork the run at its current step and let the chosen player go on.

    The person may then see how it goes on, with both sides, so the person's own run stops being blind.
    """
    need(request.user, START)
    seat = seat_for(request, pk)
    if seat.episode.is_over:
        return redirect("play_end", pk)
    problem = _WITH_PERSON if _other_is_person(seat) else ""
    form = HandOverForm(request.POST if request.method == "POST" else None, seat)
    if request.method == "POST" and not problem and form.is_valid():
        try:
            return _forked(request, seat, form.cleaned_data["config"])
        except (CannotFork, UnknownPlayer, ScenarioError) as refusal:
            problem = str(refusal)
    status = 409 if problem else 422 if form.is_bound else 200
    context = {"seat": seat, "episode": seat.episode, "hand_over": form, "problem": problem, "has_nav": True}
    return render(request, "play/hand_over.html", context, status=status)


def _forked(request: HttpRequest, seat: Seat, config: EpisodeConfig) -> HttpResponseBase:
    row = seat.episode
    fork = fork_episode(row, max(0, row.moment_count - 1), config, pace=USUAL_PACE, user=request.user)
    if may_see(request.user, fork):
        end_blindness(seat)
        return redirect(fork)
    messages.success(request, f"Run {fork.pk} goes on without you. Your own run stays here, and you can go on with it.")
    return redirect("play", row.pk)


def _other_is_person(seat: Seat) -> bool:
    other = "assistant" if seat.side == Side.USER else "user"
    return seat.episode.config_now.get(other) == HUMAN


def _models(players: dict[str, str], base: EpisodeConfig) -> dict[Stage, str]:
    """Return the alias of the model for each stage that a model plays."""
    found: dict[Stage, str] = {}
    user, observe = alias_in(players["user"]), alias_in(players["assistant"])
    if user:
        found["user"] = user
    if observe:
        kept = base.execute_model
        is_same = base.observe_model is not None and base.observe_model.alias == observe
        found |= {"observe": observe, "execute": kept.alias if kept is not None and is_same else observe}
    return found
