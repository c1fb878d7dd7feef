package io.chameleon.lab.ssd.envm.simulation;

import io.chameleon.simssd.Check;

/**
 * Service times of a medium: a command takes its latency once, and a transfer time for each page of 4 KiB.
 *
 * <p>The paper prints no latencies. Optane is taken to be a module of 7 and 18 µs, 1,350 and 290 MB/s; QLC flash ten
 * times slower than that in latency (section I), at the 1.8 GB/s of such a drive's bus for reads and 400 MB/s sustained
 * for writes; TLC flash behind SATA.
 */
public record MediumTiming(long readNanos, long readPageNanos, long writeNanos, long writePageNanos) {
    public static final MediumTiming DRAM = new MediumTiming(100, 400, 100, 400);
    public static final MediumTiming OPTANE = new MediumTiming(7_000, 3_000, 18_000, 14_000);
    public static final MediumTiming QLC = new MediumTiming(100_000, 2_300, 100_000, 10_200);
    public static final MediumTiming TLC = new MediumTiming(80_000, 7_500, 80_000, 7_900);

    public MediumTiming {
        Check.that(
                Math.min(Math.min(readNanos, readPageNanos), Math.min(writeNanos, writePageNanos)) >= 0,
                "service times",
                this,
                "at least 0");
    }

    long read(int pages) {
        return pages == 0 ? 0 : readNanos + pages * readPageNanos;
    }

    long write(int pages) {
        return pages == 0 ? 0 : writeNanos + pages * writePageNanos;
    }

    /** Average of the read and write time of one page: {@code L_S} of Eq. 4. */
    public long accessNanos() {
        return (read(1) + write(1)) / 2;
    }
}
