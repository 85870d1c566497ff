"""The endpoints of Kratos's public API that native apps with social sign-in call.

Differences from Kratos: all providers in the list use the one upstream provider, and the identity
schema has only an email address and a name. As with Kratos, only the text of its message identifies
the failure of a login.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Awaitable, Callable, Dict, List, NoReturn, Optional, Sequence
from urllib.parse import parse_qsl

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from support import providers
from support.clock import timestamp
from support.provider import ProviderRefused
from support.site import Endpoint, Site, member, read_json

from . import messages, return_to
from .errors import refusal
from .flows import Flow, Flows
from .identities import People, Session
from .sign_in import SignIn, SigningIn


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
    ) -> None:
        self._site = site
        self._provider = providers.choose(site, issuer, id_token_audience)
        self._provider_names = provider_names
        self._allowed_return_to = [*allowed_return_to, f"{site.origin}/"]
        self._flows = Flows(site.origin, provider_names, flow_seconds)
        self._people = People(session_seconds)
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
        ]
        return self._site.asgi(endpoints, controls)

    def _creating(self, kind: str) -> Callable[[Request], Awaitable[Response]]:
        async def create(request: Request) -> Response:
            session = self._session(request)
            if session is not None and session.is_active(self._now):
                raise refusal(
                    400,
                    f"A valid session was detected and thus {kind} is not possible.",
                    "session_already_available",
                    "you are already logged in",
                )
            query = request.query_params
            requested = query.get("return_to")
            if requested is not None and not return_to.is_allowed(requested, self._allowed_return_to):
                raise refusal(
                    400,
                    "The requested return_to URL is not allowed.",
                    "self_service_flow_return_to_forbidden",
                )
            coded = query.get("return_session_token_exchange_code") == "true"
            flow = self._flows.add(kind, self._request_url(request), requested, coded, self._now)
            return JSONResponse(flow.json())

        return create

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
            submission = await _read_submission(request)
            provider = member(submission, "provider")
            if member(submission, "method") != "oidc" or provider is None:
                return self._failed(flow, messages.no_strategy(kind))
            if provider not in self._provider_names:
                reason = "The OpenID Connect provider is unknown or has not been configured."
                return self._failed(flow, messages.failed(reason))
            flow.active, flow.messages, flow.missing_trait = "oidc", [], None
            id_token = member(submission, "id_token")
            if id_token is not None:
                nonce = member(submission, "id_token_nonce")
                return await self._complete_natively(
                    flow, provider, id_token, nonce, submission.get("traits")
                )
            return await self._send_to_provider(request, flow, provider, submission)

        return submit

    async def _complete_natively(
        self, flow: Flow, provider: str, id_token: str, nonce: Optional[str], traits: Any
    ) -> Response:
        try:
            claims = await self._provider.claims_of(id_token, nonce)
        except ProviderRefused as refused:
            return self._failed(flow, messages.failed(refused.reason))
        name = member(traits, "name")
        if name is not None and claims.name is None:
            claims = replace(claims, name=name)
        done = self._signing_in.complete(flow, provider, claims, self._now)
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
        session.needs_second_factor = session.needs_second_factor or state == "aal2_required"
        return JSONResponse({})

    @property
    def _now(self) -> float:
        return self._site.clock.now()

    def _session(self, request: Request) -> Optional[Session]:
        return self._people.session(request.headers.get("x-session-token"))

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
