"""The queue pages of django-rq, under the administration pages."""

from __future__ import annotations

from typing import Any

from csp.constants import UNSAFE_INLINE
from csp.decorators import csp_update
from django.contrib import admin
from django_rq.urls import get_admin_urlpatterns, get_api_urlpatterns

# These pages have inline styles, which the security policy allows only here. Inline scripts stay forbidden: our own
# templates in templates/django_rq leave out django-rq's few inline scripts.
_OWN_STYLES = {"style-src": [UNSAFE_INLINE]}


def _for_staff(view: Any) -> Any:
    return csp_update(_OWN_STYLES)(admin.site.admin_view(view))


queue_pages = [*get_api_urlpatterns(), *get_admin_urlpatterns(view_wrapper=_for_staff)]
