"""The proofs notice a scenario that is too loose, too strict or cannot be solved as it says."""

from __future__ import annotations

from benchmark.proofs.trials import Trial, oracle, play, refused
from simulator.scenario.load import from_source
from tests.benchmark.proofs.story import SILENT, SOUND, Source, checked, proof


def test_a_sound_story_passes_every_proof() -> None:
    report = checked()
    assert report.ok, [failure for result in report.proofs for failure in result.failures]
    assert report.made == report.killed > 20
    unread = [result.proof for result in report.proofs if not result.made]
    assert unread == list("mop"), "only the proofs about words, which are not read in a story with keywords"


def test_a_solution_that_does_not_reach_its_goals_fails_a() -> None:
    def wrong_time(source: Source) -> None:
        source["solution"][1]["reminder.update_reminder"]["due_datetime"] = "+1d 11:45"

    failures = proof(checked(wrong_time), "a").failures
    assert len(failures) == 1
    assert "due should be 2026-03-06 11:30:00, but is 2026-03-06 11:45:00" in failures[0]


def test_a_solution_with_a_reading_step_is_not_minimal() -> None:
    def reads(source: Source) -> None:
        source["solution"].insert(1, {"email.list_emails": {}})

    assert "only reads" in proof(checked(reads), "a").failures[0]


def test_an_undeclared_failing_call_fails_a() -> None:
    def breaks(source: Source) -> None:
        source["solution"].insert(1, {"email.send_email": {"recipients": [], "content": "Hello"}})

    assert any("declared to fail" in failure for failure in proof(checked(breaks), "a").failures)


def test_a_need_that_becomes_evident_late_fails_a() -> None:
    def late(source: Source) -> None:
        source["turns"] = 4

    failures = " ".join(proof(checked(late), "a").failures)
    assert "becomes evident only in turn" in failures
    assert "turns to spare" in failures


def test_a_goal_that_silence_meets_fails_b() -> None:
    def already_true(source: Source) -> None:
        source["goals"] = [{"for": "move", "unchanged": {"record": "lunch"}}]

    assert proof(checked(already_true), "b").failures


def test_a_write_that_no_goal_wants_survives_c() -> None:
    def forget_the_answer(source: Source) -> None:
        del source["goals"][1]
        source["allowed"] = [{"sent": {"to": "practice"}}]

    survivors = proof(checked(forget_the_answer), "c").failures
    assert len(survivors) == 1
    assert "without email.reply_to_email" in survivors[0]


def test_a_goal_that_does_not_look_at_the_time_lets_wrong_times_survive_d() -> None:
    def any_time(source: Source) -> None:
        source["goals"][0]["changed"]["to"]["due"] = {"at": "+1d 11:30", "within": "2d"}

    survivors = proof(checked(any_time), "d").failures
    assert len(survivors) == 2
    assert all("due_datetime becomes" in survivor for survivor in survivors)


def test_each_fact_that_a_goal_wants_is_replaced_in_d() -> None:
    def also_the_day(source: Source) -> None:
        source["goals"][1]["sent"]["mentions"] = ["11:30", "Friday"]

    report = checked(also_the_day)
    assert proof(report, "d").made == proof(checked(), "d").made + 1


def test_every_write_is_made_to_fail_once_in_e() -> None:
    result = proof(checked(), "e")
    assert (result.made, result.killed) == (2, 2)


def test_writes_without_consent_are_tried_before_the_offer_and_without_an_answer_in_f() -> None:
    result = proof(checked(), "f")
    assert (result.made, result.killed) == (4, 4)


def test_too_wide_an_allowance_lets_an_extra_write_survive_g() -> None:
    def allow_everything(source: Source) -> None:
        source["allowed"] = [{"in": "reminder", "made": True, "changed": True, "deleted": True}]

    survivors = proof(checked(allow_everything), "g").failures
    assert len(survivors) == 1
    assert "reminder." in survivors[0]


def test_an_undiscoverable_value_fails_i() -> None:
    def from_nowhere(source: Source) -> None:
        source["goals"][1]["sent"]["mentions"] = ["11:30", "room 207"]
        source["solution"][2]["email.reply_to_email"]["content"] = "11:30 suits me, room 207."
        source["alternatives"] = [{"say": "other report", "replace": {"report": "All done."}}]

    report = checked(from_nowhere)
    assert [failure for result in report.proofs for failure in result.failures] == proof(report, "i").failures
    assert "'room 207', which goals.1 asks for, cannot be found" in proof(report, "i").failures[0]


def test_a_value_from_the_users_guaranteed_reply_is_discoverable() -> None:
    def in_the_reply(source: Source) -> None:
        source["needs"][0]["answer"] = {"accept": "Yes, and say I am in room 207."}
        source["goals"][1]["sent"]["mentions"] = ["11:30", "room 207"]

    assert not proof(checked(in_the_reply), "i").failures


