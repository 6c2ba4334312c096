"""Chooses how far each level's deviations may reach, by what they predict of rows that the fit has not seen; writes strengths.json.

    .venv/bin/python packaging/calibration/strengths.py --data ../shared/accuracy/speed.jsonl [--rounds 6] [--half 0]

One level of one constant at a time is made weaker, stronger or dropped, and the change is kept where errors with a report, a
model, a card and single lines left out fall, in each half of the reports (halves by name): what helps one half only is chance.
Between two fits everything is linear in the deviations, so that leaving out has a closed form, and a level's size changes one
matrix by a low rank: a trial takes a tenth of a second. After every round the fit is made anew.
`--half 0` lets only that half of the reports decide and prints what the other half gained: the test of the search itself.
"""

from __future__ import annotations

import argparse
import collections
import hashlib
import json
import math
from pathlib import Path

import numpy as np
from fit import HERE, SPEC, TARGET, Problem, class_medians_beside, measured_rows, parts, renew_fixed
from measurements import Row, class_rows

TARGETS = HERE / "strengths.json"
PARTS = {"line": .25, "family": .3, "model": .25, "device": .2}
START, DROPPED = .2, .01
LADDER = (DROPPED, .03, .05, .08, .12, .2, .3, .45, .7, 1.1)
WORTH = 1.5e-4
"""Least gain of the mean error for a level to reach further; to reach less far none is asked."""
HARM = 2e-4
MOST = .7
OURS = .5
AIM = {("decode", ""): .2, ("decode", "nvidia"): .05, ("decode", "apple"): .1, ("decode", "amd"): .12, ("prefill", ""): .25,
       ("prefill", "nvidia"): .15, ("prefill", "apple"): .15, ("tpot", ""): .12, ("batch", ""): .13, ("ttft", ""): .23}
"""Median errors aimed at on what is kept back (the project's targets), by figure and vendor."""
GIVEN = {("unpack", "program"): .3, ("step_s", "program"): .3, ("layer_s", "program"): .35}
"""Of programs that run another's engine a single figure tells, which is not scored."""


class Linear:
    """The fit around its solution: errors in logarithms e0 + G d, deviations d with the levels' sizes, noise by the rows' weights
    (those of the robust loss there). Leaving out rows S leaves them with the errors (C^-1)[S, S]^-1 (C^-1 e0)[S], C = G P G' + noise."""

    def __init__(self, problem: Problem, rows: list[Row]) -> None:
        self.problem, self.rows = problem, rows
        self.theta = problem.fit(problem.prior, problem.all, 60)
        error, self.slopes = problem.table.log_slopes(self.theta)
        self.start = error - self.slopes @ (self.theta - problem.prior)
        weight = problem.table.weight
        noise = np.sqrt(1 + (weight * error) ** 2) / weight**2
        scaled = self.slopes * problem.size
        self.inverse = np.linalg.inv(scaled @ scaled.T + np.diag(noise))
        self.blocks: list[tuple[float, np.ndarray, int]] = []
        for part, share in PARTS.items():
            for out in parts(rows, part):
                beside = ~class_medians_beside(problem.table.rows, len(rows), out) if part == "device" else np.zeros(0, bool)
                self.blocks.append((share, np.concatenate([out, len(rows) + np.nonzero(beside)[0]]), len(out)))

    def resized(self, members: list[int], size: float) -> np.ndarray:
        """C^-1 with another size of these deviations."""
        change = size**2 - float(self.problem.size[members[0]]) ** 2
        slopes = self.slopes[:, members]
        reach = self.inverse @ slopes
        return self.inverse - reach @ np.linalg.solve(np.eye(len(members)) / change + slopes.T @ reach, reach.T)

    def without(self, inverse: np.ndarray) -> np.ndarray:
        """Of every row the mean of its capped errors with its report, model, card or line left out."""
        pulled, found = inverse @ self.start, np.zeros(len(self.rows))
        for share, out, count in self.blocks:
            error = np.linalg.solve(inverse[np.ix_(out, out)], pulled[out])[:count]
            found[out[:count]] += share * np.minimum(np.abs(error), MOST)
        return found


