"""The endpoints of Kratos's public API that native apps call: social sign-in, codes and second factors.

https://www.ory.com/docs/kratos/reference/api describes them. Differences from Kratos: all providers
in the list use the one upstream provider, and the identity schema has only an email address and a
name. As with Kratos, only the text of its message identifies the failure of a login.
"""

from __future__ import annotations

from dataclasses import replace
from typing import (
    TYPE_CHECKING,
    Any,
    Awaitable,
    Callable,
    Dict,
    List,
    NoReturn,
    Optional,
    Sequence,
)
from urllib.parse import parse_qsl

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from support import providers
from support.clock import timestamp
from support.provider import Claims, ProviderRefused
from support.refused import Refused
from support.site import Endpoint, Site, member, read_json

from . import messages, return_to
from .errors import refusal
from .flows import Flow, Flows
from .identities import Identity, Method, People, Session
from .second_factors import SecondFactors
from .sent_codes import CodeSent, SentCodes, Wrong
from .sign_in import SignIn, SigningIn

if TYPE_CHECKING:
    from support.authenticator import Authenticator

    from .passkeys import Passkeys


class Application:
    """One Ory project. Its state is in memory."""

    def __init__(
        self,
        site: Site,
        issuer: Optional[str],
        allowed_return_to: Sequence[str],
        provider_names: Sequence[str] = ("google", "apple", "github"),
        flow_seconds: float = 3600,
        session_seconds: float = 86400,
        session_after_registration: bool = True,
        id_token_audience: Optional[str] = None,
        code: Optional[str] = None,
        passkeys: Optional[str] = None,
        two_steps: bool = False,
    ) -> None:
        self._site = site
        self._provider = providers.choose(site, issuer, id_token_audience)
        self._provider_names = provider_names
        self._allowed_return_to = [*allowed_return_to, f"{site.origin}/"]
        self._flows = Flows(site.origin, provider_names, flow_seconds, code == "passwordless")
        self._people = People(session_seconds)
        self._code = code
        self._codes = SentCodes(self._people, site.ledger)
        self._two_steps = two_steps
        self._passkeys: Optional[Passkeys] = None
        self._authenticator: Optional[Authenticator] = None
        if passkeys is not None:
            # The packages of these require Python 3.10.
            from support.authenticator import Authenticator

            from .passkeys import Passkeys

            self._passkeys = Passkeys(passkeys)
            self._authenticator = Authenticator()
        self._signing_in = SigningIn(self._flows, self._people, session_after_registration)

    def asgi(self) -> Starlette:
        """The ASGI application."""
        endpoints: List[Endpoint] = [
            *self._provider.endpoints,
            ("GET", "/self-service/methods/oidc/callback/{provider}", self._callback),
            ("GET", "/sessions/token-exchange", self._exchange),
            ("GET", "/sessions/whoami", self._who_am_i),
            ("DELETE", "/self-service/logout/api", self._log_out),
        ]
        for kind in ("login", "registration"):
            endpoints += [
                ("GET", f"/self-service/{kind}/api", self._creating(kind)),
                ("GET", f"/self-service/{kind}/flows", self._showing(kind)),
                ("POST", f"/self-service/{kind}", self._submitting(kind)),
            ]
        controls: List[Endpoint] = [
            *self._provider.controls,
            ("POST", "/flows", self._change_flow),
            ("POST", "/sessions", self._change_session),
            ("POST", "/codes", self._show_code),
            ("POST", "/second-factors", self._show_second_factors),
        ]
        if self._authenticator is not None:
            controls += self._authenticator.controls
        return self._site.asgi(endpoints, controls)

    def _creating(self, kind: str) -> Callable[[Request], Awaitable[Response]]:
        async def create(request: Request) -> Response:
            session = self._active_session(request)
            query = request.query_params
            aal, refresh = query.get("aal", "aal1"), query.get("refresh") == "true"
            self._require_session(kind, session, aal, refresh)
            requested = query.get("return_to")
            if requested is not None and not return_to.is_allowed(requested, self._allowed_return_to):
                raise refusal(
                    400,
                    "The requested return_to URL is not allowed.",
                    "self_service_flow_return_to_forbidden",
                )
            coded = query.get("return_session_token_exchange_code") == "true"
            coded = coded and session is None
            flow = self._flows.add(kind, self._request_url(request), requested, coded, self._now)
            if kind == "login" and session is not None:
                self._ask(flow, session, aal, refresh)
            if kind == "registration" and self._two_steps:
                flow.step = "profile"
            elif self._passkeys is not None and session is None:
                self._passkeys.offer(flow)
            return JSONResponse(flow.json())

        return create

    def _require_session(
        self, kind: str, session: Optional[Session], aal: str, refresh: bool
    ) -> None:
        """Raises `Refused` as `NewLoginFlow` does in selfservice/flow/login/handler.go of Kratos."""
        if aal not in ("aal1", "aal2"):
            raise refusal(400, "Unable to parse AuthenticationMethod Assurance Level (AAL).")
        if session is None:
            if kind == "login" and aal == "aal2":
                raise _session_required()
        elif kind == "registration" or not refresh and aal <= session.aal:
            raise _already_available(kind)

    def _ask(self, flow: Flow, session: Session, aal: str, refresh: bool) -> None:
        """Asks the user of a session for a factor."""
        flow.requested_aal, flow.refresh = aal, refresh
        if refresh:
            flow.messages.append(messages.confirm())
        if aal > session.aal:
            flow.messages.append(messages.second_factor())
        if aal == "aal2":
            identity = session.identity
            has_factors = identity.second_factors is not None
            flow.second_factors = ["totp", "lookup_secret"] if has_factors else []
            if self._code == "mfa" and has_factors:
                flow.address = identity.email
            elif self._code == "mfa":
                # `FastLogin2FA` in selfservice/strategy/code/strategy_login.go of Kratos.
                self._codes.send(flow, identity.email, identity)

    def _showing(self, kind: str) -> Callable[[Request], Awaitable[Response]]:
        async def show(request: Request) -> Response:
            return JSONResponse(
                self._live_flow(kind, request, request.query_params.get("id")).json()
            )

        return show

    def _submitting(self, kind: str) -> Callable[[Request], Awaitable[Response]]:
        async def submit(request: Request) -> Response:
            flow = self._live_flow(kind, request, request.query_params.get("flow"))
            _refuse_browsers(request)
            session = self._active_session(request)
            if session is None and flow.requested_aal == "aal2":
                raise _session_required()
            if session is not None and not flow.refresh and flow.requested_aal <= session.aal:
                raise _already_available(kind)
            submission = await _read_submission(request)
            method = member(submission, "method")
            if method in ("totp", "lookup_secret") and flow.requested_aal == "aal2":
                assert session is not None
                return self._complete_second_factor(flow, method, submission, session)
            if method == "code" and self._code is not None:
                if flow.requested_aal == ("aal1" if self._code == "passwordless" else "aal2"):
                    return self._complete_by_code(flow, submission, session)
            if method == "profile" and flow.step is not None:
                return self._continue_with_traits(flow, submission)
            if method == "passkey" and self._passkeys is not None and session is None:
                return self._complete_by_passkey(self._passkeys, flow, submission)
            provider = member(submission, "provider")
            if method != "oidc" or provider is None or flow.requested_aal != "aal1":
                return self._failed(flow, messages.no_strategy(kind))
            if provider not in self._provider_names:
                reason = "The OpenID Connect provider is unknown or has not been configured."
                return self._failed(flow, messages.failed(reason))
            flow.active, flow.messages, flow.missing_trait = "oidc", [], None
            id_token = member(submission, "id_token")
            if id_token is not None:
                nonce = member(submission, "id_token_nonce")
                return await self._complete_natively(
                    flow, provider, id_token, nonce, submission.get("traits"), session
                )
            return await self._send_to_provider(request, flow, provider, submission)

        return submit

    def _complete_second_factor(
        self, flow: Flow, method: str, submission: Dict[str, Any], session: Session
    ) -> Response:
        factors = session.identity.second_factors
        reason: Optional[messages.Message]
        if factors is None:
            reason = messages.no_totp() if method == "totp" else messages.no_recovery_codes()
        elif method == "totp":
            reason = factors.reason_against_totp(member(submission, "totp_code"), self._now)
        else:
            reason = factors.reason_against_recovery_code(member(submission, "lookup_secret"))
        if reason is not None:
            return self._failed(flow, reason)
        return self._log_in(flow, session.identity, method, "aal2", session)

    def _complete_by_code(
        self, flow: Flow, submission: Dict[str, Any], session: Optional[Session]
    ) -> Response:
        try:
            if flow.kind == "login":
                identity = self._codes.log_in(flow, submission, session)
                return self._log_in(flow, identity, "code", flow.requested_aal, session)
            claims = self._codes.register(flow, submission)
        except (CodeSent, Wrong):
            return JSONResponse(flow.json(), 400)
        done = self._signing_in.register(flow, Method("code", "aal1", self._now), claims, self._now)
        if done.identity is None:
            return JSONResponse(done.flow.json(), 400)
        return JSONResponse(self._granted(done))

    def _continue_with_traits(self, flow: Flow, submission: Dict[str, Any]) -> Response:
        """Shows the second step, as selfservice/strategy/profile/registration.go of Kratos does."""
        traits = submission.get("traits")
        flow.values = {name: member(traits, name) for name in ("email", "name")}
        flow.field_messages, flow.messages = {}, []
        if "@" not in (flow.values["email"] or ""):
            flow.field_messages["traits.email"] = [messages.missing("email")]
            return JSONResponse(flow.json(), 400)
        flow.step, flow.messages = "credentials", [messages.choose_credentials()]
        if self._passkeys is not None:
            self._passkeys.offer(flow)
        return JSONResponse(flow.json(), 400)

    def _complete_by_passkey(
        self, passkeys: Passkeys, flow: Flow, submission: Dict[str, Any]
    ) -> Response:
        if flow.kind == "login":
            identity = passkeys.user(flow, submission)
            if identity is None:
                return self._failed(flow, messages.unknown_passkey())
            return self._log_in(flow, identity, "passkey", "aal1", None)
        passkey = passkeys.created(flow, submission)
        if passkey is None:
            return self._failed(flow, messages.wrong_passkey())
        claims = _completed(Claims(""), submission.get("traits"))
        method = Method("passkey", "aal1", self._now)
        done = self._signing_in.register(flow, method, claims, self._now)
        if done.identity is None:
            return JSONResponse(done.flow.json(), 400)
        passkeys.add(passkey, done.identity)
        return JSONResponse(self._granted(done))

    def _log_in(
        self, flow: Flow, identity: Identity, method: str, aal: str, session: Optional[Session]
    ) -> Response:
        flow.active, flow.state = method, "passed_challenge"
        completed = Method(method, aal, self._now)
        flow.session = self._people.log_in(identity, completed, session, self._now)
        return JSONResponse(self._granted_session(flow.session))

    async def _complete_natively(
        self,
        flow: Flow,
        provider: str,
        id_token: str,
        nonce: Optional[str],
        traits: Any,
        session: Optional[Session],
    ) -> Response:
        try:
            claims = await self._provider.claims_of(id_token, nonce)
        except ProviderRefused as refused:
            return self._failed(flow, messages.failed(refused.reason))
        claims = _completed(claims, traits)
        done = self._signing_in.complete(flow, provider, claims, self._now, session)
        if done.identity is None:
            return JSONResponse(done.flow.json(), 400)
        return JSONResponse(self._granted(done))

    async def _send_to_provider(
        self, request: Request, flow: Flow, provider: str, submission: Dict[str, Any]
    ) -> Response:
        callback = f"{self._site.origin}/self-service/methods/oidc/callback/{provider}"
        hint = member(submission.get("upstream_parameters"), "login_hint")
        begun = await self._provider.begin(callback, hint)
        self._flows.send_to_provider(flow, provider, begun.state)
        traits = submission.get("traits")
        flow.values = {name: member(traits, name) for name in ("email", "name")}
        if not _takes_json(request):
            return RedirectResponse(begun.url, 303)
        raise refusal(
            422,
            "In order to complete this flow please redirect the browser to the given URL.",
            "browser_location_change_required",
            "browser location change required",
            redirect_browser_to=begun.url,
        )

    async def _callback(self, request: Request) -> Response:
        query = request.query_params
        found = self._flows.back_from_provider(query.get("state"))
        if found is None or found[1] != request.path_params["provider"]:
            raise refusal(400, "The state belongs to no flow.")
        flow, provider = found
        try:
            claims = await self._provider.finish(query)
        except ProviderRefused as refused:
            flow.messages = [messages.failed(f"The provider refused: {refused.code}.")]
        else:
            claims = _completed(claims, flow.values)
            flow = self._signing_in.complete(flow, provider, claims, self._now).flow
        if flow.code is None:
            raise refusal(400, "The flow has no session token exchange code, and no cookie either.")
        target = flow.return_to or f"{self._site.origin}/"
        return RedirectResponse(return_to.with_code(target, flow.code.return_to_code), 303)

    async def _exchange(self, request: Request) -> Response:
        init_code = request.query_params.get("init_code")
        return_to_code = request.query_params.get("return_to_code")
        if not init_code or not return_to_code:
            raise refusal(400, '"init_code" and "return_to_code" query params must be set')
        flow = self._flows.find_by_codes(init_code, return_to_code)
        if flow is None:
            raise refusal(404, 'no session yet for this "code"')
        if flow.session is None:
            return JSONResponse(flow.json(), 422)
        return JSONResponse(self._granted_session(flow.session))

    async def _who_am_i(self, request: Request) -> Response:
        session = self._session(request)
        if session is None or not session.is_active(self._now):
            raise refusal(
                401,
                "No active session was found in this request.",
                "session_inactive",
                "The request could not be authorized",
            )
        if session.needs_second_factor:
            raise refusal(
                403,
                "The session does not fulfill the requested Authenticator Assurance Level.",
                "session_aal2_required",
                redirect_browser_to=f"{self._site.origin}/self-service/login/browser?aal=aal2",
            )
        return JSONResponse(session.json(self._site.origin, self._now))

    async def _log_out(self, request: Request) -> Response:
        token = member(await read_json(request), "session_token")
        if token is None:
            raise refusal(400, "The body is no JSON object with a session_token.")
        session = self._people.session(token)
        if session is None:
            raise refusal(403, "The provided Ory Session Token could not be found.")
        session.active = False
        return Response(status_code=204)

    async def _change_flow(self, request: Request) -> Response:
        """`{"id": …, "expired": true}` makes a flow expire, a minute ago."""
        order = await read_json(request)
        flow = self._flows.find(member(order, "id"))
        if order is None or flow is None or order.get("expired") is not True:
            raise refusal(400, "An order has the id of a flow, and that it has expired.")
        flow.expires_at = self._now - 60
        return JSONResponse({})

    async def _change_session(self, request: Request) -> Response:
        """`{"session_token": …, "state": …}`: `expired`, `revoked` or `aal2_required`."""
        order = await read_json(request)
        session, state = self._people.session(member(order, "session_token")), member(
            order, "state"
        )
        if session is None or state not in ("expired", "revoked", "aal2_required"):
            raise refusal(400, "An order has the session_token of a session, and a state for it.")
        if state == "expired":
            session.expires_at = self._now - 60
        session.active = session.active and state != "revoked"
        if state == "aal2_required":
            session.requires_second_factor = True
        return JSONResponse({})

    async def _show_code(self, request: Request) -> Response:
        """`{"address": …}` returns `{"code": …}`, the last one that was sent there."""
        code = self._codes.inbox.get(member(await read_json(request), "address") or "")
        if code is None:
            raise refusal(400, "No code was sent to this address.")
        return JSONResponse({"code": code})

    async def _show_second_factors(self, request: Request) -> Response:
        """`{"session_token": …}` sets up the user's second factors, and returns codes."""
        session = self._people.session(member(await read_json(request), "session_token"))
        if session is None:
            raise refusal(400, "An order has the session_token of a session.")
        factors = session.identity.second_factors or SecondFactors()
        session.identity.second_factors = factors
        return JSONResponse(
            {
                "totp_code": factors.totp_code(self._now),
                "lookup_secrets": list(factors.recovery_codes),
            }
        )

    @property
    def _now(self) -> float:
        return self._site.clock.now()

    def _session(self, request: Request) -> Optional[Session]:
        return self._people.session(request.headers.get("x-session-token"))

    def _active_session(self, request: Request) -> Optional[Session]:
        session = self._session(request)
        return session if session is not None and session.is_active(self._now) else None

    def _request_url(self, request: Request) -> str:
        return f"{self._site.origin}{request.url.path}?{request.url.query}"

    def _live_flow(self, kind: str, request: Request, id: Optional[str]) -> Flow:
        """The flow, if it can still be submitted. Raises `Refused`."""
        if id is None:
            raise refusal(400, "The query parameter that names the flow is missing or invalid.")
        flow = self._flows.find(id)
        if flow is None or flow.kind != kind:
            raise refusal(404, "The flow could not be found.")
        if self._now >= flow.expires_at:
            self._replace(flow, request)
        return flow

    def _replace(self, flow: Flow, request: Request) -> NoReturn:
        """Replaces an expired flow with a new one, and reports this."""
        since = self._now - flow.expires_at
        coded = flow.code is not None
        url = self._request_url(request)
        other = self._flows.add(flow.kind, url, flow.return_to, coded, self._now)
        other.messages = [messages.expired(flow.kind, since / 60)]
        raise refusal(
            410,
            f"The {flow.kind} flow has expired.",
            "self_service_flow_expired",
            "self-service flow expired",
            expired_at=timestamp(flow.expires_at),
            since=int(since * 1e9),
            use_flow_id=other.id,
        )

    def _failed(self, flow: Flow, message: messages.Message) -> Response:
        flow.messages = [message]
        return JSONResponse(flow.json(), 400)

    def _granted(self, done: SignIn) -> Dict[str, Any]:
        granted: Dict[str, Any] = {}
        if done.session is not None:
            granted = self._granted_session(done.session)
        if done.is_new and done.identity is not None:
            granted["identity"] = done.identity.json(self._site.origin)
        return granted

    def _granted_session(self, session: Session) -> Dict[str, Any]:
        written = session.json(self._site.origin, self._now)
        return {"session_token": session.token, "session": written}


