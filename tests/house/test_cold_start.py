"""What a start of the program costs, against an empty Python started in the same moments.

``cold_start.yaml`` keeps the budget: for each command, how many times the processor time of an empty Python
it may take, and which modules it must do without (``python -X importtime`` lists those it loads).
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
BUDGET: dict[str, Any] = yaml.safe_load((Path(__file__).parent / "cold_start.yaml").read_text("utf-8"))
TIMES = 3
_LINE = re.compile(r"^import time:\s+\d+ \|\s+\d+ \|\s+(\S+)$", re.MULTILINE)


def _start(*arguments: str) -> tuple[float, set[str]]:
    """The processor time of one start, in seconds, and the modules it imported."""
    process = subprocess.Popen(
        [sys.executable, "-X", "importtime", *arguments],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "WEIMAR_BOT_HOME": "/nonexistent"},
    )
    assert process.stderr is not None
    with process.stderr as stream:
        told = stream.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, told
    return usage.ru_utime + usage.ru_stime, set(_LINE.findall(told))


@pytest.mark.skipif(not hasattr(os, "wait4"), reason="no processor time of children here")
@pytest.mark.parametrize("command", BUDGET)
def test_a_command_starts_within_its_budget(command: str) -> None:
    budget, own, empty = BUDGET[command], [], []
    for _ in range(TIMES):  # the best of some: other programs make a start slower, never faster
        empty.append(_start("-c", "pass")[0])
        time, modules = _start("-m", "weimar_bot", *shlex.split(command))
        own.append(time)
    assert min(own) <= budget["times"] * min(empty), f"{min(own) / min(empty):.1f} times an empty start"
    for name in budget["without"]:
        assert not [one for one in modules if one == name or one.startswith(f"{name}.")], name


@pytest.mark.skipif(not hasattr(os, "wait4"), reason="no processor time of children here")
def test_what_is_imported_is_seen() -> None:
    time, modules = _start("-c", "import decimal")
    assert time > 0 and "decimal" in modules
