"""Claims about messages: to other people (`sent`) and to the user (`told`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, model_validator

from simulator.phone.apps.files import File
from simulator.phone.registry import app_of_table
from simulator.scenario.base import Label, ScenarioModel, as_list
from simulator.scenario.goals.evidence import Evidence, Finding, SentMessage, Touch
from simulator.scenario.goals.mentions import Mentions
from simulator.scenario.goals.scope import WHO, Scope

# One message that mentions all facts, or several messages to the same people that mention them together.
Telling = tuple[SentMessage, ...]


class Recipients(ScenarioModel):
    """The recipients: exactly these people, at least these people, or at least one of them and nobody else."""

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
            raise ValueError("list people under one key only: exactly, includes or any_of")
        return self

    @property
    def named(self) -> list[str]:
        return self.exactly or self.includes or self.any_of


class Sent(ScenarioModel):
    """These people got one message together, one each, or several messages that together mention all facts."""

    to: Recipients
    app: Annotated[list[str], BeforeValidator(as_list)] = Field(
        default_factory=list, description="Apps that may send the message: email, messaging; empty for any app."
    )
    mentions: Mentions = Field(default_factory=lambda: Mentions())
    say: str = Field(
        "",
        description="In `allowed` and `forbidden`: a plain sentence; a reader decides whether the message says it.",
    )
    reply_to: Label | None = Field(
        None, description="Label of the mail, message or conversation that this message must answer."
    )
    new: bool | None = Field(None, description="True: the message must be new. False: it must be an answer.")
    attachments: list[str] | None = Field(
        None,
        description="Exactly these files must be attached, given by label or name. An empty list means none.",
    )

    def judge(self, scope: Scope) -> Finding:
        evidence = scope.evidence
        good: list[Telling] = []
        problems: list[str] = []
        halves: list[SentMessage] = []
        for message in evidence.messages(scope.effects()):
            problem = self.problem(message, evidence)
            if problem is None and self._adds_someone(message, good, evidence):
                good.append((message,))
            elif problem is not None and self.reaches(message, evidence):
                problems.append(problem)
                # Several incomplete messages may still mention everything together.
                halves.append(message)
        for telling in self._in_parts(halves, evidence):
            if self._adds_someone(telling[0], good, evidence):
                good.append(telling)
        missing = [who for who in self._required() if not any(_gets(who, telling[0], evidence) for telling in good)]
        if missing or not good:
            return Finding(False, self._miss(missing or self.to.named, problems, scope))
        effects = [message.effect for telling in self._needed(good, evidence) for message in telling]
        covers: frozenset[Touch] = frozenset((effect.table, effect.id, "+") for effect in effects)
        last = max((message.effect for telling in good for message in telling), key=lambda effect: effect.moment)
        return Finding(True, "", covers, last.moment, last.at)

    def problem(self, message: SentMessage, evidence: Evidence) -> str | None:
        """Return why a message alone does not meet the claim; None if it does. The message may leave out recipients."""
        return self._wrong_kind(message, evidence) or self._unsaid([message], evidence)

    def may_count(self, message: SentMessage, evidence: Evidence) -> bool:
        """Return True if app, recipients, thread and attachments of a message fit, whatever its text says."""
        return self.reaches(message, evidence) and self._wrong_kind(message, evidence) is None

    def _wrong_kind(self, message: SentMessage, evidence: Evidence) -> str | None:
        """Return why app, recipients, thread or attachments of a message are wrong; None if they fit."""
        sent = message.sent
        if self.app and message.app not in self.app:
            return f"it went by {message.app}, not by {' or '.join(self.app)}"
        strangers = self._strangers(message, evidence)
        if strangers:
            return f"it also went to {', '.join(strangers)}"
        problem = self._wrong_thread(sent.reply_to, evidence)
        if problem is not None:
            return problem
        if self.attachments is not None:
            carried, wanted = _files(sent.attachments, evidence), self._wanted_files(evidence)
            if sorted(carried) != sorted(wanted):
                return f"it carries {', '.join(carried) or 'no file'}, but should carry {', '.join(wanted) or 'none'}"
        return None

    def _unsaid(self, messages: Iterable[SentMessage], evidence: Evidence) -> str | None:
        """Return how these messages, read together, break `mentions`, such as a missing fact; None if they fit."""
        return self.mentions.miss_in(((_text_of(message), message.effect.at) for message in messages), evidence)

    def _in_parts(self, halves: Iterable[SentMessage], evidence: Evidence) -> Iterator[Telling]:
        """Yield groups of messages that mention everything only together, to the same people under the same offer."""
        groups: dict[tuple[str, frozenset[str]], list[SentMessage]] = {}
        for message in halves:
            if self._wrong_kind(message, evidence) is None:
                people = frozenset(evidence.person_at(address) for address in message.sent.to)
                groups.setdefault((message.effect.proposal, people), []).append(message)
        for messages in groups.values():
            if self._unsaid(messages, evidence) is None:
                yield self._without_spare(messages, evidence)

    def _without_spare(self, messages: list[SentMessage], evidence: Evidence) -> Telling:
        """Return only the messages that are needed to mention all facts; a goal does not account for the others."""
        needed = list(messages)
        for message in reversed(messages):
            rest = [other for other in needed if other is not message]
            if rest and self._unsaid(rest, evidence) is None:
                needed = rest
        return tuple(needed)

    def describes(self, message: SentMessage, evidence: Evidence) -> bool:
        """Return True if a `forbidden` clause with this claim is about the message.

        The message may also go to other people, and one of the listed attachments is enough.
        """
        if not self.reaches(message, evidence) or (self.app and message.app not in self.app):
            return False
        if self._wrong_thread(message.sent.reply_to, evidence) is not None:
            return False
        carried = _files(message.sent.attachments, evidence)
        if self.attachments and not set(carried) & set(self._wanted_files(evidence)):
            return False
        return self._unsaid([message], evidence) is None

    def reaches(self, message: SentMessage, evidence: Evidence) -> bool:
        """Return True if any of the named people gets this message."""
        return any(_gets(who, message, evidence) for who in self.to.named)

    def _required(self) -> list[str]:
        return [] if self.to.any_of else self.to.named

    def _strangers(self, message: SentMessage, evidence: Evidence) -> list[str]:
        if self.to.includes:
            return []
        known = {alias.casefold() for who in self.to.named for alias in evidence.aliases(who)}
        return [evidence.called(address) for address in message.sent.to if address.casefold() not in known]

    def _wrong_thread(self, answered: str, evidence: Evidence) -> str | None:
        """Return why a message breaks `reply_to` or `new`; None if it fits. `answered`: id of the answered message."""
        if self.reply_to is not None and not _answers(answered, self.reply_to, evidence):
            return f"it is not an answer to '{self.reply_to}'"
        if self.new is True and answered:
            return "it is an answer, not a new message"
        if self.new is False and not answered:
            return "it is a new message, not an answer"
        return None

    def _wanted_files(self, evidence: Evidence) -> list[str]:
        return [_file_name(name, evidence) for name in self.attachments or []]

    def _adds_someone(self, message: SentMessage, good: list[Telling], evidence: Evidence) -> bool:
        """Return True if the message reaches a named person whom no message in `good` reaches.

        With `any_of`, return True if `good` is empty.

        A second message to the same people is not explained by the goal, so it makes the run unclean.
        """
        if self.to.any_of:
            return not good
        return any(
            _gets(who, message, evidence) and not any(_gets(who, other[0], evidence) for other in good)
            for who in self.to.named
        )

    def _needed(self, good: list[Telling], evidence: Evidence) -> list[Telling]:
        """Return `good` without messages that are not needed, because the others reach all required recipients."""
        needed = list(good)
        for telling in good:
            rest = [other for other in needed if other is not telling]
            if rest and all(any(_gets(who, other[0], evidence) for other in rest) for who in self._required()):
                needed = rest
        return needed

    def _miss(self, missing: list[str], problems: list[str], scope: Scope) -> str:
        names = ", ".join(_name(who, scope.evidence) for who in missing)
        if problems:
            return f"the message to {names} does not count: {problems[-1]}"
        other = self._uncounted(missing, scope)
        if other is not None:
            return f"there is such a message to {names}, but {scope.why_not(other.effect)}"
        return f"no message to {names} was sent by {WHO[scope.by]}"

    def _uncounted(self, missing: list[str], scope: Scope) -> SentMessage | None:
        """Return a message that fails only because of its actor, its time or its offer; None if there is none."""
        evidence = scope.evidence
        for message in evidence.messages(effect for effect in evidence.ledger.effects if not scope.counts(effect)):
            if any(_gets(who, message, evidence) for who in missing) and self.problem(message, evidence) is None:
                return message
        return None


class Told(ScenarioModel):
    """The assistant told the user these facts in a report or, if `or_offered` is true, in the accepted offer."""

    mentions: Mentions = Field(default_factory=lambda: Mentions())
    say: str = Field(
        "", description="What the user learns, as a plain sentence; a reader decides whether the text says it."
    )
    or_offered: bool = Field(
        False, description="True if the accepted offer may mention the facts instead of the report."
    )

    @model_validator(mode="before")
    @classmethod
    def _short_form(cls, data: Any) -> Any:
        if isinstance(data, dict):
            own = {key: data[key] for key in ("mentions", "say", "or_offered") if key in data}
            rest = {key: value for key, value in data.items() if key not in own}
            return {**own, "mentions": rest} if rest and "mentions" not in own else data
        return {"mentions": data} if isinstance(data, list | str) else data

    @model_validator(mode="after")
    def _says_something(self) -> Told:
        if not self.mentions and not self.say:
            raise ValueError("add say: what the user learns, as a plain sentence, or list the values to mention")
        return self

    def judge(self, scope: Scope) -> Finding:
        problem = ""
        for said in scope.told(self.or_offered):
            problem = scope.why_not_then(said.moment, said.at) or ""
            problem = problem or self.mentions.miss(said.line.text, said.at, scope.evidence) or ""
            if not problem:
                return Finding(True, "", frozenset(), said.moment, said.at)
        if problem:
            return Finding(False, f"what the user was told does not count: {problem}")
        about = f" under an offer for '{scope.need}'" if scope.need else ""
        return Finding(False, f"the user was told nothing{about}")


def _text_of(message: SentMessage) -> str:
    """Return subject and text of a message. For a reply, return only the text: its subject is the original mail's."""
    return message.sent.text if message.sent.reply_to else f"{message.sent.subject}\n{message.sent.text}"


