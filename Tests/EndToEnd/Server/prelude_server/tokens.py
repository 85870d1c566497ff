"""The JWTs that the server signs with EdDSA (RFC 8037)."""

from __future__ import annotations

import json
import uuid
from typing import Any, Dict

from joserfc import jws
from joserfc.jwk import OKPKey

from support.clock import Clock
from support.signed import claims_of

_ALGORITHMS = ["EdDSA"]


class InvalidToken(Exception):
    """The server has not signed the token."""


class Signer:
    """Signs tokens with its own key, and verifies them."""

    def __init__(self, issuer: str, clock: Clock) -> None:
        self._issuer = issuer
        self._clock = clock
        self._key = OKPKey.generate_key("Ed25519", {"kid": "ed-1", "use": "sig", "alg": "EdDSA"})

    def sign(self, lifetime: float, **claims: Any) -> str:
        """A token with its own identifier, which expires in this number of seconds."""
        now = int(self._clock.now())
        members = {
            "iss": self._issuer,
            "jti": str(uuid.uuid4()),
            "iat": now,
            "exp": now + int(lifetime),
            **claims,
        }
        header = {"alg": "EdDSA", "typ": "JWT", "kid": "ed-1"}
        return jws.serialize_compact(header, json.dumps(members), self._key, _ALGORITHMS)

    def claims_of(self, token: str) -> Dict[str, Any]:
        """The claims of a token, whether or not it has expired. Raises `InvalidToken`."""
        claims = claims_of(token, self._key, _ALGORITHMS)
        if claims is None:
            raise InvalidToken
        return claims
