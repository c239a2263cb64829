"""Words for a person: how a key is called, how a value is told, and why two values cannot both be true.

What is said here is read and never compared: no decision of the audit rests on it.
"""
