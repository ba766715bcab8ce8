#!/usr/bin/env python3
"""Measures every figure of docs/strategy.md over ten seeds and writes its tables again.

    go build -o bin/chratze ./cmd/chratze
    python3 scripts/strategy.py                      # prints the tables
    python3 scripts/strategy.py --write              # and puts them into docs/strategy.md

A figure is the mean of the seeds' results, and its interval is Student's t over the seeds: 95 %, nine degrees of freedom
for ten seeds. Answers of the program are kept in --keep, so a run that was stopped goes on. All of it takes about a
quarter of an hour of one core.
"""

import argparse
import json
import math
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
T95 = {2: 12.706, 3: 4.303, 4: 3.182, 5: 2.776, 6: 2.571, 7: 2.447, 8: 2.365, 9: 2.306, 10: 2.262}

# What is asked of the program; {seed} runs from 1.
QUICK = "advice --quick --hands 120000 --only double-blind,blind,open-sure,open-seat,join-low,susi,keep-ace,keep-king --json"
PLAY = "advice --only first-lead,take-back,lead-trump --hands 2000 --json"
CHART = "chart --hands 100000 --json"
LARGE = "chart --hands 100000 --pot 920 --json"
PAIR = "advice --seats 2 --quick --hands 40000 --only double-blind --json"


class Figure:
    """A result by seed."""

    def __init__(self, values):
        self.values = [v for v in values if v is not None]
        self.complete = len(self.values) == len(values)

    def text(self, sign=True, digits=1):
        n = len(self.values)
        if n < 2 or not self.complete:
            return "–"
        mean = sum(self.values) / n
        half = T95[n] * math.sqrt(sum((v - mean) ** 2 for v in self.values) / (n - 1) / n)
        mark = "+" if sign and round(mean, digits) > 0 else ""
        return f"{mark}{mean:.{digits}f} ± {half:.{digits}f}".replace("-", "−").replace("−0.0 ", "0.0 ")

    def percent(self):
        return f"{100 * sum(self.values) / len(self.values):.0f} %"

    def total(self):
        return f"{sum(self.values):,.0f}".replace(",", " ")


class Runs:
    """The answers to one command, by seed."""

    def __init__(self, o, command):
        self.answers = []
        for seed in range(1, o.seeds + 1):
            args = command.split() + ["--seed", str(seed), "--workers", str(o.workers)]
            name = re.sub(r"[^a-z0-9]+", "-", command) + f"-{seed}.json"
            path = o.keep / name
            if not path.exists():
                print("chratze", *args, file=sys.stderr)
                out = subprocess.run([o.program, *args], check=True, capture_output=True, text=True).stdout
                path.write_text(out)
            self.answers.append(json.loads(path.read_text()))

    def advice(self, trial, group, way, key="gain"):
        """What the program says of a way to act, such as what it gains over the first way."""
        values = []
        for answer in self.answers:
            found = [t for t in answer if t["trial"] == trial and t.get("group") == group]
            ways = [w for t in found for w in t["ways"] if w["way"] == way and w["moments"] > 1]
            values.append(ways[0][key] if ways else None)
        return Figure(values)

    def moments(self, trial, group):
        return Figure([t["moments"] for a in self.answers for t in a if t["trial"] == trial and t.get("group") == group])

    def place(self, place, key):
        return Figure([100 * a["places"][place][key] if key != "gain" else a["places"][place][key] for a in self.answers])

    def cell(self, row, acts, column=0, **spot):
        """The gain of the second act in a cell of the chart: a row of analysis/chart.Row, a column of analysis/chart.Column (0: neither
        ace nor king beside the trumps, 3: one ace)."""
        values = []
        for answer in self.answers:
            for grid in answer["grids"]:
                if grid["acts"][:2] == acts and all(grid[k] == v for k, v in spot.items()):
                    cell = grid["cells"][6 * row + column]
                    values.append(cell[6] / 10 if cell else None)
        return Figure(values)


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(r) + " |" for r in rows])


