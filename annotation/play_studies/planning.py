"""Makes and changes play studies from their settings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from django.contrib.auth.models import AnonymousUser, User
from django.db import transaction

from annotation.models import PlayPlan, PlayScenario, Study, StudyKind, StudyState, TextKind
from annotation.plan.play_schema import OF_PLAN, OF_STUDY, PlayStudyPlan
from annotation.plan.schema import TEXTS
from annotation.studies.batches import account
from annotation.studies.lifecycle import new_text, refuse_unfair, text_of
from simulator.agents.human import HUMAN
from simulator.agents.llm.aliases import UnknownModel
from simulator.agents.llm.prompting import PromptError
from simulator.agents.llm.recasting import recast
from simulator.agents.registry import assistant_names, user_names
from simulator.config import EpisodeConfig
from simulator.models import Scenario
from simulator.plans.plan_file import BadPlan, PlanProblem
from simulator.trace.exchange import Stage
from simulator.views.player_choices import alias_in, models_now, player_groups
from simulator.views.split_choices import readable_splits
from simulator.words.english import close_to, counted, spoken

By = User | AnonymousUser | None
_LIST = "Choose a split, or tick at least one scenario."


def make_play_study(plan: PlayStudyPlan, by: By = None) -> Study:
    """Make a draft of a play study. Raise BadPlan, and store nothing, if it names something that can't be played."""
    config, chosen = _checked(plan)
    with transaction.atomic():
        study = Study.objects.create(kind=StudyKind.PLAY, questions=[], made_by=account(by), **_named(plan, OF_STUDY))
        if (lead := account(by)) is not None:
            study.leads.add(lead)
        PlayPlan.objects.create(study=study, config=config.model_dump(mode="json"), **_named(plan, OF_PLAN))
        _store(study, chosen)
        _store_texts(study, plan, by)
    return study


def change_play_study(study: Study, plan: PlayStudyPlan, by: By = None) -> Study:
    """Change the settings of a play study. Raise CannotChange for a setting that is fixed since it opened."""
    now = play_plan_of(study)
    # An open study keeps its partner as it was stored, even if the list of models has changed since.
    config, chosen = _checked(plan) if study.state == StudyState.DRAFT else (None, [])
    with transaction.atomic():
        locked = Study.objects.select_for_update(no_key=True).get(pk=study.pk)
        before, after = now.model_dump(exclude={*TEXTS}), plan.model_dump(exclude={*TEXTS})
        refuse_unfair(locked, before, after)
        for name, value in _named(plan, OF_STUDY).items():
            setattr(locked, name, value)
        locked.save(update_fields=[*OF_STUDY])
        held = PlayPlan.objects.get(study=locked)
        for name, value in _named(plan, OF_PLAN).items():
            setattr(held, name, value)
        if config is not None and locked.state == StudyState.DRAFT:
            held.config = config.model_dump(mode="json")
            _store(locked, chosen)
        held.save()
        _store_texts(locked, plan, by)
    return locked


def copy_play_study(study: Study, by: By = None) -> Study:
    """Make a draft with the same settings, scenarios and texts, without people and runs."""
    return make_play_study(play_plan_of(study).model_copy(update={"title": f"{study.title[:180]} (copy)"}), by)


def play_plan_of(study: Study) -> PlayStudyPlan:
    """Return the settings of a play study."""
    rows = list(PlayScenario.objects.filter(study=study).values_list("version__scenario__slug", "is_practice"))
    held = study.play_plan
    return PlayStudyPlan(
        **{name: getattr(study, name) for name in OF_STUDY},
        **{name: getattr(held, name) for name in OF_PLAN},
        scenarios=() if held.split else tuple(slug for slug, is_practice in rows if not is_practice),
        practice=next((slug for slug, is_practice in rows if is_practice), ""),
        guidelines=text_of(study, TextKind.GUIDELINES),
        consent=text_of(study, TextKind.CONSENT),
    )


def _checked(plan: PlayStudyPlan) -> tuple[EpisodeConfig, list[PlayScenario]]:
    """Return the config of the runs and the scenarios, not saved. Raise BadPlan with every problem."""
    problems: list[PlanProblem] = []
    config, chosen = EpisodeConfig(), []
    try:
        config = config_of_play(plan)
    except BadPlan as bad:
        problems += bad.problems
    try:
        chosen = _chosen(plan)
    except BadPlan as bad:
        problems += bad.problems
    problems += _contradictions(plan, sum(not one.is_practice for one in chosen))
    if problems:
        raise BadPlan(problems)
    return config, chosen


