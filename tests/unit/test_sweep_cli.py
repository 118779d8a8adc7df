"""``havoksim sweep``: what it prints, and how it leaves."""

import csv
import io
import json

import pytest

from havoksim.analysis import sweep as sweep_module
from havoksim.cli.main import main
from tests.reference.toy_sweep import TOY_FILE


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "small.toml"
    path.write_text(TOY_FILE)
    return path


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    """The file and the folder of a finished run, with plots."""
    folder = tmp_path_factory.mktemp("small")
    path = folder / "small.toml"
    path.write_text(TOY_FILE)
    assert main(["sweep", str(path), "-o", str(folder / "run"), "--threads", "2"]) == 0
    return path, folder / "run"


def say(capsys, finished, *more):
    capsys.readouterr()
    assert main(["sweep", str(finished[0]), "-o", str(finished[1]), "--no-plots", *more]) == 0
    return capsys.readouterr().out


def test_everything_is_on_disk(finished):
    names = {str(path.relative_to(finished[1])) for path in finished[1].rglob("*") if path.is_file()}
    tables = {f"{name}.{end}" for name in ("matchups", "warriors", "factions") for end in ("csv", "parquet")}
    assert tables | {"manifest.json", "plots/scores.png", "plots/efficiency.png"} <= names
    manifest = json.loads((finished[1] / "manifest.json").read_text())
    assert manifest["command"] == f"havoksim sweep {finished[0]} -o {finished[1]}"


def test_one_screen_of_eighty_columns(capsys, finished):
    lines = say(capsys, finished).splitlines()
    assert len(lines) <= 50
    assert all(len(line) <= 80 for line in lines if str(finished[1]) not in line)
    text = "\n".join(lines)
    for part in ("Most efficient types (2)", "Least efficient types (2)", "Factions", "published", "manifest.json"):
        assert part in text
    assert "±0.000" not in text
    assert sum(line.startswith("Karn Trooper") for line in lines) == 1


def test_json_has_the_lists_the_factions_and_the_notes(capsys, finished):
    content = json.loads(say(capsys, finished, "--format", "json"))
    assert [len(content[key]) for key in ("most", "least", "factions")] == [2, 2, 2]
    ranked = [row["efficiency"] for row in (*content["most"], *content["least"][::-1])]
    assert ranked == sorted(ranked, reverse=True)
    assert content["provenance"] == {"published": 2, "partial": 1, "estimate": 1}
    assert content["most"][0].keys() >= {"efficiency_lo", "efficiency_hi", "score", "score_fire", "trade", "provenance"}
    assert any("mean over" in note for note in content["notes"])


def test_csv_is_one_table_of_the_types(capsys, finished):
    rows = list(csv.DictReader(io.StringIO(say(capsys, finished, "--format", "csv"))))
    assert len(rows) == 4
    assert {row["setting"] for row in rows} == {"all"}
    assert float(rows[0]["efficiency"]) >= float(rows[-1]["efficiency"])


def test_markdown_can_be_pasted(capsys, finished):
    text = say(capsys, finished, "--format", "markdown")
    assert "| type | BR |" in text
    assert "| faction | types |" in text


def test_progress_goes_to_stderr_in_lines(capsys, file, tmp_path):
    assert main(["sweep", str(file), "-o", str(tmp_path / "run"), "--no-plots", "--threads", "1"]) == 0
    err = capsys.readouterr().err.splitlines()
    assert err[0] == "10 pairs of types"
    assert err[-1] == "100 %  10 of 10"
    assert any("s left" in line for line in err)


def test_an_interrupt_leaves_with_130_and_says_how_to_go_on(capsys, file, tmp_path, monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(sweep_module, "fight", interrupted)
    folder = tmp_path / "run"
    assert main(["sweep", str(file), "-o", str(folder), "--threads", "1"]) == 130
    last = capsys.readouterr().err.splitlines()[-1]
    assert last == f"interrupted: 0 parts are kept in {folder}; to go on: havoksim sweep {file} -o {folder}"


@pytest.mark.parametrize(
    ("edit", "says"),
    [
        (("seed = 3", "seed = 4"), "seed: 3 there, 4 here"),
        (("max_br = 60", "max_br = 6"), "max_br: 6 BR a side does not buy one model of"),
        (('"razor"', '"razr"'), "did you mean"),
    ],
)
def test_a_wrong_call_leaves_with_2_and_a_message(capsys, finished, file, edit, says):
    file.write_text(TOY_FILE.replace(*edit))
    assert main(["sweep", str(file), "-o", str(finished[1])]) == 2
    err = capsys.readouterr().err
    assert says in err
    assert "Traceback" not in err


def test_the_folder_is_needed(capsys, file):
    assert main(["sweep", str(file)]) == 2
    assert "--output" in capsys.readouterr().err
