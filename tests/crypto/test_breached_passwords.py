"""The file of breached passwords: what is built from a list of hashes is found again, and damage is noticed."""

import random
import struct
import time
import tracemalloc
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from doorward.crypto.passwords import breached, breached_build
from doorward.crypto.passwords.breached import BLOCK_BITS, BreachedPasswords, UnusableList, decode, verify
from doorward.crypto.passwords.breached_build import BadList, encode
from tests.support.breached import build, lines_of, list_of, sha1, write_lines

MANY = 30_000


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return list_of(tmp_path_factory.mktemp("breached"), *(f"password {number}" for number in range(MANY)))


@pytest.fixture
def lookup(many: Path) -> Iterator[BreachedPasswords]:
    reader = BreachedPasswords(many)
    reader.open()
    yield reader
    reader.close()


def numbers_in(path: Path) -> list[int]:
    """All numbers of a file, in the order of its blocks."""
    content, header = path.read_bytes(), verify(path)
    bounds = struct.unpack_from(f"<{header.blocks + 1}Q", content, breached.INDEX_START)
    return [
        number
        for block, (start, end) in enumerate(pairwise(bounds))
        for number in decode(content[start:end], block << BLOCK_BITS)
    ]


def test_every_listed_password_is_found(many: Path, lookup: BreachedPasswords) -> None:
    """All of them in the decoded file, and a part by lookups, which take longer."""
    header, numbers = verify(many), set(numbers_in(many))
    prefixes = [breached.prefix_of(f"password {number}".encode()) for number in range(MANY)]
    assert all(header.number_of(prefix) in numbers for prefix in prefixes)
    assert all(lookup.contains(f"password {number}") for number in range(0, MANY, 20))


def test_false_positives_are_as_rare_as_promised(many: Path, lookup: BreachedPasswords) -> None:
    """A hash that is not listed has a random number, so the share of numbers that are listed is the exact rate."""
    numbers = numbers_in(many)
    assert len(numbers) == MANY
    assert len(set(numbers)) / (MANY << 20) <= 2**-20
    chance = random.Random(36)
    assert sum(lookup.contains_prefix(chance.getrandbits(64)) for _ in range(3000)) <= 1  # 0.003 are to be expected.


def test_neighbours_of_listed_numbers_are_not_listed(lookup: BreachedPasswords) -> None:
    """Mutant: a lookup that compares fewer bits."""
    step = (1 << 64) // (MANY << 20) + 1  # Leads to the next number.
    prefixes = [breached.prefix_of(f"password {number}".encode()) for number in range(500)]
    assert not any(lookup.contains_prefix(prefix + step) for prefix in prefixes if prefix + step < 1 << 64)
    assert not any(lookup.contains_prefix(prefix - step) for prefix in prefixes if prefix >= step)


def test_a_file_has_less_than_three_bytes_for_each_password(many: Path) -> None:
    assert many.stat().st_size < 2.8 * MANY


@pytest.mark.alone
def test_a_lookup_takes_less_than_a_fifth_of_a_millisecond(lookup: BreachedPasswords) -> None:
    """Of the processor, in the best of several rounds: other processes take their share of the clock."""

    def one_round() -> float:
        began = time.process_time()
        for number in range(200):
            lookup.contains(f"other {number}")
        return (time.process_time() - began) / 200

    assert min(one_round() for _ in range(10)) < 0.0002


def test_memory_is_flat_while_building(tmp_path: Path) -> None:
    """Mutant: an index that is kept in a list until the end, or a list that is read at once."""

    def peak(count: int) -> int:
        lines = lines_of(f"password {number}" for number in range(count))
        source = write_lines(tmp_path / f"{count}.txt", lines)
        del lines
        tracemalloc.start()
        build(source, tmp_path / f"{count}.list")
        used = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return used

    few, more = peak(12_000), peak(36_000)
    assert more < few * 1.02 + 20_000
    assert more < 4_000_000


@pytest.mark.parametrize(
    ("end", "counts", "lower"),
    [("\n", True, False), ("\r\n", True, False), ("\n", False, False), ("\r\n", False, True)],
)
def test_lists_with_any_line_end_and_without_counts_give_the_same_file(
    tmp_path: Path, end: str, counts: bool, lower: bool
) -> None:
    plain = lines_of(f"password {number}" for number in range(200))
    usual = write_lines(tmp_path / "usual.txt", plain)
    lines = [line if counts else line.partition(":")[0] for line in plain]
    other = write_lines(tmp_path / "other.txt", [line.lower() if lower else line for line in lines], end)
    build(usual, tmp_path / "usual")
    build(other, tmp_path / "other")
    assert (tmp_path / "usual").read_bytes() == (tmp_path / "other").read_bytes()


def test_a_password_is_found_as_typed_and_as_normalised(tmp_path: Path) -> None:
    """Sign-ins compare NFKC, and lists have what people typed."""
    decomposed, composed, wide = "zu\u0308rich ist scho\u0308n", "zürich ist schön", "ｐａｓｓｗｏｒｔ ｌａｎｇ"
    reader = BreachedPasswords(list_of(tmp_path, composed, wide, "passwort kurz"))
    assert reader.contains(decomposed), "its normalised form is listed"
    assert reader.contains(wide), "it is listed as it was typed"
    assert reader.contains("ｐａｓｓｗｏｒｔ ｋｕｒｚ")
    assert not reader.contains("passwort lang")
    reader.close()


