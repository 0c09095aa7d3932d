"""Rebuilding runs up to a decision and asking a simulated user there; runs that count and runs that do not."""

from __future__ import annotations

import pytest

from benchmark.fidelity.compare import RunTrace, by_people, by_user, compare, questions, simulated_users
from benchmark.fidelity.played_run import reduced
from benchmark.fidelity.resampling import SimulatedUser, can_play, resample, trace_of_episode, user_of
from simulator.agents.human import HUMAN
from simulator.agents.llm.choosing import with_models
from simulator.agents.policy import Decision, UserView
from simulator.config import EpisodeConfig
from simulator.episode.loop import Episode
from simulator.episode.trace_lines import fork_after
from tests.benchmark.fidelity.generated_people import NOTE, Habits, generated, library, play

NAME = "email_notification"


def test_a_user_is_asked_with_the_run_as_the_person_saw_it() -> None:
    one = play(library().get(NAME), "p0", Habits(accept=0, decline=0), 1)
    seen = []

    class Witness:
        def decide(self, view: UserView) -> Decision:
            seen.append((len(view.own), view.offer is not None and view.offer.kept))
            return Decision("accept_proposal")

    found = resample(one.trace, one.story, one.run, SimulatedUser("witness"), 3, maker=lambda *_: Witness())
    (decision,) = one.run.decisions
    before = sum(getattr(moment, "actor", "") == "user" for moment in one.trace.moments if moment.n < decision.moment)
    assert seen == [(before, False)] * 3
    assert [(point.choice, point.simulated) for point in found] == [("look", (3, 0, 0))]


def test_messages_to_the_assistant_and_other_taps_look_first() -> None:
    one = play(library().get(NAME), "p0", Habits(accept=1, decline=0), 1)
    for decision in (NOTE, Decision("go_home"), Decision("put_phone_down")):
        looker = lambda *_, decision=decision: _Always(decision)  # noqa: E731
        (found,) = resample(one.trace, one.story, one.run, SimulatedUser("looker"), 1, maker=looker)
        assert found.simulated == (0, 0, 1)


class _Always:
    def __init__(self, decision: Decision) -> None:
        self._decision = decision

    def decide(self, view: UserView) -> Decision:
        return self._decision


def test_a_user_without_a_valid_tap_gives_no_decision() -> None:
    one = play(library().get(NAME), "p0", Habits(accept=1, decline=0), 1)
    maker = lambda *_: _Always(Decision("no_such_tap"))  # noqa: E731
    (found,) = resample(one.trace, one.story, one.run, SimulatedUser("lost"), 2, maker=maker)
    assert found.simulated == (0, 0, 0)


def test_seeds_make_decisions_repeatable_and_differ_between_draws() -> None:
    one = play(library().get(NAME), "p0", Habits(), 1)

    def drawn(seed: int) -> tuple[int, ...]:
        user, maker = SimulatedUser("generated"), generated(Habits(0.5, 0.5), 0)
        return resample(one.trace, one.story, one.run, user, 40, seed=seed, maker=maker)[0].simulated

    assert drawn(1) == drawn(1)
    assert 8 < drawn(1)[0] < 32


def test_a_run_that_was_taken_over_in_the_middle_does_not_count() -> None:
    story = library().get(NAME)
    episode = Episode(story, EpisodeConfig())
    for _ in episode.play():
        if len(episode.moments) == 4:
            break
    fork = fork_after(episode.moments[-1], "run 1", EpisodeConfig(user=HUMAN))
    taken_over = Episode(story, EpisodeConfig(), user=generated(Habits(accept=1, decline=0), 1))
    taken_over.replay([*episode.moments, fork])
    trace = trace_of_episode(taken_over.run())
    run = RunTrace("run 2", trace, "p0")
    assert by_people([run]) == [run]
    assert reduced(trace, story, "p0").ended == "taken over"
    counts = compare([run], [], SimulatedUser()).counts
    assert (counts.runs, counts.taken_over) == (0, 1)


def test_simulated_users_are_told_apart_by_model_style_and_prompts() -> None:
    model = with_models(EpisodeConfig(), user="gpt-5-mini")
    lenient = model.model_copy(update={"user_style": "lenient"})
    labels = [user_of(config).label for config in (EpisodeConfig(), model, lenient)]
    assert labels[0] == "scripted"
    assert labels[1].startswith("gpt-5-mini, strict, prompts ")
    assert labels[2].startswith("gpt-5-mini, lenient, prompts ")


def test_a_configuration_keeps_all_of_a_simulated_user() -> None:
    user = user_of(with_models(EpisodeConfig(user_style="lenient"), user="gpt-5-mini"))
    stored = user.config(EpisodeConfig()).model_dump(mode="json")
    assert user_of(EpisodeConfig.model_validate(stored)) == user


@pytest.mark.parametrize(
    ("user", "assistant", "playable"),
    [("scripted", "oracle", True), ("scripted", "llm", False), ("scripted", HUMAN, False), ("llm", "oracle", False)],
)
def test_only_runs_without_models_and_people_are_played_now(user: str, assistant: str, playable: bool) -> None:
    assert can_play(EpisodeConfig(user=HUMAN, assistant=assistant), SimulatedUser(user)) == playable


def test_runs_are_sorted_into_people_and_simulated_users() -> None:
    story = library().get(NAME)
    person = play(story, "p0", Habits(), 1)
    scripted = trace_of_episode(Episode(story, EpisodeConfig()).run())
    runs = [RunTrace("1", person.trace, "p0"), RunTrace("2", scripted, "")]
    assert [run.run for run in by_people(runs)] == ["1"]
    assert [run.run for run in by_user(runs, SimulatedUser())] == ["2"]
    assert list(simulated_users(runs)) == ["scripted"]
    assert questions(runs[:1], SimulatedUser(), 5) == len(person.run.decisions)
    report = compare(runs[:1], runs[1:], SimulatedUser())
    assert (report.counts.simulated_runs, report.counts.unmatched) == (1, 0)
