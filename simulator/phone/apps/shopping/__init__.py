"""Shopping: products, a cart, orders and discount codes."""

from __future__ import annotations

from simulator.phone.apps.shopping.app import Shopping
from simulator.phone.apps.shopping.records import CartLine, Code, Item, Order, Payment, Product

__all__ = ["CartLine", "Code", "Item", "Order", "Payment", "Product", "Shopping"]
