"""Words in, words out: what people type becomes actions, what happens becomes sentences."""
