"""Holds a JSON text from standard input against a JSON Schema: `python -m support.json_schema FILE`.

It prints the first value that does not follow the schema, and exits with 1.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import fastjsonschema


def main() -> int:
    """Runs the program."""
    schema = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    try:
        fastjsonschema.validate(schema, json.load(sys.stdin))
    except fastjsonschema.JsonSchemaException as error:
        print(error)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
