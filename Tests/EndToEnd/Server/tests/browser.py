"""A browser without a person: it follows redirects until one leaves the web."""

from __future__ import annotations

from typing import Any, Dict, Optional
from urllib.parse import parse_qsl, urljoin, urlsplit

import httpx


class Browser:
    """Keeps cookies, and does at Glewlwyd's login page what a person would do there.

    With a client, it opens pages through that one, and has the client's cookies.
    """

    def __init__(self, client: Optional[Any] = None, user: str = "alice") -> None:
        self._client = client
        self._user = user
        self._cookies = httpx.Cookies()

    def open(self, url: str) -> str:
        """Opens a page and answers the URL with which the browser comes back to the app."""
        if self._client is not None:
            return self._follow(self._client, url)
        with httpx.Client(timeout=10, cookies=self._cookies) as client:
            back = self._follow(client, url)
            self._cookies = client.cookies
            return back

    def _follow(self, client: Any, url: str, most_hops: int = 12) -> str:
        for _ in range(most_hops):
            if urlsplit(url).scheme not in ("http", "https"):
                return url
            answer = client.get(url, follow_redirects=False)
            if "location" not in answer.headers:
                raise AssertionError(f"The browser stays at {urlsplit(url).path}.")
            url = urljoin(url, answer.headers["location"])
            if urlsplit(url).path == "/login.html":
                url = self._log_in(client, url)
        raise AssertionError("The browser is sent round in circles.")

    def _log_in(self, client: Any, page: str) -> str:
        query = query_of(page)
        credentials = {"username": self._user, "password": "correct horse"}
        client.post(urljoin(page, "/api/auth/"), json=credentials).raise_for_status()
        grant = urljoin(page, f"/api/auth/grant/{query['client_id']}")
        client.put(grant, json={"scope": query["scope"]}).raise_for_status()
        return f"{query['callback_url']}&g_continue=1"


def query_of(url: str) -> Dict[str, str]:
    """The parameters of a URL's query, each of which is there once."""
    pairs = parse_qsl(urlsplit(url).query, keep_blank_values=True)
    query = dict(pairs)
    if len(query) != len(pairs):
        raise AssertionError("A parameter is there twice.")
    return query
