"""How many files this process may hold open, and what each kind of guest may have of them.

A connection is a file. The house keeps some for itself, for its database and what it reads; and of the
connections some are kept for pages, so that screens without a stream still get theirs.
"""

from contextlib import suppress

ENOUGH = 65_536
OWN, PAGES = 256, 128


def raise_limit() -> None:
    """Take as many files as the system lets this process have, up to `ENOUGH`."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = ENOUGH if hard == resource.RLIM_INFINITY else min(hard, ENOUGH)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def limit() -> int:
    """How many files may be open at once in this process."""
    with suppress(ImportError, OSError):
        import resource

        soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        return ENOUGH if soft == resource.RLIM_INFINITY else min(soft, ENOUGH)
    return 2048  # Windows counts no files; this is what its C library opens.


def connections() -> int:
    """How many connections may stand at once: all files but those that the house needs itself."""
    files = limit()
    return files - min(OWN, files // 2)


def streams() -> int:
    """How many of the connections may be live screens: all but those that pages need."""
    places = connections()
    return places - min(PAGES, places // 2)


def streams_an_address() -> int:
    """How many live screens one address may have: half, so that nobody can shut the others out."""
    return streams() // 2
