"""The episode that a command line asks for: a new one, one that a trace has the beginning of, or one played again."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import ValidationError

from pare_site.cli.exits import Trouble
from pare_site.cli.run_settings import allowed, read_settings
from pare_site.cli.scenario_lookup import find_story
from simulator.agents.registry import UnknownPlayer
from simulator.config import EpisodeConfig
from simulator.episode.loop import Episode
from simulator.scenario.noise.noise_content import NoiseError, content_for, own_file
from simulator.scenario.noise.tool_noise import read_mapping
from simulator.scenario.story import Story
from simulator.trace.hashing import content_hash
from simulator.trace.header import Result
from simulator.trace.trace_reader import Trace


class Plan(NamedTuple):
    episode: Episode
    out: str | None = None
    """Where the trace goes if nothing else is said."""
    again: Trace | None = None
    """What is played again, to be compared with."""

    @property
    def stops_after(self) -> int | None:
        """The moment after which a run was stopped that is played again."""
        result = None if self.again is None else self.again.result
        return result.moments - 2 if result is not None and result.ended == "stopped" else None

    def came_out_alike(self, result: Result) -> bool:
        before = None if self.again is None else self.again.result
        return self.came_as_far() if before is None else before.content_hash == result.content_hash

    def came_as_far(self) -> bool:
        """True if everything that an unfinished trace has was played again."""
        if self.again is None or self.again.result is not None:
            return False
        # What needs nobody's decision comes even if the trace was cut before it.
        again = self.episode.moments[: len(self.again.moments)]
        return content_hash(self.again.moments) == content_hash(again)

    def compared(self, result: Result) -> str:
        file = "" if self.again is None else self.again.file
        if self.again is not None and self.came_as_far():
            return f"It came out as in {file}, as far as that goes: {len(self.again.moments)} moments."
        if self.came_out_alike(result):
            return f"It came out as in {file}: the content hash is the same."
        return f"It did not come out as in {file}: the content hash is another. `pare trace verify {file}` says more."


def planned(args: argparse.Namespace) -> Plan:
    if args.resume is not None or args.replay_models is not None:
        from pare_site.cli.beginning_again import planned_again

        return planned_again(args)
    options = {"user": args.user, "assistant": args.assistant, "seed": args.seed}
    config = _with_noise(read_settings(args.set, options), args.tool_mapping)
    story = find_story(args.scenario)
    if "seed" not in config.model_fields_set:
        config = _with_seed_of(story, config)
    episode = Episode(story, _with_models(args, config))
    try:
        episode.gather()
    except UnknownPlayer as error:
        raise Trouble(str(error)) from None
    return Plan(episode)


def _with_models(args: argparse.Namespace, config: EpisodeConfig) -> EpisodeConfig:
    """The config with the language models that were named; whoever names none never loads what they need."""
    named = {stage: getattr(args, f"{stage}_model") or args.model for stage in ("user", "observe", "execute")}
    if not any(named.values()) and "llm" not in (config.user, config.assistant):
        _refuse_without_model(args)
        return config
    _refuse_two_players(args, named)
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
        if getattr(args, name) is not None:
            flag = f"--{name.replace('_', '-')}"
            raise Trouble(f"{flag} is about language models, but none plays; name one with --model.")


def _refuse_two_players(args: argparse.Namespace, named: dict[str, str | None]) -> None:
    for side, stages in (("user", ("user",)), ("assistant", ("observe", "execute"))):
        player = getattr(args, side)
        if player not in (None, "llm") and any(named[stage] for stage in stages):
            remedy = f"leave out --{side}, or name models only for the other side"
            raise Trouble(f"--{side} {player} and a language model cannot both play the {side}; {remedy}.")


def _with_noise(config: EpisodeConfig, mapping: str | None) -> EpisodeConfig:
    """The config with what files of the user bring to it: texts for noise, and other names for tools."""
    brought: dict[str, Any] = {}
    try:
        if mapping is not None:
            names, descriptions = read_mapping(mapping)
            brought |= {"tool_names": names, "tool_descriptions": descriptions}
        for twice in sorted(config.model_fields_set & brought.keys()):
            raise Trouble(f"--tool-mapping gives '{twice}' too; keep the file or --set {twice}=..., not both.")
        if config.env_events_per_minute and "noise_content" in config.model_fields_set:
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
        raise Trouble(f"{story.file}: seed: this does not fit; write {allowed('seed')}.") from None
