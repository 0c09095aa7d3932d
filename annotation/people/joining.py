"""Joining a study: identifies a visitor, checks that the study has a free place, and records the consent."""

from __future__ import annotations

import re
import secrets
from enum import StrEnum
from typing import NamedTuple

from django.contrib.auth.models import Group, User
from django.db import transaction
from django.utils import timezone

from annotation.models import Invitation, Rater, RaterKind, Study, StudyState, StudyText, TextKind
from annotation.people.personal_codes import hash_of, is_held, new_code
from annotation.people.pseudonyms import WORDS, new_pseudonym, taken_in

ANNOTATOR = "annotator"
# Start of the user names that `_account` makes. An administrator could make an account with a similar name, so
# `comes_by_link` also checks passwords and permissions.
_ACCOUNT = re.compile(r"annotator-\d+-")
_PANEL_ID = re.compile(r"[\w.@+-]{1,100}", re.ASCII)


class Door(StrEnum):
    """The page that a link leads to, which depends on the visitor and on the state of the study."""

    NEW = "new"
    KNOWN = "known"
    CODE = "code"
    """A different browser joined with this panel id, so the visitor has to type the personal code."""
    REVOKED = "revoked"
    WITHDRAWN = "withdrawn"
    NOT_OPEN = "not_open"
    CLOSED = "closed"
    FULL = "full"
    NO_PANEL_ID = "no_panel_id"
    BAD_PANEL_ID = "bad_panel_id"


class Arrival(NamedTuple):
    """The page for a visitor, and the visitor's participant if they joined before."""

    door: Door
    rater: Rater | None = None
    """Participant who joined before by this personal link or with this panel id; None for a new visitor."""


class NoPlace(Exception):
    """Raised if the visitor can't join; `door` says why."""

    def __init__(self, door: Door) -> None:
        super().__init__(door)
        self.door = door


def arrival(invitation: Invitation, panel_id: str = "", *codes: str) -> Arrival:
    """Return the page for a visitor, without changing anything: mail programs follow links too.

    `codes` are personal codes that the browser may hold.
    """
    if invitation.revoked_at is not None:
        return Arrival(Door.REVOKED)
    study, needs_id = invitation.study, bool(invitation.study.panel_parameter and not invitation.pseudonym)
    if needs_id and not _PANEL_ID.fullmatch(panel_id):
        return Arrival(Door.BAD_PANEL_ID if panel_id else Door.NO_PANEL_ID)
    # `_shut` comes before `_known`: a visitor who presses the button twice may take the last place between these two
    # lines, and is then known.
    shut = _shut(study)
    known = _known(invitation, panel_id)
    if known is not None and known.withdrawn_at is None:
        return Arrival(Door.CODE if _is_asked(invitation, known, *codes) else Door.KNOWN, known)
    if known is not None:
        return Arrival(Door.WITHDRAWN, known)
    return Arrival(shut or Door.NEW)


def join(
    invitation: Invitation,
    user: User | None = None,
    panel_id: str = "",
    version: int = 0,
    wished: str = "",
    code: str = "",
) -> Rater:
    """Return a new participant who agreed to this version of the consent text. Without `user`, they get a new account.

    `wished` is the pseudonym that they were shown, and `code` is the personal code that their browser will keep. A
    person who joined before gets the same participant again. Raise NoPlace if the study takes nobody now, or with
    `Door.CODE` if a different browser uses the same panel id.
    """
    with transaction.atomic():
        # People join one at a time, so that no more join than allowed. NO KEY: people who answer meanwhile need not
        # wait.
        study = Study.objects.select_for_update(no_key=True).get(pk=invitation.study_id)
        known = _known(invitation, panel_id) or _taking_part(study, user)
        if known is not None:
            if known.user != user and _is_asked(invitation, known, code):
                raise NoPlace(Door.CODE)
            return known
        shut = _shut(study)
        if shut is not None:
            raise NoPlace(shut)
        pseudonym = invitation.pseudonym or _free(study, wished)
        is_from_panel = bool(study.panel_parameter and panel_id and not invitation.pseudonym)
        return Rater.objects.create(
            study=study,
            pseudonym=pseudonym,
            user=user or _account(study, pseudonym),
            invitation=invitation,
            panel_id=panel_id if is_from_panel else "",
            # If the browser stores no code, only a code from a lead lets the person back in, never the panel id alone.
            code_hash=hash_of(code or new_code()) if is_from_panel and user is None else "",
            seed=secrets.randbits(62),
            consented_at=timezone.now() if version else None,
            consent_version=version or None,
        )


def agree(rater: Rater, version: int) -> None:
    rater.consented_at, rater.consent_version = timezone.now(), version
    rater.save(update_fields=["consented_at", "consent_version"])


def consent_text(study: Study) -> StudyText | None:
    """Return the newest consent text. Return None if there is none or it is empty: then nobody is asked for consent."""
    newest = StudyText.objects.filter(study=study, kind=TextKind.CONSENT).order_by("-version").first()
    # A lead who stops asking for consent empties the text, which stores a new, empty version.
    return newest if newest is not None and newest.text else None


def comes_by_link(user: User) -> bool:
    """Return whether the account was made for a link, so that links sign it in and withdrawing deletes it.

    Accounts that can do more than judge are excluded, because links pass through many hands.
    """
    if not _ACCOUNT.match(user.username) or user.has_usable_password() or user.is_staff or user.is_superuser:
        return False
    is_more = user.groups.exclude(name=ANNOTATOR).exists() or user.user_permissions.exists()
    return user.is_active and not is_more


def needs_code(rater: Rater) -> bool:
    """Return whether only a personal code distinguishes this person from others who know their panel id."""
    return bool(rater.panel_id) and rater.user is not None and comes_by_link(rater.user)


def _is_asked(invitation: Invitation, known: Rater, *codes: str) -> bool:
    """Return whether a visitor who claims to be this person has to type the personal code first."""
    # A personal link from before there were codes is proof enough in the first browser, which then gets a code.
    if invitation.pseudonym and not known.code_hash:
        return False
    return not any(is_held(known, code) for code in codes) and needs_code(known)


def _known(invitation: Invitation, panel_id: str) -> Rater | None:
    raters = Rater.objects.select_related("study", "user").filter(study_id=invitation.study_id)
    if invitation.pseudonym:
        return raters.filter(pseudonym=invitation.pseudonym).first()
    if invitation.study.panel_parameter and panel_id:
        return raters.filter(panel_id=panel_id).first()
    return None


def _taking_part(study: Study, user: User | None) -> Rater | None:
    """Return the account's participant in this study, whichever link they joined by; None if there is none."""
    own = Rater.objects.select_related("study", "user").filter(study=study, user=user)
    return own.first() if user is not None else None


def _shut(study: Study) -> Door | None:
    if study.state != StudyState.OPEN:
        return Door.NOT_OPEN if study.state == StudyState.DRAFT else Door.CLOSED
    people = Rater.objects.filter(study=study, kind=RaterKind.PERSON, withdrawn_at=None)
    is_full = study.most_people is not None and people.count() >= study.most_people
    return Door.FULL if is_full else None


def _free(study: Study, wished: str) -> str:
    return wished if wished in WORDS and wished.casefold() not in taken_in(study) else new_pseudonym(study)


def _account(study: Study, pseudonym: str) -> User:
    """Make and return an account without a password, only for this study: a link must open nothing else."""
    user = User.objects.create_user(f"annotator-{study.pk}-{secrets.token_hex(8)}", first_name=pseudonym)
    user.groups.add(Group.objects.get_or_create(name=ANNOTATOR)[0])
    return user
