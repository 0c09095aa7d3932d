"""What may be said: sentences that are true by the figures, and nothing that the intervals do not bear."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from benchmark.report.data import About, Comparison, ConfigurationReport, Sentence
from benchmark.report.words import counted, in_words, listed, many_points, percent, points, reasons, shortened
from benchmark.statistics.comparing import ALIKE_EVERYWHERE, FEWEST_SCENARIOS, difference, leads
from benchmark.statistics.figure import Figure
from benchmark.statistics.table import Table

Configurations = Sequence[ConfigurationReport]


def sentences_of(configurations: Configurations, tables: dict[str, Table], about: About) -> Iterator[Sentence]:
    """Best news first, then what to beware of."""
    known = [each for each in configurations if each.figures.success.value is not None]
    models = [each for each in known if each.kind == "model"]
    if not known:
        yield Sentence("plain", "Nothing can be said yet.", "No run has been played to its end.")
    yield from _against_baselines(models, configurations)
    yield from _best(models, tables, about)
    yield from _noise_floor(models)
    yield from _not_counted(configurations)
    yield from _oracle(known, tables)
    yield from _users(models, known)
    yield from _few_scenarios(known)


def lead_in_words(one: str, other: str, lead: Figure) -> str:
    """As in "a leads b by 6 points (95 % interval 1 to 11)"."""
    value, low, high = lead.value or 0.0, lead.low, lead.high
    if value < 0:
        value, low, high = -value, None if high is None else -high, None if low is None else -low
    sides = "" if low is None or high is None else f" (95 % interval {points(low)} to {points(high)})"
    if lead.method == ALIKE_EVERYWHERE:
        sides = " in every scenario alike"
    return f"{one} {'leads' if (lead.value or 0.0) >= 0 else 'trails'} {other} by {many_points(value)}{sides}"


def _against_baselines(models: Configurations, configurations: Configurations) -> Iterator[Sentence]:
    if not any(each.kind == "baseline" for each in configurations):
        text = "Nothing shows what doing nothing, or always offering, would have scored here."
        yield Sentence("warn", "No baselines were played.", text)
        return
    if not models:
        if any(each.figures.counted for each in configurations):
            text = "They show what can be had without any model: figures of models mean little without them."
            yield Sentence("plain", "Only baselines were played.", text)
        return
    compared = [each for each in models if each.against]
    behind = [each for each in compared if not all(one.is_sure for one in each.against)]
    ahead = [each for each in compared if each not in behind]
    if ahead:
        yield _ahead(ahead, everyone=len(ahead) == len(models))
    for each in behind:
        closest = min(each.against, key=_surety)
        text = f"{lead_in_words(each.label, closest.other, closest.lead)}."
        yield Sentence("warn", f"{each.label} does not surely beat {closest.other}.", text)


def _ahead(ahead: Configurations, everyone: bool) -> Sentence:
    label, closest = min(
        ((each.label, one) for each in ahead for one in each.against), key=lambda pair: (_surety(pair[1]), pair[0])
    )
    who = "Every model beats" if everyone and len(ahead) > 1 else _subject(ahead)
    return Sentence(
        "good", f"{who} every baseline except oracle.", f"{lead_in_words(label, closest.other, closest.lead)}."
    )


def _subject(each: Configurations) -> str:
    return f"{shortened([one.label for one in each])} {'beats' if len(each) == 1 else 'beat'}"


def _surety(comparison: Comparison) -> tuple[float, float]:
    lead = comparison.lead
    return (-1.0 if lead.low is None else lead.low), lead.value or 0.0


def _best(models: Configurations, tables: dict[str, Table], about: About) -> Iterator[Sentence]:
    if len(models) < 2:
        return
    best = models[0]
    gaps = {
        each.label: difference(tables[best.label], tables[each.label], about.draws, about.seed) for each in models[1:]
    }
    level = [label for label, lead in gaps.items() if not leads(lead)]
    second = level[0] if level else models[1].label
    text = f"{lead_in_words(best.label, second, gaps[second])}, paired by scenario."
    if not level:
        yield Sentence("good", f"{best.label} does best.", text)
    elif len(level) == len(models) - 1:
        many = "two" if len(models) == 2 else in_words(len(models))
        yield Sentence("plain", f"The {many} models cannot be told apart.", text)
    else:
        names = listed([best.label, *level])
        yield Sentence("plain", "The best cannot be told apart.", f"These are {names}. {text}")


def _noise_floor(models: Configurations) -> Iterator[Sentence]:
    floors = [each.noise_floor for each in models if each.noise_floor is not None]
    if floors:
        text = "Two sweeps of one configuration with other seeds may differ that much by luck; read nothing into less."
        yield Sentence("warn", f"Noise floor: {many_points(max(floors))}.", text)
    elif models:
        yield Sentence("plain", "No repeats.", "How much of a figure is luck cannot be told from one run a scenario.")


def _not_counted(configurations: Configurations) -> Iterator[Sentence]:
    counts: Counter[str] = Counter()
    for each in configurations:
        counts.update(each.figures.not_counted)
    total = counts.total()
    if not total:
        if configurations:
            yield Sentence("good", "Every run is counted.", "None was left unfinished, and none broke down.")
        return
    ordered = dict(sorted(counts.items(), key=lambda entry: (-entry[1], entry[0])))
    lead = f"{counted(total, 'run')} {'is' if total == 1 else 'are'} not counted:"
    yield Sentence("warn", lead, f"{reasons(ordered)}.{_if_missed(configurations)}")
    if any(_loses_a_scenario(each) for each in configurations):
        text = "In success@k and success^k those whose runs broke down stand as misses, as the published rule has it."
        yield Sentence("warn", "Some scenarios have no counted run.", text)


def _loses_a_scenario(each: ConfigurationReport) -> bool:
    """Whether some scenario has runs that were made, but no counted one."""
    return bool(each.figures.at_k) and each.figures.k_least == 0


def _if_missed(configurations: Configurations) -> str:
    known = [each for each in configurations if each.figures.success.value is not None]
    if not known:
        return ""
    falls = {each.label: _value(each.figures.success) - _value(each.figures.success_if_missed) for each in known}
    most = max(known, key=lambda each: (falls[each.label], each.label))
    if not falls[most.label]:
        return " Counted as misses they change no figure."
    before, after = (percent(figure.value) for figure in (most.figures.success, most.figures.success_if_missed))
    ranks = "a rank changes" if _changes_ranks(known) else "no rank changes"
    return f" Counted as misses, {most.label} falls from {before} to {after}; {ranks}."


def _changes_ranks(known: Configurations) -> bool:
    """Whether some pair, of which one led, would then be the other way round."""
    pairs = [(_value(each.figures.success), _value(each.figures.success_if_missed)) for each in known]
    return any(one[0] > other[0] and one[1] < other[1] for one in pairs for other in pairs)


def _value(figure: Figure) -> float:
    return figure.value or 0.0


def _oracle(known: Configurations, tables: dict[str, Table]) -> Iterator[Sentence]:
    for each in known:
        if each.kind == "baseline" and each.observe == "oracle" and _value(each.figures.success) < 1:
            table = tables[each.label]
            missed = [
                name for name, won, runs in zip(table.scenarios, table.successes, table.runs, strict=True) if won < runs
            ]
            text = f"It misses in {shortened(missed)}. There a model cannot be blamed for a miss."
            yield Sentence("warn", f"{each.label} does not reach 100 %.", text)


def _users(models: Configurations, known: Configurations) -> Iterator[Sentence]:
    of_models = sorted({each.user for each in models})
    of_baselines = sorted({each.user for each in known if each.kind == "baseline"})
    if len(of_models) > 1:
        text = f"{listed(of_models)} play it. Compare configurations with the same user only."
        yield Sentence("plain", "The user is not always the same.", text)
    elif of_models and of_baselines and not set(of_models) & set(of_baselines):
        both = f"With the models the user is {of_models[0]}, with the baselines {listed(of_baselines)}."
        text = f"{both} That moves figures, too."
        yield Sentence("warn", "Baselines had another user.", text)


def _few_scenarios(known: Configurations) -> Iterator[Sentence]:
    most = max((each.figures.scenarios for each in known), default=0)
    if 0 < most < FEWEST_SCENARIOS:
        text = f"With fewer than {FEWEST_SCENARIOS} not even a lead in every one of them is more than chance."
        yield Sentence("warn", f"{counted(most, 'scenario')} {'is' if most == 1 else 'are'} too few to tell.", text)
