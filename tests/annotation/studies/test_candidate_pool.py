"""The pool of a sample: which decision points of which runs may be drawn, and why others may not."""

from __future__ import annotations

from typing import Any

import pytest

from annotation.models import StudyState
from annotation.sampling.spec import SampleSpec
from annotation.studies.batches import preview_batch
from annotation.studies.candidate_pool import known_models, pool_of
from annotation.studies.run_sources import UNNAMED, is_noisy, model_of
from simulator.config import EpisodeConfig
from simulator.models import DecisionPoint, Episode, State
from tests.annotation.played import played
from tests.annotation.study_fixtures import study
from tests.simulator.views.cast import run, scenario

ALL = SampleSpec(size=1000, kinds="both", unanswered=True)


def _with_points(row: Episode, *reactions: str, **body: Any) -> Episode:
    """Offers with these reactions, and one silence after them."""
    rows = [
        DecisionPoint(
            episode=row,
            number=number,
            kind="offer" if reaction else "silence",
            moment=number + 1,
            turn=number,
            body={"reaction": reaction, "text": f"Offer {number}", **body} if reaction else {},
        )
        for number, reaction in enumerate((*reactions, ""))
    ]
    DecisionPoint.objects.bulk_create(rows)
    return row


def _run(content: str = "c1", **fields: Any) -> Episode:
    options = {name: fields.pop(name) for name in list(fields) if name in EpisodeConfig.model_fields}
    config = EpisodeConfig(**options)
    known = {"config": config.model_dump(mode="json"), "config_hash": config.config_hash, "content_hash": content}
    return run(**{**known, **fields})


def _foreign(content: str, said: dict[str, Any], format: str = "hf") -> Episode:
    return _run(content, success=None, imported={"format": format, "file": "x.json", "said": said, "warnings": []})


def _decisions(spec: SampleSpec) -> list[tuple[str, int, str]]:
    return sorted((one.model, one.moment, one.decision) for one in pool_of(spec).candidates)


def test_offers_and_silences_of_a_played_run_with_what_they_are_sampled_by(db: None) -> None:
    row = played(assistant="eager")
    pool = pool_of(ALL)
    stored = DecisionPoint.objects.filter(episode=row)
    assert {(one.kind, one.moment) for one in pool.candidates} == set(stored.values_list("kind", "moment"))
    for one in pool.candidates:
        assert (one.episode, one.model, one.scenario) == (row.pk, "eager", "late_train")
        assert one.outcome == ("success" if row.success else "miss")
        assert bool(one.offer) is (one.kind == "offer")


def test_an_offer_without_reaction_is_left_out_unless_asked_for(db: None) -> None:
    _with_points(_run(), "accept", "none", "gather_context")
    pool = pool_of(SampleSpec(size=9))
    assert [one.decision for one in pool.candidates] == ["accept", "gather_context"]
    assert pool.left_out == {"no_answer": 1}
    assert [one.decision for one in pool_of(SampleSpec(size=9, unanswered=True)).candidates][1] == "none"


def test_kinds_are_as_asked_for(db: None) -> None:
    _with_points(_run(), "accept")
    assert _decisions(SampleSpec(size=9)) == [("oracle", 1, "accept")]
    assert _decisions(SampleSpec(size=9, kinds="silences")) == [("oracle", 2, "silence")]
    assert len(_decisions(SampleSpec(size=9, kinds="both"))) == 2


@pytest.mark.parametrize("state", [State.RUNNING, State.STOPPED, State.FAILED])
def test_runs_that_did_not_finish_are_left_out_and_counted(db: None, state: State) -> None:
    _with_points(_run(state=state), "accept")
    pool = pool_of(ALL)
    assert pool.candidates == [] and pool.left_out == {"unfinished": 1}


def test_noise_of_either_kind_makes_a_run_noisy(db: None) -> None:
    noises: tuple[dict[str, Any], ...] = (
        {},
        {"tool_failure_probability": 0.1},
        {"env_events_per_minute": 2.0},
        {"failing_writes": (1,)},
    )
    for number, options in enumerate(noises):
        _with_points(_run(f"c{number}", **options), "accept")
    pool = pool_of(SampleSpec(size=9, noise_free=True))
    assert len(pool.candidates) == 1 and pool.left_out == {"noisy": 3}
    assert len(pool_of(SampleSpec(size=9)).candidates) == 4


