"""The rules as the sources tell them: tables of cases, one for each dimension of the rules."""

import pytest

pytest.register_assert_rewrite("tests.conformance.case", "tests.conformance.words")
