"""Checks ID tokens (OpenID Connect Core, section 3.1.3.7)."""

from __future__ import annotations

from typing import Optional

from joserfc.jwk import KeySet

from .clock import Clock
from .provider import Claims, ProviderRefused
from .signed import claims_of

_LEEWAY = 60


def claims_of_id_token(
    token: str, keys: KeySet, issuer: str, audience: str, nonce: Optional[str], clock: Clock
) -> Claims:
    """The claims of a valid token about its user. Raises `ProviderRefused`."""
    claims = claims_of(token, keys, ["RS256", "ES256"])
    if claims is None:
        raise ProviderRefused("invalid_token", "The ID token is not signed by the provider.")
    audiences = claims.get("aud")
    if claims.get("iss") != issuer or audience not in (
        audiences if isinstance(audiences, list) else [audiences]
    ):
        raise ProviderRefused("invalid_token", "The ID token is for another client.")
    if not isinstance(claims.get("exp"), int) or claims["exp"] + _LEEWAY < clock.now():
        raise ProviderRefused("invalid_token", "The ID token has expired.")
    if claims.get("nonce") != nonce:
        raise ProviderRefused("invalid_token", "The nonce is not that of the ID token.")
    if not isinstance(claims.get("sub"), str):
        raise ProviderRefused("invalid_token", "The ID token names no user.")
    return Claims(
        claims["sub"], claims.get("email"), claims.get("email_verified") is True, claims.get("name")
    )
