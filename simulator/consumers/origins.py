"""Checks which pages may open a socket: pages of this site, under any of its host names, and of trusted origins."""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import SplitResult, urlsplit

from django.conf import settings
from django.http.request import split_domain_port, validate_host
from django.utils.http import is_same_domain

_PORTS = {"http": 80, "https": 443, "ws": 80, "wss": 443}


def is_own_origin(scheme: str, headers: Iterable[tuple[bytes, bytes]]) -> bool:
    """Return whether the header `Origin` names this site or a trusted origin.

    A page of another site must not use this site's cookie.
    """
    found = dict(headers)
    origin = _split(found.get(b"origin", b"").decode("latin-1"))
    if origin is None:
        return False
    host = found.get(b"host", b"").decode("latin-1").lower()
    return _is_this_host(origin, host, scheme) or any(_matches(origin, each) for each in settings.CSRF_TRUSTED_ORIGINS)


def _split(text: str) -> SplitResult | None:
    try:
        origin = urlsplit(text.lower())
        return origin if origin.scheme in ("http", "https") and origin.hostname and origin.port != 0 else None
    except ValueError:
        return None


def _is_this_host(origin: SplitResult, host: str, scheme: str) -> bool:
    """Return whether the page comes from the host of the request, and whether the settings allow that host.

    An https page may open a ws socket, because a proxy may end TLS; an http page may not open a wss socket.
    """
    if scheme == "wss" and origin.scheme == "http":
        return False
    domain, port = split_domain_port(host)
    same = (origin.netloc == host) or (origin.port is None and host == f"{origin.hostname}:{_PORTS[origin.scheme]}")
    return same and bool(port or domain) and validate_host(domain, settings.ALLOWED_HOSTS)


def _matches(origin: SplitResult, trusted: str) -> bool:
    """Return whether an entry of CSRF_TRUSTED_ORIGINS covers the origin. `*.` covers a domain and its subdomains."""
    pattern = urlsplit(trusted.lower())
    if origin.scheme != pattern.scheme:
        return False
    return origin.netloc == pattern.netloc or (
        pattern.netloc.startswith("*.") and is_same_domain(origin.netloc, pattern.netloc.removeprefix("*"))
    )
