"""Whatever a phone prints as a tree, every function of the room gives a value."""

from __future__ import annotations

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from appagent.geometry import Size
from appagent.screen.change import difference
from appagent.screen.describe import view_lines
from appagent.screen.hierarchy import parse_hierarchy
from appagent.screen.keys import fingerprint, likeness
from appagent.screen.lines import parse_mark_line
from appagent.screen.marks import mark

from .trees import blank, dump, node, screen

SIZE = Size(120, 200)
CLASSES = (
    "FrameLayout TextView Button ImageView Switch CheckBox RadioButton EditText SeekBar Spinner "
    "ListView ScrollView androidx.recyclerview.widget.RecyclerView android.view.View "
    "android.webkit.WebView androidx.viewpager.widget.ViewPager ProgressBar weird$Class"
)
FLAGS = (
    "checkable checked clickable focusable focused scrollable long-clickable password selected "
    "disabled"
)
edges = st.integers(-20, 220)
texts = st.sampled_from(["", "7:00", "Save", "on", "\ue5cd", "a\nb", "x" * 200, '"[on]" {tap}'])


@st.composite
def nodes(draw: st.DrawFn, children: st.SearchStrategy[list[str]]) -> str:
    return node(
        draw(st.sampled_from(CLASSES.split())),
        (draw(edges), draw(edges), draw(edges), draw(edges)),
        *draw(children),
        id=draw(st.sampled_from(["", "", "save", "row_7", "android:id/list", "title"])),
        text=draw(texts),
        desc=draw(texts),
        flags=" ".join(draw(st.lists(st.sampled_from(FLAGS.split()), max_size=4))),
        drawing_order=draw(st.sampled_from(["", "0", "1", "2", "x"])),
        hint=draw(texts),
    )


trees = st.recursive(
    nodes(st.just([])), lambda inner: nodes(st.lists(inner, max_size=5)), max_leaves=25
)


HINT, BOX = (
    node(cls, (0, 0, 1, 1), id="save", hint="7:00", flags=flags)
    for cls, flags in (("FrameLayout", ""), ("TextView", "checkable"))
)


@given(st.lists(trees, max_size=3), st.lists(trees, max_size=2))
@example([HINT], [BOX])  # what can be touched now is a change, too
@settings(suppress_health_check=[HealthCheck.too_slow])
def test_any_tree_can_be_marked_described_and_compared(before: list[str], after: list[str]) -> None:
    one, other = (parse_hierarchy(dump(*roots), SIZE).elements for roots in (before, after))
    assert len({(e.key, e.bounds, e.role) for e in one if e.uses}) <= len(one)
    view = mark(screen(one, blank(SIZE)))
    assert [m.label for m in view.marks] == list(range(1, len(view.marks) + 1))
    for m in view.marks:
        assert SIZE.rect.contains(m.bounds)
        assert not m.bounds.empty
    told = [parse_mark_line(text) for text in view_lines(view)]
    assert [t.label for t in told if t is not None and t.label] == [m.label for m in view.marks]
    assert difference(view.screen, view.screen).nothing
    change = difference(view.screen, screen(other, blank(SIZE)))
    assert change.regions == ()
    assert 0 <= likeness(fingerprint(one), fingerprint(other)) <= 1
    if fingerprint(one) != fingerprint(other):
        assert not change.nothing
