"""Checks one story: runs its proofs and reports the mutants that survive."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

from benchmark.proofs import mutants
from benchmark.proofs.discovery import discover
from benchmark.proofs.extra_writes import Meddler
from benchmark.proofs.proof_results import ProofResult, StoryReport
from benchmark.proofs.trials import PlayedTrial, Trial, is_write, offered, oracle, play, same_steps, unclean, written
from benchmark.proofs.way_proofs import mutants_of_ways, texts_kept_aside, texts_of_people
from benchmark.proofs.ways import Way, alternative_step_list, solution_way
from benchmark.reading.texts import TextLine, is_kept_aside
from simulator.agents.oracle import WAITS
from simulator.config import EpisodeConfig
from simulator.episode.loop import Episode
from simulator.scenario.base import TO_DO
from simulator.scenario.lint.finished_checks import texts_in
from simulator.scenario.needs import evident_since
from simulator.scenario.story import BoundStep, Story
from simulator.trace.hashing import content_hash

# A model needs more turns than the solution: the solution must leave at least two turns, and every need must become
# evident in the first 60 % of the turns.
SPARE_TURNS = 2
EVIDENT_BY = 0.6
# Extra writes to try per app until one succeeds: a write that fails proves nothing.
MAX_MEDDLINGS = 6
_SKIPPED = "skipped until proof (a) holds"


def check_story(
    story: Story, texts: Mapping[str, Sequence[TextLine]] = MappingProxyType({}), kept_aside: bool = True
) -> StoryReport:
    """Run all proofs except (j), which needs a second process.

    `texts`: texts that people wrote, by scenario id. `kept_aside`: if True, texts that are kept aside are
    counted by result, but not shown.
    """
    if story.scenario.silent:
        return _check_silent(story)
    worked = play(story, Trial("a", "the worked solution", oracle(story.solution), succeeds=True))
    results = [_worked(story, worked), _proof("b", story, [mutants.silence(story)])]
    results += _near_the_solution(story, worked)
    results.append(_discoverable(story, worked))
    # Variations copy moments of the solution only if it succeeds; otherwise each variation is played from the start.
    shared = worked.episode if worked.holds else None
    alternatives, ways = _alternatives(story, shared)
    results += [alternatives, _near_misses(story, shared)]
    report = StoryReport(story.id, results, content_hash(worked.episode.moments))
    if not worked.holds:
        results += [ProofResult(letter, note=_SKIPPED) for letter in "mnop"]
        return report
    own = solution_way(story, worked.episode)
    results += mutants_of_ways([own, *ways])
    lines = texts.get(story.id, ())
    if kept_aside and is_kept_aside(story.id):
        result, report.kept_aside = texts_kept_aside(own, lines)
        results.append(result)
    else:
        results.append(texts_of_people(own, lines))
    return report


def _near_the_solution(story: Story, worked: PlayedTrial) -> list[ProofResult]:
    """Return the results of proofs (c) to (h), which vary the solution.

    Skip these proofs if the solution itself fails, because the failure of a variation would then prove nothing.
    """
    if not worked.holds:
        return [ProofResult(letter, note=_SKIPPED) for letter in "cdefgh"]
    writes, episode = any(map(is_write, story.solution)), worked.episode
    no_write = "the solution has no write; add the call that meets the goal"
    return [
        _proof("c", story, mutants.left_out(story), no_write, episode),
        _proof("d", story, mutants.changed(story, episode), "" if writes else no_write, episode),
        _proof("e", story, mutants.broken(story), "each write is declared to fail" if writes else no_write, episode),
        _proof("f", story, mutants.without_consent(story), no_write),
        _extra_writes(story, episode),
        _proof("h", story, mutants.without_offer(story)),
    ]


def _check_silent(story: Story) -> StoryReport:
    silent = play(story, mutants.silence(story))
    first = ProofResult("b")
    first.add(silent)
    first.failures += _unwritten(story)
    extra = _proof("g", story, mutants.where_silence_is_right(story))
    nothing = [ProofResult(letter, note="silence is right here") for letter in "acdefhiklmnop"]
    results = sorted([first, extra, *nothing], key=lambda result: result.proof)
    return StoryReport(story.id, results, content_hash(silent.episode.moments))


def _proof(
    letter: str, story: Story, trials: Iterable[Trial], note: str = "", worked: Episode | None = None
) -> ProofResult:
    result = ProofResult(letter)
    for trial in trials:
        result.add(play(story, trial, worked))
    if not result.made:
        result.note = note or "the solution has no step that this proof changes"
    return result


def _worked(story: Story, worked: PlayedTrial) -> ProofResult:
    result = ProofResult("a")
    result.add(worked)
    problems = [*_unwritten(story), *_not_minimal(story), *_failed_calls(story, worked), *_pace(story, worked)]
    result.failures += problems
    return result


def _unwritten(story: Story) -> Iterator[str]:
    """Yield a failure if the scenario file still has placeholders."""
    places = [".".join(map(str, path)) for path, text in texts_in(story.source, ()) if TO_DO in text]
    if places:
        yield f"the file still says {TO_DO} in {', '.join(places)}; replace it with your own text"


def _not_minimal(story: Story) -> Iterator[str]:
    if story.solution[-1].part.report is None:
        yield "the solution does not end with a report; add a report"
    for index, step in enumerate(story.solution):
        if step.action is not None and not step.action.write:
            yield f"step {index + 1}, {written(step)}, only reads: a minimal solution leaves it out"


def _failed_calls(story: Story, worked: PlayedTrial) -> Iterator[str]:
    declared = sum(1 for step in story.solution if step.part.fails)
    failed = [act for act in worked.episode.ledger.failed if act.actor == "assistant"]
    others = [act for act in worked.episode.ledger.failed if act.actor != "assistant"]
    if len(failed) != declared:
        texts = "; ".join(f"{act.app}.{act.name}: {act.error.message}" for act in failed if act.error is not None)
        yield f"{declared} calls are declared to fail, {len(failed)} failed: {texts or 'none'}"
    for act in others:
        assert act.error is not None
        yield f"{act.actor} could not do {act.app}.{act.name}: {act.error.message}"


def _pace(story: Story, worked: PlayedTrial) -> Iterator[str]:
    """Yield a failure if the solution leaves fewer than SPARE_TURNS turns unused, and for each need that is late.

    A need is late if more than the share EVIDENT_BY of the turns is over when it becomes evident.
    """
    episode = worked.episode
    turns = story.scenario.turns
    last = max((act.turn for act in episode.ledger.assistant_acts if act.name not in WAITS), default=0)
    if last > turns - SPARE_TURNS:
        yield f"the solution ends in turn {last} of {turns}; leave {SPARE_TURNS} turns to spare"
    for need in story.scenario.needs:
        since = evident_since(need, episode.story, episode.evidence())
        if since is None:
            yield f"the need '{need.label}' never becomes evident; check the events that it depends on"
        elif episode.moments[since[0]].turn > EVIDENT_BY * turns:
            turn = episode.moments[since[0]].turn
            yield f"the need '{need.label}' becomes evident only in turn {turn} of {turns}; move its events earlier"


def _extra_writes(story: Story, worked: Episode) -> ProofResult:
    result = ProofResult("g")
    # Room for the extra call, so that the solution does not fail for lack of iterations.
    config = EpisodeConfig(execute_iterations=EpisodeConfig().execute_iterations + 1)
    reports = [index for index, step in enumerate(story.solution) if step.part.report is not None]
    if not reports:
        result.note = (
            "the solution has no report, and this proof tries an extra write just before the report; add a report"
        )
        return result
    without = []
    for app in story.scenario.apps:
        made = result.made
        for choice in range(MAX_MEDDLINGS):
            meddler = Meddler(story.solution, app, choice)
            trial = Trial("g", f"an extra write in {app}", meddler.make, config=config, shows=unclean)
            # The oracle meddles just before its last report, so the moments before that are copied from the solution.
            played = play(story, trial._replace(same_steps=reports[-1]), worked)
            act = meddler.extra(played.episode.ledger.assistant_acts)
            if act is None:
                break
            if act.error is None:
                trial = trial._replace(what=f"also {app}.{act.name} {act.args}")
                result.add(played._replace(trial=trial))
                break
        if result.made == made:
            without.append(app)
    if without:
        result.note = f"no unrelated record to write to in {', '.join(without)}; add one"
    return result


def _discoverable(story: Story, worked: PlayedTrial) -> ProofResult:
    found = discover(story, worked.episode)
    return ProofResult("i", found.made, found.made - len(found.missing), found.missing)


def _alternatives(story: Story, worked: Episode | None) -> tuple[ProofResult, list[Way]]:
    """Return the result of proof (k), and the alternatives that succeed."""
    result = ProofResult("k")
    if not story.scenario.alternatives:
        result.failures.append("no alternative is listed; give at least one other good way")
    ways = []
    for way in story.scenario.alternatives:
        steps = alternative_step_list(story, way)
        played = play(story, _other_way("k", story, way.say, steps)._replace(succeeds=True), worked)
        result.add(played)
        if played.holds:
            ways.append(Way(story, way.say, steps, played.episode))
    return result, ways


def _near_misses(story: Story, worked: Episode | None) -> ProofResult:
    # A near miss must make an offer: a run that waits forever fails without proving anything.
    trials = (
        _other_way("l", story, way.say, alternative_step_list(story, way))._replace(shows=offered)
        for way in story.scenario.near_misses
    )
    return _proof("l", story, trials, "no near miss is listed", worked)


def _other_way(letter: str, story: Story, say: str, steps: Sequence[BoundStep]) -> Trial:
    return Trial(letter, say, oracle(steps), same_steps=same_steps(story, steps))
