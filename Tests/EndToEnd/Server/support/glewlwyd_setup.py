"""Configures a new Glewlwyd as an OpenID provider, through its administration API."""

from __future__ import annotations

import base64
import json
from typing import Any, Dict, List, Optional, Sequence

import httpx
from joserfc.jwk import ECKey, RSAKey

from . import one_time_codes

# The app's public client.
APP_CLIENT = "ios-app"
APP_REDIRECT_URIS = ("com.example.app:/callback", "http://127.0.0.1/cb")
SCOPES = ("openid", "profile", "email", "offline_access", "name", "picture")
# A scope that also requires a code of the user's authenticator app.
SECOND_FACTOR_SCOPE = "payments"
PASSWORD = "correct horse"


def set_up(origin: str, issuer: str, redirect_uris: Sequence[str] = ()) -> None:
    """Adds scopes, users, the app's client and the OpenID Connect plugin.

    The app's client has these redirect URIs in addition to its fixed ones.
    """
    with httpx.Client(base_url=origin, timeout=20) as admin:
        _send(admin, "POST", "/api/auth/", {"username": "admin", "password": "password"})
        _send(admin, "PUT", "/api/mod/user/database", _USER_MODULE)
        _send(admin, "PUT", "/api/mod/user/database/reset", None)
        _send(admin, "POST", "/api/mod/scheme/", _SECOND_FACTOR)
        for scope in (*SCOPES[1:], SECOND_FACTOR_SCOPE):
            _send(admin, "POST", "/api/scope/", _scope(scope))
        for name, is_verified in (("alice", "yes"), ("bob", "no")):
            _send(admin, "POST", "/api/user/", _user(name, is_verified))
        app = {**_APP, "redirect_uri": [*APP_REDIRECT_URIS, *redirect_uris]}
        _send(admin, "POST", "/api/client/", app)
        _send(admin, "POST", "/api/mod/plugin/", _plugin(issuer))
    with httpx.Client(base_url=origin, timeout=20) as alice:
        _send(alice, "POST", "/api/auth/", {"username": "alice", "password": PASSWORD})
        _send(alice, "POST", "/api/profile/scheme/register/", _AUTHENTICATOR_APP)


def _send(admin: httpx.Client, method: str, path: str, body: Optional[Dict[str, Any]]) -> None:
    response = admin.request(method, path, json=body)
    if response.status_code != 200:
        raise RuntimeError(f"Glewlwyd responded to {method} {path} with {response.status_code}.")


def _scope(name: str) -> Dict[str, Any]:
    scope = {"name": name, "display_name": name}
    if name != SECOND_FACTOR_SCOPE:
        return scope
    schemes = {"1": [{"scheme_type": "otp", "scheme_name": "otp"}]}
    return {**scope, "password_required": True, "scheme": schemes, "scheme_required": {"1": 1}}


def _user(name: str, is_verified: str) -> Dict[str, Any]:
    return {
        "username": name,
        "name": name.capitalize(),
        "email": f"{name}@example.com",
        "email_verified": is_verified,
        "picture": f"https://example.com/{name}.png",
        "password": PASSWORD,
        "scope": [*SCOPES, SECOND_FACTOR_SCOPE, "g_profile"],
        "enabled": True,
    }


# Users have more properties than Glewlwyd's default ones.
_USER_MODULE: Dict[str, Any] = {
    "module": "database",
    "name": "database",
    "display_name": "database",
    "readonly": False,
    "enabled": True,
    "parameters": {
        "use-glewlwyd-connection": True,
        "data-format": {
            "email_verified": {"multiple": False, "read": True, "write": True},
            "picture": {"multiple": False, "read": True, "write": True},
        },
    },
}

_APP: Dict[str, Any] = {
    "client_id": APP_CLIENT,
    "name": "The app",
    "confidential": False,
    "enabled": True,
    "authorization_type": ["code", "refresh_token"],
    "token_endpoint_auth_method": ["none"],
    "scope": [*SCOPES, SECOND_FACTOR_SCOPE],
}

# Codes of an authenticator app.
_SECOND_FACTOR: Dict[str, Any] = {
    "module": "otp",
    "name": "otp",
    "display_name": "otp",
    "expiration": 600,
    "max_use": 0,
    "allow_user_register": True,
    "parameters": {
        "issuer": "Glewlwyd",
        "secret-minimum-size": len(one_time_codes.KEY),
        "otp-length": 6,
        "hotp-allow": False,
        "totp-allow": True,
        "totp-window": 1,
        "totp-start-offset": 0,
    },
}

