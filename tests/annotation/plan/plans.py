"""Plans of studies as people might write them, of every kind."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from annotation.plan.contradictions import contradictions
from annotation.plan.schema import MarkedItem, StudyPlan
from annotation.questions import DECISION, KNOWN, Choice, Question
from annotation.sampling.spec import SampleSpec

OWN = Question(
    key="tone",
    about="offer",
    text="Was it polite: yes or no?",
    choices=(Choice(value="yes", label="Yes", letter="y"), Choice(value="no", label="No", letter="n", reason=True)),
)
IDENTITY = "0123456789abcdef" * 4
line = st.text(st.characters(codec="utf-8").filter(str.isprintable), max_size=20)
texts = st.text(
    st.one_of(st.sampled_from("\n \t#:-|>'\"{}[]&*!%@`"), st.characters(codec="utf-8")),
    max_size=60,
)
_marks = st.from_regex(r"[0-9a-f]{16}(-[0-9a-f]{8})?", fullmatch=True)
_identities = st.text("0123456789abcdef", min_size=64, max_size=64)
_names = st.lists(line.map(str.strip).filter(lambda name: name and "," not in name), max_size=2)


def full(**values: Any) -> dict[str, Any]:
    """A plan with everything that it can have."""
    return {
        "title": "Offers in March",
        "questions": [DECISION.key, OWN.model_dump(mode="json"), "missed"],
        "samples": [
            {"size": 40, "per_scenario": 3},
            {"per_model": {"gpt-5": 4}, "kinds": "both", "silence_share": 0.25},
        ],
        "practice": [{"identity": IDENTITY, "right_answers": {"decision": "accept"}, "explanation": "One.\n\n  Two."}],
        "gold": [{"identity": IDENTITY[::-1], "right_answers": {"tone": "no"}}],
        "return_url": "https://app.example.com/done?cc=1",
        **values,
    }


@st.composite
def specs(draw: st.DrawFn) -> SampleSpec:
    kinds = draw(st.sampled_from(["offers", "silences", "both"]))
    counts = st.dictionaries(line.map(str.strip).filter(bool), st.integers(1, 99), min_size=1, max_size=3)
    how_many = draw(
        st.one_of(st.builds(lambda n: {"size": n}, st.integers(1, 999)), counts.map(lambda c: {"per_model": c}))
    )
    return SampleSpec(
        **how_many,
        kinds=kinds,
        silence_share=draw(st.none() | st.floats(0, 1)) if kinds == "both" else None,
        per_scenario=draw(st.none() | st.integers(1, 9)),
        seed=draw(st.integers(-(2**63), 2**63 - 1)),
        runs=tuple(draw(st.lists(st.integers(1, 10**9) | _marks, max_size=40, unique=True))),
        scenarios=tuple(draw(_names)),
        models=() if "per_model" in how_many else tuple(draw(_names)),
        outcomes=tuple(draw(st.lists(st.sampled_from(["success", "miss", "unknown"]), unique=True))),
        noise_free=draw(st.booleans()),
        unanswered=draw(st.booleans()),
        source=draw(line),
    )


@st.composite
def plans(draw: st.DrawFn) -> StudyPlan:
    marked = st.builds(
        MarkedItem,
        identity=_identities,
        right_answers=st.sampled_from([{"decision": "accept"}, {"decision": "reject", "tone": "yes"}]),
        explanation=texts,
        after=st.none() | st.integers(0, 3),
    )
    practice = draw(st.lists(marked, max_size=2, unique_by=lambda one: one.identity))
    # Whatever is practised is not left out.
    taken = {one.identity for one in practice}
    left_out = draw(st.lists(_identities.filter(lambda one: one not in taken), max_size=2, unique=True))
    plan = StudyPlan(
        title=draw(line.filter(str.strip)),
        questions=(DECISION, OWN, *draw(st.permutations([KNOWN["timing"], KNOWN["missed"]]))),
        seed=draw(st.integers(-(2**63), 2**63 - 1)),
        per_item=draw(st.integers(1, 9)),
        per_person=draw(st.none() | st.integers(1, 99)),
        pass_mark=draw(st.floats(0, 1)),
        too_fast_seconds=draw(st.floats(0, 60)),
        hide_goal=draw(st.booleans()),
        completion_code=draw(line),
        guidelines=draw(texts),
        consent=draw(texts),
        samples=tuple(draw(st.lists(specs(), max_size=3))),
        practice=tuple(practice),
        left_out=tuple(left_out),
    )
    assert not list(contradictions(plan))
    return plan
