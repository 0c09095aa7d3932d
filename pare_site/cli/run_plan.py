"""Sets up the run of `pare run`: a new run, a run to resume, or a run to replay with recorded replies."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from pydantic import ValidationError

from pare_site.cli.exits import Trouble
from pare_site.cli.run_settings import allowed, read_settings
from pare_site.cli.scenario_lookup import find_story
from simulator.agents.human import HUMAN
from simulator.agents.registry import UnknownPlayer
from simulator.config import EpisodeConfig, changes_outcome
from simulator.engine_version import ENGINE_VERSION
from simulator.episode.loop import Episode
from simulator.episode.rebuild import config_now, config_of, continue_from, last_fork, story_of
from simulator.episode.verify import check_config
from simulator.scenario.noise.noise_content import NoiseError, content_for, own_file
from simulator.scenario.noise.tool_noise import read_mapping
from simulator.scenario.story import Story
from simulator.trace.hashing import content_hash
from simulator.trace.header import Result, TraceError
from simulator.trace.trace_reader import Trace, read_trace
from simulator.trace.verification import check_chain, check_scenario_hash
from simulator.words.english import counted

# Options of `pare run` that a trace has already decided for --resume and --replay-models.
_DECIDED_BY_TRACE = (
    "user",
    "assistant",
    "seed",
    "tool_mapping",
    "model",
    "user_model",
    "observe_model",
    "execute_model",
    "reply_format",
    "prompts",
)


class PlannedRun(NamedTuple):
    """An episode that is ready to play."""

    episode: Episode
    out: str | None = None
    """The file for the trace, unless --out names another file."""
    again: Trace | None = None
    """The trace that is replayed and compared with the result."""

    @property
    def stops_after(self) -> int | None:
        """Return the moment after which the replayed run was stopped; None for a run that was not stopped."""
        result = None if self.again is None else self.again.result
        # The last moment of a stopped run is its end, which the replay adds by itself once it is told to stop.
        return result.moments - 2 if result is not None and result.ended == "stopped" else None

    def came_out_alike(self, result: Result) -> bool:
        """Return whether the replay gave the same moments as the trace; an unfinished trace may have fewer moments."""
        before = None if self.again is None else self.again.result
        return self.came_as_far() if before is None else before.content_hash == result.content_hash

    def came_as_far(self) -> bool:
        """Return whether the trace is unfinished and the replay starts with all its moments."""
        if self.again is None or self.again.result is not None:
            return False
        # The replay may be longer: events that need no decision still happen after the point where the trace was cut.
        again = self.episode.moments[: len(self.again.moments)]
        return content_hash(self.again.moments) == content_hash(again)

    def compared(self, result: Result) -> str:
        """Return the result of the comparison as a sentence."""
        file = "" if self.again is None else self.again.file
        if self.again is not None and self.came_as_far():
            return same_so_far(self.again)
        if self.came_out_alike(result):
            return f"Same as {file}: the content hash is equal."
        return f"Different from {file}: the content hashes differ. Run `pare trace verify {file}` to see more."


def same_so_far(trace: Trace) -> str:
    """Return the sentence for a replay that matches an unfinished trace."""
    count = counted(len(trace.moments), "moment")
    return f"Same as {trace.file} up to its last moment; the trace is unfinished and has {count}."


def planned(args: argparse.Namespace) -> PlannedRun:
    """Return the run that the arguments ask for. Raises Trouble for wrong or contradictory arguments."""
    if args.resume is not None or args.replay_models is not None:
        return _planned_from_trace(args)
    options = {"user": args.user, "assistant": args.assistant, "seed": args.seed}
    config = _with_noise(read_settings(args.set, options), args.tool_mapping)
    if HUMAN in (config.user, config.assistant):
        raise Trouble(
            "People can't play in `pare run`, which has no page for them. "
            "Start the studio with `make run`, and play on its page /play/start/."
        )
    story = find_story(args.scenario)
    if "seed" not in config.model_fields_set:
        config = _with_seed_of(story, config)
    episode = Episode(story, _with_models(args, config))
    try:
        episode.gather()
    except UnknownPlayer as error:
        raise Trouble(str(error)) from None
    return PlannedRun(episode)


def _with_models(args: argparse.Namespace, config: EpisodeConfig) -> EpisodeConfig:
    """Return the config with the language models that the flags name. Raises Trouble."""
    named = {stage: getattr(args, f"{stage}_model") or args.model for stage in ("user", "observe", "execute")}
    if not any(named.values()) and "llm" not in (config.user, config.assistant):
        _refuse_without_model(args)
        return config
    _refuse_two_players(args, named)
    # Imported late: runs without language models start faster without their clients.
    from simulator.agents.llm.aliases import UnknownModel
    from simulator.agents.llm.choosing import with_models
    from simulator.agents.llm.prompting import PromptError

    prompts = None if args.prompts is None else Path(args.prompts)
    given = {"endpoint": args.endpoint or "", "reply_format": args.reply_format, "prompts": prompts}
    try:
        return with_models(config, **named, **given)
    except (UnknownModel, PromptError) as error:
        raise Trouble(str(error)) from None


def _refuse_without_model(args: argparse.Namespace) -> None:
    for name in ("endpoint", "reply_format", "prompts"):
        # The judge may be on a server of its own, although no model plays.
        is_for_judge = name == "endpoint" and args.judge_model is not None
        if getattr(args, name) is not None and not is_for_judge:
            flag = f"--{name.replace('_', '-')}"
            raise Trouble(f"{flag} applies to language models, but none is named. Name one with --model.")


def _refuse_two_players(args: argparse.Namespace, named: dict[str, str | None]) -> None:
    for side, stages in (("user", ("user",)), ("assistant", ("observe", "execute"))):
        player = getattr(args, side)
        if player not in (None, "llm") and any(named[stage] for stage in stages):
            remedy = f"Leave out --{side}, or name models only for the other side"
            raise Trouble(f"--{side} {player} and a language model cannot both play the {side}. {remedy}.")


def _with_noise(config: EpisodeConfig, mapping: str | None) -> EpisodeConfig:
    """Return the config with the noise texts and the tool names from people's own files. Raises Trouble."""
    brought: dict[str, Any] = {}
    try:
        if mapping is not None:
            names, descriptions = read_mapping(mapping)
            brought |= {"tool_names": names, "tool_descriptions": descriptions}
        for twice in sorted(config.model_fields_set & brought.keys()):
            raise Trouble(f"--tool-mapping and --set both give '{twice}'. Keep one of them.")
        if config.env_events_per_minute and "noise_content" in config.model_fields_set:
            # A hash given by --set must belong to an existing file, or the run could not be repeated.
            content_for(config.noise_content)
        elif config.env_events_per_minute:
            brought["noise_content"] = own_file()[0]
    except NoiseError as error:
        raise Trouble(str(error)) from None
    return config.model_copy(update=brought) if brought else config


