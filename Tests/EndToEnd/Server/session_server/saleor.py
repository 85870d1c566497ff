"""Saleor: JWTs. Only the fields that need the user notice a token that is not valid."""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Sequence

from ariadne import MutationType, QueryType, SchemaBindable
from graphql import GraphQLError, GraphQLResolveInfo

from .account import EMAIL, Expired, Invalid, knows
from .backend import Backend

_USER = {"id": "VXNlcjox", "email": EMAIL, "firstName": "Ada", "lastName": "Lovelace"}


class Saleor(Backend):
    name = "saleor"

    def bindables(self) -> Sequence[SchemaBindable]:
        query, mutation = QueryType(), MutationType()

        @query.field("shop")
        def shop(_: Any, __: GraphQLResolveInfo) -> Any:
            return {"name": "Example"}

        @query.field("me")
        def me(_: Any, info: GraphQLResolveInfo) -> Any:
            return self._user(info)

        @mutation.field("tokenCreate")
        def token_create(
            _: Any, __: GraphQLResolveInfo, email: str, password: str, **___: Any
        ) -> Any:
            if not knows(email, password):
                return self._refused("INVALID_CREDENTIALS", "email")
            return self._granted()

        @mutation.field("externalObtainAccessTokens")
        def external(_: Any, __: GraphQLResolveInfo, **arguments: Any) -> Any:
            if arguments["pluginId"] != "oidc":
                return self._refused("NOT_FOUND", "pluginId")
            return self._granted()

        @mutation.field("tokenRefresh")
        def token_refresh(_: Any, __: GraphQLResolveInfo, **arguments: Any) -> Any:
            try:
                self.tokens.check_signed(arguments.get("refreshToken"), "refresh")
            except Expired:
                return self._refused("JWT_SIGNATURE_EXPIRED", "refreshToken")
            except Invalid:
                return self._refused("JWT_INVALID_TOKEN", "refreshToken")
            token = self.tokens.signed("access", self.access_seconds)
            return {"token": token, "user": _USER, "errors": []}

        @mutation.field("tokensDeactivateAll")
        def deactivate(_: Any, info: GraphQLResolveInfo) -> Any:
            self._require_user(info)
            self.tokens.revoke("access")
            self.tokens.revoke("refresh")
            return {"errors": []}

        @mutation.field("accountUpdate")
        def account_update(_: Any, info: GraphQLResolveInfo, **__: Any) -> Any:
            self._require_user(info)
            return {"user": _USER, "errors": []}

        return [query, mutation]

    def _require_user(self, info: GraphQLResolveInfo) -> None:
        if self._user(info) is None:
            raise GraphQLError(
                "You need to be authenticated.", extensions=_exception("PermissionDenied")
            )

    def _user(self, info: GraphQLResolveInfo) -> Optional[Dict[str, str]]:
        if info.context.token is None:
            return None
        try:
            self.tokens.check_signed(info.context.token, "access")
        except Expired:
            raise GraphQLError(
                "Signature has expired", extensions=_exception("ExpiredSignatureError")
            ) from None
        except Invalid:
            raise GraphQLError(
                "Invalid token. Create new one by using tokenCreate mutation.",
                extensions=_exception("InvalidTokenError"),
            ) from None
        return _USER

    def _granted(self) -> Dict[str, Any]:
        return {
            "token": self.tokens.signed("access", self.access_seconds),
            "refreshToken": self.tokens.signed("refresh", self.refresh_seconds),
            "csrfToken": "csrf",
            "user": _USER,
            "errors": [],
        }

    @staticmethod
    def _refused(code: str, field: str) -> Dict[str, Any]:
        errors: List[Dict[str, str]] = [{"field": field, "message": "No.", "code": code}]
        return {"errors": errors}


def _exception(code: str) -> Dict[str, Any]:
    return {"exception": {"code": code, "stacktrace": []}}
