"""The URLs that browsers may be redirected to."""

from __future__ import annotations

from typing import Iterable, Tuple
from urllib.parse import SplitResult, parse_qsl, urlencode, urlsplit


def is_allowed(url: str, allowed: Iterable[str]) -> bool:
    """Whether an allowed URL has the same scheme and host, and a prefix of the path."""
    try:
        asked = urlsplit(url)
    except ValueError:
        return False
    return any(
        _place(asked) == _place(one) and asked.path.startswith(one.path)
        for one in map(urlsplit, allowed)
    )


def with_code(url: str, code: str) -> str:
    """The URL with the code among its parameters, as MaybeRedirectAPICodeFlow of Ory Kratos adds it."""
    parts = urlsplit(url)
    pairs = [pair for pair in parse_qsl(parts.query) if pair[0] != "code"]
    query = urlencode([*pairs, ("code", code)])
    # A custom scheme's URL keeps its slashes even if there is nothing between them.
    beginning, _, _ = url.partition("#")[0].partition("?")
    return f"{beginning}?{query}"


def _place(parts: SplitResult) -> Tuple[str, str]:
    return parts.scheme.lower(), parts.netloc.lower()
