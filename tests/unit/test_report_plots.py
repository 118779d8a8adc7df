"""Does every result have a picture, and does the picture say what came out?"""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from matplotlib.text import Annotation

import havoksim as hs
from havoksim.dice.pmf import JointPmf, Pmf
from havoksim.foundation.errors import InputError
from havoksim.report.plots import plot, save_run_plots

TYPES = [(f"Type {i}", f"list_{i % 3}", 8 + 3 * i) for i in range(20)]


def title(figure):
    return figure.get_suptitle().replace("\n", " ").replace("\N{NO-BREAK SPACE}", " ")


def footnote(figure):
    return figure.get_supxlabel().replace("\n", " ")


def words(figure):
    return [text.get_text() for text in figure.findobj(lambda part: hasattr(part, "get_text"))]


def synthetic_run(sampled=("melee",), rulesets=("havok_2_0",)):
    """A run in the sweep's columns: type i beats type j the more, the larger i - j."""
    rows, cards = [], []
    for ruleset in rulesets:
        for setting, mode in (("fire 12 open", "fire"), ("melee", "melee"), ("psyke", "psyke")):
            n = 2000 if setting in sampled else 0
            for i, (a, _, _) in enumerate(TYPES):
                for j, (b, _, _) in enumerate(TYPES):
                    score = 0.0 if mode == "psyke" else 1 / (1 + np.exp((j - i) / 6))
                    rows.append({"ruleset": ruleset, "mode": mode, "setting": setting, "name_a": a, "name_b": b,
                                 "score_a": score, "n": n})  # fmt: skip
        for i, (name, faction, rating) in enumerate(TYPES):
            value = 0.4 + 0.02 * i
            cards.append({"ruleset": ruleset, "warrior": name, "name": name, "faction": faction,
                          "provenance": ("published", "partial", "estimate")[min(i, 2)], "battle_rating": rating,
                          "setting": "all", "efficiency": value, "efficiency_lo": value - 0.02,
                          "efficiency_hi": value + 0.02, "trade": 0.3 + 0.1 * i, "trade_se": 0.05, "score": value,
                          "score_lo": np.nan, "score_hi": np.nan, "score_se": 0.01, "method": "mixed",
                          "n": 2000})  # fmt: skip
    return SimpleNamespace(matchups=lambda: pd.DataFrame(rows), warriors=lambda: pd.DataFrame(cards))


def as_sampled(law, n):
    return Pmf.from_counts([round(n * p) for p in law.p])


def test_a_volley_says_how_many_it_kills():
    volley = hs.odds.fire("5xkarn_trooper", "5x47th_line", range=12, cover=True)
    figure = plot(volley)
    mean, some = volley.kills.mean, volley.kills.p_at_least(1)
    assert title(figure) == (
        f"5 x Karn Trooper at 12 inches in cover kill {mean:.2f} of 5 x 47th Line on average; 1 or more in {some:.0%}"
    ).replace("%", " %")
    assert footnote(figure) == "exact · ruleset havok_2_0"


def test_bars_and_curve_are_the_distribution():
    law = hs.odds.fire(dice=6, needs=4, armour=2).wounds
    bars, curve = plot(law, counted="wounds").axes
    assert [bar.get_height() for bar in bars.patches] == pytest.approx(law.p[: len(bars.patches)])
    tails = curve.lines[0].get_ydata()
    assert tails == pytest.approx([law.p_at_least(k) for k in range(len(tails))])
    assert law.p_at_least(len(tails)) < 5e-4
    assert curve.get_xlabel() == "wounds"


def test_numbers_only_show_hits_and_wounds():
    figure = plot(hs.odds.fire(dice=6, needs=4, armour=2))
    assert title(figure) == "6 dice needing 4+ against armour 2 make 3.6 hits and 2.4 wounds on average"
    assert {"hits: mean 3.6", "wounds: mean 2.4"} <= set(words(figure))


def test_one_distribution_can_be_chosen():
    volley = hs.odds.fire("5xkarn_trooper", "5x47th_line")
    assert "wounds on 5 x 47th Line" in title(plot(volley, what="wounds"))
    with pytest.raises(InputError, match="kills"):
        plot(volley, what="kill")


