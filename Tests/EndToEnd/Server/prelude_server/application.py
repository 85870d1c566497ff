"""The endpoints of Prelude's session API, and the endpoints for tests.

The documentation leaves some cases open. Here, a wrong code verifier is `unauthorized`, and so is a
refresh token that is unknown, expired or revoked. A used refresh token is `token_reused`, and keeps
the session. A successful login uses up its challenge; a rejected one does not.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Collection, Dict, List, Optional, Sequence
from urllib.parse import urlencode, urlsplit

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from support import pkce, providers
from support.dpop import ProofVerifier
from support.provider import Claims, ProviderRefused
from support.site import Endpoint, Handler, Site, member, read_json

from .challenges import EMAIL_LINK, SESSION_START, Challenge, Challenges
from .errors import refusal
from .one_time_codes import OneTimeCodes
from .possession import Possession
from .sessions import Sessions
from .tokens import Signer
from .user_info import UserInfo
from .users import EmailInUse, Users

PROVIDERS = ("google", "apple", "microsoft", "github", "okta", "facebook")
_BASE = "/v1/session"


@dataclass(frozen=True)
class _Attempt:
    """A login that is at the provider."""

    provider: str
    redirect_uri: str
    code_challenge: str


class Application:
    """One app at Prelude. Its state is in memory."""

    def __init__(
        self,
        site: Site,
        issuer: Optional[str],
        redirect_uris: Sequence[str],
        verifier: Optional[ProofVerifier],
        disabled_providers: Collection[str] = (),
        verifies_email: bool = True,
        challenge_seconds: float = 600,
        access_seconds: float = 3600,
        refresh_seconds: float = 86400,
    ) -> None:
        self._site = site
        self._provider = providers.choose(site, issuer)
        self._redirect_uris = frozenset(redirect_uris)
        self._disabled_providers = disabled_providers
        self._verifies_email = verifies_email
        signer = Signer(site.origin, site.clock)
        self._challenges = Challenges(signer, site.clock, challenge_seconds)
        self._sessions = Sessions(signer, site.clock, access_seconds, refresh_seconds)
        self._codes = OneTimeCodes(site.ledger)
        self._possession = Possession(site.origin, verifier)
        self._user_info = UserInfo(signer, site.clock, self._possession)
        self._users = Users()
        self._attempts: Dict[str, _Attempt] = {}

    def asgi(self) -> Starlette:
        """The ASGI application."""
        calls: List[Endpoint] = [
            ("POST", "/login/oauth/{provider}/authorize", self._authorize),
            ("POST", "/login/finalize", self._finalize),
            ("POST", "/otp", self._start_otp),
            ("POST", "/otp/check", self._check_otp),
            ("POST", "/otp/retry", self._retry_otp),
            ("POST", "/refresh", self._refresh),
            ("POST", "/revoke", self._revoke),
        ]
        endpoints: List[Endpoint] = [
            *self._provider.endpoints,
            ("GET", f"{_BASE}/login/oauth/{{provider}}/callback", self._callback),
            *((method, _BASE + path, _from_device(call)) for method, path, call in calls),
            ("GET", "/userinfo", self._user_info.respond),
        ]
        controls: List[Endpoint] = [
            ("GET", "/emails", self._list_emails),
            ("POST", "/challenges", self._expire_challenge),
            ("POST", "/sessions", self._end_sessions),
            ("POST", "/dpop", self._forget_nonces),
        ]
        return self._site.asgi(endpoints, controls)

    async def _authorize(self, request: Request) -> Response:
        provider = request.path_params["provider"]
        if provider not in PROVIDERS:
            raise refusal("oauth_provider_not_configured", "There is no such provider.")
        if provider in self._disabled_providers:
            raise refusal("oauth_provider_disabled", "The provider is switched off.")
        body = await read_json(request)
        redirect_uri = member(body, "redirect_uri") or ""
        if redirect_uri not in self._redirect_uris or _is_web(redirect_uri):
            raise refusal("invalid_redirect_uri", "The redirect URI is not allowed.")
        code_challenge = member(body, "code_challenge") or ""
        if member(body, "code_challenge_method") != "S256" or not pkce.is_challenge(code_challenge):
            raise refusal("bad_request", "The code challenge is missing, or is not by S256.")
        callback = f"{self._site.origin}{_BASE}/login/oauth/{provider}/callback"
        begun = await self._provider.begin(callback, None)
        self._attempts[begun.state] = _Attempt(provider, redirect_uri, code_challenge)
        return JSONResponse({"authorization_url": begun.url})

    async def _callback(self, request: Request) -> Response:
        query = request.query_params
        attempt = self._attempts.pop(query.get("state", ""), None)
        if attempt is None or attempt.provider != request.path_params["provider"]:
            raise refusal("bad_request", "The state belongs to no login.")
        try:
            outcome = self._outcome(attempt, await self._provider.finish(query))
        except ProviderRefused as refused:
            outcome = {"error": refused.code, "error_description": refused.reason}
        return RedirectResponse(f"{attempt.redirect_uri}?{urlencode(outcome)}", 302)

    def _outcome(self, attempt: _Attempt, claims: Claims) -> Dict[str, str]:
        """The response to the app after the provider has confirmed a login."""
        try:
            user = self._users.find_or_add(attempt.provider, claims)
        except EmailInUse:
            return {
                "error": "email_already_in_use",
                "error_description": "The address belongs to another user.",
            }
        unverified = claims.email is not None and not claims.email_verified
        grant_mode = EMAIL_LINK if unverified and self._verifies_email else SESSION_START
        token = self._challenges.issue(Challenge(user, attempt.code_challenge, grant_mode))
        status = {"status": "otp_required"} if grant_mode == EMAIL_LINK else {}
        return {"challenge_token": token, **status}

    async def _finalize(self, request: Request) -> Response:
        # Before anything else: if the proof has no nonce, the request is sent again.
        key = self._possession.key(request)
        body = await read_json(request)
        challenge = self._challenges.open(member(body, "challenge_token"), SESSION_START)
        verifier = member(body, "code_verifier")
        if verifier is None:
            raise refusal("bad_request", "There is no code_verifier.")
        if not pkce.fits(verifier, challenge.code_challenge):
            raise refusal("unauthorized", "The code verifier is not that of the login.")
        if challenge.user.refused_with is not None:
            raise refusal(challenge.user.refused_with, "The user may not log in.")
        challenge.used = True
        return self._possession.with_nonce(self._sessions.start(challenge.user, key))

    async def _start_otp(self, request: Request) -> Response:
        token = member(await read_json(request), "challenge_token")
        verification = self._codes.start(self._challenges.open(token, EMAIL_LINK))
        return Response(status_code=204, headers={"X-Verification-Token": verification})

    async def _check_otp(self, request: Request) -> Response:
        code = member(await read_json(request), "code")
        challenge = self._codes.check(request.headers.get("x-verification-token"), code)
        challenge.used = True
        follow_up = Challenge(challenge.user, challenge.code_challenge, SESSION_START)
        return JSONResponse({"challenge_token": self._challenges.issue(follow_up)})

    async def _retry_otp(self, request: Request) -> Response:
        self._codes.send_again(request.headers.get("x-verification-token"))
        return Response(status_code=204)

    async def _refresh(self, request: Request) -> Response:
        key = self._possession.key(request)
        tokens = self._sessions.refresh(request.headers.get("x-refresh-token"), key)
        return self._possession.with_nonce(tokens)

    async def _revoke(self, request: Request) -> Response:
        key = self._possession.key(request)
        self._sessions.end(request.headers.get("x-refresh-token"), key)
        return self._possession.with_nonce(Response(status_code=204))

    async def _list_emails(self, _: Request) -> Response:
        """The sent emails, oldest first: `[{"to": …, "code": …}]`."""
        return JSONResponse(self._codes.emails)

    async def _expire_challenge(self, request: Request) -> Response:
        """`{"challenge_token": …}` makes a challenge expire."""
        self._challenges.expire(member(await read_json(request), "challenge_token") or "")
        return JSONResponse({})

    async def _end_sessions(self, request: Request) -> Response:
        """`{"email": …}` ends all sessions of a user."""
        self._sessions.end_all_of(member(await read_json(request), "email") or "")
        return JSONResponse({})

    async def _forget_nonces(self, _: Request) -> Response:
        self._possession.forget_nonces()
        return JSONResponse({})


def _from_device(call: Handler) -> Handler:
    """Rejects requests that do not name their device."""

    async def handler(request: Request) -> Response:
        if not request.headers.get("x-device-id"):
            raise refusal("bad_request", "There is no header X-Device-Id.")
        return await call(request)

    return handler


def _is_web(uri: str) -> bool:
    return urlsplit(uri).scheme.lower() in ("", "http", "https")