def config_of_play(plan: PlayStudyPlan) -> EpisodeConfig:
    """Return the config in which a person plays one side and the partner the other. Raise BadPlan."""
    other = "assistant" if plan.role == "user" else "user"
    alias = alias_in(plan.partner)
    models: dict[Stage, str] = {}
    if alias is not None:
        models = {"observe": alias, "execute": alias} if other == "assistant" else {"user": alias}
    players = {plan.role: HUMAN, other: plan.partner}
    # Only players of the list: others, such as the address of a server, need a right that not all leads have.
    if plan.partner not in partners(other):
        said = f"“{plan.partner[:60]}” can’t play the {other}."
        raise BadPlan([PlanProblem("partner", said, "Choose a player or a ready model from the list.")])
    try:
        return recast(EpisodeConfig(seed=plan.seed), players=players, models=models)
    except (UnknownModel, PromptError) as error:
        raise BadPlan([PlanProblem("partner", str(error), "")]) from None


def partners(side: str) -> set[str]:
    """Return the players that a lead can choose for a side, as the form sends them."""
    names = assistant_names() if side == "assistant" else user_names()
    return {value for _, choices in player_groups(names, models_now()) for value, _ in choices}


def _contradictions(plan: PlayStudyPlan, count: int) -> Iterator[PlanProblem]:
    if count and plan.per_person > count:
        said = f"Each person would play {plan.per_person} runs, but there are only {counted(count, 'scenario')}."
        yield PlanProblem("per_person", said, "Lower the number, or choose more scenarios.")
    if plan.shows_leaderboard and not plan.shows_outcome:
        said = "A leaderboard shows successes, but people don’t see the outcome of their runs."
        yield PlanProblem("shows_leaderboard", said, "Untick the leaderboard, or show outcomes.")


def _chosen(plan: PlayStudyPlan) -> list[PlayScenario]:
    known = {row.slug: row for row in Scenario.objects.filter(removed_at=None, current__isnull=False)}
    slugs, field = (_split(plan.split), "split") if plan.split else (plan.scenarios, "scenarios")
    problems = [_unknown(field, slug, known) for slug in slugs if slug not in known]
    if not slugs:
        problems.append(PlanProblem(field, "There is no scenario to play.", _LIST))
    if plan.practice and plan.practice not in known:
        problems.append(_unknown("practice", plan.practice, known))
    if plan.practice in slugs:
        said = f"{plan.practice} is also played for the study, and nobody plays a scenario twice."
        problems.append(PlanProblem("practice", said, "Choose a scenario that is not among the others."))
    if problems:
        raise BadPlan(problems[:10])
    rows = [PlayScenario(version_id=_version(known[slug]), place=place) for place, slug in enumerate(slugs, 1)]
    if plan.practice:
        rows.append(PlayScenario(version_id=_version(known[plan.practice]), place=0, is_practice=True))
    return rows


def _version(row: Scenario) -> int:
    assert row.current_id is not None
    return row.current_id


def _split(name: str) -> Sequence[str]:
    known = set(Scenario.objects.filter(removed_at=None).values_list("slug", flat=True))
    found = {split.name: split for split in readable_splits()}
    if name not in found:
        remedy = f"Splits are: {spoken(sorted(found)) or 'none'}."
        raise BadPlan([PlanProblem("split", f"There is no split “{name[:60]}”.", remedy)])
    # A split may name scenarios of a folder that is not loaded; these can't be played.
    return [slug for slug in found[name].ids if slug in known]


def _unknown(field: str, slug: str, known: Any) -> PlanProblem:
    return PlanProblem(field, f"There is no scenario “{slug[:60]}”{close_to(slug, known)}.", "Choose from the list.")


def _store(study: Study, chosen: list[PlayScenario]) -> None:
    PlayScenario.objects.filter(study=study).delete()
    for row in chosen:
        row.study = study
    PlayScenario.objects.bulk_create(chosen)


def _store_texts(study: Study, plan: PlayStudyPlan, by: By) -> None:
    for name in TEXTS:
        # A text that has always been empty gets no version.
        if getattr(plan, name) or study.texts.filter(kind=name).exists():
            new_text(study, TextKind(name), getattr(plan, name), by)


def _named(plan: PlayStudyPlan, names: Sequence[str]) -> dict[str, Any]:
    return {name: getattr(plan, name) for name in names}
