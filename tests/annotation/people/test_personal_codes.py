"""Personal codes: random, kept as a hash, typed in any form, guarded against guessing, given to one browser first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import TypeVar

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from annotation.models import Rater
from annotation.people import personal_codes
from annotation.people.invite_links import make_invitation, way_back
from annotation.people.personal_codes import (
    MOST_WRONG,
    PAUSE,
    TooManyWrong,
    WrongCode,
    as_code,
    bind_first,
    enter,
    fits,
    hash_of,
    is_held,
    issue,
    new_code,
    renew,
)
from annotation.people.withdrawal import withdraw
from tests.annotation.study_fixtures import rater, study

T = TypeVar("T")
FRESH = "7KQM-2WPX-9RTD-HB4N"


def somebody() -> tuple[Rater, str]:
    code = new_code()
    made = rater(study(panel_parameter="PID"), panel_id="5f3a", code_hash=hash_of(code))
    return made, code


def test_codes_are_long_and_differ() -> None:
    codes = [new_code() for _ in range(500)]
    assert len(set(codes)) == 500 and {len(code.replace("-", "")) for code in codes} == {16}
    letters = Counter("".join(codes).replace("-", ""))
    assert len(letters) == 32, "80 bits"


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        (FRESH, FRESH),
        ("7kqm2wpx9rtdhb4n", FRESH),
        (" 7KQM 2WPX–9RTD_HB4N\n", FRESH),
        ("OIL0-0000-0000-0000", "0110-0000-0000-0000"),
        ("7KQM-2WPX-9RTD-HB4", ""),
        ("7KQM-2WPX-9RTD-HB4N0", ""),
        ("7KQM-2WPX-9RTD-HB4U", ""),
        ("\uff17KQM-2WPX-9RTD-HB4N", ""),
        ("", ""),
        ("-" * 5000, ""),
    ],
)
def test_a_code_is_understood_however_it_is_typed(typed: str, code: str) -> None:
    assert as_code(typed) == code


@pytest.mark.django_db
def test_a_person_without_a_code_fits_none() -> None:
    made = rater(study(), panel_id="5f3a")
    assert not any(fits(made, code) for code in ("", new_code(), hash_of("")))


@pytest.mark.django_db
def test_hashes_are_compared_in_constant_time(monkeypatch: pytest.MonkeyPatch) -> None:
    made, code = somebody()
    compared: list[tuple[str, str]] = []

    def compare(one: str, other: str) -> bool:
        compared.append((one, other))
        return one == other

    monkeypatch.setattr(personal_codes, "constant_time_compare", compare)
    assert fits(made, code) and not fits(made, FRESH)
    assert compared == [(made.code_hash,) * 2, (hash_of(FRESH), made.code_hash)]


@pytest.mark.django_db
def test_a_right_code_is_kept_and_ends_the_count() -> None:
    made, code = somebody()
    for _ in range(MOST_WRONG - 1):
        with pytest.raises(WrongCode):
            enter(made, new_code(), FRESH)
    assert enter(made, code.lower(), FRESH) == code
    assert Rater.objects.values_list("wrong_codes", "wrong_since").get() == (0, None)


@pytest.mark.django_db
def test_the_pause_is_counted_from_the_first_wrong_code() -> None:
    made, code = somebody()
    Rater.objects.update(wrong_codes=MOST_WRONG, wrong_since=timezone.now() - timedelta(minutes=14, seconds=30))
    with pytest.raises(TooManyWrong, match=r"Try again in 1 minute\."):
        enter(made, code, FRESH)
    assert Rater.objects.get().wrong_codes == MOST_WRONG, "whoever goes on does not prolong it"
    Rater.objects.update(wrong_since=timezone.now() - PAUSE)
    assert enter(made, code, FRESH) == code


@pytest.mark.django_db
def test_an_issued_code_is_replaced_when_it_is_used() -> None:
    made, old = somebody()
    code = issue(made)
    assert fits(made, code) and not is_held(made, code) and not fits(made, old)
    assert enter(made, code, FRESH) == FRESH
    made.refresh_from_db()
    assert is_held(made, FRESH) and made.code_issued_at is None
    with pytest.raises(WrongCode):
        enter(made, code, new_code())


@pytest.mark.django_db
def test_a_new_code_ends_links_of_the_person_and_no_others() -> None:
    made, _ = somebody()
    own, open_link, other = way_back(made), make_invitation(made.study), make_invitation(made.study, "Plover")
    renew(made, FRESH)
    for link in (own, open_link, other):
        link.refresh_from_db()
    assert own.revoked_at is not None and open_link.revoked_at is other.revoked_at is None


@pytest.mark.django_db
def test_a_person_cannot_replace_a_code_that_a_lead_has_issued_meanwhile() -> None:
    made, _ = somebody()
    stale = Rater.objects.get(pk=made.pk)
    code = issue(made)
    assert not renew(stale, FRESH)
    made.refresh_from_db()
    assert fits(made, code)


@pytest.mark.django_db
def test_whoever_has_withdrawn_gets_no_code() -> None:
    made, code = somebody()
    withdraw(made)
    assert issue(made) == "" and not renew(made, FRESH) and not bind_first(made, FRESH)
    with pytest.raises(WrongCode):
        enter(made, code, FRESH)
    assert Rater.objects.get().code_hash == ""


def at_once(count: int, act: Callable[[int], T]) -> list[T]:
    def done(place: int) -> T:
        try:
            return act(place)
        finally:
            connection.close()

    with ThreadPoolExecutor(count) as threads:
        return list(threads.map(done, range(count)))


@pytest.mark.django_db(transaction=True)
def test_of_several_browsers_from_before_one_gets_the_code() -> None:
    made = rater(study(panel_parameter="PID"), panel_id="5f3a")
    codes = [new_code() for _ in range(6)]
    bound = at_once(6, lambda place: bind_first(Rater.objects.get(pk=made.pk), codes[place]))
    made.refresh_from_db()
    assert bound.count(True) == 1 and is_held(made, codes[bound.index(True)])


@pytest.mark.django_db(transaction=True)
def test_guesses_that_are_sent_at_once_are_all_counted() -> None:
    made, _ = somebody()

    def guess(_: int) -> type[WrongCode]:
        with pytest.raises(WrongCode) as refused:
            enter(made, new_code(), FRESH)
        return refused.type

    refusals = at_once(MOST_WRONG + 4, guess)
    assert (refusals.count(WrongCode), refusals.count(TooManyWrong)) == (MOST_WRONG, 4)


@pytest.mark.django_db(transaction=True)
def test_an_issued_code_that_two_browsers_type_at_once_lets_one_in() -> None:
    made, _ = somebody()
    code = issue(made)

    def use(_: int) -> str:
        try:
            return enter(made, code, new_code())
        except WrongCode:
            return ""

    kept = [one for one in at_once(4, use) if one]
    made.refresh_from_db()
    assert len(kept) == 1 and is_held(made, kept[0])


@pytest.mark.all
@pytest.mark.django_db(transaction=True)
def test_people_from_before_are_still_there_after_the_migration() -> None:
    made, _ = somebody()
    before = [("annotation", "0002_people")]
    MigrationExecutor(connection).migrate(before)
    try:
        old = MigrationExecutor(connection).loader.project_state(before).apps.get_model("annotation", "Rater")
        assert old.objects.get(pk=made.pk).panel_id == "5f3a"
    finally:
        executor = MigrationExecutor(connection)
        executor.migrate(executor.loader.graph.leaf_nodes())
    made.refresh_from_db()
    assert (made.panel_id, made.code_hash, made.code_issued_at, made.wrong_codes) == ("5f3a", "", None, 0)
