"""The page that shows a player how the run ended, and the form for the player's remark."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponseBase, QueryDict
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.views.decorators.http import require_POST

from simulator.access import SEE, has_right, may_see, may_start, only_judges, seat_for
from simulator.agents.human import HUMAN
from simulator.agents.registry import waits_outside
from simulator.config import EpisodeConfig
from simulator.models import Episode, PlayRemark, Seat, Side, State
from simulator.models.current_blame import current_blame
from simulator.phone.state import Recipient
from simulator.rendering.frames import judged_of
from simulator.rendering.run_histories import SharedHistory, history_of
from simulator.showing.config_words import cast_of, publicly
from simulator.showing.outcome_words import OutcomeSummary
from simulator.showing.play_summary import summary_of
from simulator.trace.moments import Acted
from simulator.views.play_bars import answers_svg
from simulator.views.play_others import others_of
from simulator.views.play_return import hides_outcome, return_link
from simulator.views.player_choices import players_in
from simulator.words import times

_ENDED: Mapping[str, str] = {
    State.STOPPED: "The run was stopped",
    State.FAILED: "The run failed",
    State.ABANDONED: "The run ended because nobody decided for too long",
}
# Why a run missed, said to the player whose side the rule blames.
_YOUR_PART: Mapping[str, str] = {
    "user_refused": "you turned down an offer that this scenario calls welcome",
    "user_ignored": "you did not answer an offer that this scenario calls welcome",
    "user_did_forbidden": "you did something that this scenario forbids",
    "assistant_without_consent": "you tried to change something without the user’s consent",
    "assistant_not_clean": "you did more than was wanted",
    "assistant_not_restrained": "you made too many unneeded offers",
    "assistant_not_done": "you did not carry out the whole task",
    "assistant_no_offer": "you made no offer when an offer was welcome",
    "assistant_wrong_offer": "none of your offers helps",
    "assistant_too_late": "your help came too late",
}
_RECIPIENTS: Mapping[Side, Recipient] = {Side.USER: "user", Side.ASSISTANT: "assistant"}
_TOPICS = {
    Side.USER: (PlayRemark.About.STORY, PlayRemark.About.PHONE, PlayRemark.About.ASSISTANT),
    Side.ASSISTANT: (PlayRemark.About.STORY, PlayRemark.About.PHONE, PlayRemark.About.USER),
}


class Again(NamedTuple):
    """A way to play the scenario again: a request that starts the run, or the form if the run may cost money."""

    side: Side
    fields: Mapping[str, Any]
    form_url: str
    starts_at_once: bool


class RemarkForm(forms.Form):
    """The answer to “Did anything feel wrong?”."""

    about = forms.ChoiceField(widget=forms.RadioSelect, error_messages={"required": "Choose what felt wrong, or No."})
    text = forms.CharField(required=False, max_length=500, error_messages={"max_length": "Use at most 500 characters."})

    def __init__(self, data: QueryDict | None, seat: Seat, kept: PlayRemark | None) -> None:
        super().__init__(data, initial=None if kept is None else {"about": kept.about, "text": kept.text})
        topics = _TOPICS[Side(seat.side)]
        choices = [(each.value, each.label) for each in (PlayRemark.About.NOTHING, *topics)]
        self.fields["about"] = forms.ChoiceField(
            choices=choices, widget=forms.RadioSelect, error_messages=self.fields["about"].error_messages
        )

    def clean(self) -> dict[str, Any]:
        given = self.cleaned_data
        if given.get("about") not in (None, PlayRemark.About.NOTHING) and not given.get("text", "").strip():
            self.add_error("text", "Say in a few words what felt wrong.")
        return given


@require_POST
def remark(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Store a player's remark about a run that is over; a second remark replaces the first."""
    seat = seat_for(request, pk)
    if not seat.episode.is_over:
        return redirect("play", pk)
    form = RemarkForm(request.POST, seat, None)
    if not form.is_valid():
        return render(request, "play/end.html", end_context(request, seat, form), status=422)
    given = {"about": form.cleaned_data["about"], "text": form.cleaned_data["text"].strip()}
    PlayRemark.objects.update_or_create(seat=seat, defaults=given)
    messages.success(request, "Thank you. The people who look after this scenario see your answer.")
    return redirect(f"{reverse('play_end', args=[pk])}#remark")


