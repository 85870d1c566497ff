"""Serves an application on loopback until standard input ends or the time is up."""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import socket
import sys
import threading
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Iterator

import uvicorn

from .ending import end_orderly_when_terminated
from .ledger import Ledger


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of every server."""
    parser.add_argument("--port", type=int, default=0, help="0, the default, for any free one")
    parser.add_argument(
        "--origin", help="what clients call, if a proxy forwards their requests to the server"
    )
    parser.add_argument("--ledger", type=Path, help="the file to append every secret to")
    parser.add_argument("--seconds", type=float, default=600, help="to end after (default 600)")


@dataclass(frozen=True)
class Place:
    """The socket where a server will listen, what clients call, and its ledger."""

    origin: str
    address: str
    ledger: Ledger
    _listener: socket.socket
    _seconds: float

    def serve(self, application: Any, date_header: bool = True, **options: Any) -> None:
        """Prints the address, and serves an ASGI application until the server ends.

        Without `date_header`, the application sets the header `Date` itself. The other options are
        those of uvicorn.
        """
        server = uvicorn.Server(
            uvicorn.Config(
                application,
                log_config=None,
                access_log=False,
                lifespan="off",
                date_header=date_header,
                # A client may use an idle connection again at the moment when the server closes it.
                timeout_keep_alive=3600,
                timeout_graceful_shutdown=1,
                # A client on a busy machine may answer a ping late.
                ws_ping_interval=None,
                **options,
            )
        )
        threading.Thread(target=_stop_at_end_of_input, args=(server,), daemon=True).start()
        print(f"listening on {self.address}", flush=True)
        asyncio.run(_serve_for(self._seconds, server, self._listener))


@contextmanager
def listening(arguments: argparse.Namespace) -> Iterator[Place]:
    """A socket from the arguments, which is closed at the end."""
    # The libraries' messages can quote secrets. The servers' own logs do not use the libraries.
    logging.disable(logging.CRITICAL)
    end_orderly_when_terminated()
    with ExitStack() as stack:
        # asyncio sends without a delay if the socket names its protocol. Otherwise each response on a kept connection
        # waits 40 ms for an acknowledgement.
        listener = stack.enter_context(
            socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        )
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(("127.0.0.1", arguments.port))
        listener.listen(1024)
        ledger = Ledger()
        if arguments.ledger is not None:
            ledger = Ledger(
                stack.enter_context(
                    arguments.ledger.open("a", encoding="utf-8", errors="backslashreplace")
                )
            )
        address = f"http://127.0.0.1:{listener.getsockname()[1]}"
        origin = arguments.origin or address
        yield Place(origin, address, ledger, listener, arguments.seconds)


async def _serve_for(seconds: float, server: uvicorn.Server, listener: socket.socket) -> None:
    asyncio.get_running_loop().call_later(seconds, _stop, server)
    await server.serve([listener])


def _stop_at_end_of_input(server: uvicorn.Server) -> None:
    try:
        while os.read(0, 4096):
            pass
    except OSError:
        # A closed standard input has ended.
        pass
    _stop(server)


def _stop(server: uvicorn.Server) -> None:
    server.should_exit = True
