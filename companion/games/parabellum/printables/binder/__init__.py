"""The setup binder to bind and to read, chapter by chapter."""
