"""Finding mails: by id, by folder, by words, newest first."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from operator import attrgetter

from simulator.phone import when
from simulator.phone.apps.email.records import Folder, Mail
from simulator.phone.call import Look
from simulator.phone.errors import ActionError

_SENT_AT = attrgetter("sent_at")
FIND_IDS = "Emails__list_emails and Emails__search_emails give the ids."


def newest_first(look: Look, folder: Folder) -> list[Mail]:
    """The mails of a folder. Of those of one second, the one made last comes first: a longer counter is a later one."""

    def build() -> list[Mail]:
        mails = [mail for mail in look.store.all(Mail).values() if mail.folder == folder]
        mails.sort(key=_SENT_AT, reverse=True)
        # Nearly all mails have a second of their own, and comparing those alone is much faster.
        start = 0
        for number in Counter(map(_SENT_AT, mails)).values():
            if number > 1:
                same = mails[start : start + number]
                mails[start : start + number] = sorted(same, key=lambda mail: (len(mail.id), mail.id), reverse=True)
            start += number
        return mails

    return look.store.derived(f"email.newest.{folder}", Mail, build)


def unread_in(look: Look, folder: Folder) -> int:
    return look.store.derived(
        f"email.unread.{folder}", Mail, lambda: sum([not mail.is_read for mail in newest_first(look, folder)])
    )


def matching(
    look: Look, folder: Folder, query: str = "", since: int | None = None, until: int | None = None
) -> list[Mail]:
    mails = _mentioning(look, folder, query.casefold()) if query else newest_first(look, folder)
    if since is not None or until is not None:
        mails = [m for m in mails if (since is None or since <= m.sent_at) and (until is None or m.sent_at <= until)]
    return mails


def _mentioning(look: Look, folder: Folder, wanted: str) -> list[Mail]:
    def build() -> list[tuple[str, Mail]]:
        return [
            (_searched(mail.content, mail.subject, mail.sender, mail.recipients), mail)
            for mail in newest_first(look, folder)
        ]

    # A screen asks more than once for what was found; the answers go when a mail changes.
    answers: dict[tuple[Folder, str], list[Mail]] = look.store.derived("email.found", Mail, dict)
    if (folder, wanted) not in answers:
        texts = look.store.derived(f"email.searched.{folder}", Mail, build)
        answers[folder, wanted] = [mail for text, mail in texts if wanted in text]
    return answers[folder, wanted]


@lru_cache(maxsize=1 << 15)
def _searched(content: str, subject: str, sender: str, recipients: tuple[str, ...]) -> str:
    """What a search looks at, in one text."""
    return "\n".join((content, subject, sender, *recipients)).casefold()


def mail_at(mails: list[Mail], index: int) -> Mail:
    if not 0 <= index < len(mails):
        remedy = f"Give 0 to {len(mails) - 1}; 0 is the newest." if mails else "Look into another folder."
        raise ActionError("unknown_record", f"There is no email number {index} among {len(mails)} here.", remedy)
    return mails[index]


def mail_in(look: Look, email_id: str, folder: Folder, remedy: str = FIND_IDS) -> Mail:
    """The mail, which must lie in this folder."""
    mail = look.find(Mail, email_id, "email", remedy)
    if mail.folder != folder:
        raise ActionError(
            "unknown_record",
            f"The email '{email_id}' is in {mail.folder}, not in {folder}.",
            f"Use the folder {mail.folder}.",
        )
    return mail


def first_moment(look: Look, text: str | None, argument: str) -> int | None:
    """The earliest time that a day or a date and time allows."""
    if not text:
        return None
    return _day(look, text, argument) if _is_day(text) else look.parse_time(text, argument)


def last_moment(look: Look, text: str | None, argument: str) -> int | None:
    """The latest time that a day or a date and time allows: a day counts to its end."""
    if not text:
        return None
    if _is_day(text):
        return when.day_bounds(_day(look, text, argument), look.tz)[1] - 1
    return look.parse_time(text, argument)


def _is_day(text: str) -> bool:
    return len(text.strip()) <= len("2026-03-05")


def _day(look: Look, text: str, argument: str) -> int:
    try:
        return when.parse_day(text, look.tz)
    except when.TimeError as error:
        raise ActionError("bad_argument", f"{argument}: {error}") from None
