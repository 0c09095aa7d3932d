"""Claims about words: what was sent to whom, and what the user was told."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BeforeValidator, Field, model_validator

from simulator.phone.apps.files import File
from simulator.scenario.base import Label, Part, as_list
from simulator.scenario.goals.evidence import Evidence, Finding, Message, Touch
from simulator.scenario.goals.mentions import Mentions
from simulator.scenario.goals.scope import Scope


class Recipients(Part):
    """Who gets it: exactly these people between them, at least these, or one of these."""

    exactly: list[str] = []
    includes: list[str] = []
    any_of: list[str] = []

    @model_validator(mode="before")
    @classmethod
    def _short_form(cls, data: Any) -> Any:
        return {"exactly": as_list(data)} if isinstance(data, str | list) else data

    @model_validator(mode="after")
    def _names_someone(self) -> Recipients:
        if sum(map(bool, (self.exactly, self.includes, self.any_of))) != 1:
            raise ValueError("name people in exactly one of exactly, includes and any_of")
        return self

    @property
    def named(self) -> list[str]:
        return self.exactly or self.includes or self.any_of


class Sent(Part):
    """A message left the phone. One message to several people or one each: both count."""

    to: Recipients
    app: Annotated[list[str], BeforeValidator(as_list)] = Field(
        default_factory=list, description="email, messaging; empty for any."
    )
    mentions: Mentions = Field(default_factory=lambda: Mentions())
    reply_to: Label | None = Field(None, description="Label of the mail it answers or the conversation it goes to.")
    new: bool | None = Field(None, description="True: not an answer to anything.")
    attachments: list[str] | None = Field(None, description="Labels or names of exactly the files it carries.")

    def judge(self, scope: Scope) -> Finding:
        evidence = scope.evidence
        messages = evidence.messages(scope.effects())
        good: list[Message] = []
        problems: list[str] = []
        for message in messages:
            problem = self.problem(message, evidence)
            if problem is None and self._adds_someone(message, good, evidence):
                good.append(message)
            elif problem is not None and self._concerns(message, evidence):
                problems.append(problem)
        missing = [who for who in self._required() if not any(_gets(who, message, evidence) for message in good)]
        if missing or not good:
            return Finding(False, self._miss(missing or self.to.named, problems, scope))
        covers: frozenset[Touch] = frozenset((m.effect.table, m.effect.id, "+") for m in good)
        last = good[-1].effect
        return Finding(True, "", covers, last.moment, last.at)

    def problem(self, message: Message, evidence: Evidence) -> str | None:
        """Why this one message does not count, or None."""
        sent = message.sent
        if self.app and message.app not in self.app:
            return f"it went by {message.app}, not by {' or '.join(self.app)}"
        strangers = self._strangers(message, evidence)
        if strangers:
            return f"it also went to {', '.join(strangers)}"
        if self.reply_to is not None and sent.reply_to != evidence.labels[self.reply_to][1]:
            return f"it is not an answer to '{self.reply_to}'"
        if self.new and sent.reply_to:
            return "it is an answer, not a new message"
        if self.attachments is not None:
            carried = _files(sent.attachments, evidence)
            if sorted(carried) != sorted(_file_name(name, evidence) for name in self.attachments):
                return f"it carries {', '.join(carried) or 'no files'}, not {', '.join(self.attachments) or 'none'}"
        text = f"{sent.subject}\n{sent.text}"
        return self.mentions.miss(text, message.effect.at, evidence)

    def reaches(self, message: Message, evidence: Evidence) -> bool:
        """Whether any of the named people gets this message."""
        return any(_gets(who, message, evidence) for who in self.to.named)

    def _required(self) -> list[str]:
        return [] if self.to.any_of else self.to.named

    def _strangers(self, message: Message, evidence: Evidence) -> list[str]:
        if self.to.includes:
            return []
        known = frozenset().union(*(evidence.aliases(who) for who in self.to.named))
        known = frozenset(alias.casefold() for alias in known)
        return [_called(address, evidence) for address in message.sent.to if address.casefold() not in known]

    def _adds_someone(self, message: Message, good: list[Message], evidence: Evidence) -> bool:
        """A second message to the same people is one too many: it stays unaccounted for."""
        if self.to.any_of:
            return not good
        return any(
            _gets(who, message, evidence) and not any(_gets(who, other, evidence) for other in good)
            for who in self.to.named
        )

    def _concerns(self, message: Message, evidence: Evidence) -> bool:
        return self.reaches(message, evidence)

    def _miss(self, missing: list[str], problems: list[str], scope: Scope) -> str:
        names = ", ".join(_name(who, scope.evidence) for who in missing)
        if problems:
            return f"the message to {names} does not count: {problems[-1]}"
        who = {"assistant": "the assistant", "user": "the user", "anyone": "anyone"}[scope.by]
        under = f" under the offer for '{scope.need}'" if scope.need and scope.by == "assistant" else ""
        return f"no message to {names} was sent by {who}{under}"


class Told(Part):
    """The assistant told the user, once the offer was accepted."""

    mentions: Mentions

    @model_validator(mode="before")
    @classmethod
    def _short_form(cls, data: Any) -> Any:
        if isinstance(data, list | str) or (isinstance(data, dict) and "mentions" not in data):
            return {"mentions": data}
        return data

    def judge(self, scope: Scope) -> Finding:
        problem = ""
        for said in scope.told():
            problem = self.mentions.miss(said.line.text, said.at, scope.evidence) or ""
            if not problem:
                return Finding(True, "", frozenset(), said.moment, said.at)
        return Finding(
            False, f"what the user was told is not enough: {problem}" if problem else "the user was told nothing"
        )


def _gets(who: str, message: Message, evidence: Evidence) -> bool:
    aliases = {alias.casefold() for alias in evidence.aliases(who)}
    return any(address.casefold() in aliases for address in message.sent.to)


def _name(who: str, evidence: Evidence) -> str:
    person = evidence.people.get(who)
    return person.name if person is not None else who


def _called(address: str, evidence: Evidence) -> str:
    for person in evidence.people.values():
        if address in (person.email, person.user_id):
            return person.name
    return address


def _files(ids: tuple[str, ...], evidence: Evidence) -> list[str]:
    files = [evidence.world.store.get(File, file_id) for file_id in ids]
    return [file.name for file in files if file is not None]


def _file_name(name: str, evidence: Evidence) -> str:
    if name in evidence.labels:
        record = evidence.record(name)
        if isinstance(record, File):
            return record.name
    return name
