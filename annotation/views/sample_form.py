"""The form of a sample: which runs, how many items, how they are balanced, and the seed."""

from __future__ import annotations

from typing import Any

from django.http import QueryDict

from annotation.plan.plan_reading import spec_from
from annotation.sampling.spec import SampleSpec
from annotation.studies.run_sources import runs_found, runs_of_sweep, sweep_named
from simulator.plans.plan_file import BadPlan, PlanProblem, TypedForm
from simulator.words.numbers import whole_number

ALL, SWEEP, FILTER = "all", "sweep", "filter"
SOURCES = ((ALL, "All runs"), (SWEEP, "A sweep"), (FILTER, "A filter"))
SIZE, PER_MODEL = "size", "per_model"
KINDS = (("offers", "Offers"), ("silences", "Silences"), ("both", "Both"))
ORIGINS = (("", "Played here or imported"), ("here", "Played here"), ("imported", "Imported"))
FIRST_SIZE = 60
_TICKS = ("noise_free", "unanswered", "transcripts")
_OF_MODEL = "per_model:"


class SampleForm(TypedForm):
    """The form of a sample as the lead typed it; `spec` turns it into a SampleSpec."""

    @property
    def fixed(self) -> dict[str, str]:
        return {}

    @property
    def source(self) -> str:
        source = self.text.get("source", "")
        return source if source in dict(SOURCES) else ALL

    @property
    def amount(self) -> str:
        return PER_MODEL if self.text.get("amount") == PER_MODEL else SIZE

    @property
    def per_model(self) -> dict[str, str]:
        """Return the typed count by model, without empty counts and zeros."""
        found = {name: self.text.get(name, "").strip() for name in self._values if name.startswith(_OF_MODEL)}
        return {name.removeprefix(_OF_MODEL): count for name, count in found.items() if count and count != "0"}

    def spec(self) -> SampleSpec:
        """Return the sample specification that the form describes. Raise BadPlan with every problem."""
        text = self.text
        plain: dict[str, Any] = {name: bool(text.get(name)) for name in _TICKS}
        plain |= {name: text[name].strip() for name in ("per_scenario", "seed") if text.get(name, "").strip()}
        # The share of silences stays in the form when another kind is chosen, but only "both" may have one.
        plain["kinds"] = text.get("kinds") or "offers"
        if plain["kinds"] == "both" and text.get("silence_share", "").strip():
            plain["silence_share"] = text["silence_share"].strip()
        if self.amount == PER_MODEL:
            plain["per_model"] = self.per_model
            if not self.per_model:
                raise BadPlan(
                    [
                        PlanProblem(
                            "per_model", "No model has a number of items.", "Enter a number for at least one model."
                        )
                    ]
                )
        else:
            plain["size"] = text.get("size", "").strip() or None
            if plain["size"] is None:
                raise BadPlan(
                    [PlanProblem("size", "The number of items is missing.", f"Enter a number, such as {FIRST_SIZE}.")]
                )
        return spec_from({**plain, **self._runs()})

    def _runs(self) -> dict[str, Any]:
        if self.source == SWEEP:
            return self._of_sweep()
        return self._filtered() if self.source == FILTER else {}

    def _of_sweep(self) -> dict[str, Any]:
        pk = whole_number(self.text.get("sweep", "")) or 0
        name = sweep_named(pk)
        if name is None:
            raise BadPlan([PlanProblem("sweep", "No sweep is chosen.", "Choose a sweep from the list.")])
        runs = runs_of_sweep(pk)
        if not runs:
            raise BadPlan(
                [PlanProblem("sweep", "No run of this sweep has finished.", "Wait, or choose a different sweep.")]
            )
        return {"runs": runs, "source": _printable(f"sweep {pk}, {name}")}

    def _filtered(self) -> dict[str, Any]:
        plain: dict[str, Any] = {
            "scenarios": self._values.get("scenarios", []),
            # Counts per model already name the models, and a plan may not name them twice.
            "models": self._values.get("models", []) if self.amount == SIZE else [],
        }
        note, origin = self.text.get("note", "").strip(), self.text.get("origin", "")
        if note or origin:
            plain["runs"] = runs_found(note, origin if origin in dict(ORIGINS) else "")
            plain["source"] = _printable(", ".join(filter(None, (note and f"noted {note}", dict(ORIGINS).get(origin)))))
            if not plain["runs"]:
                raise BadPlan(
                    [PlanProblem("note", "No finished runs match this filter.", "Remove a part of the filter.")]
                )
        return plain


def posted_sample(data: QueryDict) -> SampleForm:
    return SampleForm({name: data.getlist(name) for name in data})


def first_sample(seed: int, sweep: str = "") -> SampleForm:
    """Return the form for a balanced sample of offers from all runs, or from the runs of one sweep."""
    values = {
        "source": [SWEEP if sweep else ALL],
        "sweep": [sweep],
        "amount": [SIZE],
        "size": [str(FIRST_SIZE)],
        "kinds": ["offers"],
        "seed": [str(seed)],
    }
    return SampleForm(values)


def _printable(text: str) -> str:
    return "".join(sign for sign in text if sign.isprintable())[:200]
