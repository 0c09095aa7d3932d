"""Columns of the table of runs that a play study exports."""

from __future__ import annotations

from annotation.file_formats.columns import NUMBER, PANEL, TEXT, TIME, WHOLE, YES_NO, FileColumn

RUNS: tuple[FileColumn, ...] = (
    FileColumn("study_id", WHOLE, "Number of the study on the site that wrote the file."),
    FileColumn("study", TEXT, "Title of the study."),
    FileColumn("rater", TEXT, "Pseudonym of the person who played."),
    FileColumn(PANEL, TEXT, "Participant id of the panel; only in exports that ask for it."),
    FileColumn("run_id", WHOLE, "Number of the run on the site that wrote the file.", True),
    FileColumn("run_hash", TEXT, "Content hash of the run, the same on every site; empty if the run has none."),
    FileColumn("trace", TEXT, "Path of the run's trace in the ZIP file; empty if the run was deleted."),
    FileColumn("scenario", TEXT, "Scenario that was played."),
    FileColumn("version", TEXT, "Content hash of the version of the scenario."),
    FileColumn("role", TEXT, "Side that the person played: `user` or `assistant`."),
    FileColumn("partner", TEXT, "Player of the other side: the name of a player, or `model:` and an alias."),
    FileColumn("seed", WHOLE, "Seed of the run.", True),
    FileColumn("practice", YES_NO, "True for practice runs, which count nowhere."),
    FileColumn(
        "order", WHOLE, "Position of the run in the order in which the person played, from 1; practice from 1 too."
    ),
    FileColumn(
        "state",
        TEXT,
        "State of the run: `finished`, `abandoned`, `failed`, `stopped`, `deleted`, or a state of runs under way.",
    ),
    FileColumn("abandoned", YES_NO, "True if the run was ended because the person did not come back."),
    FileColumn(
        "success", YES_NO, "Strict outcome: true only if success is certain; empty if the run is not finished.", True
    ),
    FileColumn(
        "success_lenient",
        YES_NO,
        "Lenient outcome: true also if the run is undecided, because a text can't be read clearly.",
        True,
    ),
    FileColumn("turns", WHOLE, "Number of turns that were played.", True),
    FileColumn("offers", WHOLE, "Number of offers that the assistant made.", True),
    FileColumn("accepted", WHOLE, "Number of offers that the user accepted.", True),
    FileColumn("rejected", WHOLE, "Number of offers that the user rejected.", True),
    FileColumn("blind", YES_NO, "False if the person asked to see the other side while playing.", True),
    FileColumn("started_at", TIME, "When the run was started."),
    FileColumn("ended_at", TIME, "When the run ended; empty while it is under way.", True),
    FileColumn("minutes", NUMBER, "Minutes from start to end on the clock, with all breaks.", True),
    FileColumn(
        "consent", WHOLE, "Version of the consent text that the person agreed to; empty if nobody was asked.", True
    ),
)


def run_columns(with_panel_ids: bool = False) -> tuple[FileColumn, ...]:
    return tuple(column for column in RUNS if with_panel_ids or column.name != PANEL)
