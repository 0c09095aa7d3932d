"""Writes the findings of a report. A sentence is written only if the figures and their intervals support it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from benchmark.report.data import About, BaselineComparison, ConfigurationReport, ReportSentence
from benchmark.report.words import NO_READER, bounds_of, in_words, many_points, percent, points, reasons
from benchmark.statistics.comparing import ALIKE_EVERYWHERE, FEWEST_SCENARIOS, difference, leads
from benchmark.statistics.figure import SweepFigure
from benchmark.statistics.table import Table
from simulator.words.english import counted, first_few, spoken

Configurations = Sequence[ConfigurationReport]
# Configurations that one sentence lists.
_MOST_NAMED = 4


def sentences_of(
    configurations: Configurations, tables: dict[str, Table], about: About, reader: str = ""
) -> Iterator[ReportSentence]:
    """Yield the findings: comparisons with baselines, the best model, and then the limits of the figures."""
    known = [each for each in configurations if each.figures.success.value is not None]
    models = [each for each in known if each.kind == "model"]
    if not known:
        yield ReportSentence("plain", "No findings yet.", "No run is counted.")
    yield from _against_baselines(models, configurations)
    yield from _best(models, tables, about)
    yield from _noise_floor(models)
    yield from _undecided(known, reader)
    yield from _not_counted(configurations)
    yield from _oracle(known, tables)
    yield from _users(models, known)
    yield from _few_scenarios(known)


def lead_in_words(one: str, other: str, lead: SweepFigure) -> str:
    """Return a lead in words, such as "a leads b by 6 points (95 % interval 1 to 11)"."""
    value, low, high = lead.value or 0.0, lead.low, lead.high
    if value < 0:
        value, low, high = -value, None if high is None else -high, None if low is None else -low
    sides = "" if low is None or high is None else f" (95 % interval {points(low)} to {points(high)})"
    if lead.method == ALIKE_EVERYWHERE:
        sides = " in every scenario alike"
    doubt = ""
    if lead.least is not None and lead.most is not None:
        ends = (lead.least, lead.most) if (lead.value or 0.0) >= 0 else (-lead.most, -lead.least)
        doubt = f", {points(ends[0])} to {points(ends[1])} depending on undecided runs"
    verb = "leads" if (lead.value or 0.0) >= 0 else "trails"
    return f"{one} {verb} {other} by {many_points(value)}{doubt}{sides}"


def _against_baselines(models: Configurations, configurations: Configurations) -> Iterator[ReportSentence]:
    if not any(each.kind == "baseline" for each in configurations):
        text = "So the report can’t show how an assistant without a model would score."
        yield ReportSentence("warn", "No baselines were played.", text)
        return
    if not models:
        if any(each.figures.counted for each in configurations):
            text = "Baselines show what is possible without a model."
            yield ReportSentence("plain", "Only baselines were played.", text)
        return
    compared = [each for each in models if each.against]
    behind = [each for each in compared if not all(one.is_sure for one in each.against)]
    ahead = [each for each in compared if each not in behind]
    if ahead:
        yield _ahead(ahead, everyone=len(ahead) == len(models))
    for each in behind:
        # The least sure lead: the baseline that comes closest to the model, or beats it.
        closest = min(each.against, key=_surety)
        text = f"{lead_in_words(each.label, closest.other, closest.lead)}."
        yield ReportSentence("warn", f"{each.label} does not clearly beat {closest.other}.", text)


def _ahead(ahead: Configurations, everyone: bool) -> ReportSentence:
    label, closest = min(
        ((each.label, one) for each in ahead for one in each.against), key=lambda pair: (_surety(pair[1]), pair[0])
    )
    who = "Every model beats" if everyone and len(ahead) > 1 else _subject(ahead)
    return ReportSentence(
        "good", f"{who} every baseline except oracle.", f"{lead_in_words(label, closest.other, closest.lead)}."
    )


def _subject(each: Configurations) -> str:
    return f"{first_few([one.label for one in each])} {'beats' if len(each) == 1 else 'beat'}"


def _surety(comparison: BaselineComparison) -> tuple[float, float]:
    lead = comparison.lead
    # -1 is the lowest possible lead: a comparison without an interval is the least sure.
    return (-1.0 if lead.low is None else lead.low), lead.value or 0.0


def _best(models: Configurations, tables: dict[str, Table], about: About) -> Iterator[ReportSentence]:
    if len(models) < 2:
        return
    best = models[0]
    gaps = {
        each.label: difference(tables[best.label], tables[each.label], about.draws, about.seed) for each in models[1:]
    }
    # `models` is sorted by success, the best first.
    level = [label for label, lead in gaps.items() if not leads(lead)]
    second = level[0] if level else models[1].label
    text = f"{lead_in_words(best.label, second, gaps[second])}, paired by scenario."
    if not level:
        yield ReportSentence("good", f"{best.label} does best.", text)
    elif len(level) == len(models) - 1:
        many = "two" if len(models) == 2 else in_words(len(models))
        yield ReportSentence("plain", f"The {many} models can’t be told apart.", text)
    else:
        names = spoken([best.label, *level])
        yield ReportSentence("plain", "The best models can’t be told apart.", f"These are {names}. {text}")


def _noise_floor(models: Configurations) -> Iterator[ReportSentence]:
    floors = [each.noise_floor for each in models if each.noise_floor is not None]
    if floors:
        text = "Sweeps of one configuration with different seeds may differ this much by chance. Ignore smaller leads."
        # The largest floor of any model, so that the advice holds for all of them.
        yield ReportSentence("warn", f"Noise floor: {many_points(max(floors))}.", text)
    elif models:
        yield ReportSentence(
            "plain", "No repeats.", "One run per scenario does not show how much of a figure is chance."
        )


def _undecided(known: Configurations, reader: str) -> Iterator[ReportSentence]:
    doubtful = [each for each in known if each.figures.totals.undecided]
    total = sum(each.figures.totals.undecided for each in doubtful)
    if not total:
        return
    users = sorted({each.user for each in doubtful})
    rates = [
        f"{each.label} {bounds_of(each.figures.success)}{f' with user {each.user}' if len(users) > 1 else ''}"
        for each in doubtful[:_MOST_NAMED]
    ]
    more = f" {len(doubtful) - _MOST_NAMED} more configurations have undecided runs." * (len(doubtful) > _MOST_NAMED)
    lead = f"{counted(total, 'run', grouped=True)} {'is' if total == 1 else 'are'} undecided."
    played = f" with user {users[0]}" if len(users) == 1 else ""
    text = (
        f"The reader “{reader or NO_READER}” can’t tell what a text in {'it' if total == 1 else 'them'} says. "
        f"Success{played}: {spoken(rates)}.{more}"
    )
    yield ReportSentence("warn", lead, text)


def _not_counted(configurations: Configurations) -> Iterator[ReportSentence]:
    counts: Counter[str] = Counter()
    for each in configurations:
        counts.update(each.figures.not_counted)
    total = counts.total()
    if not total:
        if configurations:
            yield ReportSentence("good", "Every run is counted.", "No run failed, and no run is unfinished.")
        return
    ordered = dict(sorted(counts.items(), key=lambda entry: (-entry[1], entry[0])))
    lead = f"{counted(total, 'run', grouped=True)} {'is' if total == 1 else 'are'} not counted:"
    yield ReportSentence("warn", lead, f"{reasons(ordered)}.{_if_missed(configurations)}")
    if any(_loses_a_scenario(each) for each in configurations):
        text = "In success@k and success^k, scenarios whose runs failed count as misses, as in the published rule."
        yield ReportSentence("warn", "Some scenarios have no counted run.", text)


def _loses_a_scenario(each: ConfigurationReport) -> bool:
    """Return whether some scenario was played, but has no counted run."""
    # `k_least` covers only scenarios that were played, so 0 means that all runs of a scenario failed.
    return bool(each.figures.at_k) and each.figures.k_least == 0


def _if_missed(configurations: Configurations) -> str:
    known = [each for each in configurations if each.figures.success.value is not None]
    if not known:
        return ""
    falls = {each.label: _value(each.figures.success) - _value(each.figures.success_if_missed) for each in known}
    most = max(known, key=lambda each: (falls[each.label], each.label))
    if not falls[most.label]:
        return " Counting these runs as misses changes no figure."
    before, after = (percent(figure.value) for figure in (most.figures.success, most.figures.success_if_missed))
    ranks = "ranks would change" if _changes_ranks(known) else "no rank would change"
    return f" If these runs counted as misses, {most.label} would fall from {before} to {after}; {ranks}."


def _changes_ranks(known: Configurations) -> bool:
    """Return whether two configurations would swap ranks if the runs that are not counted were misses."""
    pairs = [(_value(each.figures.success), _value(each.figures.success_if_missed)) for each in known]
    return any(one[0] > other[0] and one[1] < other[1] for one in pairs for other in pairs)


def _value(figure: SweepFigure) -> float:
    return figure.value or 0.0


def _oracle(known: Configurations, tables: dict[str, Table]) -> Iterator[ReportSentence]:
    for each in known:
        # The oracle plays the scenario's own solution: where it misses, the scenario or the noise is to blame.
        if each.kind == "baseline" and each.observe == "oracle" and _value(each.figures.success) < 1:
            table = tables[each.label]
            missed = [
                name for name, won, runs in zip(table.scenarios, table.successes, table.runs, strict=True) if won < runs
            ]
            text = f"The oracle misses in {first_few(missed)}. Do not blame models for misses there."
            yield ReportSentence("warn", f"{each.label} does not reach 100 %.", text)


def _users(models: Configurations, known: Configurations) -> Iterator[ReportSentence]:
    of_models = sorted({each.user for each in models})
    of_baselines = sorted({each.user for each in known if each.kind == "baseline"})
    if len(of_models) > 1:
        text = f"The users are {spoken(of_models)}. Compare only configurations with the same user."
        yield ReportSentence("plain", "Configurations have different users.", text)
    elif of_models and of_baselines and not set(of_models) & set(of_baselines):
        both = f"With the models the user is {of_models[0]}, with the baselines {spoken(of_baselines)}."
        text = f"{both} This difference also affects the figures."
        yield ReportSentence("warn", "Baselines had a different user.", text)


def _few_scenarios(known: Configurations) -> Iterator[ReportSentence]:
    most = max((each.figures.scenarios for each in known), default=0)
    if 0 < most < FEWEST_SCENARIOS:
        text = f"With fewer than {FEWEST_SCENARIOS} scenarios, even a lead in every scenario may be chance."
        yield ReportSentence(
            "warn", f"{counted(most, 'scenario', grouped=True)} {'is' if most == 1 else 'are'} too few to tell.", text
        )
