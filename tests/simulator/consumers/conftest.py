"""Somebody who may see runs, for all tests of what viewers get."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from tests.simulator.consumers.watched import a_viewer, session_of


@pytest.fixture
def ann(transactional_db: None) -> User:
    return a_viewer()


@pytest.fixture
def session(ann: User) -> str:
    """Hers."""
    return session_of(ann)


@pytest.fixture
def session_without_rights(transactional_db: None) -> str:
    return session_of(User.objects.create_user("bob"))
