"""Second factors: the errors that require one, and the MFA API.

The paths, parameters and responses are those of
https://auth0.com/docs/api/authentication/multi-factor-authentication. For statuses and for members
that the documentation leaves open, they are those of the recordings in github.com/auth0/go-auth0
(test/data/recordings/authentication/TestMFA*): 400 `authorization_pending`, and 400 `access_denied`
for a declined notification, for which the documentation has `invalid_grant`. The errors 403
`Invalid otp_code.` and `Invalid binding_code.` and 401 `mfa_token is expired` are those that
Auth0's SDKs compare. Not documented: the statuses and texts for a second enrolment, an unknown
`oob_code`, and a wrong recovery code.

Tests require a factor of a user, read the messages, play the app with codes (RFC 6238), and answer
notifications. Codes of this app and messages are valid once.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
import struct
from dataclasses import dataclass, field
from typing import Any, Dict, List, Mapping, Optional
from urllib.parse import quote, urlencode

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from support.glewlwyd_setup import APP_CLIENT
from support.site import Endpoint, Site, member, read_json

from .connections import Connections
from .errors import other_refusal, refusal
from .messages import Messages

_PREFIX = "http://auth0.com/oauth/grant-type/"
OTP, OOB, RECOVERY = f"{_PREFIX}mfa-otp", f"{_PREFIX}mfa-oob", f"{_PREFIX}mfa-recovery-code"
NEEDED = {
    OTP: ("mfa_token", "otp"),
    OOB: ("mfa_token", "oob_code"),
    RECOVERY: ("mfa_token", "recovery_code"),
}
_LIFETIME = 600
_INTERVAL = 5
_ADDRESS = {"sms": "phone_number", "voice": "phone_number", "email": "email"}


@dataclass
class _Authenticator:
    id: str
    # `otp`, or the channel of an out-of-band authenticator.
    kind: str
    # The secret of an app with codes, or the recipient of messages.
    value: str
    active: bool = False
    used: int = 0


@dataclass
class _User:
    authenticators: List[_Authenticator] = field(default_factory=list)
    recovery_code: Optional[str] = None

    @property
    def is_enrolled(self) -> bool:
        return any(one.active for one in self.authenticators)


@dataclass
class _Login:
    """A login whose first factor was correct."""

    claims: Dict[str, Any]
    scope: str
    user: _User
    expires: float


@dataclass
class _Challenge:
    """A message or a notification."""

    login: _Login
    authenticator: _Authenticator
    code: Optional[str] = None
    approved: Optional[bool] = None
    asked: float = 0


class SecondFactor:
    """The users who need a second factor, and their logins."""

    def __init__(self, site: Site, connections: Connections, messages: Messages) -> None:
        self._site = site
        self._connections = connections
        self._messages = messages
        self._users: Dict[str, _User] = {}
        self._logins: Dict[str, _Login] = {}
        self._challenges: Dict[str, _Challenge] = {}

    @property
    def endpoints(self) -> List[Endpoint]:
        return [
            ("GET", "/mfa/authenticators", self._list),
            ("POST", "/mfa/associate", self._associate),
            ("POST", "/mfa/challenge", self._challenge),
        ]

    @property
    def controls(self) -> List[Endpoint]:
        return [
            ("POST", "/second-factors", self._require),
            ("POST", "/authenticator-apps", self._current_code),
            ("POST", "/notifications", self._answer),
            ("POST", "/mfa-tokens", self._expire),
        ]

    def issue(self, claims: Dict[str, Any], scope: str) -> Dict[str, Any]:
        """Tokens for a user whose first factor was correct. Raises `Refused`: `mfa_required`."""
        user = next((self._users[key] for key in _keys(claims) if key in self._users), None)
        if user is None:
            return self._connections.issue(claims, scope, None)
        token = f"Fe26.2*{secrets.token_urlsafe(48)}"
        self._logins[token] = _Login(claims, scope, user, self._site.clock.now() + _LIFETIME)
        kinds = [{"type": _public(one.kind)} for one in user.authenticators if one.active]
        requirements = {"challenge": kinds}
        if not kinds:
            names = ("otp", "phone", "push-notification", "email")
            requirements = {"enroll": [{"type": name} for name in names]}
        body = {
            "error": "mfa_required",
            "error_description": "Multifactor authentication required",
            "mfa_token": token,
            "mfa_requirements": requirements,
        }
        raise other_refusal(403, body)

    def exchange(self, form: Mapping[str, str]) -> Optional[Dict[str, Any]]:
        """Tokens for a proven factor, or None for another grant type. Raises `Refused`."""
        if form["grant_type"] not in NEEDED:
            return None
        login = self._login(form["mfa_token"])
        more = {}
        if form["grant_type"] == OTP:
            self._check_app(login.user, form["otp"])
        elif form["grant_type"] == OOB:
            self._check_challenge(login, form)
        else:
            more["recovery_code"] = self._replace_recovery_code(login.user, form["recovery_code"])
        del self._logins[form["mfa_token"]]
        return {**self._connections.issue(login.claims, login.scope, None), **more}

    def _login(self, token: str) -> _Login:
        login = self._logins.get(token)
        if login is None:
            raise refusal(401, "invalid_grant", "Malformed mfa_token")
        if login.expires <= self._site.clock.now():
            raise refusal(401, "expired_token", "mfa_token is expired")
        return login

    def _bearer(self, request: Request) -> _Login:
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        if scheme != "Bearer" or "dpop" in request.headers:
            raise refusal(401, "invalid_token", "There is no MFA token.")
        return self._login(token)

    def _check_app(self, user: _User, code: str) -> None:
        step = int(self._site.clock.now()) // 30
        for one in user.authenticators:
            for candidate in (step - 1, step, step + 1) if one.kind == "otp" else ():
                if candidate > one.used and _totp(one.value, candidate) == code:
                    one.used, one.active = candidate, True
                    return
        raise refusal(403, "invalid_grant", "Invalid otp_code.")

    def _check_challenge(self, login: _Login, form: Mapping[str, str]) -> None:
        challenge = self._challenges.get(form["oob_code"])
        if challenge is None or challenge.login is not login:
            raise refusal(403, "invalid_grant", "Malformed oob_code")
        if challenge.code is not None:
            if form.get("binding_code") != challenge.code:
                raise refusal(403, "invalid_grant", "Invalid binding_code.")
        elif challenge.approved is None:
            now = self._site.clock.now()
            early, challenge.asked = now - challenge.asked < _INTERVAL, now
            if early:
                raise refusal(400, "slow_down", "You are polling faster than allowed.")
            text = "Authorization pending: please repeat the request in a few seconds."
            raise refusal(400, "authorization_pending", text)
        elif not challenge.approved:
            raise refusal(400, "access_denied", "MFA Authorization rejected.")
        challenge.authenticator.active = True
        del self._challenges[form["oob_code"]]

    def _replace_recovery_code(self, user: _User, code: str) -> str:
        if user.recovery_code is None or user.recovery_code != code:
            raise refusal(403, "invalid_grant", "MFA Authorization rejected.")
        user.recovery_code = self._new_recovery_code()
        return user.recovery_code

    def _new_recovery_code(self) -> str:
        code = base64.b32encode(secrets.token_bytes(15)).decode()
        self._site.ledger.record([code])
        return code

    async def _list(self, request: Request) -> Response:
        user = self._bearer(request).user
        found = [_described(one) for one in user.authenticators]
        if user.recovery_code is not None:
            own = {"id": "recovery-code|dev_1", "authenticator_type": "recovery-code"}
            found.append({**own, "active": user.is_enrolled})
        return JSONResponse(found)

    async def _associate(self, request: Request) -> Response:
        login = self._bearer(request)
        form = await read_json(request)
        _check_client(form)
        if login.user.is_enrolled:
            raise refusal(403, "access_denied", "User is already enrolled.")
        types, channels = form.get("authenticator_types"), form.get("oob_channels")
        if types == ["otp"]:
            one = _Authenticator(_new_id("totp"), "otp", _new_secret())
            self._site.ledger.record([one.value])
            response = {"authenticator_type": "otp", "secret": one.value, **_barcode(one.value)}
        elif types == ["oob"] and channels == ["auth0"]:
            one = _Authenticator(_new_id("push"), "auth0", "")
            response = {"authenticator_type": "oob", **_enrolment(), "oob_channel": "auth0"}
            response["oob_code"] = self._begin(login, one)
        elif types == ["oob"] and channels in (["sms"], ["voice"], ["email"]):
            channel = channels[0]
            recipient = member(form, _ADDRESS[channel])
            if recipient is None:
                raise refusal(400, "invalid_request", f"{_ADDRESS[channel]} is missing.")
            one = _Authenticator(_new_id(channel), channel, recipient)
            response = {"authenticator_type": "oob", "binding_method": "prompt"}
            response.update(oob_channel=channel, oob_code=self._begin(login, one))
        else:
            raise refusal(400, "invalid_request", "This is no authenticator.")
        if login.user.recovery_code is None:
            login.user.recovery_code = self._new_recovery_code()
            response["recovery_codes"] = [login.user.recovery_code]
        login.user.authenticators.append(one)
        return JSONResponse(response)

    async def _challenge(self, request: Request) -> Response:
        form = await read_json(request)
        _check_client(form)
        login = self._login(member(form, "mfa_token") or "")
        if not login.user.is_enrolled:
            text = "User is not enrolled. You can use /mfa/associate endpoint to enroll the first authenticator."
            raise refusal(403, "association_required", text)
        wanted = member(form, "authenticator_id")
        one = next((one for one in login.user.authenticators if one.id == wanted), None)
        if one is None or not one.active or member(form, "challenge_type") != "oob":
            text = "User does not have any of the requested challenge types"
            raise refusal(401, "unsupported_challenge_type", text)
        response = {"challenge_type": "oob", "oob_code": self._begin(login, one)}
        if one.kind != "auth0":
            response["binding_method"] = "prompt"
        return JSONResponse(response)

    def _begin(self, login: _Login, one: _Authenticator) -> str:
        """Sends a message or a notification, and returns its `oob_code`."""
        code = f"Fe26.2*{secrets.token_urlsafe(48)}"
        self._site.ledger.record([code])
        sent = None if one.kind == "auth0" else self._messages.send(one.value)
        self._challenges[code] = _Challenge(login, one, sent)
        return code

    async def _require(self, request: Request) -> Response:
        """`{"user": …}`, with a `sub`, an address or a number, requires a second factor of the user."""
        name = member(await read_json(request), "user")
        if name is None:
            raise refusal(400, "invalid_request", "An order has a user.")
        self._users.setdefault(name, _User())
        return JSONResponse({})

    async def _current_code(self, request: Request) -> Response:
        """`{"secret": …}` gives the code that an app with this secret shows, and no code twice."""
        secret = member(await read_json(request), "secret")
        if secret is None:
            raise refusal(400, "invalid_request", "An order has a secret.")
        step = int(self._site.clock.now()) // 30
        known = [one for user in self._users.values() for one in user.authenticators]
        used = max((one.used for one in known if one.value == secret), default=0)
        return JSONResponse({"code": _totp(secret, max(step, used + 1))})

    async def _answer(self, request: Request) -> Response:
        """`{"user": …, "answer": "approve"}` or `"decline"` answers the user's notifications."""
        order = await read_json(request)
        user = self._users.get(member(order, "user") or "")
        waiting = [
            one
            for one in self._challenges.values()
            if one.login.user is user and one.code is None and one.approved is None
        ]
        if not waiting:
            raise refusal(404, "invalid_request", "No notification waits.")
        for one in waiting:
            one.approved = member(order, "answer") == "approve"
        return JSONResponse({})

    async def _expire(self, request: Request) -> Response:
        """`{"user": …}` ends the user's logins that wait for a second factor."""
        user = self._users.get(member(await read_json(request), "user") or "")
        for login in self._logins.values():
            login.expires = 0 if login.user is user else login.expires
        return JSONResponse({})


