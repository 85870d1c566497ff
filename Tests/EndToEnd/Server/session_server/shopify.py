"""Shopify's Storefront API: one token in a variable, which renews itself while it is valid."""

from __future__ import annotations

from typing import Any, Sequence

from ariadne import MutationType, QueryType, SchemaBindable
from graphql import GraphQLResolveInfo

from support.clock import timestamp

from .account import EMAIL, knows
from .backend import Backend

_CUSTOMER = {
    "id": "gid://shopify/Customer/1",
    "email": EMAIL,
    "firstName": "Ada",
    "lastName": "Lovelace",
}


class Shopify(Backend):
    name = "shopify"

    def bindables(self) -> Sequence[SchemaBindable]:
        query, mutation = QueryType(), MutationType()
        query.name = "QueryRoot"

        @query.field("shop")
        def shop(_: Any, __: GraphQLResolveInfo) -> Any:
            return {"name": "Example"}

        # The real API also returns null for a token that is not valid.
        @query.field("customer")
        def customer(_: Any, __: GraphQLResolveInfo, **arguments: Any) -> Any:
            return _CUSTOMER if self.tokens.accepts(arguments["customerAccessToken"], "access") else None

        @mutation.field("customerAccessTokenCreate")
        def create(_: Any, __: GraphQLResolveInfo, **arguments: Any) -> Any:
            if not knows(arguments["input"]["email"], arguments["input"]["password"]):
                error = {"code": "UNIDENTIFIED_CUSTOMER", "message": "Unidentified customer"}
                return {"customerUserErrors": [error]}
            return {"customerAccessToken": self._token(), "customerUserErrors": []}

        @mutation.field("customerAccessTokenRenew")
        def renew(_: Any, __: GraphQLResolveInfo, **arguments: Any) -> Any:
            token = arguments["customerAccessToken"]
            if not self.tokens.accepts(token, "access"):
                error = {"field": ["customerAccessToken"], "message": "Invalid token"}
                return {"userErrors": [error]}
            self.tokens.forget(token)
            return {"customerAccessToken": self._token(), "userErrors": []}

        @mutation.field("customerAccessTokenDelete")
        def delete(_: Any, __: GraphQLResolveInfo, **arguments: Any) -> Any:
            token = arguments["customerAccessToken"]
            if self.tokens.forget(token):
                return {"deletedAccessToken": token, "userErrors": []}
            return {"userErrors": [{"field": ["customerAccessToken"], "message": "Invalid token"}]}

        return [query, mutation]

    def _token(self) -> Any:
        return {
            "accessToken": self.tokens.opaque("access", self.access_seconds),
            "expiresAt": timestamp(int(self.tokens.clock.now() + self.access_seconds)),
        }
