"""Keys pressed at random: nothing breaks, and what the game's file holds is what is seen."""

from pathlib import Path

import pytest

from tests.tui.random_keys import press_at_random

# How often is pressed for a seed; many more by ``python -m tests.tui.random_keys``.
PRESSES = {2: 100, 101: 120}


@pytest.mark.parametrize("seed", PRESSES)
def test_keys_at_random_break_nothing_and_lose_nothing(seed: int, tmp_path: Path) -> None:
    assert len(press_at_random(seed, PRESSES[seed], tmp_path).done) >= PRESSES[seed]
