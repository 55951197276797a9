"""Two terminals at one table, in every pair of circumstances."""
