"""``python -m headjudge``: the same as the command ``headjudge``."""

import os
import sys

# Python puts the current directory first. What is checked lies there, and nothing of it may
# be imported.
if not sys.flags.safe_path and sys.path[:1] in ([""], [os.getcwd()]):  # noqa: PTH109 - no imports
    del sys.path[0]

from headjudge.cli import main

if __name__ == "__main__":
    main()
