"""Level 2: documents to a knowledge base, and a question to its evidence R(q), after access control."""
