"""Logins with a connection: the user goes directly to a provider, and from there to the app.

Glewlwyd is not involved. The codes, the tokens and their key belong to this server, and are lost
when it ends. There are no refresh tokens.
"""

from __future__ import annotations

import json
import secrets
from dataclasses import dataclass
from typing import Any, Dict, List, Mapping, Optional, Sequence
from urllib.parse import urlencode

from joserfc import jws
from joserfc.jwk import ECKey
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from support import pkce
from support.glewlwyd_setup import APP_CLIENT
from support.pretend_provider import PretendProvider
from support.provider import ProviderRefused
from support.site import Endpoint, Site

from .errors import refusal

CONNECTIONS = ("github",)
_CALLBACK = "/login/callback"
_LIFETIME = 3600


@dataclass(frozen=True)
class _Granted:
    """A login with a code that has not been exchanged yet."""

    query: Mapping[str, str]
    claims: Dict[str, Any]


class Connections:
    """The pending logins with connections, and their users."""

    def __init__(self, site: Site, redirect_uris: Sequence[str]) -> None:
        self._site = site
        self._redirect_uris = frozenset(redirect_uris)
        self._provider = PretendProvider(site)
        self._key = ECKey.generate_key("P-256", {"kid": "own-1", "use": "sig", "alg": "ES256"})
        self._begun: Dict[str, Mapping[str, str]] = {}
        self._granted: Dict[str, _Granted] = {}
        self._users: Dict[str, Dict[str, Any]] = {}

    @property
    def endpoints(self) -> List[Endpoint]:
        return [*self._provider.endpoints, ("GET", _CALLBACK, self._come_back)]

    @property
    def keys(self) -> List[Dict[str, Any]]:
        """The public keys."""
        return [dict(self._key.as_dict(private=False))]

    async def begin(self, query: Mapping[str, str]) -> Response:
        """Redirects the user to the provider of the `connection`. Raises `Refused`."""
        if query["connection"] not in CONNECTIONS:
            raise refusal(400, "invalid_request", "The connection was not found.")
        known = query.get("client_id") == APP_CLIENT
        if not known or query.get("redirect_uri") not in self._redirect_uris:
            raise refusal(403, "invalid_request", "The client or its redirect URI is unknown.")
        asked = (query.get("response_type"), query.get("code_challenge_method"))
        if asked != ("code", "S256") or not pkce.is_challenge(query.get("code_challenge", "")):
            raise refusal(400, "invalid_request", "This is no request for a code with PKCE.")
        redirect_uri = f"{self._site.origin}{_CALLBACK}"
        begun = await self._provider.begin(redirect_uri, query.get("login_hint"))
        self._begun[begun.state] = query
        return RedirectResponse(begun.url, 302)

    async def _come_back(self, request: Request) -> Response:
        response = request.query_params
        query = self._begun.pop(response.get("state", ""), None)
        if query is None:
            raise refusal(400, "invalid_request", "No such login is under way.")
        back = {"state": query.get("state", ""), "iss": f"{self._site.origin}/"}
        try:
            user = await self._provider.finish(response)
        except ProviderRefused as reason:
            back.update(error=reason.code, error_description=reason.reason)
        else:
            account = user.subject.partition("|")[2]
            claims = {
                "sub": f"{query['connection']}|{account}",
                "name": user.name,
                "picture": f"https://avatars.example.com/{user.name}",
                "email": user.email,
                "email_verified": user.email_verified,
            }
            back["code"] = secrets.token_urlsafe(24)
            self._granted[back["code"]] = _Granted(query, claims)
        return RedirectResponse(f"{query['redirect_uri']}?{urlencode(back)}", 302)

    def exchange(self, form: Mapping[str, str]) -> Optional[Dict[str, Any]]:
        """Tokens for a code of one of these logins. Raises `Refused`."""
        granted = self._granted.pop(form.get("code", ""), None)
        if granted is None:
            return None
        query = granted.query
        fits = pkce.fits(form["code_verifier"], query["code_challenge"])
        if not fits or form["redirect_uri"] != query["redirect_uri"]:
            raise refusal(403, "invalid_grant", "The code is another login's.")
        return self.issue(granted.claims, query.get("scope", ""), query.get("nonce"))

    def issue(self, user: Dict[str, Any], scope: str, nonce: Optional[str]) -> Dict[str, Any]:
        """Tokens for a user."""
        access_token = secrets.token_urlsafe(24)
        self._users[access_token] = user
        tokens = {"access_token": access_token, "expires_in": _LIFETIME, "scope": scope}
        if "openid" in scope.split():
            tokens["id_token"] = self._id_token(user, nonce)
        return tokens

    def user(self, access_token: str) -> Optional[Dict[str, Any]]:
        """The claims of the token's user, if the token belongs to one of these logins."""
        return self._users.get(access_token)

    def _id_token(self, user: Dict[str, Any], nonce: Optional[str]) -> str:
        now = int(self._site.clock.now())
        claims = {
            **user,
            "iss": f"{self._site.origin}/",
            "aud": APP_CLIENT,
            "iat": now,
            "exp": now + _LIFETIME,
        }
        if nonce is not None:
            claims["nonce"] = nonce
        header = {"alg": "ES256", "kid": "own-1", "typ": "JWT"}
        return jws.serialize_compact(header, json.dumps(claims), self._key)
