"""What the contacts app tells the rest of the phone and the judge."""

from __future__ import annotations

from typing import Any

import pytest

from simulator.phone.apps.contacts import Contact, Contacts
from simulator.phone.apps.contacts.screens import ContactDetail, ContactsList
from simulator.phone.people import Rules
from simulator.phone.registry import all_apps
from simulator.phone.screens import taps_of
from tests.simulator.phone.apps.contacts_phone import ContactsPhone
from tests.simulator.phone.small_phone import SmallPhone

APP = Contacts()
OPTIONAL = "gender? age? nationality? city_living? country? status? job? description? phone? email? address?"


@pytest.fixture
def phone() -> ContactsPhone:
    return ContactsPhone()


def test_the_app_is_found_and_stands_alone() -> None:
    assert isinstance(all_apps()["contacts"], Contacts)
    assert APP.needs == ()


@pytest.mark.parametrize(
    ("screen", "taps"),
    [
        (
            "ContactsList",
            {
                "list_contacts": "offset?",
                "search_contacts": "query",
                "open_contact": "contact_id",
                "view_current_user": "",
                "create_contact": f"first_name last_name {OPTIONAL}",
            },
        ),
        ("ContactDetail", {"view_contact": "", "start_edit_contact": "", "delete_contact": ""}),
        ("ContactEdit", {"view_contact": "", "update_contact": "updates"}),
    ],
)
def test_screens_and_taps_are_as_published(screen: str, taps: dict[str, str]) -> None:
    found = {
        name: " ".join(p.name if p.required else f"{p.name}?" for p in action.params.values())
        for name, action in taps_of(APP.screen_types[screen]).items()
    }
    assert found == taps


def test_every_lead_names_a_screen_of_the_app() -> None:
    leads = {lead.screen for screen in APP.screens for tap in taps_of(screen).values() for lead in tap.mark.leads}
    assert leads - {""} == {screen.__name__ for screen in APP.screens}


def test_a_card_lands_on_the_list(phone: ContactsPhone) -> None:
    assert APP.landing(phone.world, phone.card("gym")) == (ContactsList(), ContactDetail(contact_id=phone.id("gym")))


def test_meddling_touches_one_unrelated_card_and_works(phone: ContactsPhone) -> None:
    spared = frozenset({phone.id("gym"), phone.id("bo_card")})
    meddlings = list(APP.meddlings(phone.world, spared))
    assert [(one.tool, one.args["contact_id"]) for one in meddlings] == [
        ("delete_contact", phone.id("tomas")),
        ("edit_contact", phone.id("tomas")),
    ]
    for meddling in meddlings:
        attempt = ContactsPhone().tries_tool(meddling.tool, **meddling.args)
        assert [(change.table, change.id) for change in attempt.changes] == [(Contact.table, phone.id("tomas"))]


def test_meddling_changes_the_number_even_where_it_stands_already(phone: ContactsPhone) -> None:
    _, edit = APP.meddlings(phone.world, frozenset())
    phone.tool("edit_contact", **edit.args)
    _, again = APP.meddlings(phone.world, frozenset())
    assert phone.tries_tool("edit_contact", **again.args).changes


def test_where_only_the_owners_card_is_left_it_is_edited_and_not_deleted() -> None:
    phone = ContactsPhone(())
    assert [one.tool for one in APP.meddlings(phone.world, frozenset())] == ["edit_contact"]
    assert list(APP.meddlings(phone.world, frozenset({phone.own.id}))) == []


def test_a_reader_learns_all_that_is_on_the_card(phone: ContactsPhone) -> None:
    phone.tool("edit_contact", contact_id=phone.id("tomas"), updates={"phone": "+420 555 010", "job": "Finance lead"})
    text = APP.readable(phone.world.store, phone.card("tomas"))
    for part in (phone.id("tomas"), "Tomáš Novák", "41", "t.novak@orchard.example", "+420 555 010", "Finance lead"):
        assert part in text
    assert "None" not in text


def test_a_card_is_no_message_and_its_loss_is_a_loss(phone: ContactsPhone) -> None:
    card = phone.card("gym")
    assert APP.outgoing(phone.world.store, card) is None
    assert not APP.gone(card)
    assert not APP.harmless(phone.world.store, card, None)


def test_the_mail_app_shows_names_from_the_cards() -> None:
    phone = SmallPhone("contacts", "email", rules=Rules(standing_consent=True))
    APP.prepare(phone.plot)
    phone.plant("contacts", {"person": "bo", "first_name": "Bobby"})
    mail: dict[str, Any] = {"from": "bo@ek.example", "at": "-1h", "subject": "Room"}
    phone.plant("email", mail)
    phone.opens("Emails")
    assert phone.view.rows[0].who == "Bobby Ek"
