"""The address book as HTML: letters, cards, the own card, and forms that are filled in as a whole."""

from __future__ import annotations

import re

from simulator.phone.apps.contacts.screens import ContactsView
from simulator.showing.tap_highlight import UserTap
from simulator.templatetags.phone import mail_address
from tests.simulator.views.phone_html import PhoneHtml
from tests.simulator.views.rooms_by_name import html_of_room, shot_of_room


def test_a_letter_stands_where_it_begins() -> None:
    html = html_of_room("contacts", "middle page")
    assert re.findall(r'class="ph-az"[^>]*>([^<]*)<', html) == ["M", "N", "", "O", "", "", "P", "", "R", ""]


def test_the_own_card_stands_first_and_is_opened_in_both_ways() -> None:
    picture = shot_of_room("contacts", "contacts")
    assert isinstance(picture.view, ContactsView)
    own = picture.view.rows[0]
    assert own.is_user
    for tapped in (UserTap("view_current_user", {}), UserTap("open_contact", {"contact_id": own.id})):
        page = PhoneHtml(html_of_room("contacts", "contacts", tapped))
        assert page.rings == 1
        assert not page.unseen


def test_the_own_card_cannot_be_deleted() -> None:
    assert "delete_contact" not in PhoneHtml(html_of_room("contacts", "own card")).actions
    assert "delete_contact" in PhoneHtml(html_of_room("contacts", "card")).actions


def test_a_card_shows_all_that_is_known_uncut() -> None:
    text = PhoneHtml(html_of_room("contacts", "long card")).text
    assert "Maria-Magdalena Oyelaran-Featherstonehaugh" in text
    assert "maria-magdalena.oyelaran-featherstonehaugh@institute-for-inland-waterways.example" in text
    assert "the porter tells everyone" in text


def test_a_bare_card_says_that_only_the_name_is_known() -> None:
    assert "No details yet" in html_of_room("contacts", "card with only a name")


def test_an_address_breaks_before_its_sign_and_stays_text() -> None:
    assert mail_address("a<b@c.example") == "a&lt;b<wbr>@c.example"
    assert mail_address("no address") == "no address"


def test_a_new_contact_is_shown_as_the_form_that_was_filled_in() -> None:
    typed = {"first_name": "Wanjiru", "last_name": "Kamau", "job": "Auditor & guide", "age": 41}
    html = html_of_room("contacts", "contacts", UserTap("create_contact", typed))
    fields = dict(re.findall(r'data-typed="(\w+)" data-key="\w+" value="([^"]*)"', html))
    assert fields == {
        "first_name": "Wanjiru",
        "last_name": "Kamau",
        "age": "41",
        "job": "Auditor &amp; guide",
        "phone": "",
        "email": "",
    }
    ringed = [one.name for one in PhoneHtml(html).controls if one.tapped]
    assert ringed == ["create_contact"]
    assert "ph-said" not in html


def test_changes_stand_in_the_fields_when_they_are_saved() -> None:
    updates = {"phone": "+82 51 555 0143", "status": "Retired", "age": None}
    html = html_of_room("contacts", "card", None)
    assert "+82 51 555 0142" in html
    html = html_of_room("contacts", "edit", UserTap("update_contact", {"updates": updates}))
    assert 'data-key="phone" value="+82 51 555 0143"' in html
    assert 'data-key="age" value=""' in html
    assert 'data-key="last_name" value="Park"' in html
    assert "Retired<span" in html
    assert "Employed<span" not in html


def test_updates_that_are_no_fields_do_not_break_the_form() -> None:
    html = html_of_room("contacts", "edit", UserTap("update_contact", {"updates": "phone"}))
    assert 'data-key="phone" value="+82 51 555 0142"' in html
