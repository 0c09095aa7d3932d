"""Makes, reads and revokes invite links.

Links are signed with the site's secret key, so a copy of the database is not enough to make a link.
"""

from __future__ import annotations

import secrets

from django.conf import settings
from django.contrib.auth.models import User
from django.core.signing import BadSignature, Signer
from django.http import HttpRequest
from django.utils import timezone

from annotation.models import Invitation, Rater, Study
from annotation.people.pseudonyms import taken_in

# Used if a command makes a link and PARE_BASE_URL is not set. Pages pass the address from the request instead.
_LOCAL = "http://127.0.0.1:8000"

_WAY_BACK = "to come back"


class BadInvitation(ValueError):
    """Raised if an invitation cannot be made; the text says why and what to do."""


def make_invitation(study: Study, pseudonym: str = "", label: str = "", by: User | None = None) -> Invitation:
    """Make an invite link, for one person if a pseudonym is given, else for any number of people.

    Raise BadInvitation if the pseudonym is taken, or if the pseudonym or the label is too long or not printable.
    """
    pseudonym, label = " ".join(pseudonym.split()), " ".join(label.split())
    for name, field, most in ((pseudonym, "pseudonym", 60), (label, "label", 100)):
        if len(name) > most:
            raise BadInvitation(f"The {field} “{name[:20]}…” is too long. Use at most {most} characters.")
        if not name.isprintable():
            raise BadInvitation(f"The {field} has characters that can’t be displayed. Remove them.")
    if pseudonym and pseudonym.casefold() in taken_in(study):
        raise BadInvitation(f"The pseudonym “{pseudonym}” is already taken in this study. Choose a different one.")
    nonce = secrets.token_urlsafe(18)
    return Invitation.objects.create(study=study, nonce=nonce, pseudonym=pseudonym, label=label, made_by=by)


def way_back(rater: Rater) -> Invitation:
    """Return the participant's personal link. If they have none that is still valid, make a new one."""
    own = Invitation.objects.filter(study=rater.study_id, pseudonym=rater.pseudonym, revoked_at=None).first()
    if own is not None:
        return own
    nonce = secrets.token_urlsafe(18)
    return Invitation.objects.create(study_id=rater.study_id, nonce=nonce, pseudonym=rater.pseudonym, label=_WAY_BACK)


def link_of(invitation: Invitation, home: str = "") -> str:
    """Return the full address of a link. It starts with PARE_BASE_URL or, if that is not set, with `home`."""
    return f"{settings.BASE_URL or home or _LOCAL}/join/{token_of(invitation)}/"


def token_of(invitation: Invitation) -> str:
    """Return the last part of a link's address: the link's nonce, signed with the site's secret key."""
    return _signer().sign(invitation.nonce)


def invitation_of(token: str) -> Invitation | None:
    """Return the invitation of a token, even if it was revoked; None if the token is unknown."""
    try:
        nonce = _signer().unsign(token)
    except BadSignature:
        return None
    return Invitation.objects.select_related("study").filter(nonce=nonce).first()


def revoke(invitation: Invitation) -> None:
    """Revoke a link. People who joined through the link stay in the study."""
    if invitation.revoked_at is None:
        invitation.revoked_at = timezone.now()
        invitation.save(update_fields=["revoked_at"])


def revoke_own_links(rater: Rater) -> None:
    """Revoke all personal links of this participant."""
    own = Invitation.objects.filter(study=rater.study_id, pseudonym=rater.pseudonym, revoked_at=None)
    own.update(revoked_at=timezone.now())


def _signer() -> Signer:
    # A full stop needs no escaping in an address; mail programs break links at unusual characters.
    return Signer(sep=".", salt="annotation.links")


def home_of(request: HttpRequest) -> str:
    """Return the site's address as the request used it, without a final slash, such as `https://example.org`."""
    return request.build_absolute_uri("/").rstrip("/")
