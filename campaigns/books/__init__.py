"""The books of a campaign: every figure from the journal, and the way from each figure back to it."""
