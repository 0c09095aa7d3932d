"""Pairs of opposite words. A text contradicts the right texts if it uses one word of a pair and they use the other."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from simulator.reading.assertion import Asserted, own_lines
from simulator.reading.statements import NEGATOR, clauses
from simulator.reading.tokens import Tokenized, tokenize

# Each line: words of one side, a bar, words of the other side. `*` stands for any ending, `_` for a space.
# Lines that start with a space continue the line before.
_PAIRS = """
accept* agree_to agree_with take_it take_you_up say_yes said_yes go_along approve* | refuse* declin* reject* turn_down
  turned_down say_no said_no disapprove*
agree agrees agreed consent* | disagree* object* disput* protest* contest*
confirm* | deny denies denied call_into_question
arriv* get_there gets_there got_there gets_in pull_in pulls_in come_in comes_in | depart* leaves
late delayed delay* behind_schedule overdue belated* held_up running_behind | early earlier punctual* on_time in_time
  ahead_of_schedule on_schedule to_the_minute
postpone* put_off push_back pushed_back move_back defer* adjourn* | bring_forward brought_forward move_up moved_up
cancel* call_off called_off calls_off scrap* drop_it abort* axe* bin_it | keep_it keep_the keep_to stand_by goes_ahead
  going_ahead go_ahead takes_place still_on stays_on
new_time new_date new_day new_place new_number new_address moved changed change_of | unchanged same_as_before
  stays_the_same as_before as_planned no_change
open opens opened opening | closed closes shut shuts
free available vacant unoccupied to_let on_offer | occupied unavailable already_taken let_already gone_already
  is_let was_let been_let is_rented already_let booked_out rented_out fully_booked sold_out
busy occupied tied_up engaged booked_up | free_then have_time at_leisure nothing_on
welcome allowed permitted may_come can_come no_problem | unwelcome forbidden prohibit* banned not_allowed
  out_of_the_question ruled_out
include* inclusive with_it part_of | exclude* excluding without extra separately on_top except
more_than exceed* over_and_above higher too_much too_high overcharg* above | less_than lower too_little too_low
  undercharg* below
cheaper reduced discount* lower_price price_cut knocked_off on_sale half_price | dearer pricier more_expensive raised
  full_price price_rise increased gone_up
raise raised increase* go_up goes_up | lower lowered reduce* decrease* cut come_down comes_down
win wins won | lose loses lost
find finds found turned_up | lost missing mislaid cannot_find vanished
missing not_attached was_not_there left_out forgot* | attached enclosed arrived_safely came_through received got_it
  have_it is_here
resend send_again once_more send_it_again | no_need keep_it do_not_send
buy buys bought purchase* order ordered | sell sells sold return_it returned send_back sent_back
lend lends lent loan_to | borrow*
give_back hand_back handed_back return_to | keep keeps kept hang_on_to hold_on_to
borrow* | lend lends lent
owe owes owing in_debt | owed_to be_paid gets_back get_back
pays pay_me you_pay your_share chip_in | i_pay i_will_pay on_me my_treat i_cover i_owe_you i_transfer you_get
  you_receive
refund* reimburse* pay_back paid_back money_back credit_back | no_refund keep_the_money keep_the_difference
overcharg* too_much wrong_amount incorrect | correct_amount right_amount in_order quite_right all_correct is_fair
wrong mistake* error* incorrect mistaken faulty | accurate in_order flawless as_it_should_be
genuine authentic legitimate legit trustworthy | fake* scam* fraud* phish* bogus forged counterfeit swindl* hoax
  con_artist*
trust* rely_on believe_it | distrust* mistrust* suspicious beware
safe harmless secure | dangerous unsafe risky harmful
pay pays paying paid settle_it transfer_it | ignore_it delete_it bin_it leave_it do_not_pay not_pay
inside indoors | outside outdoors open_air
north northern | south southern
arriv* comes gets_in gets_to pulls_in | depart* leaves left_at departed
come comes coming attend* be_there join* take_part show_up turn_up drop_by make_it | stay_away stay_home stay_at_home
  skip miss_it not_come absent give_it_a_miss cry_off back_out
enter entrance way_in | exit way_out
healthy well_again fit recovered | ill sick unwell poorly injured
alive | dead
easy simple straightforward | difficult hard complicated
full packed crowded | empty deserted
wet rainy | dry sunny
clean tidy spotless | dirty filthy messy
quiet calm peaceful silent | noisy loud rowdy
alone single on_my_own by_myself | together both with_everybody
one_only only_one just_one single_one one_of_the | two_of_them both_cars both_of several all_of_them as_many
everyone everybody all_of_us all_of_you each_of | nobody no_one none_of neither_of
always every_time | never not_once
remember* bear_in_mind keep_in_mind | forget* slip_your_mind
succeed* worked_out went_through came_off | fail* fell_through came_to_nothing bounced
signed signature | unsigned
married | divorced single
hire hired employ* take_on | fire fired dismiss* sack* let_go lay_off
employed | unemployed out_of_work jobless
win_back regain* | give_up surrender*
support* in_favour back_the vote_for | oppose* against vote_against
increase_in growth rise | decline_in drop fall
import* | export*
landlord landlady owner | tenant lodger subtenant
buyer customer purchaser | seller vendor shopkeeper
guest visitor | host
teacher coach | pupil student
driver | passenger
lender creditor | borrower debtor
sender | recipient addressee
departure | arrival
deposit pay_in | withdraw* take_out
add added adding put_on | remove* delete* take_off strike_out leave_out
install* set_up | uninstall* take_down dismantle*
connect* plug_in | disconnect* unplug*
lock locked | unlock* unlocked
switch_on turn_on turned_on | switch_off turn_off turned_off
subscribe* sign_up | unsubscribe* opt_out
mute muted | unmute*
send_to_all reply_all | only_to_you
urgent* at_once immediately right_away straight_away as_soon_as | no_hurry no_rush take_your_time whenever any_time
  can_wait not_urgent
