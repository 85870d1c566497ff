"""Token exchange for native social login: codes of sign-ins with Apple in an app.

As Auth0's documentation says, this server exchanges the code at Apple, here at itself, and the
exchange fails for a code of a request with a nonce. It takes the user's name from `user_profile` at
the first login. Tests create the codes. The documentation does not say which error codes Auth0 sends.
"""

from __future__ import annotations

import json
import secrets
from dataclasses import dataclass
from typing import Any, Dict, List, Mapping, Optional

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from support.site import Endpoint, Site, member, read_json

from .errors import refusal
from .second_factor import SecondFactor

GRANT_TYPE = "urn:ietf:params:oauth:grant-type:token-exchange"
_SUBJECT_TOKEN_TYPE = "http://auth0.com/oauth/token-type/apple-authz-code"


@dataclass(frozen=True)
class _SignIn:
    """A sign-in with Apple, whose code has not been exchanged yet."""

    user: str
    email: str
    has_nonce: bool


class NativeSocial:
    """The codes, and the users who have logged in with one."""

    def __init__(self, site: Site, second_factor: SecondFactor) -> None:
        self._site = site
        self._second_factor = second_factor
        self._codes: Dict[str, _SignIn] = {}
        self._users: Dict[str, Dict[str, Any]] = {}

    @property
    def controls(self) -> List[Endpoint]:
        return [("POST", "/apple-codes", self._sign_in)]

    async def _sign_in(self, request: Request) -> Response:
        """`{"user": …, "email": …, "nonce": …}` gives the code of a sign-in. The nonce is optional."""
        order = await read_json(request)
        user, email = member(order, "user"), member(order, "email")
        if user is None or email is None:
            raise refusal(400, "invalid_request", "An order has a user and an email.")
        code = f"c{secrets.token_hex(16)}.0.mxzs.{secrets.token_urlsafe(16)}"
        self._codes[code] = _SignIn(user, email, member(order, "nonce") is not None)
        self._site.ledger.record([code])
        return JSONResponse({"code": code})

    def exchange(self, form: Mapping[str, str]) -> Optional[Dict[str, Any]]:
        """Tokens for a code, or None for another grant type. Raises `Refused`."""
        if form["grant_type"] != GRANT_TYPE:
            return None
        if form["subject_token_type"] != _SUBJECT_TOKEN_TYPE:
            raise refusal(400, "invalid_request", "The type of the subject token is not supported.")
        name = _name(form.get("user_profile"))
        sign_in = self._codes.pop(form["subject_token"], None)
        if sign_in is None or sign_in.has_nonce:
            raise refusal(400, "invalid_grant", "Error from Apple connection.")
        new = {"sub": f"apple|{sign_in.user}", "email": sign_in.email, "email_verified": True, **name}
        user = self._users.setdefault(sign_in.user, new)
        return self._second_factor.issue(user, form.get("scope", ""))


def _name(profile: Optional[str]) -> Dict[str, str]:
    """The claims in the parameter `user_profile`. Raises `Refused`."""
    if profile is None:
        return {}
    try:
        name = json.loads(profile)["name"]
        first, last = name.get("firstName", ""), name.get("lastName", "")
        return {"given_name": first, "family_name": last, "name": f"{first} {last}".strip()}
    except (ValueError, KeyError, TypeError, AttributeError):
        raise refusal(400, "invalid_request", "The user profile has no name.") from None
