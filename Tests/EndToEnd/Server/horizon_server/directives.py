"""The directives of the schema, implemented for the fields that have them."""

from __future__ import annotations

from typing import Any, Dict, Iterable, List, Optional, Set

from ariadne import SchemaDirectiveVisitor
from graphql import (
    DocumentNode,
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    GraphQLField,
    GraphQLNamedType,
    GraphQLResolveInfo,
    GraphQLSchema,
    InlineFragmentNode,
    OperationDefinitionNode,
    SelectionSetNode,
    default_field_resolver,
    get_named_type,
)

_WEIGHT = "weight"


class Authenticated(SchemaDirectiveVisitor):
    """`@authenticated`: the field is null without a session."""

    def visit_field_definition(self, field: GraphQLField, object_type: Any) -> GraphQLField:
        """Adds the check before the field's resolver."""
        resolve = field.resolve or default_field_resolver

        def authenticated(parent: Any, info: GraphQLResolveInfo, **arguments: Any) -> Any:
            return resolve(parent, info, **arguments) if info.context.customer else None

        field.resolve = authenticated
        return field


class RateLimit(SchemaDirectiveVisitor):
    """`@rateLimit`: a call counts in a bucket, and is rejected if the bucket is exhausted."""

    def visit_field_definition(self, field: GraphQLField, object_type: Any) -> GraphQLField:
        """Adds the count before the field's resolver."""
        resolve = field.resolve or default_field_resolver
        bucket = self.args["bucket"]

        def limited(parent: Any, info: GraphQLResolveInfo, **arguments: Any) -> Any:
            info.context.count_call(bucket)
            return resolve(parent, info, **arguments)

        field.resolve = limited
        return field


class Weight(SchemaDirectiveVisitor):
    """`@weight`: the cost of selecting the field."""

    def visit_field_definition(self, field: GraphQLField, object_type: Any) -> GraphQLField:
        """Records the weight for `weigh`."""
        field.extensions[_WEIGHT] = self.args["value"]
        return field


def weigh(schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode) -> int:
    """The sum of the weights of the fields that an operation of a valid document selects.

    Merged fields count once. `@skip` and `@include` do not reduce a field's weight.
    """
    root = schema.get_root_type(operation.operation)
    fragments = {
        one.name.value: one
        for one in document.definitions
        if isinstance(one, FragmentDefinitionNode)
    }
    return _weigh(schema, root, [operation.selection_set], fragments) if root else 0


def _weigh(
    schema: GraphQLSchema,
    parent: GraphQLNamedType,
    selection_sets: List[SelectionSetNode],
    fragments: Dict[str, FragmentDefinitionNode],
) -> int:
    groups: Dict[str, List[FieldNode]] = {}
    _collect(selection_sets, fragments, groups, set())
    weight = 0
    for nodes in groups.values():
        field = getattr(parent, "fields", {}).get(nodes[0].name.value)
        if field is None:
            continue
        inner = [node.selection_set for node in nodes if node.selection_set]
        weight += field.extensions.get(_WEIGHT, 0)
        weight += _weigh(schema, get_named_type(field.type), inner, fragments)
    return weight


def _collect(
    selection_sets: Iterable[Optional[SelectionSetNode]],
    fragments: Dict[str, FragmentDefinitionNode],
    groups: Dict[str, List[FieldNode]],
    visited: Set[str],
) -> None:
    for selection in (one for item in selection_sets if item for one in item.selections):
        if isinstance(selection, FieldNode):
            key = selection.alias or selection.name
            groups.setdefault(key.value, []).append(selection)
        elif isinstance(selection, InlineFragmentNode):
            _collect([selection.selection_set], fragments, groups, visited)
        elif isinstance(selection, FragmentSpreadNode) and selection.name.value not in visited:
            visited.add(selection.name.value)
            _collect([fragments[selection.name.value].selection_set], fragments, groups, visited)