def _completed(claims: Claims, traits: Any) -> Claims:
    """The provider's data, and the user's own where that lacks some."""
    email, name = member(traits, "email"), member(traits, "name")
    if claims.email is None and email is not None:
        claims = replace(claims, email=email, email_verified=False)
    return replace(claims, name=claims.name or name)


def _already_available(kind: str) -> Refused:
    return refusal(
        400,
        f"A valid session was detected and thus {kind} is not possible.",
        "session_already_available",
        "you are already logged in",
    )


def _session_required() -> Refused:
    return refusal(
        401,
        "You can not requested a higher AAL (AAL2/AAL3) without an active session.",
        "session_aal1_required",
        "aal2 and aal3 can only be requested if a session exists already",
    )


def _refuse_browsers(request: Request) -> None:
    """Rejects requests of browsers, which have other flows. Raises `Refused`."""
    for header in ("Origin", "Cookie"):
        if header in request.headers:
            raise refusal(
                400,
                f"The HTTP request has the header {header}, as a browser's has. The flow however "
                "was initiated as an API request.",
            )


async def _read_submission(request: Request) -> Dict[str, Any]:
    if "json" in request.headers.get("content-type", ""):
        value = await read_json(request)
        if value is None:
            raise refusal(400, "The body is no JSON object.")
        return dict(value)
    return dict(parse_qsl((await request.body()).decode("utf-8", "replace")))


def _takes_json(request: Request) -> bool:
    headers = request.headers
    return all("application/json" in headers.get(name, "") for name in ("accept", "content-type"))
