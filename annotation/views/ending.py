"""What somebody sees when there is nothing on the screen to judge: why, what they have done, and what comes next."""

from __future__ import annotations

from datetime import datetime
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, quote, urlencode, urlsplit

from django.http import HttpRequest, HttpResponse

from annotation.jobs.claiming import Empty
from annotation.jobs.own import progress_of
from annotation.models import Rater, Study
from annotation.views.own_page import own_page


class Word(NamedTuple):
    sign: str
    title: str
    says: str
    is_finished: bool = False


_THANKS = "Every answer is saved. You can change your last ten as long as the study is open."
WORDS = {
    Empty.SHARE_DONE: Word("check", "Done. Thank you!", f"You have answered your whole share. {_THANKS}", True),
    Empty.ALL_DONE: Word("check", "Done. Thank you!", f"You have answered all there is for you. {_THANKS}", True),
    Empty.COMPLETE: Word("check", "Done. Thank you!", f"The study has all the answers that it needs. {_THANKS}", True),
    Empty.HELD: Word(
        "clock", "A short break", "What is left is in the hands of others at the moment. Some of it may come back."
    ),
    Empty.NO_ITEMS: Word("clock", "Nothing to judge yet", "The people who lead this study have not put anything in."),
    Empty.NOT_OPEN: Word("clock", "Not open yet", "The people who lead this study are still preparing it."),
    Empty.CLOSED: Word("check", "This study is closed", "It takes no more answers. Yours are kept.", True),
    Empty.FAILED: Word(
        "info",
        "Thank you for trying",
        "The practice did not go well enough, so the study goes on without you. That happens to careful people "
        "too: what counts as a good offer is a matter of the guidelines. Nothing more is asked of you.",
    ),
}


def ending_page(request: HttpRequest, rater: Rater, empty: Empty, until: datetime | None = None) -> HttpResponse:
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
    """What the panel wants to see; of a study that closed early whoever has worked for it gets theirs."""
    if empty == Empty.FAILED:
        return study.screened_code
    return study.completion_code if WORDS[empty].is_finished and answered else ""


def way_to_panel(address: str, code: str) -> str:
    """The panel's address with the code in it: where it says {code}, else as `cc`. Empty if it is not https."""
    filled = address.replace("{code}", quote(code, safe=""))
    try:
        parts = urlsplit(filled)
    except ValueError:
        return ""
    if parts.scheme != "https" or not parts.hostname:
        return ""
    asked = parse_qsl(parts.query, keep_blank_values=True)
    if filled == address and code not in dict(asked).values():
        parts = parts._replace(query=urlencode([*asked, ("cc", code)]))
    return parts.geturl()