def end_context(request: HttpRequest, seat: Seat, form: RemarkForm | None = None) -> dict[str, Any]:
    """Return what the page at the end of a run shows to the person in this seat."""
    row, side = seat.episode, Side(seat.side)
    shared = history_of(row)
    kept = PlayRemark.objects.filter(seat=seat).first()
    if hides_outcome(seat):
        return _without_outcome(request, seat, form or RemarkForm(None, seat, kept), kept)
    with shared.lock:
        judged = judged_of(row, shared)
        others = others_of(seat, shared, judged.verdict)
        shown = {
            "summary": summary_of(shared.history, _RECIPIENTS[side], seat.is_blind),
            "phone": SafeString(shared.phone(len(shared.history) - 1)) if row.has_phone else "",
            "owner": shared.history.story.scenario.owner,
            "seconds": _own_seconds(shared, side),
        }
    sees_runs = has_right(request.user, SEE)
    return {
        **shown,
        "seat": seat,
        "episode": row,
        "is_user": side == Side.USER,
        "title": _title(row, judged.verdict),
        "why": _why(row, side, judged.verdict),
        "outcome": _outcome_html(row, judged.verdict, judged.problem),
        "cast": _cast(row),
        "others": others,
        "offers": [(offer, answers_svg(offer)) for offer in others.offers],
        "remark": kept,
        "form": form or RemarkForm(None, seat, kept),
        "back": return_link(seat),
        "again": [_again(row, each) for each in (side, _other(side))] if may_start(request.user) else [],
        "has_nav": sees_runs or only_judges(request.user),
        "sees_scenarios": sees_runs,
        "sees_run": may_see(request.user, row),
    }


def _without_outcome(request: HttpRequest, seat: Seat, form: RemarkForm, kept: PlayRemark | None) -> dict[str, Any]:
    """Return the context for a player whose study keeps the outcome, and everything that tells it, to itself."""
    row = seat.episode
    return {
        "seat": seat,
        "episode": row,
        "title": _ENDED.get(row.state, "The run has ended"),
        "remark": kept,
        "form": form,
        "back": return_link(seat),
        "has_nav": has_right(request.user, SEE) or only_judges(request.user),
        "is_kept_secret": True,
    }


def _other(side: Side) -> Side:
    return Side.ASSISTANT if side == Side.USER else Side.USER


def _own_seconds(shared: SharedHistory, side: Side) -> str:
    """Return the real time that the person took for all decisions, in words; empty if it is not known."""
    taken = [
        moment.envelope.latency_ms
        for moment in shared.history.moments
        if isinstance(moment, Acted) and moment.actor == side and moment.envelope is not None
    ]
    known = [each for each in taken if each is not None]
    return times.rough_duration(sum(known) / 1000) if known else ""


def _title(row: Episode, verdict: OutcomeSummary | None) -> str:
    if row.state != State.FINISHED:
        return _ENDED[row.state]
    if verdict is None:
        return "The run has ended"
    if verdict.success:
        return "The run has ended: success"
    if verdict.undecided:
        return "The run has ended: undecided"
    goals = verdict.parts[0]
    if not goals.ok and " of " in goals.word:
        return f"The run has ended: {goals.word} goals met"
    return "The run has ended: no success"


def _why(row: Episode, side: Side, verdict: OutcomeSummary | None) -> str:
    """Return what decided about the success of a finished run, as a sentence; empty for other runs."""
    if row.state != State.FINISHED or verdict is None:
        return ""
    if verdict.success:
        return "The run is a success: every part of the outcome holds."
    if verdict.undecided:
        return "The run is undecided, because a text in it can’t be read clearly."
    found = current_blame(row)
    if found is None or found.party == "undetermined":
        return "The run is no success. The parts above say why."
    own = _YOUR_PART.get(found.blame.rule, "")
    if own and found.party == side.value:
        return f"No success, because {own}."
    return f"No success. {found.says}."


def _outcome_html(row: Episode, verdict: OutcomeSummary | None, problem: str) -> str:
    # Without `figures`: their link leads to a page that needs the right to see runs.
    shown = {"verdict": verdict, "problem": problem, "state": row.state, "failure": row.failure, "run": row.pk}
    return render_to_string("run/_outcome.html", shown)


def _cast(row: Episode) -> dict[str, str]:
    """Return the players as people without rights may see them: addresses of servers are private."""
    config = row.config_now
    cast = cast_of({**config, **{side: publicly(str(config.get(side, ""))) for side in ("user", "assistant")}})
    names = {"user": cast.user, "assistant": cast.assistant}
    return {side: "another person" if name == HUMAN else name for side, name in names.items()}


def _again(row: Episode, side: Side) -> Again | None:
    """Return how to play this scenario again on `side`; None if it can't be played any more."""
    scenario = row.version.scenario
    if scenario.removed_at is not None or scenario.current_id is None:
        return None
    try:
        config = EpisodeConfig.model_validate(row.config_now)
    except ValueError:
        config = EpisodeConfig()
    players = players_in(config)
    partner = _other(side).value
    fields: dict[str, Any] = {"scenario": scenario.slug, "side": side.value, "seed": config.seed}
    # A person can't be called back by a button; the usual player takes that side instead.
    if players[partner] != HUMAN:
        fields[partner] = players[partner]
    if config.env_events_per_minute:
        fields["env_events_per_minute"] = config.env_events_per_minute
    if config.tool_failure_probability:
        fields["tool_failure_probability"] = config.tool_failure_probability
    query = QueryDict(mutable=True)
    query.update({name: str(value) for name, value in fields.items()})
    own = {side.value: HUMAN}
    is_free = not waits_outside(config.model_copy(update=own))
    return Again(side, fields, f"{reverse('play_start')}?{query.urlencode()}", is_free)
