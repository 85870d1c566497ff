"""The endpoints, and the settings that change their responses."""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
from dataclasses import dataclass, field, fields
from typing import Any, Dict, Optional, Set
from urllib.parse import parse_qsl, unquote, urlencode

from joserfc import jws
from joserfc.jwk import ECKey, Key, OKPKey, RSAKey
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response

from support import pkce
from support.refused import Refused
from support.signed import claims_of
from support.site import Site, read_json

_TOKEN_EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange"
_ID_TOKEN_TYPE = "urn:ietf:params:oauth:token-type:id_token"
_OTHER_ISSUER = "https://appleid.apple.com"
_USER = {"sub": "alice", "name": "Alice", "email": "alice@example.com", "email_verified": True}


@dataclass
class Settings:
    """Members that replace, or add to, the ordinary ones. Null removes a member."""

    metadata: Dict[str, Any] = field(default_factory=dict)
    # The parameters of the redirect to the app.
    redirect: Dict[str, Any] = field(default_factory=dict)
    # Text between the path of the redirect URI and the query.
    redirectPath: str = ""
    algorithm: str = "RS256"
    claims: Dict[str, Any] = field(default_factory=dict)
    tokens: Dict[str, Any] = field(default_factory=dict)
    user: Dict[str, Any] = field(default_factory=dict)
    # Clients with this secret; without it, clients without one.
    secret: Optional[str] = None
    # Where the browser goes after the logout; an empty text for nowhere.
    afterLogout: Optional[str] = None


