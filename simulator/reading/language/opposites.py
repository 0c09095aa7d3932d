"""Lists pairs of opposite words. A text with one side of a pair contradicts right texts with the other side."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from typing import NamedTuple

from simulator.reading.language.assertion import Asserted, own_lines
from simulator.reading.language.neutral_words import NEUTRAL
from simulator.reading.language.statements import NEGATOR, clauses
from simulator.reading.language.tokens import Tokenized, tokenize
from simulator.reading.scene import content_words, singular, stem

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
"""


class _Entry(NamedTuple):
    """A word or phrase of a pair: its words, whether the last one may have any ending, its pair and its side."""

    words: tuple[str, ...]
    open_end: bool
    pair: int
    side: int


# Words are looked up by their first letters, because one pattern for all of them would cost milliseconds per text.
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
    """Yield the index and the entry of each word or phrase that belongs to a pair."""
    entries = _entries()
    for place, word in enumerate(words):
        for entry in entries.get(word[:_LETTERS], ()):
            here = words[place : place + len(entry.words)]
            if tuple(here[:-1]) == entry.words[:-1] and len(here) == len(entry.words):
                last = entry.words[-1]
                if here[-1] == last or (entry.open_end and here[-1].startswith(last)):
                    yield place, entry


_UNTIL = frozenset(("before", "until", "till"))
# Words of time, which tell two occasions apart.
_WHEN = content_words(
    "today tonight tomorrow yesterday morning afternoon evening night noon midnight monday tuesday wednesday thursday"
    " friday saturday sunday january february march april june july august september october november december"
)


class Side(NamedTuple):
    """A word or phrase of a pair in a text, with its pair, its side, and the other words of its clause.

    A negated word belongs to the other side.
    """

    pair: int
    side: int
    words: str
    about: frozenset[str]


@lru_cache(maxsize=512)
def sides_of(text: Tokenized) -> tuple[Side, ...]:
    """Return the words in a text that belong to pairs, each with its side; negated words are on the other side."""
    found = []
    for _, line in own_lines(text):
        before = frozenset[str]()
        for clause in clauses(line):
            words = clause.split()
            about = content_words(clause)
            # In "Screen: on time" the words before the colon say what is on time.
            named = about if about - _WHEN else about | before
            before = about - _WHEN
            for place, entry in _found(words):
                # "Not there before four" means "there at four".
                until = not _UNTIL.isdisjoint(words[place:])
                negated = not until and NEGATOR.search(" ".join(words[:place])) is not None
                said = words[place : place + len(entry.words)]
                side = 1 - entry.side if negated else entry.side
                found.append(Side(entry.pair, side, " ".join(said), named - frozenset(map(singular, said))))
    return tuple(found)


def opposed(said: Asserted, texts: tuple[str, ...]) -> Iterator[str]:
    """Yield words of a text that are the opposite of words of right texts about the same thing.

    `texts` are the right texts and, last, the claim.
    """
    if not texts:
        return
    right, own = _right_sides(texts), sides_of(said.text)
    known, named = content_words(" ".join(texts)), content_words(said.text.folded)
    for one in own:
        about = right.get((one.pair, 1 - one.side))
        agrees = any(other.pair == one.pair and other.side != one.side for other in own)
        if about is not None and not agrees and _is_same_thing(one.about, about, known, named):
            yield one.words


def _is_same_thing(own: frozenset[str], right: frozenset[str], known: frozenset[str], named: frozenset[str]) -> bool:
    """Return True if the clause of an opposite (`own`) is about the same thing and time as right clauses (`right`).

    `known` are the words of right texts, and `named` are all words of the text. If right texts use none of the words
    `own`, the clause is about another thing only if the text names the right thing elsewhere.
    """
    if own & _WHEN and right & _WHEN and not own & right & _WHEN:
        return False
    # A common word names a thing only if right texts use it.
    things = own - _WHEN - (NEUTRAL - known)
    elsewhere = bool(named & right - NEUTRAL - _WHEN)
    return not things or bool(things & right) or (not things & known and not elsewhere)


