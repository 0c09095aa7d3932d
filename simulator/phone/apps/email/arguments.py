"""What the arguments of mail actions mean."""

from __future__ import annotations

from typing import Annotated

from simulator.phone.apps.email.records import Mail
from simulator.phone.roles import Address, Code, FilePath, Plain, Ref, Text, When

EmailId = Annotated[str, Ref("Id of the mail.", Mail.table)]
FolderName = Annotated[str, Code("INBOX, SENT, DRAFT or TRASH.")]
OneAddress = Annotated[str, Address("An e-mail address.")]
Addresses = list[OneAddress]
Subject = Annotated[str, Text("Subject line; may be empty.")]
Content = Annotated[str, Text("What the mail says.")]
OnePath = Annotated[str, FilePath("Path of a file on the phone.")]
Paths = list[OnePath] | None
SaveTo = Annotated[str, Plain("Folder on the phone to save to.")]
Offset = Annotated[int, Plain("How many of the newest to skip.")]
Limit = Annotated[int, Plain("How many to show at most.")]
Index = Annotated[int, Plain("Place in the list; 0 is the newest.")]
Query = Annotated[str, Plain("Words to look for in sender, recipients, subject and text.")]
Day = Annotated[str | None, When("Local date, YYYY-MM-DD, or date and time, YYYY-MM-DD HH:MM:SS.")]
AttachmentName = Annotated[str, Plain("Name of the attachment as shown.")]
