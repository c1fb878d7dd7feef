package io.chameleon.lab.bench;

import io.chameleon.client.options.PutOptions;
import io.chameleon.core.Require;
import java.time.Duration;
import java.util.Locale;

/**
 * The plan of a run.
 *
 * @param objects that exist at the start
 * @param clients the most operations in flight
 * @param rate operations a second, due whether or not a client is free; 0: each client starts its next when its last is
 *     done
 * @param load whether the objects are to be written first
 * @param keep whether they stay afterwards
 */
record Plan(
        Mix mix,
        KeyDistribution keys,
        ObjectSizes sizes,
        int objects,
        int clients,
        double rate,
        Duration warmUp,
        Duration duration,
        PutOptions options,
        Reading reading,
        String bucket,
        boolean load,
        boolean keep,
        long seed) {
    private static final int MOST_OBJECTS = 100_000_000;
    private static final int MOST_CLIENTS = 4096;

    Plan {
        Require.that(objects >= 1 && objects <= MOST_OBJECTS, "--objects", objects, "1 to " + MOST_OBJECTS);
        Require.that(clients >= 1 && clients <= MOST_CLIENTS, "--clients", clients, "1 to " + MOST_CLIENTS);
        Require.that(
                rate >= 0 && rate <= 1e7, "--rate", rate, "operations a second, at most 10000000; 0 for a closed loop");
        Require.that(duration.toMillis() >= 100, "--duration", duration, "100ms or more");
    }

    /** In one line. */
    String describe() {
        return "mix " + mix + ", " + keys.name().toLowerCase(Locale.ROOT) + " over " + objects
                + " objects of " + sizes + ", " + clients + " clients, "
                + (rate == 0 ? "closed loop" : "open loop at " + Numbers.plain(rate) + "/s") + ", "
                + Numbers.plain(duration.toMillis() / 1000.0) + " s";
    }
}
