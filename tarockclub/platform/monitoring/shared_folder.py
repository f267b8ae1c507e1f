"""The folder in which the workers of a server count together.

A module of its own: the library for metrics decides where it counts as soon as it is imported.
"""

import atexit
import os
import shutil
import tempfile

FOLDER_VARIABLE = "PROMETHEUS_MULTIPROC_DIR"  # the worker that is asked adds up what all workers have written there


def create_shared_folder() -> None:
    """Let the workers that this server starts count together, from 0; other servers have folders of their own."""
    folder = tempfile.mkdtemp(prefix="tarockclub-metrics-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    os.environ[FOLDER_VARIABLE] = folder
