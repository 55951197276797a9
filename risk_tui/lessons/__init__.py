"""A first game that teaches: a prepared table, its steps, and how far a learner has come."""
