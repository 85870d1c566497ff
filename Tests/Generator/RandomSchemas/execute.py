"""Executes operations with graphql-core and random values.

Reads a JSON object with a schema, a document and calls from standard input, and writes the `data` of each
call's response on one line.
"""

import json
import random
import sys

from graphql import (
    GraphQLEnumType,
    GraphQLList,
    GraphQLNonNull,
    build_schema,
    execute,
    is_abstract_type,
    is_composite_type,
    parse,
    visit,
)
from graphql.language import FieldNode, NameNode, Visitor

VALUES = {
    "Int": [0, -1, 2147483647, -2147483648],
    "Float": [0, -1.5, 1e10, 6.02e-23, 3],
    "Boolean": [True, False],
    "Day": ["2024-02-29"],
}


class SentDocument(Visitor):
    """Adds the names of types, as generated code does, and removes arguments, which no value depends on."""

    def __init__(self, flags):
        super().__init__()
        self.flags = flags

    def leave_selection_set(self, node, *_):
        name = FieldNode(name=NameNode(value="__typename"), arguments=(), directives=())
        node.selections = (*node.selections, name)
        return node

    def enter_field(self, node, *_):
        node.arguments = ()
        return node

    def leave_operation_definition(self, node, *_):
        node.variable_definitions = tuple(
            each for each in node.variable_definitions if each.variable.name.value in self.flags
        )
        return node


def value(kind, schema, choice):
    if isinstance(kind, GraphQLNonNull):
        return non_null(kind.of_type, schema, choice)
    return None if choice.randrange(4) == 0 else non_null(kind, schema, choice)


def non_null(kind, schema, choice):
    if isinstance(kind, GraphQLList):
        return [value(kind.of_type, schema, choice) for _ in range(choice.randrange(3))]
    if is_abstract_type(kind):
        return {"__typename": choice.choice(schema.get_possible_types(kind)).name}
    if is_composite_type(kind):
        return {"__typename": kind.name}
    if isinstance(kind, GraphQLEnumType):
        return choice.choice(list(kind.values))
    return choice.choice(VALUES.get(kind.name, ["", "text", 'a "quotation" \\ \n', "\U0001f600"]))


def main():
    given = json.load(sys.stdin)
    schema = build_schema(given["schema"], assume_valid=True)
    for kind in schema.type_map.values():
        for field in getattr(kind, "fields", {}).values():
            if hasattr(field, "args"):
                field.args = {}
    document = visit(parse(given["document"]), SentDocument(given["flags"]))
    choice = random.Random(given["seed"])

    # A field may have an argument with any name.
    def resolve(*source_and_info, **_arguments):
        return value(source_and_info[1].return_type, schema, choice)

    for call in given["calls"]:
        result = execute(
            schema,
            document,
            operation_name=call["operation"],
            variable_values=call["variables"],
            root_value={},
            field_resolver=resolve,
        )
        if result.errors:
            sys.exit(f"{call}: {result.errors}")
        print(json.dumps(result.data))


main()
