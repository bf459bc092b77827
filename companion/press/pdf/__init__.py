"""Faces to PDF. A process that prints nothing loads `drawing`, and with it the PDF library, never."""
