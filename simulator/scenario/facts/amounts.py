"""Facts about amounts: money in any currency, or the bare number, as in a table under a heading."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from simulator.scenario.facts.fact import Fact
from simulator.scenario.facts.money import MoneyFact
from simulator.scenario.facts.normalise import Span
from simulator.scenario.facts.numbers import NumberFact


@dataclass(frozen=True)
class AmountFact(Fact):
    money: MoneyFact
    number: NumberFact

    def places(self, folded: str, now: datetime) -> Iterator[Span]:
        yield from self.money.places(folded, now)
        yield from self.number.places(folded, now)

    def wrong(self) -> str:
        return self.number.wrong()
