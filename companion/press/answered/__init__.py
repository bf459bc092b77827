"""Paper that answers back: sheets with boxes to tick, and a photo of one read box by box.

What draws a sheet (`marks`, `slip`) needs nothing but the press; what reads a photo (`photo`, `flat`, `ink`)
loads OpenCV, and only a process that reads one does.
"""
