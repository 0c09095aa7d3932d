"""Lists words with which sentences negate, hedge, ask for consent, or name deeds without the assistant as subject."""

from __future__ import annotations

import re

from simulator.reading.language.word_sets import word_set

NEGATORS = word_set("not never without no nor neither avoid skip nothing none refuse hardly refrain cannot nobody")
NOT_NEGATING = re.compile(
    r"(?:not only|no longer|no doubt|no problem|no wonder|why (?:do )?not|no later than|no earlier|no one else|"
    r"if not|or not|whether or not|not just|no trouble|"
    r"could not hurt|not at all a problem|would not hurt|will not hurt|would not it|should not i|shall i not|"
    r"cannot hurt|can not hurt|not yet|no rush|not a word|no more than|no more)"
)
BUT = frozenset(("but", "instead", "however", ";"))
HEDGES = re.compile(
    r"\b(?:(?:think about|think over|consider|discuss|decide|debate|talk about|wonder) (?:whether|if)|"
    r"not sure|unsure|uncertain|no idea|i doubt|hesitat\w+|some ?day|at some point|one of these days|"
    r"in theory|theoretically|hypothetical\w*|"
    r"if i were|one could|one might|one may|somebody could|someone could|somebody should|someone should|"
    r"somebody in|would hate to|sooner or later|in principle|might be worth|in an ideal world|"
    r"not convinced|perhaps not|maybe not|probably not|i guess|not my place|not for me to|"
    r"hard for me to|i would rather not)\b"
)
# In a question, these words only give a reason: "As he is unable to drive, shall I …?"
WEAK_HEDGES = re.compile(
    r"\b(?:refuse to|unable to|impossible|eventually|wonder(?:ing)? whether|no need|not necessary|unnecessary|"
    r"needless|there is no point|not worth|one day)\b"
)
CONSENT = re.compile(
    r"\b(?:if (?:you|that|it|this) (?:like|agree|want|wish|approve|suits?|is (?:all right|alright|ok|okay|fine|"
    r"agreeable))|with your (?:permission|consent|ok|okay|approval|blessing|leave)|"
    r"unless you (?:object|mind|would rather|disagree|say)|all right|alright|okay|ok|just say|say the word|"
    r"fine (?:with|by) you|your call|would you|do you want|shall|may i|should i|if you agree|would it help|"
    r"say yes|(?:a|one|your|only a) (?:nod|yes|word)|if you nod|just nod|on your word)\b"
)
# A proposal without a question: "The lease could be moved to Friday."
COULD_BE = re.compile(r"\b(?:could|might) (?:(?!not\b)[a-z]+ ){0,3}be [a-z]+(?:ed|en|ld|nt|ought|ut)\b")
AGREED = re.compile(
    r"\b(?:if you (?:agree|like|wish|approve|consent|say so|say yes|nod|want|would like|are happy)|"
    r"(?:with|subject to|on|at) your (?:permission|consent|ok|okay|approval|blessing|leave|word|yes|nod)|"
    r"say the word|say yes|(?:just|only) (?:nod|say so)|one word|only (?:a|your) (?:yes|word|nod)|"
    r"(?:one|a|your) (?:word|yes|nod)(?: from you)?(?= (?:and|,|is|will|suffices|would)\b)|"
    r"give (?:me )?(?:a|the|your) (?:word|nod|yes|go - ahead|ok|okay)|needs your nod|unless you object)\b"
)
# "Do you want the order cancelled?", but not "do you want the one that was cancelled?"
DO_YOU_WANT = re.compile(
    r"\b(?:do|would) you (?:want|like|prefer) (?!to )(?:(?!(?:that|which|who|i|if) )[\w']+ ){1,8}$"
)
HAVE_DONE = re.compile(r"^(?:\w+ ){0,3}(?:like|want|wish|prefer) to (?:have|get|see) ")
AUXILIARIES = word_set("is are was were been has had have got be being")
MODALS = word_set("shall should may might can could would will must")
WISHES = word_set("want like need prefer have get see wish fancy")
COORDINATORS = word_set("and or , & + / then plus but : also ; nor")
ADVERBS = word_set(
    "also just then perhaps maybe now please simply instead even still first next therefore again not never too thus "
    "already at once right away straight well both either"
)
NO_ADVERBS = word_set("reply apply supply rely comply")
FUNCTION_WORDS = word_set(
    "you he she it they we the a an this that these those your his her their my our what how who which to for "
    "of in on at "
    "with from by and or but if as there all both each every some any no not is are was were be been"
)
INDEFINITE = word_set("a an another quick short brief some one little prompt friendly two three recurring")
DEFINITE = word_set("the your his her their my our this that these those its 's on in of any no every each")


# Deeds whose subject is a thing: "the mail goes to the trash".
_WANTED_IN = (
    r"\b(?P<verb>like|want|wish|have) (?:the|a|an|it|that|this|these|those|both|your|his|her|their)\b"
    r"(?: (?!to\b|that\b|which\b|who\b|i\b|me\b)[^ ?.;]+){0,12}? (?:in|into|on|onto) (?:the|your|our) "
)
BY_THEMSELVES = (
    # "Would you like the picnic in your calendar?"
    (re.compile(rf"{_WANTED_IN}(?:\w+ )?(?:calendar|diary|agenda|planner)\b"), frozenset({"add"})),
    (re.compile(rf"{_WANTED_IN}(?:\w+ )?(?:cart|basket|trolley)\b"), frozenset({"order"})),
    (
        re.compile(
            r"\b(?P<verb>goes?|moves?|lands?|ends? up|belongs?) (?:\w+ ){0,2}(?:in|into|to) (?:\w+ )?(?:trash|bin)\b"
        ),
        frozenset({"delete"}),
    ),
    (re.compile(r"\b(?P<verb>disappears?|vanish(?:es)?)\b"), frozenset({"delete", "cancel"})),
    (
        re.compile(
            r"\b(?:messages?|mails?|notes?|texts?|words?|reply|replies|answers?|warnings?|lines?|emails?|list) "
            r"(?:would |can |could |will )?(?P<verb>goes?) (?:out |off |straight |over |back |now )*to\b"
        ),
        frozenset({"send"}),
    ),
    (
        re.compile(r"\b(?P<verb>goes?) (?:straight )?(?:in|into|on|onto) (?:the|your) (?:\w+ )?(?:calendar|diary)\b"),
        frozenset({"add"}),
    ),
    (
        re.compile(
            r"\b(?P<verb>goes?) (?:straight )?(?:in|into|on|onto) (?:the|your) (?:\w+ )?(?:lists?|favou?rites)\b"
        ),
        frozenset({"save", "note"}),
    ),
)
