"""Orders for tests of the shop."""

from django_tasks_db.management.commands.db_worker import Worker

from companion.printing import find
from companion.shop.orders import Order, Seen


def order(name: str = "missions", seen: Seen | None = None, **given: str) -> Order:
    return Order(find("scarper", name), given, seen)


def work() -> None:
    """Everything that waits is done, in this process, by Django Tasks' own worker."""
    Worker(
        queue_names=["default"], interval=0, batch=True, backend_name="default", startup_delay=False,
        max_tasks=None, worker_id="test", excluded_queue_names=[],
    ).run()  # fmt: skip
