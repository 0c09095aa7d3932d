"""Builds verb forms and plurals by rules, as lemma dictionaries cost 30 MB and 0.3 s and miss British spellings."""

from __future__ import annotations

from functools import cache
from typing import Literal, NamedTuple

from simulator.reading.language.word_sets import word_set

Form = Literal["base", "present", "past", "participle", "gerund", "noun"]

# Format: base: past, participle. Present and gerund are formed by rule, so "is" and "has" are not among the forms.
_IRREGULAR = {
    "be": ("was", "been"),
    "become": ("became", "become"),
    "begin": ("began", "begun"),
    "book": ("booked", "booked"),
    "bring": ("brought", "brought"),
    "buy": ("bought", "bought"),
    "come": ("came", "come"),
    "cut": ("cut", "cut"),
    "do": ("did", "done"),
    "draw": ("drew", "drawn"),
    "drive": ("drove", "driven"),
    "find": ("found", "found"),
    "forget": ("forgot", "forgotten"),
    "get": ("got", "got"),
    "give": ("gave", "given"),
    "go": ("went", "gone"),
    "have": ("had", "had"),
    "hear": ("heard", "heard"),
    "hold": ("held", "held"),
    "keep": ("kept", "kept"),
    "know": ("knew", "known"),
    "leave": ("left", "left"),
    "let": ("let", "let"),
    "lose": ("lost", "lost"),
    "make": ("made", "made"),
    "meet": ("met", "met"),
    "pay": ("paid", "paid"),
    "put": ("put", "put"),
    "read": ("read", "read"),
    "rid": ("rid", "rid"),
    "ring": ("rang", "rung"),
    "run": ("ran", "run"),
    "say": ("said", "said"),
    "see": ("saw", "seen"),
    "sell": ("sold", "sold"),
    "send": ("sent", "sent"),
    "set": ("set", "set"),
    "shoot": ("shot", "shot"),
    "speak": ("spoke", "spoken"),
    "spend": ("spent", "spent"),
    "split": ("split", "split"),
    "stick": ("stuck", "stuck"),
    "strike": ("struck", "struck"),
    "take": ("took", "taken"),
    "tell": ("told", "told"),
    "think": ("thought", "thought"),
    "throw": ("threw", "thrown"),
    "undo": ("undid", "undone"),
    "understand": ("understood", "understood"),
    "withdraw": ("withdrew", "withdrawn"),
    "write": ("wrote", "written"),
    "overcharge": ("overcharged", "overcharged"),
    "text": ("texted", "texted"),
    "email": ("emailed", "emailed"),
    "mail": ("mailed", "mailed"),
}
_VOWELS = "aeiou"
# Verbs that double the last consonant, as in "referred", although the rule in `_stems` does not say so.
_DOUBLED = word_set(
    "cancel refer transfer prefer defer infer confer occur submit commit admit permit omit regret forget begin put set"
    " rid overlap label travel"
)
_NOT_DOUBLED = frozenset(
    ("book", "answer", "order", "alert", "enter", "remember", "deliver", "offer", "edit", "visit", "credit")
)


class Inflected(NamedTuple):
    """One form of a verb."""

    word: str
    form: Form


@cache
def verb_forms(base: str) -> tuple[Inflected, ...]:
    """Return the forms of a verb, such as base, past and gerund, in British and American spelling."""
    forms = [Inflected(base, "base"), Inflected(_with_s(base), "present")]
    stems = _stems(base)
    forms += [Inflected(f"{stem}ing", "gerund") for stem in _gerund_stems(base, stems)]
    if base in _IRREGULAR:
        past, participle = _IRREGULAR[base]
        forms += [Inflected(past, "past"), Inflected(participle, "participle")]
        if base == "get":
            forms.append(Inflected("gotten", "participle"))
    else:
        for stem in stems:
            ended = f"{stem}d" if stem.endswith("e") else f"{stem[:-1]}ied" if _y(stem) else f"{stem}ed"
            forms += [Inflected(ended, "past"), Inflected(ended, "participle")]
    return tuple(dict.fromkeys(forms))


def plural(noun: str) -> str:
    return _with_s(noun)


def _with_s(base: str) -> str:
    if _y(base):
        return f"{base[:-1]}ies"
    return f"{base}es" if base.endswith(("s", "x", "z", "ch", "sh", "o")) and base != "photo" else f"{base}s"


def _y(word: str) -> bool:
    return word.endswith("y") and len(word) > 1 and word[-2] not in _VOWELS


def _stems(base: str) -> list[str]:
    doubled = base + base[-1]
    if base in _DOUBLED:
        # "cancelled" and "canceled" are both in use.
        return [doubled, base] if base.endswith("l") else [doubled]
    if base in _NOT_DOUBLED or len(base) < 3:
        return [base]
    one_vowel = base[-2] in _VOWELS and base[-3] not in _VOWELS and base[-1] not in "wxyaeiou"
    vowels = sum(
        1 for place, letter in enumerate(base) if letter in _VOWELS and base[place - 1 : place] not in list(_VOWELS)
    )
    return [doubled] if one_vowel and vowels == 1 else [base]


def _gerund_stems(base: str, stems: list[str]) -> list[str]:
    found = []
    for stem in stems:
        if stem.endswith("e") and not stem.endswith(("ee", "oe", "ye")) and stem != "be":
            stem = stem[:-1]
        found.append(stem)
    if base.endswith("ie"):
        return [f"{base[:-2]}y"]
    return found
