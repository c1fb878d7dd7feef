package io.chameleon.simssd.device;

import io.chameleon.simssd.FileRange;
import io.chameleon.simssd.Pacer;
import io.chameleon.simssd.ftl.HostReads;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads of a device. If its array allows that, they take a turn only to look pages up, and another one if their blocks
 * may have been erased meanwhile; the bytes are read beside other operations.
 */
final class ReadTurns {
    private final DeviceTurns turns;
    private final HostReads reads;
    private final Pacer pacer;

    ReadTurns(DeviceTurns turns, HostReads reads, Pacer pacer) {
        this.turns = turns;
        this.reads = reads;
        this.pacer = pacer;
    }

    void read(int page, MemorySegment into) {
        if (reads.areParallel()) {
            readBeside(new int[] {page}, 0, 1, into);
        } else {
            turns.serve(() -> reads.read(page, into));
        }
    }

    void read(int[] logicalPages, int from, int count, MemorySegment into) {
        if (reads.areParallel()) {
            readBeside(logicalPages, from, count, into);
        } else {
            turns.serve(() -> reads.read(logicalPages, from, count, into));
        }
    }

    private void readBeside(int[] logicalPages, int from, int count, MemorySegment into) {
        HostReads.Begun read = turns.take(() -> reads.begin(logicalPages, from, count));
        if (!reads.fetch(read, logicalPages, from, into)) {
            turns.take(() -> reads.fetchAgain(logicalPages, from, count, into));
        }
        pacer.served(read.service());
    }

    List<FileRange> locate(int[] logicalPages, int bytes) {
        List<FileRange> ranges = new ArrayList<>();
        turns.serve(() -> reads.locate(logicalPages, bytes, ranges));
        return ranges;
    }
}
