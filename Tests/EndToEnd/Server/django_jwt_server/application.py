"""Graphene's endpoint, and the endpoints for tests."""

from __future__ import annotations

import secrets
from datetime import timedelta
from typing import Any

from graphql_jwt.refresh_token.models import RefreshToken
from graphql_jwt.refresh_token.signals import refresh_token_rotated
from graphql_jwt.settings import jwt_settings
from starlette.applications import Starlette

from support.forwarding import Forwarding
from support.site import Site
from support.token_controls import TokenControls


class Application:
    """The endpoint of GraphQL."""

    def __init__(self, site: Site, django: Any, is_one_time: bool) -> None:
        self._site = site
        self._django = Forwarding(django)
        self._lifetime = jwt_settings.JWT_EXPIRATION_DELTA
        if is_one_time:
            refresh_token_rotated.connect(_revoke)

    def asgi(self) -> Starlette:
        """The ASGI application."""
        controls = TokenControls(
            self._site.clock, RefreshToken, self._set_seconds_ahead, self._change_key
        )
        return self._site.asgi(self._django.endpoints(["/graphql"]), controls.endpoints())

    def _set_seconds_ahead(self, seconds: float) -> None:
        jwt_settings.JWT_LEEWAY = -seconds
        jwt_settings.JWT_EXPIRATION_DELTA = self._lifetime + timedelta(seconds=seconds)

    @staticmethod
    def _change_key() -> None:
        jwt_settings.JWT_SECRET_KEY = secrets.token_urlsafe(48)


def _revoke(refresh_token: RefreshToken, request: Any, **_: Any) -> None:
    """Revokes a refresh token that was exchanged, as in the library's documentation."""
    refresh_token.revoke(request)
