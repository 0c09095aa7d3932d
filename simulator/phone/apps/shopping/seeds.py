"""The shop in a scenario file: products, orders, codes, what is in the cart, and ways to pay."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from simulator.phone.app import Seed
from simulator.phone.apps.shopping.cart import MOST_OF_ONE
from simulator.phone.apps.shopping.money import HIGHEST_PRICE
from simulator.phone.apps.shopping.records import MOST_STOCK, OrderStatus
from simulator.phone.plot import SeedError, SeedTime

GivenOptions = dict[str, str | int | float | bool]

# What an entry may be, and the fields that go with it; an order may name its code and its payment.
FIELDS: dict[str, tuple[str, ...]] = {
    "product": ("about", "items", "price", "options", "stock", "available", "item"),
    "order": ("at", "status", "expected", "delivered", "total", "code", "payment", "note"),
    "cart": ("quantity",),
    "code": ("percent", "items", "expires"),
    "payment": ("working", "limit", "preferred"),
}


class ItemSeed(BaseModel):
    """One variant of a product."""

    model_config = ConfigDict(extra="forbid")

    label: str | None = Field(None, description="Name by which the rest of the file refers to this item.")
    price: float = Field(ge=0, le=HIGHEST_PRICE)
    options: GivenOptions = {}
    stock: int | None = Field(None, ge=0, le=MOST_STOCK, description="How many are left; plenty unless it says.")
    available: bool = True


class BoughtSeed(BaseModel):
    """One line of an order."""

    model_config = ConfigDict(extra="forbid")

    item: str = Field(description="Label of an item, or of a product that has only one.")
    quantity: int = Field(1, ge=1, le=MOST_OF_ONE)
    price: float | None = Field(None, ge=0, le=HIGHEST_PRICE, description="What a piece cost then, if not as now.")


class ShoppingSeed(Seed):
    """One entry: a product, an order, a code, something in the cart, or a way to pay."""

    product: str | None = Field(None, min_length=1, description="Name of a product.")
    about: str = Field("", description="What the shop says about the product.")
    items: list[ItemSeed | str] | None = Field(
        None, description="The variants of the product; for a code, labels of what it covers."
    )
    price: float | None = Field(None, ge=0, le=HIGHEST_PRICE, description="For a product without variants.")
    options: GivenOptions = {}
    stock: int | None = Field(None, ge=0, le=MOST_STOCK)
    available: bool = True
    item: str | None = Field(None, description="Label for the only item of a product without variants.")
    order: list[BoughtSeed] | None = Field(None, min_length=1, description="What was ordered.")
    at: SeedTime | None = Field(None, description="When it was ordered.")
    status: OrderStatus = "processed"
    expected: SeedTime | None = Field(None, description="When it should arrive.")
    delivered: SeedTime | None = Field(None, description="When it arrived.")
    total: float | None = Field(None, ge=0, le=HIGHEST_PRICE, description="Unless it says, what the lines come to.")
    note: str = Field("", description="What the shop said last about the order.")
    code: str | None = Field(None, min_length=1, description="A discount code, or the one that an order was paid with.")
    percent: float | None = Field(None, ge=0.01, le=100)
    expires: SeedTime | None = None
    cart: str | None = Field(None, description="Label of an item that is in the cart.")
    quantity: int = Field(1, ge=1, le=MOST_OF_ONE)
    payment: str | None = Field(None, min_length=1, description="A way to pay, or the one that paid an order.")
    working: bool = True
    limit: float | None = Field(None, ge=0, le=HIGHEST_PRICE, description="Up to which amount it pays at once.")
    preferred: bool = False

    def kind(self) -> str:
        """Which of the five this is; fields that do not go with it are refused."""
        given = [name for name in type(self).model_fields if name in self.model_fields_set]
        kind = next((name for name in FIELDS if name in given and getattr(self, name) is not None), None)
        if kind is None:
            raise SeedError("", f"say what this is: {', '.join(FIELDS)}; for instance product: Kettle")
        for name in given:
            if name not in ("label", kind, *FIELDS[kind]):
                known = ", ".join(FIELDS[kind])
                raise SeedError(name, f"'{name}' does not go with {kind}; these do: {known}")
        return kind