def _with_seed_of(story: Story, config: EpisodeConfig) -> EpisodeConfig:
    try:
        return EpisodeConfig.model_validate({**config.model_dump(), "seed": story.scenario.seed})
    except ValidationError:
        raise Trouble(f"{story.file}: seed: the value is not allowed. Write {allowed('seed')}.") from None


def _planned_from_trace(args: argparse.Namespace) -> PlannedRun:
    if args.resume is not None and args.replay_models is not None:
        raise Trouble("--resume asks models and --replay-models does not. Give only one of the two flags.")
    flag = "--resume" if args.resume is not None else "--replay-models"
    for name in _DECIDED_BY_TRACE:
        if getattr(args, name) is not None:
            raise Trouble(f"{flag} uses the settings of its trace. Leave out --{name.replace('_', '-')}.")
    try:
        return _resumed(args) if args.resume is not None else _replayed(args)
    except (TraceError, UnknownPlayer) as error:
        raise Trouble(str(error)) from None


def _resumed(args: argparse.Namespace) -> PlannedRun:
    trace = _read(args, args.resume)
    if trace.result is not None:
        raise Trouble(
            f"{args.resume}: this run is over ({trace.result.ended}), so there is nothing to resume. Start a new run."
        )
    if trace.header.engine != ENGINE_VERSION:
        # The second half would follow other rules than the first, and no engine could verify the whole run.
        raise Trouble(
            f"{args.resume}: this run was started with engine {trace.header.engine}, but this is engine "
            f"{ENGINE_VERSION}, which may play differently. Resume it with the PARE Studio that started it, or start "
            "a new run."
        )
    if not trace.moments:
        raise Trouble(f"{args.resume}: the trace has no complete moment. Start a new run.")
    if last_fork(trace) is not None and (args.set or args.endpoint):
        raise Trouble(f"{args.resume} is a fork and continues with its own settings. Leave out --set and --endpoint.")
    header = msgspec.structs.replace(trace.header, config=_rerouted(args, config_of(trace)).model_dump(mode="json"))
    return PlannedRun(continue_from(trace._replace(header=header), len(trace.moments)), out=args.resume)


