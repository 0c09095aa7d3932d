"""Defines facts that a text may mention (money, dates, times, numbers, words), and finds them in common spellings."""

from __future__ import annotations

from simulator.reading.facts.clock_times import TimeFact
from simulator.reading.facts.dates import DateFact
from simulator.reading.facts.fact import Fact, FactError, SearchedTexts
from simulator.reading.facts.fact_parsing import parse_fact
from simulator.reading.facts.fact_sets import FactSet, OneOfFact
from simulator.reading.facts.money import MoneyFact
from simulator.reading.facts.number_facts import AmountFact, NumberFact
from simulator.reading.facts.word_facts import WordsFact

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
