"""Reads a GraphQL request from HTTP, with automatically persisted queries."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import Any, Dict, Mapping, Optional

from .refusal import Refusal

MAXIMUM_BODY_BYTES = 1 << 20


@dataclass(frozen=True)
class GraphQLRequest:
    """The parameters of a GraphQL request, as sent."""

    method: str
    query: Optional[str] = None
    operation_name: Optional[str] = None
    variables: Optional[Dict[str, Any]] = None
    extensions: Optional[Dict[str, Any]] = None


def read_body(content_type: str, body: bytes) -> GraphQLRequest:
    """Parses the JSON body of a POST request. Raises `Refusal`."""
    if content_type.partition(";")[0].strip().lower() != "application/json":
        raise Refusal(415, "The content type is not application/json.")
    if len(body) > MAXIMUM_BODY_BYTES:
        raise Refusal(413, "The body is too large.")
    return _from_members("POST", _parse(body))


def read_parameters(parameters: Mapping[str, str]) -> GraphQLRequest:
    """Parses the URL parameters of a GET request. Raises `Refusal`."""
    members: Dict[str, Any] = dict(parameters)
    for name in ("variables", "extensions"):
        if name in members:
            members[name] = _parse(members[name].encode())
    return _from_members("GET", members)


def find_query(request: GraphQLRequest, persisted: Dict[str, str]) -> str:
    """The text of the request's query: the sent one, or the one persisted under its hash.

    A query that is sent with its hash is persisted. Raises `Refusal` if there is no text.
    """
    persisted_query = (request.extensions or {}).get("persistedQuery")
    if not isinstance(persisted_query, dict):
        if not request.query:
            raise Refusal(400, "The request has no query.")
        return request.query
    digest = persisted_query.get("sha256Hash")
    if request.query:
        if hashlib.sha256(request.query.encode(errors="surrogatepass")).hexdigest() != digest:
            raise Refusal(400, "The hash is not the query's.", "PERSISTED_QUERY_HASH_MISMATCH")
        persisted[digest] = request.query
        return request.query
    if not isinstance(digest, str) or digest not in persisted:
        raise Refusal(200, "PersistedQueryNotFound", "PERSISTED_QUERY_NOT_FOUND")
    return persisted[digest]


def _parse(text: bytes) -> Any:
    try:
        return json.loads(text, parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        raise Refusal(400, "The request is not valid JSON.") from None


def _refuse_constant(name: str) -> None:
    raise ValueError(name)


def _from_members(method: str, members: Any) -> GraphQLRequest:
    if not isinstance(members, dict):
        raise Refusal(400, "The request is not a JSON object.")
    return GraphQLRequest(
        method,
        _member(members, "query", str),
        _member(members, "operationName", str),
        _member(members, "variables", dict),
        _member(members, "extensions", dict),
    )


def _member(members: Dict[str, Any], name: str, kind: type) -> Any:
    value = members.get(name)
    if value is not None and not isinstance(value, kind):
        raise Refusal(400, f"The member {name} has the wrong type.")
    return value
