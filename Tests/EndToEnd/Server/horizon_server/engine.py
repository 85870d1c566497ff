"""The GraphQL engine: executes operations against the schema, and adds Horizon's extensions."""

from __future__ import annotations

import asyncio
import secrets
from inspect import isawaitable
from typing import Any, Callable, Dict, List, Tuple

from ariadne import ScalarType, graphql, make_executable_schema
from graphql import (
    DocumentNode,
    GraphQLError,
    GraphQLResolveInfo,
    GraphQLSchema,
    get_operation_ast,
    is_scalar_type,
    is_specified_scalar_type,
    parse,
)
from graphql.utilities import build_schema

from support.ledger import Ledger
from support.secret_values import find_secrets

from . import account_resolvers, resolvers
from .context import Context
from .directives import Authenticated, RateLimit, Weight, weigh
from .refusal import Refusal
from .request import GraphQLRequest
from .secret_names import secret_names

Resolver = Callable[..., Any]

# Elements that the server has and the client's schema lacks: the server is newer than its clients.
_NEWER = """
extend enum AuthenticationError { ACCOUNT_SUSPENDED }
extend enum FormFieldType { STAR_SIGN }
"""

# The scalars that are not strings in JSON.
_NOT_TEXTS = ("Timestamp", "Void")

# The time of validation is quadratic in the size of a selection.
_MAXIMUM_TOKENS = 2_000


class Engine:
    """The schema with its resolvers. It has no state."""

    def __init__(self, sdl: str, ledger: Ledger) -> None:
        self._schema = make_executable_schema(
            [sdl, _NEWER],
            *resolvers.BINDABLES,
            *account_resolvers.BINDABLES,
            *_text_scalars(build_schema(sdl)),
            directives={"authenticated": Authenticated, "rateLimit": RateLimit, "weight": Weight},
            convert_names_case=True,
        )
        self._secret_names = secret_names(self._schema)
        self._ledger = ledger

    def record_secrets(self, variables: Any) -> None:
        """Records the secrets in an operation's variables, whether or not it is executed."""
        self._ledger.record(find_secrets(variables, self._secret_names))

    async def execute(
        self, context: Context, request: GraphQLRequest, query: str
    ) -> Tuple[bool, Dict[str, Any]]:
        """Executes one operation. Returns whether execution began, and the response.

        Raises `Refusal` for a mutation sent with GET, and for an operation that is nested too
        deeply.
        """
        extensions = _extensions(context)
        try:
            document = parse(query, max_tokens=_MAXIMUM_TOKENS)
            _check_method(document, request)
        except RecursionError:
            raise Refusal(400, "The operation is nested too deeply.") from None
        except GraphQLError as error:
            return False, {"errors": [error.formatted], "extensions": extensions}

        def check_weight(_: Any, name: Any, __: Any, document: DocumentNode) -> None:
            operation = get_operation_ast(document, name)
            if operation is not None:
                weight = weigh(self._schema, document, operation)
                extensions["weight"]["weight"] = weight
                _refuse_above(extensions["weight"]["maxWeight"], weight)

        def record_arguments(
            resolve: Resolver, parent: Any, info: GraphQLResolveInfo, **arguments: Any
        ) -> Any:
            self.record_secrets(arguments)
            return resolve(parent, info, **arguments)

        data = {
            "query": query,
            "operationName": request.operation_name,
            "variables": request.variables,
        }
        try:
            _, response = await graphql(
                self._schema,
                data,
                context_value=context,
                root_value=check_weight,
                query_document=document,
                middleware=[record_arguments, _follow_script],
            )
        except RecursionError:
            raise Refusal(400, "The operation is nested too deeply.") from None
        began = "data" in response and not _is_request_error(response)
        if not began:
            response.pop("data", None)
        if context.firing_limiters():
            extensions["rateLimitersFiring"] = context.firing_limiters()
        return began, {**response, "extensions": extensions}


def refused(context: Context, refusal: Refusal) -> Dict[str, Any]:
    """The response to a request that is not executed."""
    return {"errors": [refusal.formatted], "extensions": _extensions(context)}


def _extensions(context: Context) -> Dict[str, Any]:
    script = context.world.script
    logged_in = ["LOGGED_IN"] if context.customer else []
    return {
        "flags": logged_in + [flag for flag in script.flags if flag not in logged_in],
        "weight": {"weight": 0, "maxWeight": script.maximum_weight},
        "ray": secrets.token_hex(8),
    }


def _text_scalars(schema: GraphQLSchema) -> List[ScalarType]:
    """The custom scalars. Each one accepts and returns only strings."""
    return [
        ScalarType(name, serializer=_text, value_parser=_text)
        for name, type_ in schema.type_map.items()
        if is_scalar_type(type_) and not is_specified_scalar_type(type_) and name not in _NOT_TEXTS
    ]


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise GraphQLError("The value is not a string.")
    return value


def _check_method(document: DocumentNode, request: GraphQLRequest) -> None:
    operation = get_operation_ast(document, request.operation_name)
    if request.method == "GET" and operation is not None and operation.operation.value != "query":
        raise Refusal(405, "Only queries can be sent by GET.")


def _refuse_above(maximum: int, weight: int) -> None:
    if weight > maximum:
        raise GraphQLError(
            f"The request weighs {weight}; the maximum is {maximum}.",
            extensions={"code": "MAX_WEIGHT_EXCEEDED"},
        )


def _is_request_error(response: Dict[str, Any]) -> bool:
    """Whether execution failed before any field, for example because of a variable's type."""
    return response["data"] is None and not any("path" in one for one in response["errors"])


def _follow_script(
    resolve: Resolver, parent: Any, info: GraphQLResolveInfo, **arguments: Any
) -> Any:
    script = info.context.world.script
    if f"{info.parent_type.name}.{info.field_name}" in script.failing_fields:
        raise GraphQLError("A service behind the field failed.")
    delay = script.delay_seconds.get(info.field_name, 0)
    if delay == 0:
        return resolve(parent, info, **arguments)

    async def resolve_late() -> Any:
        await asyncio.sleep(delay)
        result = resolve(parent, info, **arguments)
        return await result if isawaitable(result) else result

    return resolve_late()
