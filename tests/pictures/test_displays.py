"""Every picture can be drawn; words of any length and script are whole; nothing is left open."""

import warnings
from collections import Counter

import matplotlib
import numpy as np
import pytest

from cotext import cluster
from cotext.errors import UsageError
from cotext.models import NMTF
from cotext.pictures import QUESTIONS
from cotext.pictures.colors import HUES, color, contrast, ink, rgb
from cotext.pictures.display import Display, display_class
from cotext.pictures.display.cloud import arrange
from cotext.pictures.drawing import fonts
from cotext.pictures.drawing.fonts import families_for
from cotext.pictures.drawing.parts import measure, spread, wrap
from cotext.pictures.drawing.style import drawing
from cotext.pictures.prepare import numbers_of

FEW = {"clusters": {"grid": [2, 3]}, "stream": {"periods": [2020, 2021, 2022] * 30}}
LONG = "donaudampfschifffahrtselektrizitätenhauptbetriebswerk"


def inside(display, texts):
    """Whether text artists lie inside the picture that is saved."""
    figure = display.figure_
    figure.draw_without_rendering()
    whole = figure.get_tightbbox().padded(0.02)
    scale = 1 / figure.dpi
    for text in texts:
        box = text.get_window_extent()
        assert whole.x0 <= box.x0 * scale <= box.x1 * scale <= whole.x1, text.get_text()
        assert whole.y0 <= box.y0 * scale <= box.y1 * scale <= whole.y1, text.get_text()


def shown(display):
    return [text for text in display._texts() if text.get_visible() and text.get_text().strip()]


@pytest.mark.parametrize("name", QUESTIONS)
def test_every_picture_is_drawn_with_its_title(name, result):
    display = display_class(name).from_result(result, **FEW.get(name, {}))
    assert isinstance(display, Display)
    assert display.ax_ in display.figure_.axes
    assert display.figure_.get_suptitle().split() == display.numbers.title.split()
    inside(display, shown(display))


@pytest.mark.parametrize("name", QUESTIONS)
def test_every_picture_can_be_drawn_in_given_axes(name, result):
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 5), layout="constrained")
    right = figure.subplots(1, 2)[1]
    display = display_class(name).from_result(result, ax=right, **FEW.get(name, {}))
    assert display.figure_ is figure
    figure.draw_without_rendering()
    titles = [text.get_text().split() for text in shown(display)]
    assert display.numbers.title.split() in titles


def test_several_panels_need_axes_that_can_be_divided(result):
    from matplotlib.figure import Figure

    with pytest.raises(UsageError, match="several panels"):
        display_class("words").from_result(result, ax=Figure().add_axes((0, 0, 1, 1)))


def test_a_result_draws_by_name_and_lists_its_pictures(result):
    display = result.plot.sizes()
    assert display.numbers.title.startswith("The largest cluster")
    result.plot.map()  # imports a module that is called like a function of Python
    assert str(result.plot).count("\n") == 16
    assert set(dir(result.plot)) == set(QUESTIONS)
    with pytest.raises(AttributeError, match="there is no picture 'pie'; give one of matrix"):
        result.plot.pie()


def test_displays_can_be_imported_by_their_names():
    from cotext import pictures

    assert pictures.MatrixDisplay.name == "matrix"
    assert {pictures.QUESTIONS[display_class(name).name] for name in QUESTIONS} == set(QUESTIONS.values())
    with pytest.raises(AttributeError):
        pictures.PieDisplay  # noqa: B018


@pytest.fixture(scope="module")
def long_words():
    """Words of fifty letters, dollar signs, Cyrillic, Greek, Chinese, Arabic and Hindi."""
    texts = (
        [f"{LONG} Кластеризация λόγος"] * 5 + ["聚类分析 الكلمات शब्द"] * 5 + ["under_score cost$us a$b"] * 5
    )
    return cluster(texts, 3, random_state=0, min_df=1, max_df=1.0, stop_words="none")


@pytest.mark.parametrize(
    "name", ["matrix", "blocks", "graph", "words", "cloud", "sizes", "map", "kwic", "factors", "tree"]
)
def test_long_words_and_other_scripts_are_whole(name, long_words):
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="no font on this computer")
        display = display_class(name).from_result(long_words)
        texts = shown(display)
        assert any(LONG in text.get_text() for text in texts)
        inside(display, texts)