def test_the_first_and_the_last_hash_are_found(tmp_path: Path) -> None:
    source = write_lines(tmp_path / "hashes.txt", ["0" * 40, "8" * 40, "F" * 40])
    build(source, tmp_path / "list")
    reader = BreachedPasswords(tmp_path / "list")
    assert reader.contains_prefix(0)
    assert reader.contains_prefix((1 << 64) - 1)
    assert not reader.contains_prefix(1 << 62)
    reader.close()


@given(st.lists(st.integers(0, (1 << BLOCK_BITS) - 1), max_size=600))
def test_a_block_is_decoded_as_it_was_encoded(numbers: list[int]) -> None:
    first = 5 << BLOCK_BITS
    sorted_numbers = sorted(first + number for number in numbers)
    assert list(decode(encode(sorted_numbers, first), first)) == sorted_numbers


BAD = [
    ("ABCDEF", "line 3,"),
    ("", "line 3,"),
    ("G" * 40, "line 3,"),
    ("0" * 32, "line 3,"),
    (f"{sha1('x')}:", "line 3,"),
    (f"{sha1('x')}:many", "line 3,"),
    (f" {sha1('x')}:1", "line 3,"),
    (f"{sha1('x')}:1 ", "line 3,"),
    ("f" * 2_000_000, "line 3,"),
    ("\ufeff" + sha1("x"), "line 3,"),
    ("0" * 40 + ":1", "not sorted: the hash of line 3 is below"),
]


@pytest.mark.parametrize(("line", "message"), BAD, ids=[str(number) for number in range(len(BAD))])
def test_a_malformed_or_unsorted_list_is_refused_with_the_line(tmp_path: Path, line: str, message: str) -> None:
    target = tmp_path / "list"
    target.write_bytes(b"the former list")
    lines = ["4" * 40, "5" * 40, line, "7" * 40]
    with pytest.raises(BadList, match=message):
        build(write_lines(tmp_path / "hashes.txt", lines), target)
    assert target.read_bytes() == b"the former list"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["hashes.txt", "list"]


def test_a_bad_line_far_into_a_list_is_named(tmp_path: Path) -> None:
    lines = lines_of(f"password {number}" for number in range(MANY))
    lines[MANY - 7] = "oops"
    with pytest.raises(BadList, match=f"line {MANY - 6:,},"):
        build(write_lines(tmp_path / "hashes.txt", lines), tmp_path / "list")


def test_a_list_that_was_cut_off_is_refused(tmp_path: Path) -> None:
    """Also between two lines: hashes are spread evenly, so a gap shows that some are missing."""
    lines = lines_of(f"password {number}" for number in range(2000))
    whole = write_lines(tmp_path / "hashes.txt", lines).read_bytes()
    cut = tmp_path / "cut.txt"
    for content, message in [
        (b"", "is empty"),
        (whole[:1005], "in the middle of line 23:"),
        (whole[:-1], "in the middle of line 2,000:"),
        (b"\r\n".join(whole.split(b"\r\n")[:1500]) + b"\r\n", "missing after line 1,500,"),
        (b"\r\n".join(whole.split(b"\r\n")[500:]), "missing after line 0,"),
        (b"\r\n".join(part for at, part in enumerate(whole.split(b"\r\n")) if not 700 <= at < 900), "after line 700,"),
    ]:
        cut.write_bytes(content)
        with pytest.raises(BadList, match=message):
            build(cut, tmp_path / "list")
    assert not (tmp_path / "list").exists()


def test_a_list_that_changes_while_it_is_read_is_refused(tmp_path: Path) -> None:
    source = write_lines(tmp_path / "hashes.txt", lines_of(["one", "two", "three"]))
    lines = breached_build.count_lines(source, lambda done, total: None)
    write_lines(source, lines_of(["one", "two"]))
    with pytest.raises(BadList, match="was changed"):
        breached_build.build(source, tmp_path / "list", lines, lambda done, total: None)


def test_any_damaged_byte_is_noticed(tmp_path: Path) -> None:
    """Mutant: a digest without the header, or of a part of the file."""
    path = list_of(tmp_path, *(f"password {number}" for number in range(500)))
    whole = path.read_bytes()
    assert verify(path).entries == 500
    for place in [*range(90), *range(90, len(whole), 11), len(whole) - 1]:
        damaged = bytearray(whole)
        damaged[place] ^= 1 << place % 8
        path.write_bytes(damaged)
        with pytest.raises(UnusableList):
            verify(path)
    for other in (whole[:-1], whole + b"\0", whole[:70], whole[:20], b"", b"PK\x03\x04" + whole):
        path.write_bytes(other)
        with pytest.raises(UnusableList):
            verify(path)
        with pytest.raises(UnusableList):
            BreachedPasswords(path).open()


def test_a_file_that_shrinks_under_a_running_service_is_an_error_and_no_crash(tmp_path: Path) -> None:
    """Mutant: a file that is mapped into memory, where reading beyond its end is a signal that ends the process."""
    path = list_of(tmp_path, *(f"password {number}" for number in range(500)))
    reader = BreachedPasswords(path)
    reader.open()
    with path.open("r+b") as file:
        file.truncate(100)
    with pytest.raises(UnusableList, match="ends too early"):
        reader.contains("password")
    reader.close()
