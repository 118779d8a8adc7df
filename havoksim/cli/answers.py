"""How the answer of an odds function is told: the finding, the figures, the bars, the assumptions."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from havoksim.cli.charts import chart, decimals_of, law_table, mean_text, percent
from havoksim.cli.output import Output, Table, as_csv, as_json, as_markdown, as_text, write_file
from havoksim.foundation.errors import InputError

if TYPE_CHECKING:
    from havoksim.dice.pmf import Pmf
    from havoksim.odds.results import Odds

_PICTURES = (".png", ".svg", ".pdf")


def tell(
    answer: Odds,
    output: Output,
    *,
    finding: Sequence[str],
    charts: Sequence[str],
    names: Mapping[str, str] | None = None,
) -> None:
    """Write an answer in the wanted form.

    Parameters
    ----------
    answer : Odds
        What an odds function returned.
    output : Output
        Where it goes.
    finding : sequence of str
        Sentences that say what came out.
    charts : sequence of str
        Names of the distributions that are drawn as bars.
    names : mapping, optional
        What the reader calls a distribution; by default its name with spaces.
    """
    laws = answer.laws()
    called = {name: name.replace("_", " ") for name in laws} | dict(names or {})
    if output.format == "json":
        output.write(as_json(answer.to_dict()))
    elif output.format == "csv":
        table = law_table(laws)
        output.write(as_csv(table.columns, table.rows))
    elif output.format == "markdown":
        parts = [
            " ".join(finding),
            as_markdown(_figures(laws, called)),
            as_markdown(law_table({name: laws[name] for name in charts})),
        ]
        output.write("\n\n".join(parts + [f"- {sentence}" for sentence in small_print(answer)]))
    else:
        width = output.width or 80
        parts = ["\n".join(wrapped(sentence, width) for sentence in finding)]
        parts.append(as_text(_figures(laws, called), output.width))
        parts += [chart(called[name], laws[name], width=width, unicode=output.unicode) for name in charts]
        parts.append("\n".join(wrapped(sentence, width, "- ") for sentence in small_print(answer)))
        output.write("\n\n".join(parts))


def check_picture(path: str | None) -> None:
    """Refuse a picture that cannot be written, before anything is computed."""
    if path is None:
        return
    from havoksim.cli.output import check_writable

    if not path.lower().endswith(_PICTURES):
        raise InputError(f"a picture ends in {', '.join(_PICTURES)}", where=path, key="--plot")
    check_writable(path)


def draw(result: Any, path: str | None) -> None:
    """Draw a result into a picture file, if one is wanted."""
    if path is None:
        return
    import io

    from havoksim.report import plot

    picture = io.BytesIO()
    plot(result).savefig(picture, format=path.lower().rpartition(".")[2])
    write_file(path, picture.getvalue())
    import click

    click.echo(f"wrote {path}", err=True)


def count(law: Pmf, one: str, many: str) -> str:
    """Return a mean with its noun: ``3.6 hits``."""
    mean = f"{law.mean:.3g}"
    return f"{mean} {one if mean == '1' else many}"


def _figures(laws: dict[str, Pmf], called: Mapping[str, str]) -> Table:
    """Return mean, spread and the chances of none and of some for each distribution."""
    rows: list[tuple[str | float, ...]] = []
    for name, law in laws.items():
        n = law.n_samples
        decimals = 2 if n is None else decimals_of(0.5 / n**0.5)
        none, some = percent(law[0], decimals), percent(law.p_at_least(1), decimals)
        row = (called[name], law.mean, law.sd, none, some)
        rows.append(row if n is None else (row[0], mean_text(law).partition(",")[0][5:], *row[2:]))
    return Table(
        ("what", "mean", "sd", "none", "at least one"),
        rows,
        {"what": ""},
        {"mean": 4, "sd": 4},
        frozenset({"mean", "none", "at least one"}),
    )


def small_print(answer: Odds) -> list[str]:
    """Return method, ruleset and assumptions as sentences."""
    if answer.n:
        method = f"sampled, n = {answer.n:,}, seed {answer.seed} (+/- and brackets are 95 % intervals)"
    else:
        method = "exact"
    return [f"{method}; ruleset {answer.ruleset or 'without a name'}", *answer.assumptions]


def wrapped(text: str, width: int, bullet: str = "") -> str:
    """Return a sentence broken at the edge of the terminal."""
    return textwrap.fill(bullet + text, width, subsequent_indent=" " * len(bullet), break_on_hyphens=False)


def counted(number: int, one: str, many: str = "", *, form: str = "d") -> str:
    """Return a number with the word for so many.

    Examples
    --------
    >>> counted(1, "draw"), counted(0, "loss", "losses"), counted(2000, "battle", form=",")
    ('1 draw', '0 losses', '2,000 battles')
    """
    return f"{number:{form}} {one if number == 1 else many or one + 's'}"
