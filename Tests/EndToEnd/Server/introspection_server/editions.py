"""The members of introspection that earlier editions lack, and their removal from the engine."""

from __future__ import annotations

from typing import Dict, List

from graphql.type.introspection import introspection_types

# Each edition lacks what the ones before it in this list lack, too.
# https://spec.graphql.org
_ADDED_AFTER: Dict[str, List[str]] = {
    "draft": [],
    "2025": [
        "__Schema.directives.includeDeprecated",
        "__Directive.isDeprecated",
        "__Directive.deprecationReason",
    ],
    "2021": [
        "__Type.isOneOf",
        "__Type.inputFields.includeDeprecated",
        "__Field.args.includeDeprecated",
        "__Directive.args.includeDeprecated",
        "__InputValue.isDeprecated",
        "__InputValue.deprecationReason",
    ],
    "2018": [
        "__Type.specifiedByURL",
        "__Directive.isRepeatable",
        "__Schema.description",
    ],
}
# graphql-js 15 had another name for a member of the edition of 2021.
_RENAMING = "graphql-js 15"
EDITIONS = [*_ADDED_AFTER, _RENAMING]


def select(edition: str) -> None:
    """Makes the engine refuse the members that an edition lacks."""
    last = "2021" if edition == _RENAMING else edition
    for name, members in _ADDED_AFTER.items():
        for member in members:
            _remove(*member.split("."))
        if name == last:
            break
    if edition == _RENAMING:
        fields = introspection_types["__Type"].fields
        fields["specifiedByUrl"] = fields.pop("specifiedByURL")


def _remove(type_name: str, field: str, argument: str = "") -> None:
    fields = introspection_types[type_name].fields
    if argument:
        del fields[field].args[argument]
    else:
        del fields[field]
