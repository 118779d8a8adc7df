"""Tables, CSV, JSON, Markdown; files that are whole or not there."""

import json
import math

import click
import pytest
from click.testing import CliRunner

from havoksim.cli.charts import chart, decimals_of, percent, share
from havoksim.cli.output import (
    Output,
    Table,
    as_csv,
    as_json,
    as_markdown,
    as_text,
    output_options,
    rounded,
    show,
    write_file,
)
from havoksim.dice.pmf import Pmf
from havoksim.foundation.errors import InputError
from havoksim.foundation.intervals import share_interval

TABLE = Table(("id", "br", "share"), [("razor", 19, 0.5), ("banshee", 45, 0.25)], {"br": "BR"}, {"share": 2})


def test_a_text_table_is_aligned_with_numbers_to_the_right():
    assert as_text(TABLE) == "id       BR  share\nrazor    19   0.50\nbanshee  45   0.25"


def test_a_wide_table_goes_on_below_with_its_first_column():
    lines = as_text(TABLE, 12).splitlines()
    assert lines == [
        "id       BR",
        "razor    19",
        "banshee  45",
        "",
        "id       share",
        "razor     0.50",
        "banshee   0.25",
    ]


def test_markdown_keeps_bars_out_of_cells():
    text = as_markdown(Table(("a", "n"), [("x|y", 1)]))
    assert text == "| a | n |\n| --- | ---: |\n| x\\|y | 1 |"


def test_csv_keeps_names_flags_and_gaps():
    assert as_csv(("id", "br", "vehicle", "x"), [("a", 0.1 + 0.2, True, None)]) == "id,br,vehicle,x\na,0.3,true,\n"


def test_json_has_no_noise_and_no_nan():
    text = as_json({"mean": 3.6000000000000005, "bad": math.nan, "many": [math.inf, 1.0], "rows": [[0.5, 0.5], [1]]})
    assert json.loads(text) == {"mean": 3.6, "bad": None, "many": [None, 1.0], "rows": [[0.5, 0.5], [1]]}


@pytest.mark.parametrize("value", [1e-300, 0.1, 1 / 3, 123456789.123456, -2.5e17])
def test_rounding_keeps_fourteen_digits(value):
    assert rounded(value) == pytest.approx(value, rel=1e-13)


@click.command()
@output_options
def numbers(output):
    show(TABLE, output)


def invoke(*arguments):
    return CliRunner().invoke(numbers, [str(argument) for argument in arguments])


@pytest.mark.parametrize(
    ("name", "start"), [("t.csv", "id,br,share\n"), ("t.json", "[\n"), ("t.md", "| id |"), ("t.txt", "id  ")]
)
def test_the_ending_of_a_file_says_the_form(tmp_path, name, start):
    assert invoke("-o", tmp_path / name).exit_code == 0
    assert (tmp_path / name).read_text().startswith(start)


def test_the_form_that_is_asked_for_wins(tmp_path):
    invoke("-o", tmp_path / "t.csv", "--format", "json")
    assert json.loads((tmp_path / "t.csv").read_text())[0]["id"] == "razor"


def test_json_rows_are_named_by_column():
    assert json.loads(invoke("--format", "json").output)[1] == {"id": "banshee", "br": 45, "share": 0.25}


def test_a_file_in_no_folder_is_refused_before_anything_is_done(tmp_path):
    result = invoke("-o", tmp_path / "no" / "t.csv")
    assert isinstance(result.exception, InputError)
    assert "does not exist" in str(result.exception)
    assert not (tmp_path / "no").exists()


def test_a_folder_is_no_file(tmp_path):
    with pytest.raises(InputError, match="is a folder"):
        write_file(str(tmp_path), "x")


def test_a_failed_write_leaves_the_old_file_and_nothing_else(tmp_path, monkeypatch):
    path = tmp_path / "t.csv"
    path.write_text("old")

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("havoksim.cli.output.os.replace", full)
    with pytest.raises(OSError, match="No space"):
        write_file(str(path), "new")
    assert [(one.name, one.read_text()) for one in tmp_path.iterdir()] == [("t.csv", "old")]


def test_signs_that_a_terminal_lacks_become_question_marks():
    @click.command()
    def name():
        Output().write("Zo\u00eb")

    assert CliRunner(charset="ascii").invoke(name).output == "Zo?\n"
    assert CliRunner().invoke(name).output == "Zo\u00eb\n"


def test_nothing_is_as_wide_as_a_file():
    assert Output("table", "x.txt").width is None
    assert Output("table", "x.txt").unicode


# ---------------------------------------------------------------------- charts


@pytest.mark.parametrize(
    ("p", "text"),
    [(0.0, "0 %"), (1.0, "100 %"), (1e-9, "<0.01 %"), (1 - 1e-9, ">99.99 %"), (0.5, "50.00 %"), (0.99996, ">99.99 %")],
)
def test_a_percentage_never_rounds_to_certainty(p, text):
    assert percent(p) == text


def test_digits_follow_the_standard_error():
    assert [decimals_of(0.5 / n**0.5) for n in (100, 10_000, 1_000_000)] == [0, 1, 2]
    assert share(0.5, 100) == "50 % (40 to 60 %)"
    assert share(0.5, None) == "50.0 %"


def test_an_interval_of_none_in_n_is_not_zero_wide():
    low, high = share_interval(0.0, 1000)
    assert low == 0.0
    assert 0.003 < high < 0.005


def test_a_chart_has_a_row_a_value_and_fits():
    law = Pmf((0.25, 0.5, 0.25))
    lines = chart("hits", law, width=40).splitlines()
    assert lines[0] == "hits: mean 1, sd 0.707"
    assert [line.split()[0] for line in lines[2:]] == ["0", "1", "2"]
    assert max(map(len, lines)) <= 40
    assert "#" in chart("hits", law, width=40, unicode=False)
    assert chart("hits", law, unicode=False).isascii()


def test_a_chart_of_many_values_is_grouped_and_loses_nothing():
    law = Pmf.binomial(2000, 0.5)
    lines = chart("hits", law, width=60).splitlines()[2:]
    assert len(lines) < 40
    assert lines[0].split()[0].startswith("<")


def test_a_sampled_chart_says_how_sure_it_is():
    law = Pmf((0.5, 0.5), 0.0, 100)
    assert "mean 0.500 +/- 0.098" in chart("hits", law)
    assert "50 %" in chart("hits", law)
