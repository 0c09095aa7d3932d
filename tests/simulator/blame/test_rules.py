"""The rules of blame stand in one order, and the first one that fits decides."""

from __future__ import annotations

from itertools import pairwise

import pytest

from simulator.blame.rules import (
    FLAGGED,
    NOTHING_FOUND,
    PARTIES,
    RULES,
    Blame,
    BlameFinding,
    blame_of,
    failure_finding,
    under_flag,
)

IN_ORDER = list(RULES)


def facts(*rules: str) -> list[BlameFinding]:
    return [BlameFinding(rule, f"{rule} was seen.", 7) for rule in rules]


def test_parties_come_in_the_order_that_is_promised() -> None:
    seen = list(dict.fromkeys(rule.party for rule in RULES.values()))
    assert seen == ["provider", "engine", "scenario", "reader", "user", "assistant", "undetermined"] == list(PARTIES)


@pytest.mark.parametrize("rule", IN_ORDER)
def test_each_rule_names_its_party_and_tells_what_was_found(rule: str) -> None:
    assert blame_of(facts(rule)) == Blame(RULES[rule].party, rule, f"{rule} was seen.", 7)


@pytest.mark.parametrize(("first", "second"), list(pairwise(IN_ORDER)))
def test_of_two_rules_the_earlier_decides_whatever_was_found_first(first: str, second: str) -> None:
    assert blame_of(facts(second, first)).rule == first == blame_of(facts(first, second)).rule


def test_of_several_facts_for_a_rule_the_first_is_told() -> None:
    assert blame_of([BlameFinding("user_refused", "once", 3), BlameFinding("user_refused", "again", 9)]).why == "once"


def test_without_any_fact_it_is_undetermined() -> None:
    blame = blame_of([])
    assert (blame.party, blame.rule, blame.moment) == ("undetermined", NOTHING_FOUND, None)
    assert blame.why


@pytest.mark.parametrize(
    ("kind", "party"),
    [
        ("provider", "provider"),
        ("setup", "provider"),
        ("engine", "engine"),
        ("budget", "undetermined"),
        ("deadline", "undetermined"),
    ],
)
def test_a_failure_is_blamed_on_what_failed(kind: str, party: str) -> None:
    blame = blame_of([failure_finding(kind, "It did not answer.")])
    assert (blame.party, blame.why) == (party, "It did not answer.")


@pytest.mark.parametrize("rule", IN_ORDER)
def test_a_flag_takes_its_place_among_the_rules(rule: str) -> None:
    blame = blame_of(facts(rule))
    flagged = under_flag(blame, "The train never comes.")
    if IN_ORDER.index(rule) <= IN_ORDER.index(FLAGGED):
        assert flagged == blame
    else:
        assert flagged == Blame("scenario", FLAGGED, "The train never comes.", None)


def test_without_a_flag_the_blame_stays() -> None:
    blame = blame_of(facts("assistant_no_offer"))
    assert under_flag(blame, None) == blame
    assert under_flag(blame, "").party == "scenario"


def test_rules_fit_into_the_columns_that_keep_them() -> None:
    assert max(map(len, RULES)) <= 40
    assert all(rule.says and not rule.says.endswith(".") for rule in RULES.values())
