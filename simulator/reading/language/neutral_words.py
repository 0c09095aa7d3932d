"""Lists common words that say nothing about what is offered, so an offer may use them in any scenario."""

from __future__ import annotations

from simulator.reading.scene import content_words

NEUTRAL = content_words("""
about above accordingly agree alone along apiece due effect else got
across actually afterwards again ago ahead already altogether always among amount an anyway
anything apart around aside asap available away back basically because before behalf behind below beside best better
between bit both bring briefly business call can care case certainly choice clear clearly clock close come comes
coming complete completely convenient copy correct could couple course cover current date day days deadline deal
decide decision detail details different direct directly doable doing done door down during each earlier early easily
easy either end enough entirely especially etc even evening ever everyone everybody everything exact exactly example
extra fact fair far fast feel few fine finally find first fit fits follow following forward free fresh friend friends
fully gap gentle gently get getting give given giving glad gladly go goes going gone good great group half hand handy
happen happens happily happy hard have having head hello help her here hers herself hi hold home hopefully hour hours
how however idea immediately important in indeed info information inside instead into it item its itself job join just
keep kind kindly know last late later latest left less let like likely line little long look looks lot loud made main
make makes making man many matter matters maybe mean means meanwhile minute minutes moment money month months more
morning most mr mrs ms much name namely near nearly necessary need needed needs neat neatly next nice night noon
normal normally nothing now number of off offer often ok okay on once one only onto open option order other others
otherwise ought out over own part particular past people per perfect perhaps person phone piece place plain plan
please plus point polite politely possible practical present press proper properly put question quick quickly quiet
quietly quite rather reach ready real really reason regular regularly reply respective respectively rest right run
safe safely same say saying says scheduled second see seem seems sense separate separately settled several short
shortly shall side simple simply since single sir sit so some something soon sort sound sounds space spare spot start
starting starts stay still stop straight straightaway stuff such suit suits sure surely sum take takes taking tell
than thank thanks that the their them then there therefore these they thing things think third this those though
through thus till time times tiny to today together told tomorrow tonight too top total towards true try turn twice
two type under unless until up upcoming urgent urgently update upon us use used useful usual usually very via wait
want wanted wants way week weekend weeks well what whatever when whenever where whether which while who whole whom
whose why will wish with within word words work works world worry worth would write writing written year yes yesterday
yet you your yours yourself monday tuesday wednesday thursday friday saturday sunday january february march april may
june july august september october november december midnight midday lunch breakfast dinner afternoon weekday
fortnight quarter ordinary standard eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty
thirty forty
fifty sixty seventy eighty ninety hundred thousand dozen fourth fifth sixth seventh eighth ninth tenth euro euros
pound pounds dollar dollars cent cents rupee rupees rand krona kronor lei quid buck bucks percent lady gentleman guy
woman folks crowd dear warm friendly sincere brief heartfelt sweet mailbox inbox app screen button tap click swipe
message mail email text chat calendar diary list note reminder spared needn isn doesn won don didn aren wouldn couldn
shouldn hasn haven wasn weren shan ain doubtless dutifully duly promptly pronto instantly swiftly
""")