def opening(chart):
    rows = [("one trump: the ace", 5), ("two trumps, ten or jack high", 7), ("two trumps, queen high", 8),
            ("two trumps, king high", 9), ("two trumps, ace high", 10), ("three trumps, ace high", 13)]
    spots = [dict(up=2, turn=0, place=p) for p in (1, 2, 3, 0)]
    return table(["you hold", "forehand", "second", "third", "dealer"],
                 [[name] + [chart.cell(row, ["pass", "open"], **s).text() for s in spots] for name, row in rows])


def joining(chart):
    rows = [("no trump", 0), ("one trump, 9 or lower", 1), ("one trump, ten or jack", 2), ("one trump, the queen", 3),
            ("one trump, the king", 4), ("one trump, the ace", 5), ("two trumps, ten or jack high", 7), ("two trumps, queen high", 8)]
    spots = [dict(up=2, by=0, joined=0, left=2), dict(up=2, by=0, joined=0, left=0), dict(up=2, by=0, joined=1, left=0)]
    return table(["you hold", "nobody in, two to come", "the last, nobody in", "the last, one in"],
                 [[name] + [chart.cell(row, ["out", "join"], **s).text() for s in spots] for name, row in rows])


def beside(chart):
    spots = [("opening at the third seat: two trumps, king high", 9, ["pass", "open"], dict(up=2, turn=0, place=3)),
             ("joining, nobody in, two to come: two trumps, ten or jack high", 7, ["out", "join"], dict(up=2, by=0, joined=0, left=2)),
             ("the same: one trump, ten or jack", 2, ["out", "join"], dict(up=2, by=0, joined=0, left=2)),
             ("the same: no trump", 0, ["out", "join"], dict(up=2, by=0, joined=0, left=2))]
    return table(["", "neither ace nor king beside", "one ace beside"],
                 [[name] + [chart.cell(row, acts, column, **s).text() for column in (0, 3)] for name, row, acts, s in spots])


def sure(quick):
    rows = []
    for group, name in (("sure", "the two highest trumps"), ("unsure", "anything else")):
        rows.append([name, quick.moments("open-sure", group).total(), quick.advice("open-sure", group, "open").text()])
    return table(["hands that the bot opens", "how many", "opening against passing"], rows)


def seats_to_come(quick):
    rows = []
    for n, name in enumerate(["none (the dealer)", "one", "two", "three (forehand)"]):
        group = f"after-{n}"
        rows.append([name, quick.advice("open-seat", group, "open").text(), quick.advice("open-seat", group, "open", "share").percent(),
                     quick.advice("open-seat", group, "pass", "mean").text()])
    return table(["still to be asked", "opening against passing", "the bot opens", "passing is worth"], rows)


def low(quick):
    rows = []
    for group, name in (("in-0 middle", "nobody in: ten or jack"), ("in-0 low", "nobody in: lower"),
                        ("in-1 middle", "one in: ten or jack"), ("in-1 low", "one in: lower")):
        rows.append([name, quick.advice("join-low", group, "join").text()])
    return table(["one low trump and nothing else", "joining against staying out"], rows)


def susi(quick):
    return table(["", "percent of the pot"], [
        ["staying out is worth", quick.advice("susi", None, "out", "mean").text()],
        ["joining is worth", quick.advice("susi", None, "join", "mean").text()],
        ["what joining costs you", quick.advice("susi", None, "join").text()],
        ["what it gives each of the two others who are out", quick.advice("susi", None, "join", "rest").text()],
        ["what it costs the declarer", quick.advice("susi", None, "join", "declarer").text()],
    ])


def blind(quick, pair):
    names = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "ten", "9-6": "9 to 6"}
    rows = [["blind on: " + names[g], quick.advice("blind", g, "blind").text()] for g in names]
    rows.append(["double blind", quick.advice("double-blind", None, "double-blind").text()])
    rows.append(["double blind, two players", pair.advice("double-blind", None, "double-blind").text()])
    return table(["", "against looking"], rows)


