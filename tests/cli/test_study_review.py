"""`consilience study review`: verdicts by hand, saved one by one; CSV out and in; agreement."""

from __future__ import annotations

import csv
import io
import json
import os
import pty
import select
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.cli.lines import Result, runner
from tests.study.registers import row

from consilience.study.register import read_register, write_register

INSTANCES = ("A-Q01", "A-Q02", "B-Q03", "B-Q04")
Reviewed = Callable[..., Result]


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """A run folder with a register of four answers; one of them would like to be a formula and to colour a terminal."""
    answer = "=HYPERLINK(0)\x1b[31m[bold]Three months."
    rows = [row(one, **({"answer": answer} if one == "A-Q02" else {})) for one in INSTANCES]
    write_register(tmp_path, rows)
    return tmp_path


@pytest.fixture
def review(run: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Reviewed:
    """Runs the command with these lines on standard input."""
    monkeypatch.setenv("COLUMNS", "100")
    call = runner(capsys, ("study", "review", str(run)))

    def reviewed(keys: str, *flags: str) -> Result:
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{key}\n" for key in keys.split(","))))
        return call(*flags)

    return reviewed


def verdicts(run: Path, column: str = "reviewer_1") -> list[str]:
    return [one[column] for one in read_register(run)]


def test_each_key_is_its_verdict(run: Path, review: Reviewed) -> None:
    """m, p, d and n, one comparison after the other; the end says where they are."""
    done = review("m,p,d,n")
    assert done.code == 0
    assert verdicts(run) == ["match", "partial", "differs", "no_answer"]
    assert "4 of 4 comparisons judged. Saved in" in done.out


def test_words_do_as_well(run: Path, review: Reviewed) -> None:
    """The word of a verdict, in any case, is its key."""
    review("Match,partial,DIFFERS,no answer")
    assert verdicts(run) == ["match", "partial", "differs", "no_answer"]


def test_skip_back_and_quit(run: Path, review: Reviewed) -> None:
    """s leaves a comparison open, b goes back to it, q ends; the next review asks only what is open."""
    assert review("s,m,b,b,d,q").code == 0
    assert verdicts(run) == ["differs", "match", "", ""]
    done = review("q")
    assert "1 of 2" in done.out and "2 of 4 comparisons judged, 2 open" in done.out


def test_back_before_the_first_stays_there(run: Path, review: Reviewed) -> None:
    """There is nothing before the first comparison."""
    review("b,b,p,q")
    assert verdicts(run) == ["partial", "", "", ""]


def test_all_goes_through_what_is_judged_too(run: Path, review: Reviewed) -> None:
    """With --only all a verdict can be changed, and the one so far is shown."""
    review("m,m,m,m")
    done = review("d,q", "--only", "all")
    assert verdicts(run) == ["differs", "match", "match", "match"]
    assert "Your verdict so far: match." in done.out


def test_the_automatic_pre_verdict_is_shown_after_the_choice(review: Reviewed) -> None:
    """It must not bias her; with --show-automatic it comes first, and a sentence says that it biases."""
    asked = "Automatic pre-verdict: match (it gives the value)."
    before, _, after = review("m,q").out.partition("A-Q01: match, saved.")
    assert asked not in before and asked in after
    shown = review("q", "--show-automatic").out
    assert asked in shown and "will bias" in shown


def test_neither_condition_nor_the_other_reviewer_is_shown_before_the_choice(run: Path, review: Reviewed) -> None:
    """Which corpus an answer is from, and what the other said of it, is nowhere on the screen."""
    review("d,d,t seen by Ada,d,d", "--as", "Ada")
    shown = review("q", "--as", "Ben").out
    assert "B-Q0" not in shown and "A-Q0" not in shown and "differs." not in shown and "seen by" not in shown


def test_two_reviewers_have_a_column_each(run: Path, review: Reviewed) -> None:
    """The first two names, remembered; a third is told who has them."""
    review("m,q", "--as", "Ada")
    review("d,q", "--as", "Ben")
    review("m,q", "--as", "ada")
    assert verdicts(run)[:2] == ["match", "match"]
    assert verdicts(run, "reviewer_2")[0] == "differs"
    done = review("m", "--as", "Cleo")
    assert done.code == 2 and "its two reviewers, Ada and Ben" in done.err


def test_verdicts_without_a_name_are_nobody_elses(run: Path, review: Reviewed) -> None:
    """Who did not give a name has the first column; the first name after that gets the second."""
    review("m,q")
    review("d,q", "--as", "Ben")
    assert (verdicts(run)[0], verdicts(run, "reviewer_2")[0]) == ("match", "differs")


def test_a_note_stands_in_the_register(run: Path, review: Reviewed) -> None:
    """t writes a note and stays at the comparison; notes add up."""
    review("t unit missing,t unit missing,t see table,m,q")
    assert read_register(run)[0]["note"] == "unit missing; see table"
    assert verdicts(run)[:2] == ["match", ""]


def test_help_explains_the_verdicts(review: Reviewed) -> None:
    """? says what counts as a match, and goes on with the same comparison."""
    assert "makes no difference" in review("?,q").out


def test_an_unknown_line_ends_a_piped_review(run: Path, review: Reviewed) -> None:
    """Every verdict after it would stand at another answer than it was for; what came before is saved."""
    done = review("m,x,d")
    assert done.code == 2 and "Line 2 of the input, 'x'" in done.err
    assert verdicts(run) == ["match", "", "", ""]


def test_input_that_ends_early_is_no_mistake(run: Path, review: Reviewed) -> None:
    """What was said is saved, and the sentence says how much is open."""
    done = review("m,m")
    assert done.code == 0 and "2 of 4 comparisons judged, 2 open" in done.out


def test_no_terminal_and_no_keys_is_one_sentence(run: Path) -> None:
    """A script that forgot the keys hears how to give them."""
    done = _process(run, stdin=subprocess.DEVNULL)
    assert done.returncode == 2 and done.stdout.count("Question") == 1
    assert "needs a person at a terminal" in done.stderr and "Traceback" not in done.stderr


def test_a_finished_register_says_so(review: Reviewed) -> None:
    """Nothing is asked, the exit is 0."""
    review("m,m,m,m")
    done = review("m")
    assert done.code == 0 and "4 of 4 comparisons judged" in done.out and "Question" not in done.out


def test_text_of_answers_is_shown_as_it_stands(review: Reviewed) -> None:
    """No markup, no escape sequences."""
    out = review("s,q").out
    assert "[bold]Three months." in out and "\x1b[31m" not in out


def test_both_done_the_agreement_is_told(run: Path, review: Reviewed) -> None:
    """Share, alpha with its interval, the rows that differ; and each of them with what is called automatic."""
    review("m,p,d,n", "--as", "Ada")
    done = review("m,p,m,n", "--as", "Ben")
    assert "Ada and Ben: 3 of 4 verdicts are the same (75.0%); Krippendorff's alpha 0.70" in " ".join(done.out.split())
    assert "Ada and the automatic pre-verdict: 2 of 4" in " ".join(done.out.split())
    assert "B-Q03" in done.out.rpartition("instance")[2]
    again = review("", "--agreement")
    assert again.code == 0 and "Ada and Ben: 3 of 4" in again.out and "Question" not in again.out


def test_no_agreement_without_verdicts(review: Reviewed) -> None:
    """Before anybody judged, one sentence says what to do."""
    done = review("", "--agreement")
    assert done.code == 2 and "Nobody has judged an answer" in done.err


def test_verdicts_travel_through_a_spreadsheet(run: Path, review: Reviewed, tmp_path: Path) -> None:
    """Exported, filled in, saved with semicolons as some countries do, imported: the verdicts are hers."""
    file = tmp_path / "ben.csv"
    done = review("", "--export", str(file), "--as", "Ben")
    assert done.code == 0 and "4 comparisons written" in done.out
    lines = list(csv.DictReader(io.StringIO(file.read_text("utf-8-sig"))))
    assert set(lines[0]) == {"instance", "question", "reference", "answer", "verdict", "note"}
    assert lines[1]["answer"].startswith("'=")  # a spreadsheet must not take it for a formula
    for line, verdict in zip(lines, ("m", "Differs", "", "no answer"), strict=True):
        line["verdict"] = verdict
    lines[0]["note"] = "ok"
    with file.open("w", encoding="utf-8", newline="") as out:
        table = csv.DictWriter(out, list(lines[0]), delimiter=";")
        table.writeheader()
        table.writerows(lines)
    done = review("", "--import", str(file), "--as", "Ben")
    assert "3 new verdicts, 0 in the place of earlier ones, 0 as before." in done.out
    assert verdicts(run) == ["match", "differs", "", "no_answer"]
    assert read_register(run)[0]["note"] == "ok"
    assert "0 new verdicts, 0 in the place of earlier ones, 3 as before." in review("", "--import", str(file)).out


def test_an_export_hides_the_automatic_pre_verdict_and_the_other_reviewer(review: Reviewed, tmp_path: Path) -> None:
    """Only --show-automatic puts the pre-verdict in; the first reviewer's verdicts and notes never are."""
    review("t secret,d,d,d,d", "--as", "Ada")
    file = tmp_path / "ben.csv"
    review("", "--export", str(file), "--as", "Ben", "--only", "open")
    assert "automatic" not in file.read_text("utf-8-sig") and "differs" not in file.read_text("utf-8-sig")
    assert "secret" not in file.read_text("utf-8-sig")
    review("", "--export", str(file), "--as", "Ben", "--show-automatic")
    assert "automatic_reason" in file.read_text("utf-8-sig")


def test_a_register_filled_in_by_hand_is_taken_too(run: Path, review: Reviewed, tmp_path: Path) -> None:
    """A copy of register.csv with verdicts in the reviewer's column, saved by a spreadsheet with a mark and tabs."""
    file = tmp_path / "copy.csv"
    lines = list(csv.DictReader(io.StringIO((run / "register.csv").read_text("utf-8"))))
    lines[2]["reviewer_2"] = "D"
    with file.open("w", encoding="utf-8-sig", newline="") as out:
        table = csv.DictWriter(out, list(lines[0]), delimiter="\t")
        table.writeheader()
        table.writerows(lines)
    review("", "--import", str(file), "--as", "reviewer_2")
    assert verdicts(run, "reviewer_2") == ["", "", "differs", ""] and verdicts(run) == [""] * 4


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("instance,verdict\nA-Q01,m\nA-Q02,perhaps\n", "line 3: 'perhaps' is no verdict"),
        ("instance,verdict\nA-Q01,m\nZ-Q99,m\n", "line 3: the register has no instance 'Z-Q99'"),
        ("instance,answer,verdict\nA-Q01,Something else.,m\n", "line 2: the answer of A-Q01 is another"),
        ("question,verdict\nWhat?,m\n", "has no column 'instance'"),
        ("", "has no column 'instance'"),
        ("instance,verdict\nA-Q01,\xff\n", "is not UTF-8"),
    ],
    ids=["verdict", "instance", "answer", "column", "empty", "encoding"],
)
def test_a_file_with_a_mistake_changes_nothing(
    run: Path, review: Reviewed, tmp_path: Path, text: str, said: str
) -> None:
    """One sentence with the line, and no verdict of the file is taken over."""
    file = tmp_path / "in.csv"
    file.write_bytes(text.encode("latin-1"))
    done = review("", "--import", str(file))
    assert done.code == 2 and said in done.err
    assert verdicts(run) == [""] * 4


