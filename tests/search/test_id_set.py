"""Sets of ids as integers."""

import pytest

from doorward.search.sqlite.id_set import BITS, IdSet


@pytest.mark.parametrize("descending", [False, True])
def test_a_page_of_a_set_of_ids_continues_over_blocks(descending: bool) -> None:
    ids = [1, 7, 8, BITS - 1, BITS, 3 * BITS + 5, 3 * BITS + 6]
    ordered = ids[::-1] if descending else ids
    found = IdSet.of(ids)
    assert (list(found), len(found)) == (ids, len(ids))
    for offset in range(len(ids)):
        for size in range(1, len(ids) + 1):
            assert found.page(offset, size, descending=descending) == ordered[offset : offset + size]
