"""The form that forks a run, with the options that the fork may change."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import AnonymousUser, User
from django.http import QueryDict

from replay.views.fork_place import ForkPlace
from simulator.agents.addresses import is_address
from simulator.agents.human import HUMAN
from simulator.agents.llm.model_list import BadModelsFile
from simulator.agents.llm.model_names import why_not_sent
from simulator.agents.llm.providers import missing
from simulator.jobs.fork_run import fork_episode
from simulator.jobs.seats import SIDES, Seated, take_over
from simulator.language_models import ModelRoute
from simulator.scenario.noise.noise_content import NoiseError, content_for
from simulator.views.option_fields import WholeOptionField
from simulator.views.player_choices import Choice, Group, alias_in
from simulator.views.run_form import PLAYERS, RunForm

_YOU: Group = ("A person", [(HUMAN, "you, on the page for playing")])
_AS_BEFORE = "As before"
_FROM_A_FILE = "Only an imported file names this player, and such files may be unsafe. Choose a player from the list."
_GONE = "No player of this name is available. Choose a different player."


class ForkForm(RunForm):
    """The form of a fork. An empty field keeps the parent's last value of the option.

    There are three exceptions: an empty limit on tokens or cost means no limit, an empty number of turns means the
    number that the scenario sets, and an empty acting model means the assistant's model.
    """

    max_turns = WholeOptionField("max_turns", "Turns", "in total, including the kept steps")

    options = (*RunForm.options, "max_turns")
    clearable = (*RunForm.clearable, "max_turns")

    def __init__(self, data: QueryDict | None, place: ForkPlace) -> None:
        self._place = place
        # Anyone may have written an imported file, so its addresses of models and servers are not used.
        self._trusts = place.row.imported is None
        config = place.config if self._trusts else place.config.model_copy(update={"model_routes": {}})
        super().__init__(data, config)
        self.fields["max_turns"].widget.attrs["placeholder"] = str(place.usual_turns)
        usual = f"the scenario sets {place.usual_turns}"
        self.fields["max_turns"].help_text = f"in total, including the kept steps; {usual}"
        self.fields["max_cost"].help_text = "in US dollars, counted from the fork onwards"
        self.fields["max_tokens"].help_text = "summed over all models, counted from the fork onwards"
        for name in PLAYERS:
            choices: list[Any] = list(self.fields[name].choices)  # type: ignore[attr-defined]
            self.offer(name, [*choices, _YOU])
        # By field: why the current player can't continue; empty if it can.
        self._why_not = {name: self._kept_in_the_list(name) for name in (*PLAYERS, "execute_model")}

    def clean(self) -> dict[str, Any]:
        values = super().clean()
        for name, why in self._why_not.items():
            # The execute model matters only if a model plays the assistant.
            concerned = name in PLAYERS or alias_in(values["assistant"])
            if why and concerned and values[name] == self.initial[name] and name not in self.errors:
                self.add_error(name, f"{_called(values[name])} played up to this step, but can’t continue. {why}")
        if "max_turns" not in self.errors:
            self._check_turns(values["max_turns"] or self._place.usual_turns)
        # This version may lack the noise texts of the parent. A fork without noise does not need them.
        if "env_events_per_minute" not in self.errors and values["env_events_per_minute"]:
            self._check_noise(self.base.noise_content)
        return values

    @property
    def shows_models(self) -> bool:
        """Return whether there are models to choose from, even if the current model is the only one."""
        return super().shows_models or bool(self.base.model_routes)

    def fork(self, user: User | AnonymousUser) -> Seated:
        """Create the fork that the form describes. Raise CannotFork if the run can't be forked.

        If people play both sides, `user` plays the user, and the assistant's side gets a link for another person.
        """
        made = self.cleaned_data
        own = [side for side, name in SIDES.items() if getattr(made["config"], name) == HUMAN]
        if own and isinstance(user, User):
            return take_over(self._place.row, self._place.step, made["config"], own[0], user)
        return Seated(fork_episode(self._place.row, self._place.step, made["config"], pace=made["pace"], user=user))

    def _kept_in_the_list(self, name: str) -> str:
        """Keep the current player among the choices, and return the reason why it can't continue; empty if it can."""
        before = self.initial[name]
        choices: list[Any] = list(self.fields[name].choices)  # type: ignore[attr-defined]
        if before in _values(choices):
            return ""
        why = self._why_not_again(before)
        label = f"{_called(before)} (not available)" if why else _called(before)
        self.offer(name, [(_AS_BEFORE, [(before, label)]), *choices])
        return why

    def _why_not_again(self, before: str) -> str:
        """Return why a player that is not among the usual choices can't continue; empty if it can."""
        alias = alias_in(before)
        if alias is None and is_address(before):
            return "" if self._trusts else _FROM_A_FILE
        route = self.base.model_routes.get(alias or "")
        if route is not None:
            return missing(route) or self._why_not_sent(alias or "", route)
        return _GONE if self._trusts or alias is None else _FROM_A_FILE

    def _why_not_sent(self, alias: str, route: ModelRoute) -> str:
        """Return the reason why no request may be sent to the model under its stored name; empty if there is none."""
        models = (self.base.user_model, self.base.observe_model, self.base.execute_model)
        try:
            found = (why_not_sent(route.provider, model.name) for model in models if model and model.alias == alias)
            return next(filter(None, found), "")
        except BadModelsFile as error:
            return str(error)

    def _check_turns(self, turns: int) -> None:
        least = self._place.least_turns
        if turns < least:
            at = f"The kept steps go up to turn {self._place.turn}"
            used_up = " and use up all turns" if least > self._place.turn else ""
            self.add_error("max_turns", f"{at}{used_up}. Enter at least {least}.")

    def _check_noise(self, content: str) -> None:
        try:
            content_for(content)
        except NoiseError as error:
            self.add_error("env_events_per_minute", f"{error} Or enter 0 to continue without noise.")


def _called(choice: str) -> str:
    return alias_in(choice) or choice


def _values(choices: list[Group | Choice]) -> set[str]:
    found: set[str] = set()
    for value, label in choices:
        found |= {value} if isinstance(label, str) else {inner for inner, _ in label}
    return found
