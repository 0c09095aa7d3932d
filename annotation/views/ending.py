"""The page that a participant sees when there is nothing to judge: the reason, their progress, and the next step."""

from __future__ import annotations

from datetime import datetime
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, quote, urlencode, urlsplit

from django.http import HttpRequest, HttpResponse

from annotation.labelling.claiming import Empty
from annotation.labelling.own_progress import progress_of
from annotation.models import Rater, Study
from annotation.views.participant_pages import own_page


class EndingText(NamedTuple):
    sign: str
    title: str
    says: str
    is_finished: bool = False


_THANKS = "Every answer is saved. You can change your last ten answers as long as the study is open."
WORDS = {
    Empty.SHARE_DONE: EndingText("check", "Done. Thank you!", f"You have answered your full share. {_THANKS}", True),
    Empty.ALL_DONE: EndingText("check", "Done. Thank you!", f"You have answered all your items. {_THANKS}", True),
    Empty.COMPLETE: EndingText(
        "check", "Done. Thank you!", f"The study has all the answers that it needs. {_THANKS}", True
    ),
    Empty.HELD: EndingText(
        "clock", "A short break", "Other people have the remaining items open. Some items may become free again."
    ),
    Empty.NO_ITEMS: EndingText(
        "clock", "Nothing to judge yet", "The people who lead this study have not added any items."
    ),
    Empty.NOT_OPEN: EndingText("clock", "Not open yet", "The people who lead this study are still preparing it."),
    Empty.CLOSED: EndingText(
        "check", "This study is closed", "The study no longer takes answers. Your answers are kept.", True
    ),
    Empty.FAILED: EndingText(
        "info",
        "Thank you for trying",
        "Too few of your practice answers match the study’s guidelines, so you can’t judge its items. "
        "You don’t have to do anything else.",
    ),
}


def ending_page(request: HttpRequest, rater: Rater, empty: Empty, until: datetime | None = None) -> HttpResponse:
    """Render the page for a participant without an item, with the panel's code if they get one."""
    word, own = WORDS[empty], progress_of(rater)
    code = _code(rater.study, empty, own.answered)
    shown: dict[str, Any] = {
        "word": word,
        "empty": empty,
        "own": own,
        "until": until,
        "code": code,
        "back": way_to_panel(rater.study.return_url, code) if code else "",
    }
    return own_page(request, rater, "join/ending.html", shown)


def _code(study: Study, empty: Empty, answered: int) -> str:
    """Return the code that the panel asks for, or "".

    People who failed the practice get the screening code. People who have answered an item get the completion
    code once they have finished or the study is closed.
    """
    if empty == Empty.FAILED:
        return study.screened_code
    return study.completion_code if WORDS[empty].is_finished and answered else ""


def way_to_panel(address: str, code: str) -> str:
    """Return the panel's address with the code in place of {code} or as parameter `cc`; "" if it is not https."""
    filled = address.replace("{code}", quote(code, safe=""))
    try:
        parts = urlsplit(filled)
    except ValueError:
        return ""
    # Checked here as well as in the form, because participants follow this link.
    if parts.scheme != "https" or not parts.hostname:
        return ""
    asked = parse_qsl(parts.query, keep_blank_values=True)
    # Prolific expects the code as `cc`. An address that had {code} or already holds the code gets no parameter.
    if filled == address and code not in dict(asked).values():
        parts = parts._replace(query=urlencode([*asked, ("cc", code)]))
    return parts.geturl()
