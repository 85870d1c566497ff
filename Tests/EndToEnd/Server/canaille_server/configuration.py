"""The settings of Canaille, and the initial database."""

from __future__ import annotations

import secrets
from datetime import datetime, timezone
from pathlib import Path
from typing import Any, Dict, Sequence
from urllib.parse import urlsplit

from canaille import create_app
from canaille.app import models
from canaille.backends import Backend
from flask import Flask
from joserfc.jwk import RSAKey

from support import one_time_codes

from .clients import (
    APP_CLIENT,
    DESKTOP_CLIENT,
    DESKTOP_SECRET,
    PASSWORD,
    REDIRECT_URIS,
    SCOPES,
    USERS,
)

# Of a client from this machine, Canaille asks for no consent.
_TRUSTED = "http://127.0.0.1"


def configured(
    folder: Path, origin: str, redirect_uris: Sequence[str], second_factor: bool
) -> Flask:
    """Canaille with a new database in the folder.

    Its clients have these redirect URIs in addition to their fixed ones. The second factor is a code
    of the authenticator app.
    """
    canaille = create_app(
        {
            "SECRET_KEY": secrets.token_urlsafe(48),
            "SERVER_NAME": urlsplit(origin).netloc,
            "PREFERRED_URL_SCHEME": urlsplit(origin).scheme,
            "CANAILLE": {
                # Its check while a user types can complete after the submitted form, and its cookie
                # then undoes the login.
                "HTMX": False,
                # Its memory backend finds too much: for example, the consent of another user.
                "DATABASE": "sql",
                "LANGUAGE": "en",
                "AUTHENTICATION_FACTORS": ["password", "otp"] if second_factor else ["password"],
                # It would look for a mail server.
                "SMTP": None,
            },
            "CANAILLE_SQL": {
                "DATABASE_URI": f"sqlite:///{folder / 'database'}",
                # A secure hash takes a second.
                "PASSWORD_HASH_PARAMS": {"pbkdf2_sha512__rounds": 1},
            },
            "CANAILLE_OIDC": {"ACTIVE_JWKS": [new_signing_key()]},
        }
    )
    with canaille.app_context():
        _populate([*REDIRECT_URIS, *redirect_uris])
    return canaille


def new_signing_key() -> Dict[str, Any]:
    """A key for signing tokens."""
    return RSAKey.generate_key(2048, auto_kid=True).as_dict(private=True)


def _populate(redirect_uris: Sequence[str]) -> None:
    for name in USERS:
        Backend.instance.save(
            models.User(
                user_name=name,
                password=PASSWORD,
                formatted_name=name.capitalize(),
                given_name=name.capitalize(),
                family_name="Example",
                emails=[f"{name}@example.com"],
                # One user has set up the app. Canaille stores each key once.
                secret_token=one_time_codes.KEY if name == USERS[0] else None,
                last_otp_login=datetime.now(timezone.utc) if name == USERS[0] else None,
            )
        )
    common = {
        "client_id_issued_at": datetime.now(timezone.utc),
        "redirect_uris": list(redirect_uris),
        "post_logout_redirect_uris": list(redirect_uris),
        "grant_types": ["authorization_code", "refresh_token"],
        "response_types": ["code"],
        "scope": list(SCOPES),
    }
    for client in (
        models.Client(
            client_id=APP_CLIENT, client_name="App", token_endpoint_auth_method="none", **common
        ),
        models.Client(
            client_id=DESKTOP_CLIENT,
            client_name="Desktop app",
            client_secret=DESKTOP_SECRET,
            client_uri=_TRUSTED,
            token_endpoint_auth_method="client_secret_basic",
            # Without this, as for the app's client, Canaille uses RS512.
            id_token_signed_response_alg="RS256",
            **common,
        ),
    ):
        Backend.instance.save(client)
        client.audience = [client]
        Backend.instance.save(client)
