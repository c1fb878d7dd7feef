package io.chameleon.lab.ssd.envm.simulation;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How busy a day is, by its number of requests (section VI-C). The paper gives no bounds, so the days are cut in thirds
 * (ENVM reading 12).
 */
public enum Traffic {
    BUSY,
    MODERATE,
    LOW;

    /** The class of each day. If the number of days is not a multiple of three, more are busy, then moderate. */
    static List<Traffic> ofDays(long[] requests) {
        List<Integer> busiestFirst = IntStream.range(0, requests.length)
                .boxed()
                .sorted(Comparator.comparingLong(day -> -requests[day]))
                .toList();
        Traffic[] classes = new Traffic[requests.length];
        int busy = (requests.length + 2) / 3;
        int low = requests.length / 3;
        for (int rank = 0; rank < classes.length; rank++) {
            classes[busiestFirst.get(rank)] = rank < busy ? BUSY : rank < classes.length - low ? MODERATE : LOW;
        }
        return List.of(classes);
    }
}