def _replayed(args: argparse.Namespace) -> PlannedRun:
    from simulator.agents.llm.recorded import recorded_players

    for flag, given in (("--endpoint", args.endpoint), ("--set", args.set)):
        if given:
            raise Trouble(f"--replay-models uses the settings of its trace and asks no model. Leave out {flag}.")
    trace = _read(args, args.replay_models)
    config, fork = config_now(trace), last_fork(trace)
    if "llm" not in (config.user, config.assistant):
        raise Trouble(
            f"{args.replay_models}: no language model played in this run. To replay it, use `pare trace verify`."
        )
    # A fork repeats the first moments of another run; the recorded replies start after them.
    taken_over = 0 if fork is None else fork.n + 1
    played = trace._replace(moments=trace.moments[taken_over:])
    episode = Episode(story_of(trace), config_of(trace), *recorded_players(played, config))
    episode.replay(trace.moments[:taken_over])
    return PlannedRun(episode, again=trace)


def _read(args: argparse.Namespace, name: str) -> Trace:
    trace = read_trace(Path(name), partial=True)
    for check in (check_chain(trace), check_scenario_hash(trace), check_config(trace, config_of(trace))):
        if check.state == "wrong":
            raise Trouble(f"{name}: {check.says} Run `pare trace verify {name}` to see what differs.")
    known = trace.header.scenario.get("id")
    if args.scenario is not None and args.scenario != known:
        raise Trouble(f"{name} is a run of {known}, not of {args.scenario}. Leave out the scenario.")
    return trace


def _rerouted(args: argparse.Namespace, config: EpisodeConfig) -> EpisodeConfig:
    """Return the config with the routes and settings of the flags. Raises Trouble if a setting would change the run."""
    given = read_settings(args.set, {})
    for name in sorted(given.model_fields_set):
        if changes_outcome(name):
            raise Trouble(
                f"--set {name}=... would change how the run plays, but a resumed run keeps its settings. Leave it out."
            )
    unknown = sorted(given.model_routes.keys() - config.model_routes.keys())
    if unknown:
        known = f"Its models: {', '.join(sorted(config.model_routes))}" if config.model_routes else "It has no models"
        raise Trouble(f"--set model_routes=...: the run has no model '{unknown[0]}'. {known}.")
    changes: dict[str, Any] = {name: getattr(given, name) for name in given.model_fields_set}
    if args.endpoint is not None:
        routes = changes.get("model_routes", config.model_routes)
        changes["model_routes"] = {alias: _at(args.endpoint, alias, config) for alias in routes}
    return EpisodeConfig.model_validate({**dict(config), **changes})


def _at(endpoint: str, alias: str, config: EpisodeConfig) -> Any:
    """Return the route to the same model at another address, with the key for that address. Raises Trouble."""
    from simulator.agents.llm.aliases import UnknownModel, choose

    try:
        return choose(alias, endpoint=endpoint, provider=config.model_routes[alias].provider)[1]
    except UnknownModel as error:
        raise Trouble(f"--endpoint {endpoint}: {error}") from None
