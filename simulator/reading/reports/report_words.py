"""Lists the words with which reports say what was done, who was told, what was left alone and what failed."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from simulator.reading.language.inflection import verb_forms
from simulator.reading.language.word_sets import word_set


class ReportVerb(NamedTuple):
    """A verb of reports: the words after its first word (`*` stands for up to five words), its acts and base form."""

    rest: tuple[str, ...]
    acts: frozenset[str]
    base: str


# Verbs of reports, by the acts that make them true. The first word of an entry is inflected.
_VERBS: tuple[tuple[str, str], ...] = (
    (
        "send",
        "tell, inform, message, mail, email, e - mail, text, notify, answer, reply, respond, warn, send, forward,"
        " ask, pass, pass on, brief, alert, post, contact, remind, thank, invite, apologise, apologize, explain,"
        " announce, share, request, inquire, enquire, nudge, claim, let * know, let * have, drop * line, drop * note,"
        " drop * message, get back to, fill * in, give * number, give * word, give * heads, hand, hand over, submit,"
        " communicate, convey, relay, include, attach, enclose, mention, offer, propose, suggest, accept, decline,"
        " turn down, turn * down, refuse, promise, assure, dispute, complain, object, contest, query, chase,"
        " chase up, follow up, ping, reach out, touch base, copy, cc, point out, point * out, update, poll,"
        " consult, advise, caution, acknowledge, confirm, present, supply, provide, deliver,"
        " get word to, pass * on, pass along, pass * along, break the news, congratulate, greet, state,"
        " bring * up to speed, keep * posted, set * straight, tip * off, put * in the picture, reassure",
    ),
    ("send", "call on, claim, reclaim, lodge, protest, appeal, flag, report, excuse, RSVP, sign * up, hand in"),
    ("book", "book, reserve, hail, rebook, call * cab, call * taxi, call * van, send for, summon, line up"),
    ("book order move add", "arrange, organise, organize, schedule, fix up, line * up, set up, set * up"),
    ("book other", "drive"),
    ("book move change", "rearrange, redirect, reroute"),
    ("order book", "order, buy, purchase, reorder, place, check out, checkout, get hold of, pick up, snap up, secure"),
    ("order book", "grab, get * delivered, stock up, restock"),
    ("cancel delete", "cancel, call off, call * off, scrap, annul, void, drop, withdraw, revoke, axe, undo, strike"),
    ("cancel delete", "stop, abort, rescind, send back, send * back, take * back, pull"),
    (
        "delete cancel",
        "delete, remove, bin, trash, erase, clear, discard, throw away, throw * away, throw out, throw * out, chuck,"
        " toss, dump, junk, take off, take * off, take out, take * out, take away, take * away, take down,"
        " wipe, dismiss,"
        " get rid of, switch off, switch * off, turn off, turn * off, purge, ditch, clean out, clean up, tidy away,"
        " tidy * away, cross off, cross * off, clear away, clear * away, clear out, move * to the trash,"
        " move * to the bin, move to the trash, move to the bin, silence, mute, dispose of",
    ),
    ("move change", "move, shift, reschedule, postpone, push, push back, push * back, put off, delay, bring forward"),
    ("move change", "bring * forward, defer, bump, reset, advance, slide, re - time"),
    ("change move note book add send", "change, update, correct, edit, amend, adjust"),
    ("change move note book add send order cancel", "replace, swap, switch, exchange"),
    (
        "change note add",
        "complete, fill in, fill out, fill, top up, revise, modify, rename, retitle, overwrite, rewrite",
    ),
    ("change note add", "finish, extend, expand, bring * up to date, disguise, relabel"),
    (
        "add remind note save change cart order",
        "add, put, enter, save, list, log, record, shortlist, bookmark, store, jot, jot down, write down, write * down,"
        " note down, note * down, pencil in, pencil * in, block, block off, block out, pin, keep, mark, mark down,"
        " insert, diarise, diarize, calendar, star, favourite, pop, stick, slot, tuck, register, hold, type, tick",
    ),
    ("add remind note change", "create, set, note, compile, prepare, make, draw up, draw * up, put together, put * up"),
    (
        "note change add",
        "put * together, pull together, pull * together, collect, gather, summarise, summarize, set out, set * out,"
        " lay out, write up, write * up, sum up, sum * up, type up, type * up, assemble, collate, condense, compare,"
        " sketch, draft, outline, combine, boil down, boil * down, list, work out, tabulate, bundle",
    ),
    ("call", "ring, phone, telephone, dial, ring up, call up"),
    ("call book", "call"),
    ("pay order book", "pay, charge, debit, settle * bill, foot"),
    ("return", "return"),
    ("return cancel", "refund"),
    ("order book", "get"),
    ("complain send", "complain"),
    ("send other", "raise"),
    ("send note", "write, file"),
    (
        "other",
        "freeze, lower, insure, visit, wrap, print, fax, install, repair, transfer, wire, renew, subscribe,"
        " unsubscribe, upgrade, downgrade, translate, photograph, negotiate, hire, engrave, deposit, vote, enrol,"
        " enroll, lock, unlock, activate, deactivate, tip, rate, review, collect, reimburse, sell, rent, lend, donate,"
        " publish, upload, download, scan, archive, unblock, increase, double, bargain, haggle, wake, clean,"
        " cook, pack, unpack, sign",
    ),
    ("vague", "do, sort, sort out, sort * out, settle, handle, arrange, take care of, deal with, see to, look after"),
    ("vague", "manage, fix, organise, organize, attend to, finish, wrap up, straighten out, put * right, act, help"),
)
# Verbs for deeds that change nothing on the phone, so reports of them can't be checked.
_LOOKING = "look, check, read, see, think, consider, find, notice, watch, search, study, hear, examine, gather"

# Descriptions of a state, each with the acts that cause it.
STATES: tuple[tuple[str, frozenset[str]], ...] = (
    (
        r"\b(?:is|are|was|were|now|sits?|stands?|lies?|stays?)(?: \w+){0,2} (?:in|on|among|with|next to) (?:your"
        r"|the|my) (?:personal |own )?(?:list|shortlist|saved|favourites|favorites)",
        frozenset(("save", "add", "note")),
    ),
    (
        r"\b(?:in|into|among|with|on) (?:your|the) (?:\w+ )?(?:calendar|diary|agenda)\b"
        r"|\b(?:calendar|diary|agenda) (?:now )?(?:has|shows|says|lists|holds)\b",
        frozenset(("calendar",)),
    ),
    (
        r"\b(?:in|into|to) (?:the|your) (?:trash|bin)\b|^(?:gone|off|out)\b|\b(?:is|are) (?:now )?(?:gone|off"
        r"|history|out of (?:your|the)"
        r" (?:inbox|way))\b|\boff (?:your|the) (?:list|books|reminders|calendar|phone)\b",
        frozenset(("delete", "cancel")),
    ),
    (
        r"\bon order\b|\bon (?:its|their|the) way\b|\bare yours\b|'s yours\b|\bis yours\b|\byou (?:now )?have your\b"
        r"|\b(?:order|purchase|payment) is (?:placed|in|through|complete|completed|done)\b|\bwill (?:arrive|be"
        r" delivered)\b|\b(?:should|will) be (?:at your door"
        r"|with you|on your mat)\b|\b(?:order|purchase) (?:went|has gone) through\b",
        frozenset(("order", "book", "pay")),
    ),
    (
        r"\b(?:(?:reminder|alarm) (?:is in place|is set)|(?:reminder|alarm|it|they) (?:rings?|will ring|goes"
        r" off|will go off))\b|\bbe reminded\b"
        r"|\byou (?:will )?(?:now )?(?:get|have|hear) (?:a|an) (?:\w+ )?(?:nudge|reminder|ping|alert|alarm)\b"
        r"|\b(?:your phone|a reminder|an alarm|the reminder)(?: \w+)? (?:will )?(?:rings?|pings?|comes? up|nudges?)\b",
        frozenset(("remind",)),
    ),
    (
        r"\b(?:list|note|sheet|page|summary|overview|checklist|table)\b[^.]*\b(?:is|are|sits?|lies|waits?"
        r"|stands?) (?:now"
        r" )?(?:ready|written|done|complete|called|in|among|there|up to date|waiting)\b"
        r"|\bin (?:your|the) (?:\w+ )?folder\b|\bnew note\b|\bnote (?:is|for)\b|\b(?:in|to|into|among|of) (?:your|the)"
        r" (?:\w+ )?notes?\b|\b(?:inbox|folder|top|list) of (?:your )?notes\b|\bnotes?(?: \S+){0,4} (?:has"
        r"|holds|lists) (?:it"
        r"|all|everything|the)\b",
        frozenset(("note", "change")),
    ),
    (
        r"\b(?:cab|taxi|van|car|ride|driver)\b[^.]*\b(?:picks?|takes?|comes?|goes|drives?|waits?|leaves?|from|collects?"
        r"|fetches|brings?|is coming|(?:is|are|will be|stands?) (?:at|there|outside|waiting|in front))\b"
        r"|\b(?:are|is|will be|being) (?:being )?(?:picked up|collected|fetched|driven)\b"
        r"|\byou (?:now )?have a (?:\w+ )?(?:cab|taxi|van|car|ride)\b",
        frozenset(("book",)),
    ),
    (
        r"\b(?:is|are|takes? place|starts?|begins?) (?:at|on|from)\b[^.]*\bnow\b|\bnow (?:at|on|starts?)\b",
        frozenset(("at",)),
    ),
)

# States that other people can also cause: they name a deed if such a deed was done, else they claim nothing.
SOFT_STATES: tuple[tuple[str, frozenset[str]], ...] = (
    (
        r"\b(?:on|in|to) (?:his|her|their|the contact|the) card\b|\b(?:in|to) (?:your|the) (?:contacts|address book)\b"
        r"|\b(?:is|are) (?:now )?(?:correct|right|up to date|fixed|current)\b",
        frozenset(("change", "add")),
    ),
    (
        r"\b(?:cart|basket|trolley) (?:now |already |also )*(?:has|have|holds?|contains?)\b"
        r"|\b(?:in|into|to) (?:your|the) (?:\w+ )?(?:cart|basket|trolley)\b",
        frozenset(("cart",)),
    ),
    (
        r"\b(?:is|are) (?:all )?(?:done|complete|finished|ready|in place|in)\b",
        frozenset(("note", "change", "save", "order")),
    ),
    (r"^no (?:more|second|longer)\b|\bno longer (?:ring|come|on)\w*", frozenset(("delete", "cancel"))),
    (
        r"\b(?:is|are|sits?|waits?|lies?)(?: \w+){0,2} in (?:your|the) (?:\w+ )?(?:cart|basket|trolley)\b"
        r"|^in (?:your|the) (?:\w+ )?(?:cart|basket|trolley) (?:\w+ )?(?:is|are|there)\b"
        r"|\b(?:cart|basket|trolley) (?:now |already )?(?:has|holds|contains)\b",
        frozenset(("cart",)),
    ),
)

_ADVERBS = r"(?:both |all |now |already |also |each |three |two |four |too |just |first |duly |then |of them |since )*"
TOLD_BEFORE = re.compile(
    rf"^ ?{_ADVERBS}(?:knows?\b|(?:does|do|is|has) (?:too|as well|also)\b|expects?\b|counts? on\b|(?:is|are)"
    rf" (?:waiting|expecting|counting)\b|(?:has|have|had) {_ADVERBS}(?:been (?:told|informed|written|warned|answered"
    r"|notified|asked|sent|mailed|messaged|texted|emailed|reminded|contacted|briefed|invited|given|thanked|alerted"
    r"|filled|let|brought|assured)|a\b|an\b|the\b|your\b|their\b|his\b|her\b|it\b|its\b|got (?!\d|two|three"
    r"|four|five|six)\w+|all\b|my\b|one\b|copies\b"
    r"|heard\b|received\b|words?\b|mails?\b|messages?\b|answers?\b|replies\b|had (?:a|an|the|your|my|word|their)\b)"
    r"|(?:was|were|is|are|been|being) (?:now |all |both |duly )?(?:told|informed|warned|answered|notified|asked|mailed"
    r"|messaged|texted|emailed|reminded|contacted|briefed|expecting|in the (?:loop|picture|know)|up to (?:speed|date)"
    r"|aware|sent|invited|assured)|(?:gets?|got|received) (?:a|an|the|your|my|his|her|their|its|word|it|copies"
    r"|all|one|every\w*)\b|heard\b|can (?:read|call|ring|see|now)|will (?:get|find"
    r"|read|have|know|see)|told\b(?! (?:you|me|us)\b)|informed\b|warned\b|answered\b|notified\b|asked\b"
    r"|thanked\b|messaged\b)"
)

_TO_WHOM = (
    r"(?: (?:a|an|the|your|my|his|her|their|this|that|it|word|them|both|all|everything|yes|no|news|(?!to\b)\w+"
    r"(?= (?:mail|message|copy|list|note|number|answer|reply|word|line|text|total|sum|figure|time|news|address)s?\b)"
    r"|mail|message|copy|list|note|number|answer|reply|line|text|total|sum|figure|time|address)s?){0,4}"
)

LEFT_ALONE = re.compile(
    r"\b(?:(?:everyone|everybody|all) (?:but|except)|not|never|nothing|nobody|no one|none|no|untouched|unchanged"
    r"|still|stays?|remains?|kept|keeps?|i left|left (?:out|alone|as|the|your|well|it|them)|leave|without|neither|nor"
    r"|as (?:it was|they were|they are|it is|before|planned)|alone|except|unaffected)\b"
)
# The words after "instead of" are not what was done: "a van instead of the cab".
INSTEAD_OF = re.compile(r"\b(?:instead of|in place of|rather than|in lieu of)\b")
# The words after one of these describe something else than the record: "a pie without nuts".
BESIDE = re.compile(
    r"\b(?:next to|(?:together|in all|in total|altogether) with|along with|beside|besides"
    r"|in addition to|not|without|free of|no)\b"
)
# Words that say that something is as before; false if the assistant removed it.
STAYS = re.compile(
    r"\b(?:still|stays?|remains?|untouched|unchanged|unaffected|kept|i left|left (?:alone|as|well|it|them|the|your|all)"
    r"|as (?:it was|they were|before))\b"
)

FAILURE = re.compile(
    r"\b(?:(?:was|were|been|got|card|payment|bank|it|order) declin\w+|declined (?:it|the (?:payment|order))|refused"
    r"|fail\w+|said no|(?:did|would|does) not (?:quite )?(?:go"
    r" through|work|succeed|take|open|load)|(?:did|would) not accept|could not(?! be happier)|can not (?:be"
    r" (?:found|reached|sent)|find)|was not able|were not able|unable|rejected|bounced|error|above its limit|over its"
    r" limit|not accepted|no luck|turned (?:it )?down|not (?:possible|work)|impossible|not yet been (?:sent"
    r"|ordered|booked"
    r"|cancelled)|no longer (?:worked|works)|went wrong|gone wrong|sold out|not available|unavailable|in vain|did not"
    r" manage|not manage\w*|got stuck|crashed|(?:did|have|has) not (?:get|got|come|gotten) round|forgot(?:ten)?"
    r" to|not yet (?:been )?(?:done|sent"
    r"|told|ordered|booked|written|answered))\b"
)

# If something did fail, these shorter words are enough to report it.
FAILED_HERE = re.compile(
    r"\b(?:declin\w+|refus\w+|turned (?:\w+ )?down|balk\w*|reject\w+|block\w*|would not|second (?:attempt|try)"
    r"|limit|bounc\w+"
    r"|problem|trouble|instead|again|retr\w+)\b"
)

REFUSED = re.compile(r"\b(?:declin\w+|refus\w+|turned (?:\w+ )?down|balk\w*|reject\w+|bounc\w+|said no)\b")

OTHER_WAY = re.compile(r"\b(?:other|another|different|second|instead|own debit|rather than)\b")

SMOOTH = re.compile(
    r"\b(?:as usual|without (?:a |any )?(?:problems?|trouble|hitch|difficulty|issues?)|smoothly|as always|no problems?"
    r"|first try|on the first attempt|went (?:fine|well)|no issues?|no hitch\w*)\b"
)
# Past forms for deeds of other people, of which the assistant can't know without a message.
_THEIR_PASTS = (
    r"confirmed|agreed|paid|accepted|sent|taken|promised|booked|signed|replied|answered|bought|moved|approved"
    r"|said|rented"
    r"|cancelled|canceled|thanked|transferred|refused|declined|told|written|given|decided|offered|asked|returned|read"
    r"|collected|delivered|shipped|ordered|reserved|apologised|apologized|forgiven|changed|found|arrived"
    r"|responded|reacted"
    r"|laughed|wished|called|rung|phoned|corrected|refunded|reimbursed|credited|joined|chosen|picked|left|gone"
)
THEY_DID = re.compile(
    rf"^ ?{_ADVERBS}(?:has|have|had) (?:now |already |both |all |also |just |since |even )*(?:{_THEIR_PASTS})\b"
    r"|^ ?(?:will|is going to|are going to|wants to|want to|has to|have to) (?:\w+ )?(?:go|come|join|bring|pay|meet"
    r"|accompany|fetch|pick|send|buy|help|drive|cook|call|ring|wait|refund|transfer|write|reply|answer|take|be there)\b"
    r"|^ ?(?:now |already |also |even |just |then )*(?:confirmed|agreed|paid|accepted|promised|replied|approved|thanked"
    r"|refused|declined|wrote|said|answered|agrees|confirms|writes|says|promises|accepts|replies|thanks|answers|pays"
    r"|brings|forgives|is (?:happy|glad|delighted|fine|pleased|ok|okay|relieved|grateful|angry|cross|upset)|was"
    r" (?:happy|glad|delighted|fine|pleased|relieved|grateful|angry|cross|upset)|are (?:happy|glad|delighted|fine"
    r"|pleased)|sends|sounded|seemed|looks forward|look forward)\b"
)
ALL_DID = re.compile(
    r"\b(?:all (?:three|four|two|five|of them)|both|everyone|everybody|they)(?: of them)? (?:has"
    rf"|have)(?: \w+)? (?:{_THEIR_PASTS})\b"
)
# Whole clauses that name no deed: "all done", "thank you", "as you wished".
FILLER = re.compile(
    r"^(?:(?:all )?(?:done|sorted|set|good|right|ok|okay|sure|great|perfect|certainly|gladly|ready|settled"
    r"|arranged|fine"
    r"|finished|complete|completed|taken care of|dealt with|handled)|that is (?:it|all|done|that|everything)|there you"
    r" (?:go|are)|here you (?:go|are)|consider it done|good news|as (?:you )?(?:wished|asked|agreed|requested|discussed"
    r"|promised|offered|planned|wanted|said)|as you (?:wished|asked|wanted|said|requested)|it is done|everything is"
    r" (?:done|set|sorted|settled|arranged|ready|in place)|all (?:is )?(?:done|settled|arranged|in place|in order|taken"
    r" care of)|all (?:that|this) is (?:done|sorted)|both (?:things )?(?:are )?(?:done|settled|sorted)|no worries"
    r"|you are (?:all )?(?:set|welcome|sorted)|thank you|thanks|cheers|hello|hi|dear|yes|well|of course|my pleasure"
    r"|you can (?:relax|rest|breathe|stop worrying|go back|forget)|just (?:so )?you know|for your information|fyi"
    r"|in short|to sum up|summary|report|in brief|quick update|so far so good|mission accomplished|job done|not"
    r" to worry"
    r"|do not worry|no need to worry|nothing (?:more|else) (?:to do|is needed|for you to do)|you need (?:not"
    r" )?do nothing"
    r"|you (?:do not )?(?:have|need) to do (?:anything|nothing)(?: more| else)?|as usual|by the way|one thing)"
    r"(?: (?:now|then|for you|here|today|at once|straight away|right away|just now|as well|too|first|from me"
    r"|again|already"
    r"|everyone|very much|in time|as (?:you )?(?:wished|asked|agreed|requested|discussed)|and \w+|on (?:both"
    r"|all) counts))*"
    r"$"
)
# Beginnings of wishes, advice and questions about what else to do.
WISH = re.compile(
    r"^(?:enjoy|have (?:fun|a)|good luck|safe (?:travels?|journey|trip)|see you|take care|sleep well|happy|mind"
    r" (?:the|your)"
    r"|until|best|warm|kind|anything else|let me know|tell me|just (?:tell|say|ask|let|read)|please|remember|fingers"
    r" crossed|break a leg|cheers|welcome|travel safely|get some|rest|relax|you can (?:now )?(?:go|get|put|carry|simply"
    r"|just|concentrate|focus)|shall i|should i|would you|do you|is there|if (?:you|anything|there|that))\b"
)
# The clause says that something was read or checked, which changes nothing.
LOOKED = re.compile(
    r"\b(?:have|has|been|was|were|i) (?:\w+ )?(?:looked (?:at|through|into|over)|checked|read|seen|reviewed"
    r"|gone through"
    r"|gone over|considered|examined|noted|studied|searched|went through|double - checked|thought about)\b"
)


# Things that happen after a deed and that the assistant does not do itself.
EVENTS = re.compile(
    r"\b(?:shipped|dispatched|delivered|arrived|refunded|credited|reimbursed|approved|back (?:on|in) (?:your|the)"
    r"|already (?:back|there|here|paid|packed))\b"
)
# Words for how often something happens, each with the words of a run that confirm it.
OFTEN: tuple[tuple[re.Pattern[str], frozenset[str]], ...] = (
    (
        re.compile(r"\b(?:daily|(?:every|each) (?:single )?(?:day|morning|evening|night))\b"),
        word_set("daily day morning evening"),
    ),
    (re.compile(r"\b(?:weekly|(?:every|each) week)\b"), word_set("weekly week")),
    (re.compile(r"\b(?:fortnightly|every (?:two weeks|fortnight))\b"), word_set("fortnightly fortnight")),
    (re.compile(r"\b(?:monthly|(?:every|each) month)\b"), word_set("monthly month")),
    (re.compile(r"\b(?:yearly|annual(?:ly)?|(?:every|each) year)\b"), word_set("yearly year annual annually")),
    (re.compile(r"\b(?:hourly|(?:every|each) hour)\b"), word_set("hourly hour")),
)
# Nouns that say in which app something was put, and the start of that app's table names.
PLACES: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"\b(?:calendar|diary|agenda)\b"), "calendar."),
    (re.compile(r"\b(?:reminders?|alarms?)\b"), "reminder."),
    (re.compile(r"\b(?:your|the|a|new|old|own) (?:\w+ )?notes?\b(?! (?:to|from|for (?:him|her|them)))"), "note."),
)


@cache
def report_verbs() -> dict[str, tuple[tuple[str, ReportVerb], ...]]:
    """Return the verbs by each inflected form of their first word: pairs of form and verb, longest phrase first."""
    found: dict[str, dict[tuple[str, tuple[str, ...]], tuple[set[str], str]]] = {}
    for acts, phrases in (*_VERBS, ("look", _LOOKING)):
        for phrase in phrases.lower().split(", "):
            first, *rest = phrase.split()
            for word, form in verb_forms(first):
                kind = "past" if form in ("past", "participle") else form
                known = found.setdefault(word, {}).setdefault((kind, tuple(rest)), (set(), first))
                known[0].update(acts.split())
    return {
        word: tuple(
            (form, ReportVerb(rest, frozenset(acts), base))
            for (form, rest), (acts, base) in sorted(known.items(), key=lambda one: -len(one[0][1]))
        )
        for word, known in found.items()
    }


@cache
def participles() -> frozenset[str]:
    """Return the past forms and participles of all report verbs."""
    return frozenset(word for word, known in report_verbs().items() if any(form == "past" for form, _ in known))


@cache
def told_after() -> re.Pattern[str]:
    """Return the pattern for the words right before the name of somebody who was told: "I wrote to"."""
    verbs = sorted(
        word
        for word, known in report_verbs().items()
        if any("send" in verb.acts and not verb.rest and form == "past" for form, verb in known)
        and word not in ("offered", "included", "said", "updated", "filed", "delivered", "raised", "proposed", "put")
    )
    plain = "|".join(verbs)
    return re.compile(
        rf"\b(?:(?:i|have|has|been|was|were|and|also|then|now|already|just|not|^) ?(?:{plain}|rung|rang|called"
        rf"|phoned|let)"
        r"|tell|telling|let|lets|letting|written|wrote|writing|write|sent|word|e?mail|message|answers?|copy|reply"
        r"|replies|note"
        r"|told|(?:is|are|was|were|now) with|gone(?: out)?(?= to)|went(?: out)?(?= to)|confirmed|offered"
        r"|answered|asked|informed|mailed|messaged|texted|forwarded)"
        rf"{_TO_WHOM}(?: to| with| for)? ?(?:both |also |dear |mr |mrs |ms |dr |your \w+ |the \w+ |all (?:three"
        rf"|two|of) )*$"
    )
