"""The account of the one customer, and the tokens that were issued for it."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Dict, Optional

from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import OctKey

from support.clock import Clock

EMAIL = "ada@example.com"
PASSWORD = "battery staple"


def knows(email: str, password: str) -> bool:
    """Whether the customer has this email address and password."""
    return (email, password) == (EMAIL, PASSWORD)


class Expired(Exception):
    """A token that was valid, and has expired."""


class Invalid(Exception):
    """A token that is unknown or revoked."""


@dataclass
class _Issued:
    expires_at: float
    kind: str


class Tokens:
    """Opaque tokens and JWTs. A revocation makes all tokens of a kind invalid at once."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self._issued: Dict[str, _Issued] = {}
        self._key = OctKey.generate_key(256)
        self._generations: Dict[str, int] = {}

    def opaque(self, kind: str, seconds: float) -> str:
        """A random token without content."""
        token = secrets.token_urlsafe(24)
        self._issued[token] = _Issued(self.clock.now() + seconds, kind)
        return token

    def signed(self, kind: str, seconds: float) -> str:
        """A JWT with its expiry."""
        now = self.clock.now()
        claims = {
            "iat": int(now),
            "exp": int(now + seconds),
            "sub": EMAIL,
            "jti": secrets.token_urlsafe(8),
            "type": kind,
            "generation": self._generations.get(kind, 0),
        }
        return jwt.encode({"alg": "HS256"}, claims, self._key)

    def accepts(self, token: Optional[str], kind: str) -> bool:
        """Whether an opaque token is valid."""
        issued = self._issued.get(token or "")
        return issued is not None and issued.kind == kind and issued.expires_at > self.clock.now()

    def check_signed(self, token: Optional[str], kind: str) -> None:
        """Raises `Expired` or `Invalid`."""
        try:
            claims = jwt.decode(token or "", self._key).claims
        except (JoseError, ValueError):
            raise Invalid() from None
        if claims.get("type") != kind or claims.get("generation") != self._generations.get(kind, 0):
            raise Invalid()
        if claims["exp"] <= self.clock.now():
            raise Expired()

    def revoke(self, kind: str) -> None:
        """Makes all tokens of a kind invalid."""
        self._generations[kind] = self._generations.get(kind, 0) + 1
        for token in [token for token, issued in self._issued.items() if issued.kind == kind]:
            del self._issued[token]

    def forget(self, token: Optional[str]) -> bool:
        """Makes an opaque token invalid. Returns whether it was valid."""
        return self._issued.pop(token or "", None) is not None
