"""Serves an application of another framework, behind the steps of a site."""

from __future__ import annotations

import asyncio
from typing import Any, List, Optional, Sequence

import httpx
from starlette.requests import Request
from starlette.responses import Response

from .site import Endpoint


class Forwarding:
    """Forwards requests to an ASGI application in this process, and returns its responses."""

    def __init__(self, application: Any) -> None:
        # Before Python 3.10, a lock belongs to the event loop that runs when it is made.
        self._lock: Optional[asyncio.Lock] = None
        # Without a client, which would send one browser's cookies for another browser.
        self._application = httpx.ASGITransport(application)

    def endpoints(self, paths: Sequence[str]) -> List[Endpoint]:
        """The application's endpoints at these paths."""
        return [(method, path, self.pass_on) for path in paths for method in ("GET", "POST")]

    async def pass_on(self, request: Request) -> Response:
        """The application's response to a request, unchanged."""
        passed_on = httpx.Request(
            request.method,
            str(request.url),
            headers=request.headers.raw,
            content=await request.body(),
        )
        # SQLite fails one of two concurrent writers.
        self._lock = self._lock or asyncio.Lock()
        async with self._lock:
            upstream = await self._application.handle_async_request(passed_on)
        response = Response(await upstream.aread(), upstream.status_code)
        response.raw_headers = [(name.lower(), value) for name, value in upstream.headers.raw]
        return response
