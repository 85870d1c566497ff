"""Canaille's pages and endpoints, and the endpoints for tests."""

from __future__ import annotations

import asyncio
import time

from asgiref.wsgi import WsgiToAsgi
from flask import Flask
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from support.forwarding import Forwarding
from support.site import Site

from .configuration import new_signing_key

_PATHS = [
    "/",
    "/.well-known/oauth-authorization-server",
    "/.well-known/openid-configuration",
    "/auth/otp",
    "/auth/password",
    "/login",
    "/logout",
    "/oauth/authorize",
    "/oauth/end_session",
    "/oauth/introspect",
    "/oauth/jwks.json",
    "/oauth/revoke",
    "/oauth/userinfo",
    "/static/{path:path}",
]


class Application:
    """Canaille's endpoints."""

    def __init__(self, site: Site, canaille: Flask) -> None:
        self._site = site
        self._canaille = canaille
        self._forwarding = Forwarding(WsgiToAsgi(canaille))  # type: ignore[no-untyped-call]
        self._turn = asyncio.Lock()
        self._second_of_last_token = 0

    def asgi(self) -> Starlette:
        """The ASGI application."""
        endpoints = [
            *self._forwarding.endpoints(_PATHS),
            ("POST", "/oauth/token", self._issue_token),
        ]
        return self._site.asgi(endpoints, [("POST", "/keys", self._change_keys)])

    async def _issue_token(self, request: Request) -> Response:
        """Issues at most one access token per second.

        Those of one second are equal, if their claims are, and Canaille fails with status 500 then.
        """
        async with self._turn:
            while int(time.time()) == self._second_of_last_token:
                await asyncio.sleep(0.02)
            response = await self._forwarding.pass_on(request)
            if response.status_code == 200:
                self._second_of_last_token = int(time.time())
            return response

    async def _change_keys(self, _: Request) -> Response:
        """Signs ID tokens with a new key from now on. The old key is removed."""
        self._canaille.config["CANAILLE_OIDC"]["ACTIVE_JWKS"] = [new_signing_key()]
        return JSONResponse({})
