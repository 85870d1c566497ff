"""The names of a request's secret values, from the schema."""

from __future__ import annotations

from typing import Any, FrozenSet, Iterator

from ariadne import convert_camel_case_to_snake
from graphql import GraphQLInputObjectType, GraphQLObjectType, GraphQLSchema, get_named_type

# How the schema's descriptions mark a secret value.
_MARK = "A secret."


def secret_names(schema: GraphQLSchema) -> FrozenSet[str]:
    """The names of the arguments and input fields that the schema describes as secret.

    The set has both the schema's spelling and that of the resolvers' arguments.
    """
    names = {name for name, element in _inputs(schema) if _is_secret(element)}
    return frozenset(names | {convert_camel_case_to_snake(name) for name in names})


def _inputs(schema: GraphQLSchema) -> Iterator[Any]:
    for type_ in schema.type_map.values():
        if isinstance(type_, GraphQLInputObjectType):
            yield from type_.fields.items()
        elif isinstance(type_, GraphQLObjectType):
            for field in type_.fields.values():
                yield from field.args.items()


def _is_secret(element: Any) -> bool:
    descriptions = (element.description, get_named_type(element.type).description)
    return any(_MARK in (description or "") for description in descriptions)
