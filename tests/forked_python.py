"""A Python that starts fast, because it is forked from a process that has imported the program.

``python -I -S forked_python.py SOCKET WORDS…`` does the same as ``python WORDS…`` for ``-c`` and
``-m``, in the folder and with the streams of its caller.
"""

from __future__ import annotations

import json
import os
import socket
import sys
from contextlib import contextmanager, suppress

TYPE_CHECKING = False  # The import of typing is slow.
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

MAX_REQUEST = 200_000
"""The most bytes of a request: a folder, an environment and words."""


@contextmanager
def forking_python(
    address: Path, folder: Path, environment: Mapping[str, str]
) -> Iterator[Sequence[str]]:
    """Yield a command for Python that does not wait for imports of the program.

    Args:
        address: The path of the socket, which is created.
        folder: The folder that the program is imported from.
        environment: The variables during the import; later, each caller's own apply.
    """
    import subprocess

    server = [sys.executable, "-P", __file__, str(address)]
    variables = {**environment, "PYTHONPATH": str(folder)}
    with subprocess.Popen(server, cwd=folder, env=variables, stdout=subprocess.PIPE) as process:
        try:
            assert process.stdout is not None and process.stdout.readline() == b"ready\n"
            yield sys.executable, "-I", "-S", __file__, str(address)
        finally:
            process.kill()


def ask(address: str, words: list[str]) -> int:
    """Request a run, and return its exit code."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as line:
        line.connect(address)
        request = json.dumps([os.getcwd(), dict(os.environ), words])  # noqa: PTH109
        socket.send_fds(line, [request.encode()], [0, 1, 2])
        return (line.recv(1) or b"\1")[0]


def serve(address: str) -> None:
    """Serve requests one after the other until this process is killed."""
    import gc

    import risk_tui.cli.play
    import risk_tui.commands.all_commands
    import risk_tui.line_mode.session  # noqa: F401
    import tests.tui.tables  # noqa: F401

    gc.freeze()
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as server:
        server.bind(address)
        server.listen()
        print("ready", flush=True)
        while True:
            line, _ = server.accept()
            request, (*streams,), *_ = socket.recv_fds(line, MAX_REQUEST, 3)
            if (process := os.fork()) == 0:
                server.close()
                line.close()
                for number, stream in enumerate(streams):
                    os.dup2(stream, number)
                    os.close(stream)
                _run(*json.loads(request))
            for stream in streams:
                os.close(stream)
            _, status = os.waitpid(process, 0)
            with suppress(BrokenPipeError):  # The caller has gone.
                line.send(bytes([os.waitstatus_to_exitcode(status) & 0xFF]))
            line.close()


def _run(folder: str, environment: dict[str, str], words: list[str]) -> None:
    """Run Python with these words and exit."""
    import runpy

    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    kind, what, *arguments = words
    sys.argv = [kind, *arguments]
    sys.path.insert(0, "")
    if kind == "-c":
        exec(what, {"__name__": "__main__"})
    else:
        assert kind == "-m", words
        runpy.run_module(what, run_name="__main__", alter_sys=True)
    sys.exit()


if __name__ == "__main__":
    if sys.argv[2:]:
        sys.exit(ask(sys.argv[1], sys.argv[2:]))
    serve(sys.argv[1])
