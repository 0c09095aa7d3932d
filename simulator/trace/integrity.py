"""Whether a trace is what was written: checksum, chain of hashes, hashes of scenario and config."""

from __future__ import annotations

from simulator.trace.hashing import SHORT, ContentHash, json_hash
from simulator.trace.parts import part_hash, parts_brought, parts_used
from simulator.trace.reading import Trace
from simulator.trace.report import Check, Difference, fails, holds, left_out

BYTES, CHAIN, SCENARIO, EXCHANGES = "bytes", "chain", "scenario", "exchanges"


def check_bytes(trace: Trace) -> Check:
    """The checksum covers every byte; where only one line is spelled otherwise, that line is named."""
    if trace.result is None:
        return left_out(BYTES, "There is no result, and so no checksum.")
    if trace.odd_lines:
        difference = Difference("spelling", "that of the writer", "another", line=trace.odd_lines[0])
        return fails(BYTES, f"{len(trace.odd_lines)} lines are not spelled as they were written.", difference)
    if trace.sha256 != trace.result.sha256:
        says = "The bytes are not those that were written."
        return fails(BYTES, says, Difference("sha256", trace.result.sha256, trace.sha256))
    return holds(BYTES, "The checksum covers every byte and is right.")


def check_chain(trace: Trace) -> Check:
    chain = ContentHash()
    for moment, mark in zip(trace.moments, trace.marks, strict=True):
        chain.feed(moment)
        found = chain.digest[:SHORT]
        if found != mark:
            difference = Difference("h", mark, found, moment.n, trace.line_of(moment.n))
            return fails(CHAIN, "A moment is not what was written.", difference)
    if trace.result is not None and trace.result.content_hash != chain.digest:
        difference = Difference("content_hash", trace.result.content_hash, chain.digest)
        return fails(CHAIN, "The result speaks of other moments.", difference)
    return holds(CHAIN, f"{len(trace.moments)} moments follow from each other.")


def check_scenario_hash(trace: Trace) -> Check:
    found = json_hash(trace.header.scenario)
    if found != trace.header.scenario_hash:
        difference = Difference("scenario_hash", trace.header.scenario_hash, found, line=1)
        return fails(SCENARIO, "The scenario is not the one that was played.", difference)
    return holds(SCENARIO, "The scenario is the one that was played.")


def check_exchanges(trace: Trace) -> Check:
    """What models were told is there in full, under its right name, where it is first used or before."""
    there: set[str] = set()
    count = 0
    for moment in trace.moments:
        line = trace.line_of(moment.n)
        for name, part in parts_brought(moment).items():
            if part_hash(part) != name:
                difference = Difference("parts", name, part_hash(part), moment.n, line)
                return fails(EXCHANGES, "A message or a tool is not the one that its name stands for.", difference)
        there |= parts_brought(moment).keys()
        missing = [name for name in parts_used(moment) if name not in there]
        if missing:
            difference = Difference("exchange", missing[0], "nowhere up to here", moment.n, line)
            return fails(EXCHANGES, "A request names a message or a tool that is not there.", difference)
        count += bool(parts_used(moment))
    return holds(EXCHANGES, f"All that models were told in {count} requests is there.")