@lru_cache(maxsize=256)
def _right_sides(texts: tuple[str, ...]) -> dict[tuple[int, int], frozenset[str]]:
    """Return the sides of pairs that right texts use, with the other words of their clauses.

    The last text is the claim. A side is left out if the other side of its pair occurs too, or if it occurs in only one
    text and not in the claim.
    """
    every = [sides_of(tokenize(text)) for text in texts]
    count = Counter(key for one in every for key in {(side.pair, side.side) for side in one})
    claimed = {(side.pair, side.side) for side in every[-1]}
    found: dict[tuple[int, int], frozenset[str]] = {}
    for side in (side for one in every for side in one):
        key = (side.pair, side.side)
        if (key in claimed or count[key] >= 2) and not count[(side.pair, 1 - side.side)]:
            found[key] = found.get(key, frozenset()) | side.about
    return found


def names_the_same(word: str, line: str) -> bool:
    """Return True if the line has a word on the same side of a pair as this word."""
    own = {(entry.pair, entry.side) for _, entry in _found([word])}
    return bool(own) and any((entry.pair, entry.side) in own for _, entry in _found(line.split()))


# Single words and their opposites, for texts that are compared word by word.
_WORDS = """
collect:pay,give pay:collect,receive buy:sell sell:buy lend:borrow borrow:lend send:receive
accept:decline,refuse,reject,cancel come:leave,miss,skip arrive:leave,depart start:end,stop open:close,shut
begin:end first:last earlier:later early:late sooner:later before:after cheap:expensive cheaper:dearer,pricier
up:down raise:lower,reduce,cut increase:decrease,reduce rise:fall more:less,fewer most:least maximum:minimum
upper:lower left:right top:bottom inside:outside in:out big:small,little large:small long:short high:low full:empty
new:old,used fresh:stale next:previous,last tomorrow:yesterday today:yesterday,tomorrow morning:evening,afternoon,night
day:night noon:midnight win:lose save:delete,remove,spend keep:cancel,delete,drop,return,discard
add:remove,delete,drop enter:remove,delete insert:remove confirm:deny,cancel,decline agree:disagree,refuse
allow:forbid,ban,refuse welcome:unwelcome,forbidden free:busy,taken,booked available:unavailable,gone,taken,sold,let
same:different,other public:private secret:public known:unknown true:false,wrong,untrue right:wrong correct:wrong,false
real:fake genuine:fake fake:real,genuine,authentic,legitimate,harmless fraud:genuine,legitimate,harmless,safe
scam:genuine,legitimate,harmless,safe warn:reassure,encourage,urge safe:dangerous,unsafe happy:sad,sorry,unhappy
yes:no possible:impossible present:absent join:leave,miss,quit enough:lacking cancel:confirm,keep,reinstate
refund:charge return:keep,collect move:keep postpone:advance,bring delete:keep,restore,save remove:keep,add
order:return,cancel book:cancel single:several,double one:two,three once:twice monthly:weekly,daily,yearly,annual
weekly:monthly,daily,yearly daily:weekly,monthly yearly:monthly,weekly month:week,year week:month,year
mother:father father:mother sister:brother brother:sister son:daughter daughter:son husband:wife wife:husband
uncle:aunt aunt:uncle buyer:seller seller:buyer tenant:landlord landlord:tenant guest:host host:guest
departure:arrival arrival:departure outbound:return inbound:outbound north:south south:north east:west west:east
upstairs:downstairs front:back debit:credit credit:debit gold:silver,white black:white white:black
light:dark cold:hot,warm hot:cold warm:cold wet:dry dry:wet hard:soft soft:hard thick:thin thin:thick
"""


@cache
def _by_word() -> Mapping[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for pair in _WORDS.split():
        word, _, others = pair.partition(":")
        found[stem(word)] = frozenset(stem(other) for other in others.split(","))
    return found


def opposites_of(words: frozenset[str]) -> frozenset[str]:
    """Return the stems of words that mean the opposite of one of these words."""
    known = _by_word()
    return frozenset[str]().union(*(known.get(stem(word), frozenset[str]()) for word in words))
