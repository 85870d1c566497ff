"""Finds the secrets in requests and responses, by name."""

from __future__ import annotations

import json
import re
from typing import Any, Collection, Dict, List, Mapping
from urllib.parse import parse_qsl, urlsplit

from starlette.requests import Request
from starlette.responses import Response

# The names of secrets in JSON, forms and URL queries.
_NAMES = frozenset(
    [
        "accessToken",
        "access_token",
        "attestationObject",
        "authToken",
        "auth_session",
        "challenge_token",
        "client_secret",
        "code_verifier",
        "clientDataJSON",
        "customerAccessToken",
        "deletedAccessToken",
        "device_code",
        "id_token",
        "id_token_hint",
        "id_token_nonce",
        "init_code",
        "jwtRefreshToken",
        "lookup_secret",
        "mfa_token",
        "newPassword1",
        "newPassword2",
        "oldPassword",
        "oob_code",
        "passkey_login",
        "passkey_register",
        "password",
        "password1",
        "password2",
        "refreshToken",
        "recovery_code",
        "refresh_token",
        "return_to_code",
        "signature",
        "session_token",
        "session_token_exchange_code",
        "subject_token",
        "token",
        "totp_code",
        "verification_token",
    ]
)
# In bodies of responses, `code` is an error's code.
_NAMES_SENT = _NAMES | {"code"}
# In JSON, `state` is that of a flow.
_NAMES_IN_QUERIES = _NAMES_SENT | {"nonce", "state"}

_HEADERS = (
    "authorization",
    "cookie",
    "dpop",
    "vendure-auth-token",
    "x-refresh-token",
    "x-session-token",
    "x-verification-token",
)

# Shorter ones would occur in any searched text.
_SHORTEST = 6
# The code that a device shows (RFC 8628), which is the parameter `code` of the page for it.
_SHOWN = re.compile(r"[A-Z]{4}-[A-Z]{4}")


def secrets_of_request(request: Request, body: bytes) -> List[str]:
    """The secrets that a client sent."""
    found = _in_headers(request.headers)
    found += _in_pairs(request.url.query)
    found += find_secrets(json_or_none(body), _NAMES_SENT)
    if "form" in request.headers.get("content-type", ""):
        found += _in_pairs(body.decode("utf-8", "replace"))
    return _without_others(found)


def secrets_of_response(response: Response) -> List[str]:
    """The secrets that a client receives."""
    found = _in_headers(response.headers)
    found += _in_pairs(urlsplit(response.headers.get("location", "")).query)
    found += find_secrets(json_or_none(bytes(response.body)), _NAMES)
    return _without_others(found)


def find_secrets(value: Any, names: Collection[str]) -> List[str]:
    """The texts in a JSON value under one of the names, at any depth."""
    found: List[str] = []
    pending = [value]
    while pending:
        one = pending.pop()
        if isinstance(one, dict):
            found += [item for name, item in one.items() if name in names and isinstance(item, str)]
            pending += one.values()
        elif isinstance(one, list):
            pending += one
    return found


def json_or_none(body: bytes) -> Any:
    """The JSON value, or None for other text."""
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        return None


def _without_others(found: List[str]) -> List[str]:
    return [text for text in found if len(text) >= _SHORTEST and not _SHOWN.fullmatch(text)]


def _in_headers(headers: Mapping[str, str]) -> List[str]:
    values = [headers[name] for name in _HEADERS if name in headers]
    # A token without its scheme is a secret too.
    return values + [value.partition(" ")[2] for value in values]


def _in_pairs(query: str) -> List[str]:
    pairs: Dict[str, str] = dict(parse_qsl(query))
    return [value for name, value in pairs.items() if name in _NAMES_IN_QUERIES]
