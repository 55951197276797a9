"""``python -m risk_tui`` is the same program as ``risk-tui``."""

from risk_tui.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
