"""A folder in which files can't be locked, neither by Python nor by SQLite.

A library answers the lock calls of the C library as some network file systems do, for files in that
folder only.
"""

from __future__ import annotations

import shutil
import subprocess
import sysconfig
from pathlib import Path

import pytest

SOURCE = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int refused(int file) {
    const char *folder = getenv("UNLOCKED_FOLDER"), *error = getenv("UNLOCKED_ERROR");
    char name[64], path[PATH_MAX];
    if (!folder || !error) return 0;
    snprintf(name, sizeof name, "/proc/self/fd/%d", file);
    ssize_t length = readlink(name, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    if (strncmp(path, folder, strlen(folder))) return 0;
    errno = atoi(error);
    return 1;
}

static int locks(int command) {
    return command == F_SETLK || command == F_SETLKW || command == F_GETLK
        || command == F_OFD_SETLK || command == F_OFD_SETLKW || command == F_OFD_GETLK;
}

#define PASS_ON(name) \
    int name(int file, int command, ...) { \
        static int (*real)(int, int, ...); \
        va_list rest; va_start(rest, command); void *value = va_arg(rest, void *); va_end(rest); \
        if (locks(command) && refused(file)) return -1; \
        if (!real) real = (int (*)(int, int, ...)) dlsym(RTLD_NEXT, #name); \
        return real(file, command, value); \
    }

PASS_ON(fcntl)
PASS_ON(fcntl64)

int flock(int file, int how) {
    static int (*real)(int, int);
    if (!getenv("UNLOCKED_FLOCK_WORKS") && refused(file)) return -1;
    if (!real) real = (int (*)(int, int)) dlsym(RTLD_NEXT, "flock");
    return real(file, how);
}
"""


def library(folder: Path, code: str = SOURCE) -> Path:
    """Build a library for ``LD_PRELOAD`` from C code; skip the test if that is impossible."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None or not sysconfig.get_platform().startswith("linux"):
        pytest.skip("needs Linux and a C compiler")
    source, built = folder / "calls.c", folder / "calls.so"
    source.write_text(code)
    done = subprocess.run(
        [compiler, "-shared", "-fPIC", "-O1", "-o", built, source, "-ldl"],
        capture_output=True,
        check=False,
    )
    if done.returncode:
        pytest.skip("the C compiler makes no libraries")
    return built