def _keys(claims: Dict[str, Any]) -> List[str]:
    names = ("sub", "email", "phone_number")
    return [claims[name] for name in names if name in claims]


def _check_client(form: Any) -> None:
    if member(form, "client_id") != APP_CLIENT:
        raise refusal(401, "invalid_client", "Unknown client")


def _public(kind: str) -> str:
    return {"auth0": "push-notification", "sms": "phone", "voice": "phone"}.get(kind, kind)


def _described(one: _Authenticator) -> Dict[str, Any]:
    if one.kind == "otp":
        return {"id": one.id, "authenticator_type": "otp", "active": one.active}
    found = {"id": one.id, "authenticator_type": "oob", "oob_channel": one.kind}
    if one.value:
        found["name"] = f"XXXXXXXXX{one.value[-4:]}"
    return {**found, "active": one.active}


def _new_id(kind: str) -> str:
    return f"{kind}|dev_{secrets.token_hex(8)}"


def _new_secret() -> str:
    return base64.b32encode(secrets.token_bytes(20)).decode()


def _barcode(secret: str) -> Dict[str, str]:
    query = {"secret": secret, "issuer": "Test Tenant", "algorithm": "SHA1", "digits": "6"}
    path = quote("Test Tenant:user@example.com", safe=":")
    return {"barcode_uri": f"otpauth://totp/{path}?{urlencode({**query, 'period': '30'})}"}


def _enrolment() -> Dict[str, str]:
    query = {"enrollment_tx_id": secrets.token_urlsafe(24), "base_url": "https://example.com"}
    return {"barcode_uri": f"otpauth://totp/Test%20Tenant:user?{urlencode(query)}"}


def _totp(secret: str, step: int) -> str:
    """RFC 6238 with SHA-1, six digits and half a minute."""
    digest = hmac.new(base64.b32decode(secret), struct.pack(">Q", step), hashlib.sha1).digest()
    start = digest[-1] & 15
    number = struct.unpack(">I", digest[start : start + 4])[0] & 0x7FFFFFFF
    return f"{number % 10**6:06}"
