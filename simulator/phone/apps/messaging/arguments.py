"""The arguments that several actions of the messaging app share."""

from __future__ import annotations

from typing import Annotated

from simulator.phone.roles import FilePath, Plain, Ref, Text, When

ChatId = Annotated[str, Ref("Id of the chat.", "messaging.conversation")]
MessageId = Annotated[str, Ref("Id of the message.", "messaging.message")]
UserId = Annotated[str, Ref("Id of the person.", "messaging.user")]
UserIds = list[Annotated[str, Ref("Ids of the people; the owner need not be named.", "messaging.user")]]
Someone = Annotated[str, Ref("Id or full name of the person.", "messaging.user")]
Strangers = Annotated[dict[str, str], Text("People by the ids they get, with their names.")]
Content = Annotated[str, Text("What the message says.")]
Title = Annotated[str, Text("What the chat is called.")]
Attachment = Annotated[str | None, FilePath("Path of a file on the phone to send along.")]
InlineFile = Annotated[dict[str, str] | None, Text("An attachment with a name and a text.")]
Words = Annotated[str, Plain("What to look for in titles, names and messages; case and accents do not matter.")]
Offset = Annotated[int, Plain("How many to skip, counted from the newest.")]
Limit = Annotated[int, Plain("How many at most.")]
MessageOffset = Annotated[int, Plain("How many of the newest messages to skip in each chat.")]
MessageLimit = Annotated[int, Plain("How many messages of each chat at most.")]
MinDate = Annotated[str | None, When("Only messages from this local time on, YYYY-MM-DD HH:MM:SS.")]
MaxDate = Annotated[str | None, When("Only messages up to this local time, YYYY-MM-DD HH:MM:SS.")]
