"""Lists the verbs and nouns that name each act: the lexicon."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from simulator.reading.language.idle_verbs import IDLE
from simulator.reading.language.inflection import Form, plural, verb_forms


def _phrases(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(" ".join(phrase.split()) for phrase in text.split(",")))


# Each act with the verbs that name it. The first word of an entry is inflected; `*` stands for one to ten words, as in
# "put it in the bin". A verb may name several acts; its object decides which act is meant.
ACTS: Mapping[str, tuple[str, ...]] = {
    "send": _phrases("""
        send, write, message, text, mail, email, e-mail, tell, inform, notify, let * know, let * have, answer, reply,
        respond, ping, contact, reach out, drop * line, drop * note, drop * message, drop * word, drop * text, get
        back to, pass on, pass * on, pass along, pass * along, pass, relay, forward, share, warn, alert, confirm,
        update, brief, fill * in, give * heads-up, give * heads up, give * word, give, hand * on, post, announce,
        shoot * message, shoot * note, shoot * mail, shoot * line, shoot * email, shoot * text, fire off, put * in the
        picture, make sure * knows, make sure * know, get word, get * to, report, submit, file * complaint, file *
        claim, file * objection, hand in, hand * in, hand * to, hand over, put it to, put * to, raise, flag, point
        out, point * out, say, accept, decline, turn down, turn * down, explain, thank, apologise, apologize, invite,
        propose, suggest * to, agree, deliver, copy, cc, get in touch, be in touch, touch base, circle back, break the
        news, stop * from, head * off, talk, speak, save * place, catch * before, claim, put * into * mail, put * in *
        mail, put * into * message, put * in * message, put * into * chat, put * in * chat, put * off, promise,
        assure, mention, state, communicate, convey, acknowledge, sign * up, congratulate, greet, supply, provide,
        present, direct, advise, caution, remind, object, dispute, complain, spread the word, keep * posted, keep *
        informed, have * know, use * chat, leave * message, leave * note, excuse, RSVP, read, set * straight, stop,
        tip * off, settle * with, clear * with, sort * with, arrange * with, agree * with, fix * with, fire * over,
        send * over, ping * over, shoot * over, pop * over, slip, sling, beam, say yes, say no, say yes to, run * by,
        run * past, loop * in, clue * in, put * wise, bring * up to speed, get * up to speed, write back, text back,
        mail back, holler, shout, break it to, level with, come clean, own up, wave * off, fob * off, give * go-ahead,
        give * green light, give * the nod, book * in, give * notice, give * reply, give * answer, give * response,
        send word, pass word, wire, set * mind at rest, put * mind at rest, talk * out of, reassure, calm, apprise,
        acquaint, enlighten, hint, disclose, reveal, divulge, leak, spill, blab, let slip, let on, publish, broadcast,
        circulate, distribute, spread, tweet, blast, plead, vouch, testify, insist, vote, voice, express, deny, admit,
        concede, protest, drop * mail, drop * email
    """),
    "ask": _phrases("""
        ask, request, query, enquire, inquire, check with, check * with, nudge, chase, chase up, chase * up, follow
        up, remind, poll, sound * out, sound out, find out, see who, see whether, see if, canvass, beg, dispute,
        contest, challenge, object, complain, question, appeal, demand, claim, push back, consult, survey, prompt, get
        * to send, have * send, round up, invite, prod, ping, push, seek, call for, call on, reclaim, protest, get *
        from, ask around, ask round, put * question, put out feelers, feel * out, check in with, quiz, interview,
        pester, hound, badger, hassle, bug, poke, tap, implore, urge, entreat, petition, apply, take * up with, take
        issue, raise * with, take * to task, bring * up with, chivvy, hurry, hurry * up, call * out, hold * to, fish
        for, angle for, elicit, solicit, find out from
    """),
    "order": _phrases("""
        order, buy, purchase, get, grab, check out, check * out, place * order, pick up, pick * up, snap up, snap *
        up, secure, checkout, put * through, put * order, put * basket, complete * order, complete * purchase, go
        ahead with, finish * order, finish * purchase, pay for, send for, pick, choose, add * to * cart, put * in *
        cart, put * into * cart, get hold of, arrange, sort out, stock up, place, complete, restock, replenish, go
        for, treat, bag, proceed, have * delivered, have * sent, press * button, hit * button, click * button, push *
        button, acquire, pre-order, reorder, reserve, charge, put * on * card, commission, score, procure, source,
        take, fetch, snatch, snag, nab, close * deal, finalise, finalize, seal * deal, have * in * basket, have * in *
        cart, have * posted, have * shipped, have * dispatched, have * couriered, have * mailed, spring for, splash
        out, invest in, shell out for, plump for, opt for, jump on, jump at, subscribe you, enrol, enroll, pounce on,
        hit buy, hit order, press order, press buy, click buy, click order, tap buy, tap order, push * through, run *
        through * checkout, take * to * checkout, send off for, order in, lay in, subscribe
    """),
    "book": _phrases("""
        book, order, reserve, arrange, get, hail, call, request, schedule, organise, organize, set up, set * up, line
        up, line * up, rebook, send for, fix up, sort out, have * pick, put * on, replace, redirect, reroute, send,
        switch, swap, correct, change, fix, point, exchange, redo, substitute, make * booking, make * reservation,
        secure, re-book, reorder, have * take, have * drive, summon, update, amend, trade, whistle up, whistle * up,
        rustle up, lay on, lay * on, charter, engage, hire, call up, flag down, have * waiting
    """),
    "cancel": _phrases("""
        cancel, call off, call * off, scrap, drop, withdraw, revoke, undo, annul, abort, stop, get rid of, get *
        cancelled, get * canceled, back out, pull out, pull, void, rescind, halt, kill, axe, nix, return, send back,
        send * back, take back, take * back, refund, release, let * go, replace, swap, switch, rebook, re-book,
        exchange, redo, reverse, unbook, strike, ditch, bin, countermand, substitute, change, redirect, reroute,
        update, amend, correct, trade, have * cancelled, have * called off, bail on, bail out of, cry off, beg off,
        opt out, unsubscribe, get out of, get * out of, wriggle out of, terminate, discontinue, repeal, retract, pull
        the plug, put a stop to, put an end to, give back, give * back, hand back, hand * back, end, have * stopped,
        free * up, give up, give * up, relinquish, forfeit, decline, turn down, turn * down
    """),
    "delete": _phrases("""
        delete, remove, erase, take out, take * out, bin, trash, discard, throw away, throw * away, throw out, throw *
        out, get rid of, clear, clear away, clear * away, clear out, clear * out, take away, take * away, take off,
        take * off, take * out of, wipe, dismiss, junk, dump, put * in * trash, put * in * bin, put * into * trash,
        put * into * bin, move * to * trash, move * to * bin, move * into * trash, move * into * bin, clean up, clean
        * up, clean out, take down, take * down, switch off, switch * off, turn off, turn * off, cancel, drop, scrap,
        strike, cross off, cross * off, cross out, tick off, tidy away, tidy * away, tidy up, tidy * up, tidy, send *
        to * trash, send * to * bin, toss, toss out, purge, chuck, chuck * out, weed out, kill, lose, do away with,
        dispose of, call off, call * off, silence, stop, ditch, shred, unsave, unlist, withdraw, eliminate, mute, zap,
        nuke, throw off, throw * off, kick * off, kick out, kick * out, boot * out, knock * off, pull * off, pull *
        from, cut * from, clear * off, sweep away, sweep * away, sweep * out, wipe * off, wipe * out, rub out, rub *
        out, blot out, expunge, prune, cull, whittle, flush, empty, strike * off, strike * from, take * from, remove *
        from, scratch * off, disable, deactivate, put * out of, consign,
        bury, destroy, rip up, tear up, tear * up, spam, report * as spam, block, archive, put paid to, make short
        work, make * disappear, make * vanish, make * go away, have * gone
    """),
    "move": _phrases("""
        move, reschedule, postpone, shift, push, push back, push * back, put off, put * off, put back, put * back,
        delay, rebook, bring forward, bring * forward, swap, change, rearrange, re-arrange, slide, transfer, relocate,
        set * for, reset, defer, bump, switch, offer * instead, set * to, put * on, put * to, free up, take * slot,
        grab * slot, use * slot, book * slot, knock * back, kick * down the road, hold * over, carry * over, roll *
        over, nudge * to, drag * to, slip * to, fit * in, squeeze * in, bring * back, swap * for, trade * for, make
        room, make way, pull forward, advance, re-time, retime, adjust, amend, correct, update, edit, redate, settle
    """),
    "add": _phrases("""
        add, put, enter, schedule, create, block, block off, block out, block * off, set, set up, set * up, make,
        record, note, note down, note * down, log, pencil * in, pencil in, write, write down, write * down, write *
        in, jot, jot down, jot * down, save, store, mark, mark down, book, arrange, fix, send * invitation, send *
        invite, hold, pin, drop * in, pop * in, pop * into, calendar, calendarise, diarise, diarize, plan, keep *
        free, reserve, insert, slot, slot * in, file, register, update, settle, fill, stick
    """),
    "change": _phrases("""
        change, update, correct, edit, fix, replace, adjust, amend, put * on, put, enter, save, store, swap, switch,
        set, write, write * in, write * down, add, overwrite, take over, take * over, revise, modify, rename, note,
        make, bring * up to date, disguise, camouflage, relabel, retitle, call, record, complete, exchange, rewrite,
        reword, reset, refresh, copy, fill, type, log, register, alter, substitute, file, extend, prolong, lengthen,
        shorten, upgrade, downgrade, renew, expand, widen, reduce, lower, raise, increase, enlarge, scale up,
        bump up, beef up, double, halve, tweak,
        fine-tune, convert, turn * into, transform, shuffle, reorder, annotate, enrich, polish, redraft
    """),
    "save": _phrases("""
        save, bookmark, shortlist, short-list, add, put, keep, favourite, favorite, mark, star, pin, list, note,
        store, flag, include, tuck, pop, stick, drop, heart, like, place, throw
    """),
    "remind": _phrases("""
        remind, remind you, give you * nudge, ping you, nudge you, prompt you, set * off, wake you, buzz you, poke
        you, tap you, jog * memory, make sure you remember, make sure you * forget, set, add, create, put, make,
        schedule, nudge, alert, ping, prompt, set up, set * up, put * in, drop * in, pop * in, enter, place, give *
        nudge, give * reminder, program, programme, jog
    """),
    "note": _phrases("""
        write, note, note down, note * down, jot, jot down, jot * down, draw up, draw * up, put together, put *
        together, pull together, pull * together, compile, summarise, summarize, collect, gather, prepare, list, make,
        create, set out, set * out, lay out, lay * out, put, assemble, write up, write * up, write down, write * down,
        sum up, sum * up, compare, start, type up, type * up, type, save, record, organise, organize, condense, boil *
        down, boil down, bundle, line up, line * up, have * ready, get * ready, set down, set * down, keep, work up,
        draft, add, consolidate, wrap up, collate, do, file, tabulate, outline, sketch, scribble, copy, combine,
        extract, log, bring * together, bring together
    """),
    "pay": _phrases("""
        pay, transfer, wire, settle, send * money, remit, reimburse, tip, fork out, cough up, debit, cover * bill,
        cover * fee, cover * cost, top up, pay off, pay up, pay out, shell out, send * euros, send * pounds, send *
        dollars, donate, contribute, chip in, stump up, advance, lend, loan, refund, repay, pay back, pay * back,
        clear * bill, settle * bill, settle * fee, settle * invoice, foot, foot * bill, deposit, fund, sponsor, square
        up, invest, bribe, compensate, offer to pay, hand over * money
    """),
    "call": _phrases("phone, ring, telephone, call, give * ring, give * call, dial, ring up, ring * up"),
    "accept": _phrases("""
        accept, take up, take * up, agree to, say yes, confirm, approve, RSVP, sign * up, commit, promise
    """),
}
# Nouns that name an act without a verb: "a reminder for Thursday?", "a quick cancellation".
NOUNS: Mapping[str, tuple[str, ...]] = {
    "send": _phrases("""
        message, mail, email, e-mail, text, note, reply, answer, line, word, words, heads-up, heads up, warning,
        confirmation, update, ping, letter, acceptance, yes, response, apology, notice, thank-you, invitation,
        announcement, explanation, sms, dm, rsvp
    """),
    "ask": _phrases("""
        question, request, query, nudge, follow-up, complaint, dispute, objection, enquiry, inquiry, poll, round,
        survey, appeal, message, mail, email, word, line, note, text
    """),
    "order": _phrases("order, purchase, checkout, reorder"),
    "book": _phrases("booking, reservation, cab, taxi, van, ride, lift, rebooking"),
    "cancel": _phrases("cancellation, cancelation, refund, withdrawal"),
    "delete": _phrases("deletion, removal, disposal, clear-out, clean-up, cleanup"),
    "move": _phrases("move, change, reschedule, postponement, rescheduling, shift"),
    "remind": _phrases("reminder, alarm, alert, nudge, ping, entry, prompt"),
    "note": _phrases("""
        note, list, checklist, check-list, summary, overview, sheet, page, comparison, table, rundown, digest, memo,
        crib, cheat-sheet, compilation
    """),
    "change": _phrases("update, correction, change, edit"),
    "add": _phrases("entry, event, appointment, invitation, invite, block"),
    "save": _phrases("bookmark"),
}
# Offers that name no deed: "Shall I take care of it?"
VAGUE = _phrases("""
    help, handle, sort, sort out, take care, deal, see to, look after, manage, assist, support, do something, act,
    step in, do anything, look into, intervene, proceed, go ahead, go, do it, do that, do this, start, get going,
    get on, make it happen, do the needful, do, take it from here, take over, make arrangement, make arrangements,
    arrange, fix, put * right, set * right, rearrange, organise, organize, settle, see what, think about, check,
    look at, make sure, get something ready, clear up, tackle, attend to, jump in, try
