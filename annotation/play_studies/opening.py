"""Checks whether a play study can be opened, and decides who may see its runs while it is open."""

from __future__ import annotations

from collections.abc import Iterator

from annotation.models import Item, PlayScenario, Study, StudyText, TextKind
from simulator.agents.registry import UnknownPlayer, assistant_maker, user_maker
from simulator.config import EpisodeConfig
from simulator.models import Episode


def lacks_of_play(study: Study) -> Iterator[str]:
    """Yield a sentence with a remedy for everything that keeps a play study from being opened."""
    scenarios = list(PlayScenario.objects.filter(study=study).select_related("version__scenario"))
    real = [one for one in scenarios if not one.is_practice]
    if not real:
        yield "There are no scenarios to play. Choose a split or list scenarios."
    elif study.per_person is None or study.per_person > len(real):
        wanted = study.per_person or "any number of"
        yield f"Each person plays {wanted} runs, but there are only {len(real)} scenarios. Lower the number of runs."
    for one in scenarios:
        if one.version.scenario.removed_at is not None:
            yield f"The file of scenario {one.version.scenario.slug} was removed. Put it back, or choose another one."
    config = EpisodeConfig.model_validate(study.play_plan.config)
    try:
        user_maker(config.user)
        assistant_maker(config.assistant)
    except UnknownPlayer as error:
        yield f"{error} Choose another player for the other side."
    newest = StudyText.objects.filter(study=study, kind=TextKind.GUIDELINES).order_by("-version").first()
    if newest is None or not newest.text:
        yield "The text “How to play” is empty. Write how people should play."


def use_current_versions(study: Study) -> None:
    """Let people play the current versions of the scenarios. Call this before anybody has played."""
    for one in PlayScenario.objects.filter(study=study).select_related("version__scenario"):
        current = one.version.scenario.current_id
        if current is not None and current != one.version_id:
            one.version_id = current
            one.save(update_fields=["version"])


def withhold_runs(study: Study, is_withheld: bool) -> None:
    """Hide all runs of the study from the public, or show them, except runs that are items of another study."""
    runs = Episode.objects.filter(play_assignment__rater__study=study)
    if not is_withheld:
        runs = runs.exclude(pk__in=Item.objects.filter(episode__in=runs).values("episode"))
    # The keys first: PostgreSQL and SQLite refuse updates over joins.
    Episode.objects.filter(pk__in=list(runs.values_list("pk", flat=True))).update(is_withheld=is_withheld)
