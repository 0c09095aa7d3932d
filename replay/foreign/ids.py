"""Maps foreign ids of records to our ids."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from simulator.phone.actions import Action
from simulator.phone.app import App
from simulator.phone.apps.email.records import Mail
from simulator.phone.apps.files import File
from simulator.phone.apps.messaging.records import APP as MESSAGING
from simulator.phone.apps.messaging.records import Conversation
from simulator.phone.roles import Ref
from simulator.phone.store import Change

_LONGEST_ID = 200
# The only event that names the id of its new record.
_CHOSEN = "send_email_to_user_with_id"


class Ids:
    """Maps foreign ids to our ids: first of the records at the start, then also of records that the run makes."""

    def __init__(self, known: Mapping[tuple[str, str], str]) -> None:
        self._known = dict(known)
        self._anywhere = {foreign: ours for (_, foreign), ours in known.items()}

    def arguments(self, action: Action, args: Mapping[str, Any], moment: int) -> dict[str, Any]:
        """Return the arguments that this action takes, with our ids instead of foreign ids.

        Unknown arguments, optional arguments without a value, default values of actions that only read, and references
        to records that only our phone has are left out.
        """
        fitting: dict[str, Any] = {}
        for name, param in action.params.items():
            value = args.get(name)
            # The original PARE records every default as if it had been given. Our story leaves defaults out.
            needless = not param.required and (value is None or (value == param.default and not action.write))
            if name not in args or needless:
                continue
            role = param.role
            if isinstance(role, Ref) and role.ours and (role.table, value) not in self._known:
                # The trace can't refer to records that exist only on our phone, such as payment methods.
                continue
            fitting[name] = self._ours(role.table, value) if isinstance(role, Ref) else value
        if action.name == _CHOSEN and isinstance(fitting.get("email_id"), str):
            # The story shows records by name, which works only for ids in our own form.
            fitting["email_id"] = self.learn(Mail.table, fitting["email_id"], f"{Mail.prefix}_x{moment}")
        return fitting

    def anything(self, args: Mapping[str, Any]) -> dict[str, Any]:
        """Return the arguments of an unknown call, with our ids instead of known foreign ids."""
        return {name: self._wherever(value) for name, value in args.items() if value is not None}

    def learn(self, table: str, foreign: str, ours: str) -> str:
        self._known[table, foreign] = self._anywhere[foreign] = ours
        return ours

    def link(self, app: App, result: str | None, changes: Iterable[Change]) -> None:
        """Remember that `result`, if it is a foreign id, names the record that a call made."""
        # A call that creates a record returns a bare id, so a result of several words is not an id.
        if not result or len(result) > _LONGEST_ID or len(result.split()) != 1:
            return
        made = {change.table: change.id for change in changes if change.old is None}
        tables = [cls.table for cls in app.records if cls is not File]
        table = Conversation.table if app.name == MESSAGING else next((one for one in tables if one in made), "")
        if table in made:
            self.learn(table, result, made[table])

    def _ours(self, table: str, value: Any) -> Any:
        if isinstance(value, list):
            return [self._ours(table, one) for one in value]
        return self._known.get((table, value), value) if isinstance(value, str) else value

    def _wherever(self, value: Any) -> Any:
        if isinstance(value, list):
            return [self._wherever(one) for one in value]
        return self._anywhere.get(value, value) if isinstance(value, str) else value
