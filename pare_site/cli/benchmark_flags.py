"""Flags of `pare benchmark sweep` and `run`: one per key of a plan, with the original benchmark's short forms."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any, NamedTuple

from pare_site.cli.parser import Parser


class Flag(NamedTuple):
    """One flag and the key of the plan that it sets."""

    key: str
    metavar: str
    help: str
    short: str = ""
    is_list: bool = False

    @property
    def long(self) -> str:
        return f"--{self.key.replace('_', '-')}"

    @property
    def names(self) -> list[str]:
        return [self.long, self.short] if self.short else [self.long]


SCENARIOS = (
    Flag("scenarios", "ID", "scenario ids separated by commas, or a file with one id per line", "-s", True),
    Flag("split", "NAME", "scenarios of this split, such as full; `all` takes every scenario"),
    Flag("limit", "N", "only the first N scenarios", "-l"),
)
# These flags set the plan's key `filter`. Their names are singular, as in `pare scenarios list`; the plan has lists.
FILTERS = {
    "app": ("apps", "scenarios with this app; repeat the flag to require several apps"),
    "category": ("categories", "scenarios of this category; repeat the flag to allow several categories"),
    "difficulty": ("difficulties", "scenarios of this difficulty, 1 to 5; repeat the flag to allow several"),
    "tag": ("tags", "scenarios with this tag; repeat the flag to require several tags"),
}
PLAYERS = (
    Flag("observe_model", "M", "model that watches and makes offers; default: gpt-5", "-om", True),
    Flag("execute_model", "M", "model that carries out accepted offers; default: the observe model", "-em", True),
    Flag("user_model", "M", "player or model that plays the user; default: scripted", "-um", True),
    Flag(
        "pairing",
        "HOW",
        "zipped: pair models in order (default); crossed: every combination",
    ),
    Flag(
        "baselines",
        "B",
        "baselines to play: oracle, silent, eager, random, parrot (default: all), or none",
        is_list=True,
    ),
    Flag("observe_provider", "P", "provider of the observe models; default: as in the model list", "-op"),
    Flag("execute_provider", "P", "provider of the execute models; default: as in the model list", "-ep"),
    Flag("user_provider", "P", "provider of the user models; default: as in the model list", "-up"),
    Flag("observe_endpoint", "URL", "server address of the observe models", "-oe"),
    Flag("execute_endpoint", "URL", "server address of the execute models", "-ee"),
    Flag("user_endpoint", "URL", "server address of the user models", "-ue"),
    Flag("prompts", "DIR", "folder with prompts that replace the built-in ones"),
)
EPISODES = (
    Flag("tool_failure_probability", "P", "noise: probability that a tool call fails", "-tfp", True),
    Flag("env_events_per_min", "N", "noise: unrelated events per minute", "-epm", True),
    Flag("noise", "HOW", "separate: one kind of noise at a time (default); crossed: every combination of levels"),
    Flag("env_events_seed", "N", "seed of the noise; default: 42"),
    Flag("seeds", "N", "seeds of all randomness except noise; every seed is played; default: 0", is_list=True),
    Flag("runs", "N", "runs per scenario, configuration and seed; default: 1", "-r"),
    Flag("max_turns", "N", "maximum turns of a run; default: the limit of the scenario", "-mt"),
    Flag("observe_max_iterations", "N", "maximum calls of the observe model per turn; default: 8", "-omi"),
    Flag("execute_max_iterations", "N", "maximum calls of the execute model per accepted offer; default: 15", "-emi"),
    Flag("user_max_iterations", "N", "maximum actions of the user per turn; default: 1", "-umi"),
)
LIMITS = (
    Flag("max_cost", "DOLLARS", "maximum cost of the whole sweep, which pauses at this limit"),
    Flag("judge_model", "M", "model that reads the assistant's texts after each run; it does not play"),
    Flag("judge_budget", "DOLLARS", "maximum cost of the judge; texts that it can no longer read count as unclear"),
    Flag("max_concurrent", "N", "maximum number of runs at once; default: as many as the workers can play", "-c"),
    Flag("timeout", "SECONDS", "time limit per run; default: none", "-t"),
    Flag("priority", "P", "low, normal (default) or high; sweeps of higher priority are played first"),
    Flag("experiment_name", "NAME", "name of the sweep and its results; default: benchmark", "-n"),
)
ALL = (*SCENARIOS, *PLAYERS, *EPISODES, *LIMITS)
# These keys are not part of the plan, but a plan file may contain them, as in the original benchmark.
COMMAND_KEYS = ("results_dir", "output_dir", "export", "export_format", "log_level", "executor_type")
_BY_KEY = {flag.key: flag for flag in ALL}
LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")


def add_plan_flags(parser: Parser) -> None:
    """Add the flags that set keys of the plan."""
    chosen = _group(parser, "scenarios (use --scenarios, --split or filters)", SCENARIOS)
    for name, (_, help) in FILTERS.items():
        chosen.add_argument(f"--{name}", action="append", metavar=name[0].upper(), help=help)
    played = _group(
        parser,
        "models (M: a name from `pare models list`, provider/name, or a player such as oracle)",
        PLAYERS,
    )
    # None instead of False: only flags that were typed override the plan file.
    played.add_argument("--oracle", action="store_true", default=None, help="the same as -om oracle -em oracle")
    how = _group(parser, "noise, repeats and turns", EPISODES)
    how.add_argument(
        "--set", action="append", metavar="KEY=VALUE", help="any other option of a run, as for `pare run --set`"
    )
    limits = _group(parser, "limits", LIMITS)
    limits.add_argument(
        "--cache",
        action=argparse.BooleanOptionalAction,
        help="reuse finished runs from the cache; default: yes",
    )
    limits.add_argument(
        # The original benchmark has this flag, and its command lines should work here too.
        "--executor-type",
        choices=("sequential", "thread", "process"),
        help="sequential: one run at a time; thread and process are accepted but change nothing",
    )


def add_output_flags(parser: Parser) -> None:
    """Add the flags for results, traces and logs."""
    group = parser.add_argument_group("output")
    group.add_argument("--results-dir", metavar="DIR", help="folder for results; default: results")
    group.add_argument("--export", action=argparse.BooleanOptionalAction, help="also write traces; default: no")
    group.add_argument("--output-dir", metavar="DIR", help="folder for traces; default: traces")
    group.add_argument(
        "--export-format",
        choices=("hf", "lite", "trace"),
        help="format of the traces; default: hf, as in the original benchmark",
    )
    group.add_argument("--log-level", type=str.upper, choices=LEVELS, help="log level of the workers; default: WARNING")


def flag_name(key: str) -> str:
    """Return the flag that sets a key of the plan, with its short form."""
    flag = _BY_KEY.get(key)
    if flag is None:
        return f"--{key.replace('_', '-')}"
    return f"{flag.long} ({flag.short})" if flag.short else flag.long


def given_values(args: argparse.Namespace) -> dict[str, Any]:
    """Return the values of the flags that were typed, by key of the plan."""
    keys = [*(flag.key for flag in ALL), "oracle", "cache", *COMMAND_KEYS]
    found = {key: getattr(args, key, None) for key in keys}
    wanted = {key: getattr(args, name, None) for name, (key, _) in FILTERS.items()}
    if any(wanted.values()):
        found["filter"] = {key: values for key, values in wanted.items() if values}
    return {key: value for key, value in found.items() if value is not None}


def _group(parser: Parser, title: str, flags: Sequence[Flag]) -> argparse._ArgumentGroup:
    group = parser.add_argument_group(title)
    for flag in flags:
        group.add_argument(
            *flag.names,
            dest=flag.key,
            metavar=flag.metavar,
            help=flag.help,
            action="append" if flag.is_list else "store",
        )
    return group
