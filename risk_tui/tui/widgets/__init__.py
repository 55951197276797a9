"""The widgets of the game screen."""
