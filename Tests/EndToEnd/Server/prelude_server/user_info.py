"""An API that accepts access tokens: OpenID Connect's user info, which clients support.

Prelude's documentation has no such endpoint. It stands for the endpoints of an app's own servers,
which check the token and, if the token is bound to a key, the proof (RFC 9449, section 7).
"""

from __future__ import annotations

from typing import Any, Dict, Optional

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from support.clock import Clock

from .errors import refusal
from .possession import Possession
from .tokens import InvalidToken, Signer


class UserInfo:
    """Returns the user of an access token, which must be sent with a proof by its key."""

    def __init__(self, signer: Signer, clock: Clock, possession: Possession) -> None:
        self._signer = signer
        self._clock = clock
        self._possession = possession

    async def respond(self, request: Request) -> Response:
        """The user. Raises `Refused`."""
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        claims = self._claims(token)
        bound_to = _key_of(claims)
        if scheme.lower() != ("bearer" if bound_to is None else "dpop"):
            raise _invalid_token("The access token goes with another scheme.")
        if bound_to is not None and self._possession.key(request, token) != bound_to:
            raise _invalid_token("The proof is not by the key of the access token.")
        user = {"sub": claims["sub"], "email": claims.get("email")}
        return self._possession.with_nonce(JSONResponse(user))

    def _claims(self, token: str) -> Dict[str, Any]:
        try:
            claims = self._signer.claims_of(token)
        except InvalidToken:
            raise _invalid_token("There is no access token of this server.") from None
        # Challenge tokens have no subject.
        if "sub" not in claims or claims["exp"] <= self._clock.now():
            raise _invalid_token("The access token has expired, or is invalid.")
        return claims


def _key_of(claims: Dict[str, Any]) -> Optional[str]:
    """The thumbprint of the key that a token is bound to (RFC 9449, section 6.1)."""
    key = claims.get("cnf", {}).get("jkt")
    return key if isinstance(key, str) else None


def _invalid_token(reason: str) -> Exception:
    return refusal("unauthorized", reason, {"WWW-Authenticate": 'DPoP error="invalid_token"'})
