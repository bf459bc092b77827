"""The pages of a series."""

from campaigns.series.views.season import season

__all__ = ["season"]
