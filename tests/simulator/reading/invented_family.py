"""Made-up offers about a school trip, a vet and a parcel."""

# The lines are sentences as people write them, and cutting them would not make them clearer.
# ruff: noqa: E501

from __future__ import annotations

from simulator.reading.scene import Group, Scene, person
from tests.simulator.reading.invented_need import NOW, OWNER, InventedNeed, made_thing, want_offer

PEOPLE = (
    person("ada", "Ada Brandt", ("daughter",)),
    person("leo", "Leo Brandt", ("son",)),
    person("miss", "Ruth Keller", ("class teacher", "teacher")),
    person("vet", "Paula Stern", ("vet",)),
    person("rolf", "Rolf Hagen", ("neighbour",)),
    person("chair", "Greta Voss", ("chairwoman",)),
    person("sam", "Sam Ito", ("trainer",)),
)
THINGS = (
    made_thing("trip", "cal.event", "School trip of 4b", "2026-09-16 07:30 bus leaves from the gym"),
    made_thing("swim", "cal.event", "Swimming lesson Leo", "2026-09-16 16:00"),
    made_thing("vet_ev", "cal.event", "Vet with Momo", "2026-09-17 15:20 Paula Stern"),
    made_thing("todo_form", "task.task", "Sign consent form for school trip", "due 15 September"),
    made_thing("todo_bike", "task.task", "Repair Ada's bike", "due 20 September"),
    made_thing("todo_tax", "task.task", "Tax papers to adviser", "due 30 September"),
    made_thing("photo_album", "photos.album", "Summer at the lake", "64 photos, shared with nobody"),
    made_thing("photo_xray", "photos.album", "X-rays of Momo", "3 pictures"),
    made_thing(
        "parcel", "parcel.parcel", "Parcel from Kindle & Co", "to be collected until 16 September, locker 7, code 8841"
    ),
    made_thing("parcel2", "parcel.parcel", "Parcel from Boots & More", "arrives 18 September"),
    made_thing("res", "table.reservation", "Table at Trattoria Lena", "2026-09-18 19:30 for 4"),
    made_thing("res2", "table.reservation", "Table at Golden Wok", "2026-09-25 20:00 for 2"),
    made_thing(
        "teacher_mail",
        "mail.mail",
        "Trip: lunch and rain clothes",
        "Ruth Keller: please tell me by tonight whether Leo eats vegetarian",
    ),
    made_thing("club_mail", "mail.mail", "Vote on the new fence", "Greta Voss: votes until Friday"),
)
TEXTS = (
    "School trip 16 September 07:30",
    "Ruth Keller: please tell me by tonight whether Leo eats vegetarian",
    "Leo eats no meat since spring",
    "Parcel from Kindle & Co until 16 September, locker 7, code 8841",
    "Table at Trattoria Lena 18 September 19:30 for 4",
    "Rolf: we would love to come on Friday, that makes six of us",
    "Paula Stern: surgery closed on the 17th, please choose Friday 18 September 09:40 or Monday 21 September 11:00",
)
SCENE = Scene(
    NOW,
    OWNER,
    PEOPLE,
    THINGS,
    TEXTS,
    (Group("fence", ("fence", "committee"), frozenset({"chair", "rolf"})),),
)
NEEDS = [
    InventedNeed(
        SCENE,
        want_offer(
            "offers to tell Ruth Keller that Leo eats vegetarian on the trip",
            [("send", "miss")],
            [
                "Ruth Keller wants to know by tonight whether Leo eats vegetarian. Your notes say that he eats no meat. Shall I tell her?"
            ],
            made="Leo eats vegetarian, no meat please.",
            heard=("miss",),
        ),
        """y The class teacher asks what Leo eats. Shall I write back that he's vegetarian?
y Leo's teacher needs his lunch choice tonight; may I answer 'vegetarian'?
y Want me to let Ms Keller know Leo doesn't eat meat?
y I could reply to Ruth Keller that it's the vegetarian lunch for Leo.
y By tonight Ruth Keller wants to hear about lunch. I'd tell her: no meat for Leo. All right?
n Shall I tell Ruth Keller that Leo eats everything?
n Shall I tell Ruth Keller that Leo loves schnitzel?
n Shall I tell Ruth Keller that Ada eats vegetarian?
n Shall I tell Ruth Keller that Leo eats vegetarian and is afraid of the dark, so that she keeps an eye on him?
n Shall I tell Greta Voss that Leo eats vegetarian?
n Shall I tell Ruth Keller tomorrow evening that Leo eats vegetarian?
n Shall I tell Ruth Keller that Leo is ill and stays at home?
n Ruth Keller asks about lunch. Shall I leave her without an answer?
n Shall I put Leo's lunch on your shopping list?
n Shall I ask Ruth Keller what there is to eat?
n Ruth Keller would like to know what Leo eats. You really ought to answer.
n I told Ruth Keller that Leo eats vegetarian.
n Maybe someone could tell Ruth Keller about Leo's diet some day.
u Ruth Keller has a question. Shall I reply?
u Shall I settle the lunch question?""",
    ),
    InventedNeed(
        SCENE,
        want_offer(
            "offers to change the table at Trattoria Lena on Friday to six people",
            [("change", "res")],
            [
                "Rolf and his family come along on Friday, so you are six. Shall I change the table at Trattoria Lena from four to six?"
            ],
            made="2026-09-18 19:30 6",
            untouched=("res2",),
        ),
        """y With Rolf's lot you'll be six on Friday. Shall I enlarge the booking at Trattoria Lena?
y Want me to change the reservation at Trattoria Lena to six people?
y The table for four at Trattoria Lena is too small now; I can make it six.
y Six instead of four at Trattoria Lena on Friday, shall I update that?
n Shall I change the table at Golden Wok to six?
n Shall I change the table at Trattoria Lena to five people?
n Shall I cancel the table at Trattoria Lena?
n Shall I change the table at Trattoria Lena to Saturday?
n Shall I book a second table for six at Golden Wok?
n Shall I tell Rolf that there is no room for his family at Trattoria Lena?
n Rolf comes as well. I'd leave the table at Trattoria Lena for four, people can squeeze. OK?
n Shall I move the table at Trattoria Lena to 20:30, for six people?
n Shall I remind you on Friday that the table is too small?
u You will be more people on Friday. Shall I adapt things?""",
    ),
    InventedNeed(
        SCENE,
        want_offer(
            "offers to move the vet with Momo to Friday 18 September at 09:40 and to tell Paula Stern",
            [("move", "vet_ev"), ("send", "vet")],
            [
                "Paula Stern's surgery is closed on Thursday. Friday at 9:40 suits you. Shall I take that and move the entry?"
            ],
            made="2026-09-18 09:40",
            heard=("vet",),
            partly=True,
        ),
        """y The vet is closed on Thursday. Shall I take Friday at 9:40 for Momo and change the entry?
y Momo's appointment could go to Friday, twenty to ten. Want me to confirm that with Paula Stern?
y Shall I reschedule the vet to the 18th, 9:40 am?
y May I tell Paula Stern that you bring Momo on Friday at 09:40?
y I'd postpone Momo's visit to Friday 9.40 and let the vet know, if you agree.
n Shall I move the vet to Monday 21 September at 11:00?
n Shall I move the swimming lesson to Friday at 9:40?
n Shall I cancel the vet and look for another one?
n Shall I tell Paula Stern that Thursday at 15:20 stays?
n Shall I tell Paula Stern that Friday at 9:40 is too early?
n Shall I move the vet to Friday at 9:40 and pay the bill in advance?
n The surgery is closed on Thursday, so Momo will have to wait until next year. Shall I delete the entry?
n Shall I move the vet to Friday at 19:40?
n Shall I ask Sam Ito whether Friday at 9:40 suits him?
n Friday 9:40 or Monday 11:00 would be possible at the vet's.
n Shall I move the vet to Friday at 9:40, or would you rather keep Thursday?
u The vet is closed on Thursday. Shall I find another time?""",
    ),
    InventedNeed(
        SCENE,
        want_offer(
            "offers to remind the owner tomorrow to collect the parcel from Kindle & Co before Wednesday ends",
            [("remind", "")],
            [
                "The parcel from Kindle & Co lies in locker 7 only until Wednesday. Shall I remind you tomorrow at 17:00 to collect it?"
            ],
            made="2026-09-15 17:00 Collect the parcel from Kindle & Co, locker 7, code 8841",
            about_keys=("parcel",),
            about_words="Parcel from Kindle & Co",
        ),
        """y Your parcel from Kindle & Co goes back after Wednesday. A reminder for tomorrow at five?
y Shall I nudge you tomorrow afternoon to pick up the Kindle & Co parcel from locker 7?
y Want me to set a reminder for tomorrow, 17:00: collect the parcel, code 8841?
n Shall I remind you on Thursday to collect the parcel from Kindle & Co?
n Shall I remind you tomorrow to collect the parcel from Boots & More?
n Shall I send Rolf the code 8841 so that he can collect your parcel?
n Shall I send the parcel from Kindle & Co back?
n Shall I delete the message about the parcel?
n Shall I remind you tomorrow at 17:00 to send the parcel to Kindle & Co?
n Your parcel lies in locker 7 until Wednesday.
u A parcel is waiting. Shall I do something?""",
    ),
]
