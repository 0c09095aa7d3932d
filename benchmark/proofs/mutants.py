"""Makes the mutants of one story: variations of its solution that must fail."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from benchmark.proofs.trials import Trial, broke_down, is_write, oracle, refused, unrestrained, unyielding, written
from benchmark.proofs.wrong_arguments import changed_steps
from simulator.agents.baselines import Eager, Silent
from simulator.agents.oracle import WAITS
from simulator.agents.policy import SAY, WAIT, AssistantView, Decision
from simulator.agents.registry import AssistantMaker
from simulator.config import EpisodeConfig
from simulator.episode.loop import Episode
from simulator.scenario.goals.evidence import Evidence
from simulator.scenario.goals.goal import Goal
from simulator.scenario.story import BoundStep, Story
from simulator.trace.moments import Acted

Steps = Sequence[BoundStep]


def silence(story: Story) -> Trial:
    return Trial("b", "says nothing", lambda *_: Silent(), succeeds=story.scenario.silent)


def left_out(story: Story) -> Iterator[Trial]:
    """(c) Yield trials of the solution without one of its writes, or with a report that lacks facts a goal checks."""
    steps = story.solution
    for index, step in enumerate(steps):
        # A write that is declared to fail changes nothing, so leaving it out changes nothing either.
        if is_write(step) and not step.part.fails:
            what = f"without {written(step)} (step {index + 1})"
            yield Trial("c", what, oracle(_without(steps, index)), same_steps=index)
        if step.part.report is not None and _must_tell(story):
            # The step still reports something, so that the run can fail only for the missing facts.
            empty = step._replace(part=step.part.model_copy(update={"report": "That is all."}))
            what = f"report without facts (step {index + 1})"
            yield Trial("c", what, oracle(_with(steps, index, empty)), same_steps=index)


def changed(story: Story, worked: Episode) -> Iterator[Trial]:
    """(d) Yield trials of the solution with one wrong argument, or with a mistake in one fact that a goal checks."""
    evidence = worked.evidence()
    # Steps and recorded calls are matched in order; steps that only wait have no call.
    calls = iter(act for act in worked.ledger.assistant_acts if act.name not in WAITS)
    for index, step in enumerate(story.solution):
        act = None if step.part.wait is not None else next(calls, None)
        if act is None or step.part.fails or not (is_write(step) or step.part.report is not None):
            continue
        for words, wrong in changed_steps(step, _met_by(act, story, evidence), story, evidence):
            yield Trial("d", words, oracle(_with(story.solution, index, wrong)), same_steps=index)


def _met_by(act: Acted, story: Story, evidence: Evidence) -> list[Goal]:
    """Return the goals that this act helped to meet."""
    touched = {(effect.table, effect.id) for effect in evidence.ledger.effects if effect.moment == act.n}
    goals = []
    for goal in story.scenario.goals:
        for leaf in goal.parts():
            covered = {(table, record_id) for table, record_id, _ in leaf.judge(evidence).covers}
            # A report touches no record, so it is matched with the goals that look at what the user was told.
            if covered & touched or (leaf.told is not None and not act.write):
                goals.append(leaf)
    return goals


def broken(story: Story) -> Iterator[Trial]:
    """(e) Yield one trial per write, in which only this write fails; skip writes that are declared to fail."""
    writes = [(index, step) for index, step in enumerate(story.solution) if is_write(step)]
    for number, (index, step) in enumerate(writes):
        if not step.part.fails:
            # Without retries: with them, the oracle repeats the write and succeeds.
            assistant = oracle(story.solution, retries=False)
            trial = Trial("e", f"{written(step)} fails", assistant, shows=broke_down)
            yield trial._replace(config=EpisodeConfig(failing_writes=(number,)), same_steps=index)


def without_consent(story: Story) -> Iterator[Trial]:
    """(f) Yield trials with a write before the offer for it, and with writes although the user accepts no offer."""
    steps = story.solution
    offers = [index for index, step in enumerate(steps) if step.part.offer is not None]
    for index, step in enumerate(steps):
        if is_write(step) and not step.part.fails:
            # Insert the write just before the offer that allows it.
            before = max(offer for offer in offers if offer < index)
            early = [*steps[:before], step, *steps[before:]]
            yield Trial("f", f"{written(step)} before the offer", oracle(early, pushy=True), shows=refused)
    if any(map(is_write, steps)):
        for words, answers in (("no", True), ("nothing", False)):
            what = f"writes although the user says {words}"
            yield Trial("f", what, oracle(steps, pushy=True), user=unyielding(answers), shows=refused)


def without_offer(story: Story) -> Iterator[Trial]:
    """(h) Yield one trial: the solution without its offers."""
    kept = [step for step in story.solution if step.part.offer is None]
    yield Trial("h", "no offer", oracle(kept, pushy=True))


def where_silence_is_right(story: Story) -> Iterator[Trial]:
    """Yield trials of assistants that make many offers, one good offer, or one write although silence is right."""
    yield Trial("g", "an offer at each notification", lambda *_: Eager(), shows=unrestrained)
    yield Trial("g", "one well-worded offer", lambda *_: OneOffer(), shows=unrestrained)
    for name in story.scenario.apps:
        yield Trial("g", f"an act in {name}", _actor(name), shows=refused)


class OneOffer:
    """An assistant that makes one polite, specific offer, about the latest notification at that time."""

    def decide(self, view: AssistantView) -> Decision:
        # Notices about the user's own taps and about earlier offers do not call for an offer.
        news = [notice for notice in view.notices if notice.kind not in ("user_action", "rejected", "accepted")]
        if any(act.name == "send_message_to_user" for act in view.own) or not news:
            return Decision(WAIT)
        about = news[-1]
        text = f"{about.title}: I could answer and note the time for you, with your words. Would that help?"
        return Decision(SAY, {"content": text})


class OneAct:
    """An assistant that makes one unasked write in an app."""

    def __init__(self, app: str) -> None:
        self._app = app

    def decide(self, view: AssistantView) -> Decision:
        if not any(act.app == self._app for act in view.own):
            for meddling in view.look.apps[self._app].meddlings(view.look, frozenset()):
                return Decision(view.look.apps[self._app].tools[meddling.tool].full_name, meddling.args)
        return Decision(WAIT)


def _actor(app: str) -> AssistantMaker:
    return lambda *_: OneAct(app)


def _must_tell(story: Story) -> bool:
    return any(leaf.told is not None for goal in story.scenario.goals for leaf in goal.parts())


def _without(steps: Steps, index: int) -> list[BoundStep]:
    return [*steps[:index], *steps[index + 1 :]]


def _with(steps: Steps, index: int, step: BoundStep) -> list[BoundStep]:
    return [*steps[:index], step, *steps[index + 1 :]]