# A user's app, and its key.
_AUTHENTICATOR_APP: Dict[str, Any] = {
    "username": "alice",
    "scheme_type": "otp",
    "scheme_name": "otp",
    "value": {
        "type": "TOTP",
        "secret": base64.b32encode(one_time_codes.KEY.encode()).decode(),
        "time_step_size": 30,
    },
}


def _plugin(issuer: str) -> Dict[str, Any]:
    return {
        "module": "oidc",
        "name": "oidc",
        "display_name": "oidc",
        "parameters": {
            "iss": issuer,
            "jwks-private": json.dumps({"keys": _keys()}),
            "default-kid": "rsa-1",
            "jwks-show": True,
            "jwks-x5c": [],
            "jwt-type": "rsa",
            "jwt-key-size": "256",
            "client-alg-parameter": "alg",
            "client-sign_kid-parameter": "alg_kid",
            "subject-type": "public",
            "scope": [],
            "additional-parameters": [],
            **_LIFETIMES,
            **_GRANTS,
            **_CLAIMS,
            **_REGISTRATION,
        },
    }


def _keys() -> List[Dict[str, Any]]:
    rsa = RSAKey.generate_key(2048, {"use": "sig", "alg": "RS256", "kid": "rsa-1"})
    ec = ECKey.generate_key("P-256", {"use": "sig", "alg": "ES256", "kid": "ec-1"})
    return [dict(rsa.as_dict(private=True)), dict(ec.as_dict(private=True))]


_LIFETIMES = {
    "access-token-duration": 3600,
    "refresh-token-duration": 1209600,
    "code-duration": 600,
    "refresh-token-rolling": True,
    "refresh-token-one-use": "always",
}

_GRANTS = {
    "allow-non-oidc": True,
    "auth-type-code-enabled": True,
    "auth-type-code-revoke-replayed": True,
    "auth-type-token-enabled": False,
    "auth-type-id-token-enabled": True,
    "auth-type-none-enabled": False,
    "auth-type-password-enabled": False,
    "auth-type-client-enabled": True,
    "auth-type-device-enabled": False,
    "auth-type-refresh-enabled": True,
    "pkce-allowed": True,
    "pkce-required": True,
    "pkce-method-plain-allowed": False,
    "pkce-scopes": [],
    "introspection-revocation-allowed": False,
    "session-management-allowed": True,
    "session-cookie-name": "GLEWLWYD2_OIDC_SID",
    "session-cookie-expiration": 2419200,
    "oauth-dpop-allowed": True,
    "oauth-dpop-iat-duration": 60,
    "oauth-dpop-iat-gap-duration": 0,
    "oauth-dpop-nonce-mandatory": True,
    "oauth-dpop-nonce-counter": 3,
    "oauth-as-iss-id": True,
}

_CLAIMS = {
    "name-claim": "on-demand",
    "name-claim-scope": ["profile", "name"],
    "email-claim": "on-demand",
    "email-claim-scope": ["email"],
    "scope-claim": "no",
    "scope-claim-scope": [],
    "address-claim": {"type": "no"},
    "claims": [
        {
            "name": "email_verified",
            "user-property": "email_verified",
            "type": "boolean",
            "boolean-value-true": "yes",
            "boolean-value-false": "no",
            "mandatory": False,
            "on-demand": True,
            "scope": ["email"],
        },
        {
            "name": "picture",
            "user-property": "picture",
            "type": "string",
            "mandatory": False,
            "on-demand": True,
            "scope": ["profile", "picture"],
        },
    ],
    "service-documentation": "",
    "op-policy-uri": "",
    "op-tos-uri": "",
}

# Servers that ask Glewlwyd for the user register themselves.
_REGISTRATION = {
    "register-client-allowed": True,
    "register-client-auth-scope": [],
    "register-client-credentials-scope": [],
    "register-client-management-allowed": False,
    "register-resource-specify-allowed": False,
    "register-resource-default": [],
    "register-default-properties": {"scope": {"value": list(SCOPES[:3]), "overwrite": True}},
}
