"""Catalogues of other languages, and the command that keeps them up to date.

``python -m risk_tui.locale`` collects every sentence that players read, updates the catalogues and
compiles them; ``--check`` reports missing and wrong translations. It imports every package and
needs Babel; no package imports it. The program reads compiled catalogues with
``risk_tui.data.language``.

Start with ``messages``, which collects the sentences; ``__main__`` keeps the catalogues.
``docs/translating.md`` is for translators.
"""
