"""Lists patterns for statements in texts: somebody comes, must not pay, asks or is welcome; a file is missing.

Each statement has words that make it and words that contradict it. A negation in the same clause reverses words that
can be negated: "I do not come" contradicts "I come".
"""

from __future__ import annotations

import re
from typing import NamedTuple

_ADVERB = (
    r"(?:(?:also|just|then|gladly|happily|certainly|definitely|of course|surely|really|only|still|all|both|now"
    r"|always|\w+ly) )*"
)


class Pattern(NamedTuple):
    """Words that make a statement (`sign` is 1) or contradict it (`sign` is -1)."""

    words: re.Pattern[str]
    sign: int
    can_be_negated: bool = True


class Family(NamedTuple):
    """A statement: how claims name it, and how texts say or contradict it."""

    name: str
    wanted: re.Pattern[str]
    patterns: tuple[Pattern, ...]
    hedges: re.Pattern[str] | None = None
    """Words that make the statement uncertain, in whichever sentence they occur."""
    required: bool = True
    """False if a text need not make the statement, often because its values imply it, but must not contradict it."""


def makes(*words: str) -> Pattern:
    return Pattern(re.compile(rf"\b(?:{'|'.join(words)})"), 1)


def makes_plainly(*words: str) -> Pattern:
    return Pattern(re.compile(rf"\b(?:{'|'.join(words)})"), 1, False)


def contradict(*words: str) -> Pattern:
    return Pattern(re.compile(rf"\b(?:{'|'.join(words)})"), -1, False)


def oppose(*words: str) -> Pattern:
    """Return a pattern for words that contradict a statement or, if they are negated, make it."""
    return Pattern(re.compile(rf"\b(?:{'|'.join(words)})"), -1)


_FRAUD = (
    r"(?:scam\w*|fakes?|faked|fraud\w*|swindl\w*|phish\w*|trick\w*|trap|hoax|con|rip[ -]?off|bogus|thie(?:f|ves)"
    r"|crooks?|criminals?|counterfeit|forger\w*|forged|impostors?|cheat\w*)\b"
)

_COMING = (
    r"(?:be (?:there(?! in spirit)|at (?!the lawyers|home|work|the office|the doctor)|with|in (?!spirit|town|bed)"
    r"|on time|present|along|joining|coming|delighted|sitting|standing|waiting|your)|come"
    r"|attend|join|make it|make (?:the|that|half|one|two|three|four|five|six|seven|eight|nine|ten|\d)|take part"
    r"|meet|see you|turn up|show up|drop by|drop in|arrive|stop by|sit|stand|walk over|get there|go|pop in"
    r"|appear)\b"
)

