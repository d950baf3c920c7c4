"""A document is found among thousands as if all of them were looked at."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from appagent.knowledge.docs import Entry, Shelf, own
from appagent.knowledge.element import ElementDoc
from appagent.knowledge.store import DocStore

from .test_docs import PACKAGE

KEYS = ("button", "button:2", "list/row", "list/row:2", "#a/list/row/switch")
TITLES = ("", "Ann", "Ann, on", "Bob", "Inbox 3", "Inbox 4")
documents = st.builds(
    ElementDoc,
    key=st.sampled_from(KEYS),
    row=st.sampled_from(["", "item"]),
    called=st.sampled_from(TITLES),
    screen=st.sampled_from([(), ("a",), ("a", "b"), ("a", "b", "c"), ("d",)]),
    uses=st.just({}),
)


def shelf(docs: Sequence[ElementDoc]) -> Shelf:
    filled = Shelf()
    for number, doc in enumerate(docs):
        filled.put(Entry(f"{number}.yaml", doc))
    return filled


@given(st.lists(documents, max_size=12), documents)
def test_what_is_akin_holds_the_documents_own(docs: list[ElementDoc], wanted: ElementDoc) -> None:
    everything = [Entry(f"{number}.yaml", doc) for number, doc in enumerate(docs)]
    assert own(shelf(docs).akin(wanted), wanted) == own(everything, wanted)


def test_one_row_of_a_thousand_is_compared_with_no_other() -> None:
    rows = [ElementDoc(key="list/row", called=chr(0x4E00 + i), uses={}) for i in range(1000)]
    assert [entry.doc for entry in shelf(rows).akin(rows[500])] == [rows[500]]


def test_what_is_put_again_stands_last_and_once() -> None:
    one, other = (ElementDoc(key="button", called=name, uses={}) for name in ("Ann", "Bob"))
    twice = shelf([one, other])
    twice.put(Entry("0.yaml", changed := other.model_copy(update={"role": "button"})))
    assert [entry.doc for entry in twice] == [other, changed]
    assert [entry.doc for entry in twice.akin(one)] == [other, changed], "by the key alone"


def test_rows_of_one_list_are_merged_each_into_its_own(tmp_path: Path) -> None:
    store = DocStore(tmp_path)
    rows = [ElementDoc(key="list/row", called=f"Row {chr(97 + i)}x", uses={}) for i in range(20)]
    assert [merged.wrote for merged in store.merge_all(PACKAGE, rows)] == [True] * 20
    assert [merged.wrote for merged in store.merge_all(PACKAGE, rows)] == [False] * 20
    assert len(store.docs(PACKAGE)) == 20
