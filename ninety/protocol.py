"""How bytes become requests: by httptools, which parses in C, and within a bound that it does not set by itself."""

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEAD = 64 * 1024
"""Bytes that come before the head of a request has ended, at the most."""


class Protocol(HttpToolsProtocol):
    """Refuses a request whose head does not end, instead of keeping all of it."""

    _head = 0
    _is_head = True

    def data_received(self, data: bytes) -> None:
        """Take in what has come."""
        super().data_received(data)
        if not self._is_head or self.transport.is_closing():
            return
        self._head += len(data)
        if self._head > HEAD:
            self.send_400_response("The head of this request is too long.")

    def on_message_begin(self) -> None:
        """Begin to read a head."""
        super().on_message_begin()
        self._is_head, self._head = True, 0

    def on_headers_complete(self) -> None:
        """Read what follows the head."""
        super().on_headers_complete()
        self._is_head = False
