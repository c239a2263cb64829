"""The rules of `corpus.qualify`: what keeps two facts apart that look alike (DESIGN section 5)."""
