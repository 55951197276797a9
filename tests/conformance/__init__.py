"""The rules as their sources state them: a table of cases for each section and variant."""

import pytest

pytest.register_assert_rewrite("tests.conformance.case", "tests.conformance.words")
