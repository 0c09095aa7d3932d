"""Lists words of threats, insults and requests for secrets; patterns combine them, to find new combinations too."""

from __future__ import annotations

import re

from simulator.reading.language.word_sets import word_set


def _any(text: str) -> str:
    """Return a pattern for any word of a list, in which `_` stands for a space."""
    return "|".join(re.escape(word).replace("_", " ") for word in sorted(word_set(text)))


# Words after a verb or a secret that deny it: "give your card number to nobody".
FOR_NOBODY = re.compile(r"(?: ?\w+){0,4}? (?:to|with) (?:nobody|no one)\b(?! (?:but|except|other than) )")

_WHO_CARES = _any(
    "boss chef employer wife husband family parents landlord landlady neighbours neighbors school bank"
    " colleagues friends"
    " mother father children clients customers editor manager"
)
_HARM = (
    rf"(?:(?:call|tell|inform|ring|write to) your (?:{_WHO_CARES}) (?:everything|all|what|the truth|about)"
    rf"|go(?:ing)? to the (?:press|papers|media)|have you (?:\w+ )?(?:fired|sacked|arrested|evicted|deported"
    rf"|thrown out|removed)"
    r"|get you (?:fired|sacked|arrested|evicted|deported|thrown out)|break your|smash your|burn your|slash your"
    r"|kill you"
    r"|throw (?:you|your (?:things|stuff|bags|belongings)) out|throw your (?:things|stuff|bags|belongings)|kick you out"
    r"|(?:put|post|publish|leak) your (?:photos?|pictures?|name|letters?|messages?|secrets?) (?:on|in|to|online)"
    r"|beat you|shoot you"
    r"|leave (?:you )?(?:a )?(?:bad|terrible|one-star|nasty) reviews?|(?:make sure|see to it) (?:that )?(?:nobody"
    r"|no one"
    r"|you (?:never|lose|pay|regret|suffer|are (?:fired|sacked|finished)|get nothing))|make you (?:pay for|sorry"
    r"|regret|suffer)"
    r"|ruin (?:you|your)|destroy (?:you|your)|hurt (?:you|your)|report you|expose you|change the locks|blacklist you"
    r"|take you (?:to court|down|apart)|drag you|sue you|come after you|hunt you|finish you|shame you|humiliate you)"
)
# Harmless alone, but a threat after "if you do not …".
_HARM_BEHIND_IF = (
    r"(?:come to your (?:house|home|place|door|office|work|flat)"
    rf"|(?:call|tell|inform|ring|write to|let) your (?:{_WHO_CARES})"
    r"|call(?:ing)? the police|go(?:ing)? to the police|never (?:speak|talk|write|come) )"
)
_IF = (
    r"(?:unless|otherwise|or else|or|if you (?:do not|fail|refuse|will not|can not|dare|ever)|if (?:it|the \w+) is not)"
)
THREAT = re.compile(
    rf"\b(?:(?:i|we|somebody|someone|they|my \w+|our \w+) (?:will|shall|am going to|are going to|would|might|can|could)"
    rf" (?:\w+ )?(?:personally )?{_HARM}"
    rf"|{_IF}\b[^.!?]{{0,60}}\b(?:i|we) (?:will|shall|am going to|are going to) (?:\w+ )?{_HARM_BEHIND_IF}"
    rf"|when i (?:call|tell|ring) your (?:boss|wife|husband|landlord|parents)"
    rf"|(?:and|then) (?:i|we) (?:will|shall) (?:\w+ )?{_HARM}"
    rf"|(?:want|make|force) me to {_HARM}"
    rf"|{_IF}\b[^.!?]{{0,60}}\b(?:going to the police|call(?:ing)? the police|(?:my|our|a|the) (?:lawyers?|attorneys?)"
    rf"|take legal action|legal steps|face the consequences|bear the consequences)"
    r"|hell to pay|you (?:are|will be) (?:finished|done for|dead|history|toast|next)|cost you (?:dearly|your (?:job"
    r"|place|head))"
    r"|(?:something|accidents?|bad things) (?:\w+ )?(?:to )?happens? to (?:you|your)|if you value your"
    r"|i have (?:my )?ways"
    r"|(?:will|would) not like what (?:happens|comes)|who laughs last|never show your face|i know (?:people|somebody"
    r"|someone"
    r"|where) (?:who|you)|mark my words ,? you|(?:even )?think (?:of|about) (?:refusing|saying no|cheating|running"
    r"|backing out)"
    r"|(?:whoever|anyone who|anybody who|those who|if you|who) [^.!?]{1,60}(?:locks? (?:is |are |will be )?changed"
    r"|locked out"
    r"|thrown out|kicked out|(?:is|are) out of|will be sorry|will regret|can pack|pays? double)"
    r"|(?:or|otherwise|else) (?:you|he|she|they) (?:are|is|will be) (?:out|off|gone)"
    r"|sleep with one eye|your days are numbered|i am watching you|do not (?:mess|play) with (?:me|us)"
    r"|try me|you asked for it|last chance ,? or)\b"
)

