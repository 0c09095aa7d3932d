"""Which apps there are, and which a phone has."""

from __future__ import annotations

import pytest

from simulator.phone.registry import all_apps, app_of_table, phone_with, record_types
from simulator.phone.state import PHONE_RECORDS


def test_apps_are_found_by_themselves_system_apps_first() -> None:
    apps = list(all_apps().values())
    assert {"home", "assistant", "files", "reminder", "email", "calendar", "messaging"} <= set(all_apps())
    assert [app.name for app in apps] == [app.name for app in sorted(apps, key=lambda app: (not app.system, app.name))]


def test_every_app_is_found_under_its_own_name() -> None:
    assert all(name == app.name and app.title and app.about for name, app in all_apps().items())


def test_no_two_apps_share_a_prefix() -> None:
    prefixes = [app.prefix for app in all_apps().values()]
    assert len(set(prefixes)) == len(prefixes)


def test_no_two_apps_share_a_name_by_which_they_are_opened() -> None:
    names = [{app.name, app.prefix.casefold(), app.title.casefold()} for app in all_apps().values()]
    assert len(set().union(*names)) == sum(map(len, names))


def test_no_two_kinds_of_records_share_a_table() -> None:
    records = [*PHONE_RECORDS, *(cls for app in all_apps().values() for cls in app.records)]
    tables = [cls.table for cls in records]
    assert len(set(tables)) == len(tables)


@pytest.mark.parametrize("app", list(all_apps()))
def test_the_tables_of_an_app_bear_its_name(app: str) -> None:
    for cls in all_apps()[app].records:
        assert app_of_table(cls.table) in (app, "meta")


def test_a_phone_has_the_system_s_apps_and_those_named() -> None:
    assert list(phone_with(("reminder",))) == ["assistant", "home", "reminder"]
    assert list(phone_with(())) == ["assistant", "home"]


def test_a_phone_has_what_its_apps_need() -> None:
    for name, app in all_apps().items():
        on_phone = phone_with((name,))
        waiting = [app]
        while waiting:
            needed = waiting.pop().needs
            assert set(needed) <= set(on_phone)
            waiting.extend(all_apps()[one] for one in needed)


def test_what_a_needed_app_needs_comes_along(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(all_apps()["files"]), "needs", ("reminder",))
    phone_with.cache_clear()
    try:
        assert "reminder" in phone_with(("email",))
    finally:
        phone_with.cache_clear()


def test_the_order_of_apps_does_not_depend_on_the_order_in_which_they_are_named() -> None:
    assert list(phone_with(("reminder", "calendar"))) == list(phone_with(("calendar", "reminder")))


def test_an_app_that_does_not_exist_is_answered_with_those_that_do() -> None:
    with pytest.raises(ValueError, match=r"There is no app 'remainder'\. Apps: assistant, home, "):
        phone_with(("remainder",))


def test_a_phone_knows_the_records_of_its_apps_only() -> None:
    types = record_types(phone_with(("reminder",)))
    assert "reminder.reminder" in types
    assert "calendar.event" not in types
    assert {cls.table for cls in PHONE_RECORDS} <= set(types)


def test_a_table_names_its_app() -> None:
    assert app_of_table("messaging.conversation") == "messaging"
