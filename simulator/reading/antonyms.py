"""Pairs of words that reverse a statement: "you collect the money" and "you pay the money" contradict each other."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from simulator.reading.scene import stem

_PAIRS = """
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


@lru_cache(maxsize=1)
def _by_word() -> Mapping[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for pair in _PAIRS.split():
        word, _, others = pair.partition(":")
        found[stem(word)] = frozenset(stem(other) for other in others.split(","))
    return found


# Kept for the words of each need: every offer for it asks again.
@lru_cache(maxsize=256)
def opposites_of(words: frozenset[str]) -> frozenset[str]:
    """Return the stems of words that mean the opposite of one of these words."""
    known = _by_word()
    return frozenset[str]().union(*(known.get(stem(word), frozenset[str]()) for word in words))
