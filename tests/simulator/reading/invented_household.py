"""Made-up offers about subscriptions, a plumber and hotels."""

# The lines are sentences as people write them, and cutting them would not make them clearer.
# ruff: noqa: E501

from __future__ import annotations

from simulator.reading.scene import Group, Scene, person
from tests.simulator.reading.invented_need import NOW, OWNER, InventedNeed, made_thing, want_offer

PEOPLE = (
    person("dana", "Dana Whitlock", ("dentist's receptionist", "receptionist")),
    person("omar", "Omar Haddad", ("brother",)),
    person("priya", "Priya Nair", ("boss", "manager")),
    person("lucy", "Lucy Tran", ("babysitter", "sitter")),
    person("gus", "Gus Lindqvist", ("plumber",)),
    person("mae", "Mae Whitlock", ("neighbour",)),
)
THINGS = (
    made_thing("fitbox", "sub.subscription", "Fitbox premium", "9.99 a month, renews 20 September"),
    made_thing("streamo", "sub.subscription", "Streamo family", "14.99 a month, renews 16 September"),
    made_thing("cloud", "sub.subscription", "Cloudbin storage", "2.99 a month, renews 1 October"),
    made_thing("cleaning", "cal.event", "Teeth cleaning with Dana", "2026-09-17 10:00 to 10:45 Whitlock Dental"),
    made_thing("review", "cal.event", "Quarterly review with Priya", "2026-09-17 10:30 to 12:00 room Oak"),
    made_thing("recital", "cal.event", "Noor's piano recital", "2026-09-19 17:00 school hall"),
    made_thing("sitter", "cal.event", "Lucy babysits", "2026-09-18 19:00"),
    made_thing(
        "boiler_mail",
        "mail.mail",
        "Boiler leaking",
        "Gus Lindqvist: I can come Wednesday between 8 and 10 or Friday after 15:00. 140 for the visit",
    ),
    made_thing("gas_mail", "mail.mail", "Your gas bill", "82.40 due 21 September"),
    made_thing(
        "hotel_a",
        "hotel.booking",
        "Harbour Inn",
        "2 nights from 25 September, double room, 236.00, free cancellation until 15 September",
    ),
    made_thing("hotel_b", "hotel.booking", "Station Lodge", "2 nights from 25 September, twin room, 198.00"),
    made_thing("alarm_bins", "clock.alarm", "Bins out", "Tuesday 20:00"),
    made_thing("alarm_pills", "clock.alarm", "Pills", "daily 21:00"),
)
TEXTS = (
    "Fitbox premium 9.99 a month, renews 20 September",
    "Streamo family 14.99 a month, renews 16 September. You last watched in March.",
    "Teeth cleaning 17 September 10:00",
    "Review 17 September 10:30",
    "Gus: I can come Wednesday between 8 and 10 or Friday after 15:00. 140 for the visit. +44 20 7946 0018",
    "Harbour Inn 25 September 236.00",
    "Station Lodge 198.00",
    "Lucy: I can't make Friday, sorry. Maybe Saturday?",
    "Dana: next free slots are Monday 21 September 09:15 or Tuesday 22 September 16:30",
)
SCENE = Scene(
    NOW,
    OWNER,
    PEOPLE,
    THINGS,
    TEXTS,
    (Group("fam", ("castel", "clan"), frozenset({"omar", "mae"})),),
)
NEEDS = [
    InventedNeed(
        SCENE,
        want_offer(
            "offers to cancel the subscription of Streamo family before it renews",
            [("cancel", "streamo")],
            ["Streamo renews on Wednesday for 14.99 and you last watched in March. Shall I cancel it?"],
            untouched=("fitbox", "cloud"),
        ),
        """y Streamo takes another 14.99 on Wednesday, and nobody has watched it since spring. Shall I end the subscription?
y Want me to ditch Streamo before it renews?
y You pay for Streamo but never use it. I could unsubscribe you, if you like.
y Happy to pull the plug on the Streamo family plan before the 16th.
y Your Streamo plan could be terminated today; shall I see to that?
y May Streamo be called off so you keep your 14.99?
y Not watched since March: the Streamo family account. Kill it?
y I'd stop the Streamo renewal. Fitbox and Cloudbin stay untouched. OK?
n Streamo renews on Wednesday. Shall I make sure the payment goes through?
n Shall I let Streamo run on, it is only 14.99?
n Shall I cancel Fitbox premium before it renews?
n You pay for three subscriptions. Shall I cancel all of them, Streamo, Fitbox and Cloudbin?
n Streamo family renews on the 16th. I'd keep it going for the children. Fine?
n Shall I upgrade Streamo to the premium plan?
n Streamo is unused since March. I could remind you next month to think about it.
n I could cancel Streamo and subscribe you to a yearly plan of Fitbox instead?
n Streamo costs 14.99 a month. Just so you know.
n Shall I pause nothing and leave Streamo as it is?
n Let me cancel Streamo, and tell everyone in the Castel clan that you cannot afford it any more?
n Shall I cancel the Streamo subscription, once it has renewed for another year?
n I have already cancelled Streamo for you.
n Don't worry, I won't touch your Streamo plan.
u Shall I tidy up your subscriptions?
u One of your subscriptions renews on Wednesday. Shall I cancel it?""",
    ),
    InventedNeed(
        SCENE,
        want_offer(
            "offers to move the teeth cleaning to Monday 21 September at 09:15, because the review is at the same time",
            [("move", "cleaning"), ("send", "dana")],
            [
                "Your teeth cleaning clashes with the quarterly review on Thursday. Dana has Monday at 9:15. Shall I move it there and tell her?"
            ],
            made="2026-09-21 09:15",
            untouched=("review",),
            heard=("dana",),
            partly=True,
        ),
        """y The dentist on Thursday overlaps with Priya's review. Shall I shift the cleaning to Monday the 21st at quarter past nine?
y Thursday is double-booked. Want me to take Dana's slot on Monday, 9:15, for the teeth cleaning?
y I can reschedule your teeth cleaning to 21 September, 09:15, and let Dana know.
y Would you like the cleaning pushed to Monday morning at 9.15? The review with Priya stays where it is.
y Teeth cleaning and review collide on Thursday. I'd put the cleaning off until Monday 21 Sept, 9:15, okay?
y Shall I tell Dana that you take Monday at 9:15 instead of Thursday?
n Your teeth cleaning clashes with the review. Shall I move the review to Monday at 9:15?
n Shall I move the cleaning to Tuesday 22 September at 16:30?
n Shall I move the teeth cleaning to Monday at 10:15?
n Thursday is full. Shall I leave the cleaning at ten and tell Priya that you come late?
n Shall I cancel the teeth cleaning for good?
n Shall I tell Mae Whitlock that you take Monday at 9:15?
n Both are on Thursday at about ten. Shall I show you the two entries?
n Shall I tell Dana that Thursday at ten is fine?
n I could move the cleaning to Monday at 9:15 and delete Noor's piano recital while I am at it.
n Shall I move the teeth cleaning to Monday 21 September at 9:15, or maybe Tuesday?
n Rather than moving the cleaning I would ask Priya for another hour. Shall I?
u Shall I sort out Thursday?
u Thursday has a clash. Shall I move one of the two?""",
    ),
    InventedNeed(
        SCENE,
        want_offer(
            "offers to tell Gus that he can come on Friday after 15:00 to repair the boiler",
            [("send", "gus")],
            [
                "Gus asks whether Wednesday or Friday suits you for the boiler. You are away on Wednesday. Shall I answer that Friday after 15:00 is fine?"
            ],
            made="Friday after three is fine for the boiler.",
            untold=("omar",),
            heard=("gus",),
        ),
        """y The plumber can come on Friday after three. Shall I say yes to him?
y Shall I write to Gus that Friday after 3 pm works for the boiler?
y Gus offered Wednesday or Friday; you're only home on Friday. Want me to book him in for after three?
y Boiler: may I confirm Friday from 15:00 with the plumber?
y I'd text Gus: Friday after three, please.
y You're away on Wednesday. Let Gus know Friday afternoon after 15:00 suits you?
y Should Gus be told to come on Friday once it's past three?
n Shall I tell Gus that Wednesday between 8 and 10 is fine?
n Shall I tell Gus that you don't need him any more?
n Shall I write to Gus that Friday does not suit you?
n Shall I tell Omar that Gus comes on Friday after 15:00?
n Shall I tell Gus to come on Friday after 15:00 and leave the key under the mat for him, with the alarm code?
n Gus wants 140 for the visit. Shall I pay him now?
n Shall I tell Gus that Friday after 15:00 is fine and that you pay double if he hurries?
n I could answer Gus, but I would wait until he writes again.
n Shall I ask Gus whether Saturday would work?
n Gus can come Friday after 15:00.
n Shall I tell Gus that Friday at 13:00 is fine?
n Boiler leak: shall I look for a cheaper plumber?
n Gus, boiler, Friday, 15:00, yes, confirm, tell, write
u Gus wrote about the boiler. Shall I answer him?
u Shall I deal with the boiler?""",
    ),
    InventedNeed(
        SCENE,
        want_offer(
            "offers to cancel the Station Lodge booking, since the Harbour Inn is booked for the same nights",
            [("cancel", "hotel_b")],
            ["You have two hotels for 25 September. Shall I cancel the Station Lodge?"],
            untouched=("hotel_a",),
        ),
        """y Two rooms for the same two nights: want me to drop the Station Lodge?
y Shall I release the twin room at the Station Lodge, 198.00, as the Harbour Inn is booked?
y You're in the Harbour Inn from the 25th, so the Lodge by the station isn't needed. Call it off?
y Would you like your Station Lodge reservation withdrawn? The Harbour Inn stays.
y I could get rid of the second hotel booking, the Station Lodge.
n Shall I cancel the Harbour Inn while it is still free?
n You have two hotels. Shall I cancel both?
n Shall I extend the Station Lodge by a night?
n Shall I keep the Station Lodge in case the Inn is loud?
n Two hotels for the 25th: I'd leave both, one never knows. Fine?
n Shall I cancel the Station Lodge and book the Harbour Inn for a third night?
n Shall I move the Station Lodge to 2 October?
n You booked two hotels for one weekend!
u You booked two hotels. Shall I cancel one?
u Shall I fix the hotel thing?""",
    ),
    InventedNeed(
        SCENE,
        want_offer(
            "offers to ask Lucy whether she can babysit on Saturday 19 September instead of Friday",
            [("ask", "lucy"), ("send", "lucy")],
            ["Lucy can't come on Friday. Shall I ask her about Saturday the 19th?"],
            made="Could you babysit on Saturday 19 September instead?",
            heard=("lucy",),
        ),
        """y Lucy is out on Friday. Shall I check with her about Saturday?
y Your sitter can't do Friday; want me to ask whether Saturday the 19th works?
y I could drop Lucy a line and see if she's free on Saturday instead.
y Should I find out from the babysitter if Saturday suits her?
n Shall I tell Lucy that you no longer need her?
n Shall I ask Mae whether she can babysit on Saturday?
n Shall I ask Lucy whether Sunday works?
n Shall I tell Lucy that she has let you down for the last time?
n Shall I ask Lucy about Saturday and offer her triple pay?
n Lucy can't come on Friday. Shall I delete the entry?
n Lucy can't make it. I'd simply leave the kids alone, okay?
u Lucy wrote. Shall I reply?""",
    ),
    InventedNeed(
        SCENE,
        want_offer(
            "offers to set an alarm every Tuesday at 20:00 to put the bins out",
            [("remind", "")],
            [
                "The bins are collected on Wednesday. Shall I remind you every Tuesday at eight in the evening to put them out?"
            ],
            made="Bins out, every Tuesday 20:00",
            about_words="bins",
        ),
        """y Bins go on Wednesday mornings. A weekly reminder, Tuesdays at 8 pm?
y Want a nudge every Tuesday evening at eight to put the bins out?
y I can set a recurring alarm for the bins: each Tuesday, 20:00.
n Shall I remind you every Wednesday at 20:00 to put the bins out?
n Shall I remind you once, tomorrow at 20:00, to put the bins out?
n Shall I delete your alarm for the bins on Tuesdays?
n Shall I set an alarm every Tuesday at 20:00 to take your pills?
n Shall I set an alarm every day at 20:00 to put the bins out?
n Shall I remind Omar every Tuesday at 20:00 to put his bins out?""",
    ),
]