compulsory mandatory required obligatory | optional voluntary if_you_like need_not
certain sure definite* | uncertain unsure doubtful tentative* maybe perhaps
likely probable | unlikely improbable
enough sufficient plenty | insufficient too_few too_little short_of not_enough
careful* cautious | careless* reckless
linen | cotton polyester wool silk nylon velvet leather
haze fog | clear_air
roof rooftop terrace | cellar basement ground_floor
vegetarian vegan meatless | meat_dish with_meat
sweet | savoury salty
"""


class _Entry(NamedTuple):
    """A word or phrase of a pair: its words, whether the last one may have any ending, its pair and its side."""

    words: tuple[str, ...]
    open_end: bool
    pair: int
    side: int


# Words are looked up by their first letters, because one pattern for all of them would cost milliseconds a text.
_LETTERS = 3


@cache
def _entries() -> dict[str, tuple[_Entry, ...]]:
    found: dict[str, list[_Entry]] = {}
    for pair, line in enumerate(_lines()):
        for side, words in enumerate(line.split(" | ")):
            for word in words.split():
                parts = tuple(word.removesuffix("*").replace("_", " ").split())
                found.setdefault(parts[0][:_LETTERS], []).append(_Entry(parts, word.endswith("*"), pair, side))
    return {key: tuple(entries) for key, entries in found.items()}


@cache
def _lines() -> tuple[str, ...]:
    return tuple(re.split(r"\n(?! )", _PAIRS.strip()))


def _found(words: list[str]) -> Iterator[tuple[int, _Entry]]:
    """Yield the place and the entry of each word or phrase of a pair."""
    entries = _entries()
    for place, word in enumerate(words):
        for entry in entries.get(word[:_LETTERS], ()):
            here = words[place : place + len(entry.words)]
            if tuple(here[:-1]) == entry.words[:-1] and len(here) == len(entry.words):
                last = entry.words[-1]
                if here[-1] == last or (entry.open_end and here[-1].startswith(last)):
                    yield place, entry


_UNTIL = frozenset(("before", "until", "till"))


# By pair: the words that say its first side and those that say its second; empty where a text has none.
Sides = tuple[tuple[str, str], ...]


@lru_cache(maxsize=512)
def sides_of(text: Tokenized) -> Sides:
    """Return which sides of the pairs a text says. A negation turns a word into its opposite."""
    found = [["", ""] for _ in _lines()]
    for _, line in own_lines(text):
        for clause in clauses(line):
            words = clause.split()
            for place, entry in _found(words):
                # "Not there before four" means "there at four".
                until = not _UNTIL.isdisjoint(words[place:])
                negated = not until and NEGATOR.search(" ".join(words[:place])) is not None
                side = 1 - entry.side if negated else entry.side
                said = " ".join(words[place : place + len(entry.words)])
                found[entry.pair][side] = found[entry.pair][side] or said
    return tuple((first, second) for first, second in found)


def opposed(said: Asserted, texts: tuple[str, ...]) -> Iterator[str]:
    """Yield the words with which a text says the opposite of the right texts. The last right text is the claim."""
    if not texts:
        return
    for right, own in zip(_right_sides(texts), sides_of(said.text), strict=True):
        for index in (0, 1):
            if right[index] and own[1 - index] and not own[index]:
                yield own[1 - index]


@lru_cache(maxsize=256)
def _right_sides(texts: tuple[str, ...]) -> tuple[tuple[bool, bool], ...]:
    """Return, by pair, the side that right texts say; pairs of which they say both sides are left out."""
    every = [sides_of(tokenize(text)) for text in texts]
    found = []
    for index in range(len(_lines())):
        one = [bool(said[index][0]) for said in every]
        other = [bool(said[index][1]) for said in every]
        found.append((_is_matter(one) and not any(other), _is_matter(other) and not any(one)))
    return tuple(found)


def _is_matter(said: list[bool]) -> bool:
    """Return True if the claim or at least two texts have the word; a single text may have it by chance."""
    return said[-1] or sum(said) >= 2


def names_the_same(word: str, line: str) -> bool:
    """Return True if the line has a word on the same side of a pair as this word."""
    own = {(entry.pair, entry.side) for _, entry in _found([word])}
    return bool(own) and any((entry.pair, entry.side) in own for _, entry in _found(line.split()))
