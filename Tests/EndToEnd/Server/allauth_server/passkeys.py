"""Logins with a passkey in allauth's API for apps (https://docs.allauth.org/en/latest/headless/)."""

from __future__ import annotations

from typing import Any, Dict

# The app has this domain among its associated domains.
DOMAIN = "shop.example"
APPS = ["allauth.mfa", "allauth.headless"]
_API = "_allauth/app/v1"
PATHS = [
    f"/{_API}/auth/signup",
    f"/{_API}/account/authenticators/webauthn",
    f"/{_API}/auth/webauthn/login",
]
# Without MFA_PASSKEY_LOGIN_ENABLED, which adds a second form to the login page.
SETTINGS: Dict[str, Any] = {
    "HEADLESS_CLIENTS": ("app",),
    "MFA_ADAPTER": "allauth_server.relying_party.Adapter",
    "MFA_ALLOW_UNVERIFIED_EMAIL": True,
    "MFA_RATE_LIMITS": False,
    "MFA_REAUTHENTICATION_REQUIRED": False,
    "MFA_SUPPORTED_TYPES": ["totp", "recovery_codes", "webauthn"],
}
