"""Magento: one token, which cannot be renewed."""

from __future__ import annotations

from typing import Any, Sequence

from ariadne import MutationType, QueryType, SchemaBindable
from graphql import GraphQLError, GraphQLResolveInfo

from .account import EMAIL, knows
from .backend import Backend


class Magento(Backend):
    name = "magento"

    def bindables(self) -> Sequence[SchemaBindable]:
        query, mutation = QueryType(), MutationType()

        @query.field("storeConfig")
        def store_config(_: Any, __: GraphQLResolveInfo) -> Any:
            return {"store_name": "Example"}

        @query.field("customer")
        def customer(_: Any, info: GraphQLResolveInfo) -> Any:
            self._check(info)
            return {"email": EMAIL, "firstname": "Ada", "lastname": "Lovelace"}

        @mutation.field("generateCustomerToken")
        def generate(_: Any, __: GraphQLResolveInfo, email: str, password: str) -> Any:
            if not knows(email, password):
                raise GraphQLError(
                    "The account sign-in was incorrect or your account is disabled temporarily.",
                    extensions={"category": "graphql-authentication"},
                )
            return {"token": self.tokens.opaque("access", self.access_seconds)}

        @mutation.field("revokeCustomerToken")
        def revoke(_: Any, info: GraphQLResolveInfo) -> Any:
            self._check(info)
            return {"result": self.tokens.forget(info.context.token)}

        return [query, mutation]

    def _check(self, info: GraphQLResolveInfo) -> None:
        if not self.tokens.accepts(info.context.token, "access"):
            raise GraphQLError(
                "The current customer isn't authorized.",
                extensions={"category": "graphql-authorization"},
            )
