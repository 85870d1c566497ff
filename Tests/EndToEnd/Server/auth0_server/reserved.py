"""Inputs that produce responses that Glewlwyd lacks.

If the client ID, the code, the refresh token or the token to revoke begins with one of these words
and a hyphen, such as `mfa_required-1`, the token endpoint and the revocation endpoint respond with
the error, regardless of the rest of the request:

- `mfa_required`: 403, with an `mfa_token`, and the factors that the user has or can have,
- `too_many_attempts`: 429, with `Retry-After`,
- `unauthorized`: 401, the older form of errors, with a `description`,
- `password_leaked`: 400, the older form, with a `message` instead of the description,
- `blocked_user`: 403,
- `server_error`: 500, with an HTML page instead of JSON.
"""

from __future__ import annotations

import secrets
from typing import Iterable

from starlette.responses import HTMLResponse

from support.refused import Refused

from .errors import other_refusal, refusal


def refuse_reserved(values: Iterable[str]) -> None:
    """Raises `Refused` for the first reserved value."""
    for value in values:
        word = value.partition("-")[0]
        if word in _WORDS and value != word:
            raise _WORDS[word]()


def _mfa_required() -> Refused:
    body = {
        "error": "mfa_required",
        "error_description": "Multifactor authentication required",
        "mfa_token": f"mfa-{secrets.token_urlsafe(24)}",
        "mfa_requirements": {
            "challenge": [{"type": "otp"}, {"type": "push-notification"}],
            "enroll": [{"type": "phone"}],
        },
    }
    return other_refusal(403, body)


def _too_many_attempts() -> Refused:
    return refusal(
        429, "too_many_attempts", "Too many attempts; the account is blocked.", {"Retry-After": "1"}
    )


def _unauthorized() -> Refused:
    body = {
        "code": "unauthorized",
        "description": "The user is blocked.",
        "name": "UnauthorizedError",
        "statusCode": 401,
    }
    return other_refusal(401, body)


def _password_leaked() -> Refused:
    body = {
        "code": "password_leaked",
        "message": "The password was leaked elsewhere.",
        "name": "PasswordLeakedError",
        "statusCode": 400,
    }
    return other_refusal(400, body)


def _blocked_user() -> Refused:
    return refusal(403, "blocked_user", "The user is blocked.")


def _server_error() -> Refused:
    return Refused(HTMLResponse("<h1>Internal Server Error</h1>", 500))


_WORDS = {
    "mfa_required": _mfa_required,
    "too_many_attempts": _too_many_attempts,
    "unauthorized": _unauthorized,
    "password_leaked": _password_leaked,
    "blocked_user": _blocked_user,
    "server_error": _server_error,
}