class Judge:
    """The mean of errors by what is aimed at, each group counted as the root of its rows, gathered ones as half: over all reports
    and over each half of them."""

    def __init__(self, rows: list[Row]) -> None:
        counts = collections.Counter((r.group, r.gathered) for r in rows)
        self.weight = np.array([counts[r.group, r.gathered] ** -.5 * (OURS if r.gathered else 1.0) for r in rows])
        self.aim = np.array([AIM.get((r.figure, r.setup.vendor), AIM[r.figure, ""]) for r in rows]) / AIM["tpot", ""]
        half = np.array([int(hashlib.md5(r.family.encode()).hexdigest(), 16) % 2 for r in rows])
        self.chosen = (half >= 0, half == 0, half == 1)

    def __call__(self, error: np.ndarray) -> np.ndarray:
        return np.array([np.average((error / self.aim)[c], weights=self.weight[c]) for c in self.chosen])


def search(problem: Problem, rows: list[Row], rounds: int, half: int | None) -> None:
    """Changes the problem's sizes in place, level by level in random order, until a round changes few."""
    judge = Judge(rows)
    levels = [key for key in problem.groups if key[1] is not None and key not in GIVEN]
    for number in range(rounds):
        linear = Linear(problem, rows)
        best, changed = judge(linear.without(linear.inverse)), 0
        print(f"round {number}: {best}", flush=True)
        for i in np.random.default_rng(number).permutation(len(levels)):
            members = problem.groups[levels[i]]
            old = float(problem.size[members[0]])
            found: tuple[float, float, np.ndarray, np.ndarray] | None = None
            for new in LADDER:
                if abs(math.log(new / old)) < .1:
                    continue
                inverse = linear.resized(members, new)
                result = judge(linear.without(inverse))
                gain = best - result if half is None else (best - result)[[1 + half] * 3]
                if gain[0] > (-1e-5 if new < old else WORTH) and gain.min() > -HARM and (found is None or gain[0] > found[0]):
                    found = float(gain[0]), new, inverse, result
            if found is not None:
                _, problem.size[members], linear.inverse, best = found
                changed += 1
                print(f"{levels[i][0]:12} {levels[i][1]:18} {old:.3f} -> {found[1]:.3f}  {best}", flush=True)
        if changed < 5:
            break
    linear = Linear(problem, rows)
    print(f"end: {judge(linear.without(linear.inverse))}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--half", type=int, choices=(0, 1), help="let that half of the reports decide alone and write nothing")
    args = parser.parse_args()
    before = TARGET.read_text("utf-8")
    renew_fixed(TARGET)
    rows = measured_rows(args.data)
    TARGET.write_text(before, "utf-8")
    old = json.loads(TARGETS.read_text("utf-8"))["sizes"] if TARGETS.exists() and args.half is None else None
    sizes = {name: {level: GIVEN.get((name, level), old.get(name, {}).get(level, DROPPED) if old else START) for level in levels}
             for name, (_, _, levels) in SPEC.items()}
    problem = Problem(rows + class_rows(HERE / "summaries.jsonl"), sizes)
    search(problem, rows, args.rounds, args.half)
    if args.half is not None:
        return
    chosen = {name: {level: round(float(problem.size[problem.groups[name, level][0]]), 3) for level in levels
                     if problem.groups.get((name, level)) and problem.size[problem.groups[name, level][0]] > DROPPED}
              for name, (_, _, levels) in SPEC.items()}
    write(chosen, len(rows))


def write(chosen: dict[str, dict[str, float]], count: int) -> None:
    """strengths.json: sizes in logarithms by constant and level; what is absent is dropped."""
    body = ",\n".join(f"  {json.dumps(name)}: {json.dumps(levels)}" for name, levels in chosen.items())
    TARGETS.write_text(f'{{\n "about": "how far deviations may reach, in logarithms, chosen by strengths.py on {count} measurements",\n'
                       f' "sizes": {{\n{body}\n }}\n}}\n', "utf-8")


if __name__ == "__main__":
    main()
