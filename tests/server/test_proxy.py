"""The proxy of the tests: in turn, past whoever is gone, and cut where a test says so."""

from __future__ import annotations

import socket
import socketserver
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from urllib.parse import urlsplit

from tests.patience import ANSWER
from tests.server.proxy import Proxy


@contextmanager
def echoing(name: bytes) -> Iterator[int]:
    """A server that says its name before every line; its port."""

    class Echo(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            for line in self.rfile:
                self.wfile.write(name + line)

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Echo) as server:
        server.daemon_threads = True
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server.server_address[1]
        server.shutdown()
        thread.join()


@contextmanager
def in_front_of(*ports: int) -> Iterator[Proxy]:
    proxy = Proxy(list(ports))
    try:
        yield proxy
    finally:
        proxy.close()


def connected(proxy: Proxy) -> socket.socket:
    place = urlsplit(proxy.address)
    return socket.create_connection((str(place.hostname), int(place.port or 0)), timeout=ANSWER)


def said(client: socket.socket, line: bytes = b"!\n") -> bytes:
    client.sendall(line)
    return client.recv(100)


def is_cut_off(client: socket.socket) -> bool:
    try:
        return client.recv(1) == b""
    except ConnectionResetError:
        return True


def test_connections_go_to_the_servers_in_turn() -> None:
    with echoing(b"a") as one, echoing(b"b") as two, in_front_of(one, two) as proxy, ExitStack() as stack:
        clients = [stack.enter_context(closing(connected(proxy))) for _ in range(4)]
        assert sorted(said(client) for client in clients) == [b"a!\n", b"a!\n", b"b!\n", b"b!\n"]


def test_whoever_takes_no_connections_is_passed_over() -> None:
    with echoing(b"a") as gone:
        pass
    with echoing(b"b") as there, in_front_of(gone, there) as proxy:
        for _ in range(3):
            with closing(connected(proxy)) as client:
                assert said(client) == b"b!\n"
    with in_front_of(gone) as proxy, closing(connected(proxy)) as client:
        assert is_cut_off(client)


def test_a_cut_ends_what_goes_to_one_server_and_nothing_else() -> None:
    with echoing(b"a") as one, echoing(b"b") as two, in_front_of(one, two) as proxy, ExitStack() as stack:
        clients = {}
        for _ in range(2):
            client = stack.enter_context(closing(connected(proxy)))
            clients[said(client)] = client
        assert proxy.cut(one) == 2
        assert is_cut_off(clients[b"a!\n"])
        assert said(clients[b"b!\n"], b"?\n") == b"b?\n"


def test_what_is_held_up_comes_all_the_same() -> None:
    with echoing(b"a") as one, in_front_of(one) as proxy, closing(connected(proxy)) as client:
        proxy.delay(0.01)
        assert said(client) == b"a!\n"
