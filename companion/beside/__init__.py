"""A second house beside the first: it holds every line, prints too, and carries on where the first is gone.

One of the two writes, and the other follows; `term` counts who has taken over from whom. A house that writes
answers a tap once its follower has the line on its disk, and finds out by that, too, that it was replaced.
"""
