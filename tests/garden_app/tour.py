"""Plays, replays, tells and renders a run on a phone with the garden, in a process of its own: apps are found once.

Prints what came of it as JSON.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import django

FOLDER = Path(__file__).parent


def tour() -> dict[str, Any]:
    from simulator.agents.llm.screen_text import actions_text, screen_lines
    from simulator.config import EpisodeConfig
    from simulator.episode.loop import Episode
    from simulator.episode.verify import verify
    from simulator.phone.perform import user_actions
    from simulator.rendering.phone_html import render_phone
    from simulator.scenario.load import load_file
    from simulator.showing.run_history import RunHistory
    from simulator.showing.step_detail import detail_of
    from simulator.showing.tap_highlight import tap_in
    from simulator.trace.trace_reader import parse_trace
    from simulator.trace.trace_writer import trace_bytes

    story = load_file(FOLDER / "dry_roses.yaml")
    # Calls that fail by noise befall an app from another package like any other.
    noisy = Episode(story, EpisodeConfig(tool_failure_probability=1.0)).run()
    episode = Episode(story, EpisodeConfig()).run()
    trace = parse_trace(trace_bytes(episode), "garden")
    history = RunHistory(story, EpisodeConfig())
    history.feed(trace.moments)
    world = episode.world
    pictures = [history.picture(n) for n in range(-1, len(history))]
    return {
        "success": episode.outcome().success,
        "verified": verify(trace).ok,
        "told": [told.text for told in history.told],
        "notes": [[part.text for note in told.notes for part in note] for told in history.told],
        "nouns": sorted({diff.noun for n in range(len(history)) for diff in detail_of(history, n).diffs}),
        "texts": [screen_lines(picture.view) for picture in pictures],
        "taps": actions_text(user_actions(world)),
        "screens": [picture.screen for picture in pictures],
        "html": [render_phone(picture) for picture in pictures],
        "tapped": [
            render_phone(before, tapped)
            for before, moment in zip(pictures, trace.moments, strict=False)
            if (tapped := tap_in(moment)) is not None
        ],
        "failures": [moment.error.code for moment in noisy.ledger.assistant_acts if moment.error is not None],
    }


if __name__ == "__main__":
    django.setup()
    json.dump(tour(), sys.stdout)
