"""Magento: one token, which cannot be renewed. Customers can delete their accounts."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Dict, Sequence, Set

from ariadne import MutationType, QueryType, SchemaBindable
from graphql import GraphQLError, GraphQLResolveInfo

from .account import EMAIL, PASSWORD
from .backend import Backend


@dataclass
class Magento(Backend):
    name = "magento"

    # The email address of each token's customer. An address of the form NAME+ANYTHING@example.com is a customer
    # of its own until it is deleted.
    _owners: Dict[str, str] = field(default_factory=dict)
    _deleted: Set[str] = field(default_factory=set)

    def bindables(self) -> Sequence[SchemaBindable]:
        query, mutation = QueryType(), MutationType()

        @query.field("storeConfig")
        def store_config(_: Any, __: GraphQLResolveInfo) -> Any:
            return {"store_name": "Example"}

        @query.field("customer")
        def customer(_: Any, info: GraphQLResolveInfo) -> Any:
            return {"email": self._customer(info), "firstname": "Ada", "lastname": "Lovelace"}

        @mutation.field("generateCustomerToken")
        def generate(_: Any, __: GraphQLResolveInfo, email: str, password: str) -> Any:
            if not self._knows(email, password):
                raise GraphQLError(
                    "The account sign-in was incorrect or your account is disabled temporarily.",
                    extensions={"category": "graphql-authentication"},
                )
            token = self.tokens.opaque("access", self.access_seconds)
            self._owners[token] = email
            return {"token": token}

        @mutation.field("revokeCustomerToken")
        def revoke(_: Any, info: GraphQLResolveInfo) -> Any:
            self._customer(info)
            return {"result": self.tokens.forget(info.context.token)}

        @mutation.field("deleteCustomer")
        def delete(_: Any, info: GraphQLResolveInfo) -> bool:
            customer = self._customer(info)
            # The shared customer stays.
            if customer == EMAIL:
                return False
            self._deleted.add(customer)
            for token in [one for one, owner in self._owners.items() if owner == customer]:
                self.tokens.forget(token)
            return True

        return [query, mutation]

    def _knows(self, email: str, password: str) -> bool:
        name, _, host = email.partition("@")
        customer = f"{name.partition('+')[0]}@{host}"
        return (customer, password) == (EMAIL, PASSWORD) and email not in self._deleted

    def _customer(self, info: GraphQLResolveInfo) -> str:
        """The email address of the request's customer."""
        if not self.tokens.accepts(info.context.token, "access"):
            raise GraphQLError(
                "The current customer isn't authorized.",
                extensions={"category": "graphql-authorization"},
            )
        return self._owners[info.context.token]
