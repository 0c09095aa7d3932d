"""What one does with a mail that is there: read it, move it, delete it, save its attachments."""

from __future__ import annotations

from msgspec.structs import replace

from simulator.phone.apps.email.records import Folder, Mail
from simulator.phone.apps.files import attachments_of, download
from simulator.phone.call import Call
from simulator.phone.errors import ActionError


def mark_read(call: Call, mail: Mail) -> None:
    if not mail.is_read:
        call.put(replace(mail, is_read=True))


def move(call: Call, mail: Mail, folder: Folder) -> None:
    if mail.folder == folder:
        raise ActionError("bad_argument", f"The email is in {folder} already.", "Choose another folder.")
    if mail.state == "draft" and folder not in ("DRAFT", "TRASH"):
        raise ActionError(
            "not_allowed", f"A draft cannot lie in {folder}: it was never sent.", "Choose DRAFT or TRASH, or send it."
        )
    call.put(replace(mail, folder=folder))


def delete(call: Call, mail: Mail) -> bool:
    """Put a mail into the trash, or delete one that lies there for good; says whether it is gone for good."""
    if mail.folder == "TRASH":
        call.drop(mail)
        return True
    move(call, mail, "TRASH")
    return False


def save_attachments(call: Call, mail: Mail, folder: str) -> list[str]:
    """The paths at which the attachments now lie on the phone."""
    return [download(call, file, folder) for file in attachments_of(call, mail.attachments)]
