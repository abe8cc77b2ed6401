"""Ninety behind nginx, set up as `.ops/nginx.conf` says but for ports and places."""

import http.client
import re
import shutil
import socket
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection

from ninety.limits import key_for
from ninety.models import Budget
from tests.factories import bob, seated_match
from tests.ninety import test_server
from tests.ninety.clients import cookie_of
from tests.ninety.test_outages import HANDS, PATIENCE, WITH_STATIC_FILES, until
from tests.ninety.test_server import Running, event, running

NAME = "ninety.school"
ELLIPTIC = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"]
CERTIFICATE = ["openssl", "req", "-x509", *ELLIPTIC, "-nodes", "-subj", f"/CN={NAME}"]
MAIN = """
daemon off;
{user}
pid {folder}/pid;
error_log {folder}/errors;
events {{}}
http {{
    access_log {folder}/requests;
    client_body_temp_path {folder}/bodies;
    proxy_temp_path {folder}/answers;
    gzip on;
    gzip_proxied any;
    gzip_types *;
    include {folder}/ninety.conf;
}}
"""
"""As a distribution might set nginx up, with as much compression as it can do."""

pytestmark = [
    pytest.mark.skipif(not shutil.which("nginx") or not shutil.which("openssl"), reason="there is no nginx"),
    pytest.mark.skipif(connection.vendor == "postgresql", reason="a proxy does not see the database"),
    pytest.mark.django_db(transaction=True),
]


@dataclass
class Behind:
    """Ninety behind nginx, which has a port for HTTP and one for HTTPS."""

    server: Running
    plain: int
    secure: int

    def connect(self, sender: str = "127.0.0.1") -> http.client.HTTPSConnection:
        """Connect by HTTPS, from an address of this machine."""
        context = ssl._create_unverified_context()
        return http.client.HTTPSConnection(
            "127.0.0.1", self.secure, timeout=PATIENCE, source_address=(sender, 0), context=context
        )

    def ask(self, path: str, method: str = "GET", body: bytes = b"", **headers: str) -> tuple[int, str, str]:
        """Give the status, the headers and the text of an answer."""
        with closing(self.connect(headers.pop("sender", "127.0.0.1"))) as line:
            named = {name.replace("_", "-"): value for name, value in headers.items()}
            line.request(method, path, body or None, {"Host": f"{NAME}:{self.secure}", **named})
            with line.getresponse() as answer:
                return answer.status, str(answer.headers), answer.read().decode()


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def nginx(folder: Path, port: int) -> Iterator[tuple[int, int]]:
    """Run nginx in front of a port, and give its own for HTTP and HTTPS."""
    plain, secure = free_port(), free_port()
    certificate, key = folder / "certificate.pem", folder / "key.pem"
    command = [*CERTIFICATE, "-out", str(certificate), "-keyout", str(key)]
    subprocess.run(command, check=True, capture_output=True)
    text = (Path(settings.BASE_DIR) / ".ops" / "nginx.conf").read_text()
    for old, new in {
        "127.0.0.1:8000 ": f"127.0.0.1:{port} ",
        "listen 80;": f"listen 127.0.0.1:{plain};",
        "listen 443 ": f"listen 127.0.0.1:{secure} ",
        "/etc/ssl/ninety.pem": str(certificate),
        "/etc/ssl/ninety.key": str(key),
        "/var/log/nginx/error.log": str(folder / "errors"),
    }.items():
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    (folder / "ninety.conf").write_text(text)
    main = folder / "nginx.conf"
    # Who starts it as root lets it write into the folder of a test.
    main.write_text(MAIN.format(folder=folder, user="user root;" if main.parent.owner() == "root" else ""))
    with subprocess.Popen(["nginx", "-c", str(main)], stderr=subprocess.PIPE) as process:
        try:
            assert until(lambda: is_open(secure) or process.poll() is not None)
            assert process.poll() is None, process.communicate()[1].decode()
            yield plain, secure
        finally:
            process.terminate()


def is_open(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@pytest.fixture
def behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Behind]:
    """Serve behind nginx with the settings of a small server."""
    served = test_server.SERVE.replace("\nfrom ninety import server\n", WITH_STATIC_FILES)
    monkeypatch.setattr(test_server, "SERVE", served)
    for name, value in {"HTTPS": "1", "PROXIES": "127.0.0.1", "ALLOWED_HOSTS": NAME}.items():
        monkeypatch.setenv(name, value)
    with running() as server, nginx(tmp_path, server.port) as (plain, secure):
        yield Behind(server, plain, secure)


def test_it_stands_behind_nginx(behind: Behind, tmp_path: Path) -> None:
    # Plain HTTP leads to HTTPS.
    with closing(http.client.HTTPConnection("127.0.0.1", behind.plain, timeout=PATIENCE)) as line:
        line.request("GET", "/join/?x=1", headers={"Host": NAME})
        answer = line.getresponse()
    assert (answer.status, answer.headers["Location"]) == (301, f"https://{NAME}/join/?x=1")

    # A form is taken, its cookies stay on HTTPS, and who sent it is believed of nginx alone.
    status, headers, page = behind.ask("/join/")
    assert (status, "Secure" in headers) == (200, True)
    token = re.search(r'csrfmiddlewaretoken" value="(\w+)"', page)
    cookie = re.search(r"ninety_csrf=\w+", headers)
    assert token
    assert cookie
    form = {"Content_Type": "application/x-www-form-urlencoded", "Origin": f"https://{NAME}:{behind.secure}"}
    form |= {"Cookie": cookie[0], "X_Forwarded_For": "203.0.113.9", "sender": "127.0.0.2"}
    body = f"csrfmiddlewaretoken={token[1]}&code=BCDFGH".encode()
    status, _, page = behind.ask("/join/", "POST", body, **form)
    assert (status, Budget.objects.filter(key=key_for("address", "127.0.0.2")).count()) == (422, 1)

    # What is too large for Ninety is told by Ninety.
    status, headers, _ = behind.ask("/join/", "POST", b"x" * 3_000_000, Content_Type="text/plain")
    assert (status, "x-request-id" in headers.lower()) == (403, True)

    # A stream comes as it is, and by itself: what is gathered would wait for far more than two events.
    match, cookie_of_bob = seated_match(bob(), HANDS), cookie_of(bob())
    with closing(behind.connect()) as line:
        asked = {"Host": f"{NAME}:{behind.secure}", "Cookie": cookie_of_bob, "Accept-Encoding": "gzip"}
        line.request("GET", f"/match/{match.slug}/stream/", headers=asked)
        with line.getresponse() as stream:
            assert (stream.status, stream.headers["Content-Encoding"]) == (200, None)
            assert [event(stream), event(stream)] == ["retry: 1000", "event: version\ndata: 0"]

    # While Ninety is away a page says so, and tries again.
    behind.server.process.kill()
    behind.server.process.wait()
    status, headers, page = behind.ask("/join/")
    assert (status, "Retry-After: 5" in headers, 'http-equiv="refresh"' in page) == (503, True, True)

    # Addresses let in: none is in a log.
    assert (tmp_path / "requests").read_text() == ""
    assert "join" not in (tmp_path / "errors").read_text()
