"""Records as rows and pages of the shop's screens."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from simulator.phone.apps.shopping.buying import payments
from simulator.phone.apps.shopping.cart import in_cart, line_sum, lines_in, obstacle, pieces, sums
from simulator.phone.apps.shopping.catalogue import item_name, items_of, on_sale, product_name
from simulator.phone.apps.shopping.codes import code_key, codes_for, expired
from simulator.phone.apps.shopping.money import amount, cents, shown, shown_percent
from simulator.phone.apps.shopping.orders import can_be_cancelled, in_short, items_cents
from simulator.phone.apps.shopping.records import CartLine, Code, Item, Order, Payment, Product, options_text
from simulator.phone.apps.shopping.views import (
    LONGEST_PAGE,
    BoughtRow,
    CartPage,
    CartRow,
    CodeOffer,
    CodeRow,
    ItemRow,
    Option,
    OrderPage,
    OrderRow,
    PaymentRow,
    ProductCard,
    VariantPage,
)
from simulator.phone.call import Look
from simulator.phone.grouping import grouped
from simulator.phone.paging import page_of


def spoken(what: str, rows: Sequence[object], offset: int, limit: int, noun: str) -> str:
    """What a page shows, in a sentence: `Orders: 1 to 10 of 23.` It is an error if there is no such page."""
    page = page_of(rows, offset, limit, noun, LONGEST_PAGE)
    return f"{what}: {page.span}." if page.rows else f"{what}: none."


def product_card(look: Look, product: Product) -> ProductCard:
    items = items_of(look.store, product.id)
    return ProductCard(
        id=product.id,
        name=product.name,
        price=shown(items[0].price) if items else "",
        varies=bool(items) and items[-1].price > items[0].price,
        items=len(items),
        available=any(map(on_sale, items)),
    )


def item_row(item: Item) -> ItemRow:
    return ItemRow(item.id, options_text(item.options), shown(item.price), on_sale(item), item.stock)


def variant_page(look: Look, item: Item) -> VariantPage:
    product = look.store.get(Product, item.product_id)
    return VariantPage(
        title=item_name(look.store, item.id),
        id=item.id,
        product_id=item.product_id,
        product=product_name(look.store, item),
        description="" if product is None else product.description,
        options=tuple(Option(name, value) for name, value in item.options),
        price=shown(item.price),
        available=on_sale(item),
        left=item.stock,
        in_cart=in_cart(look.store, item.id),
        codes=tuple(code_row(look, code) for code in codes_for(look.store, item.id)),
    )


def code_row(look: Look, code: Code) -> CodeRow:
    return CodeRow(
        code=code.code,
        percent=shown_percent(code.percent),
        item=item_name(look.store, code.item_id),
        item_id=code.item_id,
        expires=_time(look, code.expires_at),
        expired=expired(code, look.now),
    )


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


def order_row(look: Look, order: Order) -> OrderRow:
    return OrderRow(
        id=order.id,
        what=in_short(order),
        status=order.status,
        ordered=look.show(order.ordered_at),
        total=shown(order.total),
        expected=_time(look, order.expected_at) if can_be_cancelled(order) else "",
    )


def order_page(look: Look, order: Order) -> OrderPage:
    rows = (
        BoughtRow(
            item_id=line.item_id,
            product=line.product,
            options=line.options,
            quantity=line.quantity,
            price=shown(line.price),
            sum=shown(amount(cents(line.price) * line.quantity)),
        )
        for line in order.lines
    )
    return OrderPage(
        title=in_short(order),
        id=order.id,
        status=order.status,
        ordered=look.show(order.ordered_at),
        rows=tuple(rows),
        items=shown(amount(items_cents(order))),
        total=shown(order.total),
        discount_code=order.discount_code,
        discount=shown(order.discount) if order.discount else "",
        expected=_time(look, order.expected_at),
        delivered=_time(look, order.delivered_at),
        refunded=shown(order.refunded) if order.refunded else "",
        payment=order.payment,
        note=order.note,
        can_cancel=can_be_cancelled(order),
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
    """What each code that covers something in the cart would do."""
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
            expires=look.show(min(ends)) if ends else "",
            expired=not valid,
        )


def _payment_row(payment: Payment) -> PaymentRow:
    limit = "" if payment.limit is None else shown(payment.limit)
    return PaymentRow(payment.id, payment.name, payment.preferred, payment.working, limit)


def _time(look: Look, at: int | None) -> str:
    return "" if at is None else look.show(at)
