"""Facts that a text may mention: money, dates, times, numbers and names, recognised in every common spelling."""

from __future__ import annotations

from simulator.scenario.facts.clock_times import TimeFact
from simulator.scenario.facts.dates import DateFact
from simulator.scenario.facts.fact import Fact, FactError, SearchedTexts
from simulator.scenario.facts.fact_parsing import parse_fact
from simulator.scenario.facts.fact_sets import FactSet, OneOfFact
from simulator.scenario.facts.money import MoneyFact
from simulator.scenario.facts.number_facts import AmountFact, NumberFact
from simulator.scenario.facts.word_facts import WordsFact

__all__ = [
    "AmountFact",
    "DateFact",
    "Fact",
    "FactError",
    "FactSet",
    "MoneyFact",
    "NumberFact",
    "OneOfFact",
    "SearchedTexts",
    "TimeFact",
    "WordsFact",
    "parse_fact",
]