COMES = Family(
    "comes",
    re.compile(
        r"\bthat (?:[\w'-]+ ){1,3}(?:comes|will come|is coming|attends|will attend|takes part|joins|will join"
        r"|(?:will be|is) (?:there|at (?:the|his|her|their|your)|present|with (?:him|her|them)))\b"
    ),
    (
        makes(
            rf"(?:i|we) {_ADVERB}(?:will|shall|can|could|may|might|would|am going to|would love to|am happy to"
            rf"|am glad to"
            rf"|promise to|am able to|should|must|want to|plan to) {_ADVERB}(?:not )?(?:be able to )?{_COMING}",
            r"(?:i|we) (?:am|are) (?:\w+ )?(?:not )?(?:coming|joining|attending|on my way|taking part|there|all in"
            r"|in (?:!|,|\.|for))",
            r"i (?:gladly |certainly |do |stand |sit )?(?:come|attend|join you|stand at|sit at)\b",
            r"(?:works|suits|fits) (?:me|us|for me|perfectly|well|fine|nicely)",
            r"(?:is|are) (?:perfectly |quite |absolutely |all )?(?:fine|perfect|good|right|ok|okay|great|no trouble)\b",
            r"(?:keep|save|hold|reserve) (?:my|me a|me my|me the) (?:place|seat|spot|chair|name|slot)",
            r"(?:expect|count on|wait for|rely on) me\b",
            r"i (?:gladly |happily |hereby |do )?(?:accept|confirm)\b",
            # In "I will shut the shop and be there" another verb comes before "be there".
            rf"(?:i|we) (?:will|shall|am going to) (?:\w+ ){{1,7}}(?:and|then) (?:then )?{_COMING}",
            rf"(?:i|we) \w+ [^,.;]{{3,60}} and (?:will|shall) {_ADVERB}(?:not )?{_COMING}",
            rf"(?:i|we) (?:am|are) (?:\w+ )?(?:happy|glad|delighted|pleased|free|honou?red|able|ready) (?:to|for)"
            rf" (?:{_COMING}|that|it|then)",
            rf"(?:happy|glad|delighted|pleased|ready|honou?red|able|going) to {_COMING}",
            r"(?:you will|you'll|you can) (?:see|find|meet|have|expect) me (?:at|in|on|there|by|tonight|today|outside)",
            r"(?:my|your) (?:chair|seat|place) (?:will|is|stays)",
        ),
        makes_plainly(
            r"count me in",
            # Other rules check the value after these words: "Let us say Tuesday at nine".
            r"let us (?:say|make it|take|do|meet|settle on) (?!no\b|not\b|that\b|it\b)",
            r"put me (?:down|on)",
            r"see you\b",
            r"on (?:my|our) way\b",
            r"^coming\b|all yours\b|(?:try to|can not|could not|nobody can|never) stop me",
            r"with (?:pleasure|joy|delight|great pleasure)",
            r"gladly",
            r"i would love to\b(?! but)",
            r"you bet\b",
            r"(?:sounds|that is) (?:good|great|perfect|lovely|wonderful)\b",
            r"(?:absolutely|certainly|naturally|definitely|my pleasure)\b",
            r"(?:look|looking) forward\b",
            r"can ?not wait\b",
            r"of course",
            r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d[\d:.]*) it is\b",
            r"(?:a date|a deal) (?:with you )?it is",
            r"i am (?:at|in|with) (?:you|your)\b",
            r"yes to\b",
            r"(?<=: )yes\b|yes (?=[,.!]|from me|please|, )|^yes\b",
            r"(?:yep|yup|yeah|sure thing|deal|done|agreed|confirmed|affirmative|roger|will do)\b(?! not)",
            r"(?:it is|that is) a (?:date|deal|yes)",
            r"(?:am|be|i am) game\b",
            r"wild horses",
            r"nothing (?:could|can|will) keep me",
            r"i would not miss",
            r"i will not miss (?:it|this|that)",
            r"give (?:\w+ ){1,3}my name",
            r"until (?:later|then|tonight)",
            r"be my guest|it is a date",
            r"we meet\b",
            r"you have my yes",
            r"i am in(?= ?[,.!;)]| for\b| too\b| ?$)",
        ),
        oppose(r"give (?:my place|my seat|it|my spot) (?:away|to)"),
        contradict(
            r"count me out",
            r"(?:go|start|begin|do it|manage) (?:\w+ )?without me",
            r"(?:i|we) (?:am|are|was|will be|shall be) (?:\w+ )?unable",
            r"(?:have|need|must|am going|will have) to (?:decline|pass|cancel|miss|skip|stay|send my regrets"
            r"|bow out|back out|stay away|call off)",
            r"i (?:must )?(?:decline|regret that i)",
            r"(?:another|some other) time (?:then|maybe|perhaps)",
            r"not for me\b",
            r"(?:i|we) (?:will|can|could|shall|would|do|am|are) (?:\w+ )?not (?:\w+ )?(?:make|come|be able"
            r"|be there|be at|attend|join|coming|joining|attending)",
            r"(?:will|can|could|shall) not (?:manage|make) (?:it|that|tonight|today|to)\b",
            r"(?:buried|drowning|swamped|up to (?:my|the) (?:ears|neck|eyes)) (?:in|with)"
            r" (?:\w+ )?(?:work|orders|papers)",
            r"leave me out",
            r"keeps? me (?:from|away|at)",
            r"eats (?:up )?my (?:evening|day|afternoon|morning|night|time)",
            r"(?:seven|it|that|tonight|today|tomorrow|then|time|hour|\d[\d:.]*|(?:mon|tues|wednes|thurs|fri|satur"
            r"|sun)day)"
            r" (?:\w+ )?(?:will|would|does|do|is|can) (?:\w+ )?not (?:\w+ )?(?:work|suit|fit|do|possible|happen|good"
            r"|convenient|feasible)",
            r"(?:something|other things|work) (?:has |just )?(?:come|came|got) (?:up|in the way|between)",
            r"(?:rain ?check|(?<!makes )(?<!make )other plans|another engagement"
            r"|previous engagement|prior commitment|not be joining"
            r"|sit (?:this|it) out|give it a miss|no can do|no time (?:for|to)|stuck (?:at|in|here)|tied up)",
            r"(?:must|have to|will|shall|need to) (?:\w+ )?(?:stay (?:at )?home|pass|miss (?:it|this)|skip|send (?:my"
            r" regrets|somebody|someone|my \w+ in my))",
            r"(?:in|take) my (?:place|stead)",
            r"in spirit\b",
            r"no from me|my answer is no|it is a no",
        ),
    ),
    re.compile(
        r"\b(?:might|perhaps|maybe|may or may not|not (?:quite |yet )?(?:sure|certain)|(?:cannot|can not|could not"
        r"|not) (?:say|promise|tell)|not (?:rely|count|bank) on (?:it|that|me)|if i can|whether i|see if"
        r"|see whether|"
        r"(?:will|shall|i) try|will let you know|shall let you know|would (?:like|love) to (?:\w+ ){1,12}but"
        r"|wait and see|let us see|depends|no promises?|hope to|do not wait|i doubt|doubtful|if (?:i|we|the|my|all"
        r"|nothing|there|nobody)|unless|as long as|come (?:when|as soon as|once|after)|as soon as|provided"
        r"|possibly|probably)\b"
    ),
)

