"""Coming into a study: who somebody is there, whether there is a place, and what an account from a link can do."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.contrib.auth.models import Group, Permission, User
from django.db import connection
from django.utils import timezone

from annotation.labelling.claiming import Empty, claim
from annotation.models import Invitation, Rater, Study, StudyState, StudyText, TextKind
from annotation.people import joining
from annotation.people.invite_links import make_invitation, revoke, way_back
from annotation.people.joining import Door, NoPlace, agree, arrival, comes_by_link, join
from annotation.people.personal_codes import is_held, new_code
from annotation.people.pseudonyms import WORDS
from tests.annotation.study_fixtures import items, rater, study
from tests.simulator.views.cast import person

pytestmark = pytest.mark.django_db
PANEL: dict[str, Any] = {"panel_parameter": "PROLIFIC_PID"}


def invited(pseudonym: str = "", state: StudyState = StudyState.OPEN, **fields: Any) -> Invitation:
    return make_invitation(study(state, **fields), pseudonym)


def test_whoever_joins_has_an_account_without_a_password_and_without_rights() -> None:
    joined = join(invited(), version=1)
    user = joined.user
    assert user is not None and not user.has_usable_password() and not user.get_all_permissions()
    assert [group.name for group in user.groups.all()] == ["annotator"]
    assert user.get_full_name() == joined.pseudonym in WORDS
    assert (joined.consent_version, joined.consented_at is not None) == (1, True)
    assert comes_by_link(user)


def test_orders_of_two_people_differ() -> None:
    invitation = invited()
    one, other = join(invitation), join(invitation)
    assert one.seed != other.seed and one.pseudonym != other.pseudonym and one.user != other.user


def test_a_personal_link_is_one_person_however_often_it_is_used() -> None:
    invitation = invited("Sorrel")
    assert arrival(invitation).door == Door.NEW
    first = join(invitation)
    assert join(invitation) == first and first.pseudonym == "Sorrel"
    assert arrival(invitation) == (Door.KNOWN, first)


def test_somebody_with_an_account_of_their_own_is_one_person_by_whichever_link() -> None:
    first, user = invited(), person("viewer")
    joined = join(first, user)
    assert join(first, user) == join(make_invitation(first.study), user) == joined
    assert Rater.objects.count() == 1


def test_a_panel_id_is_one_person() -> None:
    invitation, code = invited(**PANEL), new_code()
    first, other = join(invitation, panel_id="5f3a", code=code), join(invitation, panel_id="6b2c")
    assert join(invitation, panel_id="5f3a", code=code) == first != other
    assert arrival(invitation, "5f3a", code) == (Door.KNOWN, first)
    assert arrival(invitation, "6b2c") == arrival(invitation, "6b2c", code) == (Door.CODE, other)


@pytest.mark.parametrize("code", ["", "0000-0000-0000-0000"])
def test_somebody_who_joins_with_the_id_of_another_is_refused(code: str) -> None:
    invitation = invited(**PANEL)
    join(invitation, panel_id="5f3a")
    for user in (None, person("viewer")):
        with pytest.raises(NoPlace) as refused:
            join(invitation, user, "5f3a", code=code)
        assert refused.value.door == Door.CODE
    assert Rater.objects.count() == 1


def test_a_panel_id_is_kept_only_where_it_is_asked_for() -> None:
    assert join(invited(), panel_id="5f3a").panel_id == ""
    assert join(invited("Sorrel", **PANEL), panel_id="5f3a").panel_id == ""


@pytest.mark.parametrize(
    ("panel_id", "door"),
    [
        ("", Door.NO_PANEL_ID),
        ("{{%PROLIFIC_PID%}}", Door.BAD_PANEL_ID),
        ("x" * 101, Door.BAD_PANEL_ID),
        ("5f3a", "new"),
    ],
)
def test_people_from_a_panel_need_an_id(panel_id: str, door: Door) -> None:
    assert arrival(invited(**PANEL), panel_id).door == door
    assert arrival(invited("Sorrel", **PANEL), "").door == Door.NEW, "the lead knows for whom this link is"


@pytest.mark.parametrize(
    ("state", "most", "door"),
    [
        (StudyState.DRAFT, None, Door.NOT_OPEN),
        (StudyState.CLOSED, None, Door.CLOSED),
        (StudyState.OPEN, 1, Door.FULL),
    ],
)
def test_nobody_new_comes_in_where_there_is_no_place(state: StudyState, most: int | None, door: Door) -> None:
    invitation = invited(state=state, most_people=most)
    rater(invitation.study, "Plover")
    assert arrival(invitation).door == door
    with pytest.raises(NoPlace) as refused:
        join(invitation)
    assert refused.value.door == door
    assert Rater.objects.count() == 1 and User.objects.count() == 1


def test_whoever_is_in_comes_back_when_all_places_are_taken() -> None:
    invitation = invited("Sorrel", most_people=1)
    joined = join(invitation)
    assert arrival(invitation) == (Door.KNOWN, joined)


def test_whoever_takes_the_last_place_with_the_first_of_two_presses_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    invitation = invited("Sorrel", most_people=1)
    places = joining._shut

    def pressed_before(study: Study) -> Door | None:
        monkeypatch.setattr(joining, "_shut", places)
        join(invitation)
        return places(study)

    monkeypatch.setattr(joining, "_shut", pressed_before)
    assert arrival(invitation).door == Door.KNOWN


def test_the_place_of_somebody_who_withdrew_is_free() -> None:
    invitation = invited(most_people=1)
    rater(invitation.study, "Plover", withdrawn_at=timezone.now())
    assert join(invitation).pseudonym != "Plover"


def test_a_link_that_was_taken_back_lets_nobody_in() -> None:
    invitation = invited("Sorrel")
    join(invitation)
    revoke(invitation)
    assert arrival(invitation) == (Door.REVOKED, None)


def test_somebody_with_an_account_joins_with_it() -> None:
    lead = person("researcher")
    joined = join(invited(), lead, version=1)
    assert joined.user == lead
    assert not comes_by_link(lead) and not lead.groups.filter(name="annotator").exists()


def test_the_name_that_was_shown_is_given_as_long_as_it_is_free() -> None:
    invitation = invited()
    assert join(invitation, wished="Plover").pseudonym == "Plover"
    second, third = join(invitation, wished="Plover"), join(invitation, wished="Dr Who")
    assert {second.pseudonym, third.pseudonym} <= set(WORDS) - {"Plover"}


def test_a_link_signs_no_account_in_that_can_do_more_than_judge() -> None:
    user = join(invited()).user
    assert user is not None
    user.groups.add(Group.objects.get(name="researcher"))
    assert not comes_by_link(user)
    user.groups.remove(Group.objects.get(name="researcher"))
    assert comes_by_link(user)
    user.user_permissions.add(Permission.objects.get(codename="view_episode"))
    assert not comes_by_link(user)
    assert not comes_by_link(User.objects.create_user("annotator-1-x", password="known"))
    assert not comes_by_link(User.objects.create_user("annotator-1-y", is_staff=True))
    assert not comes_by_link(User.objects.create_user("ann"))
    assert not comes_by_link(User.objects.create_user("annotator-1-z", is_active=False))


def test_a_new_version_is_asked_again() -> None:
    made = study()
    items(made, 1)
    joined = rater(made)
    assert claim(joined).held
    StudyText.objects.create(study=made, kind=TextKind.CONSENT, version=2, text="Other.")
    assert claim(joined).empty == Empty.CONSENT
    agree(joined, 2)
    assert claim(joined).held


def test_whoever_came_by_an_open_link_gets_one_of_their_own() -> None:
    joined = join(invited())
    own = way_back(joined)
    assert way_back(joined) == own and own.pseudonym == joined.pseudonym
    assert arrival(own) == (Door.KNOWN, joined)
    revoke(own)
    assert way_back(joined) != own


def all_at_once(invitation: Invitation, count: int, panel_id: str = "") -> list[Rater | Door]:
    codes = [new_code() for _ in range(count)]

    def come(place: int) -> Rater | Door:
        try:
            joined = join(invitation, panel_id=panel_id, code=codes[place])
            assert not panel_id or is_held(joined, codes[place])
            return joined
        except NoPlace as problem:
            return problem.door
        finally:
            connection.close()

    with ThreadPoolExecutor(count) as people:
        return list(people.map(come, range(count)))


@pytest.mark.django_db(transaction=True)
def test_of_many_who_come_at_once_as_many_get_in_as_there_are_places() -> None:
    found = all_at_once(invited(most_people=3), 8)
    assert found.count(Door.FULL) == 5
    assert len({one.pseudonym for one in found if isinstance(one, Rater)}) == Rater.objects.count() == 3
    assert User.objects.count() == 3


@pytest.mark.django_db(transaction=True)
def test_a_button_that_is_pressed_twice_at_once_makes_one_person() -> None:
    assert len(set(all_at_once(invited("Sorrel"), 4))) == Rater.objects.count() == User.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_of_several_browsers_that_come_with_one_panel_id_at_once_one_joins() -> None:
    found = all_at_once(invited(**PANEL), 6, "5f3a")
    assert found.count(Door.CODE) == 5 and Rater.objects.count() == User.objects.count() == 1
