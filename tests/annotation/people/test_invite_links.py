"""Links into a study: whole addresses, which cannot be guessed, forged or made from the database."""

from __future__ import annotations

import re

import pytest
from django.conf import LazySettings
from django.urls import resolve

from annotation.models import Invitation
from annotation.people import pseudonyms
from annotation.people.invite_links import BadInvitation, invitation_of, link_of, make_invitation, revoke, token_of
from tests.annotation.study_fixtures import rater, study
from tests.simulator.views.cast import person

pytestmark = pytest.mark.django_db


def test_a_link_leads_back_to_its_invitation() -> None:
    lead = person("researcher")
    made = make_invitation(study(), "Sorrel", "mailed on Monday", lead)
    assert invitation_of(token_of(made)) == made
    assert (made.pseudonym, made.label, made.made_by) == ("Sorrel", "mailed on Monday", lead)


@pytest.mark.parametrize(
    ("base", "home", "start"),
    [
        ("https://lab.example/pare", "http://testserver", "https://lab.example/pare/join/"),
        ("", "http://testserver", "http://testserver/join/"),
        ("", "", "http://127.0.0.1:8000/join/"),
    ],
)
def test_the_address_is_where_people_find_the_site(base: str, home: str, start: str, settings: LazySettings) -> None:
    settings.BASE_URL = base
    made = make_invitation(study())
    link = link_of(made, home)
    assert link.startswith(start)
    assert resolve("/join/" + link.removeprefix(start)).kwargs == {"token": token_of(made)}
    assert re.fullmatch(r"[\w.-]{60,}", token_of(made)), "it would have to be escaped in an address"


def test_what_the_database_knows_is_no_way_in() -> None:
    made = make_invitation(study())
    forged = [made.nonce, f"{made.nonce}.", f"{made.nonce}.{made.nonce}", token_of(made)[:-1], token_of(made) + "x", ""]
    assert [invitation_of(token) for token in forged] == [None] * len(forged)


def test_another_secret_makes_other_links(settings: LazySettings) -> None:
    made = make_invitation(study())
    token = token_of(made)
    settings.SECRET_KEY = "another"
    assert invitation_of(token) is None


def test_no_two_links_are_alike() -> None:
    of = study()
    assert len({token_of(make_invitation(of)) for _ in range(20)}) == 20


def test_a_link_that_was_taken_back_is_still_known_as_such() -> None:
    made = make_invitation(study())
    revoke(made)
    first = made.revoked_at
    revoke(made)
    found = invitation_of(token_of(made))
    assert found is not None and found.revoked_at == first is not None


@pytest.mark.parametrize("name", ["Sorrel", " sorrel ", "SORREL"])
def test_nobody_is_promised_a_name_that_is_taken(name: str) -> None:
    of = study()
    rater(of, "Sorrel")
    with pytest.raises(BadInvitation, match="a different one"):
        make_invitation(of, name)
    make_invitation(study(), name)


def test_a_name_of_a_link_that_was_taken_back_is_free_again() -> None:
    of = study()
    revoke(make_invitation(of, "Sorrel"))
    assert make_invitation(of, "Sorrel").pseudonym == "Sorrel"
    with pytest.raises(BadInvitation):
        make_invitation(of, "Sorrel")


@pytest.mark.parametrize(("pseudonym", "label"), [("x" * 61, ""), ("", "x" * 101)])
def test_what_does_not_fit_is_refused_before_the_database_would(pseudonym: str, label: str) -> None:
    with pytest.raises(BadInvitation, match="too long"):
        make_invitation(study(), pseudonym, label)
    assert not Invitation.objects.exists()


def test_words_are_many_and_differ() -> None:
    folded = {word.casefold() for word in pseudonyms.WORDS}
    assert len(folded) == len(pseudonyms.WORDS) > 400
    assert all(word.isalpha() and word.istitle() for word in pseudonyms.WORDS)


def test_a_pseudonym_is_one_that_nobody_has(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pseudonyms, "WORDS", ("Sorrel", "Plover", "Agate"))
    of = study()
    rater(of, "sorrel")
    make_invitation(of, "Plover")
    assert {pseudonyms.new_pseudonym(of) for _ in range(5)} == {"Agate"}


def test_once_words_are_rare_two_make_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pseudonyms, "WORDS", ("Sorrel",))
    of = study()
    assert pseudonyms.new_pseudonym(of) == "Sorrel"
    make_invitation(of, "Sorrel")
    assert pseudonyms.new_pseudonym(of) == "Sorrel Sorrel"