def test_a_script_without_a_font_is_reported_once():
    rare = "\U00012000"  # cuneiform
    with pytest.warns(UserWarning, match=r"no font .* has characters of Cuneiform .*fonts-noto-core"):
        families_for(rare)
    assert families_for(rare)[0] == "DejaVu Sans"
    assert families_for("Привет, κόσμε") == ["DejaVu Sans"]


def test_the_advice_names_the_package_of_the_script(monkeypatch):
    monkeypatch.setattr(fonts, "_warned", set())
    with pytest.warns(UserWarning, match=r"CJK \(漢\), Hangul .*install fonts-noto-cjk.*draw again"):
        fonts._warn_of({"漢", "한"})


@pytest.fixture
def listed(monkeypatch):
    """Set the fonts that matplotlib has on its list."""
    from matplotlib.font_manager import fontManager

    def use(choose):
        chosen = [new for font in fontManager.ttflist for new in choose(font)]
        monkeypatch.setattr(fontManager, "ttflist", chosen)
        forget()

    def forget():
        fonts._candidates.cache_clear()
        fonts._add_new_fonts.cache_clear()

    monkeypatch.setattr(fonts, "_warned", set())
    yield use
    monkeypatch.undo()
    forget()


KNOWN_TO_STIX = "ᶁ"  # and not to DejaVu


def test_a_font_installed_after_matplotlib_listed_them_is_used(monkeypatch, listed):
    from matplotlib import font_manager

    files = [font.fname for font in font_manager.fontManager.ttflist if font.name == "STIXGeneral"]
    listed(lambda font: [] if font.name == "STIXGeneral" else [font])
    monkeypatch.setattr(font_manager, "findSystemFonts", lambda: [*files, "/no/such/font.ttf"])
    assert any(family.startswith("STIXGeneral") for family in families_for(KNOWN_TO_STIX))


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("weight", [400, 500, 700])
def test_a_font_of_another_weight_is_better_than_boxes_in_whatever_order_fonts_are_listed(
    monkeypatch, listed, weight, seed
):
    from dataclasses import replace

    from matplotlib.font_manager import FontProperties, fontManager, get_font

    listed(lambda font: [replace(font, weight=weight)] if font.name == "STIXGeneral" else [font])
    order = np.random.default_rng(seed).permutation(len(fontManager.ttflist))
    monkeypatch.setattr(fontManager, "ttflist", [fontManager.ttflist[i] for i in order])
    fontManager._findfont_cached.cache_clear()
    families = families_for(KNOWN_TO_STIX)
    for of_text in ("regular", "bold"):
        files = fontManager._find_fonts_by_props(FontProperties(family=families, weight=of_text))
        assert any(get_font(file).get_char_index(ord(KNOWN_TO_STIX)) for file in files)
        assert len(files) == 2


def test_forty_clusters_keep_their_labels_apart(read):
    rng = np.random.default_rng(0)
    X = np.kron(np.eye(40), np.ones((4, 3))) * rng.integers(1, 5, size=(160, 120))
    model = NMTF(40, n_init=1, random_state=0).fit(X)
    result = read(model, X, vocabulary=[f"moderatelylong{j}" for j in range(120)])
    for name in ("matrix", "blocks", "graph", "sizes", "similarity", "stream", "tree"):
        dated = {"periods": [1990 + i % 5 for i in range(160)]} if name == "stream" else {}
        display = display_class(name).from_result(result, **dated)
        display.figure_.draw_without_rendering()
        labels = [
            text
            for text in shown(display)
            if text.get_text()[:1].isdigit() and "moderately" in text.get_text()
        ]
        rows = [text for text in labels if text.get_rotation() == 0]
        boxes = [text.get_window_extent() for text in rows]
        for column in {round(box.x0 / 400) for box in boxes}:
            middles = sorted((box.y0 + box.y1) / 2 for box in boxes if round(box.x0 / 400) == column)
            if len(middles) >= 30:
                assert np.diff(middles).min() > 0.7 * 8 * display.figure_.dpi / 72, name


