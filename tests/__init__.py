from risk_tui.engine.variant import all_variants

all_variants()
