"""What the arguments of shopping actions mean."""

from __future__ import annotations

from typing import Annotated

from simulator.phone.apps.shopping.records import Item, Order, OrderStatus, Payment, Product
from simulator.phone.roles import Amount, Code, Plain, Ref, Text, When

ProductId = Annotated[str, Ref("Id of the product.", Product.table)]
ItemId = Annotated[str, Ref("Id of the item, which is one variant of a product.", Item.table)]
OrderId = Annotated[str, Ref("Id of the order.", Order.table)]
PaymentId = Annotated[str, Ref("Id of the payment method.", Payment.table)]
Quantity = Annotated[int, Amount("How many pieces.")]
OneCode = Annotated[str, Code("A discount code.")]
CodeToUse = Annotated[str | None, Code("A discount code to use; leave out to pay the full price.")]
PaymentMethod = Annotated[
    str | None,
    Ref("Id or name of a payment method; leave out for the preferred one.", "shopping.payment", named=True, ours=True),
]
Offset = Annotated[int, Plain("How many to skip.")]
Limit = Annotated[int, Plain("How many to show at most.")]
Words = Annotated[str, Plain("Words in the name of the product.")]
ProductName = Annotated[str, Text("Name of the product.")]
Price = Annotated[float, Amount("Price of one piece.")]
NewPrice = Annotated[float | None, Amount("New price of one piece.")]
GivenOptions = Annotated[dict[str, str | int | float | bool] | None, Text("Options of the item, such as colour: red.")]
Available = Annotated[bool, Plain("Whether it can be bought.")]
NewAvailability = Annotated[bool | None, Plain("Whether it can be bought from now on.")]
Stock = Annotated[int | None, Amount("How many are left; leave out for plenty.")]
NewStock = Annotated[int | None, Amount("How many are left now.")]
CodesWithPercents = Annotated[dict[str, float], Code("Codes, each with the percentage that it takes off.")]
Expires = Annotated[str | None, When("Until when the codes hold, local date and time; leave out for always.")]
Status = Annotated[OrderStatus, Code("processed, shipped, delayed, delivered, cancelled or refunded.")]
Expected = Annotated[str | None, When("When it should arrive, local date and time, YYYY-MM-DD HH:MM:SS.")]
ShopMessage = Annotated[str, Text("What the shop says about it; may be empty.")]
Refund = Annotated[float | None, Amount("How much is paid back; leave out for all that was paid.")]
Working = Annotated[bool, Plain("Whether it pays from now on.")]
