"""A real OpenID provider, where the server registers itself as a client."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Any, Dict, Mapping, Optional, Sequence
from urllib.parse import urlencode

import httpx
from joserfc.jwk import KeySet

from . import pkce
from .clock import Clock
from .id_token import claims_of_id_token
from .provider import Begun, Claims, ProviderRefused
from .site import Endpoint

_SCOPE = "openid profile email"


@dataclass(frozen=True)
class _Client:
    """The server's registration at the provider, for one redirect URI."""

    id: str
    secret: str
    redirect_uri: str


@dataclass(frozen=True)
class _Attempt:
    client: _Client
    verifier: str
    nonce: str


class OpenIDProvider:
    """Discovery, registration (RFC 7591), and the authorization code flow with PKCE."""

    endpoints: Sequence[Endpoint] = ()

    def __init__(self, issuer: str, clock: Clock) -> None:
        self._issuer = issuer
        self._clock = clock
        self._http = httpx.AsyncClient(timeout=10)
        self._metadata: Dict[str, Any] = {}
        self._clients: Dict[str, _Client] = {}
        self._attempts: Dict[str, _Attempt] = {}

    async def begin(self, redirect_uri: str, login_hint: Optional[str]) -> Begun:
        client = await self._client(redirect_uri)
        state = secrets.token_urlsafe(24)
        attempt = _Attempt(client, pkce.new_verifier(), secrets.token_urlsafe(24))
        self._attempts[state] = attempt
        query = {
            "response_type": "code",
            "client_id": client.id,
            "redirect_uri": redirect_uri,
            "scope": _SCOPE,
            "state": state,
            "nonce": attempt.nonce,
            "code_challenge": pkce.challenge_of(attempt.verifier),
            "code_challenge_method": "S256",
        }
        if login_hint is not None:
            query["login_hint"] = login_hint
        return Begun(state, f"{self._metadata['authorization_endpoint']}?{urlencode(query)}")

    async def finish(self, query: Mapping[str, str]) -> Claims:
        attempt = self._attempts.pop(query.get("state", ""), None)
        if "error" in query:
            raise ProviderRefused(query["error"], query.get("error_description", ""))
        if attempt is None or query.get("iss", self._issuer) != self._issuer:
            raise ProviderRefused("invalid_request", "The response belongs to no pending login.")
        form = {
            "grant_type": "authorization_code",
            "code": query.get("code", ""),
            "redirect_uri": attempt.client.redirect_uri,
            "code_verifier": attempt.verifier,
        }
        response = await self._http.post(
            self._metadata["token_endpoint"],
            data=form,
            auth=(attempt.client.id, attempt.client.secret),
        )
        if response.status_code != 200:
            raise ProviderRefused("invalid_grant", "The provider did not take the code.")
        return await self._read(response.json()["id_token"], attempt.client.id, attempt.nonce)

    async def _read(self, id_token: str, audience: str, nonce: Optional[str]) -> Claims:
        await self._discover()
        keys = KeySet.import_key_set((await self._http.get(self._metadata["jwks_uri"])).json())
        return claims_of_id_token(id_token, keys, self._issuer, audience, nonce, self._clock)

    async def _discover(self) -> None:
        if not self._metadata:
            url = f"{self._issuer.rstrip('/')}/.well-known/openid-configuration"
            self._metadata = (await self._http.get(url)).raise_for_status().json()

    async def _client(self, redirect_uri: str) -> _Client:
        await self._discover()
        if redirect_uri not in self._clients:
            request = {
                "client_name": "Test server",
                "redirect_uris": [redirect_uri],
                "response_types": ["code"],
                "grant_types": ["authorization_code"],
                "token_endpoint_auth_method": "client_secret_basic",
                "scope": _SCOPE,
            }
            response = await self._http.post(self._metadata["registration_endpoint"], json=request)
            client = response.raise_for_status().json()
            self._clients[redirect_uri] = _Client(
                client["client_id"], client["client_secret"], redirect_uri
            )
        return self._clients[redirect_uri]
