"""Writing what a player's board says into the text of a corrections file.

Each statement is put in its place in the text, so that remarks, order and layout stay as the
player wrote them. Where a layout is too unusual for that, the whole text is written anew.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import yaml

from weimar_bot.reading.faults import UnreadableInput
from weimar_bot.reading.source import read_text, scalar
from weimar_bot.table.board import Board
from weimar_bot.table.board_file import spaces_named

HEAD: Final = (
    "# What your own board says, in the form of the shipped board.yaml; all of it counts as confirmed.\n"
)
_Node = Any  # PyYAML's nodes carry no types


@dataclass(frozen=True, slots=True)
class Stated:
    """A value of the board: where it stands in a corrections file, and what it is."""

    path: tuple[str, ...]
    value: Any


@dataclass(frozen=True, slots=True)
class Line:
    """Whether two spaces are adjacent."""

    one: str
    other: str
    adjacent: bool


Statement = Stated | Line


def with_statements(text: str, statements: Iterable[Statement], board: Board) -> str:
    """``text`` of a corrections file that also says ``statements``.

    ``text`` must be readable as corrections; ``board`` tells which words mean which space.
    """
    ends = "\r\n" if "\r\n" in text else "\n"
    text = text.removeprefix("\ufeff").replace("\r\n", "\n") or HEAD
    for one in statements:
        before = read_text(text, "").data or {}
        wanted = _line_said(before, one, board) if isinstance(one, Line) else _value_said(before, one, board)
        if wanted != before:
            text = _edited(text, one, board, wanted)
    return text.replace("\n", ends)


def _edited(text: str, statement: Statement, board: Board, wanted: dict[Any, Any]) -> str:
    """The text changed in that one place, or written anew if that does not give what is wanted."""
    try:
        if isinstance(statement, Line):
            edited = _edit_line(text, statement, board)
        else:
            edited = _edit_value(text, statement, board)
        if read_text(edited, "").data == wanted:
            return edited
    except (UnreadableInput, yaml.YAMLError):
        pass
    return HEAD + "".join(_entry([str(key)], value, 0) for key, value in wanted.items())


# -- what the data shall be --------------------------------------------------------------------------


def _value_said(data: Mapping[Any, Any], stated: Stated, board: Board) -> dict[Any, Any]:
    wanted: dict[Any, Any] = copy.deepcopy(dict(data))
    into = wanted
    *parents, last = _as_written(data, stated.path, board)
    for key in parents:
        into[key] = into[key] if into.get(key) is not None else {}
        into = into[key]
    into[last] = _plain(stated.value)
    return wanted


def _line_said(data: Mapping[Any, Any], line: Line, board: Board) -> dict[Any, Any]:
    wanted: dict[Any, Any] = copy.deepcopy(dict(data))
    into, out_of = _lists_of(line)
    if _pairs_at(data, out_of, line, board):
        gone = _pairs_at(data, out_of, line, board)
        # A list that has become empty is nothing, as it is in the text.
        wanted[out_of] = [pair for at, pair in enumerate(wanted[out_of]) if at not in gone] or None
    if not _pairs_at(data, into, line, board):
        wanted[into] = [*(wanted.get(into) or ()), [line.one, line.other]]
    return wanted


def _lists_of(line: Line) -> tuple[str, str]:
    """The list a pair belongs in, and the one where it must not stand."""
    return ("adjacent", "not_adjacent") if line.adjacent else ("not_adjacent", "adjacent")


def _pairs_at(data: Mapping[Any, Any], key: str, line: Line, board: Board) -> list[int]:
    """Where in a list of pairs these two spaces stand, however they are spelled."""
    both = {line.one, line.other}
    return [
        at
        for at, pair in enumerate(data.get(key) or ())
        if {space for word in pair for space in spaces_named(word, board)} == both
    ]


def _as_written(data: Mapping[Any, Any], path: tuple[str, ...], board: Board) -> tuple[str, ...]:
    """The path with a space as the file already spells it."""
    if path[0] != "spaces":
        return path
    for word in data.get("spaces") or ():
        if spaces_named(word, board) == [path[1]]:
            return ("spaces", word, *path[2:])
    return path


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _plain(inner) for key, inner in value.items()}
    return [_plain(inner) for inner in value] if isinstance(value, (tuple, list)) else value


# -- the text ----------------------------------------------------------------------------------------


def _edit_value(text: str, stated: Stated, board: Board) -> str:
    path = _as_written(read_text(text, "").data or {}, stated.path, board)
    node = _root(text)
    for at, key in enumerate(path):
        if not isinstance(node, yaml.MappingNode):
            return _replaced(text, node, _nested(path[at:], stated.value))
        inner = _child(node, key)
        if inner is None:
            return _inserted(text, node, path[at:], stated.value)
        node = inner
    return _replaced(text, node, _flow(stated.value))


def _edit_line(text: str, line: Line, board: Board) -> str:
    into, out_of = _lists_of(line)
    data = read_text(text, "").data or {}
    for at in reversed(_pairs_at(data, out_of, line, board)):
        text = _removed(text, _child(_root(text), out_of), at)
    if _pairs_at(data, into, line, board):
        return text
    root, pair = _root(text), [line.one, line.other]
    pairs = _child(root, into)
    if pairs is None:
        return _inserted(text, root, (into,), [pair])
    if not isinstance(pairs, yaml.SequenceNode):
        return _replaced(text, pairs, _flow([pair]) if root.flow_style else f"\n  - {_flow(pair)}")
    return _appended(text, pairs, pair)


def _root(text: str) -> _Node:
    node = yaml.compose(text, Loader=yaml.SafeLoader)
    # Nothing but remarks: as if an empty mapping stood at the end.
    return node or yaml.MappingNode("", [], None, None, flow_style=False)


def _child(node: _Node, key: str) -> _Node | None:
    return next((value for name, value in node.value if name.value == str(key)), None)


def _end(node: _Node) -> int:
    """Where the last word of a node ends; what follows it may be remarks."""
    if isinstance(node, yaml.ScalarNode) or node.flow_style or not node.value:
        return int(node.end_mark.index)
    last = node.value[-1]
    key, value = last if isinstance(last, tuple) else (None, last)
    return max(_end(value), int(key.end_mark.index) if key is not None else 0)


def _line_end(text: str, at: int) -> int:
    found = text.find("\n", at)
    return len(text) if found < 0 else found


def _replaced(text: str, node: _Node, new: str) -> str:
    start, end = node.start_mark.index, _end(node)
    gap = " " if text[start - 1 : start] == ":" and not new.startswith("\n") else ""
    return text[:start] + gap + new + text[end:]


def _inserted(text: str, node: _Node, path: tuple[str, ...], value: Any) -> str:
    """A new key at the end of a mapping."""
    if node.flow_style:
        entry = _nested(path, value)[1:-1]
        if not node.value:
            return _replaced(text, node, f"{{{entry}}}")
        return text[: _end(node.value[-1][1])] + f", {entry}" + text[_end(node.value[-1][1]) :]
    if not node.value:
        return text + ("" if text.endswith("\n") else "\n") + _entry(list(path), value, 0)
    indent = node.value[0][0].start_mark.column
    return _line_added(text, _end(node), _entry(list(path), value, indent))


def _appended(text: str, node: _Node, item: Any) -> str:
    """A new item at the end of a list."""
    if not node.flow_style:
        return _line_added(text, _end(node), f"{' ' * node.start_mark.column}- {_flow(item)}\n")
    if not node.value:
        return _replaced(text, node, _flow([item]))
    at = _end(node.value[-1])
    return text[:at] + f", {_flow(item)}" + text[at:]


def _line_added(text: str, after: int, line: str) -> str:
    at = _line_end(text, after)
    return f"{text[:at]}\n{line}{text[at + 1 :]}"


def _removed(text: str, node: _Node, at: int) -> str:
    """The list without one item; in lines of their own, the whole line goes."""
    items = node.value
    if not node.flow_style:
        start = text.rfind("\n", 0, items[at].start_mark.index) + 1
        return text[:start] + text[_line_end(text, _end(items[at])) + 1 :]
    if len(items) == 1:
        return text[: node.start_mark.index] + text[_end(node) :]
    if at:
        return text[: _end(items[at - 1])] + text[_end(items[at]) :]
    return text[: items[0].start_mark.index] + text[items[1].start_mark.index :]


# -- how values are written --------------------------------------------------------------------------


def _entry(path: list[str], value: Any, indent: int) -> str:
    """A key with its value as lines: sections and lists of pairs have a line for each of theirs."""
    for key in reversed(path[2:]):
        value = {key: value}
    if len(path) > 1:
        value = {path[1]: value}
    space = " " * indent
    if indent == 0 and isinstance(value, Mapping) and value:
        lines = [f"  {_scalar(key)}: {_flow(inner)}\n" for key, inner in value.items()]
    elif isinstance(value, list) and value and isinstance(value[0], list):
        lines = [f"{space}  - {_flow(pair)}\n" for pair in value]
    else:
        return f"{space}{_scalar(path[0])}: {_flow(value)}\n"
    return f"{space}{_scalar(path[0])}:\n{''.join(lines)}"


def _nested(path: Iterable[str], value: Any) -> str:
    for key in reversed(tuple(path)):
        value = {key: value}
    return _flow(value)


def _flow(value: Any) -> str:
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{_scalar(key)}: {_flow(inner)}' for key, inner in value.items())}}}"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(_flow, value))}]"
    return _scalar(value)


def _scalar(value: Any) -> str:
    """A word or number; in quotes where it would otherwise be read as something else."""
    if value is None:
        return "null"
    text = str(value)
    if not isinstance(value, str) or (
        text.replace("_", "").replace(" ", "").isalnum() and scalar(text) == text
    ):
        return text
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
