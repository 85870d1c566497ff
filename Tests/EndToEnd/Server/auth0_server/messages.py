"""The messages with codes that users get: emails, SMS and calls. Tests read them."""

from __future__ import annotations

import secrets
from typing import Dict, List

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from support.site import Endpoint, member, read_json

from .errors import refusal


class Messages:
    """The last code that each address or number got."""

    def __init__(self) -> None:
        self._codes: Dict[str, str] = {}

    @property
    def controls(self) -> List[Endpoint]:
        return [("POST", "/messages", self._read)]

    def send(self, recipient: str) -> str:
        """Sends a new code, and returns it."""
        self._codes[recipient] = f"{secrets.randbelow(10**6):06}"
        return self._codes[recipient]

    async def _read(self, request: Request) -> Response:
        """`{"to": …}` gives the last code."""
        code = self._codes.get(member(await read_json(request), "to") or "")
        if code is None:
            raise refusal(404, "invalid_request", "The recipient got no code.")
        return JSONResponse({"code": code})
