"""The endpoint: each result that has parts is multipart, or a stream of events."""

from __future__ import annotations

import asyncio
import json
from inspect import isawaitable
from pathlib import Path
from typing import Any, AsyncIterator, Dict

from graphql import GraphQLError, OperationType, build_schema, get_operation_ast, parse, validate
from graphql.execution import (
    ExecutionResult,
    ExperimentalIncrementalExecutionResults,
    experimental_execute_incrementally,
    subscribe,
)
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

# https://www.apollographql.com/docs/graphos/routing/operations/subscriptions/multipart-protocol
_SUBSCRIPTIONS = "multipart/mixed;subscriptionSpec=1.0"
# https://github.com/graphql/graphql-over-http/blob/main/rfcs/IncrementalDelivery.md
_PARTS = "multipart/mixed;incrementalSpec=v0.2"


class Application:
    """A report whose parts are late, and ticks."""

    def __init__(self, schema: Path) -> None:
        # The schema breaks a rule of interfaces on purpose.
        self._schema = build_schema(schema.read_text(encoding="utf-8"), assume_valid=True)
        self._first_part_has_arrived = asyncio.Event()

    def asgi(self) -> Starlette:
        """The ASGI application."""
        return Starlette(
            routes=[
                Route("/graphql", self._graphql, methods=["POST"]),
                Route("/continue", self._continue, methods=["POST"]),
            ]
        )

    async def _continue(self, _: Request) -> Response:
        """Lets the last part of a report follow."""
        self._first_part_has_arrived.set()
        return PlainTextResponse("")

    async def _graphql(self, request: Request) -> Response:
        asked: Dict[str, Any] = await request.json()
        accept = request.headers.get("accept", "")
        try:
            document = parse(asked["query"])
        except GraphQLError as error:
            return JSONResponse({"errors": [error.formatted]}, 400)
        errors = validate(self._schema, document)
        if errors:
            return JSONResponse({"errors": [error.formatted for error in errors]}, 400)
        operation = get_operation_ast(document, asked.get("operationName"))
        if operation is not None and operation.operation is OperationType.SUBSCRIPTION:
            if _SUBSCRIPTIONS not in accept:
                return PlainTextResponse("subscriptions need " + _SUBSCRIPTIONS, 406)
            events = subscribe(
                self._schema,
                document,
                _Root(request, self._first_part_has_arrived),
                variable_values=asked.get("variables"),
                subscribe_field_resolver=_ticks,
            )
            events = await events if isawaitable(events) else events
            return _multipart(_messages(events), 'subscriptionSpec="1.0"')
        result = experimental_execute_incrementally(
            self._schema,
            document,
            _Root(request, self._first_part_has_arrived),
            variable_values=asked.get("variables"),
        )
        result = await result if isawaitable(result) else result
        if isinstance(result, ExecutionResult):
            return JSONResponse(
                result.formatted, media_type="application/graphql-response+json"
            )
        if accept.startswith("text/event-stream"):
            return StreamingResponse(_events(_parts(result)), media_type="text/event-stream")
        if _PARTS not in accept:
            return PlainTextResponse("results with parts need " + _PARTS, 406)
        return _multipart(_parts(result), "incrementalSpec=v0.2")


class _Root:
    """The values of the query.

    A header names the field that fails. With another, the body waits for the test.
    """

    def __init__(self, request: Request, first_part_has_arrived: asyncio.Event) -> None:
        failing = request.headers.get("x-fail")
        items = int(request.headers.get("x-items", "3"))
        waits = "x-waits" in request.headers

        class Author:
            name = "Ada"

            async def address(self, _: Any) -> str:
                return await _late("London", 0.01)

        class Report:
            title = "Engines"
            author = Author()

            async def body(self, _: Any) -> str:
                if waits:
                    await first_part_has_arrived.wait()
                return await _late("Wheels", 0.03)

            async def score(self, _: Any) -> int:
                return await _late(7, 0.02)

            async def note(self, _: Any) -> str:
                if failing == "note":
                    raise ValueError("no note")
                return await _late("Steam", 0.01)

            async def pages(self, _: Any) -> AsyncIterator[Dict[str, int]]:
                for number in range(1, items + 1):
                    yield {"number": await _late(number, 0.001)}

        self.report = Report()


async def _late(value: Any, seconds: float) -> Any:
    await asyncio.sleep(seconds)
    return value


async def _ticks(_: Any, __: Any, every: int) -> AsyncIterator[Dict[str, Any]]:
    for count in range(1, every + 1):
        yield {"ticks": {"count": await _late(count, 0.001)}}


async def _parts(result: ExperimentalIncrementalExecutionResults) -> AsyncIterator[Any]:
    yield result.initial_result.formatted
    async for part in result.subsequent_results:
        yield part.formatted


async def _messages(events: Any) -> AsyncIterator[Any]:
    if isinstance(events, ExecutionResult):
        yield {"payload": None, "errors": events.formatted["errors"]}
        return
    yield {}
    async for event in events:
        yield {"payload": event.formatted}


def _multipart(parts: AsyncIterator[Any], parameter: str) -> Response:
    async def body() -> AsyncIterator[str]:
        yield "--graphql"
        async for part in parts:
            text = json.dumps(part)
            yield f"\r\ncontent-type: application/json\r\n\r\n{text}\r\n--graphql"
        yield "--\r\n"

    # The constructor would add a charset.
    response = StreamingResponse(body())
    response.headers["content-type"] = f"multipart/mixed; boundary=graphql; {parameter}"
    return response


async def _events(parts: AsyncIterator[Any]) -> AsyncIterator[str]:
    async for part in parts:
        yield f"event: next\ndata: {json.dumps(part)}\n\n"
    yield "event: complete\ndata:\n\n"