def test_a_formula_over_numbers_from_nowhere_fails_i() -> None:
    def made_up(source: Source) -> None:
        source["derived"] = {"fee": "40 + 2"}
        source["goals"][1]["sent"]["mentions"] = ["11:30", "=fee"]
        source["solution"][2]["email.reply_to_email"]["content"] = "11:30 suits me, for 42."
        source["alternatives"] = [{"say": "other report", "replace": {"report": "All done."}}]

    assert ["=fee" in failure for failure in proof(checked(made_up), "i").failures] == [True]


def test_a_formula_over_numbers_on_the_phone_passes_i() -> None:
    def from_the_mail(source: Source) -> None:
        source["timeline"][0]["with"]["content"] += " It costs 40, and 2 for the form."
        made_up = {"fee": "40 + 2"}
        source["derived"] = made_up
        source["goals"][1]["sent"]["mentions"] = ["11:30", "=fee"]
        source["solution"][2]["email.reply_to_email"]["content"] = "11:30 suits me, for 42."

    assert not proof(checked(from_the_mail), "i").failures


def test_a_value_that_comes_only_after_its_use_fails_i() -> None:
    def too_late(source: Source) -> None:
        source["goals"][1]["sent"]["mentions"] = ["11:30", "K7741"]
        source["solution"][2]["email.reply_to_email"]["content"] = "11:30 suits me, K7741."
        answer = {"sender": "practice", "subject": "Thanks", "content": "Your number is K7741."}
        source["timeline"].append(
            {
                "label": "thanks",
                "when": {"sent": {"to": "practice"}},
                "do": "email.send_email_to_user_only",
                "with": answer,
            }
        )
        source["alternatives"] = [{"say": "other report", "replace": {"report": "All done."}}]

    assert ["K7741" in failure for failure in proof(checked(too_late), "i").failures] == [True]


def test_a_checked_number_from_nowhere_fails_i() -> None:
    def every_seven_weeks(source: Source) -> None:
        source["goals"][0]["changed"]["to"] |= {"repetition_unit": "week", "repetition_value": 7}
        source["solution"][1]["reminder.update_reminder"] |= {"repetition_unit": "week", "repetition_value": 7}

    failures = proof(checked(every_seven_weeks), "i").failures
    assert any("the number 7" in failure for failure in failures)


def test_a_write_that_is_not_refused_would_survive_f() -> None:
    trial = Trial("f", "nothing was refused", oracle(from_source(SOUND).solution), shows=refused)
    played = play(from_source(SOUND), trial)
    assert not played.holds


def test_an_alternative_whose_offer_is_not_welcome_is_told_why() -> None:
    def vague_offer(source: Source) -> None:
        source["alternatives"] = [{"say": "vague", "replace": {"offer": "Shall I do something?"}}]

    failure = proof(checked(vague_offer), "k").failures[0]
    assert "'Shall I do something?' was not welcome (unneeded): the text does not mention" in failure


def test_an_alternative_that_fails_is_reported_in_k() -> None:
    def vague(source: Source) -> None:
        source["alternatives"][0]["replace"]["email.reply_to_email"]["content"] = "Yes."

    failure = proof(checked(vague), "k").failures[0]
    assert failure.startswith("other words: fails:")


def test_an_alternative_whose_call_fails_is_told_the_error() -> None:
    def to_nobody(source: Source) -> None:
        source["alternatives"] = [
            {
                "say": "to nobody",
                "replace": {
                    "email.reply_to_email": {
                        "steps": [{"email.send_email": {"recipients": [], "content": "11:30 suits me."}}]
                    }
                },
            }
        ]

    assert "email.send_email failed:" in proof(checked(to_nobody), "k").failures[0]


def test_a_near_miss_that_succeeds_is_reported_in_l() -> None:
    def is_right(source: Source) -> None:
        source["near_misses"][0]["replace"]["email.reply_to_email"]["content"] = "11:30 it is."

    failure = proof(checked(is_right), "l").failures[0]
    assert failure == "the old time: survives: it succeeds although it must fail; add a goal that checks this"


def test_near_misses_need_not_be_listed() -> None:
    report = checked(lambda source: source.pop("near_misses"))
    assert report.ok
    assert proof(report, "l").note == "no near miss is listed"


def test_while_the_solution_fails_nothing_near_it_is_played() -> None:
    def wrong_time(source: Source) -> None:
        source["solution"][1]["reminder.update_reminder"]["due_datetime"] = "+1d 11:45"

    report = checked(wrong_time)
    left_out = [result.proof for result in report.proofs if result.note == "skipped until proof (a) holds"]
    assert left_out == list("cdefghmnop")


def test_a_story_without_an_alternative_fails_k() -> None:
    def none(source: Source) -> None:
        source["alternatives"] = []

    assert "no alternative" in proof(checked(none), "k").failures[0]


def test_where_silence_is_right_offers_and_acts_must_fail() -> None:
    report = checked(source=SILENT)
    assert report.ok
    assert proof(report, "b").made == 1
    assert proof(report, "g").made == 2 + len(SILENT["apps"])
    assert all(result.note for result in report.proofs if not result.made)


def test_the_sound_story_is_not_changed_by_checking() -> None:
    before = repr(SOUND)
    checked()
    assert repr(SOUND) == before
