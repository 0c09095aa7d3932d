"""Words in which reports say what was done, who was told, what was left alone and what failed."""

from __future__ import annotations

import re
from functools import cache

from simulator.reading.inflection import verb_forms

# What a report may say was done, and which acts make it true.
_VERBS: tuple[tuple[str, frozenset[str]], ...] = (
    (
        "tell inform write message mail email text notify answer reply respond"
        " warn send forward ask pass brief alert post"
        " contact remind thank invite apologise apologize explain announce share request inquire enquire nudge claim",
        frozenset(("send",)),
    ),
    ("book reserve hail", frozenset(("book",))),
    ("rebook rearrange", frozenset(("book", "move"))),
    ("order buy purchase", frozenset(("order", "book"))),
    ("cancel", frozenset(("cancel", "delete"))),
    ("delete remove bin trash erase clear discard", frozenset(("delete", "cancel"))),
    ("move shift reschedule postpone", frozenset(("move",))),
    ("change update correct edit replace complete", frozenset(("change", "move", "note", "book", "add"))),
    (
        "add put enter save list log record shortlist",
        frozenset(("add", "remind", "note", "save", "change", "cart", "order")),
    ),
    ("create set note compile prepare", frozenset(("add", "remind", "note", "change"))),
    ("ring phone telephone", frozenset(("call",))),
    ("pay charge", frozenset(("pay", "order", "book"))),
    ("return refund exchange", frozenset(("return",))),
    ("report complain", frozenset(("complain",))),
    (
        "block freeze raise increase lower insure sign visit wrap print fax install repair transfer wire extend renew"
        " subscribe unsubscribe upgrade translate photograph negotiate hire"
        " engrave withdraw deposit vote register enrol"
        " lock unlock activate deactivate tip rate review collect deliver",
        frozenset(("other",)),
    ),
)

STATES: tuple[tuple[str, frozenset[str]], ...] = (
    (
        r"\b(?:is|are|was|were|now|sits?|stands?|lies?|stays?)(?: \w+){0,2} (?:in|on|among|with|next to) (?:your"
        r"|the|my) (?:personal )?(?:list|shortlist|saved)",
        frozenset(("save", "add", "note")),
    ),
    (r"\b(?:in|into|among|with) (?:your|the) (?:\w+ )?(?:calendar|diary)\b", frozenset(("calendar",))),
    (
        r"\b(?:in|into|to) the (?:trash|bin)\b|\b(?:is|are) (?:gone|off|out of (?:your|the) inbox)\b",
        frozenset(("delete", "cancel")),
    ),
    (
        r"\bon order\b|\bon (?:its|their) way\b|\bare yours\b|'s yours\b|\bis yours\b|\byou have your\b"
        r"|\border is placed\b",
        frozenset(("order", "book")),
    ),
    (r"\b(?:reminder|it|they) (?:is in place|rings?|will ring|is set)\b|\bbe reminded\b", frozenset(("remind",))),
    (
        r"\b(?:list|note|sheet|page|summary)\b[^.]*\b(?:is|are) (?:ready|written|done|complete|called|in|among)\b"
        r"|\bin (?:your|the) folder\b|\bnew note\b|\bnote (?:is|for)\b",
        frozenset(("note", "change")),
    ),
    (r"\b(?:cab|taxi|van|car|ride)\b[^.]*\b(?:picks?|takes?|comes?|goes|drives?|waits?|from)\b", frozenset(("book",))),
)

TOLD_BEFORE = re.compile(
    r"^ ?(?:both |all |now |already |also |each |three |two |)*(?:knows?\b|expects?\b|(?:has|have)(?: now| already"
    r"| also| all| both)? (?:been (?:told|informed|written|warned|answered|notified|asked|sent|mailed)|a\b|an\b"
    r"|the\b|your\b|their\b|his\b|her\b|it\b|its\b|got\b|all\b|my\b|one\b|copies\b)|(?:was|were|is|are) (?:told"
    r"|informed|warned|answered|notified|asked|mailed)|gets?\b|got\b|received\b|heard\b|can read|will (?:get|find"
    r"|read|have))"
)

TOLD_AFTER = re.compile(
    r"\b(?:tell|told|telling|inform(?:ed)?|let|lets|letting|warn(?:ed)?|notif(?:y|ied)|answer(?:ed)?|ask(?:ed)?"
    r"|mail(?:ed)?|email(?:ed)?|text(?:ed)?|messag(?:e|ed)|written to|wrote to|writing to|write to|repl(?:y"
    r"|ied) to|sent to|sent|mail sent to|word to|a mail to|a message to|rung|rang|called|phoned|contacted|reminded"
    r"|reached out to|answers? to|copied to|forwarded to|posted to)(?: a mail| a message| a copy| it| word"
    r"| the list| your yes| mail)?(?: to)? ?(?:both |also |dear |mr |mrs |ms |your \w+ )*$"
)

