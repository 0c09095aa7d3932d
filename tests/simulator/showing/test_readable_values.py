"""Results of tools as people read them."""

from __future__ import annotations

from typing import Any

from simulator.showing.readable_values import LONGEST_JSON, MOST_ROWS, Cell, arguments_text, json_of, readable

MAIL: dict[str, Any] = {
    "email_id": "mail_1",
    "subject": "Roof",
    "content": "x" * 80,
    "cc": [],
    "parent_id": None,
    "is_read": False,
}


def test_records_become_a_table_without_empty_columns_and_with_long_texts_below() -> None:
    (table,) = readable([MAIL, {**MAIL, "email_id": "mail_2"}]).tables
    assert table.columns == ("Email id", "Subject", "Is read")
    assert table.rows[0].cells == (Cell("Email id", "mail_1"), Cell("Subject", "Roof"), Cell("Is read", "no"))
    assert table.rows[1].long == (Cell("Content", "x" * 80),)
    assert readable([MAIL]).summary == "1 record"


def test_records_by_their_ids_are_a_table_too() -> None:
    found = readable({"apt_1": {"name": "Hill House", "price": 2300000.0}})
    assert found.tables[0].rows[0].cells == (Cell("Name", "Hill House"), Cell("Price", "2300000"))


def test_a_mapping_has_facts_and_tables_and_names_of_people_stay_as_they_are() -> None:
    found = readable({"emails": [MAIL], "total_emails": 12})
    assert found.facts == (Cell("Total emails", "12"),) and found.tables[0].title == "Emails"
    assert readable({"Bo Berg": "user_1"}).facts == (Cell("Bo Berg", "user_1"),)
    products = readable({"products": {"Reading lamp": "prod_1", "Bulb 60 W": "prod_2"}}).tables[0]
    assert products.rows[1].cells == (Cell("Name", "Bulb 60 W"), Cell("Value", "prod_2"))


def test_empty_and_plain_results_say_so() -> None:
    assert readable([]).text == readable(None).text == readable("").text == "Nothing found."
    assert readable("Email mail_1 is sent.").text == "Email mail_1 is sent."
    assert readable(["chat_1", "chat_2"]).text == "chat_1, chat_2"
    assert readable(True).text == "yes"


def test_nested_records_are_one_text_with_a_line_each() -> None:
    chat = {"id": "chat_1", "people": [{"name": "Bo"}, {"name": "Cleo"}]}
    assert readable([chat]).tables[0].rows[0].cells[1].text == "Name: Bo\nName: Cleo"


def test_long_lists_texts_and_arguments_are_cut() -> None:
    table = readable([{"n": number} for number in range(MOST_ROWS + 3)]).tables[0]
    assert (len(table.rows), table.left_out) == (MOST_ROWS, 3)
    assert json_of("x" * 2 * LONGEST_JSON).endswith("more characters")
    assert len(arguments_text({"content": "word " * 100})) < 120
