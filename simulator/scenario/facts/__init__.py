"""Facts that a text may mention, with money, dates, times and names understood however they are written."""

from __future__ import annotations

from simulator.scenario.facts.amounts import AmountFact
from simulator.scenario.facts.clock_times import TimeFact
from simulator.scenario.facts.dates import DateFact
from simulator.scenario.facts.fact import Fact, FactError
from simulator.scenario.facts.facts import Facts, OneOfFact
from simulator.scenario.facts.money import MoneyFact
from simulator.scenario.facts.numbers import NumberFact
from simulator.scenario.facts.parsing import parse_fact
from simulator.scenario.facts.reading import Reading
from simulator.scenario.facts.words import WordsFact

__all__ = [
    "AmountFact",
    "DateFact",
    "Fact",
    "FactError",
    "Facts",
    "MoneyFact",
    "NumberFact",
    "OneOfFact",
    "Reading",
    "TimeFact",
    "WordsFact",
    "parse_fact",
]
