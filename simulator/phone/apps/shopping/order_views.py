"""Views of the cart and the orders. Prices are texts with two decimals."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from simulator.phone.apps.shopping.cart import line_sum, lines_in, obstacle, payments, pieces, sums
from simulator.phone.apps.shopping.catalogue import code_key, codes_for, expired, item_name, product_name
from simulator.phone.apps.shopping.money import amount, cents, shown, shown_percent
from simulator.phone.apps.shopping.orders import can_be_cancelled, in_short, lines_cents, newest_first, refund_due
from simulator.phone.apps.shopping.records import CartLine, Item, Order, OrderLine, Payment, options_text
from simulator.phone.apps.shopping.views import StatusTag, picture_of
from simulator.phone.call import Look
from simulator.phone.paging import page_left
from simulator.phone.screens import TypedText, View
from simulator.phone.stages import DONE, HERE, HERE_CANCELLED, HERE_LATE, TODO, Stage, tag_classes
from simulator.phone.store import grouped
from simulator.words.times import at_time

_TAGS = {"delivered": "good", "delayed": "warn", "cancelled": "bad", "shipped": "app"}
_MORE = re.compile(r" and \d+ more items?$")


class BoughtRow(msgspec.Struct, frozen=True, omit_defaults=True):
    item_id: str
    product: str
    options: str
    quantity: int
    price: str
    sum: str

    @property
    def picture(self) -> str:
        return picture_of(self.product)


class CartRow(BoughtRow, frozen=True, omit_defaults=True):
    problem: str = ""
    """Why the line can't be bought, and what to do; empty if it can be bought."""


class CodeOffer(msgspec.Struct, frozen=True, omit_defaults=True):
    """A discount code that covers something in the cart, its discount, and the cart's total with this discount."""

    code: str
    percent: str
    discount: str
    total: str
    expires: str = ""
    expired: bool = False


class PaymentRow(msgspec.Struct, frozen=True, omit_defaults=True):
    id: str
    name: str
    preferred: bool = False
    working: bool = False
    limit: str = ""

    def goes_by(self, method: str) -> bool:
        """Return whether `method` is the id or the name of this payment method."""
        return bool(method) and (method == self.id or method.casefold() == self.name.casefold())

    def tag(self, total: str) -> StatusTag | None:
        """Return the tag `Does not work`, `Above its limit` (for this total) or `Preferred`, or None if none fits."""
        if not self.working:
            return StatusTag("Does not work", tag_classes("bad"))
        if self.limit and float(total) > float(self.limit):
            return StatusTag("Above its limit", tag_classes("warn"))
        return StatusTag("Preferred", tag_classes(None)) if self.preferred else None


class PaymentChoice(NamedTuple):
    """A payment method in the checkout form, and whether the order would be paid with it."""

    row: PaymentRow
    chosen: bool
    tag: StatusTag | None


class CheckoutForm(NamedTuple):
    """The lower part of the cart: the typed code and its discount, the total, and the payment methods."""

    code: str
    offer: CodeOffer | None
    """The discount of the typed code; None if no code is typed, or the code has expired or covers nothing here."""
    total: str
    payments: list[PaymentChoice]


class CartPage(View, frozen=True):
    rows: tuple[CartRow, ...]
    pieces: int
    total: str
    codes: tuple[CodeOffer, ...] = ()
    payments: tuple[PaymentRow, ...] = ()

    def form(self, text: TypedText) -> CheckoutForm:
        """Return the checkout form with the code and the payment method that are being typed."""
        # The simulated user may pass values of any type; they are shown as texts.
        code, method = (text.typed(name, "", "checkout") for name in ("discount_code", "payment_method"))
        wanted = code_key(str(code or ""))
        offer = next((one for one in self.codes if code_key(one.code) == wanted and not one.expired), None)
        total = self.total if offer is None else offer.total
        named = str(method or "").strip()
        choices = [
            # If no method is typed, the first method pays: the preferred one, if there is one.
            PaymentChoice(row, row.goes_by(named) or (not method and place == 0), row.tag(total))
            for place, row in enumerate(self.payments)
        ]
        return CheckoutForm("" if code is None else str(code), offer, total, choices)


class OrderRow(msgspec.Struct, frozen=True, omit_defaults=True):
    id: str
    what: str
    status: str
    ordered: str
    total: str
    expected: str = ""

    @property
    def first_product(self) -> str:
        """Return the first product in the order's name: `Linen apron` of `Linen apron and 1 more item`."""
        return _MORE.sub("", self.what)

    @property
    def picture(self) -> str:
        return picture_of(self.first_product)

    @property
    def tag_classes(self) -> str:
        return tag_classes(_TAGS.get(self.status))


class OrdersPage(View, frozen=True):
    rows: tuple[OrderRow, ...]
    total: int
    offset: int
    limit: int


