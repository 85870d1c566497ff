#!/usr/bin/env python3
"""Measures how the tool's time grows with generated documents of 250 KB, 500 KB and 1 MB.

growth.py TOOL [SHAPE …]: prints a row for each shape. Fails if one megabyte takes more than ten
seconds, or if doubling the text takes more than three times as long.
"""
import itertools, json, pathlib, subprocess, sys, tempfile, time

SIZES = (250_000, 500_000, 1_000_000)
QUERY = """
type Query { f(x: Int, in: In): Int q: Query node: Node u: U e: E s(l: [Int]): Int }
input In { a: Int b: In c: [In] }
enum E { A B }
union U = A | B
type A implements Node { id: ID n: Node a: Int }
type B implements Node { id: ID n: Node b: Int }
interface Node { id: ID n: Node }
type Subscription { s: Int t: Int }
"""


def fill(size, head, item, tail):
    """`item(0)`, `item(1)` and so on up to a size."""
    parts, length = [head], len(head)
    for number in itertools.count():
        if length >= size:
            break
        parts.append(item(number))
        length += len(parts[-1])
    return "".join(parts) + tail


def fill_known(size, head, item, tail):
    """As `fill`, for an item that depends on the number of items."""
    count = max(2, size // len(item(10_000, 20_000)))
    return head + "".join(item(n, count) for n in range(count)) + tail


def operations(head, item, tail="}"):
    return lambda size: (QUERY, fill(size, head, item, tail))


def fragments(head, item, tail=""):
    return lambda size: (QUERY, fill_known(size, head, item, tail))


def schema(item, head="type Query { a: Int }\n", tail=""):
    return lambda size: (fill(size, head, item, tail), "{ a }")


def schema_known(item, tail=""):
    return lambda size: (fill_known(size, "type Query { a: Int }\n", item, tail), "{ a }")


def every_fragment(size, back):
    count = int((size / 8) ** 0.5)
    text = "{ ...F0 }"
    for n in range(count):
        spreads = " ".join(f"...F{m}" for m in range(count) if back or m > n)
        text += f" fragment F{n} on Query {{ f q {{ f {spreads} }} }}"
    return QUERY, text


def both_large(size):
    half = size // 2
    return (
        fill(half, "type Query {", lambda n: f" field{n}: Int", "}"),
        fill(half, "{", lambda n: f" feild{n}", "}"),
    )


def both_large_valid(size):
    half = size // 2
    return (
        fill(half, "type Query {", lambda n: f" field{n}: Int", "}"),
        fill(half, "{", lambda n: f" field{n}", "}"),
    )


def variants(size, name):
    """Names that are equal in Swift: every word in capitals or not."""
    for number in range(size):
        yield "_".join(("AB", "ab")[number >> bit & 1] for bit in range(17))


def colliding_fields(size):
    count = size // 2 // 60
    names = list(itertools.islice(variants(1 << 17, ""), count))
    return (
        "type Query {" + " ".join(f"{n}: Int" for n in names) + "}",
        "query Q {" + " ".join(names) + "}",
    )


def colliding_types(size):
    names = list(itertools.islice(variants(1 << 17, ""), size // 2 // 130))
    return (
        "".join(f"enum {n} {{ A }} " for n in names)
        + "type Query {" + " ".join(f"f{i}: {n}" for i, n in enumerate(names)) + "}",
        "query Q {" + " ".join(f"f{i}" for i in range(len(names))) + "}",
    )


def colliding_values(size):
    names = list(itertools.islice(variants(1 << 17, ""), size // 55))
    return "enum E {" + " ".join(names) + "} type Query { e: E }", "query Q { e }"


def many_unions(size):
    count = int((size / 24) ** 0.5)
    types = "".join(f"type T{n} {{ f{n}: Int }} " for n in range(count))
    members = " | ".join(f"T{n}" for n in range(count))
    unions = "".join(f"union U{n} = {members} " for n in range(count))
    spreads = " ".join(f"... on U{n} {{ __typename }}" for n in range(count))
    return types + unions + "type Query { u: U0 }", f"query Q {{ u {{ {spreads} }} }}"


def many_possible_types(size):
    half = size // 2
    types = fill(half, "", lambda n: f"type T{n} implements I {{ f: Int g{n}: Int }} ", "")
    count = types.count("type")
    cases = fill(half, "query Q { i {", lambda n: f" ... on T{n % count} {{ g{n % count} }}", "} }")
    return types + "interface I { f: Int } type Query { i: I }", cases


SHAPES = {
    "one field": operations("query Q {", lambda n: " f"),
    "one field, many aliases": operations("query Q {", lambda n: f" a{n}: f"),
    "one field, many conflicts": operations("query Q {", lambda n: f" a: f(x: {n})"),
    "one composite field": operations("query Q {", lambda n: " q { f }"),
    "composite fields that differ": operations("query Q {", lambda n: f" q {{ a{n}: f }}"),
    "deep and wide": operations("query Q {", lambda n: " q { " * 100 + "f" + " }" * 100),
    "inline fragments": operations("query Q {", lambda n: " ... { f }"),
    "conditions on one field": operations("query Q($a: Boolean!) {", lambda n: " f @skip(if: $a)"),
    "conditions that differ": operations(
        "query Q {", lambda n: f" a{n}: f @include(if: true) a{n}: f @skip(if: false)"),
    "one directive many times": operations("query Q { f", lambda n: " @skip(if: true)"),
    "unknown directives": operations("query Q {", lambda n: f" f @d{n}"),
    "unknown arguments": operations("query Q { f(", lambda n: f" x{n}: 1", ") }"),
    "one argument many times": operations("query Q { f(", lambda n: " x: 1", ") }"),
    "one input field many times": operations("query Q { f(in: {", lambda n: " a: 1", "}) }"),
    "a long list": operations("query Q { s(l: [", lambda n: " 1", "]) }"),
    "wrong items of a list": operations("query Q { s(l: [", lambda n: ' "x"', "]) }"),
    "a long list of objects": operations("query Q { f(in: {c: [", lambda n: " {a: 1}", "]}) }"),
    "unused variables": operations("query Q(", lambda n: f" $v{n}: Int", ") { f }"),
    "one variable many times": operations("query Q(", lambda n: " $v: Int", ") { f }"),
    "unknown variables": operations("query Q {", lambda n: f" a{n}: f(x: $v{n})"),
    "used variables": lambda size: (
        QUERY, fill(size // 2, "query Q(", lambda n: f" $v{n}: Int", ") {")
        + fill(size // 2, "", lambda n: f" a{n}: f(x: $v{n})", "}")),
    "operations": operations("", lambda n: f"query Q{n} {{ f }} ", ""),
    "operations of one name": operations("", lambda n: "query Q { f } ", ""),
    "anonymous operations": operations("", lambda n: "{ f } ", ""),
    "subscriptions": operations("", lambda n: f"subscription S{n} {{ ...F }} ",
                                "fragment F on Subscription { s }"),
    "unused fragments": operations("{ f }", lambda n: f" fragment F{n} on Query {{ f }}", ""),
    "fragments of one name": operations("{ f }", lambda n: " fragment F on Query { f }", ""),
    "unknown fragments": operations("query Q {", lambda n: f" ...F{n}"),
    "chain of fragments": fragments(
        "query Q { ...F0 }", lambda n, c: f" fragment F{n} on Query {{ ...F{n + 1} }}",
        ""),
    "chain of fragments, twice each": lambda size: (
        QUERY, (lambda text: text + f" fragment F{text.count('fragment')} on Query {{ f }}")(
            fill(size, "query Q { ...F0 }", lambda n:
                 f" fragment F{n} on Query {{ a: q {{ ...F{n + 1} }} b: q {{ ...F{n + 1} }} }}", ""))),
    "chain of merged fragments": lambda size: (
        QUERY, (lambda text: text + f" fragment F{text.count('fragment')} on Query {{ f }}")(
            fill(size, "query Q { ...F0 }", lambda n:
                 f" fragment F{n} on Query {{ q {{ ...F{n + 1} }} q {{ f ...F{n + 1} }} }}", ""))),
    "circle of fragments": fragments(
        "query Q { ...F0 }", lambda n, c: f" fragment F{n} on Query {{ q {{ ...F{(n + 1) % c} }} }}"),
    "all fragments spread later ones": lambda size: every_fragment(size, False),
    "all fragments spread all": lambda size: every_fragment(size, True),
    "operations with one chain": lambda size: (
        QUERY, fill(size // 2, "", lambda n: f"query Q{n}($a: Int) {{ ...F0 }} ", "")
        + (lambda text: text + f" fragment F{text.count('fragment')} on Query {{ f }}")(
            fill(size // 2, "", lambda n: f" fragment F{n} on Query {{ a{n}: f(x: $a) ...F{n + 1} }}", ""))),
    "concrete types": operations(
        "query Q { node {", lambda n: f" ... on {'AB'[n % 2]} {{ n {{ id }} a{n}: id }}", "} }"),
    "unknown fields of one type": both_large,
    "fields of one type": both_large_valid,
    "syntax errors": operations("query Q {", lambda n: " f(", ""),
    "possible types": many_possible_types,
    "unions of all types": many_unions,
    "colliding fields": colliding_fields,
    "colliding types": colliding_types,
    "colliding values": colliding_values,
    "types": schema(lambda n: f"type T{n} {{ a: Int }} "),
    "types of one name": schema(lambda n: "type T { a: Int } "),
    "unknown types": schema(lambda n: f"type T{n} {{ a: U{n} }} "),
    "fields of one name": schema(lambda n: " a: Int", "type Query { a: Int ", "}"),
    "enum values": schema(lambda n: f" V{n}", "type Query { a: E } enum E {", "}"),
    "enum values of one name": schema(lambda n: " V", "type Query { a: E } enum E {", "}"),
    "extensions": schema(lambda n: f"extend type Query {{ f{n}: Int }} "),
    "extensions of unknown types": schema(lambda n: f"extend type X{n} {{ f: Int }} "),
    "union members of one name": schema(lambda n: " | Query", "type Query { a: U } union U = Query"),
    "directives": schema(lambda n: f"directive @d{n} on FIELD "),
    "directives of one name": schema(lambda n: "directive @d on FIELD "),
    "applied directives": schema(
        lambda n: " @d", "directive @d repeatable on OBJECT type Query ", " { a: Int }"),
    "circle of directives": schema_known(
        lambda n, c: f"directive @d{n}(a: Int @d{(n + 1) % c}) on ARGUMENT_DEFINITION "),
    "circle of input objects": schema_known(lambda n, c: f"input I{n} {{ a: I{(n + 1) % c}! }} "),
    "chain of input objects": schema(lambda n: f"input I{n} {{ a: I{max(n - 1, 0)}{'!' if n else ''} }} "),
    "input objects of each other": lambda size: (
        "type Query { a: Int } " + (lambda c: "".join(
            f"input I{n} {{ " + " ".join(f"f{m}: I{m}!" for m in range(c)) + " } "
            for n in range(c)))(int((size / 11) ** 0.5)), "{ a }"),
    "default values in a chain": schema(
        lambda n: f"input I{n + 1} {{ a: I{n} = {{}} }} ", "type Query { a: Int } input I0 { a: Int } "),
    "default values in a circle": schema_known(
        lambda n, c: f"input I{n} {{ a: I{(n + 1) % c} = {{}} }} "),
    "default values of each other": lambda size: (
        "type Query { a: Int } " + (lambda c: "".join(
            f"input I{n} {{ " + " ".join(f"f{m}: I{m} = {{}}" for m in range(n)) + " x: Int } "
            for n in range(c)))(int((size / 8) ** 0.5)), "{ a }"),
    "interfaces in a chain": lambda size: (
        "type Query { a: Int } " + (lambda c: "".join(
            f"interface I{n} " + ("implements " + " & ".join(f"I{m}" for m in range(n)) if n else "")
            + " { a: Int } " for n in range(c)))(int((size / 3.5) ** 0.5)), "{ a }"),
    "circle of interfaces": schema_known(
        lambda n, c: f"interface I{n} implements I{(n + 1) % c} {{ a: Int }} "),
    "types of one interface": schema(
        lambda n: f"type T{n} implements I {{ a: Int }} ",
        "type Query { i: I a: Int } interface I { a: Int } "),
    "descriptions": schema(lambda n: f'"""\n  text\n    {n}\n""" type T{n} {{ a: Int }} '),
    "one description": schema(lambda n: '  line\n\\"""', '"""\n', '""" type Query { a: Int }'),
}


def measure(tool, name, folder):
    times = []
    for size in SIZES:
        schema_text, text = SHAPES[name](size)
        (folder / "schema.graphql").write_text(schema_text)
        (folder / "operations.graphql").write_text(text)
        (folder / "authgen.json").write_text(json.dumps({"version": 1, "clients": [{
            "name": "Growth", "schema": "schema.graphql", "operations": "operations.graphql",
            "output": "out"}]}))
        start = time.monotonic()
        try:
            result = subprocess.run(
                [tool, "generate", "--quiet", "--config", folder / "authgen.json"],
                capture_output=True, timeout=60)
            code = result.returncode
        except subprocess.TimeoutExpired:
            return times + [60.0], "timeout"
        times.append(time.monotonic() - start)
        if code not in (0, 1):
            return times, f"exit code {code}"
    output = sum(f.stat().st_size for f in (folder / "out").glob("*")) if code == 0 else 0
    first = result.stderr.decode(errors="replace").split("\n")[0]
    return times, first[:70] if code else f"{output // 1000} KB written"


def main():
    tool = pathlib.Path(sys.argv[1]).resolve()
    failed = False
    for name in sys.argv[2:] or SHAPES:
        with tempfile.TemporaryDirectory() as folder:
            times, end = measure(tool, name, pathlib.Path(folder))
        slow = len(times) < 3 or times[2] > 10 or (times[2] > 1 and times[2] > 3 * times[1])
        failed |= slow
        row = "  ".join(f"{t:7.3f}" for t in times)
        print(f"{'SLOW' if slow else '    '} {name:34} {row}  {end}", flush=True)
    sys.exit(failed)


if __name__ == "__main__":
    main()
