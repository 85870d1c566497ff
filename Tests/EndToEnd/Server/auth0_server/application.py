"""The endpoints of Auth0's authentication API, in front of Glewlwyd.

Differences from Auth0:

- Glewlwyd's issuer is this server's origin with a slash at the end. So `iss` is correct in ID
  tokens, in access tokens and in the redirect to the app, and nothing is signed again.
- The browser is redirected to Glewlwyd, logs in at Glewlwyd's own page, and is redirected from
  there to the app. An unknown client or redirect URI ends at Glewlwyd with an empty 403.
- Glewlwyd does not support `audience`, `organization` and `invitation`. They are forwarded, without
  effect: access tokens are JWTs for the granted scopes. For `connection` see `connections`.
- Glewlwyd always issues a refresh token. This server withholds it if `offline_access` was not
  granted. After a refresh there is no ID token, and the scopes are those of the login, as `scope`
  says, even if fewer were requested.
- `nickname` and `updated_at` are not among the claims.
- DPoP is checked here; see `binding`.
- Logins without a browser are this server's own: see `native_social`, `passkeys`, `passwordless` and
  `second_factor`. They have no refresh tokens.
"""

from __future__ import annotations

import sys
from typing import Any, Dict, List, Optional, Sequence
from urllib.parse import parse_qsl, urlencode

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response

from support.dpop import ProofVerifier
from support.glewlwyd_setup import APP_CLIENT, SCOPES
from support.site import Endpoint, Site, read_json

from . import native_social, passkeys, passwordless, second_factor
from .binding import Binding
from .connections import Connections
from .errors import refusal
from .messages import Messages
from .native_social import NativeSocial
from .passkeys import Passkeys
from .passwordless import Passwordless
from .reserved import refuse_reserved
from .resource import Resource
from .second_factor import SecondFactor
from .upstream import Upstream

_NEEDED = {
    "authorization_code": ("code", "code_verifier", "redirect_uri"),
    "refresh_token": ("refresh_token",),
    native_social.GRANT_TYPE: ("subject_token", "subject_token_type"),
    passkeys.GRANT_TYPE: ("auth_session", passkeys.ANSWER),
    passwordless.GRANT_TYPE: ("username", "realm", "otp"),
    **second_factor.NEEDED,
}