def test_filters_by_run_model_scenario_and_outcome(db: None) -> None:
    first = _with_points(_run("a", assistant="eager"), "accept")
    _with_points(_run("b", assistant="oracle", success=False), "reject")
    _with_points(_run("c", version=scenario("dentist").current), "gather_context")

    def found(**values: Any) -> list[str]:
        return sorted(one.decision for one in pool_of(SampleSpec(size=9, **values)).candidates)

    assert found(runs=(first.pk, 10**9)) == ["accept"]
    assert found(models=("oracle",)) == ["gather_context", "reject"]
    assert found(scenarios=("dentist",)) == ["gather_context"]
    assert found(outcomes=("miss",)) == ["reject"]
    assert found(outcomes=("success",), models=("oracle",)) == ["gather_context"]
    assert sorted(one.decision for one in pool_of(SampleSpec(per_model={"eager": 3})).candidates) == ["accept"]
    assert known_models() == ["eager", "oracle"]


def test_many_runs_can_be_named(db: None) -> None:
    row = _with_points(_run(), "accept")
    assert len(pool_of(SampleSpec(size=9, runs=(*range(10**6, 10**6 + 2000), row.pk))).candidates) == 1


def test_language_models_belong_to_the_name_of_a_player(db: None) -> None:
    choice = {"alias": "gpt-5", "provider": "openai", "name": "gpt-5"}
    row = run()
    row.config = {**row.config, "assistant": "llm", "observe_model": choice, "execute_model": {**choice, "alias": "o3"}}
    assert model_of(row) == "llm (gpt-5 and o3)"


@pytest.mark.parametrize(
    ("said", "model", "noisy"),
    [
        ({"models": {"user": "gpt-5-mini", "observe": "gpt-5", "execute": "gpt-5"}}, "gpt-5", False),
        ({"models": {"observe": "gpt-5", "execute": "o3"}}, "gpt-5 and o3", False),
        (
            {"models": {"observe": "arn:aws:bedrock:us:1:inference-profile/global.claude-4.5"}},
            "global.claude-4.5",
            False,
        ),
        ({"has_tool_augmentation": True}, UNNAMED, True),
        ({"has_env_events_augmentation": True, "models": ["x"]}, UNNAMED, True),
        ({"has_tool_augmentation": False}, UNNAMED, False),
    ],
)
def test_of_a_foreign_run_its_file_says_who_played(db: None, said: dict[str, Any], model: str, noisy: bool) -> None:
    row = _with_points(_foreign("f", said), "accept")
    assert (model_of(row), is_noisy(row)) == (model, noisy)
    assert [(one.model, one.outcome) for one in pool_of(SampleSpec(size=9)).candidates] == [(model, "unknown")]


def test_a_transcript_has_no_phone_to_show(db: None) -> None:
    _with_points(_foreign("f", {}, "lite"), "accept")
    pool = pool_of(SampleSpec(size=9))
    assert pool.candidates == [] and pool.left_out == {"no_phone": 1}
    assert len(pool_of(SampleSpec(size=9, transcripts=True)).candidates) == 1


def test_runs_that_are_equal_in_everything_count_once_and_others_not(db: None) -> None:
    for options in ({}, {}, {"seed": 5}, {"assistant": "eager"}):
        _with_points(_run("same", **options), "accept")
    seen = preview_batch(study(StudyState.DRAFT), SampleSpec(size=9))
    assert len(seen.items) == 3 and seen.left_out == {"same": 1}
    episodes = list(Episode.objects.order_by("pk").values_list("pk", flat=True))
    assert episodes[1] not in {one.candidate.episode for one in seen.items}


def test_identities_do_not_depend_on_the_store(db: None) -> None:
    before = {one.identity for one in pool_of(ALL).candidates}
    assert before == set()
    played(assistant="eager")
    first = {one.identity for one in pool_of(ALL).candidates}
    Episode.objects.all().delete()
    run()
    played(assistant="eager")
    assert {one.identity for one in pool_of(ALL).candidates} == first and first
