"""Statements that goals ask for, such as "she comes" or "he must not pay", found in claims and in texts.

Each statement has words that make it and words that contradict it. A negation in the same clause turns the words
that can be negated around: "I come" becomes "I do not come", "it is a scam" becomes "it is no scam".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from simulator.reading.assertion import line_of
from simulator.reading.claims import Answer
from simulator.reading.scene import content_words, singular
from simulator.reading.tokens import Sentence, Tokenized

_ADVERB = r"(?:(?:also|just|then|gladly|happily|certainly|definitely|of course|surely|really|only|still|all|both|now|always|\w+ly) )*"
_NEGATOR = re.compile(r"\b(?:not|never|no|nor|neither|nobody|none|nothing|without|cannot|hardly|stop|avoid)\b")
_HARMLESS_NEGATION = re.compile(
    r"\b(?:not only|no doubt|no problem|no trouble|why not|no matter|not just|no wonder|no question|do not (?:worry|forget|hesitate)|will not miss|would not miss|could not keep|nothing (?:could|can|will) keep|no need to worry)\b"
)
_CLAUSES = re.compile(r"(?: [,:](?! \d)|(?<!\d) [,:])(?= )| (?:\(|\)|but|so|because|although|though|while|whereas|and(?= (?:i|we|you|he|she|it|they|please|the|my|your|there|do|not)\b))(?= )")


class Pattern(NamedTuple):
    """Words that make a statement (+1) or contradict it (-1)."""

    words: re.Pattern[str]
    sign: int
    can_be_negated: bool = True


class Family(NamedTuple):
    """A statement: how claims name it, and how texts say or contradict it."""

    name: str
    wanted: re.Pattern[str]
    patterns: tuple[Pattern, ...]
    hedges: re.Pattern[str] | None = None
    """Words that make every saying of it uncertain."""
    required: bool = True
    """False if a text need not say it, because its values do; it must not contradict it."""


def _say(*words: str) -> Pattern:
    return Pattern(re.compile(rf"\b(?:{'|'.join(words)})"), 1)


def _idiom(*words: str) -> Pattern:
    return Pattern(re.compile(rf"\b(?:{'|'.join(words)})"), 1, False)


def _contradict(*words: str) -> Pattern:
    return Pattern(re.compile(rf"\b(?:{'|'.join(words)})"), -1, False)


def _oppose(*words: str) -> Pattern:
    """Return words that contradict a statement unless they are negated; then they make it."""
    return Pattern(re.compile(rf"\b(?:{'|'.join(words)})"), -1)


_FRAUD = r"(?:scam\w*|fakes?|faked|fraud\w*|swindl\w*|phish\w*|trick\w*|trap|hoax|con|rip[ -]?off|bogus|thie(?:f|ves)|crooks?|criminals?|counterfeit|forger\w*|forged|impostors?|cheat\w*)\b"
_COMING = r"(?:be (?:there|at|with|in|on time|present|along|joining|coming|delighted|sitting|standing|waiting|your)|come|attend|join|make it|make (?:the|that|half|one|two|three|four|five|six|seven|eight|nine|ten|\d)|take part|meet|see you|turn up|show up|drop by|drop in|arrive|stop by|sit|stand|walk over|get there|go|pop in|appear)\b"

COMES = Family(
    "comes",
    re.compile(r"\bthat (?:\w+ ){1,3}(?:comes|will come|will be there|is coming|attends|takes part|joins)\b"),
    (
        _say(
            rf"(?:i|we) {_ADVERB}(?:will|shall|can|would|am going to|would love to|am happy to|am glad to|promise to|am able to|should|must|want to|plan to) {_ADVERB}(?:not )?(?:be able to )?{_COMING}",
            r"(?:i|we) (?:am|are) (?:\w+ )?(?:not )?(?:coming|joining|attending|on my way|taking part|there|all in|in (?:!|,|\.|for))",
            r"i (?:gladly |certainly |do |stand |sit )?(?:come|attend|join you|stand at|sit at)\b",
            r"(?:works|suits|fits) (?:me|us|for me|perfectly|well|fine|nicely)",
            r"(?:is|are) (?:perfectly |quite |absolutely |all )?(?:fine|perfect|good|right|ok|okay|great|no trouble)\b",
            r"(?:keep|save|hold|reserve) (?:my|me a|me my|me the) (?:place|seat|spot|chair|name|slot)",
            r"(?:expect|count on|wait for|rely on) me\b",
            r"i (?:gladly |happily |hereby |do )?(?:accept|confirm)\b",
        ),
        _idiom(
            r"count me in",
            r"put me (?:down|on)",
            r"see you\b",
            r"with (?:pleasure|joy|delight|great pleasure)",
            r"gladly",
            r"of course",
            r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d[\d:.]*) it is\b",
            r"(?:a drink|a date|a deal) (?:with you )?it is",
            r"yes to\b",
            r"wild horses",
            r"nothing (?:could|can|will) keep me",
            r"i would not miss",
            r"i will not miss (?:it|this|that)",
            r"give (?:\w+ ){1,3}my name",
            r"until (?:later|then|tonight)",
            r"be my guest|it is a date",
            r"we meet\b",
            r"you have my yes",
            r"i am in\b",
        ),
        _oppose(r"give (?:my place|my seat|it|my spot) (?:away|to)"),
        _contradict(
            r"count me out",
            r"(?:go|start|begin|do it|manage) (?:\w+ )?without me",
            r"(?:i|we) (?:am|are|was|will be|shall be) (?:\w+ )?unable",
            r"(?:have|need|must|am going|will have) to (?:decline|pass|cancel|miss|skip|stay|send my regrets|bow out|back out|stay away|call off)",
            r"i (?:must )?(?:decline|regret that i)",
            r"(?:another|some other) time (?:then|maybe|perhaps)",
            r"not for me\b",
            r"(?:i|we) (?:will|can|could|shall|would|do|am|are) (?:\w+ )?not (?:\w+ )?(?:make|come|be able|be there|be at|attend|join|coming|joining|attending)",
            r"leave me out",
            r"keeps? me (?:from|away|at)",
        ),
    ),
    re.compile(
        r"\b(?:might|perhaps|maybe|may or may not|not (?:quite |yet )?(?:sure|certain)|(?:cannot|can not|could not|not) (?:say|promise|tell)|not (?:rely|count|bank) on (?:it|that|me)|if i can|whether i|see if|see whether|"
        r"(?:will|shall|i) try|will let you know|shall let you know|would (?:like|love) to (?:\w+ ){1,12}but|wait and see|let us see|depends|no promises?|hope to|do not wait|i doubt|doubtful|if (?:i|we|the|my|all|nothing|there|nobody)|unless|as long as|provided|possibly|probably)\b"
    ),
)
MUST_NOT_PAY = Family(
    "must not pay",
    re.compile(r"\b(?:must|should|need|does|do|has|is) not (?:to )?(?:pay|click)|\bnot to pay\b|\bis a (?:fraud|scam|fake)\b"),
    (
        _say(_FRAUD),
        _oppose(
            r"(?:please |just |then |only |better |quickly |to |and |should |must |can |may |will |shall |would )(?:pay|click|type|enter|transfer|fill in|give|touch|open|react|answer them|reply|send them)\b",
            r"(?:^|, )(?:please )?pay\b",
            r"(?:pay|click|type|enter|transfer|touch|give) (?:anything|anyone|anybody|a cent|a penny|it|them|the|that|those|on|in|before|within|now|at once|today|any|your|a single)\b",
            r"(?:is|are|was) (?:genuine|real|official|legitimate|correct|right|in order|true|all right)\b",
            r"(?:comes?|is|are) (?:really )?from the\b",
        ),
        _idiom(
            r"(?:there is|there was|we owe|i owe|you owe) (?:no (?:fee|charge|debt|bill)|nobody|nothing)",
            r"no fee\b",
            r"nothing (?:to pay|is due|to be paid)",
            r"pay nothing",
            r"put (?:the|your) (?:card|purse|money) (?:\w+ )?(?:away|back)",
            r"(?:are|is) not the post",
            r"leave (?:\w+ ){1,4}alone",
            r"ignore (?:it|that|the|this|them)",
            r"(?:delete|bin|trash) (?:it|yours|that|the)|throw (?:it|that|yours) away",
            r"after your (?:card|money)",
        ),
        _oppose(
            r"i (?:will|shall|am going to) (?:\w+ )?(?:pay|paying) (?:it|the|that|for)\b",
            r"(?:the|your) (?:number|code|date|pin)(?: \w+){0,6} (?:of|on|from) (?:your|the|its) (?:card|back)",
            r"(?:write|send|give|tell|type|answer)(?: \w+){1,5} (?:number|code|pin|card)\b",
        ),
    ),
)
ASKS = Family(
    "asks",
    re.compile(r"\b(?:is|are) asked\b|\basks\b"),
    (
        _say(
            r"(?:please |could you |can you |would you |will you |may i ask you to |kindly )(?:\w+ ){0,3}(?:send|tell|let|answer|write|resend|say|give|attach|reply|forward|drop|mail|check|look|confirm|have)\b",
            r"(?:let me know|tell me|i need to know|send me|send it|answer with|reply with|may i ask|i would like to know|i am asking|i want to know|drop me|mail me|write me|waiting for|i need|we need|needs to know|give me)\b",
            r"(?:resend|re-send|send (?:\w+ ){0,5}again)\b",
            r"(?:please|kindly) (?!do not|forgive|excuse|find|note|accept)\w+",
            r"\w+ , please\b",
            r"(?:if|whether) you (?:could|can|would|might)\b",
            r"(?:may|can|could|might) (?:i|we) (?:please )?(?:have|get|see|ask)\b",
            r"(?:i|we) (?:still |really |urgently )?(?:miss|lack|ask|request|await)\b",
            r"(?:grateful|appreciate|thankful|glad) (?:it )?(?:if|for)\b",
            r"mind (?:re)?sending",
            r"(?:would|could|can|will) you (?:please |kindly |mind )?\w+",
        ),
        _contradict(
            r"no need to",
            r"(?:do|need) not (?:\w+ )?(?:tell|send|answer|reply|resend|bother|write|need)",
            r"never mind",
            r"i (?:have|am) (?:simply |already |just )?(?:ordered|ordering|bought|booked)",
            r"(?:thank you|thanks) for (?:the|your) (?:draft|file|attachment|document|pdf|answer|number)",
        ),
    ),
)
MISSING = Family(
    "missing",
    re.compile(r"\b(?:missing|did not come|not attached|was not there|forgot)\b"),
    (
        _idiom(
            r"missing\b",
            r"forgot\w*",
            r"without (?:\w+ ){0,3}(?:attachment|file|draft|document|pdf|it)\b",
            r"(?:no|nothing|not any) (?:\w+ ){0,2}(?:attached|attachment|file|draft|pdf|document|there|with it|arrived|came)",
            r"(?:not|never) (?:\w+ ){0,2}(?:attached|attach|arrive\w*|come|came|there|find|see|open|include\w*|made it|get through|got|received?|in (?:it|your|the)|with)\b",
            r"resend|re-send|send (?:\w+ ){0,6}(?:again|once more|over again|a second time)|again (?:with|please)",
            r"left (?:it )?(?:out|behind)|slipped|empty|lost\b|went astray|dropped off",
        ),
        _contradict(
            r"(?:has|have|is|it|draft|file|attachment) (?:\w+ )?(?:arrived|come through|came through|received|safely)\b",
            r"(?:got|received|have|read|opened|printed) (?:the|your) (?:\w+ ){0,2}(?:draft|file|attachment|document|pdf)",
            r"no need to (?:re)?send",
        ),
    ),
)
WELCOME = Family(
    "welcome",
    re.compile(r"\b(?:is|are) (?:welcome|allowed)\b|\bmay (?:come|stay|live)\b"),
    (
        _say(
            r"welcome\b",
            r"(?:fine|allowed|okay|ok|permitted|accepted|possible|all right|good company|sure)\b",
            r"(?:may|can|could|should) (?:\w+ )?(?:come|stay|live|move|bring)\b",
            r"bring\b",
        ),
        _idiom(
            r"no problem",
            r"of course",
            r"with pleasure",
            r"yes to\b",
            r"(?:the|just the|my kind of) (?:tenant|guest|company) i like",
            r"(?:like|love|adore|fond of) (?:\w+ )?(?:cats|dogs|pets|animals)",
            r"(?:happy|glad|delighted|pleased) to (?:have|welcome|see|take)",
        ),
        _contradict(
            r"no (?:pets?|cats?|dogs?|animals?)\b",
            r"(?:forbidden|prohibited|banned|ruled out|out of the question)",
            r"(?:leave|left) (?:\w+ ){1,3}(?:behind|elsewhere|at home)",
            r"without (?:the|your|her|him) ?(?:cat|dog|pet)?",
        ),
    ),
)
DISPUTES = Family(
    "disputes",
    re.compile(r"\b(?:disputes?|objects?|complains?|to correct|refund|billed (?:\w+ ){0,3}too much|overcharged)\b"),
    (
        _say(
            r"(?:correct|fix|adjust|refund|lower|reduce|reimburse|repay|pay back|return|put (?:\w+ )?right|amend|revise|credit|review|rectify|check|look into|change)\w*\b",
            r"(?:overcharged|over-charged|too much|too high|wrong|mistake|error|incorrect|does not match|more than|difference|dispute|object|excess)\w*\b",
        ),
        _idiom(
            r"(?:instead of|not|rather than|and not|but|although|while) (?:the |s?\$?\d|what)",
            r"should (?:have been|be|read)",
            r"(?:was|were|had|we|you|had been) (?:\w+ )?(?:agreed|quoted|confirmed|promised|fixed|told)",
        ),
        _contradict(
            r"(?:is|was|are|were|looks?|seems?) (?:\w+ )?(?:right|correct|fine|in order|all right|ok|okay|fair)\b",
            r"(?:do|need|please do) not (?:\w+ )?(?:lower|change|correct|refund|adjust|reduce|bother)",
            r"(?:happy|glad|willing) to pay",
            r"no (?:complaints?|objections?|need to)",
            r"i accept (?:the|this|your)",
            r"keep the (?:change|difference|rest|money)",
        ),
    ),
)
NOT_HEALTH = Family(
    "nothing about health",
    re.compile(r"\bnothing (?:about|of) (?:\w+(?:'s)? ){0,2}(?:health|illness|injury)\b"),
    (
        _contradict(
            r"(?:knees?|ankles?|ligaments?|tendons?|scans?|x-?rays?|mri|physio\w*|doctors?|hospital\w*|surgery|surgeon\w*|injur\w*|hurt\w*|sick\w*|ill|illness|unwell|pain\w*|medical\w*|medic\w*|"
            r"diagnos\w*|wound\w*|sprain\w*|fever|recover\w*|therap\w*|not (?:feeling )?well|health\w*|limp\w*|swollen|crutch\w*)\b"
        ),
    ),
    required=False,
)
PAYS = Family(
    "pays",
    re.compile(r"\bwhat (?:\w+ ){1,4}pays?\b"),
    (
        _contradict(
            r"owe (?:me |us )?(?:nothing|not)",
            r"i (?:will |shall |am going to )?(?:pay|paying|cover) (?:the|it|them|all|for (?:all|each|everyone|you)|your)\b",
            r"(?:need|have|do) not (?:have )?(?:to )?pay\b",
            r"only \w+ pays?",
            r"(?:on me|my treat|for free|free of charge)\b",
        ),
    ),
    required=False,
)
NEW_TIME = Family(
    "new time",
    re.compile(r"\b(?:new (?:time|day|hour)|is late|it is (?:mon|tues|wednes|thurs|fri|satur|sun)day)\b"),
    (
        _contradict(
            r"(?:stands|stays|remains)(?: as it| the same| put|\b)",
            r"stay with\b",
            r"(?:keep|stick) to\b",
            r"for now\b",
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
        _contradict(
            r"(?:do|does|will) not need\b",
            r"no longer need",
            r"(?:please |to |must |have to )?(?:cancel|call off)\b",
            r"(?:take|by|with) (?:the )?(?:train|plane|own cars?|bicycles?)\b",
            r"have to (?:ask|check|count)",
            r"another (?:bus|company|firm)",
        ),
    ),
    required=False,
)
LATER = Family(
    "the later one",
    re.compile(r"\bthe later (?:of|one|slot|time)\b"),
    (
        _say(r"(?:later|second|last|latter|other) (?:slot|time|one|option|of the two|hour|appointment|possibility)\b", r"the (?:later|second|latter)\b"),
        _oppose(r"(?:earlier|first|former) (?:slot|time|one|option|of the two|hour|appointment|possibility)\b", r"(?:either|both|any) (?:slot|time|one|of the two|works?)\b"),
    ),
)
COLLECTS = Family(
    "collects",
    re.compile(r"\bto collect\b"),
    (
        _say(r"(?:collect\w*|get|gather|ask|fetch|call in|receive|remind|claim|share|bring in|take in|pick up|money|chase|owe\w*|from (?:each|every|all|the (?:two|three|four|five|others)))\b"),
        _contradict(r"(?:pay out|pay (?!day)\w+|send (?:\S+ ){0,4}to|transfer|hand out|give (?:\S+ ){0,4}to|give each|repay|refund|return)\b"),
    ),
)
FAMILIES = (COMES, MUST_NOT_PAY, MISSING, WELCOME, DISPUTES, NOT_HEALTH, PAYS, NEW_TIME, NEEDED, LATER, COLLECTS, ASKS)
# Statements that concern a thing named in the claim: only clauses about that thing count.
ABOUT_A_THING = frozenset(("welcome",))


class Sayings(NamedTuple):
    """Where a text makes a statement, where it contradicts it, and where it is uncertain."""

    made: tuple[str, ...]
    contradicted: tuple[str, ...]
    hedged: str


def clauses(line: str) -> Iterator[str]:
    """Yield the clauses of a sentence."""
    for clause in _CLAUSES.split(f" {line} "):
        if clause.strip():
            yield " ".join(clause.split()) + " "


def sayings(family: Family, text: Tokenized, after: int = 0, about: frozenset[str] = frozenset()) -> Sayings:
    """Return how a text speaks about a statement; words before `after` are taken back, quotations do not count."""
    made: list[str] = []
    contradicted: list[str] = []
    hedged, topic = "", False
    for sentence in text.sentences:
        # "The cat? With pleasure." A short answer is about what was named before.
        goes_on = topic and len(sentence.tokens) <= 4
        topic = bool(about) and is_about(_own_words(sentence), about)
        if sentence.end <= after:
            continue
        line = _own_words(sentence)
        if family.hedges is not None and not hedged:
            match = family.hedges.search(line)
            hedged = match[0].strip() if match else ""
        for clause in clauses(line):
            if about and not goes_on and not is_about(clause, about):
                continue
            for sign, words in _signs(family, clause):
                (made if sign > 0 else contradicted).append(words)
    return Sayings(tuple(made), tuple(contradicted), hedged)


def _own_words(sentence: Sentence) -> str:
    if not any(token.quoted for token in sentence.tokens):
        return line_of(sentence)
    return " ".join(token.word for token in sentence.tokens if not token.quoted) + " "


def _signs(family: Family, clause: str) -> Iterator[tuple[int, str]]:
    plain = _HARMLESS_NEGATION.sub(lambda match: match[0].replace("not ", "").replace("no ", ""), clause)
    for pattern in family.patterns:
        source = plain if pattern.can_be_negated else clause
        for match in pattern.words.finditer(source):
            negated = pattern.can_be_negated and bool(_NEGATOR.search(source[: match.end()]))
            yield (-pattern.sign if negated else pattern.sign), match[0].strip()


def is_about(clause: str, about: frozenset[str]) -> bool:
    """Return True if a clause names one of these things."""
    return bool({singular(word) for word in re.findall(r"[^\W_]+", clause)} & about)


# Words for the same kind of thing, so that "your cat" finds "pets" and "the washer" a washing machine.
_KINDS = (
    ("cat", "pet", "animal", "kitten", "kitty", "feline"),
    ("dog", "pet", "animal", "puppy", "hound", "dachshund", "terrier", "poodle"),
    ("lift", "elevator", "stair", "staircase"),
    ("heating", "heat", "heated", "radiator", "warm"),
    ("haze", "fog", "mist", "smoke"),
    ("identity", "id", "passport", "identification"),
    ("landlord", "reference", "landlady"),
    ("last", "final", "end", "closing"),
    ("terrace", "roof", "rooftop"),
    ("pension", "retirement"),
    ("farewell", "send-off", "sendoff", "party", "surprise", "celebration", "goodbye", "leaving"),
    ("car", "vehicle", "parking", "carport", "park", "garage"),
    ("washing", "machine", "washer"),
    ("draft", "file", "attachment", "document", "pdf", "version", "text", "manuscript", "attach", "attached", "paper"),
    ("seat", "ticket", "place", "number", "headcount", "chair", "many", "guest", "people", "count", "figure", "who", "coming", "come"),
    ("fare", "price", "bill", "charge", "amount", "receipt", "invoice", "sum"),
    ("robe", "coat", "cloak", "gown"),
    ("size", "small", "medium", "large"),
    ("want", "in", "interested", "keen"),
)


def related(words: frozenset[str]) -> frozenset[str]:
    """Return these words with those for the same kind of thing."""
    found = set(words)
    for kind in _KINDS:
        if words & set(kind):
            found |= set(kind)
    return frozenset(found)


class Point(NamedTuple):
    """One thing that a claim asks a text to say."""

    family: Family | None
    about: frozenset[str]
    words: str
    number: str = ""
    """For room for a number of things: the number, as a word."""
    listed: bool = False
    """True if it is enough that the text names the thing."""


_ROOM = re.compile(r"\b(?:room|space|a place|places?) for (?P<number>one|two|three|four|five|\d+) (?P<thing>\w+)")
_THERE_IS = re.compile(r"\bthere is (?:a|an|the) (?P<thing>[\w ]+)$")
_PARTS = re.compile(r",? and (?=that|until|when|by|in|where|how|which)|, ")
# Words of claims that name neither a thing nor a value.
_SAY_WORDS = content_words(
    "knows know hears told asked welcome allowed which until when whether there room one send again"
    " come came missing needed need needs"
)


def points_in(say: str, names: frozenset[str]) -> list[Point]:
    """Return what a claim asks a text to say; what only consists of values yields nothing."""
    found: list[Point] = []
    lowered, _, things = say.lower().rstrip(".").partition(": ")
    for thing in things.split(", ") if things else ():
        found.append(Point(None, related(content_words(thing)), thing, "", True))
    for part in _PARTS.split(lowered):
        room, there = _ROOM.search(part), _THERE_IS.search(part)
        if room:
            found.append(Point(None, related(frozenset({singular(room["thing"])})), part, room["number"]))
        elif there:
            found.append(Point(None, related(content_words(there["thing"])), part))
    for family in FAMILIES:
        match = family.wanted.search(lowered)
        if match and not (family is ASKS and any(point.family is DISPUTES for point in found)):
            part = next((one for one in _PARTS.split(lowered) if match[0].split()[-1] in one), lowered)
            scope = lowered[match.start() :] if family is ASKS else part
            about = content_words(scope) - names - _SAY_WORDS
            found.append(Point(family, related(about), lowered))
    return found


def read_room(point: Point, text: Tokenized) -> tuple[Answer, str]:
    """Return whether a text says that there is room for that number of things and no more."""
    number = {"one": "(?:one|1|a single|single|1x)", "two": "(?:two|2|both)"}.get(point.number, point.number)
    more = r"(?:two|2|both|several|more than one|three|3|any number)" if point.number == "one" else r"(?!x)x"
    made = ""
    for sentence in text.sentences:
        for clause in clauses(_own_words(sentence)):
            if re.search(r"\b(?:perhaps|maybe|might|not (?:quite )?sure|may depend|possibly)\b", clause):
                return "unclear", clause.strip()
            negated = bool(_NEGATOR.search(clause))
            if re.search(rf"\b(?:room|space|place|shade|fits?|takes?|holds?|stand|park\w*) (?:\w+ ){{0,3}}{more}\b", clause) or re.search(
                rf"(?<!one of your )(?<!one of the )(?<!one of ){more}\b (?:\w+ ){{0,3}}(?:can|could|may|will|would|fit|fits|stand|are (?:fine|welcome|ok|okay|possible))\b", clause
            ):
                if not negated:
                    return "no", clause.strip()
                continue
            if re.search(rf"\b{number} \w+ (?:per|for each|each)\b", clause):
                return "unclear", clause.strip()
            if re.search(rf"\b{number}\b(?: of)?(?: your| the| my| them)?", clause) and is_about(clause, point.about) and not negated:
                made = clause.strip()
    return ("yes", made) if made else ("unclear", "")


def read_listed(point: Point, text: Tokenized) -> tuple[Answer, str]:
    """Return whether a text names a thing in its own words."""
    denied = ""
    for sentence in text.sentences:
        for clause in clauses(_own_words(sentence)):
            if is_about(clause, point.about):
                words = re.findall(r"[^\W_]+", clause)
                first = next(index for index, word in enumerate(words) if singular(word) in point.about)
                if not set(words[max(0, first - 3) : first]) & {"not", "never", "without", "instead"}:
                    return "yes", clause.strip()
                denied = clause.strip()
    return ("no", denied) if denied else ("unclear", "")


def read_there_is(point: Point, text: Tokenized) -> tuple[Answer, str]:
    """Return whether a text says that there is such a thing."""
    made = ""
    for sentence in text.sentences:
        for clause in clauses(_own_words(sentence)):
            if not is_about(clause, point.about):
                continue
            if re.search(r"\b(?:perhaps|maybe|might|not (?:quite )?sure|i think|possibly)\b", clause):
                return "unclear", clause.strip()
            if re.search(r"\b(?:no|not|without|neither)\b(?: \w+){0,3} (?:a |an |any )?(?:" + "|".join(point.about) + r")", clause):
                if not re.search(r"\b(?:no|not) (?:carrying|have to|need|longer)", clause):
                    return "no", clause.strip()
            elif not sentence.asks:
                made = clause.strip()
    return ("yes", made) if made else ("unclear", "")