class Application:
    """One user, who is always logged in, and any number of clients."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._settings = Settings()
        self._keys: Dict[str, Key] = {}
        # The parameters of authorization requests, by `request_uri` and by code.
        self._pushed: Dict[str, Dict[str, str]] = {}
        self._codes: Dict[str, Dict[str, str]] = {}
        self._refresh_tokens: Dict[str, Dict[str, str]] = {}
        # The ID tokens of another issuer that have logged in.
        self._used_subjects: Set[str] = set()
        self._other_key = ECKey.generate_key("P-256", {"kid": "other", "alg": "ES256"})

    def asgi(self) -> Starlette:
        """The ASGI application."""
        return self._site.asgi(
            [
                ("GET", "/.well-known/openid-configuration", self._metadata),
                ("GET", "/{tenant:path}/.well-known/openid-configuration", self._metadata),
                ("GET", "/keys", self._key_set),
                ("POST", "/par", self._push),
                ("GET", "/authorize", self._authorize),
                ("POST", "/token", self._token),
                ("GET", "/userinfo", self._user_info),
                ("POST", "/revoke", self._revoke),
                ("GET", "/logout", self._log_out),
            ],
            [("POST", "/settings", self._set), ("POST", "/subject-tokens", self._issue_subject)],
        )

    async def _set(self, request: Request) -> Response:
        order = await read_json(request) or {}
        unknown = sorted(set(order) - {one.name for one in fields(Settings)})
        if unknown:
            return PlainTextResponse(f"unknown: {', '.join(unknown)}", 400)
        self._settings = Settings(**order)
        return JSONResponse({})

    # Metadata

    async def _metadata(self, _: Request) -> Response:
        origin = self._site.origin
        document = {
            "issuer": origin,
            "authorization_endpoint": f"{origin}/authorize",
            "token_endpoint": f"{origin}/token",
            "jwks_uri": f"{origin}/keys",
            "userinfo_endpoint": f"{origin}/userinfo",
            "revocation_endpoint": f"{origin}/revoke",
            "end_session_endpoint": f"{origin}/logout",
            "pushed_authorization_request_endpoint": f"{origin}/par",
            "response_types_supported": ["code"],
            "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": ["RS256"],
            "code_challenge_methods_supported": ["S256"],
        }
        return JSONResponse(_changed(document, self._settings.metadata))

    def _key(self) -> Key:
        algorithm = self._settings.algorithm
        if algorithm not in self._keys:
            parameters = {"kid": algorithm, "use": "sig", "alg": algorithm}
            if algorithm[:2] in ("RS", "PS"):
                key: Key = RSAKey.generate_key(2048, parameters)
            elif algorithm == "EdDSA":
                key = OKPKey.generate_key("Ed25519", parameters)
            else:
                curve = {"ES256": "P-256", "ES384": "P-384", "ES512": "P-521"}[algorithm]
                key = ECKey.generate_key(curve, parameters)
            self._keys[algorithm] = key
        return self._keys[algorithm]

    async def _key_set(self, _: Request) -> Response:
        return JSONResponse({"keys": [self._key().as_dict(private=False)]})

    # The browser

    async def _push(self, request: Request) -> Response:
        form = await self._form(request)
        self._authenticate(request, form)
        reference = f"urn:ietf:params:oauth:request_uri:{secrets.token_urlsafe(9)}"
        self._pushed[reference] = form
        return JSONResponse({"request_uri": reference, "expires_in": 60}, 201)

    async def _authorize(self, request: Request) -> Response:
        asked = dict(request.query_params)
        is_required = self._settings.metadata.get("require_pushed_authorization_requests") is True
        if "request_uri" in asked:
            pushed = self._pushed.pop(asked["request_uri"], None)
            if pushed is None or set(asked) != {"client_id", "request_uri"}:
                return PlainTextResponse("The request is not a pushed one.", 400)
            asked = pushed
        elif is_required:
            return PlainTextResponse("The request must be pushed.", 400)
        if not pkce.is_challenge(asked.get("code_challenge", "")):
            return PlainTextResponse("The request has no challenge.", 400)
        code = secrets.token_urlsafe(16)
        self._codes[code] = asked
        response = {"code": code, "state": asked["state"]}
        query = urlencode(_changed(response, self._settings.redirect))
        return RedirectResponse(
            f"{asked['redirect_uri']}{self._settings.redirectPath}?{query}", 302
        )

    async def _log_out(self, request: Request) -> Response:
        after = self._settings.afterLogout
        target = request.query_params.get("post_logout_redirect_uri") if after is None else after
        return RedirectResponse(target, 302) if target else PlainTextResponse("Goodbye.")

    # The app

    async def _form(self, request: Request) -> Dict[str, str]:
        return dict(parse_qsl((await request.body()).decode(), keep_blank_values=True))

    def _authenticate(self, request: Request, form: Dict[str, str]) -> None:
        """Refuses a client with another secret, or without one that it should have."""
        scheme, _, value = request.headers.get("authorization", "").partition(" ")
        found = form.get("client_secret")
        if scheme == "Basic":
            name, _, secret = base64.b64decode(value).decode().partition(":")
            found = unquote(secret) if unquote(name) == form["client_id"] else None
        if found != self._settings.secret:
            raise _refusal("invalid_client", 401)

    async def _token(self, request: Request) -> Response:
        form = await self._form(request)
        self._authenticate(request, form)
        if form.get("grant_type") == "authorization_code":
            asked = self._codes.pop(form.get("code", ""), None)
            if asked is None or any(asked[one] != form[one] for one in ("client_id", "redirect_uri")):
                raise _refusal("invalid_grant")
            if not pkce.fits(form.get("code_verifier", ""), asked["code_challenge"]):
                raise _refusal("invalid_grant")
        elif form.get("grant_type") == _TOKEN_EXCHANGE:
            if form.get("subject_token_type") != _ID_TOKEN_TYPE:
                raise _refusal("invalid_request")
            # Each token of another issuer logs in once.
            if not self._take_subject(form.get("subject_token", "")):
                raise _refusal("invalid_grant")
            asked = {"client_id": form["client_id"]}
        else:
            asked = self._refresh_tokens.pop(form.get("refresh_token", ""), None)
            if asked is None:
                raise _refusal("invalid_grant")
            asked = {**asked, "nonce": ""}
        access, refresh = secrets.token_urlsafe(16), secrets.token_urlsafe(16)
        self._refresh_tokens[refresh] = asked
        tokens = {
            "access_token": access,
            "refresh_token": refresh,
            "token_type": "Bearer",
            "expires_in": 3600,
            "id_token": self._id_token(asked, access),
        }
        return JSONResponse(_changed(tokens, self._settings.tokens))

    async def _issue_subject(self, request: Request) -> Response:
        """`{"nonce": …, "sub": …}` gives an ID token of another issuer, as the app's platform does."""
        claims = {**(await read_json(request) or {}), "iss": _OTHER_ISSUER}
        header = {"alg": "ES256", "kid": "other"}
        token = jws.serialize_compact(header, json.dumps(claims), self._other_key)
        self._site.ledger.record([token])
        return JSONResponse({"id_token": token})

    def _take_subject(self, token: str) -> bool:
        claims = claims_of(token, self._other_key, ["ES256"])
        is_new = token not in self._used_subjects
        self._used_subjects.add(token)
        return is_new and claims is not None and claims.get("iss") == _OTHER_ISSUER

    def _id_token(self, asked: Dict[str, str], access_token: str) -> str:
        algorithm, now = self._settings.algorithm, int(self._site.clock.now())
        name = {"EdDSA": "sha512"}.get(algorithm, f"sha{algorithm[2:]}")
        digest = hashlib.new(name, access_token.encode()).digest()
        half = base64.urlsafe_b64encode(digest[: len(digest) // 2]).decode().rstrip("=")
        claims = {
            "iss": self._settings.metadata.get("issuer", self._site.origin),
            "aud": asked["client_id"],
            "iat": now,
            "exp": now + 300,
            "at_hash": half,
            **_USER,
        }
        if asked.get("nonce"):
            claims["nonce"] = asked["nonce"]
        header = {"alg": algorithm, "kid": algorithm}
        payload = json.dumps(_changed(claims, self._settings.claims))
        return jws.serialize_compact(header, payload, self._key(), algorithms=[algorithm])

    async def _user_info(self, request: Request) -> Response:
        if not request.headers.get("authorization", "").startswith("Bearer "):
            raise _refusal("invalid_token", 401)
        return JSONResponse(_changed(dict(_USER), self._settings.user))

    async def _revoke(self, request: Request) -> Response:
        form = await self._form(request)
        self._authenticate(request, form)
        self._refresh_tokens.pop(form.get("token", ""), None)
        return Response()


def _changed(ordinary: Dict[str, Any], changes: Dict[str, Any]) -> Dict[str, Any]:
    merged = {**ordinary, **changes}
    return {name: value for name, value in merged.items() if value is not None}


def _refusal(code: str, status: int = 400) -> Refused:
    return Refused(JSONResponse({"error": code}, status))
