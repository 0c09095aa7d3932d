"""Lists more patterns of the kind in `statement_words`: disputes, new times, open questions and other statements."""

from __future__ import annotations

import re

from simulator.reading.language.statement_words import (
    ASKS,
    COMES,
    MISSING,
    MUST_NOT_PAY,
    WELCOME,
    Family,
    contradict,
    makes,
    makes_plainly,
    oppose,
)

DISPUTES = Family(
    "disputes",
    re.compile(r"\b(?:disputes?|objects?|complains?|to correct|refund|billed (?:\w+ ){0,3}too much|overcharged)\b"),
    (
        makes(
            r"(?:correct|fix|adjust|refund|lower|reduce|reimburse|repay|pay back|return|put (?:\w+ )?right|amend"
            r"|revise|credit|review|rectify|check|look into|change)\w*\b",
            r"(?:overcharged|over-charged|too much|too high|wrong|mistake|error|incorrect|does not match|more than"
            r"|difference|dispute|object|excess)\w*\b",
        ),
        makes_plainly(
            r"(?:instead of|not|rather than|and not|but|although|while) (?:the |s?\$?\d|what)",
            r"should (?:have been|be|read)",
            r"(?:was|were|had|we|you|had been) (?:\w+ )?(?:agreed|quoted|confirmed|promised|fixed|told)",
        ),
        contradict(
            r"(?:is|was|are|were|looks?|seems?) (?:\w+ )?(?:right|correct|fine|in order|all right|ok|okay|fair)\b",
            r"(?:do|need|please do) not (?:\w+ )?(?:lower|change|correct|refund|adjust|reduce|bother)",
            r"(?:happy|glad|willing) to pay",
            r"no (?:complaints?|objections?|need to)",
            r"i accept (?:the|this|your)",
            r"keep the (?:change|difference|rest|money)",
            r"(?:please|kindly|do|may|can) (?:\w+ )?(?:charge|bill|debit) me\b|(?:please|kindly) (?:raise|increase"
            r"|leave|keep)\b",
        ),
    ),
)

NOT_HEALTH = Family(
    "nothing about health",
    re.compile(r"\bnothing (?:about|of) (?:\w+(?:'s)? ){0,2}(?:health|illness|injury)\b"),
    (
        contradict(
            r"(?:knees?|ankles?|ligaments?|tendons?|scans?|x-?rays?|mri|physio\w*|doctors?|hospital\w*|surgery"
            r"|surgeon\w*|injur\w*|hurt\w*|sick\w*|ill|illness|unwell|pain\w*|medical\w*|medic\w*|"
            r"diagnos\w*|wound\w*|sprain\w*|fever|recover\w*|therap\w*|not (?:feeling )?well|health\w*|limp\w*"
            r"|swollen|crutch\w*)\b"
        ),
    ),
    required=False,
)

PAYS = Family(
    "pays",
    re.compile(r"\bwhat (?:\w+ ){1,4}pays?\b"),
    (
        contradict(
            r"owe (?:me |us )?(?:nothing|not)",
            r"i (?:will |shall |am going to )?(?:pay|paying|cover) (?:the|it|them|all|for (?:all|each|everyone"
            r"|you)|your)\b",
            r"(?:need|have|do) not (?:have )?(?:to )?pay\b",
            r"only \w+ (?:pays?|owes?|has to pay)|\w+ alone (?:pays?|owes?)|between (?:us|you|them)\b(?! all)",
            r"(?:gets?|receives?|will get|will receive) (?:\S+ ){1,4}from me\b|once (?:,|and|$)|one-off|a single time",
            r"half (?:of )?(?:that|it|as much|each)|twice (?:that|as much)|double (?:that|it)|a third of (?:that|it)",
            r"(?:is|are|go|goes) free\b|pays? nothing|(?:for|by) me (?:alone|only|,)|i (?:do not|will not"
            r"|need not) pay",
            r"(?:gets?|receives?|will get|will receive|have) (?:\S+ ){1,4}back\b",
            r"(?:you|the) (?:two|three|four|five|others) (?:share|split)\b",
            r"(?:i|we) (?:will |shall )?(?:owe|transfer|give|send|refund|pay out|pay back) (?:you|each|every|all"
            r"|them)\b",
            r"(?:from|out of) my (?:own )?(?:pocket|purse)|nobody (?:pays|has to|owes)|(?:is|are) what \w+ pays?\b",
            r"(?:is|are) (?:now )?(?:exempt|excused|let off)|(?:the )?rest (?:of you )?(?:pays? )?nothing",
            r"(?:on me|my treat|for free|free of charge)\b",
        ),
    ),
    required=False,
)

