"""Reports on an allotment society: told contents, order lines, lists, failures and removed records."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from simulator.reading.facts.text_values import keys_in
from simulator.reading.reports.read_report import read_report
from simulator.reading.reports.report_parts import DoneDeed, DoneRun, OtherRecord, UndoneDeed
from simulator.reading.scene import Scene, content_words, person

NOW = datetime(2026, 4, 7, 10, 0, tzinfo=UTC)
SCENE = Scene(NOW, person("owner", "Rune Aas"), (person("siri", "Siri Moe"), person("odd", "Odd Lien", ("uncle",))), ())
LETTER = (
    "Siri, only the North Shed takes the Husky mower. The Barn has no ramp. It costs 340 a year, and we meet on Friday"
    " at 18:00."
)


def deed(acts: str, table: str, text: str, *people: str, lines: dict[str, int] | None = None) -> DoneDeed:
    return DoneDeed(
        frozenset(acts.split()),
        table,
        text,
        content_words(text),
        keys_in(text, NOW),
        people=frozenset(people),
        quantity=sum((lines or {}).values()),
        lines=tuple((content_words(name), number) for name, number in (lines or {}).items()),
        text=text if people else "",
        denies=bool(people),
    )


MAIL = deed("send", "email.mail", LETTER, "siri")
SEEDS = deed(
    "order pay",
    "shopping.order",
    "Seed potatoes, onion sets, garden twine 48.20",
    lines={"Seed potatoes": 6, "Onion sets": 3, "Garden twine": 1},
)
FENCE = deed("delete", "reminder.reminder", "Paint the fence, 2026-04-09, 08:00")
SHED = deed("move change", "calendar.event", "Shed inspection, 2026-04-10, 18:00")
CAB = deed("book order", "cab.ride", "Fjord Road 2 to Garden Centre, 2026-04-07, 14:00")


def run(*deeds: DoneDeed, undone: tuple[UndoneDeed, ...] = ()) -> DoneRun:
    return DoneRun(
        deeds,
        frozenset[str]().union(*(one.people for one in deeds)),
        frozenset(),
        frozenset[str]().union(*(one.words for one in deeds)),
        keys_in("", NOW).union(*(one.values for one in deeds)),
        (OtherRecord("note.note", content_words("Compost plan"), lambda: "Compost plan for the autumn"),),
        undone=undone,
        failed=tuple("The shop had an internal error." for _ in undone),
    )


def read(text: str, *deeds: DoneDeed) -> str:
    return read_report(text, run(*deeds), SCENE).value


@pytest.mark.parametrize(
    "text",
    [
        "I told Siri that only the North Shed takes the Husky, and what it costs.",
        "Siri knows that you meet on Friday at 18:00.",
        "Siri has it in writing.",
        "I've written to Siri with your regards: the North Shed takes the Husky.",
    ],
)
def test_told_content_that_a_message_has_reads_yes(text: str) -> None:
    assert read(text, MAIL) == "yes"


@pytest.mark.parametrize(
    "text",
    [
        "I told Siri that the Barn is where the Husky goes.",
        "I told Siri that you meet on Friday at 20:00.",
        "I told Siri about it and that it costs 410 a year.",
    ],
)
def test_told_content_that_no_message_has_is_not_read_yes(text: str) -> None:
    assert read(text, MAIL) != "yes"


def test_wrong_time_in_told_content_reads_no() -> None:
    assert read("I told Siri that you meet at 20:30.", MAIL) == "no"


def test_price_is_told_only_if_the_message_has_an_amount() -> None:
    short = deed("send", "email.mail", "Siri, the North Shed is free.", "siri")
    assert read("I told Siri how much it costs.", MAIL) == "yes"
    assert read("I told Siri how much it costs.", short) == "unclear"


def test_quantities_are_compared_with_the_lines_of_an_order() -> None:
    assert read("I ordered 6 seed potatoes, 3 onion sets and 1 garden twine for 48.20.", SEEDS) == "yes"
    assert read("I ordered 6 seed potatoes, 4 onion sets and 1 garden twine for 48.20.", SEEDS) == "no"


def test_items_of_a_list_need_no_verb() -> None:
    items = ["Done:", "Email to Siri about Friday", "Shed inspection now Friday, 18:00", "Fence reminder deleted"]
    listed = "\n- ".join(items)
    assert read(listed, MAIL, SHED, FENCE) == "yes"
    assert read("- Email to Odd\n- Shed inspection now Friday, 18:00", SHED) == "no"


def test_unrelated_denial_does_not_tell_of_a_failure() -> None:
    broke = UndoneDeed(frozenset({"order", "pay"}), content_words("debit card"), True)
    cart = deed("cart", "shopping.cart", "Seed potatoes")
    done = run(cart, deed("send", "email.mail", "Siri, the seed potatoes are ordered.", "siri"), undone=(broke,))
    report = "I've ordered the seed potatoes, and Siri knows. Odd hasn't heard a thing."
    assert read_report(report, done, SCENE).value == "no"
    told = "Siri has been told. The order of the seed potatoes failed, so they are not ordered yet."
    assert read_report(told, done, SCENE).value != "no"


def test_removed_record_must_be_of_the_named_kind() -> None:
    assert read("I deleted the reminder to paint the fence.", FENCE) == "yes"
    assert read("I deleted the reminder to paint the fence. I also deleted the note.", FENCE) == "no"


def test_people_who_were_left_out_are_no_addressees() -> None:
    assert read("Siri has your message. I kept it from everyone else, Odd included.", MAIL) == "yes"


def test_denied_message_reads_no() -> None:
    assert read("Siri is out of signal, so I did not send her anything.", MAIL) == "no"


def test_values_that_tools_have_shown_may_be_named() -> None:
    shown = replace(SCENE, shown=("Ride from Fjord Road 2 to Garden Centre costs 11.40",))
    report = "A cab takes you from Fjord Road to the Garden Centre at 14:00, for 11.40."
    assert read_report(report, run(CAB), shown).value == "yes"


@pytest.mark.parametrize(
    "text",
    [
        "I told Siri that both sheds take the Husky.",
        "I told Siri that the Barn is leaking.",
    ],
)
def test_told_news_that_the_message_lacks_is_not_read_yes(text: str) -> None:
    assert read(text, MAIL) != "yes"


def test_cancelled_order_alone_does_not_tell_of_its_replacement() -> None:
    old = deed("cancel", "shopping.order", "Tulip bulbs, cancelled", lines={"Tulip bulbs": 2})
    assert read("I cancelled the tulip bulbs.", old, SEEDS) == "unclear"
    assert read("I cancelled the tulip bulbs and ordered seed potatoes, onion sets and twine.", old, SEEDS) == "yes"
