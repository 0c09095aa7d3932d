"""Lists verbs for offers that change nothing on the phone: keep things as they are, wait, or inform the owner.

The rules know these verbs, so that "leave it as it is" is not taken for an unknown deed.
"""

from __future__ import annotations

from collections.abc import Mapping


def _phrases(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(" ".join(phrase.split()) for phrase in text.split(",")))


KEEP = "keep"
WAIT = "wait"
SHOW = "show"
IDLE_ACTS = frozenset((KEEP, WAIT, SHOW))

IDLE: Mapping[str, tuple[str, ...]] = {
    KEEP: _phrases("""
        keep * off, keep * out, keep * away, keep * as, keep * where, keep * unchanged, keep * going, keep * running,
        keep * alive, keep * open, keep * standing, keep * order, keep * booking, keep * reservation, keep *
        appointment, keep * reminder, keep * reminders, keep quiet, keep * quiet, keep silent, keep mum, keep to, keep
        hands off, keep, leave, leave * as, leave * alone, leave * be, leave * where, leave * in place, leave *
        unanswered, leave * unread, leave * untouched, leave * open, leave * standing, leave * out, leave * off, leave
        * at that, leave * to, let * be, let * stand, let * stay, let * run, let * lie, let * pass, let * slide, let *
        rest, let * sit, let * expire, let * lapse, let * ship, let * come, let * ring, let * go ahead, let * go
        through, let * happen, let * go unanswered, let * keep, let * have its way, stick with, stick to, stay with,
        stay put, stay out, hold on to, hang on to, hold onto, hang onto, retain, preserve, maintain, ignore,
        overlook, disregard, skip, forgo, forego, spare, refrain, abstain, do nothing, do without, go without, pass
        over, pass up, live with, put up with, tolerate, say nothing, give * a miss, turn a blind eye, not bother, sit
        * out, keep up, carry on with, continue with, go on with, reinstate, restore, undelete, unarchive, uncancel,
        keep hold of, guard, protect, bypass, omit, give up on, abandon, drop the idea, drop * idea, drop * plan, drop
        * subject, drop * matter, steer clear, look the other way, shrug * off, brush * off, let * off, forget, make
        sure * keeps, make sure * stays, make sure * remains, make sure * keep, make sure * stay, make sure * arrives,
        make sure * comes, see to it that * stays, ensure * stays, ensure * keeps, ensure * remains, let * through,
        wave * through, wave through, let * continue, let * proceed, let * be delivered, let * be shipped, let *
        arrive, let * have it, save * the trouble, save yourself, touch, interfere, meddle, hush * up, cover * up,
        play dumb, bite * tongue, sit back, shut up, stay silent, stay quiet, hide, conceal, withhold, keep * secret,
        keep * to * self, keep * from, cling to, treasure
    """),
    WAIT: _phrases("""
        wait, wait for, wait until, wait and see, hold off, hold fire, hold back, sit tight, bide * time, sleep on,
        give * more time, give * a day, give * a week, give * a while, watch, watch out, keep an eye, keep watch, keep
        * in mind, keep * on hold, keep * waiting, monitor, track, observe, see how, see what happens, see whether *
        turns, see if * turns, revisit, think about, think over, think * over, mull, mull over, mull * over, consider,
        reconsider, weigh, put * on hold, put * on ice, put * on the back burner, shelve, park, table, stall, linger,
        dither, leave * for now, leave * for later, leave * until, leave * till, leave * for tomorrow, play for time,
        play it by ear, take * time
    """),
    SHOW: _phrases("""
        show, display, read out, read * out, read aloud, read * to you, read * aloud, look up, look * up, look for,
        look into, look around, look through, search, search for, google, browse, open, bring up, bring * up, pull up,
        pull * up, walk * through, talk * through, explain to you, tell you, give you, describe, translate, calculate,
        work out, work * out, figure out, figure * out, count, reckon, estimate, guess, verify, investigate, research,
        inspect, examine, review, analyse, analyze, study, dig up, dig * up, dig out, trace, locate, watch for, play,
        quote, recommend, point you, refer you, teach, advise you, keep you posted, keep you informed, keep you
        updated, come back to you, report back, report to you, let you know, inform you, notify you, alert you, warn
        you, wake you, summarise for you, summarize for you, entertain, congratulate you, wish you, cheer you, rate,
        rank, praise, thank you, mail you, text you, send you, email you, write to you, ask you, message you, call
        you, ring you, call * to your attention, bring * to your attention, draw your attention, fill you in, brief
        you, photograph, measure, test, try out, download, zoom, scroll
    """),
}
