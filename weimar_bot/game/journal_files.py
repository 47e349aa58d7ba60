"""Files that never lie half-written, and a lock that dies with its program."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from pathlib import Path
from typing import Final

from weimar_bot.reading.faults import Fault, InputError, Place

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

BINARY: Final[int] = getattr(os, "O_BINARY", 0)  # Windows would otherwise turn \n into \r\n
_FAR: Final = 1 << 30  # the byte locked on Windows: beyond what the lock file holds, so that stays readable
_BUSY: Final = (errno.EAGAIN, errno.EWOULDBLOCK, errno.EACCES)
_MAY_NOT: Final = "you may not write there"
_REASONS: Final = {
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "your share of the disk is used up",
    errno.EROFS: "the disk can only be read",
    errno.EACCES: _MAY_NOT,
    errno.EPERM: _MAY_NOT,
    errno.EFBIG: "the file has become too large",
    errno.EIO: "the disk reports an error",
}


class GameInUse(InputError):
    """Another program, or this one, has the game open."""

    kind = "in use"


def plain(error: OSError) -> str:
    """What went wrong, in plain words."""
    return _REASONS.get(error.errno or 0) or (error.strerror or str(error)).lower()


def write_all(descriptor: int, raw: bytes) -> None:
    """Write all of ``raw``: in one go, unless the system takes only a part (a disk running full)."""
    done = os.write(descriptor, raw)
    while done < len(raw):
        done += os.write(descriptor, raw[done:])


def write_whole(path: Path, raw: bytes) -> None:
    """Put a file in place, all of it or nothing, at whatever moment the machine stops."""
    beside = path.with_name(path.name + ".tmp")
    try:
        descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | BINARY, 0o666)
        try:
            write_all(descriptor, raw)
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        os.replace(beside, path)
    except BaseException:
        with contextlib.suppress(OSError):
            beside.unlink()
        raise
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    """Make a new name in ``folder`` last; systems that cannot (Windows) do it by themselves."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def free(path: Path, suffix: str) -> Path:
    """``path`` with ``suffix``, numbered if a file of that name exists: copies are never overwritten."""
    name, number = f"{path.name}{suffix}", 1
    while os.path.lexists(path.with_name(name)):
        number += 1
        name = f"{path.name}{suffix}-{number}"
    return path.with_name(name)


class Lock:
    """A lock the system itself holds for this process, and lets go of when the process dies.

    It is on a file beside the game, as the game's own may be replaced. The file holds the
    number of the process, only to be shown.
    """

    def __init__(self, descriptor: int, file: Path) -> None:
        self._descriptor = descriptor
        self._file = file

    @classmethod
    def take(cls, game: Path) -> Lock:
        """Lock a game. Raises :class:`GameInUse`, and OSError where no lock file can be made."""
        file = game.with_name(game.name + ".lock")
        while True:
            descriptor = os.open(file, os.O_RDWR | os.O_CREAT | BINARY, 0o666)
            lock = cls(descriptor, file)
            try:
                lock._acquire(game)
                if lock._in_place():
                    lock._sign()
                    return lock
            except BaseException:
                os.close(descriptor)
                raise
            os.close(descriptor)  # its owner removed it just now; the next round makes a new one

    def _acquire(self, game: Path) -> None:
        try:
            _lock_descriptor(self._descriptor)
        except OSError as error:
            if error.errno not in _BUSY:
                return  # a disk without locks is rare; changes by others are still noticed at each write
            os.lseek(self._descriptor, 0, os.SEEK_SET)
            owner = os.read(self._descriptor, 20).decode("ascii", "replace")
            who = "this program itself" if owner == str(os.getpid()) else "another program"
            number = f" (process {owner})" if owner.isdecimal() else ""
            message = f"the game is open in {who}{number}; close it there first"
            raise GameInUse(Fault(message, Place(str(game)))) from None

    def _in_place(self) -> bool:
        """Whether the locked file is still the one that others would find."""
        if sys.platform == "win32":
            return True  # an open file cannot be removed there
        try:
            return os.path.samestat(os.fstat(self._descriptor), os.stat(self._file))
        except FileNotFoundError:
            return False

    def _sign(self) -> None:
        with contextlib.suppress(OSError):
            os.ftruncate(self._descriptor, 0)
            os.lseek(self._descriptor, 0, os.SEEK_SET)
            os.write(self._descriptor, str(os.getpid()).encode())

    def release(self) -> None:
        """Let go. The file is removed while still locked, where the system allows that."""
        with contextlib.suppress(OSError):
            if self._in_place():
                self._file.unlink()
        os.close(self._descriptor)
        if sys.platform == "win32":
            with contextlib.suppress(OSError):  # somebody else may have it open by now
                self._file.unlink()


def _lock_descriptor(descriptor: int) -> None:
    if sys.platform == "win32":
        os.lseek(descriptor, _FAR, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
    else:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