def test_a_sampled_distribution_shows_n_and_intervals():
    figure = plot(Pmf.from_counts([100, 200, 100]), counted="hits")
    assert "n = 400" in footnote(figure)
    assert "1 or more in 75 % (71 to 79 %)" in title(figure)
    assert figure.axes[0].containers  # the error bars
    assert figure.axes[1].collections  # the band


def test_an_exchange_is_a_matrix_of_wounds():
    odds = hs.odds.melee("hundred_battle_form", "razor")
    figure = plot(odds)
    matrix = np.asarray(figure.axes[0].images[0].get_array())
    assert matrix.shape == (odds.strength_a + 1, odds.strength_b + 1)
    assert matrix.sum() == pytest.approx(1)
    assert matrix[:, -1].sum() == pytest.approx(odds.p_b_dies)
    assert "Hundred Battle Form (6 dice) kills Razor (3 dice)" in title(figure)
    assert figure.axes[0].get_ylabel() == "wounds on Hundred Battle Form"


def test_a_duel_shows_who_wins_and_what_is_left():
    duel = hs.duel("5xkarn_trooper", "5xnexus_trooper", range=6)
    figure = plot(duel)
    verdict, left_a, left_b = figure.axes
    assert [bar.get_width() for bar in verdict.patches] == pytest.approx([duel.p_win_a, duel.p_draw, duel.p_win_b])
    assert [bar.get_height() for bar in left_a.patches] == pytest.approx(duel.models_a.p)
    assert [bar.get_height() for bar in left_b.patches] == pytest.approx(duel.models_b.p)
    winner = "Karn" if duel.p_win_a > duel.p_win_b else "Nexus"
    assert title(figure).startswith(f"5 x {winner} Trooper beat")


def test_a_sampled_duel_shows_n_and_intervals():
    duel = hs.duel("5xkarn_trooper", "5xnexus_trooper", range=6)
    models = {"models_a": as_sampled(duel.models_a, 400), "models_b": as_sampled(duel.models_b, 400)}
    figure = plot(replace(duel, method="sampled", n=400, seed=1, **models))
    assert "n = 400, seed 1" in footnote(figure)
    assert " to " in title(figure)
    assert all(axes.containers for axes in figure.axes)


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (lambda: hs.odds.split_fire("5xkarn_trooper", ["2x47th_line", "banshee"], split=(3, 2)), "fire split 3 and 2"),
        (lambda: hs.odds.melee("hundred_battle_form", "3xrazor"), "3 x Razor, one after another"),
        (lambda: hs.odds.explosion(["3xkarn_trooper"]), "A vehicle explodes beside 3 x Karn Trooper"),
        (lambda: hs.odds.psyke(dice_a=3, dice_b=2), "3 dice against 2"),
        (lambda: hs.duel("karn_trooper", "karn_trooper"), "an even fight, 50 % each"),
    ],
)
def test_the_other_answers_have_a_finding(answer, said):
    assert said in title(plot(answer()))


def test_heatmap_is_ordered_by_score_and_leaves_psyke_out_of_the_mean():
    figure = plot(synthetic_run())
    matrix = np.asarray(figure.axes[0].images[0].get_array())
    assert (np.diff(matrix.mean(axis=1)) < 0).all()
    assert np.diag(matrix) == pytest.approx(0.5)
    assert title(figure).startswith("At equal BR Type 19 scores")
    assert "n = 2,000" in footnote(figure)


def test_heatmap_of_an_exact_setting_says_exact():
    figure = plot(synthetic_run(), setting="fire 12 open")
    assert "all exact" in footnote(figure)


def test_heatmap_marks_sampled_cells_among_exact_ones():
    run = synthetic_run(sampled=())
    frame = run.matchups()
    frame.loc[(frame["name_a"] == "Type 1") & (frame["name_b"] == "Type 2"), "n"] = 500
    figure = plot(SimpleNamespace(matchups=lambda: frame, warriors=run.warriors))
    assert len([line for line in figure.axes[0].lines if line.get_marker() == "o"]) == 1
    assert "dot:" in footnote(figure)


