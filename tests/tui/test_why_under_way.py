"""The Why of an instruction that comes before the dice of the same Action."""

from __future__ import annotations

from tests.game.test_decided_anew import example
from tests.tui.driving import Driver, play
from weimar_bot.tui.why_tree import UNDER_WAY, WhyTree


def test_what_the_bot_is_in_the_midst_of_is_not_said_to_have_been_tried_in_vain() -> None:
    session = example()
    session.answer("4")

    async def script(driver: Driver) -> None:
        await driver.press("w")
        tree = driver.app.screen.query_one(WhyTree)
        labels = [str(node.data.label()) for node in tree.lines() if node.data is not None]
        begun = [label for label in labels if label.startswith(UNDER_WAY)]
        assert any("special" in label for label in begun)
        assert any(label.startswith("✓") and "Pommern" in label for label in labels)
        assert not any(label.startswith("✗") and "special" in label for label in labels)

    play(session, script)
