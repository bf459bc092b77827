"""Who works: each worker by its machine and its process, so that a dead one can be told."""

import os
import socket


def me() -> str:
    """This worker: its machine and its process."""
    return f"{socket.gethostname()}:{os.getpid()}"


def is_dead(worker: str) -> bool:
    """Whether that worker ran on this machine and has ended; one elsewhere is judged by its silence."""
    host, _, process = worker.rpartition(":")
    if host != socket.gethostname() or os.name == "nt":
        return False
    try:
        os.kill(int(process), 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        return False
    return False
