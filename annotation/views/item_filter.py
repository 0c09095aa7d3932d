"""The filter of the items page, as a form in its address."""

from __future__ import annotations

from collections.abc import Iterable

from django import forms
from django.db.models import Q, QuerySet
from django.http import QueryDict

from annotation.models import Item, Role, Study
from annotation.templatetags.studies import deed_word

SILENCE = "silence"
_KINDS = (("offer", "Offers"), (SILENCE, "Silences"))
_OUTCOMES = (("success", "Success"), ("miss", "No success"), ("unknown", "Unknown"))
_LARGEST = 2**31 - 1


class ItemFilter(forms.Form):
    """The filter form. It offers only values that this study has; unknown values are reported and ignored."""

    q = forms.CharField(label="Find an item", required=False, max_length=200)
    role = forms.ChoiceField(label="Role", required=False)
    kind = forms.ChoiceField(label="Kind", required=False)
    model = forms.ChoiceField(label="Model", required=False)
    simulated = forms.ChoiceField(label="Simulated user", required=False)
    outcome = forms.ChoiceField(label="Outcome", required=False)
    batch = forms.ChoiceField(label="Batch", required=False)

    def __init__(self, data: QueryDict, study: Study) -> None:
        super().__init__(data)
        self._items = Item.objects.filter(study=study)
        self._offer("role", "Any role", Role.choices)
        self._offer("kind", "Offers and silences", _KINDS)
        self._offer("model", "Any model", ((name, name) for name in self._known("model")))
        deeds = self._known("simulated")
        self._offer("simulated", "Any reaction", ((one, deed_word(one).capitalize()) for one in deeds if one))
        self._offer("outcome", "Any outcome", _OUTCOMES)
        self._offer("batch", "Any batch", ((str(n), f"Batch {n}") for n in self._known("batch__number")))

    @property
    def given(self) -> dict[str, str]:
        self.full_clean()
        return {name: value for name, value in self.cleaned_data.items() if value}

    def found(self) -> QuerySet[Item]:
        given = self.given
        names = {"batch": "batch__number"}
        asked = {names.get(name, name): value for name, value in given.items() if name != "q"}
        items = self._items.filter(**asked)
        for word in given.get("q", "").split():
            items = items.filter(_speaks_of(word))
        return items.order_by("number")

    def _known(self, field: str) -> Iterable[str]:
        return self._items.order_by(field).values_list(field, flat=True).distinct()

    def _offer(self, name: str, nothing: str, choices: Iterable[tuple[str, str]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [("", nothing), *choices]
        field.error_messages["invalid_choice"] = (
            "Unknown value “%(value)s”, so this filter is ignored. Choose from the list."
        )


def _speaks_of(word: str) -> Q:
    matches = Q(offer__icontains=word) | Q(scenario__icontains=word) | Q(model__icontains=word)
    number = word.removeprefix("#")
    # Python counts superscripts and other scripts as digits; the database column does not hold larger numbers.
    if number.isascii() and number.isdigit() and int(number) <= _LARGEST:
        matches |= Q(number=int(number))
    return matches