MUST_NOT_PAY = Family(
    "must not pay",
    re.compile(
        r"\b(?:must|should|need|does|do|has|is) not (?:to )?(?:pay|click)|\bnot to pay\b|\bis a (?:fraud|scam|fake)\b"
    ),
    (
        makes(_FRAUD, r"ignore (?:it|that|the|this|them)\b"),
        oppose(
            r"(?:please |just |then |only |better |quickly |to |and |should |must |can |may |will |shall "
            r"|would )(?:pay|click|type|enter|transfer|fill in|give|touch|open|react|answer them|reply"
            r"|send them)\b",
            r"(?:^|, )(?:please )?pay\b",
            r"(?:pay|click|type|enter|transfer|touch|give) (?:anything|anyone|anybody|a cent|a penny|it|them|the"
            r"|that|those|on|in|before|within|now|at once|today|any|your|a single)\b",
            r"(?:is|are|was) (?:genuine|real|official|legitimate|correct|right|in order|true|all right)\b",
            r"(?:comes?|is|are) (?:really )?from the\b",
        ),
        makes_plainly(
            r"(?:there is|there was|we owe|i owe|you owe) (?:no (?:fee|charge|debt|bill)|nobody|nothing)",
            r"no fee\b",
            r"nobody (?:owes|has to pay|needs to pay)|(?:keep|leave|put) (?:the|your) (?:card|purse|money|wallet)",
            r"(?<!if you )(?<!if we )(?<!when you )(?:do|must|should|shall|need|can) not (?:\w+ )?(?:pay|click"
            r"|answer)\b",
            r"never pay\b",
            r"nothing (?:needs|has|have) to be paid|nothing (?:to pay|is due|to be paid)",
            r"pay nothing",
            r"put (?:the|your) (?:card|purse|money) (?:\w+ )?(?:away|back)",
            r"(?:are|is) not the post",
            r"leave (?:\w+ ){1,4}alone",
            r"(?:delete|bin|trash) (?:it|yours|that|the)|throw (?:it|that|yours) away",
            r"(?:after|want) your (?:card|money)",
            r"hands off\b",
            r"(?:stay|keep) away\b",
            r"beware\b",
            r"not fall for\b",
        ),
        oppose(
            r"i (?:will|shall|am going to) (?:\w+ )?(?:pay|paying) (?:it|the|that|for)\b",
            r"(?:the|your) (?:number|code|date|pin)(?: \w+){0,6} (?:of|on|from) (?:your|the|its) (?:card|back)",
            r"(?:write|send|give|tell|type|answer)(?: \w+){1,5} (?:number|code|pin|card)\b",
        ),
    ),
    # "Do not pay before Thursday" only puts the payment off.
    re.compile(r"\bnot (?:\w+ )?pay\w*(?: \w+){0,3} (?:before|until|till|yet|today|for now|this (?:week|month))\b"),
)

