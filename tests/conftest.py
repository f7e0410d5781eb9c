"""No test reads what another check has kept, and none leaves anything to keep."""

from __future__ import annotations

import os

from hypothesis import Phase, settings

from headjudge.cli.cache import OFF, VARIABLE

os.environ[VARIABLE] = OFF

# Hypothesis takes this profile by itself where CI is set. There a law that does not hold is to
# say so at once: making a rulebook's situation smaller takes minutes, and can be done at home.
settings.register_profile(
    "ci",
    settings.get_profile("ci"),
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
)
if settings.get_current_profile_name() == "ci":
    settings.load_profile("ci")