def test_heatmap_has_a_panel_for_each_setting():
    figure = plot(synthetic_run(), setting=["fire 12 open", "melee"])
    assert len(figure.axes) == 2


@pytest.mark.parametrize("measure", ["efficiency", "trade", "score"])
def test_efficiency_names_every_type_and_no_name_covers_another(measure):
    figure = plot(synthetic_run(), kind="efficiency", measure=measure)
    names = [note for note in figure.axes[0].findobj(Annotation) if note.get_text().startswith("Type")]
    assert len(names) == 20
    boxes = [note.get_window_extent() for note in names]
    for i, one in enumerate(boxes):
        assert not any(one.overlaps(other) for other in boxes[:i])
        assert figure.bbox.x0 <= one.x0
        assert one.x1 <= figure.bbox.x1


def test_efficiency_says_how_many_profiles_are_estimates():
    figure = plot(synthetic_run(), kind="efficiency")
    assert "19 of 20 profiles are estimated" in title(figure)
    legend = {text.get_text() for text in figure.axes[0].get_legend().get_texts()}
    assert {"published profile", "partly published", "estimated profile"} <= legend
    assert "break-even 0.59" in words(figure)


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ({"kind": "heatmpa"}, "heatmap"),
        ({"setting": "mele"}, "melee"),
        ({"ruleset": "havok"}, "havok_2_0"),
        ({"kind": "efficiency", "measure": "trad"}, "trade"),
        ({"kind": "efficiency", "setting": "mele"}, "all"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_wrong_options_are_refused_with_what_is_known(how, said):
    with pytest.raises(InputError, match=said):
        plot(synthetic_run(), **how)


@pytest.mark.parametrize("thing", [3, "5xkarn_trooper", None, JointPmf(((1.0,),))])
def test_what_has_no_picture_is_refused(thing):
    with pytest.raises(InputError, match="no picture"):
        plot(thing)


def test_run_plots_are_written_for_each_ruleset(tmp_path):
    paths = save_run_plots(synthetic_run(rulesets=("havok_2_0", "no_blocks")), tmp_path / "plots")
    assert [path.name for path in paths] == [
        "scores.png", "efficiency.png", "scores_no_blocks.png", "efficiency_no_blocks.png",
    ]  # fmt: skip
    assert sorted(tmp_path.rglob("*.png")) == sorted(paths)
    assert all(path.read_bytes().startswith(b"\x89PNG") for path in paths)


def test_a_picture_that_cannot_be_written_leaves_the_old_one(tmp_path, monkeypatch):
    (path, _) = save_run_plots(synthetic_run(), tmp_path)
    old = path.read_bytes()

    def full(self, content):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pathlib.Path.write_bytes", full)
    with pytest.raises(OSError, match="No space"):
        save_run_plots(synthetic_run(), tmp_path)
    assert path.read_bytes() == old
    assert sorted(p.name for p in tmp_path.iterdir()) == ["efficiency.png", "scores.png"]


@pytest.mark.parametrize("kind", ["heatmap", "efficiency"])
def test_pictures_of_a_run_can_be_read_on_a_phone(kind):
    figure = plot(synthetic_run(), kind=kind)
    assert figure.get_figwidth() == 6.0
    texts = figure.findobj(lambda part: hasattr(part, "get_fontsize") and part.get_text())
    assert min(text.get_fontsize() for text in texts) >= 9


def test_the_sampled_engine_is_drawn_with_its_doubt():
    volley = plot(hs.odds.fire("5xkarn_trooper", "5x47th_line", engine="sampled", n=2000, seed=1))
    assert "n = 2,000, seed 1" in footnote(volley)
    assert "±" in title(volley)
    melee = plot(hs.duel("3xkarn_trooper", "3xrazor", mode="melee", n=2000, seed=1))
    assert "n = 2,000, seed 1" in footnote(melee)
    assert " hand to hand in " in title(melee)
