"""Responses that a test sets instead of the ordinary ones."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, fields
from typing import Any, Dict, List, Mapping, Optional

from starlette.requests import Request
from starlette.responses import Response


class InvalidScript(Exception):
    """The order is invalid. The message has the reason."""


@dataclass
class ScriptedResponse:
    """An order: for which requests, how often, and the response.

    Its members are those of the JSON in the request.
    """

    path: str
    method: Optional[str] = None
    # Headers that the request must have, so that concurrent tests affect only their own requests.
    where: Dict[str, str] = field(default_factory=dict)
    times: int = 1
    # Whether the request is processed before its response is replaced, to simulate a lost response.
    processed: bool = False
    status: Optional[int] = None
    # JSON, or the text in a string. Without it, the ordinary body is sent.
    body: Any = None
    contentType: Optional[str] = None
    headers: Dict[str, str] = field(default_factory=dict)
    withoutHeaders: List[str] = field(default_factory=list)
    delaySeconds: float = 0

    @property
    def replaces(self) -> bool:
        """Whether the request is not processed."""
        return self.status is not None and not self.processed

    def matches(self, request: Request) -> bool:
        """Whether the order applies to the request."""
        return (
            self.times > 0
            and self.path == request.url.path
            and self.method in (None, request.method)
            and all(request.headers.get(name) == value for name, value in self.where.items())
        )

    def response(self, ordinary: Optional[Response]) -> Response:
        """The response, made from the ordinary one if the request was processed."""
        response = ordinary if ordinary is not None else Response()
        if self.status is not None:
            response.status_code = self.status
        if self.status is not None or self.body is not None:
            text = self.body if isinstance(self.body, str) else json.dumps(self.body)
            response.body = b"" if self.body is None else text.encode()
            response.headers["content-length"] = str(len(response.body))
            response.headers["content-type"] = "application/json"
        if self.contentType is not None:
            response.headers["content-type"] = self.contentType
        response.headers.update(self.headers)
        for name in self.withoutHeaders:
            if name in response.headers:
                del response.headers[name]
        return response


class Script:
    """The remaining orders."""

    def __init__(self) -> None:
        self._responses: List[ScriptedResponse] = []

    def add(self, order: Any) -> None:
        """Adds an order. Raises `InvalidScript`."""
        self._responses.append(_read(order))

    def next(self, request: Request) -> Optional[ScriptedResponse]:
        """The order for a request, which the request uses up."""
        for order in self._responses:
            if order.matches(request):
                order.times -= 1
                return order
        return None


def _read(order: Any) -> ScriptedResponse:
    if not isinstance(order, Mapping):
        raise InvalidScript("An order is a JSON object.")
    known = {one.name for one in fields(ScriptedResponse)}
    unknown = sorted(set(order) - known)
    if unknown or not isinstance(order.get("path"), str):
        raise InvalidScript(f"An order has a path, and may have: {', '.join(sorted(known))}.")
    return ScriptedResponse(**order)
