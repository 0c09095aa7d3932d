"""The screen that lists a folder or the mails found in it."""

from __future__ import annotations

from typing import Annotated, ClassVar

from msgspec.structs import replace

from simulator.phone.actions import push, tap
from simulator.phone.actions import replace as swap_to
from simulator.phone.apps.email.arguments import Day, EmailId, FolderName, Index, Limit, Offset, Query
from simulator.phone.apps.email.compose import ComposeEmail
from simulator.phone.apps.email.keeping import mark_read
from simulator.phone.apps.email.mailbox import first_moment, last_moment, mail_at, mail_in, matching, unread_in
from simulator.phone.apps.email.reading import EmailDetail
from simulator.phone.apps.email.records import FOLDER_TITLES, Folder, Mail, folder_named, named
from simulator.phone.apps.email.views import MailboxPage, folder_tabs, mail_row
from simulator.phone.call import Call, Look
from simulator.phone.paging import page_left, page_of
from simulator.phone.roles import Plain
from simulator.phone.screens import Screen, Step, View, go, swap

PAGE = 10
LONGEST_PAGE = 50


class MailboxView(Screen, frozen=True):
    app: ClassVar[str] = "email"
    prefix: ClassVar[str] = "Emails"

    folder: Folder = "INBOX"
    query: str = ""
    since: int | None = None
    until: int | None = None
    offset: int = 0
    limit: int = PAGE

    @tap(swap_to("MailboxView"))
    def list_emails(self, call: Call, offset: Offset = 0, limit: Limit = PAGE) -> Step:
        """Show a page of this folder, or of the search under way."""
        return self._shown(call, replace(self, offset=offset, limit=limit))

    @tap(swap_to("MailboxView"))
    def search_emails(
        self,
        call: Call,
        query: Query,
        min_date: Day = None,
        max_date: Day = None,
        limit: Annotated[int | None, Plain("How many to show at most.")] = PAGE,
    ) -> Step:
        """Search this folder; empty words and no dates show all of it again."""
        since, until = first_moment(call, min_date, "min_date"), last_moment(call, max_date, "max_date")
        size = PAGE if limit is None else limit
        found = MailboxView(folder=self.folder, query=query, since=since, until=until, limit=size)
        return self._shown(call, found)

    @tap(push("EmailDetail"), marks=True)
    def open_email_by_id(self, call: Call, email_id: EmailId) -> Step:
        """Open a mail of this folder; it counts as read."""
        return _open(call, mail_in(call, email_id, self.folder, "Pick one from the list."))

    @tap(push("EmailDetail"), marks=True)
    def open_email_by_index(self, call: Call, index: Index) -> Step:
        """Open the mail at this place of the list; it counts as read."""
        return _open(call, mail_at(self._mails(call), index))

    @tap(swap_to("MailboxView"))
    def switch_folder(self, call: Call, folder_name: FolderName) -> Step:
        """Show another folder."""
        return self._shown(call, MailboxView(folder=folder_named(folder_name)))

    @tap(push("ComposeEmail"))
    def start_compose(self, call: Call) -> Step:
        """Start to write a new mail."""
        return go(ComposeEmail(), "A new email is open for writing.")

    def view(self, look: Look) -> View:
        page = page_left(self._mails(look), self.offset, self.limit)
        return MailboxPage(
            title=FOLDER_TITLES[self.folder],
            folder=self.folder,
            folders=folder_tabs(self.folder),
            rows=tuple(mail_row(look, mail, index) for index, mail in enumerate(page.rows, page.offset)),
            total=page.total,
            offset=page.offset,
            limit=self.limit,
            unread=unread_in(look, self.folder),
            query=self.query,
            since="" if self.since is None else look.show(self.since),
            until="" if self.until is None else look.show(self.until),
        )

    def _mails(self, look: Look) -> list[Mail]:
        return matching(look, self.folder, self.query, self.since, self.until)

    @staticmethod
    def _shown(call: Call, screen: MailboxView) -> Step:
        page = page_of(screen._mails(call), screen.offset, screen.limit, "email", LONGEST_PAGE)
        title = FOLDER_TITLES[screen.folder]
        if not page.rows:
            return swap(screen, f"{title}: no emails.")
        return swap(screen, f"{title}: emails {page.span}.")


def _open(call: Call, mail: Mail) -> Step:
    mark_read(call, mail)
    return go(EmailDetail(email_id=mail.id), f"{named(mail)} is open.")
