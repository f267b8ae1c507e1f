"""The drives that somebody can plug in and pull out, such as USB sticks, as this computer sees them."""

import os
import re
import sys
from pathlib import Path

MOUNTED_UNDER = ("/media/", "/run/media/", "/mnt/")
REMOVABLE = 2  # DRIVE_REMOVABLE of Windows
_ESCAPED = re.compile(rb"\\([0-7]{3})")


def list_drives() -> list[Path]:
    """Return the folders where writable drives are mounted."""
    try:
        if sys.platform == "win32":
            return _list_letters()
        if sys.platform == "darwin":
            return sorted(volume for volume in Path("/Volumes").iterdir() if os.path.ismount(volume))
        return parse_mounts(Path("/proc/mounts").read_bytes())
    except OSError:
        return []


def parse_mounts(table: bytes) -> list[Path]:
    r"""Return the mounted drives of Linux's table.

    >>> [str(drive) for drive in parse_mounts(
    ...     b"/dev/sdb1 /media/eva/ALTE\\040LINDE vfat rw,nosuid 0 0\n/dev/sdc1 /media/cd iso9660 ro 0 0\n"
    ...     b"tmpfs /mnt/memory tmpfs rw 0 0\n/dev/sda1 / ext4 rw 0 0\n")]
    ['/media/eva/ALTE LINDE']
    """
    drives = set()
    for line in table.splitlines():
        device, place, _kind, options, *_rest = (*line.split(b" "), b"", b"", b"")
        path = os.fsdecode(_ESCAPED.sub(lambda escaped: bytes([int(escaped[1], 8) & 0xFF]), place))
        if device.startswith(b"/dev/") and path.startswith(MOUNTED_UNDER) and b"rw" in options.split(b","):
            drives.add(Path(path))
    return sorted(drives)


def _list_letters() -> list[Path]:
    letters: list[str] = []
    if sys.platform == "win32":
        import ctypes

        kernel = ctypes.WinDLL("kernel32")
        bits = kernel.GetLogicalDrives()
        letters = [f"{chr(ord('A') + bit)}:\\" for bit in range(26) if bits >> bit & 1]
        letters = [letter for letter in letters if kernel.GetDriveTypeW(letter) == REMOVABLE]
    return list(map(Path, letters))
