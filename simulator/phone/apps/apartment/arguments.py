"""What the arguments of apartment actions mean."""

from __future__ import annotations

from typing import Annotated

from simulator.phone.apps.apartment.records import Apartment
from simulator.phone.roles import Amount, Code, Place, Plain, Ref, Text

ApartmentId = Annotated[str, Ref("Id of the apartment.", Apartment.table)]
Offset = Annotated[int, Plain("How many of the list to skip.")]

WithName = Annotated[str | None, Plain("Part of the name.")]
InLocation = Annotated[str | None, Plain("Part of the location.")]
InZipCode = Annotated[str | None, Plain("The whole zip code.")]
MinPrice = Annotated[float | None, Plain("Lowest price a month.")]
MaxPrice = Annotated[float | None, Plain("Highest price a month.")]
Bedrooms = Annotated[int | None, Plain("Number of bedrooms, exactly.")]
Bathrooms = Annotated[int | None, Plain("Number of bathrooms, exactly.")]
OfType = Annotated[str | None, Plain("Type of property, such as Apartment or House.")]
MinArea = Annotated[int | None, Plain("Smallest area in square feet.")]
Furnished = Annotated[str | None, Plain("Whether furnished, in the listing's words, such as Furnished or Unfurnished.")]
OnFloor = Annotated[str | None, Plain("The floor in the listing's words.")]
Pets = Annotated[str | None, Plain("The rule on pets in the listing's words.")]
Lease = Annotated[str | None, Plain("The term of the lease in the listing's words.")]
WithAmenities = Annotated[list[str] | None, Plain("Amenities that must all be there.")]
SavedOnly = Annotated[bool, Plain("Whether to look among the saved ones only.")]

NewName = Annotated[str, Text("Name of the listing.")]
NewLocation = Annotated[str, Place("Where it lies.")]
NewZipCode = Annotated[str, Code("Zip code; may be empty.")]
NewPrice = Annotated[float, Amount("Price a month.")]
BedroomCount = Annotated[int, Amount("Number of bedrooms.")]
BathroomCount = Annotated[int, Amount("Number of bathrooms.")]
Area = Annotated[int, Amount("Area in square feet; 0 if the listing does not say.")]
NewType = Annotated[str, Code("Type of property, such as Apartment or House.")]
NewFurnished = Annotated[str, Code("Whether furnished, such as Furnished or Unfurnished.")]
NewFloor = Annotated[str, Code("The floor it is on.")]
NewPets = Annotated[str, Code("The rule on pets.")]
NewLease = Annotated[str, Code("The term of the lease.")]
NewAmenities = list[Annotated[str, Code("Something the flat offers, such as Balcony.")]] | None
