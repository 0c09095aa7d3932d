"""The proofs look at facts that belong together, and at those that may stand anywhere in a record."""

from __future__ import annotations

from typing import Any

from tests.benchmark.proofs.story import Source, checked, proof

TOGETHER: Any = {"together": [["dentist", "11:30"], ["lunch", {"amount": "=lunch_price"}]]}
TOLD = "The dentist is at 11:30 now.\nThe lunch costs 25 euros."


def wanting(mentions: Any, told: str = TOLD) -> Any:
    """A change of the sound story: the practice is to be told more, and there is more to find."""

    def change(source: Source) -> None:
        source["world"]["email"].append(
            {"from": "odile", "at": "-2h", "subject": "Price", "body": "Lunch is 25 euros, dentist or not."}
        )
        source["derived"] = {"lunch_price": "lunch.due * 0 + 25"}
        source["goals"][1]["sent"]["mentions"] = mentions
        source["solution"][2]["email.reply_to_email"]["content"] = told
        source["alternatives"][0]["replace"]["email.reply_to_email"]["content"] = told

    return change


def test_facts_that_belong_together_pass_every_proof() -> None:
    report = checked(wanting(TOGETHER))
    assert report.ok, [failure for result in report.proofs for failure in result.failures]


def test_each_fact_of_a_group_is_made_wrong_and_those_of_two_groups_are_swapped() -> None:
    plain, grouped = checked(wanting(["11:30"])), checked(wanting(TOGETHER))
    # The subjects, the amount, and the swap; the time was wanted before.
    assert proof(grouped, "d").made == proof(plain, "d").made + 4


def test_a_goal_that_does_not_say_what_belongs_together_gets_no_swap() -> None:
    grouped = checked(wanting(TOGETHER))
    loose = checked(wanting(["dentist", "11:30", "lunch", {"amount": "=lunch_price"}]))
    assert proof(loose, "d").made == proof(grouped, "d").made - 1


def test_a_swap_that_the_goal_lets_pass_fails_d() -> None:
    told = f"{TOLD}\nIn short: dentist 25 euros, lunch 11:30."
    failures = proof(checked(wanting(TOGETHER, told)), "d").failures
    assert len(failures) == 1
    assert failures[0].startswith("email.reply_to_email: '11:30' and '25' swapped: survives")


def test_every_fact_of_a_group_must_stand_somewhere() -> None:
    unknown = {"together": [["dentist", "11:30"], ["lunch", {"amount": 31}], ["Fontaine", "=lunch_price"]]}
    told = "Dentist 11:30. Lunch 31. Fontaine 25."
    missing = " ".join(proof(checked(wanting(unknown, told)), "i").failures)
    assert "'31'" in missing
    assert "'Fontaine'" in missing
    assert "dentist" not in missing


def test_a_fact_that_may_stand_anywhere_in_a_record_is_made_wrong_and_looked_up() -> None:
    def change(source: Source) -> None:
        source["goals"][0]["changed"]["to"]["text"] = {"mentions": {"all": ["Erasme", "Dentist"]}}

    report = checked(change)
    assert report.ok, [failure for result in report.proofs for failure in result.failures]
    assert proof(report, "d").made == proof(checked(), "d").made + 2
    assert proof(report, "i").made == proof(checked(), "i").made + 2
