"""Players as files: bounds, all errors at once, and the kernel's row of numbers."""

import pytest

from havoksim.battle.kernels import layout
from havoksim.battle.policy import NUMBERS, numbers
from havoksim.foundation.errors import InputError
from havoksim.model.loading import load_file, load_policy, validate_paths
from havoksim.model.policy import ACTIONS, COUNTS, WEIGHTS, Origin, Policy, as_policy, to_toml

HEAD = 'schema = 1\nkind = "policy"\n'


@pytest.fixture
def write(tmp_path):
    def make(text, name="mine.toml"):
        path = tmp_path / name
        path.write_text(HEAD + text)
        return path

    return make


def problems(path):
    with pytest.raises(InputError) as caught:
        load_policy(path)
    return {problem.key: problem for problem in caught.value.problems}


@pytest.mark.parametrize("name", ["tactician", "rush", "gunline", "skirmish", "random"])
def test_the_presets_are_there(name):
    policy = load_policy(name)
    assert (policy.id, policy.name) == (name, name.title())
    assert as_policy(policy) is policy
    assert as_policy(name) == policy


def test_a_file_of_ones_own(write):
    path = write('name = "Careful"\ndamage = 80\ndanger = 1000\nwear = 30\nlead = 7\ntries = 16\nreach = 18.5\n'
                 'forbid = ["melee", "split_fire"]\n')  # fmt: skip
    policy = load_file(path)
    assert policy == Policy(
        damage=80, danger=1000, wear=30, lead=7, tries=16, reach=18.5, forbid=["melee", "split_fire"], id="mine"
    )
    assert policy.name == "Careful"
    row = dict(zip(NUMBERS, numbers(policy), strict=True))
    assert [row[name] for name in ("damage", "wear", "share", "lead", "reach", "tries")] == [80, 30, 0, 7, 1850, 16]
    assert [row[f"forbid_{action}"] for action in ACTIONS] == [0, 1, 0, 1, 0, 0, 0]
    assert len(set(NUMBERS)) == len(NUMBERS) == len(WEIGHTS) + len(COUNTS) + 2 + len(ACTIONS)


def test_a_row_of_numbers_stands_where_the_kernel_reads_it():
    """Each name at the place of the same name in the layout of the kernels."""
    places = {f"forbid_{action}": getattr(layout, f"NO_{action.split('_')[0].upper()}") for action in ACTIONS}
    places |= {name: getattr(layout, f"W_{name.upper()}") for name in (*WEIGHTS, "reach", *COUNTS, "random")}
    assert dict(zip(NUMBERS, range(layout.POLICY), strict=True)) == places


def test_everything_that_is_wrong_is_said_at_once(write):
    path = write('damage = -1\ndanger = 1001\nreach = "far"\nchrage = 3\nforbid = ["fires"]\nrandom = 1\n')
    found = problems(path)
    assert set(found) == {"damage", "danger", "reach", "chrage", "forbid[1]", "random"}
    assert found["damage"].message == "must be a whole number from 0 to 1000, found -1"
    assert found["chrage"].suggestion == "charge"
    assert all(problem.where == str(path) for problem in found.values())


def test_the_newer_weights_have_bounds_as_well(write):
    found = problems(
        write('damage = 1\nwear = -1\nshare = 1001\ndisarm = true\norder = 1.5\nlead = "much"\ntries = 17\n')
    )
    assert set(found) == {"wear", "share", "disarm", "order", "lead", "tries"}
    assert found["wear"].message == "must be a whole number from 0 to 1000, found -1"
    assert found["tries"].message == "must be a whole number from 0 to 16, found 17"
    found = problems(write("damage = 1\nweer = 5\ntrys = 3\n"))
    assert {name: problem.suggestion for name, problem in found.items()} == {"weer": "wear", "trys": "tries"}
    assert set(problems(write("damage = 1\ntries = -1\n"))) == {"tries"}
    assert load_policy(write("damage = 1\ntries = 0\n")).tries == 0


def test_values_that_do_not_go_together(write):
    assert "weighs nothing" in problems(write("random = true\ndamage = 5\n"))["random"].message
    assert "at least one weight" in problems(write('name = "Idle"\n'))["damage"].message
    everything = ", ".join(f'"{action}"' for action in ACTIONS)
    assert "forbids everything" in problems(write(f"damage = 1\nforbid = [{everything}]\n"))["forbid"].message
    assert "twice" in problems(write('damage = 1\nforbid = ["fire", "fire"]\n'))["forbid"].message
    assert "small letters" in problems(write('damage = 1\nid = "My Own"\n'))["id"].message


ORIGIN = Origin(
    command="havoksim train tactician --out mine.toml", havoksim="0.1.0", seed="7", budget=1000, start="tactician",
    opponents=["rush"], ruleset="havok_2_0", score=0.5, score_lo=0.4, score_hi=0.6, confidence=0.95, battles=40,
    start_score=0.45, iteration=3, iterations=30,
)  # fmt: skip


EVERY = Policy(**{name: 10 + i for i, name in enumerate(WEIGHTS)}, tries=16, reach=7.5, forbid=["cover"], id="every",
               name="Every")  # fmt: skip


@pytest.mark.parametrize("policy", [*map(load_policy, ("tactician", "skirmish", "random")), EVERY], ids=lambda p: p.id)
def test_a_player_is_written_and_read(tmp_path, policy):
    path = tmp_path / "other.toml"
    path.write_text(to_toml(policy, comment="one\ntwo", origin=ORIGIN))
    assert path.read_text().startswith("# one\n# two\nschema = 1\n")
    assert load_policy(path) == policy
    assert load_policy(path).name == policy.name


def test_where_a_player_comes_from_is_checked(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(to_toml(load_policy("rush"), origin=ORIGIN).replace("budget = 1000", "budgte = 0"))
    assert set(problems(path)) == {"provenance.budget", "provenance.budgte"}


def test_a_player_for_another_version_is_refused(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(to_toml(load_policy("rush")).replace("schema = 1", "schema = 2"))
    assert problems(path)["schema"].message == "must be 1, the only format that this version reads, found 2"


def test_skirmishers_keep_their_distance_and_refuse_contact():
    policy = load_policy("skirmish")
    assert (policy.reach, policy.charge, policy.forbid) == (12.0, 0, ["melee"])
    assert policy.cover > load_policy("tactician").cover


def test_an_unknown_player_is_suggested():
    with pytest.raises(InputError) as caught:
        load_policy("tacticain")
    assert "did you mean 'tactician'" in str(caught.value)
    with pytest.raises(InputError, match="expected the name of a policy"):
        as_policy(3)


def test_validate_reads_players(write):
    good, bad = write("damage = 1\n", "good.toml"), write("damage = true\n", "bad.toml")
    reports = validate_paths([good, bad])
    assert [(report.kind, report.ok) for report in reports] == [("policy", True), ("policy", False)]
