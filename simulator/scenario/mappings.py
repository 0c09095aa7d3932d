"""What to write where a mapping should stand: its fields, those that are needed first."""

from __future__ import annotations

import json
import re
from typing import Annotated, Any

from pydantic import BaseModel, TypeAdapter, ValidationError
from pydantic.fields import FieldInfo

from simulator.scenario.problems import listed

_LONGEST_REPEATED = 60
_NEEDS_NO_QUOTES = re.compile(r"[A-Za-z][\w.@-]*(?: [\w.@-]+)*")


def mapping_remedy(model: type[BaseModel], value: Any) -> str:
    """`; write {rating: 2, because: ...}`: the value stands at the first needed field that it fits."""
    names = {field.alias or name: field for name, field in model.model_fields.items()}
    needed = {name: field for name, field in names.items() if field.is_required()}
    if not needed:
        return f"; its fields are: {listed(names)}"
    home = next((name for name, field in needed.items() if _fits(value, field)), None)
    pairs = ", ".join(f"{name}: {_spelled(value) if name == home else '...'}" for name in needed)
    others = listed(name for name in names if name not in needed)
    return f"; write {{{pairs}}}" + (f", if you like with {others}" if len(names) > len(needed) else "")


def _fits(value: Any, field: FieldInfo) -> bool:
    if not isinstance(value, str | int | float) or len(str(value)) > _LONGEST_REPEATED:
        return False
    # Its limits without its other names, which mean nothing outside of a model.
    limited: Any = Annotated[(field.annotation, *field.metadata)] if field.metadata else field.annotation
    adapter: TypeAdapter[Any] = TypeAdapter(limited)
    try:
        adapter.validate_python(value)
    except ValidationError:
        return False
    return True


def _spelled(value: Any) -> str:
    return value if isinstance(value, str) and _NEEDS_NO_QUOTES.fullmatch(value) else json.dumps(value)
