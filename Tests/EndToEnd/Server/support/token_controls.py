"""The endpoints for tests that make the tokens of a Django library invalid or expire."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Callable, List

from asgiref.sync import sync_to_async
from django.db.models import F
from django.utils import timezone
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from .clock import Clock
from .site import Endpoint, member, read_json


class TokenControls:
    """Access tokens are signed, and refresh tokens are rows of a model."""

    def __init__(
        self,
        clock: Clock,
        refresh_tokens: Any,
        set_seconds_ahead: Callable[[float], None],
        change_key: Callable[[], None],
    ) -> None:
        self._clock = clock
        self._refresh_tokens = refresh_tokens
        self._set_seconds_ahead = set_seconds_ahead
        self._change_key = change_key
        self._seconds_ahead = 0.0

    def endpoints(self) -> List[Endpoint]:
        """The endpoints."""
        return [("POST", "/revoke", self._revoke), ("POST", "/advance", self._advance)]

    async def _revoke(self, request: Request) -> Response:
        """Makes all tokens of a kind invalid, as an administrator can."""
        kind = member(await read_json(request), "kind")
        if kind == "access":
            self._change_key()
        elif kind == "refresh":
            await sync_to_async(self._revoke_refresh_tokens)()
        else:
            return PlainTextResponse('"kind" is access or refresh.', 400)
        return JSONResponse({})

    async def _advance(self, request: Request) -> Response:
        """Moves the server's clock forward by `seconds`, so that tokens expire."""
        asked = await read_json(request)
        seconds = asked.get("seconds") if asked is not None else None
        if not isinstance(seconds, (int, float)) or isinstance(seconds, bool):
            return PlainTextResponse('"seconds" is a number.', 400)
        self._clock.advance(seconds)
        self._seconds_ahead += seconds
        # The libraries read the machine's clock, so their settings and tokens are moved instead.
        self._set_seconds_ahead(self._seconds_ahead)
        await sync_to_async(self._age_refresh_tokens)(seconds)
        return JSONResponse({})

    def _revoke_refresh_tokens(self) -> None:
        valid = self._refresh_tokens.objects.filter(revoked__isnull=True)
        valid.update(revoked=timezone.now())

    def _age_refresh_tokens(self, seconds: float) -> None:
        age = timedelta(seconds=seconds)
        self._refresh_tokens.objects.update(created=F("created") - age)