NEW_TIME = Family(
    "new time",
    re.compile(r"\b(?:new (?:time|day|hour)|is late|it is (?:mon|tues|wednes|thurs|fri|satur|sun)day)\b"),
    (
        contradict(
            r"(?:stands|stays|remains)(?: as it| the same| put|\b)(?! (?:free|open|empty|yours|mine)\b)",
            r"stay with\b",
            r"(?:we|i|it|all|everything) (?:\w+ )?(?:stays?|remains?) (?:in|at|on|where|with|there)\b",
            r"(?:keep|stick) to\b",
            r"(?:keep|stick|stay|leave)\w* [^.!?]{0,30}\b(?:two|three|four|time|plan|it|that"
            r"|\d[\d:.]*) [^.!?]{0,12}for now\b",
            r"(?:is|am|are|be) (?:\w+ )?(?:on time|punctual)\b",
            r"as (?:agreed|we said|we agreed|arranged|planned)\b",
            r"no(?:thing)? (?:has )?(?:delays?|changed?|changes)\b",
            r"not (?:\w+ ){0,3}(?:late|delayed|moved)\b",
            r"all the same\b",
            r"(?:is|are|have been|has been) (?:cancelled|called off)\b",
        ),
    ),
    required=False,
)

NEEDED = Family(
    "needed",
    re.compile(r"\b(?:are|is) needed\b|\bhas the number of\b"),
    (
        contradict(
            r"(?:do|does|will) not need\b",
            r"no longer need",
            r"(?:please |to |must |have to )?(?:cancel|call off)\b",
            r"(?:take|by|with) (?:the )?(?:train|plane|own cars?|bicycles?)\b",
            r"have to (?:ask|check|count)",
            r"another (?:company|firm)",
        ),
    ),
    required=False,
)

LATER = Family(
    "the later one",
    re.compile(r"\bthe later (?:of|one|slot|time)\b"),
    (
        contradict(r"(?:was|is|are) (?:already |now )?(?:taken|full|gone)\b", r"stay in\b"),
        makes(
            r"(?:later|second|last|latter|other) (?:slot|time|one|option|of the two|hour|appointment|possibility)\b",
            r"the (?:later|second|latter)\b",
        ),
        oppose(
            r"(?:earlier|first|former) (?:slot|time|one|option|of the two|hour|appointment|possibility)\b",
            r"(?:either|both|any) (?:slot|time|one|of the two|works?)\b",
        ),
    ),
)

COLLECTS = Family(
    "collects",
    re.compile(r"\bto collect\b"),
    (
        makes(
            r"(?:collect\w*|get|gather|ask|fetch|call in|receive|remind|claim|share|bring in|take in|pick up|money"
            r"|chase|owe\w*|from (?:each|every|all|the (?:two|three|four|five|others)))\b"
        ),
        contradict(
            r"(?:pay out|pay (?!day)\w+|send (?:\S+ ){0,4}to|transfer|hand out|give (?:\S+ ){0,4}to|give each"
            r"|repay|refund|return)\b"
        ),
    ),
)

OPEN = Family(
    "still open",
    re.compile(r"\b(?:still open|to ask|unanswered|open questions?)\b"),
    (
        contradict(
            r"(?:nothing|no questions?) (?:is |are )?(?:left|open|more|else|further|remains?)\b",
            r"(?:nothing|no need|not necessary) to (?:ask|clarify|check|find out)\b",
            r"(?:all|everything) (?:is |are |has been |have been )?(?:settled|clear|answered|known|clarified|sorted)\b",
            r"no (?:open |further |more )?questions?\b",
        ),
    ),
    required=False,
)

FAMILIES = (
    COMES,
    MUST_NOT_PAY,
    MISSING,
    WELCOME,
    DISPUTES,
    NOT_HEALTH,
    PAYS,
    NEW_TIME,
    NEEDED,
    LATER,
    COLLECTS,
    OPEN,
    ASKS,
)

# Names of statements that count only in clauses about the thing that the claim names.
ABOUT_A_THING = frozenset(("welcome",))