ASKS = Family(
    "asks",
    # Not in a relative clause: "less than what he asks".
    re.compile(r"\b(?:is|are) asked\b|^(?:\w+ ){1,4}asks\b"),
    (
        makes(
            r"(?:please |could you |can you |would you |will you |may i ask you to |kindly )(?:\w+ ){0,3}(?:send"
            r"|tell|let|answer|write|resend|say|give|attach|reply|forward|drop|mail|check|look|confirm|have)\b",
            r"(?:i|we) (?:would |must |have to |do )?(?:kindly |hereby )?(?:ask|beg|request) (?:you|that|for)\b",
            r"(?:could|can|may|might|would) (?:i|we) (?:please )?(?:keep|leave|stay|agree|move|do|make|renew|change)\b",
            r"(?:i|we) would (?:like|love|be (?:glad|happy|grateful)) (?:to|if|you to)\b",
            r"(?:let me know|tell me|i need to know|send me|send it|answer with|reply with|may i ask"
            r"|i would like to know|i am asking|i want to know|drop me|mail me|write me|waiting for|i need|we need"
            r"|needs to know|give me)\b",
            r"(?:resend|re-send|send (?:\w+ ){0,5}again)\b",
            r"(?:please|kindly) (?!do not|forgive|excuse|find|note|accept)\w+",
            r"\w+ , please\b",
            r"(?:if|whether) you (?:could|can|would|might)\b",
            r"(?:may|can|could|might) (?:i|we) (?:please )?(?:have|get|see|ask)\b",
            r"(?:i|we) (?:still |really |urgently )?(?:miss|lack|ask|request|await)\b",
            r"(?:grateful|appreciate|thankful|glad) (?:it )?(?:if|for)\b",
            r"mind (?:re)?sending",
            r"(?:would|could|can|will) you (?:please |kindly |mind )?\w+",
            r"(?:shout|holler|sing out|speak up|ping me|text me|ring me|call me|message me|get back to me"
            r"|come back to me"
            r"|sign up|hands up|raise your hand|rsvp|say (?:the word|so|yes|when)|give (?:me )?a (?:shout|ring|sign|yes"
            r"|number)|drop (?:me )?a (?:line|note|word))\b",
            r"(?:anyone|anybody|who) (?:else )?(?:in|interested|up|keen|fancies|wants|needs|wishes|coming)\b",
            r"(?:i am|we are) (?:still )?(?:curious|short of|in need of)",
            r"(?:your|the) (?:answer|reply|figure|number|file) (?:by|before|until|at the latest)",
        ),
        contradict(
            r"no need to",
            r"(?:do|need) not (?:\w+ )?(?:tell|send|answer|reply|resend|bother|write|need)",
            r"never mind",
            r"(?:i|we) (?:will|shall|can|am going to|are going to|could|may) (?:\w+ )?(?:send|resend|mail|forward"
            r"|give|tell"
            r"|write|bring|return|attach)\b",
            r"i (?:have|am) (?:simply |already |just )?(?:ordered|ordering|bought|booked)",
            r"(?:thank you|thanks) for (?:the|your) (?:draft|file|attachment|document|pdf|answer|number)",
        ),
    ),
)

