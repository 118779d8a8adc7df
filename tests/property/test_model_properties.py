"""Does it hold for every card, force and table, not only for the ones that we thought of?"""

from dataclasses import replace

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from havoksim.foundation.errors import InputError
from havoksim.model.army_list import ArmyList
from havoksim.model.cards import cards_csv, cards_list, list_text
from havoksim.model.catalogue import army_list_of
from havoksim.model.checking import check
from havoksim.model.force import Force, UnitEntry, check_force
from havoksim.model.generate import STYLES, generate_forces
from havoksim.model.reading import Document, Path, parse_toml
from havoksim.model.ruleset import RULESET_KEYS, havok_2_0, ruleset_from_table
from havoksim.model.toml_text import text_value
from havoksim.model.warrior import CHARACTERISTICS, FORCE_SIZES, Carries, Warrior

#: The machine may be busy; what is tested is what comes out, not how fast.
calm = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])

ids = st.from_regex(r"[a-z0-9][a-z0-9_]{0,8}", fullmatch=True)
visible = st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"])
words = st.text(visible, max_size=20).map(str.strip)
whole = st.integers(0, 30)
limits = st.dictionaries(st.sampled_from(FORCE_SIZES), st.one_of(whole, st.sampled_from(["U", "unknown"])))
plain_abilities = st.lists(st.sampled_from(["surge", "fly_over", "explodes", "split_move"]), unique=True)


@st.composite
def cards(draw):
    figures = {key: draw(whole) for key in CHARACTERISTICS}
    carrier = draw(st.booleans())
    abilities = draw(plain_abilities) + (["carries_one"] if carrier else [])
    return Warrior(
        id=draw(ids),
        name=draw(words.filter(bool)),
        **{**figures, "strength": figures["strength"] + 1, "battle_rating": figures["battle_rating"] + 1},
        psyke_attack=draw(st.booleans()),
        vehicle=draw(st.booleans()),
        abilities=abilities,
        base_radius=draw(st.none() | st.integers(1, 400).map(lambda n: n / 100)),
        limits=draw(limits),
        carries=Carries(capacity=draw(st.integers(1, 9)), inside=draw(st.booleans())) if carrier else None,
        known=draw(st.lists(st.sampled_from(CHARACTERISTICS), unique=True)),
        source=draw(words),
        army_list="mine",
    )


armies = st.lists(cards(), min_size=1, max_size=5, unique_by=lambda c: c.id).map(
    lambda w: ArmyList("mine", "Mine", tuple(w))
)


def problems_of(load, *arguments, **keywords):
    """Return what an input is refused for, or None if it is taken."""
    try:
        load(*arguments, **keywords)
    except InputError as error:
        return error.problems
    return None


json_like = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 9) | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@calm
@given(armies)
def test_a_list_survives_csv_and_toml(army):
    assert cards_list(cards_csv(army.warriors), id="mine", name="Mine") == army
    table = parse_toml(list_text(army), "mine.toml")
    document = Document(
        Path("mine.toml"), {k: v for k, v in table.items() if k not in ("schema", "kind")}, "army_list", []
    )
    assert army_list_of(document) == army


@calm
@given(st.text())
def test_any_text_survives_toml(text):
    text = text.encode("utf-8", "ignore").decode()
    assert parse_toml(f"a = {text_value(text)}", "")["a"] == text


@calm
@given(st.text(max_size=200))
def test_any_text_as_cards_is_a_list_or_an_input_error(text):
    said = problems_of(cards_list, text, id="mine", name="Mine")
    assert said is None or said


@calm
@given(st.dictionaries(st.sampled_from([*RULESET_KEYS, "id", "name", "zzz", "battle_turns"]), json_like, max_size=4))
def test_any_table_is_a_ruleset_or_an_input_error(table):
    said = problems_of(ruleset_from_table, table, extends=havok_2_0())
    if said is None:
        assert ruleset_from_table(table, extends=havok_2_0()).problems() == []
    else:
        assert said
        assert all(problem.key.startswith("ruleset.") for problem in said)


@calm
@given(st.dictionaries(st.sampled_from([*(f for f in Warrior.__slots__), "zzz"]), json_like))
def test_any_table_is_a_card_or_has_problems_with_keys(table):
    checked = check(table, Warrior, prefix="warrior[1].")
    assert bool(checked.problems) == (bool(checked.wrong))
    assert all(problem.key.startswith("warrior[1].") for problem in checked.problems)


@calm
@given(armies, st.integers(1, 400), st.sampled_from(STYLES), st.integers(0, 5))
def test_generated_forces_are_legal_and_full(army, points, style, seed):
    try:
        (force,) = generate_forces(army, points=points, style=style, seed=seed)
    except InputError:
        return
    assert check_force(force).problems == ()
    sums = {0}
    for warrior in army:
        limit = warrior.limit(force.size)
        most = points // warrior.battle_rating
        most = most if limit is None else min(most, limit)
        sums = {
            s + n * warrior.battle_rating
            for s in sums
            for n in range(most + 1)
            if s + n * warrior.battle_rating <= points
        }
    assert force.battle_rating == max(sums)


@calm
@given(
    armies,
    st.lists(st.tuples(st.integers(0, 4), st.integers(1, 5), st.integers(1, 3)), min_size=1),
    st.integers(0, 600),
)
def test_more_points_never_make_a_force_illegal_without_limits(army, chosen, points):
    free = army.with_warriors(replace(w, limits={}, vehicle=False) for w in army)
    entries = tuple(UnitEntry(free.warriors[i % len(free)], size, count) for i, size, count in chosen)
    spent = sum(entry.models * entry.warrior.battle_rating for entry in entries)
    legal = not check_force(Force("F", free, points, entries)).problems
    assert legal == (spent <= points)
