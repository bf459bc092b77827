"""Campaigns for programs: what their screens show and do, on the same functions, under the same secrets.

A token is that of the host, of a seat at the campaign's table, or one that only looks.
"""

from ninja import Router

from campaigns.api import campaigns, designer

router = Router()
for part in (campaigns.router, campaigns.series, designer.router):
    router.add_router("", part)
