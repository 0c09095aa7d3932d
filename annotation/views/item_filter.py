"""The filter of the items page, as a form whose values are in the page's address."""

from __future__ import annotations

from collections.abc import Iterable

from django import forms
from django.db.models import Q, QuerySet
from django.http import QueryDict

from annotation.models import Item, Role, Study
from annotation.templatetags.studies import deed_word
from simulator.views.filter_form import FilterForm
from simulator.words.numbers import LARGEST_INTEGER, whole_number

SILENCE = "silence"
_KINDS = (("offer", "Offers"), (SILENCE, "Silences"))
_OUTCOMES = (("success", "Success"), ("miss", "No success"), ("unknown", "Unknown"))


class ItemFilter(FilterForm):
    """The filters of the items page. Models, reactions and batches to choose from are those of the study."""

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
        self.offer("role", "Any role", Role.choices)
        self.offer("kind", "Offers and silences", _KINDS)
        self.offer("model", "Any model", ((name, name) for name in self._known("model")))
        deeds = self._known("simulated")
        self.offer("simulated", "Any reaction", ((one, deed_word(one).capitalize()) for one in deeds if one))
        self.offer("outcome", "Any outcome", _OUTCOMES)
        self.offer("batch", "Any batch", ((str(n), f"Batch {n}") for n in self._known("batch__number")))

    @property
    def lists(self) -> list[forms.BoundField]:
        """Return the fields with more than one value to choose from."""
        # The first choice is "any", so a second one alone would filter nothing.
        return [field for field in super().lists if len(field.subwidgets) > 2]

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


def _speaks_of(word: str) -> Q:
    matches = Q(offer__icontains=word) | Q(scenario__icontains=word) | Q(model__icontains=word)
    number = whole_number(word.removeprefix("#"), LARGEST_INTEGER)
    if number is not None:
        matches |= Q(number=number)
    return matches
