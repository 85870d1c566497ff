"""The list of every secret that the server has received or issued."""

from __future__ import annotations

from typing import Any, FrozenSet, Iterable, Iterator, List, Optional, Set, TextIO

from ariadne import convert_camel_case_to_snake
from graphql import GraphQLInputObjectType, GraphQLObjectType, GraphQLSchema, get_named_type

# How the schema's descriptions mark a value that must not be shown.
_MARK = "A secret."


class Ledger:
    """Writes each secret to a file, one per line, as soon as it is known."""

    def __init__(self, file: Optional[TextIO] = None) -> None:
        self._file = file
        self._known: Set[str] = set()

    def record(self, secrets: Iterable[str]) -> None:
        """Writes the secrets that are new. One with line breaks takes several lines."""
        for line in (line for secret in secrets for line in secret.splitlines()):
            if self._file is None or not line.strip() or line in self._known:
                continue
            self._known.add(line)
            self._file.write(line + "\n")
            self._file.flush()


def secret_names(schema: GraphQLSchema) -> FrozenSet[str]:
    """The names of the arguments and input fields that the schema describes as secret.

    Both the schema's spelling and the one of resolvers' arguments are in the set.
    """
    names = {name for name, element in _inputs(schema) if _is_secret(element)}
    return frozenset(names | {convert_camel_case_to_snake(name) for name in names})


def find_secrets(value: Any, names: FrozenSet[str]) -> List[str]:
    """The texts that a JSON value holds under one of the names, at any depth."""
    found: List[str] = []
    pending = [value]
    while pending:
        one = pending.pop()
        if isinstance(one, dict):
            found += [item for name, item in one.items() if name in names and _is_text(item)]
            pending += one.values()
        elif isinstance(one, list):
            pending += one
    return found


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


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
