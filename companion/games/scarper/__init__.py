"""Scarper: trench warfare on the Western Front, 1914 to 1918, for two players."""