""")


class Entry(NamedTuple):
    """A verb, noun or phrase that names acts: the form of its first word, the words that must follow, and the acts."""

    form: Form
    rest: tuple[str, ...]
    acts: frozenset[str]


@cache
def entries() -> Mapping[str, tuple[Entry, ...]]:
    """Return the entries of the lexicon by each form of their first word; entries with more words come first."""
    found: dict[tuple[str, Form, tuple[str, ...]], set[str]] = {}
    for act, phrases in (*ACTS.items(), *IDLE.items(), ("vague", VAGUE)):
        for phrase in phrases:
            first, *rest = _words(phrase)
            for word, form in verb_forms(first):
                found.setdefault((word, form, tuple(rest)), set()).add(act)
    for act, nouns in NOUNS.items():
        for noun in nouns:
            *start, last = _words(noun)
            for word in (last, plural(last)):
                first, *rest = (*start, word)
                found.setdefault((first, "noun", tuple(rest)), set()).add(act)
    by_word: dict[str, list[Entry]] = {}
    for (word, form, ending), acts in found.items():
        by_word.setdefault(word, []).append(Entry(form, ending, frozenset(acts)))
    return {word: tuple(sorted(known, key=lambda entry: -len(entry.rest))) for word, known in by_word.items()}


@cache
def known_words() -> frozenset[str]:
    """Return the first words of all entries of the lexicon, in every form."""
    return frozenset(entries())


def _words(phrase: str) -> list[str]:
    # Texts are also split at hyphens: "e-mail" becomes e, -, mail.
    return phrase.lower().replace("-", " - ").split()
