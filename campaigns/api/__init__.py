"""Campaigns for programs: what their screens show and do, on the same functions, under the same secrets.

A token is that of the host, of a seat at the campaign's table, or one that only looks.
"""

from ninja import Router

from campaigns.api import campaigns, designer, reports, rooms, season, trials

router = Router()
for part in (campaigns, rooms, reports, season, designer, trials):
    router.add_router("", part.router)
