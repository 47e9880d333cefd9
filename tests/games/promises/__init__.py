"""The promises that every game keeps; `tests.games.case` tells how a game takes part."""

from typing import Any

import pytest

from tests.games.case import Case
from tests.games.promises.bots import *  # noqa: F403
from tests.games.promises.fuzzing import *  # noqa: F403
from tests.games.promises.packs import *  # noqa: F403
from tests.games.promises.rules import *  # noqa: F403
from tests.games.promises.saves import *  # noqa: F403
from tests.games.promises.secrets import *  # noqa: F403
from tests.games.promises.words import *  # noqa: F403


@pytest.fixture
def case(request: pytest.FixtureRequest) -> Case[Any]:
    """Return the game of the module."""
    found: Case[Any] = request.module.CASE
    return found


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Try a promise with everything that its game has of a kind."""
    case: Case[Any] = metafunc.module.CASE
    for name, values in case.parameters().items():
        if name in metafunc.fixturenames:
            metafunc.parametrize(name, values)


def test_every_mark_of_the_case_is_that_of_a_promise(case: Case[Any]) -> None:
    assert [name for name in case.marks if name not in globals()] == []
