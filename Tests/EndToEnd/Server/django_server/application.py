"""Django's pages and endpoints, and the endpoints for tests."""

from __future__ import annotations

from typing import Any

from oauth2_provider.settings import oauth2_settings
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from support.forwarding import Forwarding
from support.signing_key import new_private_key
from support.site import Site

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
    """Django's endpoints."""

    def __init__(self, site: Site, django: Any) -> None:
        self._site = site
        self._django = Forwarding(django)

    def asgi(self) -> Starlette:
        """The ASGI application."""
        controls = [("POST", "/keys", self._change_keys)]
        return self._site.asgi(self._django.endpoints(_PATHS), controls)

    async def _change_keys(self, _: Request) -> Response:
        """Signs ID tokens with a new key from now on. The old key is removed."""
        oauth2_settings.OIDC_RSA_PRIVATE_KEY = new_private_key()
        return JSONResponse({})