THEY_DID = re.compile(
    r"^ ?(?:both |all |already |of them |have all |)*(?:has|have)(?: now| already| both| all| also| just"
    r"| since)* (?:confirmed|agreed|paid|accepted|sent|taken|promised|booked|signed|replied|answered|bought|moved"
    r"|approved|said yes|rented|cancelled|thanked|transferred|refused|declined|told|written|given|decided|offered"
    r"|asked|returned|read)\b"
    r"|^ ?(?:will|is going to|are going to|wants to) (?:go|come|join|bring|pay|meet|accompany|fetch|pick|send|buy"
    r"|help|drive|cook)\b"
)

ALL_DID = re.compile(
    r"\b(?:all (?:three|four|two|five|of them)|both|everyone|everybody|they)(?: of them)? (?:has"
    r"|have)(?: \w+)? (?:confirmed|agreed|paid|accepted|replied|said yes|promised|signed)\b"
)

LEFT_ALONE = re.compile(
    r"\b(?:(?:everyone|everybody|all) (?:but|except)|not|never|nothing|nobody|no one|none|no|untouched|unchanged"
    r"|still|stays?|remains?|kept|keeps?|i left|left (?:out|alone|as|the|your)|leave|without|neither|nor"
    r"|as (?:it was|they were|before)|left out|alone|except|instead of)\b"
)

FAILURE = re.compile(
    r"\b(?:declin\w+|refus\w+|fail\w+|said no|did not (?:quite )?(?:go through|work|succeed|accept|take)|could not"
    r"|was not able|unable|rejected|bounced|error|above its limit|over its limit|not accepted|no luck"
    r"|turned (?:it )?down)\b"
)

OTHER_WAY = re.compile(r"\b(?:other|another|different|second|instead|own debit|rather than)\b")

SMOOTH = re.compile(
    r"\b(?:as usual|without (?:a )?(?:problems?|trouble|hitch)|smoothly|as always|no problems?|first try"
    r"|on the first attempt)\b"
)

# Words for records and what is done to them, which tell nothing about which record is meant.
RECORD_WORDS = frozenset(
    [
        "order",
        "booking",
        "ride",
        "cab",
        "van",
        "taxi",
        "car",
        "reminder",
        "alarm",
        "note",
        "list",
        "page",
        "sheet",
        "event",
        "entry",
        "calendar",
        "diary",
        "mail",
        "email",
        "message",
        "trash",
        "bin",
        "folder",
        "saved",
        "ready",
        "place",
        "gone",
        "total",
        "altogether",
        "time",
        "today",
        "tomorrow",
        "own",
        "new",
        "old",
        "one",
        "ones",
        "comes",
        "come",
        "come",
        "takes",
        "pick",
        "picks",
        "goes",
        "rings",
        "ring",
        "first",
        "month",
        "week",
        "day",
        "every",
        "now",
        "card",
        "discount",
        "code",
        "hand",
        "piece",
        "pair",
        "flat",
        "apartment",
        "number",
        "seat",
        "people",
        "person",
        "contact",
        "shortlist",
        "personal",
        "inbox",
        "sum",
        "paper",
        "question",
        "off",
        "placed",
        "copy",
        "about",
        "yes",
        "half",
        "past",
        "quarter",
        "sit",
        "lie",
        "called",
        "next",
        "goe",
        "figure",
        "euro",
        "rand",
        "rupee",
        "pound",
        "dollar",
        "morning",
        "evening",
        "afternoon",
        "night",
        "done",
        "thing",
        "everything",
        "ending",
    ]
)

WAYS = frozenset(
    [
        "group",
        "chat",
        "mail",
        "email",
        "message",
        "note",
        "line",
        "conversation",
        "other",
        "others",
        "mother",
        "father",
        "inbox",
        "word",
        "mr",
        "mrs",
        "ms",
        "dr",
        "gave",
        "give",
        "got",
        "took",
        "made",
        "find",
        "know",
        "about",
        "question",
    ]
)


@cache
def participles() -> dict[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for verbs, acts in _VERBS:
        for verb in verbs.split():
            for word, form in verb_forms(verb):
                if form in ("past", "participle"):
                    found[word] = acts
    return found


@cache
def verb_bases() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for verbs, _ in _VERBS:
        for verb in verbs.split():
            for word, form in verb_forms(verb):
                if form in ("past", "participle"):
                    found.setdefault(word, set()).update(other for other, _ in verb_forms(verb))
    return {word: frozenset(forms) for word, forms in found.items()}
