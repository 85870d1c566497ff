"""Checks ID tokens (OpenID Connect Core, section 3.1.3.7)."""

from __future__ import annotations

from typing import Any, Dict, Optional

from joserfc import jws
from joserfc.errors import JoseError
from joserfc.jwk import KeySet

from .clock import Clock
from .provider import Claims, ProviderRefused
from .secret_values import json_or_none

_LEEWAY = 60


def claims_of_id_token(
    token: str, keys: KeySet, issuer: str, audience: str, nonce: Optional[str], clock: Clock
) -> Claims:
    """What a valid token says of the user. Raises `ProviderRefused`."""
    claims = _verified(token, keys)
    audiences = claims.get("aud")
    if claims.get("iss") != issuer or audience not in (
        audiences if isinstance(audiences, list) else [audiences]
    ):
        raise ProviderRefused("invalid_token", "The ID token is for someone else.")
    if not isinstance(claims.get("exp"), int) or claims["exp"] + _LEEWAY < clock.now():
        raise ProviderRefused("invalid_token", "The ID token has expired.")
    if claims.get("nonce") != nonce:
        raise ProviderRefused("invalid_token", "The nonce is not that of the ID token.")
    if not isinstance(claims.get("sub"), str):
        raise ProviderRefused("invalid_token", "The ID token names no user.")
    return Claims(
        claims["sub"], claims.get("email"), claims.get("email_verified") is True, claims.get("name")
    )


def _verified(token: str, keys: KeySet) -> Dict[str, Any]:
    try:
        claims = json_or_none(jws.deserialize_compact(token, keys, ["RS256", "ES256"]).payload)
    except (JoseError, ValueError, KeyError, TypeError):
        claims = None
    if not isinstance(claims, dict):
        raise ProviderRefused("invalid_token", "The ID token is not signed by the provider.")
    return claims
