"""The page with the readings of a run: each reader's answers about its texts, and the outcome they lead to."""

from __future__ import annotations

from typing import NamedTuple

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from simulator.access import REJUDGE, SEE, episode_for, has_right, need
from simulator.episode.loop import Episode as PlayedEpisode
from simulator.episode.rule_readings import RulesReader
from simulator.jobs.finished_run import CannotJudge, opened
from simulator.jobs.judge_job import enqueue_judge
from simulator.jobs.reader_outcomes import ReaderOutcome, outcomes_of, recorded_verdict
from simulator.jobs.verdict_rows import lines_of_run
from simulator.models import Episode
from simulator.reading.claims import Reader
from simulator.reading.reading_lines import readers_of
from simulator.scenario.run_claims import texts_of_run
from simulator.showing.reading_words import OFFER_KINDS, TextCard, claim_rows, marked_pieces
from simulator.views.judge_choices import JudgeForm
from simulator.views.post_only import post_only
from simulator.words.english import counted
from simulator.words.money import dollars

# Maximum number of texts on the page. An eager assistant writes hundreds; exported readings are about all texts.
MOST_CARDS = 60
_TONES = {"success": "good", "miss": "bad", "undecided": "warn"}
NO_REDIS = "The queue can’t be reached, so no judge was started. Try again in a moment."


class OutcomeRow(NamedTuple):
    """The outcome of the run according to one reader, as the page shows it."""

    reader: str
    verdict: str
    facts: str
    why: str

    @property
    def tone(self) -> str:
        return _TONES.get(self.verdict, "plain")


@require_safe
def readings(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the texts of a run with their readings, and the recorded outcome beside the outcome of each reader."""
    need(request.user, SEE)
    return _page(request, episode_for(request, pk), JudgeForm())


@post_only("readings")
def rejudge(request: HttpRequest, pk: int) -> HttpResponse:
    """Queue a judge for a run that is over. The run is not played again, and its recorded result does not change."""
    need(request.user, REJUDGE)
    row = episode_for(request, pk)
    form = JudgeForm(request.POST)
    if not form.is_valid():
        return _page(request, row, form, 422)
    if not row.is_over or row.is_foreign:
        messages.warning(
            request,
            f"Run {pk} can’t be judged: it is not over, or another system played it. Choose a finished run.",
        )
    elif enqueue_judge(pk, form.cleaned_data["judge_model"], form.cleaned_data["judge_budget"]):
        alias = form.cleaned_data["judge_model"]
        messages.success(request, f"{alias} is queued to read run {pk}. Reload this page later to see its readings.")
    else:
        messages.warning(request, NO_REDIS)
    return redirect("readings", pk)


def _page(request: HttpRequest, row: Episode, form: JudgeForm, status: int = 200) -> HttpResponse:
    outcomes: list[OutcomeRow] = []
    cards: list[TextCard] = []
    problem = ""
    try:
        episode = opened(row)
        outcomes = [_outcome_row(found, row.reason) for found in outcomes_of(row, episode)]
        cards = _cards(row, episode)
    except CannotJudge as error:
        problem = str(error)
    shown = {
        "episode": row,
        "outcomes": [OutcomeRow("recorded", recorded_verdict(row), f"by engine {row.engine}", row.reason), *outcomes],
        "cards": cards[:MOST_CARDS],
        "left_out": max(0, len(cards) - MOST_CARDS),
        "problem": problem,
        "judge_form": form,
        "may_rejudge": has_right(request.user, REJUDGE),
    }
    return render(request, "run/readings.html", shown, status=status)


def _outcome_row(found: ReaderOutcome, recorded: str) -> OutcomeRow:
    """Return the table row of a reader, without the reader's reason if it equals the recorded reason."""
    facts = ["computed now"] if found.is_rules else [counted(found.readings, "reading"), f"{found.unclear} unclear"]
    if found.failed:
        facts.append(f"{found.failed} without a usable answer")
    if found.cost:
        facts.append(dollars(found.cost))
    if found.outcome.honest_report is not None:
        facts.append(f"honest report {found.outcome.honest_report}")
    return OutcomeRow(found.name, found.outcome.verdict, ", ".join(facts), "" if found.why == recorded else found.why)


def _cards(row: Episode, episode: PlayedEpisode) -> list[TextCard]:
    readers: list[Reader] = [RulesReader(episode), *readers_of(lines_of_run(row))]
    offers = {offer.moment: offer for offer in episode.ledger.offers.values()}
    cards = []
    for text in texts_of_run(episode.story, episode.evidence()):
        claims = claim_rows(text, readers)
        pieces = marked_pieces(text.text, (answer.words for claim in claims for answer in claim.answers))
        offer = offers.get(text.moment) if text.where == "offer" else None
        kind = (*OFFER_KINDS[offer.kind], offer.why) if offer is not None else ("", "", "")
        cards.append(TextCard(text, pieces, claims, *kind))
    return cards