def test_a_tree_of_three_levels_keeps_its_names_whole_and_apart(texts):
    nested = cluster(texts, levels=[2, 5, 12], random_state=0)
    display = nested.plot.tree()
    names = [text for text in shown(display) if text.get_text() in display.numbers.names]
    assert len(names) == 2 + 5 + 12
    inside(display, shown(display))
    boxes = [text.get_window_extent() for text in names]
    assert not any(a.overlaps(b) for i, a in enumerate(boxes) for b in boxes[:i])


def test_words_of_a_cloud_do_not_overlap():
    rng = np.random.default_rng(0)
    rows = [(f"word{'x' * int(rng.integers(12))}", float(rng.integers(1, 200))) for _ in range(25)]
    placed = arrange(rows, 170, 100)
    boxes = [(x, y - size / 2, x + measure(word, size), y + size / 2) for x, y, size, word in placed]
    assert len(placed) == 25
    for i, (a, b, c, d) in enumerate(boxes):
        assert a >= -1
        assert c <= 171
        assert b >= -1
        assert d <= 101
        for e, f, g, h in boxes[:i]:
            assert c <= e + 0.5 or g <= a + 0.5 or d <= f + 0.5 or h <= b + 0.5


def test_a_single_cluster_and_a_single_document_can_be_drawn(read):
    one = read(NMTF(1, n_init=2, random_state=0).fit(np.ones((1, 3))), np.ones((1, 3)))
    for name in QUESTIONS:
        if name not in ("sankey", "confusion", "kwic", "clusters", "stream"):
            display_class(name).from_result(one).figure_.draw_without_rendering()


def test_places_are_spread_by_at_least_the_gap():
    rng = np.random.default_rng(0)
    places = rng.random(30) * 5
    moved = spread(places, 0.3, 0, 10)
    assert np.diff(np.sort(moved)).min() > 0.299
    assert (np.argsort(moved) == np.argsort(places)).all()
    assert moved.min() >= 0
    assert moved.max() <= 10
    assert np.diff(np.sort(spread(np.zeros(20), 1.0, 0, 10))).min() > 0.49


def test_titles_are_broken_into_lines_of_about_equal_length():
    lines = wrap("one two three four five six seven eight nine ten eleven twelve", 3.0, 11).splitlines()
    assert len(lines) > 1
    assert max(map(len, lines)) - min(map(len, lines)) < 12


def test_forty_clusters_have_forty_colours_and_readable_ink():
    assert len({color(k) for k in range(40)}) == 40
    for k in range(40):
        code = ink(k)
        assert contrast(tuple(int(code[i : i + 2], 16) for i in (1, 3, 5)), (255, 255, 255)) >= 4.5


# Machado, Oliveira and Fernandes (2009), full severity, on linear RGB
BLIND = {
    "protan": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "deutan": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
    "tritan": [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
    ],
}


@pytest.mark.parametrize("kind", BLIND)
def test_the_first_colours_stay_apart_for_colour_blind_eyes(kind):
    linear = (np.array([rgb(k) for k in range(len(HUES))]) / 255) ** 2.2
    seen = np.clip(linear @ np.array(BLIND[kind]).T, 0, 1) ** (1 / 2.2)
    lab = np.array([_lab(value) for value in seen])
    distance = np.linalg.norm(lab[:, None] - lab[None], axis=-1) + 1000 * np.eye(len(lab))
    assert distance.min() > 8


def _lab(value):
    """CIE L*a*b* of an sRGB colour, D65."""
    linear = np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)
    xyz = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]) @ linear
    f = np.cbrt(xyz / [0.9505, 1.0, 1.089])
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


def test_a_cluster_has_the_same_colour_in_every_picture(result):
    faces = Counter()
    for name in ("sizes", "words", "similarity", "stability"):
        display = display_class(name)(numbers_of(name, result)).plot()
        from matplotlib.colors import to_hex
        from matplotlib.patches import Patch

        found = {to_hex(patch.get_facecolor()) for ax in display.axes_ for patch in ax.findobj(Patch)}
        faces.update(found & {color(k) for k in range(3)})
    assert faces == {color(k): 4 for k in range(3)}


def test_the_house_style_lasts_as_long_as_the_outermost_drawing():
    before = matplotlib.rcParams["svg.hashsalt"]
    with drawing():
        with drawing():
            measure("a text", 8)
        assert matplotlib.rcParams["svg.hashsalt"] == "cotext"
    assert matplotlib.rcParams["svg.hashsalt"] == before
