"""Lists words for the same kind of thing, so that a text may call an order a parcel and a cab a taxi."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

_FAMILIES = """
order parcel purchase package delivery shipment item basket cart trolley checkout buy
cab taxi ride lift van car vehicle trip journey transfer minibus booking fare drive
flat apartment place home house room rental listing property studio bedroom lodging casita sublet lease tenancy
reminder alarm alert nudge ping prompt notification task to-do todo
note list checklist summary overview memo sheet notes page table comparison document rundown
mail email e-mail message letter text note reply answer line post inbox
appointment meeting event session date slot entry meet-up meetup engagement
calendar diary agenda schedule planner week
price cost amount sum total bill fee charge fare figure rate money euro pound dollar share
quote quotation offer bid estimate proposal tender price
discount reduction code voucher coupon deal bargain saving offer cheaper percent
present gift surprise treat
mother mum mom mummy mama
father dad daddy papa
parents mother father folks
sister sibling
brother sibling
grandmother gran granny grandma nan
grandfather grandad grandpa
husband partner spouse
wife partner spouse
daughter girl child kid
son boy child kid
friend mate pal buddy friends crowd gang
colleague coworker workmate
boss manager chief head
landlord landlady owner agent agency host
doctor gp surgery practice physician
physio physiotherapist therapist
teacher tutor instructor trainer
bookkeeper accountant accounts accounting finance
shop store seller vendor merchant retailer supplier dealer
trash bin rubbish junk
scam fraud swindle fake phishing con hoax trick rip-off
fraudster swindler scammer crook criminal
card visa mastercard debit credit account payment
ticket booking reservation seat place
receipt invoice bill statement
guarantee warranty
start beginning begin first
end finish last deadline close
group chat circle team band crew others everybody everyone members
attachment file document pdf draft paper version
picture photo image
number phone mobile contact digits
address street road lane place destination
notary lawyer solicitor attorney office cartorio
board directors committee
pet cat dog animal
tent shelter
jar glass pot
knife blade tool
pole stick
paint watercolour watercolours colour paintbox
robe coat
book volume title
shoe shoes boots trainers
train rail railway
plane flight
viewing visit tour showing
question query inquiry enquiry request
concert gig show performance
dinner supper meal
lunch meal
breakfast meal
drink drinks beer
today tonight evening afternoon morning
monthly month months
weekly week
favourite favorite favourites favorites bookmark bookmarks saved shortlist
cancel cancellation cancelled
refund money back repayment
late delay delayed later behind hold-up overdue tardy
come coming join attend arrive arrival accept meet meeting expect attendance present count appear turn show
owe owed due pay payable share split
reach reached call ring phone telephone contact
bring take carry fetch
want need wish require
ride rides trip trips outing
trumpet trumpeter player musician
museum gallery
swim swimming swimmer swimmers
firm company business supplier
breakdown itemised itemized detailed detail
urgent urgently deadline hurry
free available vacant open
small s
medium m
large l
stop refrain halt
ignore disregard skip
hexagonal six-sided sided
lid lids cover top
"""


@lru_cache(maxsize=1)
def _by_word() -> Mapping[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for line in _FAMILIES.split("\n"):
        words = line.split()
        for word in words:
            found.setdefault(word, set()).update(words)
    return {word: frozenset(words) for word, words in found.items()}


def kin(word: str) -> frozenset[str]:
    """Return the words of every family that has this word, and the word itself."""
    return _by_word().get(word, frozenset((word,)))
