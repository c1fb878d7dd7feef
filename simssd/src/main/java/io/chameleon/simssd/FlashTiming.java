package io.chameleon.simssd;

import io.chameleon.core.Durations;
import java.time.Duration;

/** Service times of the NAND operations; each operation has the device to itself (one channel, as in the papers). */
public record FlashTiming(Duration read, Duration program, Duration erase) {
    private static final Duration LONGEST = Duration.ofSeconds(10);

    /** 25 µs read, 200 µs program, 1.5 ms erase (Chameleon, Table II). */
    public static final FlashTiming TABLE_II =
            new FlashTiming(Duration.ofNanos(25_000), Duration.ofNanos(200_000), Duration.ofNanos(1_500_000));

    public FlashTiming {
        checkTime("flash.read-time", read);
        checkTime("flash.program-time", program);
        checkTime("flash.erase-time", erase);
    }

    private static void checkTime(String what, Duration time) {
        Check.that(!time.isNegative() && time.compareTo(LONGEST) <= 0, what, Durations.text(time), "0 to 10 s");
    }
}
