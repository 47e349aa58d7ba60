"""What the interpreter itself costs, on a toy game (``python -m pytest benchmarks``)."""

from pytest_benchmark.fixture import BenchmarkFixture

from tests.flowchart.harbour import Berth, Harbour, choosing, load, walker


def test_ten_choices_among_26_options(benchmark: BenchmarkFixture) -> None:
    criteria = "\n".join(f'c{at}: {{cite: ["1"], prefer: deep, with: {{least: {at}}}}}' for at in range(5))
    text = choosing("[c0, c1, c2, c3, c4, last]", criteria + '\nlast: {cite: ["1"], rank: deepest}')
    text = text.replace("nodes:\n", 'nodes:\n  top: {cite: ["1"], repeat: turn, times: 10}\n')
    charts = load(text.replace("start: turn", "start: top"))
    scene = Harbour([Berth(f"b{at}", depth=at) for at in range(26)])
    benchmark(lambda: walker(charts, scene).walk("port"))
