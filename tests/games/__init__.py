"""Tests of the games; asserts of what they share tell what was compared, as those of test modules do."""

import pytest

pytest.register_assert_rewrite("tests.games.promises", "tests.games.driving", "tests.games.packs")
