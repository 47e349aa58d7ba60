"""``python -m tests.referee N [--seed S] [--rulings]``: N random cases, every disagreement printed."""

from __future__ import annotations

import argparse
import sys
import traceback
from pathlib import Path
from tempfile import mkdtemp

import yaml

from tests.referee.cases import Case, random_case
from tests.referee.harness import differences, smaller


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.referee", description=__doc__)
    parser.add_argument("number", type=int, help="how many random cases")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--first", type=int, default=0, help="the number of the first case")
    parser.add_argument("--rulings", action="store_true", help="switch alternatives of the rulings at random")
    asked = parser.parse_args()
    folder = Path(mkdtemp(prefix="referee-"))
    bad = 0
    for number in range(asked.first, asked.first + asked.number):
        case = random_case(number, asked.seed, asked.rulings)
        try:
            found = differences(case)
        except Exception:  # whatever it is, it is a finding
            found = [traceback.format_exc()]
        if found:
            bad += 1
            _print(number, case, found, folder)
    print(f"{asked.number} cases, {bad} disagreements (seed {asked.seed})")
    return 1 if bad else 0


def _print(number: int, case: Case, found: list[str], folder: Path) -> None:
    if "Traceback" not in found[0]:
        case = smaller(case)
        found = differences(case)
    file = folder / f"case-{number}.yaml"
    text = yaml.safe_dump(case.position, default_flow_style=None, sort_keys=False, width=100)
    file.write_text(text, "utf-8")
    print(f"--- case {number}", case.command(str(file)), text, *found, "", sep="\n")


if __name__ == "__main__":
    sys.exit(main())
