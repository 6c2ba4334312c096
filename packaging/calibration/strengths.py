"""Chooses how far each level's deviations may reach, by what they predict of rows that the fit has not seen; writes strengths.json.

    PYTHONPATH=. .venv/bin/python packaging/calibration/strengths.py --data ../shared/accuracy/speed.jsonl [--rounds 3] [--half 0]

One level of one constant at a time is made weaker, stronger or dropped, and the change is kept where errors with a report, a
model, a card and single lines left out fall over all and rise neither in one half of the given reports (halves by name: what
helps one half only is chance) nor in the gathered lines. Leaving out is done in closed form here (the report's own fits agree
within 3 %). `--half 0` lets only that half of the given reports decide and prints what the other half gained: the test of the
search itself.
"""

from __future__ import annotations

import argparse
import collections
import hashlib
import json
import math
from pathlib import Path

import numpy as np
from fit import HERE, SPEC, TARGET, Problem, measured_rows, renew_fixed
from measurements import Row, class_rows

TARGETS = HERE / "strengths.json"
PARTS = {"line": .25, "family": .3, "model": .25, "device": .2}
START, DROPPED, WEAKEST, STRONGEST = .2, .01, .025, .8
WEAKER, STRONGER, REVIVED = .4, 2.5, .12
WORTH = 1.5e-4
HARM = 2e-4
MOST = .7
GIVEN_SHARE = .6
GIVEN = {("unpack", "program"): .3, ("step_s", "program"): .3, ("layer_s", "program"): .35}
"""Of programs that run another's engine a single figure tells, which is not scored."""


class Judge:
    """The mean error with parts left out, in logarithms and capped, each group counted as the root of its rows: over all (the given
    lines by GIVEN_SHARE), over each half of the given reports, and over what was gathered besides."""

    def __init__(self, rows: list[Row]) -> None:
        self.rows = rows
        self.measured = np.array([r.measured for r in rows])
        counts = collections.Counter((r.group, r.gathered) for r in rows)
        self.weight = np.array([counts[r.group, r.gathered] ** -.5 for r in rows])
        half = np.array([2 if r.gathered else int(hashlib.md5(r.family.encode()).hexdigest(), 16) % 2 for r in rows])
        self.parts = (half != 2, half == 0, half == 1, half == 2)

    def __call__(self, problem: Problem, theta: np.ndarray) -> np.ndarray:
        influence = problem.influence(theta)
        error = sum(share * np.minimum(np.abs(np.log(problem.left_out(self.rows, part, theta, influence, 0) / self.measured)), MOST)
                    for part, share in PARTS.items())
        given, *rest = (np.average(error[part], weights=self.weight[part]) if part.any() else 0.0 for part in self.parts)
        return np.array([GIVEN_SHARE * given + (1 - GIVEN_SHARE) * rest[-1], *rest])


def search(problem: Problem, judge: Judge, rounds: int, half: int | None) -> None:
    """Changes the problem's sizes in place, level by level in random order, until a round changes few."""
    levels = [key for key in problem.groups if key[1] is not None and key not in GIVEN]
    theta = problem.fit(problem.prior, problem.all, 60)
    best = judge(problem, theta)
    print("start", best)
    for number in range(rounds):
        changed = 0
        for i in np.random.default_rng(number).permutation(len(levels)):
            members = problem.groups[levels[i]]
            old = float(problem.size[members[0]])
            found = None
            for factor in (WEAKER, STRONGER) if old > DROPPED else (REVIVED / DROPPED,):
                new = min(old * factor, STRONGEST)
                new = new if new >= WEAKEST else DROPPED
                if abs(math.log(new / old)) < .1:
                    continue
                problem.size[members] = new
                start = theta.copy()
                if new == DROPPED:
                    start[members] = problem.prior[members]
                trial = problem.fit(start, problem.all, 3)
                result = judge(problem, trial)
                gain = best - result if half is None else (best - result)[[1 + half] * 4]
                if gain[0] > (-1e-5 if new < old else WORTH) and gain.min() > -HARM and (found is None or gain[0] > found[0]):
                    found = gain[0], new, trial, result
            problem.size[members] = old if found is None else found[1]
            if found is not None:
                theta, best, changed = found[2], found[3], changed + 1
                print(f"{levels[i][0]:12} {levels[i][1]:18} {old:.3f} -> {found[1]:.3f}  {best}", flush=True)
        if changed < 5:
            break


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--half", type=int, choices=(0, 1), help="let that half of the reports decide alone and write nothing")
    args = parser.parse_args()
    before = TARGET.read_text("utf-8")
    renew_fixed(TARGET)
    rows = [row for row in measured_rows(args.data) if args.half is None or not row.gathered]
    TARGET.write_text(before, "utf-8")
    old = json.loads(TARGETS.read_text("utf-8"))["sizes"] if TARGETS.exists() and args.half is None else None
    sizes = {name: {level: GIVEN.get((name, level), old.get(name, {}).get(level, DROPPED) if old else START) for level in levels}
             for name, (_, _, levels) in SPEC.items()}
    problem = Problem(rows + class_rows(HERE / "summaries.jsonl"), sizes)
    judge = Judge(rows)
    search(problem, judge, args.rounds, args.half)
    if args.half is not None:
        return
    chosen = {name: {level: round(float(problem.size[problem.groups[name, level][0]]), 3) for level in levels
                     if problem.groups.get((name, level)) and problem.size[problem.groups[name, level][0]] > DROPPED}
              for name, (_, _, levels) in SPEC.items()}
    write(chosen, len(rows))


def write(chosen: dict[str, dict[str, float]], count: int) -> None:
    """strengths.json: sizes in logarithms by constant and level; what is absent is dropped."""
    body = ",\n".join(f"  {json.dumps(name)}: {json.dumps(levels)}" for name, levels in chosen.items())
    TARGETS.write_text(f'{{\n "about": "how far deviations may reach, in logarithms, chosen by strengths.py on {count} measurements '
                       '(given and gathered)",\n'
                       f' "sizes": {{\n{body}\n }}\n}}\n', "utf-8")


if __name__ == "__main__":
    main()