MISSING = Family(
    "missing",
    re.compile(r"\b(?:missing|did not come|not attached|was not there|forgot)\b"),
    (
        makes_plainly(
            r"missing\b",
            r"(?:draft|file|attachment|document|pdf) (?:did|was|is|has) not\b",
            r"forgot\w*",
            r"without (?:\w+ ){0,3}(?:attachment|file|draft|document|pdf|it)\b",
            r"(?:no|nothing|not any) (?:\w+ ){0,2}(?:attached|attachment|file|draft|pdf|document|there|with it"
            r"|arrived|came)",
            r"(?:not|never) (?:\w+ ){0,2}(?:attached|attach|arrive\w*|come|came|there|find|see|open|include\w*"
            r"|made it|get through|got|received?|in (?:it|your|the)|with)\b",
            r"resend|re-send|send (?:\w+ ){0,6}(?:again|once more|over again|a second time)|again (?:with|please)",
            r"left (?:it )?(?:out|behind)|slipped|empty|lost\b|went astray|dropped off",
        ),
        contradict(
            r"(?:has|have|is|it|draft|file|attachment) (?:\w+ )?(?:arrived|come through|came through|received"
            r"|safely)\b",
            r"(?:got|received|(?<!can )(?<!may )(?<!could )i have|read|opened|printed) (?:the"
            r"|your) (?:\w+ ){0,2}(?:draft|file|attachment"
            r"|document|pdf)",
            r"no need to (?:re)?send",
        ),
    ),
)

WELCOME = Family(
    "welcome",
    re.compile(r"\b(?:is|are) (?:welcome|allowed)\b|\bmay (?:come|stay|live)\b"),
    (
        makes(
            r"welcome\b",
            r"(?:fine|allowed|okay|ok|permitted|accepted|possible|all right|good company|sure)\b",
            r"(?:may|can|could|should) (?:\w+ )?(?:come|stay|live|move|bring)\b",
            r"bring\b",
        ),
        makes_plainly(
            r"no (?:problem|issue|bother|trouble|obstacle|objections?)",
            r"of course",
            r"with pleasure",
            r"(?:love|happy|glad|delighted|like) to (?:have|host|meet|put up|see)",
            r"yes to\b",
            r"(?:the|just the|my kind of) (?:tenant|guest|company) i like",
            r"(?:like|love|adore|fond of) (?:\w+ )?(?:cats|dogs|pets|animals)",
            r"(?:happy|glad|delighted|pleased) to (?:have|welcome|see|take)",
        ),
        contradict(
            r"no (?:pets?|cats?|dogs?|animals?)\b",
            r"(?:yours|mine|it|she|he|that one|they) (?:is|are|can|may|must|should) (?:sadly |unfortunately )?not\b",
            r"(?:forbidden|prohibited|banned|ruled out|out of the question)",
            r"(?:leave|left) (?:\w+ ){1,3}(?:behind|elsewhere|at home)",
            r"without (?:the|your|her|him) ?(?:cat|dog|pet)?",
        ),
    ),
    re.compile(
        r"\b(?:for (?:a|one|the) (?:weekend|night|day|visit|while|bit|short)|outside|outdoors|in the (?:cellar"
        r"|garden|shed"
        r"|garage|yard|barn|basement|cage)|on a lead|as long as|provided|only if|if (?:it|she|he|they) (?:is|are"
        r"|does|do|weighs?"
        r"|stays?|behaves?)|in a cage|during the day)\b"
    ),
)
