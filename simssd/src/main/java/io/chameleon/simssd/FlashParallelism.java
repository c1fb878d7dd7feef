package io.chameleon.simssd;

import java.time.Duration;

/**
 * How many operations a device serves at a time, and in what order. The pages of a block are striped over all planes (a
 * superblock of real devices): page {@code i} is on plane {@code i mod planes()}, channel first, and an erase takes all
 * planes at once. So parallelism affects only time, not where pages go, and thus not wear.
 *
 * <p>A program takes the channel for the transfer, then the plane; a read the plane, then the channel; a garbage
 * collection copy takes the plane it reads, the plane it programs, and both channels. Operations are served first come,
 * first served, as far as {@code reads} allows; gaps are filled.
 *
 * @param channels 1 to 64
 * @param diesPerChannel 1 to 64
 * @param planesPerDie 1 to 16; planes work independently
 * @param transfer time a page takes over a channel; zero if {@link FlashTiming} includes it, as in the papers
 * @param reads when a read by the host is served
 * @param resume time that {@link Reads#SUSPENDING} adds to the suspended operation
 */
public record FlashParallelism(
        int channels, int diesPerChannel, int planesPerDie, Duration transfer, Reads reads, Duration resume) {
    /** One server, first come first served: the papers' device. */
    public static final FlashParallelism NONE = of(1, 1, 1);

    /** When a read by the host gets its plane. */
    public enum Reads {
        /** When all earlier operations are done. */
        IN_TURN,
        /** When the operation in progress is done. */
        FIRST,
        /** At once: a program or erase in progress is suspended, and resumed afterwards. */
        SUSPENDING
    }

    public FlashParallelism {
        Check.that(channels >= 1 && channels <= 64, "flash.channels", channels, "1 to 64");
        Check.that(diesPerChannel >= 1 && diesPerChannel <= 64, "flash.dies-per-channel", diesPerChannel, "1 to 64");
        Check.that(planesPerDie >= 1 && planesPerDie <= 16, "flash.planes-per-die", planesPerDie, "1 to 16");
        checkTime("flash.transfer-time", transfer);
        checkTime("flash.resume-time", resume);
    }

    /** Reads in turn, transfers included in {@link FlashTiming}. */
    public static FlashParallelism of(int channels, int diesPerChannel, int planesPerDie) {
        return new FlashParallelism(
                channels, diesPerChannel, planesPerDie, Duration.ZERO, Reads.IN_TURN, Duration.ZERO);
    }

    /** @param resumeTime only matters for {@link Reads#SUSPENDING} */
    public FlashParallelism withReads(Reads order, Duration resumeTime) {
        return new FlashParallelism(channels, diesPerChannel, planesPerDie, transfer, order, resumeTime);
    }

    /** Planes in all: operations that may be in progress at a time. */
    public int planes() {
        return channels * diesPerChannel * planesPerDie;
    }

    private static void checkTime(String what, Duration time) {
        Check.that(!time.isNegative() && time.compareTo(Duration.ofSeconds(10)) <= 0, what, time, "0 to 10 s");
    }
}
