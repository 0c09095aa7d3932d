"""Builds result rows of the runs that people played, to stand beside the baselines in the report of a sweep.

A run counts if it is of a scenario version of the sweep, a person played one side of it blind from its start, and the
other side was that of one of the sweep's configurations. Practice runs, forks and imported runs do not count.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import msgspec

from benchmark.jobs.reader_rows import read_as
from benchmark.jobs.sweep_configurations import SweepConfiguration, configurations_of_sweep
from benchmark.jobs.sweep_rows import values_of_runs, values_of_setting, values_of_versions
from benchmark.models import Cell, Sweep
from benchmark.result_row import NO_VALIDATION, ResultRow, proactive_model
from simulator.agents.human import HUMAN
from simulator.jobs.practice_runs import is_practice
from simulator.models import Episode, Seat, Side, State
from simulator.models.episode import OVER, EpisodeQuerySet

PEOPLE = "people"
ABANDONED = "abandoned"
_OTHER = {Side.USER: "assistant", Side.ASSISTANT: "user"}
_MODELS = {"user": ("user_model",), "assistant": ("observe_model", "execute_model")}
# Options that must be equal, so that the person met the same task as the configurations of the sweep.
_SAME = ("tool_failure_probability", "env_events_per_minute", "max_turns", "consent", "thinking")


class _Meeting(NamedTuple):
    """The other side that a person met: the player with its models, the noise and the limits."""

    side: Side
    """The person's side."""
    values: tuple[Any, ...]


def has_people(sweep: Sweep) -> bool:
    """Return whether the report of a sweep can show runs of people."""
    return bool(people_rows(sweep))


def people_rows(sweep: Sweep, reader: str = "") -> list[ResultRow]:
    """Return one row per run of a person; an empty list if nobody played. `reader`: whose outcomes count."""
    settings = _settings(sweep)
    runs = _runs(sweep)
    found = list(_matching(runs, settings))
    if not found:
        return []
    chosen = Episode.objects.filter(pk__in=[row.pk for row, _ in found])
    values = values_of_runs(chosen)
    versions = values_of_versions({row.version_id for row, _ in found})
    rows = [_row(row, meeting, settings[meeting], values[row.pk], versions) for row, meeting in found]
    return read_as(_numbered(rows), chosen, reader) if reader else _numbered(rows)


def _runs(sweep: Sweep) -> EpisodeQuerySet:
    versions = Cell.objects.filter(sweep=sweep).values("version")
    blind = Seat.objects.filter(looked_at=None, player__isnull=False)
    rows = Episode.objects.filter(version__in=versions, state__in=OVER, parent=None, imported__isnull=True)
    return rows.filter(pk__in=blind.values("episode")).exclude(is_practice()).order_by("pk")


def _settings(sweep: Sweep) -> dict[_Meeting, SweepConfiguration]:
    """Return the first configuration of the sweep for everything that a person can meet in it."""
    found: dict[_Meeting, SweepConfiguration] = {}
    for setting in configurations_of_sweep(sweep):
        plain = setting.config.model_dump(mode="json")
        for side in Side:
            found.setdefault(_meeting(side, plain), setting)
    return found


def _meeting(side: Side, config: Mapping[str, Any]) -> _Meeting:
    other = _OTHER[side]
    models = tuple((config.get(name) or {}).get("alias") for name in _MODELS[other])
    return _Meeting(side, (config.get(other), *models, *(config.get(name) for name in _SAME)))


def _matching(
    runs: EpisodeQuerySet, settings: Mapping[_Meeting, SweepConfiguration]
) -> Iterator[tuple[Episode, _Meeting]]:
    taken = Seat.objects.filter(episode__in=runs.values("pk"), looked_at=None, player__isnull=False)
    blind = set(taken.values_list("episode", "side"))
    for row in runs.only("config", "version", "state", "seed"):
        for side in Side:
            is_played = row.config.get(side.value) == HUMAN and (row.pk, side.value) in blind
            meeting = _meeting(side, row.config)
            if is_played and meeting in settings:
                yield row, meeting


def _row(
    row: Episode,
    meeting: _Meeting,
    setting: SweepConfiguration,
    values: Mapping[str, Any],
    versions: Mapping[int, Mapping[str, Any]],
) -> ResultRow:
    given = values_of_setting(setting)
    if meeting.side == Side.USER:
        given |= {"user_model": PEOPLE, "user_provider": None}
    else:
        given |= {"observe_model": PEOPLE, "execute_model": PEOPLE, "observe_provider": None, "execute_provider": None}
        given["proactive_model"] = proactive_model(PEOPLE, PEOPLE)
    shown = dict(values)
    if row.state == State.ABANDONED:
        shown |= {"status": NO_VALIDATION, "failure": ABANDONED}
    given |= {"configuration": _label(meeting.side, given), "kind": PEOPLE}
    return ResultRow(**versions[row.version_id], **given, seed=row.seed, attempts=1, from_cache=False, **shown)


def _label(side: Side, given: Mapping[str, Any]) -> str:
    """Return the name of the line: the people's role, the other player, and the noise if there is any."""
    pair = dict.fromkeys([given["observe_model"], given["execute_model"]])
    other = f"with {' / '.join(pair)}" if side == Side.USER else f"user {given['user_model']}"
    failures, events = given["tool_failure_probability"], given["env_events_per_minute"]
    noise = f", tool failures {failures:g}" if failures else ""
    noise += f", {events:g} events a minute" if events else ""
    return f"{PEOPLE} as {side.value}, {other}{noise}"


def _numbered(rows: list[ResultRow]) -> list[ResultRow]:
    """Return the rows with run numbers: the runs of one scenario in one line are repeats, counted from 1."""
    counts: dict[tuple[str, str], int] = {}
    found = []
    for row in rows:
        place = (row.configuration, row.base_scenario_id)
        counts[place] = counts.get(place, 0) + 1
        found.append(msgspec.structs.replace(row, run=counts[place], run_number=counts[place]))
    return found
