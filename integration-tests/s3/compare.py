#!/usr/bin/env python3
"""Compares a run of ceph/s3-tests (JUnit XML) with the lists beside this file. See the script run."""
import pathlib
import sys
import xml.etree.ElementTree as ET

HEADS = {
    "implemented": "# Functions of ceph/s3-tests' test_s3.py that pass. integration-tests/s3/run fails if one of them fails.",
    "unimplemented": "# Functions of ceph/s3-tests' test_s3.py that do not pass yet. integration-tests/s3/run fails if one of them passes.",
}


def names(path):
    if not path.exists():
        return set()
    return {line.split()[0] for line in path.read_text().splitlines() if line.strip() and not line.startswith("#")}


def results(path):
    """Passed and not passed functions; one with parameters passes if all its cases do. Skipped ones are neither."""
    passed, failed = set(), set()
    for case in ET.parse(path).getroot().iter("testcase"):
        function = case.get("name").split("[")[0]
        if case.find("skipped") is not None:
            continue
        bad = case.find("failure") is not None or case.find("error") is not None
        (failed if bad else passed).add(function)
    return passed - failed, failed


def main(result, here, options):
    passed, failed = results(result)
    print(f"{len(passed)} functions pass, {len(failed)} do not")
    if "--part" in options:
        for function in sorted(failed):
            print("fails:", function)
        return 1 if failed else 0
    lists = {"implemented": passed, "unimplemented": failed}
    if "--update" in options:
        for name, functions in lists.items():
            (here / name).write_text("\n".join([HEADS[name], *sorted(functions)]) + "\n")
        return 0
    broken = sorted(names(here / "implemented") - passed)
    mended = sorted(names(here / "unimplemented") & passed)
    unknown = sorted((passed | failed) - names(here / "implemented") - names(here / "unimplemented"))
    for function in broken:
        print("in 'implemented', does not pass:", function)
    for function in mended:
        print("in 'unimplemented', passes: move it:", function)
    for function in unknown:
        print("in no list:", function)
    return 1 if broken or mended or unknown else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3:]))
