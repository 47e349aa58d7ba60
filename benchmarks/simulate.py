"""``python -m benchmarks.simulate [--games N]``: games a second on one core and on all, and the memory.

Memory is the most any one process of a run had, of ``--games`` games and of ten times as many.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from typing import Any

_RUN = (
    "import resource, sys\n"
    "from weimar_bot.cli.main import main\n"
    "if __name__ == '__main__':\n"
    "    status = main()\n"
    "    whose = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)\n"
    "    most = max(resource.getrusage(who).ru_maxrss for who in whose)\n"
    "    print(most, file=sys.stderr)\n"
    "    sys.exit(status)\n"
)


def run(scenario: str, games: int, jobs: int) -> tuple[dict[str, Any], float]:
    """The summary of a run and the most memory a process of it had, in MB."""
    arguments = f"simulate --scenario {scenario} --games {games} --jobs {jobs} --format json".split()
    done = subprocess.run(
        [sys.executable, "-c", _RUN, *arguments], capture_output=True, text=True, check=True
    )
    return json.loads(done.stdout), int(done.stderr) / 1024


def main() -> None:
    """Print a line for each run."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.simulate", description=__doc__)
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--scenario", default="the_fate_of_the_republic")
    asked = parser.parse_args()
    for games, jobs in ((asked.games, 1), (asked.games * 10, os.cpu_count() or 1), (asked.games * 10, 1)):
        data, memory = run(asked.scenario, games, jobs)
        speed = data["time"]["games_per_second"]
        print(f"{games} games, {jobs} jobs: {speed} games a second, {memory:.0f} MB at most", flush=True)


if __name__ == "__main__":
    main()
