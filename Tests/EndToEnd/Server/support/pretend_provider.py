"""A provider that is a page of the server itself, without any input from the user.

`login_hint`, an email address, selects the user:

- `unverified…@…` is an address that the provider has not verified,
- `noemail…@…` is a user whose address the provider does not return,
- `denied…@…` is a user who declines, as every user does if the page is opened with `deny=1`,
- any other is a user with that address. Without a hint, the user is `ada@example.com`.
"""

from __future__ import annotations

import secrets
from typing import Dict, Mapping, Optional, Sequence, Tuple
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from .provider import Begun, Claims, ProviderRefused
from .site import Endpoint, Site

_PATH = "/__provider__/authorize"
_DEFAULT_ACCOUNT = "ada@example.com"


class PretendProvider:
    """The page, and the codes that it has issued."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._codes: Dict[str, Tuple[str, Claims]] = {}

    @property
    def endpoints(self) -> Sequence[Endpoint]:
        return [("GET", _PATH, self._authorize)]

    async def begin(self, redirect_uri: str, login_hint: Optional[str]) -> Begun:
        state = secrets.token_urlsafe(24)
        query = {"redirect_uri": redirect_uri, "state": state}
        if login_hint is not None:
            query["login_hint"] = login_hint
        return Begun(state, f"{self._site.origin}{_PATH}?{urlencode(query)}")

    async def finish(self, query: Mapping[str, str]) -> Claims:
        if "error" in query:
            raise ProviderRefused(query["error"], query.get("error_description", ""))
        state, claims = self._codes.pop(query.get("code", ""), (None, None))
        if claims is None or state != query.get("state"):
            raise ProviderRefused("invalid_grant", "The code is not one of this login.")
        return claims

    async def _authorize(self, request: Request) -> Response:
        query = request.query_params
        account = query.get("login_hint", _DEFAULT_ACCOUNT)
        state = query.get("state", "")
        response = {"state": state}
        if query.get("deny") == "1" or account.startswith("denied"):
            response.update(error="access_denied", error_description="The user declined.")
        else:
            response["code"] = secrets.token_urlsafe(24)
            self._codes[response["code"]] = (state, claims_of_account(account))
        return RedirectResponse(f"{query.get('redirect_uri', '')}?{urlencode(response)}", 302)


def claims_of_account(account: str) -> Claims:
    """The provider's data about an account."""
    name = account.partition("@")[0]
    if name.startswith("noemail"):
        return Claims(f"pretend|{account}", None, False, name)
    return Claims(f"pretend|{account}", account, not name.startswith("unverified"), name)
