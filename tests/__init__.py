import risk_tui.registry  # noqa: F401