def keeping(quick):
    rows = []
    for card in ("ace", "king"):
        for role in ("declarer", "joiner"):
            cells = [quick.advice("keep-" + card, f"{role} trumps-{n}", "keep-it") for n in (0, 1, 2)]
            rows.append([f"the one {card}, as {role}"] + [c.text() for c in cells])
    return table(["keeping", "no trump", "one trump", "two trumps"], rows)


def leading(play):
    rows = []
    for group, name in (("trumps-2 top", "two trumps, with the highest there is"), ("trumps-2 no-top", "two trumps, without it"),
                        ("trumps-3 top", "three trumps, with the highest"), ("trumps-3 no-top", "three trumps, without it"),
                        ("trumps-1 top", "one trump, the highest"), ("trumps-1 no-top", "one trump, lower")):
        ways = ["highest-plain", "lowest-plain", "lowest-trump"]
        cells = [play.advice("first-lead", group, w).text() for w in ways]
        if group.startswith("trumps-3"):
            cells[1] = "the same card"
        if group.startswith("trumps-1"):
            cells[2] = "–"
        rows.append([name] + cells)
    return table(["you hold", "highest plain card", "lowest plain card", "lowest trump"], rows)


def later(play):
    return table(["", "lowest against highest trump"], [
        ["you must trump, and more than one of your trumps wins", play.advice("take-back", None, "lowest-trump").text()],
        ["you lead trump later, and hold the highest", play.advice("lead-trump", "top", "lowest-trump").text()],
        ["you lead trump later, without the highest", play.advice("lead-trump", "no-top", "lowest-trump").text()],
    ])


def seats(chart):
    rows = []
    for place, name in enumerate(["dealer", "forehand", "second", "third"]):
        rows.append([name, chart.place(place, "gain").text()] + [f"{sum(chart.place(place, k).values) / len(chart.answers):.0f} %"
                    for k in ("declared", "joined", "made")])
    return table(["", "wins per hand", "declares", "joins", "makes it"], rows)


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--program", default=str(ROOT / "bin" / "chratze"), help="the built program (default: bin/chratze)")
    p.add_argument("--seeds", type=int, default=10, choices=sorted(T95), help="how many seeds, from 1 on (default: 10)")
    p.add_argument("--workers", type=int, default=1, help="how many cores (default: 1); the figures don't depend on it")
    p.add_argument("--keep", type=pathlib.Path, default=ROOT / "bin" / "strategy", help="where answers are kept (default: bin/strategy)")
    p.add_argument("--page", type=pathlib.Path, default=ROOT / "docs/strategy.md", help="the page whose tables --write writes")
    p.add_argument("--write", action="store_true", help="put the tables into the page, between their marks")
    o = p.parse_args()
    o.keep.mkdir(parents=True, exist_ok=True)
    quick, chart, large, pair, play = (Runs(o, c) for c in (QUICK, CHART, LARGE, PAIR, PLAY))
    tables = {
        "opening": opening(chart), "beside": beside(chart), "sure": sure(quick), "seats-to-come": seats_to_come(quick), "joining": joining(chart),
        "low": low(quick), "susi": susi(quick), "blind": blind(quick, pair), "keeping": keeping(quick), "leading": leading(play),
        "later": later(play), "seats": seats(chart), "large-pot": seats(large),
    }
    page = o.page.read_text() if o.write else ""
    for name, text in tables.items():
        if not o.write:
            print(f"## {name}\n\n{text}\n")
            continue
        marks = re.compile(rf"(<!-- {name}:[^\n]*-->\n)\n.*?\n\n(<!-- end -->)", re.S)
        if not marks.search(page):
            sys.exit(f"{o.page} has no place for the table {name}: <!-- {name}: … --> and <!-- end -->")
        page = marks.sub(lambda m: f"{m[1]}\n{text}\n\n{m[2]}", page)
    if o.write:
        o.page.write_text(page)


if __name__ == "__main__":
    main()
