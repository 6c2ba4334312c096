"""Measuring a running server: a real HTTP server on loopback that streams, stalls, refuses or talks nonsense."""

import json
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from advisor.errors import CannotAnswer
from advisor.machine import measure as module
from advisor.machine.measure import measure

PAUSE = 0.01


class Fake(BaseHTTPRequestHandler):
    mode = "good"

    def log_message(self, *words: object) -> None:
        pass

    def _send(self, code: int, text: str, kind: str = "application/json") -> None:
        self.send_response(code)
        self.send_header("Content-Type", kind)
        self.end_headers()
        self.wfile.write(text.encode())

    def do_GET(self) -> None:
        self._send(200, json.dumps({"data": [{"id": "tiny"}]} if self.mode != "no model" else {"data": []}))

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if self.mode == "key" and self.headers.get("Authorization") != "Bearer secret":
            self._send(401, "{}")
            return
        if self.mode == "nonsense":
            self._send(200, "data: {not json\n\n", "text/event-stream")
            return
        self.send_response(200)
        self.end_headers()
        if self.mode == "silent":
            return
        for _ in range(body["max_tokens"]):
            time.sleep(PAUSE)
            self.wfile.write(b'data: {"choices": [{"delta": {"content": "x"}}]}\n\n')
            self.wfile.flush()
        usage = {"choices": [], "usage": {"prompt_tokens": 37, "completion_tokens": body["max_tokens"]}}
        self.wfile.write(f"data: {json.dumps(usage)}\n\ndata: [DONE]\n\n".encode())


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setattr(Fake, "mode", "good")
    http = ThreadingHTTPServer(("127.0.0.1", 0), Fake)
    thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{http.server_port}"
    http.shutdown()
    http.server_close()
    thread.join()


def test_first_token_and_pace_come_from_the_stream(server: str) -> None:
    answer = measure(server + "/v1/", output_tokens=12)
    assert answer["model"] == "tiny"
    assert (answer["prompt_tokens"], answer["output_tokens"], answer["requests"]) == (37, 12, 1)
    assert answer["ttft_s"] >= PAUSE
    assert 0 < answer["decode_tokens_per_s"] <= 1 / PAUSE * 1.05


def test_several_at_once_add_up(server: str) -> None:
    answer = measure(server, output_tokens=10, concurrency=4)
    assert (answer["requests"], answer["output_tokens"]) == (4, 40)


@pytest.mark.parametrize(("mode", "word"), [("no model", "names no model"), ("key", "401"), ("nonsense", "not a stream"),
                                            ("silent", "no token")])
def test_what_goes_wrong_is_told_in_a_sentence(server: str, monkeypatch: pytest.MonkeyPatch, mode: str, word: str) -> None:
    monkeypatch.setattr(Fake, "mode", mode)
    with pytest.raises(CannotAnswer, match=word):
        measure(server)


def test_a_key_is_sent(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Fake, "mode", "key")
    assert measure(server, output_tokens=2, api_key="secret")["output_tokens"] == 2


@pytest.mark.parametrize("url", ["http://127.0.0.1:9", "http://a b", "x" * 1000, "http://[::bad"])
def test_addresses_that_answer_nothing(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "TIMEOUT_S", 2.0)
    with pytest.raises(CannotAnswer):
        measure(url)
