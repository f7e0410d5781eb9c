"""No test reads what another check has kept, and none leaves anything to keep."""

from __future__ import annotations

import os

from headjudge.cli.cache import OFF, VARIABLE

os.environ[VARIABLE] = OFF
