"""An automated browser: it follows redirects until one leads to the app."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any, Dict, List, Optional, Tuple
from urllib.parse import parse_qsl, urlencode, urljoin, urlsplit

import httpx

_PASSWORD = "correct horse"
_FORM = {"Content-Type": "application/x-www-form-urlencoded"}
# The values of the buttons of pages that ask something, the most important first.
_AFFIRMATIVE = ("grant", "accept", "confirm", "Authorize", "logout")
_NEGATIVE = ("cancel", "deny", "Cancel", "stay")


class _Form(HTMLParser):
    """A page's form: its fields with their values, and its buttons."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.action: Optional[str] = None
        self.method = "get"
        self.fields: List[Tuple[str, str]] = []
        # The name and the value of each button.
        self.buttons: List[Tuple[Optional[str], str]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: List[Tuple[str, Optional[str]]]) -> None:
        named = dict(attrs)
        name, kind, value = named.get("name"), named.get("type"), named.get("value")
        if tag == "form":
            self.action = named.get("action")
            self.method = (named.get("method") or "get").lower()
        elif tag == "button" or (tag == "input" and kind == "submit"):
            self.buttons.append((name, value or ""))
        elif tag == "input" and name is not None:
            if kind != "checkbox" or "checked" in named:
                self.fields.append((name, value or ""))

    def button(self, declines: bool) -> Optional[Tuple[Optional[str], str]]:
        """The button that consents or declines. Without such, the first one."""
        for wanted in _NEGATIVE if declines else _AFFIRMATIVE:
            for button in self.buttons:
                if button[1] == wanted:
                    return button
        return self.buttons[0] if self.buttons else None


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

    def declining(self) -> Browser:
        """The same browser, whose user declines from now on."""
        self._declines = True
        return self

    def open(self, url: str) -> str:
        """Opens a page and returns the URL of the redirect to the app."""
        url, page = self._visit(url)
        if page is not None:
            raise AssertionError(f"The browser stays at {urlsplit(url).path}.")
        return url

    def finish(self, url: str) -> str:
        """Opens a page that does not lead to the app, and returns the provider's last page."""
        url, page = self._visit(url)
        if page is None:
            raise AssertionError(f"The browser is sent to {url}.")
        return page

    def _visit(self, url: str) -> Tuple[str, Optional[str]]:
        if self._client is not None:
            return self._follow(self._client, url)
        with httpx.Client(timeout=10, cookies=self._cookies) as client:
            end = self._follow(client, url)
            self._cookies = client.cookies
            return end

    def _follow(self, client: Any, url: str, most_hops: int = 12) -> Tuple[str, Optional[str]]:
        """The URL of the redirect to the app, or that of the last page with its text."""
        for _ in range(most_hops):
            if urlsplit(url).scheme not in ("http", "https"):
                return url, None
            response = client.get(url, follow_redirects=False)
            form = _Form(response.text)
            if form.method == "post":
                page = urljoin(url, form.action or url)
                content = urlencode(self._filled(form))
                response = client.post(page, content=content, headers=_FORM, follow_redirects=False)
            if "location" not in response.headers:
                return url, response.text
            url = urljoin(url, response.headers["location"])
            if urlsplit(url).path == "/login.html":
                url = self._log_in(client, url)
        raise AssertionError("The browser is sent round in circles.")

    def _filled(self, form: _Form) -> List[Tuple[str, str]]:
        known = {"username": self._user, "login": self._user, "password": _PASSWORD}
        fields = [(name, known.get(name, value)) for name, value in form.fields]
        name, value = form.button(self._declines) or (None, "")
        return fields if name is None else [*fields, (name, value)]

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
