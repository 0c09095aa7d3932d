"""What may stand beside a number and tells what kind of number it is."""

from __future__ import annotations

import re

from simulator.scenario.facts.normalise import WORD_ENDS, WORD_STARTS

# In 3x6.70 both are numbers.
TIMES_OR_WORD_STARTS = rf"(?:{WORD_STARTS}|(?<=[0-9]x))"
_UNITS_BUT_HOURS = r"mins?|secs?|s|kg|g|km|cm|mm|m|mi|lbs?|oz|l|ml|kb|mb|gb|tb|px|x|pcs|yrs?|wks?"
_UNITS = rf"{_UNITS_BUT_HOURS}|hrs?|h"
_LONG_UNITS_BUT_HOURS = (
    r"minutes?|seconds?|days?|weeks?|months?|years?|miles?|met(?:re|er)s?|percent|per\s+cent|points?|degrees?|people"
)
_LONG_UNITS = rf"(?:{_LONG_UNITS_BUT_HOURS}|hours?)"
# Units that people write right behind the digits, as in 25min or 3kg; in "12d" the letter rather belongs to a house.
CLOSE_UNITS = (
    rf"(?:{_UNITS}|{_LONG_UNITS}|nights?|y|mos?|mths?|mg|dl|cl|ft|ha|sqm|sqft|[ck]?m[23²³]|kmh|kph|mph|kw|k?wh|kwp"
    r"|mah|[kmg]hz|mbps|kcal|pax|ppl|pp)"
)
MEASURED_BUT_NOT_IN_HOURS = (
    rf"(?:\s?[%°]|[\s-]?(?:{_UNITS_BUT_HOURS}|{_LONG_UNITS_BUT_HOURS}|million|billion|thousand){WORD_ENDS})"
)
MERIDIEM = r"(?:[ap]m\b|[ap]\.\s?m\b\.?|[ap]\sm\b)"

NOT_MONEY_WHEN_FOLLOWED_BY = re.compile(
    rf"[^\W_]|\s?[%°]|[\s-]?(?:{_UNITS}|{_LONG_UNITS}|uhr|o'clock|million|billion|thousand){WORD_ENDS}|\s?{MERIDIEM}"
)

_weekday = r"(?:mon|tues?|wed|thu|fri|sat|sun|(?:mon|tues|wednes|thurs|fri|satur|sun)day)"
EVERY_DAY = rf"(?:every|each)\s+(?:day|week|weekday|morning|afternoon|evening|night|{_weekday})"

# A bare "at 9" or "the 12th" counts as a time or date only if the sentence ends there or goes on like this;
# otherwise it may be "at 9 Rue Erasme" or "the 12th floor".
GOES_ON_AFTER_A_TIME = (
    r"(?=\s*(?:\Z|[.,;!?:](?![0-9])|[)\]\"*_|(]|\n)|\s+-\s"
    r"|\s+(?:on|in|and|or|for|with|at|today|tomorrow|tonight|this|next|sharp|instead|then|if|so|as|because|but|when|is|was|works?"
    r"|would|will|could|can|should|shall|might|looks?|suits?|seems?|fits?|please|i|we|you|he|she|they|it|there|everyone|everybody"
    rf"|daily|onwards?|{EVERY_DAY}|{_weekday})\b)"
)
