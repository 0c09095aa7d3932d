"""Renders a moment as HTML for the story and the strip of steps, without templates, which would take twice as long."""

from __future__ import annotations

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from simulator.showing.tell import Breaks
from simulator.showing.told_moment import Tag, ToldMoment
from simulator.templatetags.steps import actor, iso_local, mark_tone, sentence, shape

_NOTHING = mark_safe("")
_CURRENT = mark_safe(' aria-current="step"')
_ABOUT = 'data-n="{}" data-actor="{}" data-app="{}" data-kind="{}"{}'
_ITEM = """\
{}<li class="{}" id="s{}" {}>
<a class="when" href="{}" title="Link to step {}"><time datetime="{}">{}</time><b class="count">{}</b></a>
<div class="moment"><p>{}<span><span class="sr">{}: </span>{}</span>{}</p>{}</div></li>"""
_MARK = """\
{}<li class="{}">{}<a class="{}" href="{}" {} tabindex="-1" title="{} · {}" aria-label="Step {}: {}">{}</a></li>"""


def item_html(told: ToldMoment, breaks: Breaks, address: str, private: bool, current: bool) -> SafeString:
    """Return a moment as an item of the story, with the headings before it.

    `private`: include the thought, the error about an unreadable reply, and the text of a line in a transcript.
    """
    classes = _classes((told.lane, True), ("key", told.key), ("fail", told.failed), ("now", current))
    before = format_html('<li class="idle"><span>{}</span></li>', breaks.idle) if breaks.idle else _NOTHING
    if breaks.turn:
        before += format_html('<li class="turn">{}</li>', breaks.turn)
    return format_html(
        _ITEM,
        *(before, classes, told.n, _about(told, current)),
        *(address, told.n, iso_local(told.local), told.clock, told.n),
        *(shape(told.shape), actor(told.lane), sentence(told.parts), _tags(told.tags), _below(told, private)),
    )


def mark_html(told: ToldMoment, breaks: Breaks, address: str, current: bool) -> SafeString:
    """Return a moment as a mark on the strip, with the turn that it starts and the time that passed before it."""
    before = turn = _NOTHING
    if breaks.idle:
        before = format_html('<li class="idle" title="{}"><span>{}</span></li>', breaks.idle, breaks.about)
    if breaks.turn:
        turn = format_html('<span><span class="word">Turn </span>{}</span>', told.turn)
    place = _classes(("turn", bool(breaks.turn)), ("at", current))
    classes = _classes((mark_tone(told), True), ("small", not told.key and not told.failed))
    words = told.text
    return format_html(
        _MARK,
        *(before, place, turn, classes, address, _about(told, current)),
        *(told.n, words, told.n, words, shape(told.shape)),
    )


def _classes(*classes: tuple[str, bool]) -> str:
    return " ".join([name for name, holds in classes if holds])


def _about(told: ToldMoment, current: bool) -> SafeString:
    """Return the data attributes from which scripts read the number, actor, app and kind of a moment."""
    return format_html(_ABOUT, told.n, told.lane, told.app, told.kind, _CURRENT if current else _NOTHING)


def _tags(tags: tuple[Tag, ...]) -> SafeString:
    if not tags:
        return _NOTHING
    return format_html('<span class="tags">{}</span>', format_html_join("", "{}", ((_tag(tag),) for tag in tags)))


def _tag(tag: Tag) -> SafeString:
    if not tag.about:
        return format_html('<span class="tag {}">{}</span>', tag.tone, tag.text)
    return format_html('<span class="tag {}" title="{}">{}</span>', tag.tone, tag.about, tag.text)


def _below(told: ToldMoment, private: bool) -> SafeString:
    """Return the lines below the sentence: texts that may be private, the quotation and the notes."""
    found = _NOTHING
    if private and told.thought:
        found += format_html('<details class="thought"><summary>Thought</summary><p>{}</p></details>', told.thought)
    if private and told.misread:
        found += format_html('<div class="said">{}</div>', told.misread)
    if told.quote:
        quote = "<blockquote>{}</blockquote>" if told.key else '<div class="said"><q>{}</q></div>'
        found += format_html(quote, told.quote)
    for note in told.notes:
        found += format_html('<div class="said">{}</div>', sentence(note))
    return found
