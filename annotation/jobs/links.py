"""Links that let people into a study: made, read, taken back. A link is a secret of the site, not of its database."""

from __future__ import annotations

import secrets

from django.conf import settings
from django.contrib.auth.models import User
from django.core.signing import BadSignature, Signer
from django.http import HttpRequest
from django.utils import timezone

from annotation.jobs.pseudonyms import taken_in
from annotation.models import Invitation, Rater, Study

_LOCAL = "http://127.0.0.1:8000"
"""Where people find a site that nobody has given an address; `home` knows better where there is a request."""

_WAY_BACK = "to come back"


class BadInvitation(ValueError):
    """Says why such a link cannot be made, and what to do."""


def make_invitation(study: Study, pseudonym: str = "", label: str = "", by: User | None = None) -> Invitation:
    """With a pseudonym: for one person, who comes back by it. Without: for as many as the study takes."""
    pseudonym, label = " ".join(pseudonym.split()), " ".join(label.split())
    for name, field, most in ((pseudonym, "pseudonym", 60), (label, "label", 100)):
        if len(name) > most:
            raise BadInvitation(f"The {field} “{name[:20]}…” is too long: at most {most} letters.")
        if not name.isprintable():
            raise BadInvitation(f"The {field} has characters that cannot be shown. Leave them out.")
    if pseudonym and pseudonym.casefold() in taken_in(study):
        raise BadInvitation(f"Somebody in this study is called “{pseudonym}” already. Choose another pseudonym.")
    nonce = secrets.token_urlsafe(18)
    return Invitation.objects.create(study=study, nonce=nonce, pseudonym=pseudonym, label=label, made_by=by)


def way_back(rater: Rater) -> Invitation:
    """A link of this person's own. Whoever came by one that lets many in has none yet, and gets one."""
    own = Invitation.objects.filter(study=rater.study_id, pseudonym=rater.pseudonym, revoked_at=None).first()
    if own is not None:
        return own
    nonce = secrets.token_urlsafe(18)
    return Invitation.objects.create(study_id=rater.study_id, nonce=nonce, pseudonym=rater.pseudonym, label=_WAY_BACK)


def link_of(invitation: Invitation, home: str = "") -> str:
    """The whole address. `home`: where the site is, without a slash at its end, unless PARE_BASE_URL says it."""
    return f"{settings.BASE_URL or home or _LOCAL}/join/{token_of(invitation)}/"


def token_of(invitation: Invitation) -> str:
    """What the database knows, signed with what it does not know."""
    return _signer().sign(invitation.nonce)


def invitation_of(token: str) -> Invitation | None:
    """None if we never made such a link. One that was taken back is found, so that people can be told."""
    try:
        nonce = _signer().unsign(token)
    except BadSignature:
        return None
    return Invitation.objects.select_related("study").filter(nonce=nonce).first()


def revoke(invitation: Invitation) -> None:
    """From now on it lets nobody in; those who came by it stay."""
    if invitation.revoked_at is None:
        invitation.revoked_at = timezone.now()
        invitation.save(update_fields=["revoked_at"])


def revoke_own_links(rater: Rater) -> None:
    """Revoke every link that brings this one person back."""
    own = Invitation.objects.filter(study=rater.study_id, pseudonym=rater.pseudonym, revoked_at=None)
    own.update(revoked_at=timezone.now())


def _signer() -> Signer:
    # A full stop needs no escaping in an address; mail programs break links at stranger characters.
    return Signer(sep=".", salt="annotation.links")


def home_of(request: HttpRequest) -> str:
    """Where whoever asks has found the site."""
    return request.build_absolute_uri("/").rstrip("/")
