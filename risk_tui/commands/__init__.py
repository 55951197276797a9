"""Commands: what people type, one class each."""
