"""Runs the server until standard input ends: `python -m strawberry_server --version VERSION`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from support.serving import add_arguments, listening


def main() -> None:
    """Parses the arguments and serves."""
    parser = argparse.ArgumentParser(prog="strawberry_server", description=__doc__)
    parser.add_argument("--version", required=True, help="the version of Strawberry")
    add_arguments(parser)
    arguments = parser.parse_args()
    # The other servers use other versions of the engine.
    sys.path.insert(0, str(Path(sys.prefix) / f"strawberry-{arguments.version}"))
    # pylint: disable-next=import-outside-toplevel
    from .application import Application

    with listening(arguments) as place:
        place.serve(Application().asgi())


if __name__ == "__main__":
    main()
