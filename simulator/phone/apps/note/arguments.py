"""What the arguments of note actions mean."""

from __future__ import annotations

from typing import Annotated

from simulator.phone.apps.note.records import Note
from simulator.phone.roles import Code, FilePath, Plain, Ref, Text

NoteId = Annotated[str, Ref("Id of the note.", Note.table)]
FolderName = Annotated[str, Code("Name of a folder.")]
NewFolderName = Annotated[str, Code("Name that the folder gets.")]
Title = Annotated[str, Text("Title of the note.")]
Content = Annotated[str, Text("What the note says.")]
NewTitle = Annotated[str | None, Text("The new title; without one it stays as it is.")]
NewContent = Annotated[str | None, Text("The new content, in place of the old; without one it stays as it is.")]
Pinned = Annotated[bool, Plain("Whether it stands at the top of its folder.")]
Path = Annotated[str, FilePath("Path of a file on the phone.")]
AttachmentName = Annotated[str, Code("Name of the attachment.")]
AttachmentToOpen = Annotated[str, FilePath("Name or path of the attachment.")]
Offset = Annotated[int, Plain("How many to skip, counted from the top.")]
Limit = Annotated[int, Plain("How many to show at most.")]
Query = Annotated[str, Plain("Words to look for in title and content; case and accents do not matter.")]
Keyword = Annotated[str, Plain("Words to look for in title and content; empty shows the whole folder again.")]
