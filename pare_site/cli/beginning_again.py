"""Episodes that begin with a trace: what was given up and goes on, or is played again with the recorded replies."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import msgspec

from pare_site.cli.beginning import Plan
from pare_site.cli.exits import Trouble
from pare_site.cli.run_settings import read_settings
from simulator.agents.registry import UnknownPlayer
from simulator.config import EpisodeConfig, changes_outcome
from simulator.engine_version import ENGINE_VERSION
from simulator.episode.loop import Episode
from simulator.episode.rebuild import config_now, config_of, continue_from, last_fork, story_of
from simulator.episode.verify import check_config
from simulator.trace.header import TraceError
from simulator.trace.trace_reader import Trace, read_trace
from simulator.trace.verification import check_chain, check_scenario_hash

# Options of `pare run` that the trace has settled.
_SETTLED = (
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


def planned_again(args: argparse.Namespace) -> Plan:
    if args.resume is not None and args.replay_models is not None:
        raise Trouble("--resume goes on with models, --replay-models does without; give one of them.")
    flag = "--resume" if args.resume is not None else "--replay-models"
    for name in _SETTLED:
        if getattr(args, name) is not None:
            raise Trouble(f"{flag} plays by the settings of its trace; leave out --{name.replace('_', '-')}.")
    try:
        return _resumed(args) if args.resume is not None else _replayed(args)
    except (TraceError, UnknownPlayer) as error:
        raise Trouble(str(error)) from None


def _resumed(args: argparse.Namespace) -> Plan:
    trace = _read(args, args.resume)
    if trace.result is not None:
        raise Trouble(f"{args.resume}: this run is over ({trace.result.ended}), so that nothing is left to resume.")
    if trace.header.engine != ENGINE_VERSION:
        raise Trouble(
            f"{args.resume}: engine {trace.header.engine} played this run so far, and this is {ENGINE_VERSION}, which "
            "may play otherwise. Resume it with the version of PARE that began it, or start the run anew."
        )
    if not trace.moments:
        raise Trouble(f"{args.resume}: there is no whole moment in it; start the run anew.")
    if last_fork(trace) is not None and (args.set or args.endpoint):
        raise Trouble(f"{args.resume} is a fork and goes on with its own settings; leave out --set and --endpoint.")
    header = msgspec.structs.replace(trace.header, config=_rerouted(args, config_of(trace)).model_dump(mode="json"))
    return Plan(continue_from(trace._replace(header=header), len(trace.moments)), out=args.resume)


def _replayed(args: argparse.Namespace) -> Plan:
    from simulator.agents.llm.recorded import recorded_players

    for flag, given in (("--endpoint", args.endpoint), ("--set", args.set)):
        if given:
            raise Trouble(f"--replay-models plays by the settings of its trace and asks no model; leave out {flag}.")
    trace = _read(args, args.replay_models)
    config, fork = config_now(trace), last_fork(trace)
    if "llm" not in (config.user, config.assistant):
        raise Trouble(f"{args.replay_models}: no language model played in this run; `pare trace verify` replays it.")
    taken_over = 0 if fork is None else fork.n + 1
    played = trace._replace(moments=trace.moments[taken_over:])
    episode = Episode(story_of(trace), config_of(trace), *recorded_players(played, config))
    episode.replay(trace.moments[:taken_over])
    return Plan(episode, again=trace)


def _read(args: argparse.Namespace, name: str) -> Trace:
    trace = read_trace(Path(name), partial=True)
    for check in (check_chain(trace), check_scenario_hash(trace), check_config(trace, config_of(trace))):
        if check.state == "wrong":
            raise Trouble(f"{name}: {check.says} Run `pare trace verify {name}` to see what differs.")
    known = trace.header.scenario.get("id")
    if args.scenario is not None and args.scenario != known:
        raise Trouble(f"{name} is a run of {known}, not of {args.scenario}; leave the scenario out.")
    return trace


def _rerouted(args: argparse.Namespace, config: EpisodeConfig) -> EpisodeConfig:
    """The config with other ways to its models, as far as that cannot change what happens."""
    given = read_settings(args.set, {})
    for name in sorted(given.model_fields_set):
        if changes_outcome(name):
            raise Trouble(f"--set {name}=... would change what is played; a run that is resumed keeps its settings.")
    unknown = sorted(given.model_routes.keys() - config.model_routes.keys())
    if unknown:
        known = f"there are {', '.join(sorted(config.model_routes))}" if config.model_routes else "no model plays in it"
        raise Trouble(f"--set model_routes=...: the run has no model '{unknown[0]}'; {known}.")
    changes: dict[str, Any] = {name: getattr(given, name) for name in given.model_fields_set}
    if args.endpoint is not None:
        routes = changes.get("model_routes", config.model_routes)
        changes["model_routes"] = {alias: _at(args.endpoint, alias, config) for alias in routes}
    return EpisodeConfig.model_validate({**dict(config), **changes})


def _at(endpoint: str, alias: str, config: EpisodeConfig) -> Any:
    """The same model at another address, with the key that belongs there."""
    from simulator.agents.llm.aliases import UnknownModel, choose

    try:
        return choose(alias, endpoint=endpoint, provider=config.model_routes[alias].provider)[1]
    except UnknownModel as error:
        raise Trouble(f"--endpoint {endpoint}: {error}") from None
