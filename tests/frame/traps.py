"""What a pull request could bring along in the hope that somebody runs it."""

from __future__ import annotations

from pathlib import Path

_MODULES = (
    "conftest.py",
    "sitecustomize.py",
    "usercustomize.py",
    "setup.py",
    "headjudge.py",
    "headjudge/__init__.py",
    "headjudge/__main__.py",
    "click.py",
    "numpy.py",
    "json.py",
    "re.py",
    "z3/__init__.py",
    "model/__init__.py",
    "properties/conftest.py",
)
_LIBRARIES = ("libz3.so", "libz3.dylib", "libz3.dll", "z3/lib/libz3.so")


def set_traps(folder: Path, sprung: Path) -> None:
    """Plant one of each into a checkout; whichever is run writes the file ``sprung``."""
    code = f"open({str(sprung)!r}, 'a').write(__file__)\nraise SystemExit(0)\n"
    models = [path.relative_to(folder).as_posix() for path in (folder / "model").glob("*.py")]
    for name in (*_MODULES, *models):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(code, "utf-8")
    for name in _LIBRARIES:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(b"\x7fELF: no library")
    (folder / "Makefile").write_text(f"check test all:\n\t@touch {sprung}\n", "utf-8")
    (folder / "pyproject.toml").write_text(
        '[build-system]\nrequires = []\nbuild-backend = "setup"\nbackend-path = ["."]\n'
        '[tool.pytest.ini_options]\naddopts = "-p sitecustomize"\n',
        "utf-8",
    )
    script = folder / "headjudge.sh"
    script.write_text(f"#!/bin/sh\ntouch {sprung}\n", "utf-8")
    script.chmod(0o755)
