"""A tour through the apps for errands: the shop, flats and rides."""

from __future__ import annotations

from tests.replay.foreign.foreign_run import ForeignRun
from tests.replay.foreign.foreign_states import fid
from tests.replay.foreign.visiting import opened


def shopping(run: ForeignRun) -> None:
    user, agent, world = opened(run, "Shopping")
    small, large = fid("item small"), fid("item large")
    world("add_product", fid("product sponge"), name="Sponge")
    world(
        "add_item_to_product",
        fid("item sponge"),
        product_id=fid("product sponge"),
        price=2.5,
        options={"shape": "round"},
        available=True,
    )
    world("update_item", None, item_id=small, new_price=7.5, new_availability=None)
    world("add_discount_code", None, item_id=fid("item sponge"), discount_code={"WET5": 5.0})
    user("list_products", "...", ("list_all_products", {"offset": 0, "limit": 10}), offset=0, limit=10)
    user(
        "view_product",
        "...",
        ("get_product_details", {"product_id": fid("product brush")}),
        product_id=fid("product brush"),
    )
    user("view_variant", "...", item_id=large)
    user("add_to_cart", large, ("add_to_cart", {"item_id": large, "quantity": 2}), quantity=2)
    user("remove_item", large, ("remove_from_cart", {"item_id": large, "quantity": 1}), item_id=large, quantity=1)
    user("checkout", fid("order by user"), ("checkout", {"discount_code": None}), discount_code=None)
    user("view_order", "...", ("get_order_details", {"order_id": fid("order by user")}))
    agent("list_all_products", "...", offset=0, limit=10)
    agent("search_product", "...", product_name="sponge", offset=0, limit=10)
    agent("get_product_details", "...", product_id=fid("product sponge"))
    agent("add_to_cart", fid("item sponge"), item_id=fid("item sponge"), quantity=1)
    agent("list_cart", "...")
    agent("checkout", fid("order by agent"), discount_code="WET5")
    agent("get_order_details", "...", order_id=fid("order by agent"))
    agent("cancel_order", fid("order by agent"), order_id=fid("order by agent"))
    world("update_order_status", None, order_id=fid("order 1"), status="shipped")


def apartment(run: ForeignRun) -> None:
    user, agent, world = opened(run, "Apartment")
    world(
        "add_new_apartment",
        fid("flat cove"),
        name="Cove House",
        location="Cove Lane",
        zip_code="1010",
        price=1300.0,
        number_of_bedrooms=1,
        number_of_bathrooms=1,
        square_footage=500,
        property_type="Studio",
        furnished_status="",
        floor_level="",
        pet_policy="",
        lease_term="",
        amenities=None,
    )
    world("update_apartment", fid("flat mill"), apartment_id=fid("flat mill"), new_price=1400.0)
    user("list_apartments", "...")
    user("view_apartment", "...", apartment_id=fid("flat mill"))
    user("save", None)
    user("unsave", None)
    user("go_back", "ApartmentHome")
    user("open_search", "...")
    user("search", "...", name=None, location="Cove", zip_code=None, min_price=None, max_price=1500.0)
    user("view_apartment", "...", apartment_id=fid("flat cove"))
    agent("list_all_apartments", "...")
    agent("search_apartments", "...", location="Harbour", max_price=2000, saved_only=False)
    agent("save_apartment", None, apartment_id=fid("flat loft"))
    agent("list_saved_apartments", "...")
    agent("remove_saved_apartment", None, apartment_id=fid("flat loft"))
    world("delete_apartment", None, apartment_id=fid("flat cove"))


def cab(run: ForeignRun) -> None:
    user, agent, world = opened(run, "Cab")
    way = {"start_location": "3 Harbour Row", "end_location": "Kiln Yard"}
    user("list_rides", "...", **way, ride_time=None)
    user("get_quotation", "...", service_type="Default")
    user("order_ride", "...")
    user("cancel_ride", "Cancelled")
    user("get_ride_history", "...", offset=0, limit=10)
    agent("list_rides", "...", **way, ride_time=None)
    agent("get_quotation", "...", **way, service_type="Van", ride_time=None)
    agent("order_ride", "...", **way, service_type="Van", ride_time=None)
    agent("get_current_ride_status", "...")
    world("update_ride_status", "...", status="ARRIVED_AT_PICKUP", message="I am here.")
    world("update_ride_status", "...", status="IN_PROGRESS", message=None)
    world("end_ride", "...")
    agent("get_ride_history", "...", offset=0, limit=10)
    agent("get_ride_history_length", 2)
