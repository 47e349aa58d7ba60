"""The shipped charts with one piece of their text exchanged."""

from weimar_bot import resources
from weimar_bot.reading.source import Source, read_text


def sources_with(changed: str, before: str, after: str) -> list[Source]:
    """The sources of all shipped charts; ``before`` stands exactly once in the chart ``changed``."""
    sources = []
    for file in sorted(resources.folder("flowcharts").glob("*.yaml")):
        text = file.read_text(encoding="utf-8")
        if file.stem == changed:
            assert text.count(before) == 1
            text = text.replace(before, after)
        sources.append(read_text(text, file.name))
    return sources
