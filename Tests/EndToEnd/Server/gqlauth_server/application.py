"""Strawberry's endpoint, and the endpoints for tests."""

from __future__ import annotations

import secrets
from datetime import timedelta
from typing import Any

from django.conf import settings
from gqlauth.models import RefreshToken
from gqlauth.settings_type import DjangoSetting
from starlette.applications import Starlette

from support.forwarding import Forwarding
from support.site import Site
from support.token_controls import TokenControls


class Application:
    """The endpoint of GraphQL."""

    def __init__(self, site: Site, django: Any) -> None:
        self._site = site
        self._django = Forwarding(django)
        self._lifetime = settings.GQL_AUTH.JWT_EXPIRATION_DELTA
        self._decode = settings.GQL_AUTH.JWT_DECODE_HANDLER

    def asgi(self) -> Starlette:
        """The ASGI application."""
        controls = TokenControls(
            self._site.clock, RefreshToken, self._set_seconds_ahead, self._change_key
        )
        return self._site.asgi(self._django.endpoints(["/graphql"]), controls.endpoints())

    def _set_seconds_ahead(self, seconds: float) -> None:
        ahead = timedelta(seconds=seconds)

        def decode(text: str) -> Any:
            token = self._decode(text)
            token.payload.exp -= ahead
            return token

        settings.GQL_AUTH.JWT_DECODE_HANDLER = decode
        settings.GQL_AUTH.JWT_EXPIRATION_DELTA = self._lifetime + ahead

    @staticmethod
    def _change_key() -> None:
        settings.GQL_AUTH.JWT_SECRET_KEY = DjangoSetting.override(secrets.token_urlsafe(48))
