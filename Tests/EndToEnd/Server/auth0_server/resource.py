"""An app's own API, which accepts the tokens of logins: below `/api`."""

from __future__ import annotations

from typing import Any, Awaitable, Callable, Dict, Mapping

from joserfc.jwk import KeySet

from support.clock import Clock
from support.signed import claims_of

from .errors import refusal

Keys = Callable[[], Awaitable[Dict[str, Any]]]


class Resource:
    """Verifies access tokens as any API can that knows the issuer: only with its keys."""

    def __init__(self, issuer: str, keys: Keys, clock: Clock) -> None:
        self._issuer = issuer
        self._keys = keys
        self._clock = clock

    async def claims(self, access_token: str) -> Mapping[str, Any]:
        """The token's claims. Raises `Refused`."""
        keys = KeySet.import_key_set(await self._keys())
        claims = claims_of(access_token, keys, ["RS256"])
        if (
            claims is None
            or claims.get("iss") != self._issuer
            or claims.get("exp", 0) <= self._clock.now()
        ):
            headers = {"WWW-Authenticate": 'Bearer error="invalid_token"'}
            raise refusal(401, "invalid_token", "The access token is not valid.", headers)
        return claims
