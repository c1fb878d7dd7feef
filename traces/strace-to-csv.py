#!/usr/bin/env python3
"""Turns `strace -f -y -ttt -s 0` of PostgreSQL into time_us,op,offset,size on one flat address space.

Each file below the data directory gets its own region, in the order of first use. WAL segments are recycled by renaming,
so a segment's region is its number modulo the ring: the same region is overwritten, as the same blocks are on disk.
"""
import re
import sys

SEGMENT = 16 << 20
WAL_RING = 4
ALIGN = 64 << 10
LINE = re.compile(
    r"^(\d+)\s+(\d+\.\d+) (?:(p(?:read|write)(?:64|v))\(\d+<([^>]*)>(.*)|<\.\.\. (p\w+) resumed>(.*))$")
RESULT = re.compile(r"(?:,\s*(\d+))?\)\s*=\s*(\d+)")


def main():
    data = sys.argv[1]
    regions, next_free, rows, started, skipped = {}, WAL_RING * SEGMENT, [], {}, 0

    def base(path):
        nonlocal next_free
        name = path[len(data) + 1:]
        if re.fullmatch(r"pg_wal/[0-9A-F]{24}", name):
            return int(name[-8:], 16) % WAL_RING * SEGMENT
        if name not in regions:
            regions[name] = next_free
            next_free += 1 << 30
        return regions[name]

    for line in sys.stdin:
        match = LINE.match(line)
        if not match:
            continue
        pid, time, call, path, rest, resumed, tail = match.groups()
        if resumed:
            call, path, begun = started.pop(pid, (None, None, None))
            if call is None:
                skipped += 1
                continue
            rest, time = begun + tail, time
        elif rest.rstrip().endswith("<unfinished ...>"):
            started[pid] = (call, path, rest.rstrip()[: -len("<unfinished ...>")])
            continue
        result = RESULT.search(rest)
        if not result or not path.startswith(data + "/") or int(result[2]) == 0:
            continue
        offset = int(result[1] or 0)
        rows.append((float(time), "W" if "write" in call else "R", path, offset, int(result[2])))
    rows.sort(key=lambda row: row[0])
    # Regions are packed, so that offsets stay small: each file's is as long as its highest touched byte.
    ends = {}
    for _, _, path, offset, size in rows:
        start = base(path)
        ends[start] = max(ends.get(start, 0), offset + size)
    packed, position = {}, WAL_RING * SEGMENT
    for start in sorted(ends):
        if start < WAL_RING * SEGMENT:
            packed[start] = start
            continue
        packed[start] = position
        position += -(-ends[start] // ALIGN) * ALIGN
    print("# RECORDING of PostgreSQL under pgbench, made by traces/capture-pgbench")
    print("time_us,op,offset,size")
    first = rows[0][0] if rows else 0
    for time, op, path, offset, size in rows:
        print(f"{round((time - first) * 1e6)},{op},{packed[base(path)] + offset},{size}")
    if skipped:
        print(f"{skipped} half lines skipped", file=sys.stderr)


main()
