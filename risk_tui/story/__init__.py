"""What a played game tells: who led when, what turned it, and any moment of it again."""
