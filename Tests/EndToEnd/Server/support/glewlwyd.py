"""Runs Glewlwyd, an OpenID provider written in C, on loopback: `python -m support.glewlwyd`.

By default, its issuer is its origin followed by `/api/oidc`. The users are `alice` and `bob`, whose
email address is unverified. The password of both is `correct horse`.

The authorization endpoint redirects a browser to a page that requires a user. An automated login
does this instead: POST /api/auth/ with the user's name and password as JSON, which sets a cookie;
PUT /api/auth/grant/CLIENT with the scope; and GET the `callback_url` of the page's query followed
by `&g_continue=1`.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import select
import shutil
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from typing import Iterator, Optional, Sequence

import httpx

from .ending import end_orderly_when_terminated, end_with_parent
from .glewlwyd_setup import set_up

_PROGRAM = "glewlwyd"
# The same statements as in the package's documentation, which slim images leave out.
_DATABASE = Path("/usr/share/dbconfig-common/data/glewlwyd/install/sqlite3")
_MODULES = "/usr/lib/glewlwyd"
_PAGES = "/usr/share/glewlwyd/webapp"
_SECONDS_TO_START = 20
# The media types of the login page's files: browsers show no others.
_MIME_TYPES = {
    "html": "text/html",
    "css": "text/css",
    "js": "application/javascript",
    "json": "application/json",
}


class Unavailable(Exception):
    """Glewlwyd cannot run here. The message has the reason."""


def is_installed() -> bool:
    """Whether everything that `running` requires is installed. Debian's package has it."""
    return shutil.which(_PROGRAM) is not None and _DATABASE.exists()


@contextmanager
def running(
    issuer: Optional[str] = None, port: int = 0, redirect_uris: Sequence[str] = ()
) -> Iterator[str]:
    """Starts Glewlwyd, yields its origin, and ends it. Raises `Unavailable`."""
    if not is_installed():
        raise Unavailable(f"Glewlwyd is not installed: the program, or {_DATABASE}, is missing.")
    port = _free_port(port)
    origin = f"http://127.0.0.1:{port}"
    with tempfile.TemporaryDirectory(prefix="authgen-glewlwyd-") as folder:
        configuration = Path(folder, "glewlwyd.conf")
        configuration.write_text(_configuration(folder, port), encoding="utf-8")
        _make_database(Path(folder, "glewlwyd.db"))
        _make_pages(Path(folder, "pages"), origin)
        process = subprocess.Popen(
            [_PROGRAM, f"--config-file={configuration}"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            preexec_fn=end_with_parent,
        )
        try:
            _wait_for(origin, process)
            set_up(origin, issuer or f"{origin}/api/oidc", redirect_uris)
            yield origin
        finally:
            process.terminate()
            process.wait()


def add_redirect_uris(parser: argparse.ArgumentParser) -> None:
    """Adds the argument for `redirect_uris`."""
    parser.add_argument(
        "--redirect-uri",
        action="append",
        default=[],
        metavar="URI",
        help="one more that the app may use; may be repeated",
    )


def _free_port(preferred: int) -> int:
    """The requested port, or a free one for 0. Raises `Unavailable` if it is in use.

    The system gives the port to no other program until Glewlwyd listens: it lies below the range of ports
    that Linux and Apple's systems choose from.
    """
    for _ in range(100):
        port = preferred or random.randrange(20_000, 32_768)
        with socket.socket() as listener:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                listener.bind(("127.0.0.1", port))
            except OSError as error:
                reason = error.strerror
            else:
                return port
        if preferred:
            break
    raise Unavailable(f"Port {port} is not free: {reason}.")


def _make_database(path: Path) -> None:
    sql = _DATABASE.read_text(encoding="utf-8")
    connection = sqlite3.connect(path)
    # One transaction: each single statement would wait for the disk.
    connection.executescript(f"BEGIN;{sql};COMMIT;")
    connection.close()


def _make_pages(path: Path, origin: str) -> None:
    """The files of the login page, with the configuration that Debian's files lack."""
    shutil.copytree(_PAGES, path, ignore=shutil.ignore_patterns("config.json"))
    urls = {"GlewlwydUrl": f"{origin}/", "ProfileUrl": f"{origin}/profile.html", "lang": ["en"]}
    Path(path, "config.json").write_text(json.dumps(urls), encoding="utf-8")


def _configuration(folder: str, port: int) -> str:
    # With `use_secure_connection` or `user_middleware_module_path`, Debian's version 2.7.5 does not
    # start, regardless of their values.
    types = ", ".join(
        f'{{ extension=".{extension}"; mime_type="{mime_type}"; compress=0; }}'
        for extension, mime_type in _MIME_TYPES.items()
    )
    return f"""
port={port}
bind_address="127.0.0.1"
external_url="http://127.0.0.1:{port}"
login_url="login.html"
api_prefix="api"
static_files_path="{folder}/pages"
static_files_mime_types=({types});
log_mode="file"
log_level="ERROR"
log_file="{folder}/glewlwyd.log"
cookie_secure=0
cookie_same_site="empty"
session_expiration=3600
session_key="GLEWLWYD2_SESSION_ID"
admin_session_authentication="cookie"
profile_session_authentication="cookie"
login_api_enabled=true
admin_scope="g_admin"
profile_scope="g_profile"
user_module_path="{_MODULES}/user"
client_module_path="{_MODULES}/client"
user_auth_scheme_module_path="{_MODULES}/scheme"
plugin_module_path="{_MODULES}/plugin"
hash_algorithm="SHA512"
database={{ type="sqlite3"; path="{folder}/glewlwyd.db"; }};
"""


def _wait_for(origin: str, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + _SECONDS_TO_START
    with httpx.Client() as client:
        while time.monotonic() < deadline and process.poll() is None:
            try:
                client.get(f"{origin}/config").raise_for_status()
                return
            except httpx.HTTPError:
                time.sleep(0.02)
    raise Unavailable("Glewlwyd did not start.")


def _wait_for_end_of_input(seconds: float) -> None:
    deadline = time.monotonic() + seconds
    while select.select([sys.stdin], [], [], max(0, deadline - time.monotonic()))[0]:
        if not os.read(0, 4096):
            return


def main() -> None:
    """Parses the arguments and runs Glewlwyd until standard input ends."""
    parser = argparse.ArgumentParser(prog="support.glewlwyd", description=__doc__)
    parser.add_argument("--port", type=int, default=0, help="0, the default, for any free one")
    parser.add_argument("--issuer", help="what it calls itself (default: its origin + /api/oidc)")
    parser.add_argument("--seconds", type=float, default=600, help="to end after (default 600)")
    add_redirect_uris(parser)
    arguments = parser.parse_args()
    end_orderly_when_terminated()
    try:
        with running(arguments.issuer, arguments.port, arguments.redirect_uri) as origin:
            print(f"listening on {origin}", flush=True)
            _wait_for_end_of_input(arguments.seconds)
    except Unavailable as reason:
        sys.exit(str(reason))


if __name__ == "__main__":
    main()
