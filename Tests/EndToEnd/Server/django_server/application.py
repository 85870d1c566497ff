"""Django's pages and endpoints, and the endpoints for tests."""

from __future__ import annotations

import asyncio
from typing import Any, List

import httpx
from oauth2_provider.settings import oauth2_settings
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from support.site import Endpoint, Site

from .configuration import new_private_key

_PATHS = [
    "/accounts/login/",
    "/o/.well-known/jwks.json",
    "/o/.well-known/openid-configuration",
    "/o/authorize/",
    "/o/logout/",
    "/o/revoke_token/",
    "/o/token/",
    "/o/userinfo/",
]


class Application:
    """Forwards requests to Django in this process, and returns its responses unchanged."""

    def __init__(self, site: Site, django: Any) -> None:
        self._site = site
        # SQLite fails one of two concurrent writers.
        self._turn = asyncio.Lock()
        # Without a client, which would send one browser's cookies for another browser.
        self._django = httpx.ASGITransport(django)

    def asgi(self) -> Starlette:
        """The ASGI application."""
        endpoints: List[Endpoint] = [
            (method, path, self._pass_on) for path in _PATHS for method in ("GET", "POST")
        ]
        return self._site.asgi(endpoints, [("POST", "/keys", self._change_keys)])

    async def _pass_on(self, request: Request) -> Response:
        passed_on = httpx.Request(
            request.method,
            str(request.url),
            headers=request.headers.raw,
            content=await request.body(),
        )
        async with self._turn:
            answer = await self._django.handle_async_request(passed_on)
        response = Response(await answer.aread(), answer.status_code)
        response.raw_headers = [(name.lower(), value) for name, value in answer.headers.raw]
        return response

    async def _change_keys(self, _: Request) -> Response:
        """Signs ID tokens with a new key from now on. The old key is removed."""
        oauth2_settings.OIDC_RSA_PRIVATE_KEY = new_private_key()
        return JSONResponse({})
