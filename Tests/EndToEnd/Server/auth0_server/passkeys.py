"""Logins and registrations with a passkey.

The requests and responses are those of https://auth0.com/docs/native-passkeys-api,
https://auth0.com/docs/api/authentication/passkey/challenge and …/register. Not documented: the errors
of an answer that is refused, and how long an `auth_session` is valid; here it is valid once. Auth0's
relying party is the tenant's domain, or the one that the tenant configures.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Dict, List, Mapping, Optional

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from support.glewlwyd_setup import APP_CLIENT
from support.refused import Refused
from support.site import Endpoint, member, read_json

from .errors import refusal
from .second_factor import SecondFactor

if TYPE_CHECKING:
    from support.relying_party import RelyingParty

GRANT_TYPE = "urn:okta:params:oauth:grant-type:webauthn"
# The parameter of the grant that is an object.
ANSWER = "authn_response"
_DOMAIN = "shop.example"
_PROFILE = {"email", "phone_number", "username", "name"}
_ALGORITHMS = (-8, -7, -257)


@dataclass
class _Begun:
    challenge: bytes
    # For a registration: the new user, and the handle.
    user: Optional[Dict[str, Any]] = None
    user_id: bytes = field(default_factory=lambda: secrets.token_bytes(64))


class Passkeys:
    """The users with passkeys, and the logins that have begun."""

    def __init__(self, second_factor: SecondFactor) -> None:
        # Its packages require Python 3.10.
        from support.relying_party import RelyingParty

        self._second_factor = second_factor
        self._party: RelyingParty[Dict[str, Any]] = RelyingParty(_DOMAIN)
        self._begun: Dict[str, _Begun] = {}
        self._addresses: Dict[str, str] = {}

    @property
    def endpoints(self) -> List[Endpoint]:
        return [
            ("POST", "/passkey/challenge", self._challenge),
            ("POST", "/passkey/register", self._register),
        ]

    async def _challenge(self, request: Request) -> Response:
        _check(await read_json(request), set())
        challenge, options = self._party.request()
        options = {name: options[name] for name in ("challenge", "rpId", "userVerification")}
        return self._begin(_Begun(challenge), {**options, "timeout": 60000})

    async def _register(self, request: Request) -> Response:
        form = await read_json(request)
        _check(form, {"user_profile", "user_metadata"})
        profile = form.get("user_profile")
        address = member(profile, "email")
        if address is None or set(profile) - _PROFILE:
            raise refusal(400, "invalid_request", "Invalid user_profile")
        if address in self._addresses:
            raise refusal(400, "invalid_request", "User already exists")
        name = member(profile, "name") or address
        user = {"name": name, "email": address, "email_verified": False}
        begun = _Begun(b"", {"sub": f"auth0|{secrets.token_hex(12)}", **user})
        begun.challenge, options = self._party.creation(begun.user_id, address)
        options["user"]["displayName"] = name
        options["pubKeyCredParams"] = [{"type": "public-key", "alg": one} for one in _ALGORITHMS]
        return self._begin(begun, options)

    def _begin(self, begun: _Begun, options: Dict[str, Any]) -> Response:
        session = secrets.token_urlsafe(48)
        self._begun[session] = begun
        return JSONResponse({"auth_session": session, "authn_params_public_key": options})

    def exchange(self, form: Mapping[str, Any]) -> Optional[Dict[str, Any]]:
        """Tokens for an answer, or None for another grant type. Raises `Refused`."""
        if form["grant_type"] != GRANT_TYPE:
            return None
        begun = self._begun.pop(form["auth_session"], None)
        if begun is None:
            raise _refused()
        user = begun.user
        if user is None:
            user = self._party.owner(form[ANSWER], begun.challenge)
        else:
            passkey = self._party.created(form[ANSWER], begun.challenge, begun.user_id)
            if passkey is None or user["email"] in self._addresses:
                raise _refused()
            self._addresses[user["email"]] = user["sub"]
            self._party.add(passkey, user)
        if user is None:
            raise _refused()
        return self._second_factor.issue(user, form.get("scope", ""))


def _check(form: Any, names: "set[str]") -> None:
    if member(form, "client_id") != APP_CLIENT:
        raise refusal(401, "invalid_client", "Unknown client")
    if set(form) - {"client_id", "client_secret", "realm", "organization"} - names:
        raise refusal(400, "invalid_request", "Unknown parameters")


def _refused() -> Refused:
    return refusal(403, "invalid_grant", "The passkey was not accepted.")
