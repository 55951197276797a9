"""Computer players that are programs of their own, by the protocol of ``docs/bot-protocol.md``."""
