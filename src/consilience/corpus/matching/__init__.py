"""When do two facts answer the same question? Blocks, candidates, features and a small calibrated model (DESIGN
section 5)."""
