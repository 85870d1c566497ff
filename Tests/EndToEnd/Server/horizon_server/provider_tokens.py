"""The form of the tokens that tests create instead of a provider's native SDK.

- Google on iOS: `ya29.ACCOUNT.NONCE` as `accessToken`
- Google on Android: `4/ACCOUNT.NONCE` as `authCode`
- Facebook: `EAA-ACCOUNT.NONCE` as `accessToken`
- Apple: a JWT with `iss`, `sub` (the account) and maybe `email` as `accessToken`; the signature is
  not verified
- any other provider: `CODE.ACCOUNT.NONCE` as `accessToken`

The nonce is any text that is not empty. A token logs in once.
"""

from __future__ import annotations

import base64
import json
import re
from dataclasses import dataclass
from typing import Any, Dict, Optional

import httpx

_JWT = re.compile(r"[A-Za-z0-9_-]+\.([A-Za-z0-9_-]+)\.[A-Za-z0-9_-]+")


@dataclass(frozen=True)
class ProviderToken:
    """A well-formed token: its text, its account, and its email address if it has one."""

    value: str
    account: str
    email: Optional[str] = None


def read_provider_token(
    provider: str, access_token: Optional[str], auth_code: Optional[str]
) -> Optional[ProviderToken]:
    """Reads the one token of an `AppBasedSocialLoginInput`.

    Returns None for a token in the wrong field, for zero or two tokens, and for a malformed one.
    """
    if auth_code is not None:
        is_alone = provider == "google" and access_token is None
        return _prefixed("4/", auth_code) if is_alone else None
    if access_token is None:
        return None
    if provider == "apple":
        return _identity_token(access_token)
    prefix = {"google": "ya29.", "facebook": "EAA-"}.get(provider, f"{provider}.")
    return _prefixed(prefix, access_token)


def ask_for_user(endpoint: str, access_token: str) -> Optional[ProviderToken]:
    """Asks an OpenID Connect provider for an access token's user. Returns None without one.

    The user's account is new to the site.
    """
    headers = {"Authorization": f"Bearer {access_token}"}
    response = httpx.get(endpoint, headers=headers, timeout=10)
    if response.status_code != 200:
        return None
    claims = response.json()
    return ProviderToken(access_token, f"new-{claims['sub']}", claims.get("email"))


def _prefixed(prefix: str, value: str) -> Optional[ProviderToken]:
    account, _, nonce = value[len(prefix) :].partition(".")
    if not value.startswith(prefix) or not account or not nonce:
        return None
    return ProviderToken(value, account)


def _identity_token(value: str) -> Optional[ProviderToken]:
    match = _JWT.fullmatch(value)
    claims = _decode(match.group(1)) if match else {}
    account, email = claims.get("sub"), claims.get("email")
    if claims.get("iss") != "https://appleid.apple.com" or not isinstance(account, str):
        return None
    return ProviderToken(value, account, email if isinstance(email, str) else None)


def _decode(part: str) -> Dict[str, Any]:
    try:
        payload = json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)))
    except (ValueError, RecursionError):
        return {}
    return payload if isinstance(payload, dict) else {}
