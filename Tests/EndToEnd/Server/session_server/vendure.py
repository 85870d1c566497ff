"""Vendure: the token comes in a header field, and a session without a user is null."""

from __future__ import annotations

from typing import Any, Sequence

from ariadne import MutationType, QueryType, SchemaBindable, UnionType
from graphql import GraphQLResolveInfo

from .account import EMAIL, knows
from .backend import Backend


_CUSTOMER = {"id": "1", "emailAddress": EMAIL, "firstName": "Ada", "lastName": "Lovelace"}
_HEADER = "vendure-auth-token"


class Vendure(Backend):
    name = "vendure"

    def bindables(self) -> Sequence[SchemaBindable]:
        query, mutation = QueryType(), MutationType()
        result = UnionType("NativeAuthenticationResult")

        @result.type_resolver
        def type_of(value: Any, *_: Any) -> str:
            return "CurrentUser" if "identifier" in value else "InvalidCredentialsError"

        @query.field("activeCustomer")
        def active_customer(_: Any, info: GraphQLResolveInfo) -> Any:
            return _CUSTOMER if self._is_valid(info) else None

        @query.field("me")
        def me(_: Any, info: GraphQLResolveInfo) -> Any:
            return {"id": "1", "identifier": EMAIL} if self._is_valid(info) else None

        @mutation.field("login")
        def login(
            _: Any, info: GraphQLResolveInfo, username: str, password: str, **__: Any
        ) -> Any:
            if not knows(username, password):
                # As in Vendure, a session without a user begins.
                info.context.headers[_HEADER] = self.tokens.opaque("guest", 60)
                return {
                    "errorCode": "INVALID_CREDENTIALS_ERROR",
                    "message": "The provided credentials are invalid",
                    "authenticationError": "",
                }
            info.context.headers[_HEADER] = self.tokens.opaque("access", self.access_seconds)
            return {"id": "1", "identifier": EMAIL}

        @mutation.field("logout")
        def logout(_: Any, info: GraphQLResolveInfo) -> Any:
            return {"success": self.tokens.forget(info.context.token)}

        return [query, mutation, result]

    def _is_valid(self, info: GraphQLResolveInfo) -> bool:
        return self.tokens.accepts(info.context.token, "access")
