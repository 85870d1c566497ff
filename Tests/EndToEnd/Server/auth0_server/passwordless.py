"""Logins with a code that is sent by email or SMS.

The requests and responses are those of https://auth0.com/docs/api/authentication/passwordless, with
the errors of https://auth0.com/docs/api/authentication/passwordless/get-code-or-link and the
response in github.com/auth0/go-auth0 (test/data/recordings/authentication/TestSendEmail.yaml). A
code is valid once, for three attempts, as
https://auth0.com/docs/authenticate/passwordless/authentication-methods/email-otp says. The texts of
refused codes are those that Auth0's SDKs compare.
"""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass
from typing import Any, Dict, List, Mapping, Optional

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from support.glewlwyd_setup import APP_CLIENT
from support.refused import Refused
from support.site import Endpoint, Site, member, read_json

from .errors import refusal
from .messages import Messages
from .second_factor import SecondFactor

GRANT_TYPE = "http://auth0.com/oauth/grant-type/passwordless/otp"
_ATTEMPTS = 3
_KNOWN = {"client_id", "client_secret", "connection", "email", "phone_number", "send", "authParams"}


@dataclass
class _Sent:
    code: str
    attempts: int = 0


class Passwordless:
    """The codes that were sent, and the users who have logged in with one."""

    def __init__(self, site: Site, messages: Messages, second_factor: SecondFactor) -> None:
        self._site = site
        self._messages = messages
        self._second_factor = second_factor
        self._sent: Dict[str, _Sent] = {}
        self._users: Dict[str, Dict[str, Any]] = {}

    @property
    def endpoints(self) -> List[Endpoint]:
        return [("POST", "/passwordless/start", self._start)]

    async def _start(self, request: Request) -> Response:
        form = await read_json(request)
        if member(form, "client_id") != APP_CLIENT:
            raise refusal(400, "bad.client_id", "Missing required property: client_id")
        unknown = sorted(set(form) - _KNOWN)
        if unknown:
            text = f"the following properties are not allowed: {', '.join(unknown)}"
            raise refusal(400, "bad.request", text)
        connection = member(form, "connection")
        if connection == "email":
            claims = {"email": _address(member(form, "email"))}
        elif connection == "sms":
            claims = {"phone_number": _number(member(form, "phone_number"))}
        else:
            raise refusal(400, "bad.connection", "Connection does not exist")
        if member(form, "send") != "code":
            raise refusal(400, "bad.request", "This server sends no links.")
        (recipient,) = claims.values()
        self._sent[recipient] = _Sent(self._messages.send(recipient))
        user = self._users.setdefault(recipient, _user(connection, recipient))
        verified = {f"{connection}_verified".replace("sms", "phone"): False}
        return JSONResponse({"_id": user["sub"].partition("|")[2], **claims, **verified})

    def exchange(self, form: Mapping[str, str]) -> Optional[Dict[str, Any]]:
        """Tokens for a code, or None for another grant type. Raises `Refused`."""
        if form["grant_type"] != GRANT_TYPE:
            return None
        recipient = form["username"]
        user = self._users.get(recipient)
        if user is None or user["sub"].partition("|")[0] != form["realm"]:
            raise _wrong(form["realm"])
        sent = self._sent.get(recipient)
        if sent is None or sent.attempts >= _ATTEMPTS:
            text = "You've reached the maximum number of attempts. Please try to login again."
            raise refusal(403, "invalid_grant", text)
        sent.attempts += 1
        if not secrets.compare_digest(sent.code.encode(), form["otp"].encode()):
            raise _wrong(form["realm"])
        del self._sent[recipient]
        return self._second_factor.issue(user, form.get("scope", ""))


def _wrong(realm: str) -> Refused:
    what = "email" if realm == "email" else "phone number"
    return refusal(403, "invalid_grant", f"Wrong {what} or verification code.")


def _address(value: Optional[str]) -> str:
    if value is None:
        raise refusal(400, "bad.email", "Missing required property: email")
    return value


def _number(value: Optional[str]) -> str:
    if value is None:
        raise refusal(400, "bad.phone_number", "Missing required property: phone_number")
    if not re.fullmatch(r"\+[0-9]{1,15}", value):
        text = r"String does not match pattern: ^\+[0-9]{1,15}$"
        raise refusal(400, "bad.phone_number", text)
    return value


def _user(connection: str, recipient: str) -> Dict[str, Any]:
    sub = f"{connection}|{secrets.token_hex(12)}"
    if connection == "email":
        return {"sub": sub, "name": recipient, "email": recipient, "email_verified": True}
    return {"sub": sub, "name": recipient, "phone_number": recipient, "phone_number_verified": True}
