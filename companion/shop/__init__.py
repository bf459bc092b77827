"""The print shop's back room: orders, printers, long work, and the finished files."""
