"""One house calls the other: both prove that they hold the secret that they share."""

import hmac
import http.client
import json
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from secrets import token_hex
from typing import IO, Any
from urllib.parse import urlsplit

SOON = 2.0
"""Seconds that the other house has to say what it is."""
FAULTS = (OSError, http.client.HTTPException, ValueError)


@dataclass(frozen=True)
class Answer:
    status: int
    body: bytes

    def read(self) -> Any:
        return json.loads(self.body)


class Line:
    """A connection that is kept, and dialled again where it broke."""

    def __init__(self, url: str, secret: str, patience: float) -> None:
        parts = urlsplit(url)
        kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        self._line = kind(parts.hostname or "", parts.port, timeout=patience)
        self._secret = secret

    def ask(self, path: str, body: object = None, to: IO[bytes] | None = None) -> Answer:
        """One of `FAULTS` where nobody answers; a long answer goes into the file `to`."""
        headers: Mapping[str, str] = {
            "Authorization": f"Bearer {self._secret}",
            "Content-Type": "application/json",
        }
        data = None if body is None else json.dumps(body).encode()
        try:
            self._line.request("GET" if data is None else "POST", f"/house/beside/{path}", data, headers)
            answer = self._line.getresponse()
            if to is None or answer.status != 200:
                return Answer(answer.status, answer.read())
            while piece := answer.read(2**20):
                to.write(piece)
            return Answer(answer.status, b"")
        except FAULTS:
            self._line.close()
            raise

    def close(self) -> None:
        self._line.close()


@dataclass(frozen=True)
class State:
    """What the other house says of itself. One that follows and is not in step takes nothing over."""

    leads: bool
    term: int
    in_step: bool = False


def proof(secret: str, nonce: str, state: State) -> str:
    """What only who holds the secret can say of itself, to this question."""
    words = f"{nonce} {int(state.leads)} {state.term} {int(state.in_step)}"
    return hmac.new(secret.encode(), words.encode(), sha256).hexdigest()


def state_of(url: str, secret: str, patience: float = SOON) -> State | None:
    """What that house is just now; None where it does not answer, or somebody else does in its place."""
    nonce = token_hex(16)
    line = Line(url, "", patience)
    try:
        received = line.ask(f"state?nonce={nonce}").read()
        state = State(bool(received["leads"]), int(received["term"]), bool(received["in_step"]))
        true = hmac.compare_digest(str(received["proof"]), proof(secret, nonce, state))
    except (*FAULTS, KeyError, TypeError):
        return None
    finally:
        line.close()
    return state if true else None
