"""A short measurement of a running OpenAI-compatible server: first token and pace, alone and with several at once.

Only on request, only to the address given. Answers are read as a stream with limits on time and size.
"""

from __future__ import annotations

import http.client
import json
import random
import time
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

from advisor.errors import CannotAnswer
from advisor.words import say

TIMEOUT_S = 120.0
MAX_LINE_BYTES = 2**16
MAX_ANSWER_BYTES = 2**24
WORDS = ("river", "stone", "window", "copper", "garden", "signal", "winter", "paper", "engine", "harbour", "silver", "market")
WORDS_A_TOKEN = 0.8


class Sample(NamedTuple):
    """One request: seconds to the first piece and to the last, and tokens as the server counted them (pieces where it did not)."""

    first_s: float
    last_s: float
    prompt_tokens: int | None
    output_tokens: int

    @property
    def tokens_per_s(self) -> float | None:
        """Pace after the first token."""
        return (self.output_tokens - 1) / (self.last_s - self.first_s) if self.output_tokens > 1 and self.last_s > self.first_s else None


def measure(url: str, model: str | None = None, prompt_tokens: int = 512, output_tokens: int = 128, concurrency: int = 1,
            api_key: str | None = None) -> dict[str, Any]:
    """Asks `concurrency` requests at once after one to warm up; lengths in tokens, times in seconds.

    Raises CannotAnswer when the address is none, nobody answers there, or the answer is not a stream of completions.
    """
    base = _base(url)
    name = model or _first_model(base, api_key)
    _ask(base, name, 16, 4, api_key)
    with ThreadPoolExecutor(concurrency) as pool:
        start = time.monotonic()
        samples = list(pool.map(lambda _: _ask(base, name, prompt_tokens, output_tokens, api_key), range(concurrency)))
        took = time.monotonic() - start
    paces = [pace for sample in samples if (pace := sample.tokens_per_s) is not None]
    return {"url": base, "model": name, "requests": len(samples), "concurrency": concurrency,
            "prompt_tokens": samples[0].prompt_tokens, "output_tokens": sum(s.output_tokens for s in samples),
            "ttft_s": sum(s.first_s for s in samples) / len(samples), "decode_tokens_per_s": sum(paces) / len(paces) if paces else None,
            "output_tokens_per_s": sum(s.output_tokens for s in samples) / took}


def _base(url: str) -> str:
    text = url.strip().rstrip("/")
    if not text.startswith(("http://", "https://")):
        text = "http://" + text
    text = text.removesuffix("/v1")
    if len(text) > 500 or any(c.isspace() or ord(c) < 33 for c in text):
        raise CannotAnswer(say("That is no server's address."), say("Write it as http://127.0.0.1:8000."), "url")
    return text


def _request(address: str, api_key: str | None, body: dict[str, Any] | None = None) -> Any:
    headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {api_key}"} if api_key else {})}
    data = json.dumps(body).encode() if body is not None else None
    try:
        return urllib.request.urlopen(urllib.request.Request(address, data, headers), timeout=TIMEOUT_S)
    except urllib.error.HTTPError as error:
        with error:
            raise CannotAnswer(say("The server answered {code} to {address}.", code=str(error.code), address=address),
                               say("A key is given with --api-key.") if error.code in (401, 403) else "", "url") from None
    except (OSError, ValueError, http.client.HTTPException) as error:     # the last: an address that is none
        raise CannotAnswer(say("Nobody answers at {address}: {why}.", address=address, why=str(getattr(error, "reason", error))[:120]),
                           say("Start the server, or mend the address."), "url") from None


def _first_model(base: str, api_key: str | None) -> str:
    with _request(base + "/v1/models", api_key) as answer:
        try:
            return str(json.loads(answer.read(MAX_ANSWER_BYTES))["data"][0]["id"])[:500]
        except (ValueError, KeyError, IndexError, TypeError):
            raise CannotAnswer(say("{address} names no model.", address=base + "/v1/models"), say("Name it with --model."), "url") from None


def _ask(base: str, model: str, prompt_tokens: int, output_tokens: int, api_key: str | None) -> Sample:
    words = " ".join(random.choice(WORDS) for _ in range(max(1, int(prompt_tokens * WORDS_A_TOKEN))))
    body = {"model": model, "stream": True, "stream_options": {"include_usage": True}, "max_tokens": output_tokens, "temperature": 0.7,
            "messages": [{"role": "user", "content": f"Continue this list of words: {words}"}]}
    start = time.monotonic()
    first = last = 0.0
    pieces = size = 0
    usage: dict[str, Any] = {}
    with _request(base + "/v1/chat/completions", api_key, body) as answer:
        try:
            while line := answer.readline(MAX_LINE_BYTES):
                size += len(line)
                if size > MAX_ANSWER_BYTES or time.monotonic() - start > TIMEOUT_S:
                    break
                if not line.startswith(b"data:") or line[5:].strip() == b"[DONE]":
                    continue
                event = json.loads(line[5:])
                usage = event.get("usage") or usage
                delta = (event.get("choices") or [{}])[0].get("delta") or {}
                if delta.get("content") or delta.get("reasoning_content") or delta.get("reasoning"):
                    last = time.monotonic() - start
                    first = first or last
                    pieces += 1
        except (ValueError, AttributeError, TypeError, OSError):
            raise CannotAnswer(say("The answer of {address} is not a stream of completions.", address=base),
                               say("Give the address of an OpenAI-compatible server with a chat model."), "url") from None
    if not pieces:
        raise CannotAnswer(say("{address} streamed no token.", address=base), say("Ask for a longer answer (--output-tokens)."), "url")
    count, prompt = usage.get("completion_tokens"), usage.get("prompt_tokens")
    return Sample(first, last, prompt if isinstance(prompt, int) else None, count if isinstance(count, int) and count > 0 else pieces)
