"""WPGraphQL with JWT Authentication: with an invalid token, a request fails with status 403."""

from __future__ import annotations

from typing import Any, Optional, Sequence

from ariadne import MutationType, QueryType, SchemaBindable
from graphql import GraphQLError, GraphQLResolveInfo

from .account import EMAIL, Expired, Invalid, knows
from .backend import Backend, Call

_USER = {"id": "dXNlcjox", "databaseId": 1, "email": EMAIL, "name": "Ada Lovelace"}


class WPGraphQL(Backend):
    name = "wpgraphql"

    def refuse(self, call: Call) -> Optional[Any]:
        if call.token is None:
            return None
        try:
            self.tokens.check_signed(call.token, "access")
        except Expired:
            return 403, {"errors": [{"message": "Expired token"}]}
        except Invalid:
            return 403, {"errors": [{"message": "invalid-secret-key"}]}
        return None

    def bindables(self) -> Sequence[SchemaBindable]:
        query, mutation = QueryType(), MutationType()
        query.name, mutation.name = "RootQuery", "RootMutation"

        @query.field("generalSettings")
        def settings(_: Any, __: GraphQLResolveInfo) -> Any:
            return {"title": "Example"}

        @query.field("viewer")
        def viewer(_: Any, info: GraphQLResolveInfo) -> Any:
            return _USER if info.context.token else None

        @mutation.field("login")
        def login(_: Any, __: GraphQLResolveInfo, **arguments: Any) -> Any:
            asked = arguments["input"]
            if not knows(asked["username"], asked["password"]):
                raise GraphQLError("incorrect_password")
            return {
                "authToken": self.tokens.signed("access", self.access_seconds),
                "refreshToken": self.tokens.signed("refresh", self.refresh_seconds),
                "clientMutationId": asked.get("clientMutationId"),
                "user": _USER,
            }

        @mutation.field("refreshJwtAuthToken")
        def refresh(_: Any, __: GraphQLResolveInfo, **arguments: Any) -> Any:
            asked = arguments["input"]
            try:
                self.tokens.check_signed(asked["jwtRefreshToken"], "refresh")
            except (Expired, Invalid):
                raise GraphQLError("The provided refresh token is invalid") from None
            return {
                "authToken": self.tokens.signed("access", self.access_seconds),
                "clientMutationId": asked.get("clientMutationId"),
            }

        @mutation.field("updateUser")
        def update(_: Any, info: GraphQLResolveInfo, **arguments: Any) -> Any:
            if not info.context.token:
                raise GraphQLError("Sorry, you are not allowed to edit this user")
            if arguments["input"].get("revokeJwtUserSecret"):
                self.tokens.revoke("access")
                self.tokens.revoke("refresh")
            return {"clientMutationId": None, "user": _USER}

        return [query, mutation]
