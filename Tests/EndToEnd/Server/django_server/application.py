"""Django's pages and endpoints, with what tests look at and steer."""

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
    """Passes requests on to Django, in this process, and its answers back as they are."""

    def __init__(self, site: Site, django: Any) -> None:
        self._site = site
        # SQLite fails one of two who write at once.
        self._turn = asyncio.Lock()
        # Without a client, which would keep the cookies of one browser and send them for another.
        self._django = httpx.ASGITransport(django)

    def asgi(self) -> Starlette:
        """The application as a web server takes it."""
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
        """From now on ID tokens are signed with another key, and the old one is forgotten."""
        oauth2_settings.OIDC_RSA_PRIVATE_KEY = new_private_key()
        return JSONResponse({})
