"""Long proofs: ``python -m tests.soak`` lists and runs them."""