_STRONG = _any(
    "idiot idiots moron morons imbecile imbeciles cretin cretins dimwit dimwits halfwit halfwits nitwit nitwits"
    " numbskull"
    " numskull blockhead dunce dolt simpleton bonehead fathead airhead dummy dummies jackass jerk jerks asshole"
    " assholes"
    " arsehole arseholes bastard bastards bitch bitches scumbag scumbags scum slob slobs slacker slackers"
    " layabout layabouts"
    " loafer loafers deadbeat deadbeats freeloader freeloaders sponger spongers scrounger scroungers moocher moochers"
    " cheapskate cheapskates tightwad tightwads skinflint skinflints miser misers hag crone loser losers creep"
    " creeps liar"
    " liars hypocrite hypocrites coward cowards wimp wimps crybaby brat brats twit twits prat prats git tosser"
    " wanker muppet"
    " muppets pillock buffoon buffoons oaf oafs lout louts parasite parasites leech leeches good-for-nothing"
    " clown clowns"
    " amateurs nincompoop nincompoops pinhead twerp twerps weasel swine vermin wretch ignoramus ignoramuses birdbrain"
    " scatterbrain scatterbrains dope dopes dumbass klutz pedant pedants busybody busybodies crackpot crackpots"
)
_MEAN = _any(
    "stupid dumb dense dim thick daft useless worthless hopeless pathetic disgusting lazy rude selfish greedy"
    " incompetent"
    " unbearable ignorant dishonest stingy mean miserly clueless brainless gutless spineless heartless shameless"
    " pathetic"
    " unreliable careless sloppy slow-witted simple-minded narrow-minded two-faced ungrateful impossible idiotic"
    " moronic"
    " revolting repulsive obnoxious insufferable insolent impertinent arrogant vain ridiculous laughable crazy"
    " insane mad"
    " blind deaf retarded backward childish petty vile nasty filthy dirty ugly fat smelly"
)
_BEASTS = _any(
    "pig pigs cow cows goat goats hag bat bag witch goose swine rat rats snake snakes sow dog donkey ass mule toad slug"
)
INSULT = re.compile(
    rf"\b(?:(?:you|your|that|such an?|these|those|what an?|only an?|bunch of|pack of|lot of|load of|gang of|tell the"
    rf"|what)"
    rf" (?:\w+ ){{0,3}}(?:{_STRONG})"
    rf"|you (?:\w+ )?(?:{_MEAN}) (?:little |old |big )?(?:\w+ )?(?:{_BEASTS}|man|woman|people|lot|thing|creature|boy"
    rf"|girl|person|fellow)"
    rf"|(?:that|this|the|such a|you|your) (?:stupid|fat|silly|lazy|dirty|filthy|old|ugly|nasty|mean|greedy|miserable"
    rf"|rotten)"
    rf" (?:old )?(?:{_BEASTS})(?! (?:cheese|milk|meat))"
    rf"|(?:you|he|she|they) (?:are|is) (?:all |so |such |really |just |simply |completely |utterly |totally |far "
    rf"|much )*"
    rf"(?:too |as )?(?:{_MEAN})\b(?! (?:about|to see|with|news|for|busy|day|in one|in the))"
    rf"|are you (?:\w+ )?(?:that |so )?(?:stupid|dumb|dense|dim|thick|daft|blind|deaf|mad|insane|retarded|clueless)"
    rf"|how (?:{_MEAN}) (?:can|could|must) (?:one|you|anyone|anybody|a person)"
    rf"|(?:as|so|more) (?:{_MEAN}) (?:as|than) you|anyone as (?:{_MEAN})"
    r"|(?:your|his|her) (?:tiny |little )?brain|size of a pea|chocolate teapot|waste of (?:space|skin|oxygen|breath"
    r"|air)"
    r"|nobody (?:can stand|likes|wants|needs|misses) you|drop dead|get your act together|you make me sick"
    r"|shut your (?:mouth|face"
    r"|trap)|hold your tongue|go (?:jump|boil|hang)|kiss my|screw you|damn you|sod off|bugger off|up yours"
    r"|learn some manners"
    r"|(?:no|little) (?:brains?|sense) in your|too (?:stupid|lazy|dumb|thick|daft|dim|mean|stingy) (?:to|for))\b"
)
# After these words, an insulting word is harmless: "I was an idiot", "he is no fool".
NOT_INSULTING = re.compile(
    r"\b(?:not|never|no|i am|i was|am i|was i|my own|me|myself|i felt|feel like|like an?) (?:\w+ ){0,3}$"
)

_CODE = (
    r"(?:(?:verification|security|one[ -]time|sms|activation|login|banking|text) (?:code|password|pin)|tan\b"
    r"|code (?:that )?(?:you"
    r" (?:just |have |have just )?(?:got|get|received|see)|(?:on|from) your phone|from the (?:sms|text|app))"
    r"|maiden name"
    r"|(?:three|four|last|3|4) digits (?:on|of)|(?:photo|picture|scan|copy|image) of (?:\w+ ){0,4}(?:card|passport|id)"
    r"|both sides of (?:your|the) (?:\w+ )?card|passport number|social security(?: number)?|(?:card|bank|account"
    r"|login) (?:details"
    r"|data)|credentials|e-?banking|online banking)"
)
ASKS_CODE = re.compile(
    r"\b(?:send|tell|give|write|text|mail|email|forward|let me have|i (?:will )?need|reply with|answer with|share"
    r"|enter|type"
    r"|confirm|provide|hand|read me|what is|what are|(?:can|may|could) i have|show me)\b[^.!?]{0,50}?"
    rf"\b{_CODE}"
)
