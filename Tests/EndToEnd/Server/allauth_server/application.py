"""allauth's pages and endpoints, and the endpoints for tests."""

from __future__ import annotations

from typing import Any

from asgiref.sync import sync_to_async
from django.conf import settings
from django.core.cache import cache
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from support.authenticator import Authenticator
from support.forwarding import Forwarding
from support.signing_key import new_private_key
from support.site import Site

from . import passkeys, second_factors

_SESSION = "/_allauth/app/v1/auth/session"
_PATHS = [
    "/.well-known/jwks.json",
    "/.well-known/openid-configuration",
    "/_allauth/app/v1/auth/2fa/authenticate",
    "/_allauth/app/v1/auth/login",
    _SESSION,
    "/accounts/login/",
    "/accounts/reauthenticate/",
    "/identity/o/api/device/code",
    "/identity/o/api/revoke",
    "/identity/o/api/token",
    "/identity/o/api/userinfo",
    "/identity/o/authorize",
    "/identity/o/device",
    "/identity/o/logout",
]


class Application:
    """allauth's endpoints."""

    def __init__(self, site: Site, django: Any) -> None:
        self._site = site
        self._django = Forwarding(django)

    def asgi(self) -> Starlette:
        """The ASGI application."""
        controls = [
            ("POST", "/keys", self._change_keys),
            ("POST", "/device-codes", self._expire_device_codes),
            *Authenticator().controls,
            ("POST", "/second-factors", self._add_user),
            ("POST", "/logins", self._end_login),
        ]
        endpoints = self._django.endpoints([*_PATHS, *passkeys.PATHS])
        endpoints.append(("DELETE", _SESSION, self._django.pass_on))
        return self._site.asgi(endpoints, controls)

    async def _change_keys(self, _: Request) -> Response:
        """Signs ID tokens with a new key from now on. The old key is removed."""
        settings.IDP_OIDC_PRIVATE_KEY = new_private_key()
        return JSONResponse({})

    async def _add_user(self, _: Request) -> Response:
        """Adds a user with two second factors, and returns the name and a code of each."""
        return JSONResponse(await sync_to_async(second_factors.add_user)())

    async def _end_login(self, request: Request) -> Response:
        """Ends the session with a token, also that of a login that needs a second factor."""
        token = (await request.json())["token"]
        await sync_to_async(second_factors.end_login)(token)
        return JSONResponse({})

    async def _expire_device_codes(self, _: Request) -> Response:
        """Makes all device codes expire. allauth keeps nothing else in the cache."""
        cache.clear()
        return JSONResponse({})
