"""Runs the steps of action.yml one after the other, as a runner of GitHub does."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from tests.frame.project import ROOT

ACTION = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
_SLOT = re.compile(r"\$\{\{ *([a-z_.-]+) *\}\}")
_TERM = re.compile(r"([a-z_.-]+) (==|!=) '([^']*)'")


@dataclass
class Runner:
    """A job: ``root`` is the checkout, ``temp`` its folder for other files."""

    root: Path
    temp: Path
    env: Mapping[str, str]
    inputs: Mapping[str, str] = field(default_factory=dict)
    values: dict[str, str] = field(default_factory=dict)
    log: list[str] = field(default_factory=list)
    summary: str = ""
    code: int = 0

    def __post_init__(self) -> None:
        self.values |= {"runner.temp": str(self.temp), "github.action_path": str(ROOT)}
        for name, told in ACTION["inputs"].items():
            given = self.inputs.get(name, told["default"])
            self.values[f"inputs.{name}"] = self.fill(str(given))

    def run(self, *, without: tuple[str, ...] = ("install",)) -> int:
        """Run the steps but those that are named, and but what other actions do; the code."""
        for step in ACTION["runs"]["steps"]:
            if "run" not in step or step.get("id") in without or not self.wanted(step):
                continue
            ran = self.step(step)
            self.log.append(ran.stdout + ran.stderr)
            if ran.returncode:
                self.code = self.code or ran.returncode
        return self.code

    def wanted(self, step: Mapping[str, Any]) -> bool:
        """Whether the condition of a step holds; it is a row of comparisons."""
        terms = str(step.get("if", "always()")).split(" && ")
        if self.code and "always()" not in terms:
            return False
        return all(self.holds(term) for term in terms if term != "always()")

    def holds(self, term: str) -> bool:
        match = _TERM.fullmatch(term)
        assert match is not None, term
        return (self.values.get(match[1], "") == match[3]) is (match[2] == "==")

    def step(self, step: Mapping[str, Any]) -> subprocess.CompletedProcess[str]:
        """Run one step with bash as GitHub does, and take over what it sets."""
        assert step["shell"] == "bash"
        assert "${{" not in step["run"], "a value from outside must not become part of a script"
        files = {name: self.temp / name for name in ("GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY")}
        for file in files.values():
            file.write_text("", "utf-8")
        env = {
            **self.env,
            **{name: str(file) for name, file in files.items()},
            **{name: self.fill(str(value)) for name, value in step.get("env", {}).items()},
            "GITHUB_ACTIONS": "true",
            "RUNNER_TEMP": str(self.temp),
        }
        where = Path(self.fill(step.get("working-directory", str(self.root))))
        ran = subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],
            cwd=where,
            env=env,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        for line in files["GITHUB_OUTPUT"].read_text("utf-8").splitlines():
            name, _, value = line.partition("=")
            self.values[f"steps.{step.get('id')}.outputs.{name}"] = value
        self.summary += files["GITHUB_STEP_SUMMARY"].read_text("utf-8")
        return ran

    def fill(self, text: str) -> str:
        """Put the values in for the expressions of a text."""
        return _SLOT.sub(lambda match: self.values.get(match[1], ""), text)
