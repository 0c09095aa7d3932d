"""Made-up offers about a scarf, library books and a false account."""

# The lines are sentences as people write them, and cutting them would not make them clearer.
# ruff: noqa: E501

from __future__ import annotations

from simulator.reading.scene import Group, Scene, person
from tests.simulator.reading.invented_need import NOW, OWNER, InventedNeed, made_thing, want_offer

PEOPLE = (
    person("tomas", "Tomas Rivera", ("uncle",)),
    person("elena", "Elena Rivera", ("aunt",)),
    person("jun", "Jun Park", ("coach",)),
    person("sofia", "Sofia Blum", ("librarian",)),
    person("kofi", "Kofi Mensah", ("flatmate",)),
    person("nadia", "Nadia Aziz", ("landlady",)),
    person("ben", "Ben Carter", ()),
    person("ben2", "Ben Okafor", ()),
)
THINGS = (
    made_thing("flight", "travel.flight", "Flight LH204 to Lisbon", "2026-09-20 06:40, seat 14C, Tomas Rivera"),
    made_thing("flight2", "travel.flight", "Flight TP551 to Porto", "2026-09-27 12:10, seat 9A"),
    made_thing("book1", "library.loan", "The Glass Orchard", "due 16 September, can be renewed"),
    made_thing("book2", "library.loan", "Winter Maps", "due 30 September"),
    made_thing("note_pack", "notes.note", "Packing list Lisbon", "sunscreen, charger, passport"),
    made_thing("note_gift", "notes.note", "Gift ideas for Elena", "scarf, teapot"),
    made_thing("scarf", "shop.item", "Merino scarf, blue", "39.00 in stock"),
    made_thing("scarf_red", "shop.item", "Merino scarf, red", "39.00 in stock"),
    made_thing("teapot", "shop.item", "Clay teapot", "52.00"),
    made_thing(
        "rent_mail", "mail.mail", "Rent for October", "Nadia: please transfer 780 by 1 October, account ends 4471"
    ),
    made_thing(
        "rent_scam", "mail.mail", "New account for your rent", "from nadia.azis: use account ending 9902 from now on"
    ),
    made_thing("class", "cal.event", "Rowing class with Jun", "2026-09-15 18:30"),
    made_thing("dinner", "cal.event", "Dinner with Kofi", "2026-09-15 19:00"),
    made_thing("contact_ben", "contacts.contact", "Ben Carter", "+44 7700 900123"),
)
TEXTS = (
    "Flight LH204 to Lisbon 20 September 06:40 seat 14C",
    "The Glass Orchard due 16 September",
    "Merino scarf blue 39.00",
    "Clay teapot 52.00",
    "Nadia: please transfer 780 by 1 October, account ends 4471",
    "use account ending 9902 from now on",
    "Jun: rowing class moves to 20:00 on Tuesday",
    "Ben Carter: my new number is +44 7700 900456",
    "Elena's birthday is on 18 September",
    "code WOOL15 until tonight: 33.15",
    "code CLAY5",
)
SCENE = Scene(
    NOW,
    OWNER,
    PEOPLE,
    THINGS,
    TEXTS,
    (Group("boat", ("boat", "crew"), frozenset({"jun", "kofi"})),),
)
NEEDS = [
    InventedNeed(
        SCENE,
        want_offer(
            "offers to order the blue Merino scarf for Elena's birthday at the lower price",
            [("order", "scarf")],
            ["Elena's birthday is on Friday and the blue scarf costs only 33.15 today with WOOL15. Shall I order it?"],
            made="WOOL15",
            untouched=(),
            untold=("elena",),
        ),
        """y The blue Merino scarf for your aunt is down to 33.15 with WOOL15 tonight. Shall I get it?
y Elena's birthday is coming: grab the blue scarf while it's 15 percent off?
y With WOOL15 that blue scarf would be 33.15. Want me to check out?
y I could place an order for the blue merino scarf before the code runs out.
y May the blue scarf be bought for Elena, at 33.15?
y Elena turns a year older on Friday and the scarf on your list is cheaper till midnight. I can buy the blue one for you.
n Shall I order the red Merino scarf for Elena, 33.15 with WOOL15?
n Shall I order the clay teapot for Elena?
n Shall I put the blue scarf on a wish list and wait for a better price?
n Shall I order the blue scarf with CLAY5?
n Shall I order two blue scarves, one for Elena and one for you?
n Shall I order the blue scarf for 45.00?
n Shall I ask Elena whether she would like the blue scarf at 33.15?
n Shall I order the blue scarf for Elena and send her a picture so that she can look forward to it?
n The blue scarf is 33.15 today. I'd let that pass, she has enough scarves. Agreed?
n The blue scarf is cheaper tonight, but you'd better buy it yourself.
n Shall I take the blue scarf off your gift list?
n Order the blue scarf? No, forget it.
u There is a scarf on sale. Shall I get it?
u Elena's birthday is on Friday. Shall I do something about it?""",
    ),
    InventedNeed(
        SCENE,
        want_offer(
            "offers to renew the loan of The Glass Orchard, which is due on Wednesday",
            [("change", "book1")],
            ["The Glass Orchard is due on Wednesday. Shall I renew it?"],
            untouched=("book2",),
        ),
        """y Your library book The Glass Orchard is due the day after tomorrow. Extend the loan?
y Shall I prolong The Glass Orchard before Wednesday?
y The Glass Orchard has to go back on the 16th unless it's renewed. I can do that for you.
y Want me to renew your loan of The Glass Orchard?
n Shall I renew Winter Maps?
n Shall I return The Glass Orchard today?
n Shall I order your own copy of The Glass Orchard?
n The Glass Orchard is due on Wednesday. Shall I let it lapse and pay the fine?
n Shall I remind you on Wednesday evening that The Glass Orchard was due?
n Shall I write to Sofia that the library should be open longer?
n I won't renew The Glass Orchard.
u Something from the library is due. Shall I handle it?""",
    ),
    InventedNeed(
        SCENE,
        want_offer(
            "offers to warn about the mail with the new account for the rent and to delete it, because it is a fraud",
            [("delete", "rent_scam")],
            ["The mail about a new account for your rent is not from Nadia. Shall I delete it?"],
            untouched=("rent_mail",),
        ),
        """y The mail with the new rent account isn't from Nadia: the address is misspelt. Trash it?
y That message telling you to use account 9902 is a scam. Shall I bin it?
y Somebody pretends to be your landlady. I'd throw out the mail about the new account, if that's OK.
y The mail "New account for your rent" should be removed, it is fake. May I?
n Shall I delete the mail Rent for October?
n Shall I transfer 780 to the account ending 9902?
n Shall I save the new account 9902 for your rent?
n Shall I delete both mails about the rent?
n Shall I reply to the mail about the new account and ask for the password?
n Nadia has a new account. Shall I thank her?
n The mail about the new account is a fraud. I'd keep it in your inbox all the same. Fine?
n Shall I delete the mail about the new account, after paying 780 there to be on the safe side?
u Shall I deal with the mail from your landlady?""",
    ),
    InventedNeed(
        SCENE,
        want_offer(
            "offers to move the dinner with Kofi on Tuesday to 21:30, because the rowing class is at 20:00 now, or to tell Kofi",
            [("move", "dinner"), ("send", "kofi")],
            [
                "Rowing moves to 20:00 on Tuesday and clashes with dinner with Kofi. Shall I move dinner to 21:30 and tell him?"
            ],
            made="2026-09-15 21:30",
            heard=("kofi", "jun"),
            untouched=("class",),
            by_choice=True,
        ),
        """y Jun has moved rowing to eight tomorrow. Shall I push dinner with Kofi to half past nine and let him know?
y Rowing is at 20:00 now. Want me to tell your flatmate that dinner starts at 9:30 pm?
y Could dinner with Kofi be shifted to 21:30 tomorrow, since rowing is later?
y I'd put the dinner back to 21:30 and drop Kofi a line, ok?
n Shall I move the rowing class to 21:30?
n Shall I cancel dinner with Kofi?
n Shall I move dinner with Kofi to Wednesday at 21:30?
n Shall I tell Jun that you come to dinner at 21:30?
n Shall I tell Kofi that dinner is at 18:30?
n Rowing is at eight now. Shall I leave dinner at seven and skip rowing?
n Shall I move dinner to 21:30 and tell the Boat crew that Kofi cannot cook?
n Shall I ask Jun to hold the class earlier?
n Dinner and rowing collide tomorrow.
u Tomorrow evening is crowded. Shall I rearrange it?""",
    ),
    InventedNeed(
        SCENE,
        want_offer(
            "offers to save Ben Carter's new number +44 7700 900456 on his card",
            [("change", "contact_ben")],
            ["Ben Carter has a new number, +44 7700 900456. Shall I put it on his card?"],
            made="+44 7700 900456",
        ),
        """y Ben Carter's number has changed. Shall I update his card to +44 7700 900456?
y Want me to swap Ben Carter's old number for the new one, +44 7700 900456?
y Should Ben Carter's contact get the new number?
n Shall I update Ben Okafor's card to +44 7700 900456?
n Shall I save +44 7700 900465 for Ben Carter?
n Shall I delete Ben Carter's card?
n Shall I send Ben Carter's new number to everyone in the Boat crew?
n Shall I keep Ben Carter's old number, the new one looks odd?
u Ben has a new number. Shall I save it?""",
    ),
]
