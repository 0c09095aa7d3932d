"""Reads the format “hf” of the original PARE into a run that replays here."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from replay.foreign.acting import Act, acts_of
from replay.foreign.brought import Brought, ForeignError
from replay.foreign.events import MOST_TURNS
from replay.foreign.exchanges import NamedModel, models_of
from replay.foreign.hf_file import POLL, ForeignFile, open_file
from replay.foreign.node import AS_EXPORTED
from replay.foreign.originals import with_file
from replay.foreign.playing import UNKNOWN, players_of
from replay.foreign.reporting import said_of, warnings_of
from replay.foreign.retelling import Retelling
from replay.foreign.states import Built, scenario_of
from simulator.config import EpisodeConfig
from simulator.engine_version import ENGINE_VERSION
from simulator.episode.trace_lines import header_of, result_of
from simulator.phone.writable import shortened
from simulator.scenario.load import ScenarioError
from simulator.scenario.story import Story
from simulator.trace.exchange import Stage
from simulator.trace.header import Header
from simulator.trace.moments import EndReason
from simulator.trace.trace_reader import Trace

_LONGEST_ERROR = 4000


def read_hf(data: bytes, file: str) -> Brought:
    """Return the run in a file of the format “hf”. Raise ForeignError with the place in the file and a remedy."""
    foreign = open_file(data, file)
    models = models_of(foreign.simulation["model_id"].text())
    said = said_of(foreign, models)
    built = _built(foreign, file)
    acts = acts_of(foreign)
    config = _config(foreign, models, acts)
    retelling = Retelling(built, config, models)
    for act in acts:
        retelling.tell(act)
    ended, error = _ending(foreign)
    retelling.end(ended, error)
    result = result_of(ended, error, None, retelling.world.state_hash(), retelling.moments)
    moments = with_file(retelling.moments, foreign.raw, (POLL,))
    trace = Trace(_header(built.story, config, foreign.version), moments, result, file=file)
    return Brought(trace, "hf", said, (*warnings_of(foreign, retelling), *built.warnings))


def _built(foreign: ForeignFile, file: str) -> Built:
    start = foreign.definition["start_time"].time()
    if start is None:
        start = next((event.time for event in foreign.events if event.time is not None), 0.0)
    try:
        return scenario_of(foreign.apps, foreign.definition["scenario_id"].text(), start)
    except ScenarioError as error:
        problem = f"The phone can’t be built from these app states: {error.faults[0].field}: {error.faults[0].text}."
        raise ForeignError(file, "apps", problem, AS_EXPORTED) from None


def _config(foreign: ForeignFile, models: dict[Stage, NamedModel], acts: Sequence[Act]) -> EpisodeConfig:
    last = max((act.event.turn for act in acts if act.event.turn is not None), default=0)
    return EpisodeConfig(
        seed=foreign.definition["seed"].whole(-(2**63), 2**63 - 1) or 0,
        max_turns=min(last + 1, MOST_TURNS),
        **players_of(models, foreign.simulation["agent_id"].text()),
    )


def _header(story: Story, config: EpisodeConfig, version: str) -> Header:
    """Return the header with the foreign engine's name."""
    # Never our own version: a run with our version is expected to give the same results when its calls are repeated.
    engine = shortened(version, 100) or UNKNOWN
    if engine == ENGINE_VERSION:
        engine = f"{UNKNOWN} ({engine})"
    return msgspec.structs.replace(header_of(story, config), engine=engine)


def _ending(foreign: ForeignFile) -> tuple[EndReason, str]:
    """Return why the run ended, and the error. The file names a reason only if an exception ended the run."""
    definition = foreign.definition
    if definition["has_exception"].value is not True:
        return "unknown", ""
    told = (definition["exception_type"].text(), definition["exception_message"].text())
    return "crashed", shortened(": ".join(filter(None, told)) or "An exception.", _LONGEST_ERROR)
