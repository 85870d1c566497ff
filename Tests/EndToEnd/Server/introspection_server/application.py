"""The endpoint, and the number of requests that it has received and rejected."""

from __future__ import annotations

from pathlib import Path

from graphql import build_schema, graphql
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from .editions import select


class Application:
    """A schema, with the introspection of one edition."""

    def __init__(self, schema: Path, edition: str) -> None:
        select(edition)
        self._schema = build_schema(schema.read_text(encoding="utf-8"))
        self._received = 0
        self._rejected = 0

    def asgi(self) -> Starlette:
        """The ASGI application."""
        return Starlette(
            routes=[
                Route("/graphql", self._graphql, methods=["POST"]),
                Route("/requests", self._requests),
            ]
        )

    async def _graphql(self, request: Request) -> JSONResponse:
        result = await graphql(self._schema, (await request.json())["query"])
        self._received += 1
        self._rejected += bool(result.errors)
        return JSONResponse(result.formatted, 400 if result.errors else 200)

    async def _requests(self, _: Request) -> JSONResponse:
        return JSONResponse({"received": self._received, "rejected": self._rejected})
