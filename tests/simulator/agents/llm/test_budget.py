"""The rule by which requests are made to fit: deterministic, oldest first, everything left out is marked."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from simulator.agents.llm.budget import SHORTEST_HEAD, estimate, fit, size
from simulator.agents.llm.replies import text as text_format
from simulator.agents.llm.replies import tools as tools_format
from simulator.agents.llm.wire import Message, Tool

MORE = re.compile(r"\n\[([\d,]+) more characters were left out here to save room\.\]\Z")
ALL = re.compile(r"\[([\d,]+) characters were left out here to save room\.\]")
STEPS = re.compile(r"\[([\d,]+) earlier messages? with ([\d,]+) characters left out here to save room\.\]")
A_MARK = 100
"""Characters: what is hardly longer than its beginning with a mark is not shortened."""
A_TOOL = Tool("look", "Look around.", {"type": "object", "properties": {}})
texts = st.builds(lambda part, times: part * times, st.text(max_size=40), st.integers(0, 60))


@st.composite
def conversations(draw: st.DrawFn) -> tuple[Message, ...]:
    """A system prompt, then steps in either format and messages of the world, then what is shown now."""
    form = draw(st.sampled_from([text_format, tools_format]))
    found = [Message("system", draw(texts))]
    for number in range(draw(st.integers(0, 8))):
        foldable = draw(st.integers(0, 3))
        if draw(st.booleans()):
            act = form.act_messages("look", {"at": draw(texts)}, draw(st.text()), draw(texts), f"c{number}", foldable)
            found.extend(act)
        else:
            found.append(Message("user", draw(texts), foldable=foldable))
    return (*found, Message("user", draw(texts), foldable=draw(st.integers(0, 1))))


limits = st.integers(0, 4000)


@given(conversations(), limits)
def test_the_same_request_is_always_made_to_fit_in_the_same_way(messages: tuple[Message, ...], limit: int) -> None:
    assert fit(messages, (A_TOOL,), limit) == fit(list(messages), [A_TOOL], limit)


@given(conversations(), limits)
def test_a_request_is_too_long_only_if_nothing_is_left_to_fold(messages: tuple[Message, ...], limit: int) -> None:
    fitted, _ = fit(messages, (A_TOOL,), limit)
    if size(fitted, (A_TOOL,)) <= limit:
        return
    for message in fitted:
        # What is left is not foldable, says itself that it was left out, or is not longer than that would be.
        small = size([message], ()) <= 60
        act = message.role == "assistant"
        assert message.foldable == 0 or ALL.fullmatch(message.text) or small or (act and _held(message, fitted))


def _held(act: Message, fitted: tuple[Message, ...]) -> bool:
    """An action stays as long as its answer is not foldable, or as the step is no longer than a mark would be."""
    answer = fitted[fitted.index(act) + 1]
    return answer.foldable == 0 or size([act, answer], ()) <= 60 or answer.foldable < act.foldable


@given(conversations(), limits)
def test_a_request_that_fits_stays_as_it_is(messages: tuple[Message, ...], spare: int) -> None:
    fitted, changed = fit(messages, (), size(messages, ()) + spare)
    assert (fitted, changed) == (messages, 0)


@given(conversations(), limits)
def test_every_mark_says_how_much_was_left_out(messages: tuple[Message, ...], limit: int) -> None:
    fitted, changed = fit(messages, (), limit)
    left, lost = list(messages), 0
    for message in fitted:
        if message in left[:1]:
            left.pop(0)
        elif steps := STEPS.fullmatch(message.text):
            gone = [left.pop(0) for _ in range(_number(steps[1]))]
            assert _number(steps[2]) == sum(map(_length, gone))
            lost += len(gone)
        else:
            lost += 1
            _check_shortened(message, left.pop(0))
    assert not left
    assert changed == lost


def _check_shortened(message: Message, original: Message) -> None:
    assert (message.role, message.call_id, message.foldable) == (original.role, original.call_id, original.foldable)
    assert original.foldable > 0
    assert original.role != "assistant"
    if everything := ALL.fullmatch(message.text):
        assert _number(everything[1]) == len(original.text)
        return
    more = MORE.search(message.text)
    assert more is not None
    head = message.text[: more.start()]
    assert original.text.startswith(head)
    assert _number(more[1]) == len(original.text) - len(head)


@given(conversations(), limits)
def test_a_call_and_its_answer_stay_or_go_together(messages: tuple[Message, ...], limit: int) -> None:
    fitted, _ = fit(messages, (), limit)
    for index, message in enumerate(fitted):
        if message.call is not None:
            assert fitted[index + 1].role == "tool"
            assert fitted[index + 1].call_id == message.call_id
        if message.role == "tool":
            assert fitted[index - 1].call is not None


@given(st.lists(st.integers(1, 3000), min_size=1, max_size=8), limits)
def test_the_newest_is_kept_longest(lengths: list[int], limit: int) -> None:
    """Among equals nothing is left out as long as something older still stands in full, or in part."""
    messages = [Message("user", "word " * length, foldable=1) for length in lengths]
    fitted, _ = fit(messages, (), limit)
    if any(STEPS.fullmatch(message.text) for message in fitted):
        return
    shares = [_state(message, original) for message, original in zip(fitted, messages, strict=True)]
    longer = [len(original.text) > SHORTEST_HEAD + A_MARK for original in messages]
    states = [state for state, worth in zip(shares, longer, strict=True) if worth]
    assert states == sorted(states)


def _state(message: Message, original: Message) -> int:
    if ALL.fullmatch(message.text):
        return 0
    return 2 if message == original else 1


def test_what_is_more_foldable_goes_first_wherever_it_stands() -> None:
    screen = Message("user", "screen " * 200, foldable=1)
    old = Message("user", "old " * 200, foldable=2)
    fitted, changed = fit((screen, old), (), size((screen, old), ()) - 50)
    assert fitted[0] == screen
    assert MORE.search(fitted[1].text)
    assert changed == 1


def test_in_the_end_even_what_is_shown_now_is_cut_with_a_mark() -> None:
    rules = Message("system", "Be brief.")
    screen = Message("user", "\n".join(f"- row {number}" for number in range(500)), foldable=1)
    fitted, changed = fit((rules, screen), (), 300)
    assert size(fitted, ()) <= 300
    assert fitted[0] == rules
    assert fitted[1].text.startswith("- row 0\n- row 1\n")
    assert MORE.search(fitted[1].text)
    assert changed == 1


def test_old_steps_are_left_out_whole_when_their_observations_are_gone() -> None:
    steps = [
        message
        for number in range(40)
        for message in tools_format.act_messages("look", {"at": "x" * 300}, "", "seen " * 50, f"c{number}", 2)
    ]
    fitted, changed = fit((Message("system", "Rules."), *steps), (), 2000)
    assert size(fitted, ()) <= 2000
    assert STEPS.fullmatch(fitted[1].text)
    assert fitted[-2:] != ()
    assert fitted[-2].call is not None
    assert fitted[-2].call_id == "c39"
    assert changed > 40


def test_beginnings_change_seldom_as_a_conversation_grows() -> None:
    """A provider that keeps what it has read before is not sent something new at every step."""
    forms: set[str] = set()
    for number in range(1, 30):
        messages = [Message("user", f"{at} " + "seen before " * 300, foldable=1) for at in range(number)]
        forms.update(message.text for message in fit(messages, (), 6000)[0])
    assert len(forms) < 30 * 5


@given(st.text(), st.text())
def test_an_estimate_grows_with_the_text(one: str, other: str) -> None:
    assert 0 <= estimate(one) <= estimate(one + other) <= estimate(one) + estimate(other)


def test_estimates_are_what_they_were() -> None:
    """Runs are rebuilt by it: another estimate makes other prompts."""
    assert estimate("") == 0
    assert estimate("Four score and seven years ago") == 8
    assert estimate("2026-05-14 17:36:00") == 13
    assert estimate("Tomás war schön früh da, 今天见") == 14


def _number(text: str) -> int:
    return int(text.replace(",", ""))


def _length(message: Message) -> int:
    return len(message.text) + (len(message.call.arguments) if message.call else 0)
