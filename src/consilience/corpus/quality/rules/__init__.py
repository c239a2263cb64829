"""One file per detector. A new file here is found by itself; it needs cases in
tests/corpus/quality/cases/CODE.yaml."""