class OrderPage(View, frozen=True):
    id: str
    status: str
    ordered: str
    rows: tuple[BoughtRow, ...]
    items: str
    """The sum of the lines, before the discount."""
    total: str
    discount_code: str = ""
    discount: str = ""
    expected: str = ""
    delivered: str = ""
    refunded: str = ""
    refund_due: str = ""
    """The amount that the shop still has to pay back for a cancelled order."""
    payment: str = ""
    note: str = ""
    can_cancel: bool = False

    @property
    def tag_classes(self) -> str:
        return tag_classes(_TAGS.get(self.status))

    def stages(self, now: str) -> list[Stage]:
        """Return the stages of the order: those that are over, the current stage, and those still to come."""
        ordered = Stage("Ordered", at_time(self.ordered, now), DONE)
        arrived = Stage("Delivered", at_time(self.delivered, now) if self.delivered else "", DONE)
        to_come = Stage("Delivered", f"by {at_time(self.expected, now)}" if self.expected else "", TODO)
        match self.status:
            case "processed":
                return [ordered, Stage("Processed", "", HERE), Stage("Shipped", "", TODO), to_come]
            case "shipped":
                return [ordered, Stage("Shipped", "", HERE), to_come]
            case "delayed":
                return [ordered, Stage("Delayed", "", HERE_LATE), to_come]
            case "delivered":
                return [ordered, arrived]
            case "cancelled":
                return [ordered, Stage("Cancelled", "", HERE_CANCELLED)]
            case _:
                # The status is refunded: an order can be refunded before or after its delivery.
                return [ordered, *([arrived] if self.delivered else []), Stage("Refunded", "", HERE)]


def cart_page(look: Look) -> CartPage:
    lines = lines_in(look.store)
    return CartPage(
        title="Cart",
        rows=tuple(_cart_row(look, line) for line in lines),
        pieces=pieces(look.store),
        total=shown(amount(sums(look.store, lines, {}).total)),
        codes=tuple(_offers(look, lines)),
        payments=tuple(_payment_row(payment) for payment in payments(look.store)),
    )


def orders_page(look: Look, offset: int, limit: int) -> OrdersPage:
    page = page_left(newest_first(look.store), offset, limit)
    rows = tuple(_order_row(look, order) for order in page.rows)
    return OrdersPage(title="Orders", rows=rows, total=page.total, offset=page.offset, limit=limit)


def order_page(look: Look, order: Order) -> OrderPage:
    return OrderPage(
        title=in_short(order),
        id=order.id,
        status=order.status,
        ordered=look.show(order.ordered_at),
        rows=tuple(_bought_row(line) for line in order.lines),
        items=shown(amount(lines_cents(order.lines))),
        total=shown(order.total),
        discount_code=order.discount_code,
        discount=shown(order.discount) if order.discount else "",
        expected=_time(look, order.expected_at),
        delivered=_time(look, order.delivered_at),
        refunded=shown(order.refunded) if order.refunded else "",
        refund_due=shown(due) if (due := refund_due(order)) else "",
        payment=order.payment,
        note=order.note,
        can_cancel=can_be_cancelled(order),
    )


def _bought_row(line: OrderLine) -> BoughtRow:
    return BoughtRow(
        item_id=line.item_id,
        product=line.product,
        options=line.options,
        quantity=line.quantity,
        price=shown(line.price),
        sum=shown(amount(cents(line.price) * line.quantity)),
    )


def _cart_row(look: Look, line: CartLine) -> CartRow:
    item, against = look.store.get(Item, line.item_id), obstacle(look.store, line)
    return CartRow(
        item_id=line.item_id,
        product=item_name(look.store, line.item_id) if item is None else product_name(look.store, item),
        options="" if item is None else options_text(item.options),
        quantity=line.quantity,
        price="" if item is None else shown(item.price),
        sum=shown(line_sum(look.store, line)),
        problem="" if against is None else f"{against.problem} {against.remedy}",
    )


def _offers(look: Look, lines: list[CartLine]) -> Iterable[CodeOffer]:
    """Yield a `CodeOffer` for each code that covers something in the cart, sorted by code, including expired codes."""
    codes = (code for line in lines for code in codes_for(look.store, line.item_id))
    for _, covering in sorted(grouped(codes, lambda code: code_key(code.code)).items()):
        valid = [code for code in covering if not expired(code, look.now)]
        price = sums(look.store, lines, {code.item_id: code.percent for code in valid})
        ends = [code.expires_at for code in valid or covering if code.expires_at is not None]
        yield CodeOffer(
            code=covering[0].code,
            percent=", ".join(shown_percent(percent) for percent in sorted({code.percent for code in covering})),
            discount=shown(amount(price.discount)),
            total=shown(amount(price.total)),
            # If the code expires at different times for different items, show the first: then the discount shrinks.
            expires=look.show(min(ends)) if ends else "",
            expired=not valid,
        )


def _payment_row(payment: Payment) -> PaymentRow:
    limit = "" if payment.limit is None else shown(payment.limit)
    return PaymentRow(payment.id, payment.name, payment.preferred, payment.working, limit)


def _order_row(look: Look, order: Order) -> OrderRow:
    return OrderRow(
        id=order.id,
        what=in_short(order),
        status=order.status,
        ordered=look.show(order.ordered_at),
        total=shown(order.total),
        # Only an order that has not arrived yet shows when it is expected.
        expected=_time(look, order.expected_at) if can_be_cancelled(order) else "",
    )


def _time(look: Look, at: int | None) -> str:
    return "" if at is None else look.show(at)
