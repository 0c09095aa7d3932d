"""Finds remarks in a message that go beyond what it must say: a refusal, a delay, a threat, a revelation.

A remark is harmless if the right texts of the goal use the same words. Any other such remark makes the message unclear:
the recipient would act on the remark, and rules can't tell whether it is true.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from functools import lru_cache

from simulator.reading.claims import Found
from simulator.reading.facts.text_values import keys_in
from simulator.reading.language.assertion import Asserted, own_lines
from simulator.reading.language.offence_words import FOR_NOBODY
from simulator.reading.language.tokens import tokenize
from simulator.reading.messages.comparison import RightTexts
from simulator.reading.messages.side_things import is_of_side_thing

_I = r"(?:i|we)"
_AUX_NOT = r"(?:am|are|was|will|would|can|could|do|did|shall|should|may|must|have|had) (?:\w+ly |still |even )?not"

_DECLINES = "it may decline"
_CALLS_OFF = "it calls something off"
_PUTS_OFF = "it puts something off"
_DENIES = "it denies something"
_REFUSES = "it refuses something"
_CONDITION = "it sets a condition"
_MONEY = "it asks for money or data"
_AS_IT_IS = "it leaves things as they are"
_SHARED = (_REFUSES, _DENIES, _DECLINES, _CALLS_OFF, _PUTS_OFF)
# Each reason, as people read it, with the words that reveal such a remark.
_REMARKS: tuple[tuple[str, str], ...] = (
    (
        _REFUSES,
        r"(?:to|ask|find|for|with|let|take|by) (?:somebody|someone) else|"
        rf"{_I} {_AUX_NOT} (?:\w+ ){{0,2}}(?:give|giving|send|sending|share|sharing|tell|telling|pass|passing|hand"
        r"|handing|reveal|disclose|part with|lend|help|going to|let you|allow|agree|accept|want (?:to|you|it|any)"
        r"|need (?:it|them|any|you|that)|interested|recommend|approve|support|in favou?r)\b"
        r"|refus\w+|declin\w+|reject\w*|withh[eo]ld\w*|rather not|prefer not|no way\b|over my dead body"
        r"|out of the question|not a chance|no chance|by no means|under no circumstances|absolutely not|certainly not"
        r"|(?:would|will|do) not (?:hear of|dream of)|against (?:it|that|the idea)|none of your business"
        r"|thanks but no thanks|no thank you|no , thank you|no thanks|not having (?:it|that|any)|turn(?:ed|ing)? down"
        r"|do not (?:want|wish|care|intend)\b|not willing|unwilling|reluctant\w*|veto\w*|oppos\w+|disagree\w*|object to"
        r"|give (?:it|that|this) a miss|no longer (?:want|need|interested)|changed? (?:my|our) minds?",
    ),
    (
        _DENIES,
        r"(?:you|he|she|they|it|yours|mine|i|we|others?|the \w+) (?:may|can|must|will|do|does|did|is|are|am|would"
        r"|should) not (?:[.,!;]|$)",
    ),
    (
        _CONDITION,
        r"(?<!\( )(?<!even )if (?!yes\b|no\b|your\b|every"
        r"|you (?:like|want|need|wish|prefer|could|can|would|have|are|get|see|look|ask|agree|mind|happen|still)\b"
        r"|possible|that|this|so\b|it (?:suits|is|helps|rains|works)|we (?:are|order|buy|have)|not\b|anything|anybody"
        r"|anyone|nobody|need be|any|at least|only i|the line|i may|i remember|he does not (?:answer|pick)|at all"
        r"|three|two|four|there (?:are|is))|unless|provided (?:that|you|he|she|it|they|the)|on (?:the )?condition"
        r"|as long as|so long as|only when|depend\w+ on|subject to",
    ),
    (
        _PUTS_OFF,
        r"(?:some|any) other (?:time|day)|another (?:time|day|week|month|occasion)|one of these days|some ?day\b"
        r"|sometime\b|at some point|eventually|in due course|when i (?:get round|get around|find (?:the )?time"
        r"|have time"
        r"|feel like)|(?:get|come) back to (?:you|it|this)|sooner or later|till further notice|until further notice"
        r"|for the time being|not (?:just )?yet\b|look (?:it|that|them) up (?:later|some|another|tomorrow|when)"
        r"|(?:tell|let|send|give|show)(?: \w+){0,4} (?:later|another time|some other|next week|next month)\b"
        r"|wait and see|sleep on it|think (?:about )?(?:it )?over|give it some thought|"
        r"on hold|up in the air|postpon\w+|put(?:ting)? (?:it |that |this |them )?off|push(?:ed|ing)? back"
        r"|delay it|leave it (?:for|until|till)|rain ?check",
    ),
    (
        _CALLS_OFF,
        r"cancel\w*|call(?:ed|ing)? (?:\w+ ){0,3}off|scrap\w*|drop(?:ped|ping)? out|pull(?:ed|ing)? out"
        r"|back(?:ed|ing)? out|bail\w*|bow(?:ing)? out|fall(?:s|en)? through|fell through|off the table|not happening"
        r"|not going to happen|abandon\w*|give up\b|gave up|(?:is|are|it is|all) off\b|no more (?:of|meetings?)"
        r"|quit\w*|resign\w*|withdraw\w*|withdrew|terminat\w+|end the|instead of coming",
    ),
    (
        _DECLINES,
        r"(?:will|shall|am going to) be (?!coming|waiting|joining|arriving|bringing|sitting|standing|looking|seeing"
        r"|meeting"
        r"|attending|taking|collecting|sending|staying|going|using|needing|having|making|wearing|paying|getting|driving"
        r"|running|walking|cheering|keeping|listening|opening|starting|handing|leaving|landing|singing)\w+ing\b"
        r"|eats (?:up )?my|tied up|swamped|snowed under|other plans"
        r"|another (?:engagement|commitment)|previous engagement|without me|can (?:\w+ )?not manage"
        r"|could not manage|no time (?:for|to|today|tonight|then|at|on|that|[.,!])"
        r"|too (?:busy|tired|far|late|much) (?:for|to)\b"
        r"|have to (?:stay|work|pass|miss|skip|decline|cancel)|must (?:stay(?! open)|pass|miss|skip|decline|cancel)"
        r"|(?:am|are|be) (?:busy|away|abroad|unavailable|out of town|elsewhere|stuck|engaged|not free|not available)"
        r"|not (?:be )?(?:able|free|available|around|in town)|unable|fully booked|stay(?:ing)? (?:at )?home"
        r"|in spirit|in (?:my|our) (?:thoughts|hearts?|minds?|dreams)|raise a glass (?:to|for) (?:me|us)"
        r"|(?<!not )miss (?:it|you all|this one|out)|go ahead without"
        r"|start without|do not (?:wait|count|rely|bank|expect)|send(?:ing)? (?:my (?:brother|sister|son|daughter"
        r"|wife|husband|assistant|regards|apologies|regrets|excuses)|somebody|someone)|in my (?:place|stead)",
    ),
    (
        "it may tell a secret",
        r"(?<!what a )(?<!such a )(?<!lovely )(?<!pleasant )(?<!nice )(?<!wonderful )(?<!great )(?<!good"
        r" )surpris\w+|keep (?:it|this|that) (?:quiet|under)|between (?:us|you and me|the two)"
        r"|confidential\w*|in confidence"
        r"|behind (?:his|her|their|your|my) back|(?:he|she|they) (?:told|confided|admitted|confessed|whispered)"
        r"|failed (?:his|her|their|the|an?) (?:\w+ )?(?:exams?|tests?|course)|flunked|(?:he|she|they|who|mother"
        r"|father|husband|wife|son|daughter|brother|sister) (?:has )?died\b|passed away|lost (?:his"
        r"|her|their) (?:job|licen[cs]e)"
        r"|gossip\w*|rumou?r\w*|affair\b|divorc\w+|pregnan\w+|fired\b|sacked|laid off|(?:in|has) debts?|broke\b"
        r"|drunk\w*|arrest\w*|prison|cancer|depress\w+|surgery|operation\b|diagnos\w+|hospital\w*|clinic\b|therap\w+"
        r"|(?:is|are|was|got|fell|feels?|being) (?:\w+ )?(?:sick|ill|unwell|injured|hurt)\b|my (?:\w+ )?(?:hip|knee"
        r"|back|heart|leg|eyes|nerves|health|memory) (?:is|are|has|have)\b|injur\w+|medical\w*|doctor'?s?\b"
        r"|salary|wages|bankrupt\w*|lawsuit|cheating on|broke up|split up|key is (?:under|in)|nobody (?:is"
        r"|will be) home"
        r"|house (?:is|stands|will be) empty|alarm code|door code|(?:your|my|his|her|the) pin\b|password\w*|passcode",
    ),
    (
        "it blames somebody",
        r"(?:your|his|her|their) (?:own )?fault|awful|terrible|horrible|dreadful\w*|lousy|crap\w*|hideous|ugly"
        r"|stinks?|sucks?|blam\w+|because of you\b|thanks to your|you people|how could you"
        r"|unreliab\w+|sloppy|careless\w*|incompeten\w+|lazy|laziness|rude\w*|cheap ?skate\w*|free ?load\w+|spong\w+"
        r"|scroung\w+|moocher\w*|leech\w*|parasit\w+|dead ?beat\w*|slacker\w*|miser(?:s|ly)?\b|skinflint\w*"
        r"|tight ?wad\w*"
        r"|thick\b|hopeless|useless|pathetic|disgrac\w+|disgust\w*|ridiculous|nonsense|rubbish|typical of you"
        r"|as usual ,? you"
        r"|nagging|annoy\w+|sick and tired|fed up|had enough|(?:out of|losing|my) patience|ungrateful|selfish|greedy"
        r"|stingy|liars?\b|lying"
        r"|shame on|ashamed of you|you never|you always|once in your li(?:fe|ves)|bother(?:ed)? to|clown\w*"
        r"|amateur\w*|mess you|your mess\b|old goat|rip-? ?off|lied\b|cheat(?:ed|ing)\b|stole"
        r"|stolen|embezzl\w+"
        r"|brib\w+|do not (?:be|act) so",
    ),
    (
        "it threatens somebody",
        r"or else|or i (?:walk|leave|quit|am out|go|will)\b|want a (?:better|higher|lower|bigger)"
        r"|(?:my|our) (?:lawyer|attorney)s?\b|police|court\b|sue\b|suing|legal action|consequences|last chance"
        r"|last warning|final warning|never (?:\w+ )?again|throw (?:you|them|him|her) out|thrown out|kick(?:ed)? out"
        r"|lock(?:s)? (?:is |are |will be |gets? )?changed|chang(?:e|es|ing) the locks?|locked out|regret (?:it"
        r"|this)\b|will regret"
        r"|pay for (?:this|that) (?:dearly)?|you will see|watch out|evict\w*|report (?:you|them|him|her)|tell everybody"
        r"|tell everyone|shame you|expos\w+|or (?:you are|he is|she is|they are) out|find (?:yourself|somebody else"
        r"|someone else)|blacklist\w*|bad review|one[ -]star|lose (?:your|the) (?:place|job|room|deposit)",
    ),
    (
        _MONEY,
        r"pay me\b|(?:to|into) my (?:\w+ )?account|transfer (?:\w+ ){0,3}to (?:me|my)"
        r"|send (?:me )?(?:\w+ ){0,3}(?:money|cash)|deposit|up ?front"
        r"|in advance|prepay\w*|iban\b|gift cards?|western union|bitcoin|crypto\w*|you owe (?:me|us)|owes? me\b"
        r"|reimburs\w+ me|at your (?:expense|cost)|cash\b|(?:extra|service|late|handling|booking) fee"
        r"|surcharge|penalty|fine of|interest on|bank (?:details|account)|account number|card (?:number|details|data)"
        r"|card (?:on|in) (?:the|your)|social security|passport number|date of birth|your (?:signature|login)",
    ),
    (
        "it leaves the decision to the recipient",
        r"do as you (?:think|like|please|see)|as you think best|up to you|your (?:call|choice|decision)|suit yourself"
        r"|if you (?:really )?(?:must|insist|want to be sure)|whatever you (?:want|like|think|decide|prefer)"
        # "Could you decide by Friday?" asks for a decision.
        r"|(?:(?<!\w )|(?<=and )|(?<=but )|(?<=so )|(?<=let ))you decide"
        r"|ignore\b|disregard\w*|feel free to (?:ignore|skip|pay|keep|leave)|go ahead and (?:pay|click|do)"
        r"|no need to (?:answer|reply|come|send|act)|need not (?:come|answer|reply|bother|send)|do not (?:bother"
        r"|trouble)"
        r"|pay (?:it )?anyway|all the same pay",
    ),
    (
        _AS_IT_IS,
        # "Leave it at 16,800" asks for something.
        r"leave (?:it|that|things|everything) (?:as|the way|at (?![^ ]*\d|hk|rs|n)|be\b|alone)"
        r"|(?:stays?|remains?|stand(?:s)?|is) (?:as it"
        r" (?:is|was)|the same|put|unchanged|in place|as (?:planned|agreed|arranged|before|scheduled))|as (?:it|they)"
        r" (?:is|are|was|were)\b|no changes?\b|nothing (?:has )?(?:changes|changed|new)|(?:keep|stick) (?:to|with)"
        r"|business as usual|same as (?:before|ever|always)|original (?:time|plan|date|day|place)|old (?:time|plan|date"
        r"|place)\b|false alarm|all (?:is )?well|is (?:perfectly |quite )?(?:correct|in order)\b"
        r"|go ahead as|as (?:in|per|by) the (?:timetable|schedule|plan|calendar)"
        r"|as (?:originally )?planned|was only a joke|no complaints?",
    ),
)
_COMPILED = tuple((reason, re.compile(rf"\b(?:{words})")) for reason, words in _REMARKS)


_KEEPS = re.compile(r"\b(?:stays?|keeps?|remains?|unchanged|the same|as it (?:is|was)|still)\b")
_OWES = re.compile(r"\b(?:owes?|shares?|each|pays?|paid|rent|deposit|refund|money)\b")


@lru_cache(maxsize=256)
def _harmless(texts: tuple[str, ...]) -> frozenset[str]:
    """Return the words of remarks in right texts; the same words in another text are harmless."""
    return frozenset(
        match[0]
        for text in texts
        for _, line in own_lines(tokenize(text))
        for _, pattern in _COMPILED
        for match in pattern.finditer(line)
    )


@lru_cache(maxsize=256)
def _shared(harmless: frozenset[str]) -> frozenset[str]:
    """Return the kinds of remarks in `_SHARED` that right texts make; a text may make them in any words."""
    return frozenset(reason for reason, pattern in _COMPILED if reason in _SHARED and any(map(pattern.match, harmless)))


def side_remarks(said: Asserted, right: RightTexts, now: datetime) -> Iterator[Found]:
    """Yield a doubt for each remark that may refuse, put off, harm or reveal something."""
    if not right.texts:
        return
    harmless = _harmless((*right.texts, right.say, *right.agreed))
    shared = _shared(harmless)
    # If right texts speak of shares, rent or payments, the message may ask for money.
    if _OWES.search(" ".join(right.sayings).lower()):
        shared |= {_MONEY}
    # Claims such as "is asked to keep the rent" want that something stays as it is.
    if _KEEPS.search(right.say.lower()):
        shared |= {_AS_IT_IS}
    settled = frozenset(key for text in (*right.texts, right.say) for key in keys_in(text, now))
    settles = any(
        {(value.kind, one) for one in value.meanings} & settled and said.how(value.start, value.end) == "said"
        for value in said.values
        if value.kind in ("time", "day")
    )
    for sentence, line in own_lines(said.text):
        # "Do not wait for me at two" declines another time than the right one.
        other = any(
            value.kind in ("time", "day") and not {(value.kind, one) for one in value.meanings} & settled
            for value in said.values
            if sentence.start <= value.start < sentence.end
        ) or any(
            said.how(value.start, value.end) == "denied"
            for value in said.values
            if sentence.start <= value.start < sentence.end
        )
        for reason, pattern in _COMPILED:
            # "Two o'clock is off, I take half past four" calls off only the old time.
            if other and (reason == _DECLINES or (reason in (_CALLS_OFF, _PUTS_OFF) and settles)):
                continue
            for match in pattern.finditer(line):
                if (
                    match[0] not in harmless
                    and reason not in shared
                    and not (reason in _CAN_BE_WARNED_OF and _is_denied(line, match))
                    and not _is_harmless(reason, line, match)
                    and not (
                        reason == _AS_IT_IS
                        and AS_IT_WAS.match(match[0])
                        and is_of_side_thing(match[0].strip(), said.text, right.say)
                    )
                ):
                    yield Found("unclear", reason, match[0].strip())


# "They want your card number", "do not pay in advance": a warning is not a request.
_WARNS = re.compile(r"\b(?:not|never|no|nobody|without|after|want|wants|scam\w*|fraud\w*|stop|before)\b")
_CAN_BE_WARNED_OF = frozenset((_MONEY, "it may tell a secret", "it threatens somebody"))


# "As planned" and "stays the same" may be about a side detail.
AS_IT_WAS = re.compile(r"as |(?:stays?|remains?|stands?|is) |same |unchanged|no change")
# "Tell me if you do not want one" asks for an answer, and "I would be grateful if" is polite.
_ANSWERS_IF = re.compile(
    r"\b(?:(?:tell|let|know|say|write|answer|reply|ask|text|call|ring|wonder\w*|grateful|glad|happy|thankful|appreciate"
    r"|delighted|relieved|obliged|kind|nice|lovely|good|great|helps?|also|even|see|sorry)"
    r"(?: (?:me|us|it|know|too|,))* )$"
)
_OF_YOU = re.compile(
    r"\b(?:if|whether|in case|so that|who(?:ever)?|any(?:one|body)|those|when)\b"
    r"(?: (?!i\b|we\b|,|but\b|and\b)[^\s,;:]+){0,6} $"
)
_LAYS_OUT = re.compile(
    r"\b(?:lay|lays|laid) out\b|\b(?:i|we) (?:will |shall |have )?(?:pay|paid|order|ordered|buy|bought)\b"
)
_OF_ADDRESSEES = frozenset((_REFUSES, _DECLINES, _DENIES, _CALLS_OFF, _PUTS_OFF))


# "If you order there and type in the code": an "if" at the head of a sentence explains what the recipient can do.
_EXPLAINS_IF = re.compile(r"if (?!i\b|we\b)(?!\w+ (?:do|does|did|will|would|can) not\b)")


def _is_harmless(reason: str, line: str, match: re.Match[str]) -> bool:
    """Return True for a polite or explaining "if", a choice left to others, or money that the writer has advanced."""
    before = line[: match.start()]
    if reason == _CONDITION:
        opens = re.fullmatch(r"(?:[^\W\d_]+ ,? ?)?", before) is not None and _EXPLAINS_IF.match(line, match.start())
        return _ANSWERS_IF.search(before) is not None or bool(opens)
    if reason in _OF_ADDRESSEES and not re.match(r"(?:i|we)\b", match[0]):
        return _OF_YOU.search(before) is not None
    return match[0].startswith("pay me") and _LAYS_OUT.search(before) is not None


def _is_denied(line: str, match: re.Match[str]) -> bool:
    return bool(_WARNS.search(line[: match.start()][-40:]) or FOR_NOBODY.match(line, match.end()))
