"""How a cross table of players is told on the terminal, and in the other forms."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from havoksim.cli.output import Output, Table, as_csv, as_json, as_markdown, as_text

if TYPE_CHECKING:
    from havoksim.analysis.cross_table import CrossTable

#: Rows of single forces shown on the terminal; csv and json have all.
SHOWN = 12


def tell(table: CrossTable, output: Output) -> None:
    """Write a cross table in the wanted form."""
    from havoksim.analysis.cross_table import COLUMNS

    if output.format == "csv":
        output.write(as_csv(COLUMNS, [tuple(row.values()) for row in table.rows]))
        return
    if output.format == "json":
        content = {
            "method": "sampled",
            "presets": list(table.presets),
            "forces": list(table.forces),
            "ruleset": table.ruleset,
            "seed": str(table.seed),
            "n_battles": table.battles,
            "confidence": table.confidence,
            "rows": list(table.rows),
            "left_out": list(table.left_out),
        }
        output.write(as_json(content) + "\n")
        return
    markdown = output.format == "markdown"
    draw = as_markdown if markdown else lambda one: as_text(one, output.width)
    title = "Score in % of the row against the column over all forces, with its 95 % interval:"
    blocks = [_finding(table), f"{title}{chr(10) * (1 + markdown)}{draw(_matrix(table))}"]
    apart = _apart(table)
    if apart.rows:
        title = "Where single forces depart most from that (p after Holm):"
        blocks.append(f"{title}{chr(10) * (1 + markdown)}{draw(apart)}")
    width = output.width or 100
    blocks.append("\n".join(textwrap.fill(line, width, subsequent_indent="  ") for line in _small_print(table)))
    output.write("\n\n".join(blocks))


def _finding(table: CrossTable) -> str:
    from havoksim.analysis.cross_table import ALL

    said = []
    for row in table.rows:
        if row["force"] == ALL and row["verdict"] != "even":
            ahead = row["verdict"] == "ahead"
            a, b = ("preset_a", "preset_b") if ahead else ("preset_b", "preset_a")
            said.append(f"{row[a]} beats {row[b]}")
    return f"{'; '.join(said)}." if said else "No player beats another beyond chance."


def _matrix(table: CrossTable) -> Table:
    names = sorted(table.presets, key=lambda a: -sum(table.cell(a, b)[0] for b in table.presets if b != a))
    rows = []
    for a in names:
        cells = []
        for b in names:
            if a == b:
                cells.append("")
                continue
            score, lo, hi = table.cell(a, b)
            cells.append(f"{100 * score:.1f} \u00b1{100 * max(hi - score, score - lo):.1f}")
        rows.append((a, *cells))
    return Table(("against", *names), rows, {"against": ""}, right=frozenset(names))


def _apart(table: CrossTable) -> Table:
    """Return the forces with which a player who is ahead over all is not, or the other way round."""
    from havoksim.analysis.cross_table import ALL

    whole = {(row["preset_a"], row["preset_b"]): row for row in table.rows if row["force"] == ALL}
    found = []
    for row in table.rows:
        overall = whole[row["preset_a"], row["preset_b"]]
        if row["force"] != ALL and row["verdict"] != overall["verdict"]:
            found.append((abs(row["score_a"] - overall["score_a"]), row))
    found.sort(key=lambda pair: -pair[0])
    cells = [
        (
            f"{row['preset_a']} against {row['preset_b']}",
            row["force"],
            f"{100 * row['score_a']:.1f} ({100 * row['score_a_lo']:.1f} to {100 * row['score_a_hi']:.1f})",
            f"{row['p_holm']:.2g}",
            row["verdict"],
        )
        for _, row in found[:SHOWN]
    ]
    headings = {"score_a": "score, %", "p_holm": "p"}
    return Table(("players", "force", "score_a", "p_holm", "verdict"), cells, headings, right=frozenset({"p_holm"}))


def _small_print(table: CrossTable) -> list[str]:
    lines = [
        f"sampled, {table.battles:,} battles, {table.n} for each two players and each two forces, seed {table.seed};"
        f" ruleset {table.ruleset or 'without a name'}; forces: {', '.join(table.forces)}",
        f"intervals are {table.confidence:.0%} ones, each by itself, on pairs of battles, for these forces; who beats"
        f" whom is decided by Holm's method over all {len(table.rows)} cells together (players x forces, and all)",
        "every two forces of equal points meet, and change sides, so even players score 50 % with every force",
    ]
    if table.left_out:
        lines.append(f"left out, since terrain left no room to deploy: {', '.join(table.left_out)}")
    return lines
