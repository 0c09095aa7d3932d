"""Proofs (m) to (p): plays good solutions with wrong words, wrong deeds or false reports, or with texts by people.

Good solutions are the worked solution and its alternatives.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from benchmark.proofs.proof_results import ProofResult
from benchmark.proofs.text_trials import TextCounts, UnplacedText, play_texts
from benchmark.proofs.trials import PlayedTrial, Trial, play
from benchmark.proofs.ways import Way
from benchmark.proofs.wrong_deeds import replaced_records, wrong_deeds
from benchmark.proofs.wrong_offers import wrong_offers
from benchmark.proofs.wrong_reports import wrong_reports
from benchmark.proofs.wrong_words import wrong_fields, wrong_messages
from benchmark.reading.texts import TextLine
from simulator.scenario.words_read import honest_report, reads_words

_NOTHING = "no good solution has a step that this proof changes"
_BY_KEYWORDS = "the needs list keywords under `welcome`, so no text is read; write `say` and `acts` instead"
_NO_TEXTS = "no texts by people were played"
_UNREAD = "no good solution has a report that is read as honest, so false reports can't be tested"


def mutants_of_ways(ways: Sequence[Way]) -> list[ProofResult]:
    """Return the results of proofs (m), (n) and (o) over all good solutions."""
    replaceable = replaced_records(ways)
    read = all(reads_words(way.story) for way in ways)
    words, deeds = ProofResult("m"), ProofResult("n")
    reports = ProofResult("o")
    for way in ways:
        if read:
            _add(words, way, wrong_messages(way))
            _add(words, way, wrong_fields(way))
            _add(words, way, wrong_offers(way))
        _add(deeds, way, wrong_deeds(way, replaceable))
        # If the author's own report does not count as honest, a false report that does not count proves nothing.
        if honest_report(way.story, way.evidence) == "yes":
            _add(reports, way, wrong_reports(way))
    for result, note in ((words, _NOTHING), (deeds, _NOTHING), (reports, _UNREAD)):
        if not result.made:
            result.note = note if read or result is deeds else _BY_KEYWORDS
    return [words, deeds, reports]


def _add(result: ProofResult, way: Way, trials: Iterable[Trial]) -> None:
    for trial in trials:
        played = play(way.story, trial, way.episode, way.steps)
        if trial.kind == "failure_hidden" or not _has_accident(played, way):
            result.add(played)


def _has_accident(played: PlayedTrial, way: Way) -> bool:
    """Return whether more calls of the assistant failed than in the run of the unchanged solution.

    Such a trial would prove nothing.
    """
    return len(_failed(played.episode.ledger.failed)) > len(_failed(way.evidence.ledger.failed))


def _failed(acts: Iterable[object]) -> list[object]:
    return [act for act in acts if getattr(act, "actor", "") == "assistant"]


def texts_of_people(way: Way, lines: Sequence[TextLine]) -> ProofResult:
    """Return the result of proof (p) for texts that may be shown."""
    result = ProofResult("p", note="" if lines else _NO_TEXTS)
    for line in lines:
        try:
            played = play_texts(way, [line])
        except UnplacedText as error:
            result.made += 1
            result.failures.append(str(error))
            continue
        for text in played:
            result.made += 1
            result.killed += not text.is_contrary
            if text.is_contrary:
                result.failures.append(text.failure)
    return result


def texts_kept_aside(way: Way, lines: Sequence[TextLine]) -> tuple[ProofResult, TextCounts]:
    """Return the result of proof (p) and its counts for texts that must not be shown. The result lists no failures."""
    counts = TextCounts()
    for line in lines:
        try:
            for text in play_texts(way, [line]):
                counts.add(text.line, text.answer)
        except UnplacedText:
            counts.unplaced += 1
    made = counts.wrong + counts.right
    return ProofResult("p", made, made - counts.contrary, note="" if made else _NO_TEXTS), counts
