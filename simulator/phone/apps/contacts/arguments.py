"""What the arguments of actions on contacts mean."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BeforeValidator

from simulator.phone.apps.contacts.records import EDITABLE, Contact, Gender, Status
from simulator.phone.roles import Address, Amount, Code, Fields, Plain, Ref, Text


def spelled_as_listed(value: Any) -> Any:
    """A choice in any case as the list spells it; an empty one is none."""
    return (value.strip().capitalize() or None) if isinstance(value, str) else value


_AnyCase = BeforeValidator(spelled_as_listed)

ContactId = Annotated[str, Ref("Id of the contact.", Contact.table)]
FirstName = Annotated[str, Code("First name.")]
LastName = Annotated[str, Code("Last name; may be empty.")]
GenderChoice = Annotated[Gender | None, _AnyCase, Text("Female, Male, Other or Unknown.")]
Age = Annotated[int | None, Amount("Age in years, 1 to 100.")]
Nationality = Annotated[str | None, Text("Nationality.")]
City = Annotated[str | None, Text("City the person lives in.")]
Country = Annotated[str | None, Text("Country the person lives in.")]
StatusChoice = Annotated[Status | None, _AnyCase, Text("Student, Employed, Unemployed, Retired or Unknown.")]
Job = Annotated[str | None, Text("Job.")]
Description = Annotated[str | None, Text("Anything else worth knowing.")]
PhoneNumber = Annotated[str | None, Code("Phone number, such as +352 621 555 014.")]
Email = Annotated[str | None, Address("E-mail address.")]
HomeAddress = Annotated[str | None, Text("Postal address.")]
Updates = Annotated[
    dict[str, Any],
    Fields(f"New values by field; null or empty text clears one. Fields: {', '.join(EDITABLE)}.", EDITABLE),
]
Offset = Annotated[int, Plain("How many contacts to skip.")]
Query = Annotated[str, Plain("A piece of a name, phone number or e-mail address.")]
