"""Catalogues of other languages, and the command that keeps them up to date.

``python -m risk_tui.locale`` collects every sentence that players read, brings the catalogues in
line with them and compiles them; ``--check`` says what is missing or wrong. It imports every room
and needs Babel; no room imports it. The program reads a compiled catalogue by
``risk_tui.data.language``.

Start with ``messages``, which knows where sentences are declared. ``docs/translating.md`` is for
translators.
"""