def test_a_register_that_changed_meanwhile_takes_no_verdict(
    run: Path, review: Reviewed, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A verdict on an answer that is no longer there would be a verdict on another."""
    from consilience.cli.review_keys import Piped

    def key(self: Piped) -> str:
        write_register(run, [row(one, answer="Another.") for one in INSTANCES])
        return "m"

    monkeypatch.setattr(Piped, "key", key)
    done = review("m")
    assert done.code == 2 and "another answer now" in done.err
    assert verdicts(run) == [""] * 4


def test_two_reviewers_at_once_lose_nothing(run: Path) -> None:
    """Both write the same file at the same time; each verdict of each is there."""
    both = [
        subprocess.Popen(_line(run, "--as", name), stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
        for name in ("reviewer_1", "reviewer_2")
    ]
    for one, keys in zip(both, ("m\n" * 4, "d\n" * 4), strict=True):
        assert one.stdin is not None
        one.stdin.write(keys)
        one.stdin.close()
    assert [one.wait(60) for one in both] == [0, 0]
    assert verdicts(run) == ["match"] * 4 and verdicts(run, "reviewer_2") == ["differs"] * 4


@pytest.mark.parametrize("end", ["kill", "\x03", "\x04", "q"])
def test_at_a_terminal_a_key_is_enough_and_nothing_is_lost(run: Path, end: str) -> None:
    """Without Enter; a wrong key does no harm; and a review that is killed, or left with Ctrl-C, kept every verdict."""
    ours, theirs = pty.openpty()
    done = subprocess.Popen(_line(run), stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True)
    os.close(theirs)
    try:
        _until(ours, "1 of 4")
        _press(ours, "x")
        _until(ours, "is no key here")
        _press(ours, "p")
        _until(ours, "2 of 4")
        if end == "kill":
            done.send_signal(signal.SIGKILL)
        else:
            _press(ours, end)
            _until(ours, "3 open")
        assert done.wait(30) == (-signal.SIGKILL if end == "kill" else 0)
    finally:
        done.kill()
        os.close(ours)
    assert verdicts(run) == ["partial", "", "", ""]


def test_the_names_are_in_the_run_folder(run: Path, review: Reviewed) -> None:
    """For the tables of the report: reviewers.json says whose column it is."""
    review("q", "--as", "Ada Lovelace")
    assert json.loads((run / "reviewers.json").read_text("utf-8")) == {"reviewer_1": "Ada Lovelace"}


def _line(run: Path, *flags: str) -> list[str]:
    return [sys.executable, "-m", "consilience", "study", "review", str(run), *flags]


def _process(run: Path, stdin: int) -> subprocess.CompletedProcess[str]:
    return subprocess.run(_line(run), stdin=stdin, capture_output=True, text=True, timeout=60, check=False)


def _press(terminal: int, key: str) -> None:
    """A key, when the program waits for one: what was typed before is thrown away by the terminal."""
    while termios.tcgetattr(terminal)[3] & termios.ICANON:
        time.sleep(0.02)
    os.write(terminal, key.encode())


def _until(terminal: int, wanted: str, patience: float = 30.0) -> str:
    """What the terminal shows until `wanted` is there."""
    shown, end = "", time.monotonic() + patience
    while wanted not in shown:
        assert time.monotonic() < end, shown
        if select.select([terminal], [], [], 0.2)[0]:
            shown += os.read(terminal, 65536).decode("utf-8", "replace")
    return shown
