"""General, a planner of earlier versions."""
