package io.chameleon.simssd.nand;

import io.chameleon.simssd.Check;
import io.chameleon.simssd.FlashConfig;
import io.chameleon.simssd.FlashParallelism;
import io.chameleon.simssd.PageNumbers;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * Computes when the operations of a device end from when they arrive ({@link FlashParallelism}). The caller holds the
 * device's lock.
 */
public final class PlaneSchedule {
    private final FlashParallelism parallelism;
    private final LongSupplier nanoTime;
    private final PageNumbers numbers;
    private final long readNanos;
    private final long programNanos;
    private final long eraseNanos;
    private final long transferNanos;
    private final long resumeNanos;
    private final Lane[] planes;
    private final Lane[] channels;
    private long now;

    public PlaneSchedule(FlashConfig config, FlashParallelism parallelism, LongSupplier nanoTime) {
        int pagesPerBlock = config.geometry().pagesPerBlock();
        Check.that(
                parallelism.planes() <= pagesPerBlock,
                "planes in all",
                parallelism.planes(),
                "at most the " + pagesPerBlock + " pages of a block, which is dealt out over all of them");
        this.parallelism = parallelism;
        this.nanoTime = nanoTime;
        numbers = config.geometry().pageNumbers();
        readNanos = config.timing().read().toNanos();
        programNanos = config.timing().program().toNanos();
        eraseNanos = config.timing().erase().toNanos();
        transferNanos = parallelism.transfer().toNanos();
        resumeNanos = parallelism.resume().toNanos();
        planes = lanes(parallelism.planes());
        channels = lanes(parallelism.channels());
    }

    private static Lane[] lanes(int count) {
        return Stream.generate(Lane::new).limit(count).toArray(Lane[]::new);
    }

    /** A host operation arrives; everything until the next one is on its behalf. Time never runs backwards here. */
    public void arrive() {
        now = Math.max(now, nanoTime.getAsLong());
        for (Lane plane : planes) {
            plane.arrive(now);
        }
        for (Lane channel : channels) {
            channel.arrive(now);
        }
    }

    /** Arrival time of the operation being served. */
    public long now() {
        return now;
    }

    /** Returns the time from arrival to the end of the program. */
    public long program(int physicalPage) {
        long transferred = channel(physicalPage).reserve(now, transferNanos);
        return plane(physicalPage).reserve(transferred, programNanos) - now;
    }

    /** Returns the time from arrival until the host has the page. */
    public long read(int physicalPage) {
        Lane plane = plane(physicalPage);
        long sensed = switch (parallelism.reads()) {
            case IN_TURN -> plane.reserve(now, readNanos);
            case FIRST -> plane.reserveFirst(now, readNanos, false, 0);
            case SUSPENDING -> plane.reserveFirst(now, readNanos, true, resumeNanos);
        };
        return channel(physicalPage).reserve(sensed, transferNanos) - now;
    }

    /** Garbage collection reads a page; returns when the controller has it. */
    public long copyOut(int physicalPage) {
        return channel(physicalPage).reserve(plane(physicalPage).reserve(now, readNanos), transferNanos);
    }

    /** Programs a copy that the controller has from the given time on. */
    public void copyIn(int physicalPage, long from) {
        plane(physicalPage).reserve(channel(physicalPage).reserve(from, transferNanos), programNanos);
    }

    public void copyIn(int first, int count, long from) {
        for (int page = first; page < first + count; page++) {
            copyIn(page, from);
        }
    }

    void eraseBlock() {
        for (Lane plane : planes) {
            plane.reserve(now, eraseNanos);
        }
    }

    private Lane plane(int physicalPage) {
        return planes[numbers.inBlock(physicalPage) % planes.length];
    }

    /** Neighbouring planes are on different channels. */
    private Lane channel(int physicalPage) {
        return channels[numbers.inBlock(physicalPage) % planes.length % channels.length];
    }
}