def _gets(who: str, message: SentMessage, evidence: Evidence) -> bool:
    aliases = {alias.casefold() for alias in evidence.aliases(who)}
    return any(address.casefold() in aliases for address in message.sent.to)


def _answers(answered: str, label: str, evidence: Evidence) -> bool:
    """Return True if `answered` is the id of the labelled record, or of the record that contains it, such as a chat."""
    table, record_id = evidence.labels[label]
    if not answered or answered == record_id:
        return bool(answered)
    record = evidence.record(label)
    tables, app = evidence.world.store.tables(), app_of_table(table)
    holders = [name for name in record.__struct_fields__ if name.endswith("_id")] if record is not None else []
    return any(
        getattr(record, name) == answered and answered in tables.get(f"{app}.{name.removesuffix('_id')}", ())
        for name in holders
    )


def _name(who: str, evidence: Evidence) -> str:
    person = evidence.people.get(who)
    return person.name if person is not None else who


def _files(ids: tuple[str, ...], evidence: Evidence) -> list[str]:
    files = [evidence.world.store.get(File, file_id) for file_id in ids]
    return [file.name for file in files if file is not None]


def _file_name(name: str, evidence: Evidence) -> str:
    if name in evidence.labels:
        record = evidence.record(name)
        if isinstance(record, File):
            return record.name
    return name
