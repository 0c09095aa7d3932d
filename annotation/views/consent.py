"""The information-and-consent page of somebody who takes part: asked again whenever its text has changed."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from annotation.jobs.joining import agree, consent_text
from annotation.views.access import rater_for
from annotation.views.own_page import own_page


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def consent(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Agreeing is to the version that was on the screen; to another one it is asked anew."""
    rater = rater_for(request, pk)
    text = consent_text(rater.study)
    if text is None:
        return redirect("annotate", pk)
    if request.method == "POST" and request.POST.get("version") == str(text.version):
        agree(rater, text.version)
        return redirect("annotate", pk)
    has_agreed = rater.consent_version == text.version
    shown = {"text": text, "has_agreed": has_agreed, "is_again": rater.consent_version is not None}
    return own_page(request, rater, "join/consent.html", shown)
