"""What lies before, between and after the turns: who begins, the booklet, leaving, the end."""