class Application:
    """The facade. Glewlwyd has all state except the keys that tokens are bound to."""

    def __init__(
        self,
        site: Site,
        upstream: Upstream,
        verifier: ProofVerifier,
        redirect_uris: Sequence[str],
        return_to: Sequence[str],
    ) -> None:
        self._site = site
        self._upstream = upstream
        self._verifier = verifier
        self._binding = Binding(site.origin, verifier)
        self._connections = Connections(site, redirect_uris)
        self._messages = Messages()
        self._second_factor = SecondFactor(site, self._connections, self._messages)
        self._native_social = NativeSocial(site, self._second_factor)
        self._passwordless = Passwordless(site, self._messages, self._second_factor)
        self._passkeys: Optional[Passkeys] = None
        self._device: List[Endpoint] = []
        if sys.version_info >= (3, 10):
            # The packages of these require this version.
            from support.authenticator import Authenticator

            self._passkeys = Passkeys(self._second_factor)
            self._device = Authenticator().controls
        self._resource = Resource(f"{site.origin}/", upstream.keys, site.clock)
        self._return_to = frozenset(return_to)

    def asgi(self) -> Starlette:
        """The ASGI application."""
        endpoints: List[Endpoint] = [
            ("GET", "/authorize", self._authorize),
            ("POST", "/oauth/token", self._token),
            ("POST", "/oauth/revoke", self._revoke),
            ("GET", "/userinfo", self._user_info),
            ("GET", "/.well-known/jwks.json", self._keys),
            ("GET", "/.well-known/openid-configuration", self._discovery),
            ("GET", "/v2/logout", self._logout),
            ("GET", "/api/userinfo", self._own_api),
            *self._connections.endpoints,
            *self._passwordless.endpoints,
            *self._second_factor.endpoints,
            *(self._passkeys.endpoints if self._passkeys is not None else []),
        ]
        controls: List[Endpoint] = [
            ("POST", "/dpop", self._forget_nonces),
            *self._messages.controls,
            *self._native_social.controls,
            *self._second_factor.controls,
            *self._device,
        ]
        return self._site.asgi(endpoints, controls)

    async def _authorize(self, request: Request) -> Response:
        query = dict(request.query_params)
        if "connection" in query:
            return await self._connections.begin(query)
        # Not for Glewlwyd, which would require a proof for its own URL.
        self._binding.demand(query.get("code_challenge", ""), query.pop("dpop_jkt", None))
        return RedirectResponse(f"{self._upstream.authorization_endpoint}?{urlencode(query)}", 302)

    async def _token(self, request: Request) -> Response:
        form = await _read_form(request)
        refuse_reserved(form.get(name, "") for name in ("client_id", "code", "refresh_token"))
        _check(form)
        key = self._binding.key_of_exchange(request, form)
        tokens = self._native_social.exchange(form) or self._passwordless.exchange(form)
        if tokens is None and self._passkeys is not None:
            tokens = self._passkeys.exchange(form)
        tokens = tokens or self._second_factor.exchange(form) or self._connections.exchange(form)
        tokens = tokens or await self._upstream.exchange(form)
        response = _token_set(tokens)
        if key is not None:
            response["token_type"] = "DPoP"
            self._binding.bind(response, key)
        headers = {"Cache-Control": "no-store", **self._binding.headers()}
        return JSONResponse(response, headers=headers)

    async def _revoke(self, request: Request) -> Response:
        form = await _read_form(request)
        refuse_reserved(form.get(name, "") for name in ("client_id", "token"))
        _check_client(form)
        if not form.get("token"):
            raise refusal(400, "invalid_request", "Missing required parameter: token")
        await self._upstream.revoke(form["token"])
        return Response(status_code=200)

    async def _user_info(self, request: Request) -> Response:
        token = self._binding.access_token(request)
        claims = self._connections.user(token) or await self._upstream.user_info(token)
        return JSONResponse(claims, headers=self._binding.headers())

    async def _own_api(self, request: Request) -> Response:
        claims = await self._resource.claims(self._binding.access_token(request))
        return JSONResponse({"sub": claims["sub"]}, headers=self._binding.headers())

    async def _keys(self, _: Request) -> Response:
        theirs = await self._upstream.keys()
        return JSONResponse({"keys": [*theirs["keys"], *self._connections.keys]})

    async def _discovery(self, _: Request) -> Response:
        theirs = await self._upstream.discovery()
        origin = self._site.origin
        return JSONResponse(
            {
                "issuer": theirs["issuer"],
                "authorization_endpoint": f"{origin}/authorize",
                "token_endpoint": f"{origin}/oauth/token",
                "userinfo_endpoint": f"{origin}/userinfo",
                "revocation_endpoint": f"{origin}/oauth/revoke",
                "end_session_endpoint": f"{origin}/v2/logout",
                "jwks_uri": f"{origin}/.well-known/jwks.json",
                "scopes_supported": list(SCOPES),
                "response_types_supported": ["code"],
                "grant_types_supported": list(_NEEDED),
                "subject_types_supported": theirs["subject_types_supported"],
                "code_challenge_methods_supported": theirs["code_challenge_methods_supported"],
                "id_token_signing_alg_values_supported": ["RS256", "ES256"],
                "token_endpoint_auth_methods_supported": ["none"],
                "dpop_signing_alg_values_supported": ["ES256"],
                "authorization_response_iss_parameter_supported": True,
            }
        )

    async def _logout(self, request: Request) -> Response:
        return_to = request.query_params.get("returnTo")
        if return_to is not None and return_to not in self._return_to:
            raise refusal(400, "invalid_request", "The URL to return to is not allowed.")
        # A browser with Glewlwyd's cookies for this host sends them to any port of the host.
        await self._upstream.end_session(request.headers.get("cookie", ""))
        return PlainTextResponse("OK") if return_to is None else RedirectResponse(return_to, 302)

    async def _forget_nonces(self, _: Request) -> Response:
        self._verifier.forget_nonces()
        return JSONResponse({})


async def _read_form(request: Request) -> Dict[str, Any]:
    """The parameters, from JSON or from a form. Raises `Refused`."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind == "application/json":
        value: Any = await read_json(request)
        pairs = list(value.items()) if value is not None else [("", None)]
    elif kind == "application/x-www-form-urlencoded":
        pairs = parse_qsl((await request.body()).decode("utf-8", "replace"), keep_blank_values=True)
    else:
        raise refusal(415, "invalid_request", "The body is neither JSON nor a form.")
    if not all(isinstance(value, dict if name == passkeys.ANSWER else str) for name, value in pairs):
        raise refusal(400, "invalid_request", "The parameters are not texts.")
    if len(dict(pairs)) != len(pairs):
        raise refusal(400, "invalid_request", "A parameter is there twice.")
    return dict(pairs)


def _check(form: Dict[str, Any]) -> None:
    """Rejects requests that Glewlwyd would reject without an error message."""
    grant_type = form.get("grant_type")
    if not grant_type:
        raise refusal(400, "invalid_request", "Missing required parameter: grant_type")
    if grant_type not in _NEEDED:
        raise refusal(400, "unsupported_grant_type", "Unsupported grant type")
    _check_client(form)
    for name in _NEEDED[grant_type]:
        if not form.get(name):
            raise refusal(400, "invalid_request", f"Missing required parameter: {name}")


def _check_client(form: Dict[str, Any]) -> None:
    if form.get("client_id") != APP_CLIENT:
        raise refusal(401, "invalid_client", "Unknown client")


def _token_set(tokens: Dict[str, Any]) -> Dict[str, Any]:
    names = ["access_token", "id_token", "expires_in", "scope", "recovery_code"]
    if "offline_access" in tokens.get("scope", "").split():
        names.append("refresh_token")
    response = {name: tokens[name] for name in names if name in tokens}
    return {**response, "token_type": "Bearer"}
