"""The campaigns among Django's applications."""

from django.apps import AppConfig


class CampaignsConfig(AppConfig):
    """Campaigns, their evenings, and the devices that know them."""

    name = "campaigns"

    def ready(self) -> None:
        """Tell the tables which of them are kept here, which devices are known here, and who keeps series.

        And tell the workers what work comes from here, and what the lab has for them.
        """
        from campaigns import foreseeing
        from campaigns.chronicle import rested
        from campaigns.demo import lying_open, open_demos
        from campaigns.designer.trials import KIND, TRIALS
        from campaigns.opening import belongs, is_known, own, way_in
        from campaigns.reports import views
        from campaigns.series import join
        from campaigns.series import score_between as score
        from companion.shop import lab
        from companion.shop.tasks import KINDS
        from companion.tables.afterwards import SERIES, Series
        from companion.tables.devices import BOOKS
        from companion.tables.journal import RESTED
        from companion.tables.lobby import KEEPERS
        from companion.tables.play import MORE, More
        from companion.views import finding
        from companion.views.front import CODES

        if (demos := More(open_demos, lying_open)) not in MORE:
            MORE.append(demos)
        KINDS |= {
            lab.KIND: lab.LAB,
            KIND: TRIALS,
            views.KIND: views.HISTORY,
            foreseeing.KIND: foreseeing.AHEAD,
        }
        if way_in not in CODES:
            CODES.append(way_in)
        if own not in finding.KEPT:
            finding.KEPT.append(own)
        if belongs not in KEEPERS:
            KEEPERS.append(belongs)
        if is_known not in BOOKS:
            BOOKS.append(is_known)
        if (series := Series(join, score)) not in SERIES:
            SERIES.append(series)
        if rested not in RESTED:
            RESTED.append(rested)
