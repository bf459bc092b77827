"""Codes that give the host's place anew: one written down at the opening, one from who runs the house.

The code on paper is kept as a hash. The house's own is kept nowhere: it is made of the signing key, so that
the command that tells it writes nothing beside a server that is at work, and stands for half an hour at most.
"""

import secrets
import time

from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from companion.engine.errors import IllegalAction
from companion.tables.codes import LETTERS, hashed, spelt
from companion.tables.models import RecoveryCode, Table
from companion.tables.writing import writing_at

LENGTH, PART = 16, 4
SLOT = 900
"""Seconds: the house's code is good in the slot in which it was told, and in the next."""


class WrongCode(IllegalAction):
    """No code of this table, or one that has served already."""


def new_code(table: Table) -> str:
    """A code to be written down; the ones before it are good no more."""
    code = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
    with writing_at(table) as now:
        RecoveryCode.objects.filter(table=now, used_at=None).delete()
        RecoveryCode.objects.create(table=now, hash=hashed(code))
    return spoken(code)


def house_code(table: Table, slot: int | None = None) -> str:
    """The code that the house itself tells just now."""
    served = RecoveryCode.objects.filter(table=table).exclude(used_at=None).count()
    when = _slot() if slot is None else slot
    what = f"{table.pk} {table.code} {served} {when}"
    number = int.from_bytes(salted_hmac("companion.tables.host", what, algorithm="sha256").digest())
    return spoken("".join(LETTERS[number // len(LETTERS) ** n % len(LETTERS)] for n in range(LENGTH)))


def redeem(table: Table, text: str) -> None:
    """Use a code, once; `WrongCode` if it is none. Inside `writing_at`."""
    code = spelt(text, LENGTH)
    found = RecoveryCode.objects.filter(table=table, hash=hashed(code), used_at=None).first()
    own = (spelt(house_code(table, slot), LENGTH) for slot in (_slot(), _slot() - 1))
    if found is None and not any(constant_time_compare(code, each) for each in own):
        raise WrongCode("code", "This is no recovery code of this table, or it has served already.")
    RecoveryCode.objects.filter(table=table, used_at=None).delete()
    RecoveryCode.objects.create(table=table, hash=hashed(code), used_at=timezone.now())


def stands(table: Table, text: str) -> bool:
    """Whether this is the code on paper, and has not served."""
    return RecoveryCode.objects.filter(table=table, hash=hashed(spelt(text, LENGTH)), used_at=None).exists()


def spoken(code: str) -> str:
    """A code as people write it down.

    >>> spoken("BCDFGHJKMNPQRSTV")
    'BCDF-GHJK-MNPQ-RSTV'
    """
    return "-".join(code[at : at + PART] for at in range(0, len(code), PART))


def _slot() -> int:
    return int(time.time()) // SLOT
