"""An automated browser: it follows redirects until one leads to the app."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any, Dict, List, Optional, Tuple
from urllib.parse import parse_qsl, urljoin, urlsplit

import httpx


_PASSWORD = "correct horse"


class _Form(HTMLParser):
    """The fields of a page's forms, with their values."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.fields: Dict[str, str] = {}
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: List[Tuple[str, Optional[str]]]) -> None:
        named = dict(attrs)
        name = named.get("name")
        if tag == "input" and name is not None:
            self.fields[name] = named.get("value") or ""


class Browser:
    """Keeps cookies, logs in at Glewlwyd's page, and submits forms as a user does.

    With a client, it opens pages through that client, and has its cookies. A user who declines does
    so in a form that asks for consent.
    """

    def __init__(
        self, client: Optional[Any] = None, user: str = "alice", declines: bool = False
    ) -> None:
        self._client = client
        self._user = user
        self._declines = declines
        self._cookies = httpx.Cookies()

    def open(self, url: str) -> str:
        """Opens a page and returns the URL of the redirect to the app."""
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
            form = _Form(answer.text)
            if form.fields:
                # As browsers do, it submits the form to the page that it came from.
                answer = client.post(url, data=self._filled(form), follow_redirects=False)
            if "location" not in answer.headers:
                raise AssertionError(f"The browser stays at {urlsplit(url).path}.")
            url = urljoin(url, answer.headers["location"])
            if urlsplit(url).path == "/login.html":
                url = self._log_in(client, url)
        raise AssertionError("The browser is sent round in circles.")

    def _filled(self, form: _Form) -> Dict[str, str]:
        known = {"username": self._user, "password": _PASSWORD}
        fields = {name: known.get(name, value) for name, value in form.fields.items()}
        if self._declines:
            fields.pop("allow", None)
        return fields

    def _log_in(self, client: Any, page: str) -> str:
        query = query_of(page)
        credentials = {"username": self._user, "password": _PASSWORD}
        client.post(urljoin(page, "/api/auth/"), json=credentials).raise_for_status()
        grant = urljoin(page, f"/api/auth/grant/{query['client_id']}")
        client.put(grant, json={"scope": query["scope"]}).raise_for_status()
        return f"{query['callback_url']}&g_continue=1"


def query_of(url: str) -> Dict[str, str]:
    """The parameters of a URL's query. Each one must occur once."""
    pairs = parse_qsl(urlsplit(url).query, keep_blank_values=True)
    query = dict(pairs)
    if len(query) != len(pairs):
        raise AssertionError("A parameter is there twice.")
    return query
